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

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import isfinite, sqrt
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


# Match equities beyond a table, after N. Zadeh, "On Doubling in Tournament Backgammon" (1977).
#
# A game is a fair walk of the winning chances of a side that ends where one of the two cashes, so that a
# score is worth the mean of the two next to it. Where a side cashes follows from the scores behind a turned
# cube and from where the other would turn it again. Gammons come at one rate everywhere.


LONGEST = 64  # to so many points tables are grown
GAMMONS = 0.25  # their share of all wins
LATE_TURN, LATE_CASH = 0.08, 0.06  # how far beyond the best points cubes are turned again, and cashed
FREE_DROP = {2: 0.015, 4: 0.004}  # what the leader's free drop costs who needs so many

Grid = tuple[tuple[float, ...], ...]
Chance = Callable[[int, int], float]


def after_crawford(given: Sequence[float], size: int) -> tuple[float, ...]:
    """Chances of who needs 1, 2 … points behind the Crawford game, those that are given kept."""
    chances = list(given) or [0.5]

    def of(need: int) -> float:
        return chances[need - 1] if need > 0 else 1.0

    for need in range(len(chances) + 1, size + 1):
        chances.append(_mean(of(need - 2), of(need - 4)) / 2 - FREE_DROP.get(need, 0))
    return tuple(chances)


def grown(before: Sequence[Sequence[float]], after: Sequence[float], size: int) -> Grid:
    """The table before the Crawford game up to so many points, what is given kept."""
    after = after_crawford(after, size)
    rows = [[*row, *[0.5] * (size - len(row))] for row in before]
    rows += [[0.5] * size for _ in range(size - len(rows))]

    def chance(need: int, other: int) -> float:
        if need <= 0:
            return 1.0
        return rows[need - 1][other - 1] if other > 0 else 0.0

    for need in range(len(before) + 1, size + 1):
        for other in range(1, need):
            found = _crawford(after, need) if other == 1 else _between(chance, need, other)
            rows[need - 1][other - 1], rows[other - 1][need - 1] = found, 1 - found
    return tuple(map(tuple, rows))


def _crawford(after: Sequence[float], need: int) -> float:
    """The chance of the trailer in the Crawford game, who wins half of all games."""
    return _mean(after[need - 2], after[need - 3] if need > 2 else 1.0) / 2


def _between(chance: Chance, need: int, other: int) -> float:
    """The chance of the trailer: his share of the way between the scores where either cashes."""
    cashed = min(_cash(chance, need, other, 1) + LATE_CASH, 1.0)
    passed = max(1 - _cash(chance, other, need, 1) - LATE_CASH, 0.0)
    share = (0.5 - passed) / (cashed - passed)
    return share * chance(need - 1, other) + (1 - share) * chance(need, other - 1)


def _cash(chance: Chance, need: int, other: int, cube: int) -> float:
    """The winning chances in the game from which the first side, who doubles, wins by a pass."""
    turned = 2 * cube
    dead = min(need, other) <= turned
    stake = 2 * turned if dead and need <= turned < other else turned
    at_once = chance(need - cube, other)
    won = _mean(chance(need - stake, other), chance(need - 2 * stake, other))
    if dead:
        lost = _mean(chance(need, other - stake), chance(need, other - 2 * stake))
        return (lost - at_once) / (lost - won)
    again = min(_cash(chance, other, need, turned) + LATE_TURN, 1.0)
    return 1 - again * (at_once - won) / (chance(need, other - turned) - won)


def _mean(single: float, gammon: float) -> float:
    """Return what a game is worth that is won or lost, gammons as they come."""
    return (1 - GAMMONS) * single + GAMMONS * gammon


OWN = os.path.join(os.path.dirname(__file__), "kazaross_xg2.csv")
HOPELESS = 500  # who needs more behind the Crawford game is as good as lost


class MatchTable:
    """Chances by the points that two sides need, beyond the rows that are given by Zadeh's way.

    `before` has a row for each need of a side, from 1, of its chances against needs from 1, before the
    Crawford game and in it; `after` the chances of who needs 1, 2 … points behind the Crawford game against
    a side that needs 1.
    """

    __slots__ = ("_after", "_before", "given", "name")

    def __init__(self, name: str, before: Sequence[Sequence[float]], after: Sequence[float]) -> None:
        self.name = name
        self.given = len(before)
        self._before = tuple(tuple(row) for row in before)
        self._after = tuple(after)

    def __repr__(self) -> str:
        return f"MatchTable({self.name!r})"

    def chance(self, need: int, other: int, *, after: bool = False) -> float:
        """The chance of a side that needs so many points against the other; `after`: the Crawford game."""
        if need <= 0 or other <= 0:
            return 1.0 if need <= 0 else 0.0
        if after and min(need, other) == 1:
            return 1 - self._behind(other) if need == 1 else self._behind(need)
        if max(need, other) <= len(self._before):
            return self._before[need - 1][other - 1]
        if max(need, other) > LONGEST:
            return self._afar(need, other)
        self._before = grown(self._before, self._after, LONGEST)
        return self._before[need - 1][other - 1]

    def _behind(self, need: int) -> float:
        """The chance of who needs so many points behind the Crawford game against one who needs 1."""
        need = min(need, HOPELESS)
        if need > len(self._after):
            self._after = after_crawford(self._after, HOPELESS)
        return self._after[need - 1]

    def _afar(self, need: int, other: int) -> float:
        """The chance beyond all tables: that of a nearer score from which it is as far to go.

        A match is then a long walk, on which a lead counts by its share of the root of all points to come.
        """
        if need < other:
            return 1 - self._afar(other, need)
        behind = (need - other) / sqrt(need + other)
        root = (sqrt(behind * behind + 8 * LONGEST) - behind) / 2
        nearer = min(max(root * root - LONGEST, 1.0), float(LONGEST))
        below = min(int(nearer), LONGEST - 1)
        low, high = self.chance(LONGEST, below), self.chance(LONGEST, below + 1)
        return low + (high - low) * (nearer - below)


def table_of(rows: TableLines) -> MatchTable:
    """The table of a file that has been read."""
    return MatchTable(rows.name, rows.before, rows.after)


@cache
def kazaross() -> MatchTable:
    """The table that is used where no other is named: Kazaross-XG2, for 25 points."""
    with open(OWN, encoding="utf-8") as file:
        return table_of(rows_of(file.read(), OWN))
