"""Throws that are known by their texts, where the kernel is plain Python: most are made step by step."""

from __future__ import annotations

from typing import TypeAlias

from kotra_notation.fast.kernel import BAR, HOP, POINT, TARGET
from kotra_notation.fast.throw_texts import PADDING, Throw, throw_at

# A step of a man: source, target, the target as the other side sees it, 0 behind the board, and whether it is
# marked as a hit. A throw that is known by its text has the steps that use all of it, where they are clear,
# how many of the first begin on the bar, and whether one goes off.
Step: TypeAlias = "tuple[int, int, int, int]"
KnownThrow: TypeAlias = "tuple[Throw, list[Step], int, bool]"


def known_throw(text: bytes) -> KnownThrow:
    """The throw that a text is, one of no bytes where it is none."""
    throw = throw_at(text + PADDING, 0)
    if throw[0] < len(text):
        throw = 0, 0, 0, 0, 0
    steps = _steps_of(throw)
    bars = 0
    while bars < len(steps) and steps[bars][0] == BAR:
        bars += 1
    return throw, steps, bars, bool(steps) and min([step[1] for step in steps]) == 0


def _steps_of(throw: Throw) -> list[Step]:
    """The steps of a throw that uses all of it by numbers that fit; none of any other."""
    _, one, two, hops, marks = throw
    left = [one] * 4 if one == two else [one, two]
    steps: list[Step] = []
    while hops:
        source, target = hops & POINT, hops >> TARGET & POINT
        while source > target:
            die = source - target if source - target in left else left[0] if left else BAR + 1
            if die > source - target:
                return []
            left.remove(die)
            opposite, mark = BAR - source + die if source > die else 0, marks & (source - die == target)
            steps.append((source, source - die, opposite, mark))
            source -= die
        hops >>= HOP
        marks >>= 1
    return [] if left else steps
