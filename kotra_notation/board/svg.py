"""A position as an SVG picture: self-contained, without ids, the same bytes for the same position.

A page with many boards puts `STYLE` into its head once and draws them with `style=False`; one that draws
the men itself takes the bare `table` and `MEASURES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from kotra_notation.board import arrows
from kotra_notation.board.arrows import BOARD, MEASURES
from kotra_notation.board.layout import Layout, fitting
from kotra_notation.board.themes import DEFAULT, SEATS, STYLE, THEMES, Theme, find_theme, theme_style

MARK_HEIGHT = BOARD.man_edge + BOARD.man_step * (BOARD.stack - 1) + BOARD.man + 2
MARK_ROUNDING = 9


def _marks(layout: Layout, theme: Theme) -> str:
    """The outlines of a layout, to lie below the men."""
    spots = sorted({layout.spot(seat, index) for seat, index in layout.marked}, key=lambda one: one[::-1])
    runs: list[tuple[int, int, bool]] = []
    for number, above in spots:
        first, last, row = runs[-1] if runs else (-1, -2, above)
        if row is above and number == last + 1 != 6:
            runs[-1] = first, number, above
        else:
            runs.append((number, number, above))
    boxes = "".join(_outline(*run) for run in runs)
    paint = theme.paint("mark", "mark-inside")
    return f'<g {paint} fill-opacity="0.16" stroke-width="3">{boxes}</g>' if boxes else ""


def _outline(first: int, last: int, above: bool) -> str:
    """The outline of the points from one column to another."""
    left = BOARD.column(first) - BOARD.point // 2 + 2
    right = BOARD.column(last) + BOARD.point // 2 - 2
    y = 2 if above else BOARD.foot - 2 - MARK_HEIGHT
    return f'<rect x="{left}" y="{y}" width="{right - left}" height="{MARK_HEIGHT}" rx="{MARK_ROUNDING}"/>'


SERIF = "Palatino,'Palatino Linotype','Book Antiqua',Georgia,serif"


class TablePaper(NamedTuple):
    """The things that the paper around the table has room for."""

    cube: bool
    labels: bool
    names: bool

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, width and height."""
        left = -(BOARD.margin_cube if self.cube else BOARD.margin)
        top = -(BOARD.margin_names if self.names else BOARD.margin_labels if self.labels else BOARD.margin)
        right = BOARD.tray_left + BOARD.tray_width + BOARD.margin
        return left, top, right - left, BOARD.foot - 2 * top


def table(*, cube: bool = True, labels: bool = True, names: bool = False) -> str:
    """A picture of the bare table, with paper around it for a cube, labels and names; hidden from readers."""
    paper, theme = TablePaper(cube, labels, names), THEMES[DEFAULT]
    return f'{open_svg(paper, theme)} aria-hidden="true">{draw_table(paper, theme, hatched=True)}</svg>'


def open_svg(paper: TablePaper, theme: Theme, wanted: int | None = None) -> str:
    """The first tag of a picture so many pixels wide, not yet closed."""
    left, top, width, height = paper.box
    shown = wanted or width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{theme.classes}" '
        f'viewBox="{left} {top} {width} {height}" width="{shown}" height="{round(height * shown / width)}" '
        f'font-family="{SERIF}" text-anchor="middle"'
    )


def draw_table(paper: TablePaper, theme: Theme, *, hatched: bool) -> str:
    """The paper, and the table on it, the dark points hatched."""
    left, top, width, height = paper.box
    right, foot, paint = BOARD.right, BOARD.foot, theme.paint
    trays = "".join(
        f'<rect x="{BOARD.tray_left}" y="{y}" width="{BOARD.tray_width}" height="{BOARD.tray_height}"/>'
        for y in (0, foot - BOARD.tray_height)
    )
    return (
        f'<rect {paint("paper")} x="{left}" y="{top}" width="{width}" height="{height}" rx="6"/>'
        f'<rect {paint("ground")} width="{right}" height="{foot}"/>'
        f"{points(theme)}{hatch(theme) if hatched else ''}"
        f"<g {paint('bar', 'line')}>"
        f'<rect x="{BOARD.bar_left}" width="{BOARD.bar_width}" height="{foot}"/>{trays}</g>'
        f'<rect {paint("line")} fill="none" stroke-width="2" width="{right}" height="{foot}"/>'
    )


def points(theme: Theme) -> str:
    """The points, dark and light in turn."""
    wide, high = BOARD.point, BOARD.point_height
    shades: tuple[list[str], list[str]] = ([], [])
    for number in range(12):
        x = BOARD.column(number) - wide // 2
        shades[1 - number % 2].append(f"M{x} 0h{wide}l-{wide // 2} {high}z")
        shades[number % 2].append(f"M{x} {BOARD.foot}h{wide}l-{wide // 2}-{high}z")
    return "".join(
        f'<path {theme.paint(f"point-{shade}", "point-edge")} d="{"".join(shapes)}"/>'
        for shade, shapes in enumerate(shades, 1)
    )


def hatch(theme: Theme) -> str:
    """Lines along the dark points, for paper without shades."""
    lines = []
    for number in range(12):
        edge, way = (0, "") if number % 2 else (BOARD.foot, "-")
        for aside in range(-15, 16, 5):
            high = BOARD.point_height * (BOARD.point // 2 - abs(aside)) // (BOARD.point // 2)
            lines.append(f"M{BOARD.column(number) + aside} {edge}v{way}{high}")
    return f'<path {theme.paint("hatch")} d="{"".join(lines)}"/>'


__all__ = ["MEASURES", "STYLE", "svg", "table", "theme_style"]

PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}  # places of a three by three grid
CUBE_SIZES = {1: 20, 2: 20, 3: 16}  # of the cube's number, by its digits
CUBE_SMALLEST = 12
TRAY = BOARD.tray_height // BOARD.slab_step
EDGE_WIDTH = 1.5


def svg(
    layout: Layout, *, style: bool = True, theme: str = DEFAULT, labels: bool = True, width: int | None = None
) -> str:
    """The picture, so many pixels wide; ValueError for a theme there is none of."""
    paper = TablePaper(cube=layout.cube is not None, labels=labels, names=layout.named)
    return BoardPicture(layout, paper, find_theme(theme)).draw(style, width)


class BoardPicture:
    """One picture, and its parts as they are drawn."""

    def __init__(self, layout: Layout, paper: TablePaper, theme: Theme) -> None:
        self.layout = layout
        self.paper = paper
        self.theme = theme
        self.paint = theme.paint

    def draw(self, style: bool, width: int | None) -> str:
        """The whole."""
        layout, theme = self.layout, self.theme
        parts = [
            f'{open_svg(self.paper, theme, width)} role="img">',
            f"<title>{escape(layout.title)}</title><desc>{escape(layout.description)}</desc>",
            f"<style>{theme.style()}</style>" if style else "",
            f'<g class="kotra-table">{draw_table(self.paper, theme, hatched=theme.shows("hatch"))}</g>',
            _marks(layout, theme),
            self.labels() if self.paper.labels else "",
            self.names() if self.paper.names else "",
            *(self.men(seat) for seat in (0, 1)),
            arrows.draw_arrows(layout, theme),
            self.dice(),
            self.cube(),
            self.turn(),
            "</svg>",
        ]
        return "".join(parts)

    def labels(self) -> str:
        """The numbers or letters of the points."""
        rows = (self.layout.top, BOARD.label_above), (self.layout.bottom, BOARD.label_below)
        texts = [
            f'<text x="{BOARD.column(number)}" y="{y}">{spot.label}</text>'
            for places, y in rows
            for number, spot in enumerate(places)
        ]
        return f'<g {self.paint("ink")} font-size="{BOARD.label_size}">{"".join(texts)}</g>'

    def names(self) -> str:
        """The names above and below, each after a man of its side, and the pip counts."""
        below = self.layout.seat_below
        parts = []
        for seat, y in ((1 - below, BOARD.name_above), (below, BOARD.name_below)):
            man = circle(BOARD.name_man_x, y - BOARD.name_man_lift, BOARD.name_man)
            pips = self.layout.wording.pips.format(count=self.layout.pips[seat])
            parts.append(
                f"{self.group(seat, man)}<g {self.paint('ink')}>"
                f'<text x="{BOARD.name_x}" y="{y}" font-size="{BOARD.name_size}" '
                f'text-anchor="start">{escape(fitting(self.layout.names[seat]))}</text>'
                f'<text x="{BOARD.right}" y="{y}" font-size="{BOARD.label_size}" '
                f'text-anchor="end">{escape(pips)}</text></g>'
            )
        return "".join(parts)

    def men(self, seat: int) -> str:
        """All men of a seat: on the points, on the bar and off."""
        men = rings = told = ""
        for x, heights, count in self.stacks(seat):
            men += "".join(circle(x, y, BOARD.man) for y in heights[:count])
            rings += "".join(
                circle(x, y, BOARD.ring) for y in heights[: count if count <= BOARD.stack else -1]
            )
            if count > BOARD.stack:
                told += f'<text x="{x}" y="{heights[-1] + BOARD.number_drop}">{count}</text>'
        marks = f'<g {self.paint(SEATS[seat] + "-mark")} font-size="{BOARD.number_size}">{told}</g>'
        off = self.off(seat, seat != self.layout.seat_below)
        return self.group(seat, men + off) + self.rings(seat, rings) + (marks if told else "")

    def stacks(self, seat: int) -> Iterator[tuple[int, list[int], int]]:
        """The places of a seat's men: how far from the left, the heights of men there, and their number."""
        for above, places in ((True, self.layout.top), (False, self.layout.bottom)):
            for number, spot in enumerate(places):
                if spot.seat == seat:
                    heights = [BOARD.on_point(slot, above) for slot in range(BOARD.stack)]
                    yield BOARD.column(number), heights, spot.men
        above = seat != self.layout.seat_below
        yield BOARD.bar_x, [BOARD.on_bar(slot, above) for slot in range(BOARD.stack)], self.layout.bar[seat]

    def rings(self, seat: int, rings: str) -> str:
        """The rings on black men without a number, in themes that tell the sides apart by them."""
        if SEATS[seat] != "black" or not self.theme.shows("black-ring"):
            return ""
        return f'<g {self.paint("black-ring")} fill="none" stroke-width="{EDGE_WIDTH}">{rings}</g>'

    def off(self, seat: int, above: bool) -> str:
        """The men borne off, lying on their edges in the tray, as many as it holds."""
        wide, high = BOARD.slab_width, BOARD.slab_height
        slabs = "".join(
            f"M{BOARD.slab_left} {BOARD.slab(slot, above)}h{wide}v{high}h-{wide}z"
            for slot in range(min(self.layout.off[seat], TRAY))
        )
        return f'<path d="{slabs}"/>' if slabs else ""

    def dice(self) -> str:
        """The dice in the right half of the one who threw them; of a lone first die no second."""
        thrown = [die for die in self.layout.dice or () if die in PIPS]
        if not thrown:
            return ""
        seat, size = self.layout.on_roll, BOARD.die
        centres = [self.throw_middle() + way * BOARD.die_step // 2 for way in (-1, 1)][: len(thrown)]
        boxes = "".join(
            f'<rect x="{x - size // 2}" y="{BOARD.middle - size // 2}" width="{size}" height="{size}" '
            f'rx="{BOARD.die_round}"/>'
            for x in centres
        )
        spots = [
            circle(
                x + BOARD.spot_step * (int(spot) % 3 - 1),
                BOARD.middle + BOARD.spot_step * (int(spot) // 3 - 1),
                BOARD.spot,
            )
            for x, die in zip(centres, thrown, strict=True)
            for spot in PIPS[die]
        ]
        return self.group(seat, boxes) + f"<g {self.paint(SEATS[seat] + '-mark')}>{''.join(spots)}</g>"

    def throw_middle(self) -> int:
        """The middle of the half that the one on roll throws into."""
        mine = self.layout.on_roll == self.layout.seat_below
        return BOARD.right_half_x if mine else BOARD.left_half_x

    def cube(self) -> str:
        """The cube: in the middle, beside its owner, or on the board; in its place what forbids to double."""
        cube, offered = self.layout.cube, self.layout.offered_value
        if not cube:
            return ""
        wide = BOARD.cube
        x, y = BOARD.cube_left, BOARD.middle - wide // 2
        if self.layout.crawford:
            x += wide // 2 + 5  # where its letters stand, the cube has its middle
            return (
                f'<text {self.paint("ink")} font-size="{BOARD.name_size}" x="{x}" y="{BOARD.middle}" '
                f'transform="rotate(-90 {x} {BOARD.middle})">Crawford</text>'
            )
        if offered:
            x = self.throw_middle() - wide // 2
        elif cube.owner is not None:
            y = BOARD.foot - wide if cube.owner == self.layout.seat_below else 0
        value = offered or cube.value
        size = CUBE_SIZES.get(len(str(value)), CUBE_SMALLEST)
        return (
            f'<rect {self.paint("paper", "line")} stroke-width="{EDGE_WIDTH}" x="{x}" y="{y}" '
            f'width="{wide}" height="{wide}" rx="{BOARD.cube_round}"/>'
            f'<text {self.paint("ink")} font-size="{size}" x="{x + wide // 2}" '
            f'y="{y + wide // 2 + round(size * 0.34)}">{value}</text>'
        )

    def turn(self) -> str:
        """A small triangle between the trays that points to the side on roll."""
        x, wide, high = BOARD.turn_x, BOARD.turn_width, BOARD.turn_height
        way = 1 if self.layout.on_roll == self.layout.seat_below else -1
        return (
            f'<path {self.paint("ink")} d="M{x - wide // 2} {BOARD.middle - way * high // 2}h{wide}'
            f'l-{wide // 2} {way * high}z"/>'
        )

    def group(self, seat: int, shapes: str) -> str:
        """Shapes in the fill and outline of a seat."""
        return f'<g {self.paint(SEATS[seat], SEATS[seat] + "-edge")} stroke-width="{EDGE_WIDTH}">{shapes}</g>'


def circle(x: int, y: int, radius: int) -> str:
    """A disc."""
    return f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
