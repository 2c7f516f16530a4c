"""The seed of this run: another one each time, and the one that is given where a run is to be repeated."""

from __future__ import annotations

import os
from collections.abc import Iterable
from math import comb
from random import Random, SystemRandom
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

# Workers of one run get it by the environment.
SEED = int(os.environ.setdefault("KOTRA_SEED", str(SystemRandom().randrange(2**32))))

# So many sessions at random are written at the desk; a long run is asked for by hand (KOTRA_SESSIONS=500).
SESSIONS = int(os.environ.get("KOTRA_SESSIONS", "24"))

# Every example is tried, not other ones in each run. The rest of a crowd is slow.
ALL = os.environ.get("KOTRA_EXAMPLES") == "all" or "KOTRA_SESSIONS" in os.environ


def rest(values: Iterable[Any]) -> list[Any]:
    """Return the other examples of a crowd, as parameters: none but where all are asked for."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values] if ALL else []


# A crowd of seeded records: a tenth of it with the seed of the run, and all of it where all is asked for.
TENTH = "a tenth"
CROWD = (TENTH, *rest(["all"]))


def some(values: Iterable[Any], number: int) -> list[Any]:
    """Return so many of the values as parameters, other ones in each run, and the rest of them."""
    those = list(values)
    chosen = set(Random(SEED + len(those)).sample(range(len(those)), min(number, len(those))))
    return [
        parameter
        for index, value in enumerate(those)
        for parameter in ([value] if index in chosen else rest([value]))
    ]


def part(values: Iterable[T], share: int = 4) -> list[T]:
    """Of the values one in so many, other ones in each run; all of them where that is asked for."""
    those = list(values)
    number = len(those) if ALL else -(-len(those) // share)
    return [those[at] for at in sorted(Random(SEED + len(those)).sample(range(len(those)), number))]


def fresh(number: int) -> list[Any]:
    """Return so many other seeds in each run, as parameters: a quarter of them, and the rest."""
    seeds = Random(SEED).sample(range(100_000), number)
    often = number // 4
    return [*seeds[:often], *rest(seeds[often:])]


def most(share: float, number: int, chance: float = 1e-4) -> int:
    """How many of so many may be as a share of all is, where more of them are hardly ever by chance."""
    left = 1.0
    for count in range(number + 1):
        left -= comb(number, count) * share**count * (1 - share) ** (number - count)
        if left < chance:
            return max(count, int(share * number))
    return number
