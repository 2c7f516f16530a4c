"""Match equities beyond a table, after N. Zadeh, "On Doubling in Tournament Backgammon" (1977).

A game is a fair walk of the winning chances of a side that ends where one of the two cashes, so that a
score is worth the mean of the two next to it. Where a side cashes follows from the scores behind a turned
cube and from where the other would turn it again. Gammons come at one rate everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
    """What a game is worth that is won or lost, gammons as they come."""
    return (1 - GAMMONS) * single + GAMMONS * gammon
