"""A table of cells in columns for a terminal: as wide as there is room, else a line for each cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.report.cleaning import isolated
from kotra_notation.words.lines import width

GAP = "  "
# A column of text is cut to no less than this before the table is given up.
NARROWEST = 8
CUT = "…"

Cells = Sequence[str]


def grid(
    heads: Cells, rows: Sequence[Cells], numbers: Sequence[bool], room: int | None = None
) -> Iterator[str]:
    """The lines of a table; `numbers` says which columns stand to the right, `room` how wide it may be."""
    wide = [max([width(head), *(width(row[at]) for row in rows)]) for at, head in enumerate(heads)]
    fitted = wide if room is None else _fitted(wide, numbers, room)
    if fitted is None:
        yield from _records(heads, rows, room or 0)
        return
    yield _line(heads, fitted, numbers)
    yield GAP.join("─" * columns for columns in fitted)
    for row in rows:
        yield _line(row, fitted, numbers)


def _fitted(wide: Sequence[int], numbers: Sequence[bool], room: int) -> list[int] | None:
    """The widths that have room, the widest columns of text cut first; None where even that does not do."""
    fitted = list(wide)
    over = sum(fitted) + len(GAP) * (len(fitted) - 1) - room
    while over > 0:
        widest = max(
            (at for at, number in enumerate(numbers) if not number and fitted[at] > NARROWEST),
            key=lambda at: fitted[at],
            default=None,
        )
        if widest is None:
            return None
        fitted[widest] -= 1
        over -= 1
    return fitted


def _line(cells: Cells, widths: Sequence[int], numbers: Sequence[bool]) -> str:
    return GAP.join(
        _placed(cell, columns, number) for cell, columns, number in zip(cells, widths, numbers, strict=True)
    ).rstrip()


def _placed(cell: str, columns: int, number: bool) -> str:
    cell = cut(cell, columns)
    blanks = " " * (columns - width(cell))
    return blanks + cell if number else isolated(cell) + blanks


def cut(cell: str, columns: int) -> str:
    """A cell in so many columns, with a sign where something is left out."""
    if width(cell) <= columns:
        return cell
    kept, used = "", width(CUT)
    for sign in cell:
        used += width(sign)
        if used > columns:
            break
        kept += sign
    return kept + CUT


def _records(heads: Cells, rows: Sequence[Cells], room: int) -> Iterator[str]:
    """Each row as lines of names and values, with an empty line between."""
    names = min(max(map(width, heads), default=0), max(room // 3, NARROWEST))
    values = max(room - names - len(GAP), NARROWEST)
    for place, row in enumerate(rows):
        if place:
            yield ""
        for head, cell in zip(heads, row, strict=True):
            yield f"{_placed(head, names, False)}{GAP}{isolated(cut(cell, values))}".rstrip()
