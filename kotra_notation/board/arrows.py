"""Arrows over a drawn board: the hops of a play, from man to man, bent so that they pass no other men."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from kotra_notation.board.layout import Layout
from kotra_notation.board.measures import BOARD
from kotra_notation.board.points import BAR, OFF
from kotra_notation.board.themes import Theme

HEAD, WIDE = 17, 9  # length of an arrow's head and half its width
LINE, HALO = 4, 9
RING, DOT, BADGE, DIGITS = 21, 5, 11, 14
BOW_ALONG, BOW_ACROSS = 0.22, 0.1  # how far an arrow bends, of its length

Place = tuple[int, int]  # a seat and its own point


class Flight(NamedTuple):
    """An arrow from one man's place to another, how many men go there, and whether a man is hit."""

    start: tuple[int, int]
    end: tuple[int, int]
    times: int
    hit: bool


def draw_arrows(layout: Layout, theme: Theme) -> str:
    """The arrows of a layout, each over a seam that keeps it apart from what lies below."""
    if not layout.arrows:
        return ""
    lines: list[str] = []
    heads: list[str] = []
    badges: list[str] = []
    for flight in flights(layout):
        line, head = shape(flight)
        lines.append(line)
        heads.append(head)
        if flight.times > 1:
            badges.append(badge(flight.start, flight.times, theme))
    line, head = "".join(lines), "".join(heads)
    return (
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path {theme.paint("halo")} stroke-width="{HALO}" d="{line}{head}"/>'
        f'<path {theme.paint("arrow")} stroke-width="{LINE}" d="{line}"/></g>'
        f'<path {theme.paint("arrow-head")} d="{head}"/>{"".join(badges)}'
    )


def flights(layout: Layout) -> list[Flight]:
    """The hops with equal ones as one.

    Hops of the side on roll are yet to be made; those of the other have been, and lead to where men stand.
    """
    times = Counter(arrow[:3] for arrow in layout.arrows)
    hits = {arrow[:3] for arrow in layout.arrows if arrow.hit}
    ahead = [one for one in times if one[0] == layout.on_roll]
    behind = [one for one in reversed(times) if one[0] != layout.on_roll]
    men: Counter[Place] = Counter()
    for seat, *ends in times:
        for index in ends:
            men[seat, index] = max(layout.men_of(seat, index), 0)
    made: list[Flight] = []
    for seat, source, target in ahead:
        count = times[seat, source, target]
        enemy = -layout.men_of(seat, target)
        hit = (seat, source, target) in hits or (enemy > 0 and not men[seat, target] and layout.falls(enemy))
        start = place(layout, seat, source, men[seat, source] - 1)
        men[seat, source] -= count
        end = place(layout, seat, target, max(men[seat, target], enemy - 1))
        men[seat, target] += count
        made.append(Flight(start, end, count, hit))
    for seat, source, target in behind:
        count = times[seat, source, target]
        end = place(layout, seat, target, men[seat, target] - 1)
        men[seat, target] -= count
        men[seat, source] += count
        start = place(layout, seat, source, men[seat, source] - 1)
        made.append(Flight(start, end, count, (seat, source, target) in hits))
    return made


def place(layout: Layout, seat: int, index: int, slot: int) -> tuple[int, int]:
    """The middle of a man of a seat, the first there being 0."""
    slot, above = max(slot, 0), seat != layout.seat_below
    if index == BAR:
        return BOARD.bar_x, BOARD.on_bar(slot, above)
    if index == OFF:
        return BOARD.turn_x, BOARD.slab(slot, above) + BOARD.slab_height // 2
    number, above = layout.spot(seat, index)
    return BOARD.column(number), BOARD.on_point(slot, above)


def shape(flight: Flight) -> tuple[str, str]:
    """The line of an arrow with the ring of a hit, and its head with the dot it starts from."""
    (x, y), (to_x, to_y) = flight.start, flight.end
    bend_x, bend_y = bend(flight.start, flight.end)
    length = hypot(to_x - bend_x, to_y - bend_y) or 1
    along = (to_x - bend_x) / length, (to_y - bend_y) / length
    short = RING if flight.hit else 2
    tip = to_x - along[0] * short, to_y - along[1] * short
    back = tip[0] - along[0] * HEAD, tip[1] - along[1] * HEAD
    corners = (
        tip,
        (back[0] - along[1] * WIDE, back[1] + along[0] * WIDE),
        (back[0] + along[1] * WIDE, back[1] - along[0] * WIDE),
    )
    line = f"M{x} {y}Q{points([(bend_x, bend_y), back])}"
    head = f"M{points(corners)}z{round_line(x, y, DOT)}"
    ring = round_line(to_x, to_y, RING) if flight.hit else ""
    return line + ring, head


def bend(start: tuple[int, int], end: tuple[int, int]) -> tuple[float, float]:
    """Return what an arrow bends towards: in one row the middle of the board, else a little to the side."""
    (x, y), (to_x, to_y) = start, end
    across, down = to_x - x, to_y - y
    if (y < BOARD.middle) == (to_y < BOARD.middle):
        inwards = 1 if y < BOARD.middle else -1
        return (x + to_x) / 2, (y + to_y) / 2 + inwards * (24 + BOW_ALONG * abs(across))
    side = -1 if (x + to_x) / 2 > BOARD.bar_x else 1
    turn = side if down > 0 else -side
    return (x + to_x) / 2 + turn * BOW_ACROSS * down, (y + to_y) / 2 - turn * BOW_ACROSS * across


def badge(start: tuple[int, int], times: int, theme: Theme) -> str:
    """The number of men that an arrow speaks of, where it starts."""
    x, y = start
    return (
        f'<circle {theme.paint("arrow-head", "halo")} stroke-width="2" cx="{x}" cy="{y}" r="{BADGE}"/>'
        f'<text {theme.paint("arrow-mark")} font-size="{DIGITS}" font-weight="bold" x="{x}" y="{y + 5}">'
        f"{times}</text>"
    )


def points(places: Iterable[tuple[float, float]]) -> str:
    """Places as a path lists them, in whole numbers."""
    return " ".join(f"{round(x)} {round(y)}" for x, y in places)


def round_line(x: int, y: int, radius: int) -> str:
    """A circle as a part of a path."""
    turn = f"a{radius} {radius} 0 1 0"
    return f"M{x - radius} {y}{turn} {2 * radius} 0{turn}-{2 * radius} 0z"
