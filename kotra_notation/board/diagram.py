"""A position as a text diagram, under 80 columns wide, in plain ASCII or with drawn lines."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.board.layout import Layout, Place

HEIGHT = 5
NAME_WIDTH = 28


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


def diagram(layout: Layout, *, ascii_only: bool = False) -> str:
    """The lines of the diagram, each ended by a line feed."""
    marks = ASCII if ascii_only else DRAWN
    below = layout.seat_below
    rows = [
        labels(layout.top),
        border(marks, marks.above),
        *half(layout.top, layout.bar[1 - below], 1 - below, marks),
        middle(layout, marks),
        *reversed(half(layout.bottom, layout.bar[below], below, marks)),
        border(marks, marks.below),
        labels(layout.bottom),
    ]
    aside = [""] * len(rows)
    aside[1:5] = about(layout, 1 - below, marks)
    aside[7] = cube(layout, None)
    aside[10:14] = about(layout, below, marks)
    return "".join(f"{row:<46}{note}".rstrip() + "\n" for row, note in zip(rows, aside, strict=True))


def half(places: tuple[Place, ...], bar: int, seat: int, marks: Marks) -> list[str]:
    """The five lines of one row of points, from the edge to the middle."""
    columns = [column(place, marks) for place in places]
    barred = list(reversed(stack(bar, marks.men[seat], " ")))
    lines = []
    for depth in range(HEIGHT):
        cells = [f"{one[depth]:^3}" for one in columns]
        left, right = "".join(cells[:6]), "".join(cells[6:])
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


def labels(places: tuple[Place, ...]) -> str:
    """The line of point numbers or letters."""
    cells = [f"{place.label:^3}" for place in places]
    return f"  {''.join(cells[:6])}     {''.join(cells[6:])}"


def border(marks: Marks, corners: tuple[str, str, str]) -> str:
    """The edge of the board."""
    left, inner, right = corners
    wide, narrow = marks.across * 18, marks.across * 3
    return f" {left}{wide}{inner}{narrow}{inner}{wide}{right}"


def middle(layout: Layout, marks: Marks) -> str:
    """The line between the rows: the dice, or the cube on offer, in the half of the one who threw it."""
    shown = "{} {}".format(*layout.dice) if layout.dice else f"[{layout.offered}]" if layout.offered else ""
    left, right = ("", shown) if layout.on_roll == layout.seat_below else (shown, "")
    return f" {marks.down}{left:^18}{marks.down}   {marks.down}{right:^18}{marks.down}"


def about(layout: Layout, seat: int, marks: Marks) -> list[str]:
    """Four lines on a seat: its men and name, pips, men off, the cube it owns; mirrored at the bottom."""
    say = layout.wording
    roll = marks.roll if seat == layout.on_roll else " "
    lines = [
        f"{roll} {marks.men[seat]} {layout.names[seat][:NAME_WIDTH]}",
        f"    {say.pips.format(count=layout.pips[seat])}",
        f"    {say.off.format(count=layout.off[seat])}",
        cube(layout, seat),
    ]
    return lines[::-1] if seat == layout.seat_below else lines


def cube(layout: Layout, owner: int | None) -> str:
    """The cube, beside the one who owns it."""
    mine = layout.cube is not None and layout.cube.owner == owner
    return f"    {layout.wording.cube.format(value=layout.cube.value)}" if layout.cube and mine else ""
