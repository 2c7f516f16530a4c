"""The one arrangement that the text and the SVG diagram both draw.

The seat at the bottom has its points 13 to 24 above and 12 to 1 below, as it sees them in either game;
with `view="away"` the two rows change places. Nothing but the drawing changes.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from kotra_notation.board.points import BAR, OFF, Cube, Points, Turning, on_board, pips
from kotra_notation.board.text import letter, path_number
from kotra_notation.board.wording import ENGLISH, PositionError, Wording
from kotra_notation.values import dataclass

VIEWS = ("towards", "away")
LONGEST = 80
ROOM = 15  # for a name, in sizes of its script, at its largest
FAR, NEAR = tuple(range(13, 25)), tuple(range(12, 0, -1))


class Place(NamedTuple):
    """A point of the drawing: its label, whose men stand there, and how many."""

    label: str
    seat: int | None
    men: int


class Arrow(NamedTuple):
    """A hop to be drawn, in the mover's own numbers: 25 is the bar, 0 off."""

    seat: int
    source: int
    target: int
    hit: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A position arranged for drawing; pairs are by seat, rows run from left to right."""

    top: tuple[Place, ...]
    bottom: tuple[Place, ...]
    seat_below: int
    on_roll: int
    bar: tuple[int, int]
    off: tuple[int, int]
    pips: tuple[int, int]
    names: tuple[str, str]
    named: bool
    cube: Cube | None
    crawford: bool
    dice: tuple[int, int] | None
    offer: str | None
    men: tuple[str, str]
    wording: Wording
    turning: Turning
    towards: bool
    arrows: tuple[Arrow, ...]
    marked: tuple[tuple[int, int], ...]
    paths: bool

    def spot(self, seat: int, index: int) -> tuple[int, bool]:
        """The column of a seat's own point, counted from the left, and whether it lies in the upper row."""
        own = index if seat == self.seat_below else self.turning.index(index)
        far = own in FAR
        return (FAR if far else NEAR).index(own), far is self.towards

    def place(self, seat: int, index: int) -> Place:
        """Return what stands on a seat's own point."""
        number, above = self.spot(seat, index)
        return (self.top if above else self.bottom)[number]

    def men_of(self, seat: int, index: int) -> int:
        """Return how many men of a seat stand on its own point; less than none where the other's do."""
        if index in (BAR, OFF):
            return (self.bar if index == BAR else self.off)[seat]
        found = self.place(seat, index)
        return found.men if found.seat == seat else -found.men

    def falls(self, men: int) -> bool:
        """Return whether so many men of the other side may be hit."""
        return men == 1 or self.turning is Turning.TWELVE

    def name(self, seat: int, index: int) -> str:
        """The label of a seat's own point; `bar` and `off` are notation."""
        if index in (BAR, OFF):
            return "bar" if index == BAR else "off"
        return point_label(index, seat, self.turning is Turning.TWELVE, self.paths)

    @property
    def offered_value(self) -> int | None:
        """The value of the cube on offer."""
        turned = self.offer in ("double", "beaver", "raccoon")
        return self.cube.value * 2 if self.cube and turned else None

    @property
    def title(self) -> str:
        """Return what happens in the position, in a few words."""
        name, say = self.names[self.on_roll], self.wording
        if self.offered_value:
            return say.offers.format(name=name, value=self.offered_value)
        if self.offer:
            return say.resigns.format(name=name)
        if self.dice:
            return say.to_play.format(name=name, dice="-".join(str(die) for die in self.dice if die))
        return say.on_roll.format(name=name)

    @property
    def description(self) -> str:
        """A sentence on all men, and further ones on the cube, the arrows and the marks."""
        say = self.wording
        white, black = (
            say.side.format(name=self.names[seat], pips=self.pips[seat], men=self.men[seat])
            for seat in (0, 1)
        )
        sentences = [say.sides.format(white=white, black=black), self.cube_sentence]
        if self.arrows:
            hops = (
                f"{self.name(arrow.seat, arrow.source)}/{self.name(arrow.seat, arrow.target)}"
                + "*" * arrow.hit
                for arrow in self.arrows
            )
            sentences.append(say.arrows.format(play=" ".join(hops)))
        if self.marked:
            sentences.append(
                say.marked.format(points=say.comma.join(self.place(*one).label for one in self.marked))
            )
        return " ".join(filter(None, sentences))

    @property
    def cube_sentence(self) -> str:
        """Return who owns the cube."""
        if not self.cube:
            return ""
        if self.crawford:
            return self.wording.crawford
        if self.cube.owner is None:
            return self.wording.cube_middle.format(value=self.cube.value)
        return self.wording.cube_owned.format(value=self.cube.value, name=self.names[self.cube.owner])


def arrange(
    *,
    sides: tuple[Points, Points],
    men: tuple[int, int],
    turning: Turning,
    on_roll: int,
    cube: Cube | None,
    crawford: bool = False,
    dice: tuple[int, int] | None,
    offer: str | None,
    bottom: int | None = None,
    names: tuple[str, str] | None = None,
    view: str = "towards",
    wording: Wording = ENGLISH,
    arrows: Iterable[tuple[int, int, int] | Arrow] = (),
    marked: Iterable[tuple[int, int]] = (),
    paths: bool = False,
) -> Layout:
    """The layout of a position whose men are `sides`; in a Crawford game the cube is hidden unless turned."""
    if view not in VIEWS:
        raise PositionError("The view of a board is “towards” or “away”, not “{view}”.", view=view)
    seat = on_roll if bottom is None else bottom
    lettered = turning is Turning.TWELVE
    # Numbers are those of the side on roll, so that its play can be found; an answer to an offer has none.
    own = lettered or seat == on_roll or offer is not None
    numbered = {i: i if own else 25 - i for i in range(1, 25)}
    far, near = (
        tuple(
            place_men(sides[seat][i], seat, point_label(numbered[i], seat, lettered, paths)) for i in indexes
        )
        for indexes in (FAR, NEAR)
    )
    off = men[0] - on_board(sides[0]), men[1] - on_board(sides[1])
    return Layout(
        top=far if view == "towards" else near,
        bottom=near if view == "towards" else far,
        seat_below=seat,
        on_roll=on_roll,
        bar=(sides[0][BAR], sides[1][BAR]),
        off=off,
        pips=(pips(sides[0]), pips(sides[1])),
        names=(drawn_name(names[0]), drawn_name(names[1])) if names else wording.colours,
        named=names is not None,
        cube=None if lettered else cube,
        crawford=crawford and cube is not None and cube.owner is None and offer is None,
        dice=dice,
        offer=offer,
        men=(
            list_men(sides[0], off[0], 0, lettered, wording, paths),
            list_men(sides[1], off[1], 1, lettered, wording, paths),
        ),
        wording=wording,
        turning=turning,
        towards=view == "towards",
        arrows=tuple(Arrow(*arrow) for arrow in arrows),
        marked=tuple(marked),
        paths=paths,
    )


def drawn_name(name: str) -> str:
    """A name as it can be drawn: on one line, without control characters, cut where nobody's goes on."""
    plain = "".join(one if one.isprintable() else " " for one in name).strip()
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def fitting(name: str) -> str:
    """A name that has room beside the pip count, the rest of it left out."""
    taken = 0.0
    for index, sign in enumerate(name):
        taken += breadth(sign)
        if taken > ROOM:
            return name[: index - 1].rstrip() + "…"
    return name


def breadth(sign: str) -> float:
    """Return how broad a letter is in a serif at the most, in sizes of the script."""
    if unicodedata.east_asian_width(sign) in "WF" or sign in "mwMW@%—…":
        return 1.0
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if sign in "fijlrtI1 .,:;'|!()[]-":
        return 0.39
    return 0.78 if sign.isupper() else 0.56


def point_label(index: int, seat: int, lettered: bool, paths: bool) -> str:
    """The label of a seat's own point: its number, of the old game its letter or its number on the path."""
    if not lettered:
        return str(index)
    return path_number(index) if paths else letter(seat, index)


def place_men(count: int, seat: int, label: str) -> Place:
    """A point as `seat` sees it."""
    return Place(label, (seat if count > 0 else 1 - seat) if count else None, abs(count))


def list_men(points: Points, off: int, seat: int, lettered: bool, say: Wording, paths: bool = False) -> str:
    """The men of one side in words, each on its own points."""
    places = [(point_label(i, seat, lettered, paths), points[i]) for i in range(24, 0, -1) if points[i] > 0]
    words = [say.on_point.format(count=count, point=label) for label, count in places]
    barred = say.dead if lettered else say.on_bar
    words += [barred.format(count=points[BAR])] * (points[BAR] > 0)
    words += [say.borne_off.format(count=off)] * (off > 0)
    return say.comma.join(words) or say.nothing
