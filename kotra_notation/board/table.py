"""The bare table of a drawn board: paper, ground, points, bar and trays, all that never changes in a game."""

from __future__ import annotations

from typing import NamedTuple

from kotra_notation.board.measures import BOARD
from kotra_notation.board.themes import DEFAULT, THEMES, Theme

SERIF = "Palatino,'Palatino Linotype','Book Antiqua',Georgia,serif"


class TablePaper(NamedTuple):
    """What the paper around the table has room for."""

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
    """A picture of the bare table, with paper around it for a cube, labels and names.

    It is hidden from screen readers: a page that draws men on it says what they show.
    """
    paper, theme = TablePaper(cube, labels, names), THEMES[DEFAULT]
    return f'{opened(paper, theme)} aria-hidden="true">{drawn(paper, theme, hatched=True)}</svg>'


def opened(paper: TablePaper, theme: Theme, wanted: int | None = None) -> str:
    """The first tag of a picture so many pixels wide, not yet closed."""
    left, top, width, height = paper.box
    shown = wanted or width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{theme.classes}" '
        f'viewBox="{left} {top} {width} {height}" width="{shown}" height="{round(height * shown / width)}" '
        f'font-family="{SERIF}" text-anchor="middle"'
    )


def drawn(paper: TablePaper, theme: Theme, *, hatched: bool) -> str:
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
