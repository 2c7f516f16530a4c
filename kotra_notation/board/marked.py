"""Outlines around points of a drawn board, such as those of a form; points side by side have one outline."""

from __future__ import annotations

from kotra_notation.board.layout import Layout
from kotra_notation.board.measures import BOARD
from kotra_notation.board.themes import Theme

HEIGHT = BOARD.man_edge + BOARD.man_step * (BOARD.stack - 1) + BOARD.man + 2
ROUND = 9


def drawn(layout: Layout, theme: Theme) -> str:
    """The outlines of a layout, to lie below the men."""
    spots = sorted({layout.spot(seat, index) for seat, index in layout.marked}, key=lambda one: one[::-1])
    runs: list[tuple[int, int, bool]] = []
    for number, above in spots:
        first, last, row = runs[-1] if runs else (-1, -2, above)
        if row is above and number == last + 1 != 6:
            runs[-1] = first, number, above
        else:
            runs.append((number, number, above))
    boxes = "".join(outline(*run) for run in runs)
    paint = theme.paint("mark", "mark-inside")
    return f'<g {paint} fill-opacity="0.16" stroke-width="3">{boxes}</g>' if boxes else ""


def outline(first: int, last: int, above: bool) -> str:
    """The outline of the points from one column to another."""
    left = BOARD.column(first) - BOARD.point // 2 + 2
    right = BOARD.column(last) + BOARD.point // 2 - 2
    y = 2 if above else BOARD.foot - 2 - HEIGHT
    return f'<rect x="{left}" y="{y}" width="{right - left}" height="{HEIGHT}" rx="{ROUND}"/>'
