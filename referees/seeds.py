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

# Every example is tried, not other ones in each run.
ALL = os.environ.get("KOTRA_EXAMPLES") == "all"

# A crowd of seeded records: a tenth of it with the seed of the run, and all of it where slow tests are run.
TENTH = "a tenth"
CROWD = (TENTH, pytest.param("all", marks=pytest.mark.slow))


def some(values: Iterable[Any], number: int) -> list[Any]:
    """The values as parameters, so many of them in every run, other ones each time; the others are slow."""
    those = list(values)
    chosen = set(Random(SEED + len(those)).sample(range(len(those)), min(number, len(those))))
    return [
        one if at in chosen else pytest.param(one, marks=pytest.mark.slow) for at, one in enumerate(those)
    ]


def part(values: Iterable[T], share: int = 4) -> list[T]:
    """Of the values one in so many, other ones in each run; all of them where that is asked for."""
    those = list(values)
    number = len(those) if ALL else -(-len(those) // share)
    return [those[at] for at in sorted(Random(SEED + len(those)).sample(range(len(those)), number))]


def fresh(number: int) -> list[Any]:
    """So many other seeds in each run, as parameters: a quarter of them in every run, the others slow."""
    found = Random(SEED).sample(range(100_000), number)
    often, others = found[: number // 4], found[number // 4 :]
    return [*often, *(pytest.param(one, marks=pytest.mark.slow) for one in others)]


def most(share: float, number: int, chance: float = 1e-4) -> int:
    """How many of so many may be as a share of all is, where more of them are hardly ever by chance."""
    left = 1.0
    for count in range(number + 1):
        left -= comb(number, count) * share**count * (1 - share) ** (number - count)
        if left < chance:
            return max(count, int(share * number))
    return number
