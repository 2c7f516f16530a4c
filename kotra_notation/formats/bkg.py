"""Hans Berliner's BKG, `.bkg`: games of the first program to beat a world champion; read, not written.

A line is a side (`Black` is seat 0, `White` seat 1) and what it did: two dice and the points of its steps,
from and to, in pairs; a double with its answer; a win. All points are Black's: White's are turned about, so
that White enters from 0 and bears off to 25. A record is one of money games, has no names and no scores.

Leniencies of the reader:

- Columns stand anywhere; dice with a blank, another sign or nothing between them; any signs between points.
- `bar` and `off` for the mover's own. Any letter case.
- A double that no word answers is dropped, as in this notation; `Accepted`, `Takes` take it.
- `wins a gammon`, `wins gammon`, `wins a game`, `wins 2 points`; a win whose worth is not said has no points.
- A line after a win begins the next game. Other lines are comments.

Settled by what GNU Backgammon read before it dropped the notation: columns, colours, and that no play behind
the dice is none that was possible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation import model
from kotra_notation.board import BAR, OFF
from kotra_notation.formats.acts import Act, Doubled, Ended, Threw, answered, event, tree_of, words
from kotra_notation.formats.format import Format, Reading, Source, lines_of
from kotra_notation.formats.plays import MOST, REMEMBERED
from kotra_notation.formats.recorder import MatchDraft, Recorder

if TYPE_CHECKING:
    from lark import Token, Tree

LOOKED_AT = 8192
SIDES = ("Black", "White")
CALLED = ("single", "gammon", "backgammon")

# A throw in the columns of the notation, by which it is known.
THROW = re.compile(r"(?:Black|White)[ \t]{2}[1-6][ \t,-][1-6](?![0-9:])")
LINE = re.compile(r"[ \t]*(Black|White)(?![A-Za-z0-9])[ \t]*", re.I)
DICE = re.compile(r"([1-6])[^0-9A-Za-z]?([1-6])(?![0-9])")


def looks_like(source: Source) -> bool:
    """Whether a line near the beginning is a roll in the columns of this notation."""
    return any(THROW.match(line) for line in lines_of(source.text[:LOOKED_AT]))


def read(source: Source) -> Reading:
    """The games of a record, as one session for money."""
    reader = Reader()
    for line in reader.recorder.lines(source.lines):
        reader.read_line(line)
    reader.recorder.close()
    return reader.recorder.reading()


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.recorder = Recorder("bkg")
        self.over = True  # whether the next line of a side begins a game

    def read_line(self, line: str) -> None:
        """Read a line."""
        span, side = self.recorder.span, LINE.match(line)
        if side is None:
            self.recorder.keep(model.Comment(text=line.strip(), span=span))
            return
        if self.over:
            self._begin(self.recorder.draft())
        seat = SIDES.index(side[1].capitalize())
        self._act(seat, line[side.end() :].strip(), span)

    def _begin(self, draft: MatchDraft) -> None:
        if not draft.games:
            draft.players = [model.Player(name=name) for name in SIDES]
            draft.length, draft.span = 0, self.recorder.span
        self.recorder.begin(draft.next_number)
        self.over = False

    def _act(self, seat: int, text: str, span: model.Span) -> None:
        events = self.recorder.draft().games[-1].events
        match act(text, seat):
            case None:
                self.recorder.unreadable()
            case Doubled() as double:
                events += answered(double, seat, span)
            case done:
                events.append(event(done, seat, text, span))
                self.over = isinstance(done, Ended)
                if isinstance(done, Threw) and isinstance(done.deed, model.Unread):
                    self.recorder.unreadable_part(text, span, seat)


@lru_cache(maxsize=REMEMBERED)
def act(text: str, seat: int) -> Act | Doubled | None:
    """What stands behind the name of a side, None where it says nothing known."""
    if tree := tree_of("bkg", text):
        return _act_of(tree, text, seat)
    dice = DICE.match(text)
    unread = model.Unread(text=text[dice.end() :].strip()) if dice else None
    return Threw((int(dice[1]), int(dice[2])), unread) if dice and unread else None


def _act_of(tree: Tree[Token], text: str, seat: int) -> Act | Doubled:
    tokens = [part for part in tree.children if isinstance(part, str)]
    match tree.data:
        case "turn":
            dice = (int(tokens[0]), int(tokens[1]))
            return Threw(dice, _deed(tokens[2:], seat) or model.Unread(text=text))
        case "double":
            return Doubled(bool(tokens))
        case _:
            said = words(tree)
            kind = " ".join(said.get("KIND", "").lower().split()).removesuffix(" game")
            points = int(said["POINTS"]) if "POINTS" in said else None
            return Ended(points, kind=kind if kind in CALLED else None)


def _deed(tokens: Sequence[str], seat: int) -> model.Deed | None:
    """The steps of a play in the mover's own numbers, None where they are none."""
    if not tokens:
        return model.CannotMove()
    points = [_point(token, seat) for token in tokens]
    if len(points) % 2 or len(points) > 2 * MOST or not all(OFF <= point <= BAR for point in points):
        return None
    return model.Play(hops=tuple(model.Hop(*pair) for pair in zip(points[::2], points[1::2], strict=True)))


def _point(token: str, seat: int) -> int:
    if not token.isdigit():
        return BAR if token.lower() == "bar" else OFF
    return 25 - int(token) if seat else int(token)


FORMAT = Format(
    title="Hans Berliner's BKG, .bkg",
    suffixes=(".bkg",),
    looks_like=looks_like,
    read=read,
)
