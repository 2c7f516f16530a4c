"""A position as an SVG picture: self-contained, without ids, the same bytes for the same position.

Every colour is a custom property such as `--kotra-ground`, so that a page may set its own; without one the
picture follows the light or dark scheme of the reader. A page with many boards puts `STYLE` into its head
once and draws them with `style=False`.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from kotra_notation.board.layout import Layout, Place

# Part of the picture: the property it sets, its colour in light and in dark.
PALETTE = {
    "paper": ("fill", "#fffdf8", "#1b1815"),
    "ink": ("fill", "#4a4036", "#cfc3ae"),
    "line": ("stroke", "#4a4036", "#8d8069"),
    "ground": ("fill", "#f5ecdb", "#2b2621"),
    "bar": ("fill", "#e9dcc3", "#221e1a"),
    "point-1": ("fill", "#d9bf97", "#574839"),
    "point-2": ("fill", "#e8d8bb", "#40372d"),
    "white": ("fill", "#fffdf8", "#f1e9da"),
    "white-edge": ("stroke", "#2f2822", "#14110e"),
    "black": ("fill", "#2f2822", "#100d0b"),
    "black-edge": ("stroke", "#f5ecdb", "#cfc3ae"),
}
MARKS = {"white-mark": "white-edge", "black-mark": "black-edge"}  # what is written on men, dice
SEATS = ("white", "black")
SERIF = "Palatino,'Palatino Linotype','Book Antiqua',Georgia,serif"

POINT, TALL, RADIUS = 40, 166, 18
HALF, BAR, DEEP = 6 * POINT, 46, 408
TRAY, GAP = 46, 10
LABELS, NAMES, EDGE = 26, 32, 10
CUBE = 36
STACK = 5
PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}  # places of a three by three grid


def rules(scheme: int) -> str:
    """The style rules of one scheme: 1 light, 2 dark."""
    lines = [f".kotra-{part}{{{row[0]}:var(--kotra-{part},{row[scheme]})}}" for part, row in PALETTE.items()]
    lines += [
        f".kotra-{mark}{{fill:var(--kotra-{part},{PALETTE[part][scheme]})}}" for mark, part in MARKS.items()
    ]
    return "".join(lines)


STYLE = f"{rules(1)}@media (prefers-color-scheme:dark){{{rules(2)}}}"


def paint(*parts: str) -> str:
    """The class of some parts, and their light colours for programs that know no custom properties."""
    plain = "".join(f' {PALETTE[part][0]}="{PALETTE[part][1]}"' for part in parts if part in PALETTE)
    plain += "".join(f' fill="{PALETTE[MARKS[part]][1]}"' for part in parts if part in MARKS)
    return f'class="{" ".join(f"kotra-{part}" for part in parts)}"{plain}'


def svg(layout: Layout, *, style: bool = True) -> str:
    """The picture."""
    return Picture(layout).drawn(style)


class Picture:
    """The measures of one picture, and its parts as they are drawn."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.left = EDGE + (CUBE + GAP if layout.cube else 0)
        self.top = LABELS + (NAMES if layout.named else EDGE // 2)
        self.right = self.left + 2 * HALF + BAR
        self.middle = self.top + DEEP // 2
        self.foot = self.top + DEEP
        self.width = self.right + GAP + TRAY + EDGE
        self.height = self.foot + self.top

    def drawn(self, style: bool) -> str:
        """The whole."""
        size = f'viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="kotra-board" role="img" {size} '
            f'font-family="{SERIF}" text-anchor="middle">',
            f"<title>{escape(self.layout.title)}</title><desc>{escape(self.layout.description)}</desc>",
            f"<style>{STYLE}</style>" if style else "",
            f'<rect {paint("paper")} width="{self.width}" height="{self.height}" rx="6"/>',
            self.table(),
            self.labels(),
            self.names() if self.layout.named else "",
            *(self.men(seat) for seat in (0, 1)),
            self.dice(),
            self.cube(),
            self.turn(),
            "</svg>",
        ]
        return "".join(parts)

    def table(self) -> str:
        """The ground, the points, the bar and the trays."""
        left, top = self.left, self.top
        tray, half = self.right + GAP, DEEP // 2 - 22
        dark: list[str] = []
        light: list[str] = []
        for column in range(12):
            x = self.column(column) - POINT // 2
            down = f"M{x} {top}h{POINT}l-{POINT // 2} {TALL}z"
            up = f"M{x} {self.foot}h{POINT}l-{POINT // 2}-{TALL}z"
            for way, one in ((down, column % 2), (up, 1 - column % 2)):
                (dark if one else light).append(way)
        trays = "".join(
            f'<rect x="{tray}" y="{y}" width="{TRAY}" height="{half}"/>' for y in (top, self.foot - half)
        )
        return (
            f'<rect {paint("ground")} x="{left}" y="{top}" width="{self.right - left}" height="{DEEP}"/>'
            f'<path {paint("point-1")} d="{"".join(dark)}"/><path {paint("point-2")} d="{"".join(light)}"/>'
            f"<g {paint('bar', 'line')}>"
            f'<rect x="{left + HALF}" y="{top}" width="{BAR}" height="{DEEP}"/>{trays}</g>'
            f'<rect {paint("line")} fill="none" stroke-width="2" '
            f'x="{left}" y="{top}" width="{self.right - left}" height="{DEEP}"/>'
        )

    def column(self, number: int) -> int:
        """The middle of the point so many places from the left."""
        return self.left + POINT // 2 + number * POINT + (BAR if number > 5 else 0)

    def labels(self) -> str:
        """The numbers or letters of the points."""
        rows = (self.layout.top, self.top - 9), (self.layout.bottom, self.foot + 19)
        texts = [
            f'<text x="{self.column(number)}" y="{y}">{place.label}</text>'
            for places, y in rows
            for number, place in enumerate(places)
        ]
        return f'<g {paint("ink")} font-size="15">{"".join(texts)}</g>'

    def names(self) -> str:
        """The names above and below, each after a man of its side."""
        below = self.layout.seat_below
        parts = []
        for seat, y in ((1 - below, 20), (below, self.height - 18)):
            parts.append(self.group(seat, self.circle(self.left + 9, y - 1, 8), 1.5))
            parts.append(
                f'<text {paint("ink")} x="{self.left + 26}" y="{y + 5}" font-size="18" '
                f'text-anchor="start">{escape(self.layout.names[seat])}</text>'
            )
        return "".join(parts)

    def men(self, seat: int) -> str:
        """All men of a seat: on the points, on the bar and off."""
        shapes: list[str] = []
        numbers: list[str] = []
        for places, y, step in self.rows():
            for number, place in enumerate(places):
                if place.seat == seat:
                    self.stack(shapes, numbers, self.column(number), y, step, place.men)
        below = seat == self.layout.seat_below
        step = 2 * RADIUS + 1 if below else -2 * RADIUS - 1
        start = self.middle + (2 if below else -2)
        self.stack(shapes, numbers, self.left + HALF + BAR // 2, start, step, self.layout.bar[seat])
        shapes.append(self.off(seat, below))
        marked = f'<g {paint(SEATS[seat] + "-mark")} font-size="17">{"".join(numbers)}</g>' if numbers else ""
        return self.group(seat, "".join(shapes), 1.5) + marked

    def rows(self) -> Iterable[tuple[tuple[Place, ...], int, int]]:
        """Both rows of points with the edge their men start from and the way they grow."""
        step = 2 * RADIUS
        return (self.layout.top, self.top + 1, step), (self.layout.bottom, self.foot - 1, -step)

    def stack(self, shapes: list[str], numbers: list[str], x: int, y: int, step: int, count: int) -> None:
        """Men in a column from y on, at most five of them, with their number if there are more."""
        shown = min(count, STACK)
        centre = y + step // 2
        shapes += [self.circle(x, centre + step * n, RADIUS - 1) for n in range(shown)]
        if count > STACK:
            numbers.append(f'<text x="{x}" y="{centre + step * (shown - 1) + 6}">{count}</text>')

    def off(self, seat: int, below: bool) -> str:
        """The men borne off, lying on their edges in the tray."""
        x, y, step = self.right + GAP + 5, self.foot - 14 if below else self.top + 4, -12 if below else 12
        slabs = "".join(
            f"M{x} {y + step * n}h{TRAY - 10}v10h-{TRAY - 10}z" for n in range(self.layout.off[seat])
        )
        return f'<path d="{slabs}"/>' if slabs else ""

    def dice(self) -> str:
        """The dice in the right half of the one who threw them."""
        if not self.layout.dice:
            return ""
        seat = self.layout.on_roll
        x = self.thrown() - 38
        boxes = "".join(
            f'<rect x="{x + 42 * n}" y="{self.middle - 17}" width="34" height="34" rx="6"/>' for n in (0, 1)
        )
        spots = [
            self.circle(x + 42 * n + 8 + 9 * (int(spot) % 3), self.middle - 9 + 9 * (int(spot) // 3), 3)
            for n, die in enumerate(self.layout.dice)
            for spot in PIPS[die]
        ]
        return self.group(seat, boxes, 1.5) + f"<g {paint(SEATS[seat] + '-mark')}>{''.join(spots)}</g>"

    def thrown(self) -> int:
        """The middle of the half that the one on roll throws into."""
        mine = self.layout.on_roll == self.layout.seat_below
        return self.right - HALF // 2 if mine else self.left + HALF // 2

    def cube(self) -> str:
        """The cube: in the middle, beside its owner, or on the board where it is on offer."""
        cube, offered = self.layout.cube, self.layout.offered
        if not cube:
            return ""
        x, y = EDGE, self.middle - CUBE // 2
        if offered:
            x = self.thrown() - CUBE // 2
        elif cube.owner is not None:
            y = self.foot - CUBE if cube.owner == self.layout.seat_below else self.top
        value = offered or cube.value
        size = {1: 20, 2: 20, 3: 16}.get(len(str(value)), 12)
        return (
            f'<rect {paint("paper", "line")} stroke-width="1.5" x="{x}" y="{y}" '
            f'width="{CUBE}" height="{CUBE}" rx="6"/>'
            f'<text {paint("ink")} font-size="{size}" x="{x + CUBE // 2}" '
            f'y="{y + CUBE // 2 + round(size * 0.34)}">{value}</text>'
        )

    def turn(self) -> str:
        """A small triangle between the trays that points to the side on roll."""
        x, below = self.right + GAP + TRAY // 2, self.layout.on_roll == self.layout.seat_below
        y, way = (self.middle - 7, 14) if below else (self.middle + 7, -14)
        return f'<path {paint("ink")} d="M{x - 9} {y}h18l-9 {way}z"/>'

    def circle(self, x: int, y: int, radius: int) -> str:
        """A disc."""
        return f'<circle cx="{x}" cy="{y}" r="{radius}"/>'

    def group(self, seat: int, shapes: str, width: float) -> str:
        """Shapes in the fill and outline of a seat."""
        return f'<g {paint(SEATS[seat], SEATS[seat] + "-edge")} stroke-width="{width}">{shapes}</g>'
