"""A position as a text diagram, under 80 columns wide or narrower, in plain ASCII or with drawn lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kotra_notation.board.layout import Layout, Place
from kotra_notation.board.points import BAR, OFF

HEIGHT = 5
NAME_WIDTH = 28
# What is beside the board stands in this column; there, and in this room, it is no longer beside it.
ASIDE, BESIDE = 46, 78
# So many columns has a point, and a point of a board that would be wider than its room.
POINT, NARROW = 3, 2
WIDTH = ASIDE - 1
# On the edge of the board: from where a man is played, and to where, above and below.
FROM, TO = "x", ("v", "^")


class Marks(NamedTuple):
    """The characters of a diagram: the men by seat, an empty point, and lines with their corners."""

    men: tuple[str, str]
    empty: str
    across: str
    down: str
    above: tuple[str, str, str]
    below: tuple[str, str, str]
    roll: str


ASCII = Marks(("O", "X"), ".", "-", "|", ("+", "+", "+"), ("+", "+", "+"), ">")
DRAWN = Marks(("○", "●"), "·", "─", "│", ("┌", "┬", "┐"), ("└", "┴", "┘"), "▸")


def diagram(layout: Layout, *, ascii_only: bool = False, room: int = BESIDE) -> str:
    """The lines of the diagram, each ended by a line feed; in less `room` the names stand above and below."""
    marks = ASCII if ascii_only else DRAWN
    above, below = 1 - layout.seat_below, layout.seat_below
    wide = POINT if room >= WIDTH else NARROW
    rows = [
        border(marks, marks.above, step_marks(layout, above=True), wide),
        *half(layout.top, layout.bar[above], above, marks, wide),
        middle(layout, marks, wide),
        *reversed(half(layout.bottom, layout.bar[below], below, marks, wide)),
        border(marks, marks.below, step_marks(layout, above=False), wide),
    ]
    top, bottom = labels(layout.top, wide), labels(layout.bottom, wide)
    if room >= BESIDE:
        aside = [""] * len(rows)
        aside[:4] = about(layout, above, marks)
        aside[6] = cube(layout, None)
        aside[9:] = about(layout, below, marks)[::-1]
        rows = [f"{row:<{ASIDE}}{note}" for row, note in zip(rows, aside, strict=True)]
        lines = [*top, *rows, *bottom]
    else:
        lines = [
            *outside(about(layout, above, marks), room),
            *[*top, *rows, *bottom],
            *outside([*about(layout, below, marks), cube(layout, None)], room),
        ]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def outside(notes: list[str], room: int) -> list[str]:
    """Notes on a seat on as few lines as they fit on, the name first."""
    lines = notes[:1]
    for note in filter(None, map(str.strip, notes[1:])):
        if len(lines[-1]) + 2 + len(note) <= room:
            lines[-1] += f"  {note}"
        else:
            lines.append(f"    {note}")
    return lines


def cells(words: list[str], wide: int) -> tuple[str, str]:
    """The cells of both halves of a row."""
    spaced = [f"{word:^3}" if wide == POINT else f"{word:>2}" for word in words]
    return "".join(spaced[:6]), "".join(spaced[6:])


def half(places: tuple[Place, ...], bar: int, seat: int, marks: Marks, wide: int) -> list[str]:
    """The five lines of one row of points, from the edge to the middle."""
    columns = [column(place, marks) for place in places]
    barred = list(reversed(stack(bar, marks.men[seat], " ")))
    lines = []
    for depth in range(HEIGHT):
        left, right = cells([one[depth] for one in columns], wide)
        lines.append(f" {marks.down}{left}{marks.down}{barred[depth]:^3}{marks.down}{right}{marks.down}")
    return lines


def column(place: Place, marks: Marks) -> list[str]:
    """The men on a point from the edge to the middle."""
    return stack(place.men, marks.men[place.seat or 0], marks.empty)


def stack(count: int, man: str, empty: str) -> list[str]:
    """So many men in five cells; more than five end in their number."""
    cells = [man] * min(count, HEIGHT) or [empty]
    if count > HEIGHT:
        cells[-1] = str(count)
    return cells + [" "] * (HEIGHT - len(cells))


def labels(places: tuple[Place, ...], wide: int) -> list[str]:
    """The line of point numbers or letters; where two signs leave no gap, one below the other."""
    names = [place.label for place in places]
    rows = [names]
    if wide == NARROW and any(len(name) > 1 for name in names):
        rows = [[name[:-1] for name in names], [name[-1:] for name in names]]
    return ["  {}     {}".format(*cells(row, wide)) for row in rows if any(row)]


def step_marks(layout: Layout, *, above: bool) -> dict[int, str]:
    """The signs on an edge of the board, by column, that show from where men are played and to where."""
    left = {layout.spot(arrow.seat, arrow.source) for arrow in layout.arrows if arrow.source != BAR}
    reached = {layout.spot(arrow.seat, arrow.target) for arrow in layout.arrows if arrow.target != OFF}
    signs = {column: FROM for column, upper in left - reached if upper is above}
    return signs | {column: TO[not above] for column, upper in reached - left if upper is above}


def border(marks: Marks, corners: tuple[str, str, str], signs: Mapping[int, str], wide: int) -> str:
    """The edge of the board, with the signs of a play on it."""
    left, inner, right = corners
    words = [
        f"{signs[column]:{marks.across}{'^3' if wide == POINT else '>2'}}"
        if column in signs
        else marks.across * wide
        for column in range(12)
    ]
    return f" {left}{''.join(words[:6])}{inner}{marks.across * 3}{inner}{''.join(words[6:])}{right}"


def middle(layout: Layout, marks: Marks, wide: int) -> str:
    """The line between the rows: the dice, or the cube on offer, in the half of the one who threw it."""
    offer = layout.offered_value
    shown = "{} {}".format(*layout.dice) if layout.dice else f"[{offer}]" if offer else ""
    left, right = ("", shown) if layout.on_roll == layout.seat_below else (shown, "")
    return f" {marks.down}{left:^{6 * wide}}{marks.down}   {marks.down}{right:^{6 * wide}}{marks.down}"


def about(layout: Layout, seat: int, marks: Marks) -> list[str]:
    """Four lines on a seat: its men and name, pips, men off, the cube it owns."""
    say = layout.wording
    roll = marks.roll if seat == layout.on_roll else " "
    return [
        f"{roll} {marks.men[seat]} {layout.names[seat][:NAME_WIDTH]}",
        f"    {say.pips.format(count=layout.pips[seat])}",
        f"    {say.off.format(count=layout.off[seat])}",
        cube(layout, seat),
    ]


def cube(layout: Layout, owner: int | None) -> str:
    """The cube, beside the one who owns it; in its place what forbids to double."""
    if layout.crawford and owner is None:
        return "    Crawford"
    mine = layout.cube is not None and layout.cube.owner == owner
    return f"    {layout.wording.cube.format(value=layout.cube.value)}" if layout.cube and mine else ""
