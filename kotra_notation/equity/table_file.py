"""A match equity table as a text: its name, a row `before` for each need of a side, a row `after`.

Rows are numbers with commas between them, `#` begins a remark, blank lines mean nothing:

    name,My table
    before,1,0.5,0.68
    before,2,0.32,0.5
    after,0.5,0.488

A row `before,N` has the chances of a side that needs N points against needs of 1, 2 …, before the Crawford
game and in it; `after` those of who needs 1, 2 … behind it, against a side that needs 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import NamedTuple

from kotra_notation.words import phrase

MOST = 64  # rows, and numbers in one
EVEN = 1e-6  # how far the chances of the two sides may be from 1 together


class TableLines(NamedTuple):
    """What a file has: the name of the table, chances before and after the Crawford game."""

    name: str
    before: tuple[tuple[float, ...], ...]
    after: tuple[float, ...]


class _Line(NamedTuple):
    """A row of chances and the line it stands in."""

    line: int
    chances: tuple[float, ...]


def rows_of(text: str, file: str) -> TableLines:
    """The rows of a table; ValueError that names file, line and remedy where something is wrong."""
    name, before, after = "", list[_Line](), list[_Line]()
    for line, kind, cells in _cells(text):
        place = f"{file}:{line}"
        if kind == "name":
            name = ",".join(cells).strip()
        elif kind == "after":
            after.append(_Line(line, _chances(cells, place)))
        elif kind == "before" and cells and cells[0].strip() == str(len(before) + 1):
            before.append(_Line(line, _chances(cells[1:], place)))
        else:
            raise ValueError(
                phrase(
                    "{place}: a row begins with name, after, or before and a number, here before,{next}.",
                    place=place,
                    next=len(before) + 1,
                )
            )
    if len(before) < 2 or len(after) != 1:
        raise ValueError(
            phrase("{file}: a table has two or more rows “before” and one row “after”.", file=file)
        )
    _check_before(before, file)
    _check_after(after[0], before, file)
    return TableLines(name or file, tuple(row.chances for row in before), after[0].chances)


def _cells(text: str) -> Iterator[tuple[int, str, list[str]]]:
    """The lines that say something: number, first cell, the others."""
    for line, written in enumerate(text.splitlines(), 1):
        said = written.split("#", 1)[0].strip().lstrip("\ufeff")
        if said:
            kind, *cells = said.split(",")
            yield line, kind.strip(), cells


def _chances(cells: list[str], place: str) -> tuple[float, ...]:
    """The numbers of a row, each above 0 and below 1."""
    if not 1 <= len(cells) <= MOST:
        raise ValueError(
            phrase(
                "{place}: a row has 1 to {most} chances, not {count}.",
                place=place,
                most=MOST,
                count=len(cells),
            )
        )
    found = []
    for cell in cells:
        try:
            number = float(cell)
        except ValueError:
            number = -1.0
        if not (isfinite(number) and 0 < number < 1):
            raise ValueError(
                phrase(
                    "{place}: “{cell}” is no chance; write a number between 0 and 1, such as 0.5.",
                    place=place,
                    cell=cell.strip(),
                )
            )
        found.append(number)
    return tuple(found)


def _check_before(rows: list[_Line], file: str) -> None:
    """That every row is as long as there are rows, that chances rise along it, and are even."""
    size = len(rows)
    for need, (line, chances) in enumerate(rows, 1):
        place = f"{file}:{line}"
        if len(chances) != size:
            raise ValueError(
                phrase(
                    "{place}: this row has {count} chances; write one for each of the {size} rows “before”.",
                    place=place,
                    count=len(chances),
                    size=size,
                )
            )
        for other, chance in enumerate(chances, 1):
            back = rows[other - 1].chances[need - 1]
            if abs(chance + back - 1) > EVEN:
                raise ValueError(
                    phrase(
                        "{place}: {chance} against {other} and {back} the other way must be 1 together.",
                        place=place,
                        chance=chance,
                        other=other,
                        back=back,
                    )
                )
            if other > 1 and chance <= chances[other - 2]:
                raise ValueError(_not_steady(place, chance, chances[other - 2]))


def _check_after(row: _Line, before: list[_Line], file: str) -> None:
    """That chances fall along the row, which is at most as long as the others are or may become."""
    place = f"{file}:{row.line}"
    for last, chance in zip(row.chances, row.chances[1:], strict=False):
        if chance >= last:
            raise ValueError(
                phrase(
                    "{place}: {chance} comes after {last}; along the row “after” chances must fall.",
                    place=place,
                    chance=chance,
                    last=last,
                )
            )
    if abs(row.chances[0] - 0.5) > EVEN:
        raise ValueError(
            phrase(
                "{place}: the first chance is of two who need 1 each; write 0.5, not {chance}.",
                place=place,
                chance=row.chances[0],
            )
        )


def _not_steady(place: str, chance: float, last: float) -> str:
    return phrase(
        "{place}: {chance} comes after {last}; along a row “before” chances must rise.",
        place=place,
        chance=chance,
        last=last,
    )
