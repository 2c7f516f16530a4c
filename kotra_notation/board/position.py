"""A position: the men as one side sees them and what is known beside them, read from an id or a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypedDict, Unpack

from kotra_notation.board import gnubg_id, ogid, text, xgid
from kotra_notation.board.layout import Arrow, Layout, arrange
from kotra_notation.board.points import (
    CENTRED,
    MONEY,
    Cube,
    Fields,
    Memory,
    Points,
    Standing,
    Turning,
    flip_points,
    on_board,
    pips,
)
from kotra_notation.board.wording import LENGTH, NOTHING_KNOWN, OwnWord, PositionError, Wording
from kotra_notation.late import LateModule
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.board import diagram, svg
else:
    # Most who read positions draw none.
    diagram, svg = (LateModule(f"{__package__}.{name}") for name in ("diagram", "svg"))

LONGEST = 2000
NAMES = "WB"
# Where games begin, by name.
STARTS = {
    "start": "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5",
    "nackgammon": "W: 24x2 23x2 13x4 8x3 6x4; B: 24x2 23x2 13x4 8x3 6x4",
    "forn": "W: a15; B: m15",
}


class Shown(TypedDict, total=False):
    """The choices in drawing a position.

    `bottom` is the seat it is seen from, the one on roll if not said; `view` the way the men come home,
    `towards` or `away`; `wording` the sentences in another language. `arrows` are hops, each a seat and
    two of its own points (25 the bar, 0 off): those of the side on roll a play to come, those of the other
    side the play just made. `marked` are points to be outlined, each a seat and its own point. `paths`: the
    points of the old game have their numbers on the path of the seat below, in place of letters.
    """

    bottom: int | None
    names: tuple[str, str] | None
    view: str
    wording: Wording
    arrows: Iterable[tuple[int, int, int] | Arrow]
    marked: Iterable[tuple[int, int]]
    paths: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """The board seen by `seat`, who is on roll, with cube, dice and score if known.

    `points` has 26 counts by distance from bearing off: 25 is the bar of `seat`, 0 the other bar; checkers of
    the other side are negative. `men` are the checkers each seat began with. `turning` says how the board
    looks from the other side. `offer` is a cube or resignation that needs an answer. `memory` is the history
    that the old game needs.
    """

    points: Points
    seat: int = 0
    men: tuple[int, int] = (15, 15)
    turning: Turning = Turning.MIRRORED
    cube: Cube = CENTRED
    dice: tuple[int, int] | None = None
    offer: str | None = None
    standing: Standing = MONEY
    memory: Memory | None = None

    def seen_by(self, seat: int) -> Points:
        """Return the board as `seat` sees it."""
        return self.points if seat == self.seat else flip_points(self.points, self.turning)

    def off(self, seat: int) -> int:
        """Return how many checkers `seat` has borne off."""
        return self.men[seat] - on_board(self.seen_by(seat))

    def pips(self, seat: int) -> int:
        """Return the pip count of `seat`."""
        return pips(self.seen_by(seat))

    def passed(self) -> Position:
        """Return the position with the other side on roll and no dice."""
        return replace(
            self, points=flip_points(self.points, self.turning), seat=1 - self.seat, dice=None, offer=None
        )

    def text(self) -> str:
        """Return the position text: the board and the old game's memory, without cube, dice and score."""
        sides = self.seen_by(0), self.seen_by(1)
        return text.spell_position(sides=sides, men=self.men, turning=self.turning, memory=self.memory)

    def xgid(self) -> str:
        """Return the XGID; raise ValueError if it cannot hold the position."""
        self.refuse_old_game(OwnWord("an XGID"))
        return xgid.spell_xgid(
            points=self.points,
            seat=self.seat,
            cube=self.cube,
            dice=self.dice,
            offer=self.offer,
            standing=self.standing,
        )

    def ogid(self) -> str:
        """Return the OGID; raise ValueError if it cannot hold the position.

        It leaves out Jacoby, beavers and the cube limit.
        """
        self.refuse_old_game(OwnWord("an OGID"))
        return ogid.spell_ogid(
            points=self.points,
            seat=self.seat,
            men=self.men,
            cube=self.cube,
            dice=self.dice,
            offer=self.offer,
            standing=self.standing,
        )

    def gnubg_id(self) -> str:
        """Return the GNU Backgammon position id; raise ValueError if it cannot hold the position."""
        self.refuse_old_game(OwnWord("a GNU position id"))
        return gnubg_id.spell_id(self.points)

    def gnubg_match_id(self) -> str:
        """Return GNU Backgammon's match id: cube, dice, offer, score; raise ValueError if they do not fit."""
        self.refuse_old_game(OwnWord("a GNU match id"))
        return gnubg_id.spelled_match(
            seat=self.seat, cube=self.cube, dice=self.dice, offer=self.offer, standing=self.standing
        )

    def spellings(self) -> dict[str, str | None]:
        """Return every id by name; None if an id cannot hold the position."""
        spelled: dict[str, str | None] = {"text": self.text()}
        for spell in (self.xgid, self.ogid, self.gnubg_id, self.gnubg_match_id):
            try:
                spelled[spell.__name__] = spell()
            except ValueError:
                spelled[spell.__name__] = None
        return spelled

    def layout(self, **shown: Unpack[Shown]) -> Layout:
        """Return the elements of a diagram."""
        return arrange(
            sides=(self.seen_by(0), self.seen_by(1)),
            men=self.men,
            turning=self.turning,
            on_roll=self.seat,
            cube=None if self.standing.cube_limit == 1 else self.cube,
            crawford=self.standing.crawford,
            dice=self.dice,
            offer=self.offer,
            **shown,
        )

    def diagram(self, *, ascii_only: bool = False, room: int = diagram.BESIDE, **shown: Unpack[Shown]) -> str:
        """Return a board in text, at most `room` columns wide."""
        return diagram.diagram(self.layout(**shown), ascii_only=ascii_only, room=room)

    def svg(
        self,
        *,
        style: bool = True,
        theme: str = "paper",
        labels: bool = True,
        width: int | None = None,
        **shown: Unpack[Shown],
    ) -> str:
        """Return a board as SVG.

        `theme` is a name that `kotra board --help` lists, `width` in pixels; `labels` shows point numbers;
        `style=False` if the page has the style sheet.
        """
        return svg.svg(self.layout(**shown), style=style, theme=theme, labels=labels, width=width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from html import escape

        lines = "".join(f"<br><code>{escape(text)}</code>" for text in self.spellings().values() if text)
        return f"<figure>{self.svg()}<figcaption>{escape(self.layout().title)}{lines}</figcaption></figure>"

    def refuse_old_game(self, form: str) -> None:
        """Raise ValueError for a position of the old game."""
        if self.turning is not Turning.MIRRORED:
            raise PositionError(
                "A position of the old game does not fit {form}; use the position text.", form=form
            )


class NoPositionError(PositionError):
    """A text, as it is `shown`, that does not even look like something that identifies a position."""

    def __init__(self, shown: str) -> None:
        super().__init__(NOTHING_KNOWN, shown=shown, example=text.EXAMPLE)
        self.shown = shown


def position(written: str | bytes, side: int | None = None) -> Position:
    """Return the position of an id or a position text; raise ValueError if there is none.

    `written` is an XGID, an OGID, a GNU Backgammon position id (with or without its match id), a text such as
    `W: a15; B: m15`, or a start position: `start`, `nackgammon`, `forn`. `side` is the seat on roll if the id
    does not state one (default 0).
    """
    if isinstance(written, bytes | bytearray):
        written = written.decode("utf-8", "replace")
    if not isinstance(written, str):
        kind = type(written).__name__
        raise PositionError(
            "A position is a text or an id such as {example}, not {kind}.", example=text.EXAMPLE, kind=kind
        )
    said = fields(" ".join(written[:LONGEST].split()), side)
    seat = said.get("seat", side or 0)
    if side is not None and seat != side:
        raise PositionError(
            "This position says that {seat} is on roll, not {side}; leave the side out.",
            seat=NAMES[seat],
            side=NAMES[side],
        )
    said["seat"] = seat
    return Position(**said)


def fields(written: str, side: int | None) -> Fields:
    """Return what the text says, by whichever reader knows it."""
    written = STARTS.get(written.lower(), written)
    if not written:
        raise PositionError("No position given; give an XGID, an OGID, a GNU id or a position text.")
    if written[: len(xgid.PREFIX)].upper() == xgid.PREFIX or re.match("[-A-Za-z]{26}:", written):
        return xgid.read(written)
    if ogid.SHAPE.match(written) or written[: len(ogid.PREFIX)].upper() == ogid.PREFIX:
        return ogid.read(written)
    if re.match(r"(forn|modern|pos)\s*:|[WB]\s*:", written) or ";" in written:
        return text.read(written, side or 0)
    gnu = re.fullmatch(r"(?:GNUbgID[ =:]*)?([^\s:]+)(?::([^\s:]+))?", written)
    if gnu and (len(gnu[1]) == gnubg_id.POSITION_LENGTH or gnu[2] or written.startswith("GNUbgID")):
        men = gnubg_id.read(gnu[1])
        if not gnu[2]:
            return Fields(points=men)
        said = gnubg_id.read_match(gnu[2])
        said["points"] = men
        return said
    raise unknown(written)


def unknown(written: str) -> ValueError:
    """Return what is wrong with a text that no reader knows."""
    shown = written if len(written) <= 40 else written[:39] + "…"
    if re.fullmatch("[A-Za-z0-9+/]{12}", written):
        return PositionError(
            "“{text}” looks like a GNU match id; put the position id and a colon before it.", text=shown
        )
    if re.fullmatch("[A-Za-z0-9+/]{8,20}", written):
        return PositionError(
            LENGTH, kind=gnubg_id.POSITION, length=gnubg_id.POSITION_LENGTH, text=shown, count=len(written)
        )
    return NoPositionError(shown)


class AskedTurn(NamedTuple):
    """The position before a turn, the players' names, and the rules if it is of old kotra.

    `doubled` is the position before a cube action that stands before the roll, `made` the play of the record.
    """

    position: Position
    players: tuple[str, str] | None = None
    rules: str | None = None
    doubled: Position | None = None
    made: str = ""
