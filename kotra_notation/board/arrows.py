"""Arrows over a drawn board: the hops of a play, from man to man, bent so that they pass no other men."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from kotra_notation.board.layout import Layout
from kotra_notation.board.points import BAR, OFF
from kotra_notation.board.themes import Theme


class Measures(NamedTuple):
    """The numbers of one board; `y` counts downwards, a `_step` goes from one thing to the next."""

    # The table.
    right: int = 526
    foot: int = 408
    middle: int = 204
    point: int = 40  # width of a point, and from one column to the next
    point_height: int = 166
    bar_left: int = 240
    bar_width: int = 46
    bar_x: int = 263
    tray_left: int = 536
    tray_width: int = 46
    tray_height: int = 182
    # Columns count from 0 to 11 from the left: the first six from one place, the others from another.
    column_x: int = 20
    column_x_right_half: int = 66
    # Men: the first on a point lies so far from its edge; on the bar, so far from the middle.
    man: int = 17
    man_edge: int = 19
    man_step: int = 36
    man_bar: int = 21
    man_bar_step: int = 37
    stack: int = 5  # more men than so many on one place are told by a number on the last of them
    ring: int = 11
    number_size: int = 17
    number_drop: int = 6  # from the centre of a number to its line
    # Men borne off lie on their edges in the trays, the first so far from the edge.
    slab_left: int = 541
    slab_width: int = 36
    slab_height: int = 10
    slab_edge: int = 4
    slab_step: int = 12
    # Dice and the cube on offer lie in the half of the one who throws: the left or the right.
    left_half_x: int = 120
    right_half_x: int = 406
    die: int = 34
    die_round: int = 6
    die_step: int = 42
    spot: int = 3
    spot_step: int = 9
    # The cube beside the table.
    cube: int = 36
    cube_left: int = -46
    cube_round: int = 6
    # The triangle that points to the side on roll.
    turn_x: int = 559
    turn_width: int = 18
    turn_height: int = 14
    # Labels and names.
    label_above: int = -9
    label_below: int = 427
    label_size: int = 15
    name_above: int = -33
    name_below: int = 453
    name_x: int = 26
    name_size: int = 18
    name_man: int = 8
    name_man_x: int = 9
    name_man_lift: int = 6
    # The paper around it.
    margin: int = 10
    margin_cube: int = 56
    margin_labels: int = 31
    margin_names: int = 58

    def column(self, number: int) -> int:
        """The middle of the point so many places from the left."""
        return (self.column_x_right_half if number > 5 else self.column_x) + number * self.point

    def on_point(self, slot: int, above: bool) -> int:
        """The height of a man on a point, the one at the edge being 0."""
        y = self.man_edge + self.man_step * min(slot, self.stack - 1)
        return y if above else self.foot - y

    def on_bar(self, slot: int, above: bool) -> int:
        """The height of a man on the bar, the one nearest to the middle being 0."""
        y = self.man_bar + self.man_bar_step * min(slot, self.stack - 1)
        return self.middle - y if above else self.middle + y

    def slab(self, slot: int, above: bool) -> int:
        """The upper edge of a man borne off."""
        y = self.slab_edge + self.slab_step * slot
        return y if above else self.foot - self.slab_height - y


BOARD = Measures()
MEASURES: dict[str, int] = BOARD._asdict()


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
    """The hops with equal ones as one; those of the side on roll lead from men, those of the other to men."""
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
