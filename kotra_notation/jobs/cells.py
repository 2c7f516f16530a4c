"""Values of an answer as cells for a terminal, CSV and JSON, whatever strangers have written in them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from io import StringIO
from math import isfinite
from typing import Any

from kotra_notation.report.cleaning import bare, spreadsheet_text


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
    return text if text.isprintable() else "".join(map(_escaped, text))


def distinct(names: Iterable[str]) -> list[str]:
    """The names, with a number behind those that were there before."""
    found: list[str] = []
    for name in names:
        number, free = 1, name
        while free in found:
            number += 1
            free = f"{name}_{number}"
        found.append(free)
    return found


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
    if not isfinite(value) or (value and not 1e-3 <= abs(value) < 1e15):
        return f"{value:.3g}"
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _of_json(value: object) -> Any:
    match value:
        case bool() | int() | str() | None:
            return value
        case float():
            return value if isfinite(value) else None
        case list() | tuple():
            return [_of_json(one) for one in value]
        case dict():
            return {_plain(key): _of_json(one) for key, one in value.items()}
        case _:
            return _plain(value)


def _escaped(sign: str) -> str:
    return (
        sign if sign.isprintable() else json.dumps(sign)[1:-1] if ord(sign) > 0x9F else f"\\u{ord(sign):04x}"
    )
