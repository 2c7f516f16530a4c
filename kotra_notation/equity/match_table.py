"""Match equity tables: the chance to win a match for a side that needs so many points, at any score."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from math import sqrt

from kotra_notation.equity.table_file import TableLines, rows_of

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
