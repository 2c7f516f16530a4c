"""Values as cells for a terminal, CSV and JSON, and cells in columns."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from math import isfinite
from typing import Any

from kotra_notation.report.cleaning import bare, isolate, spreadsheet_text
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
    fitted = wide if room is None else _fit_widths(wide, numbers, room)
    if fitted is None:
        yield from _records(heads, rows, room or 0)
        return
    yield _line(heads, fitted, numbers)
    yield GAP.join("─" * columns for columns in fitted)
    for row in rows:
        yield _line(row, fitted, numbers)


def _fit_widths(wide: Sequence[int], numbers: Sequence[bool], room: int) -> list[int] | None:
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
        _align_cell(cell, columns, number)
        for cell, columns, number in zip(cells, widths, numbers, strict=True)
    ).rstrip()


def _align_cell(cell: str, columns: int, number: bool) -> str:
    cell = cut(cell, columns)
    blanks = " " * (columns - width(cell))
    return blanks + cell if number else isolate(cell) + blanks


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
    """Yield each row as lines of names and values, with an empty line between."""
    names = min(max(map(width, heads), default=0), max(room // 3, NARROWEST))
    values = max(room - names - len(GAP), NARROWEST)
    for index, row in enumerate(rows):
        if index:
            yield ""
        for head, cell in zip(heads, row, strict=True):
            yield f"{_align_cell(head, names, False)}{GAP}{isolate(cut(cell, values))}".rstrip()


def shown_cell(value: object) -> str:
    """A value in one line for people, without what moves a cursor or turns the words beside it."""
    if isinstance(value, float):
        return _number(value)
    return " ".join(bare(_plain(value)).split())


def csv_cell(value: object) -> object:
    """A value for CSV: numbers as they are, text that no terminal obeys and no spreadsheet works out."""
    if isinstance(value, bool | bytes) or not isinstance(value, int | float):
        return spreadsheet_text(_plain(value))
    return value


def csv_line(row: Iterable[object]) -> str:
    """A row of CSV with its end."""
    line = StringIO()
    csv.writer(line, lineterminator="\n").writerow(map(csv_cell, row))
    return line.getvalue()


def json_text(value: object) -> str:
    """A value as JSON; signs that are not printed are written as their numbers, which means the same."""
    text = json.dumps(_of_json(value), ensure_ascii=False, allow_nan=False)
    return text if text.isprintable() else "".join(map(_escape, text))


def unique_names(names: Iterable[str]) -> list[str]:
    """The names, with a number behind those that were there before."""
    unique: list[str] = []
    for name in names:
        number, free = 1, name
        while free in unique:
            number += 1
            free = f"{name}_{number}"
        unique.append(free)
    return unique


def _plain(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case bytes() | bytearray():
            return value.hex()
        case list() | tuple() | dict():
            return json_text(value)
        case _:
            return str(value)


def _number(value: float) -> str:
    """A number with up to four digits behind the point; small ones and huge ones by their order."""
    if not 1e-3 <= abs(value) < 1e15:
        return f"{value:.3g}"
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _of_json(value: object) -> Any:
    match value:
        case bool() | int() | str() | None:
            return value
        case float():
            return value if isfinite(value) else None
        case list() | tuple():
            return [_of_json(item) for item in value]
        case dict():
            return {_plain(key): _of_json(item) for key, item in value.items()}
        case _:
            return _plain(value)


def _escape(sign: str) -> str:
    return (
        sign if sign.isprintable() else json.dumps(sign)[1:-1] if ord(sign) > 0x9F else f"\\u{ord(sign):04x}"
    )
