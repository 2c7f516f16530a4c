"""Match equity tables: the chance to win a match for a side that needs so many points, at any score."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from math import sqrt

from kotra_notation.equity.table_file import TableLines, rows_of
from kotra_notation.equity.zadeh import LONGEST, after_crawford, grown

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
