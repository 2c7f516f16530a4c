"""What the net for races learns from: sides at random, and one roll more than what it knows already."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine import races
from kotra_notation.engine.many_plays import (
    BAR,
    HOME,
    THROWS,
    WEIGHTS,
    WIDTH,
    distinct,
    in_order,
    plays_of_all_throws,
)
from kotra_notation.engine.nets import MEN, ROLLS

if TYPE_CHECKING:
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats, Net

# How many sides have all fifteen checkers, and how many have all but a few of them home.
FULL = 0.85
NEARLY_HOME, STRAGGLERS = 0.5, 5
# The most pips at first and in the end, and the share of the stage after which there are all.
NEAREST, FARTHEST, ALL_WAYS = 25, 365, 0.7


def race_sides(count: int, share: float, chance: np.random.Generator) -> Boards:
    """Return sides at random with checkers outside the home board: near ones first, then all."""
    most = NEAREST + (FARTHEST - NEAREST) * min(1, share / ALL_WAYS) ** 2
    sides = np.zeros((count, BAR - 1), np.int8)
    for row in sides:
        while row @ races.WAY_HOME == 0 or row @ races.PIPS > most:
            men = MEN if chance.random() < FULL else chance.integers(1, MEN)
            late = chance.integers(1, min(men, STRAGGLERS) + 1) if chance.random() < NEARLY_HOME else 0
            top = HOME if late else HOME + 1 + int((BAR - HOME - 1) * chance.random() ** 2)
            row[:] = 0
            row[:top] = chance.multinomial(men - late, chance.dirichlet(np.full(top, 0.7)))
            np.add.at(row, chance.integers(HOME, BAR - 1, late), 1)
    return sides


def one_roll_ahead(net: Net, sides: Boards, chance: np.random.Generator) -> tuple[Floats, Boards]:
    """Return the chances of each number of rolls, by all 21 rolls and what the net says after the best plays.

    The second result are the sides after the best play of one roll each.
    """
    boards = np.zeros((len(sides), WIDTH), np.int8)
    boards[:, 1:BAR] = sides
    plays = plays_of_all_throws(boards)
    plays = in_order(plays.boards, plays.throws)
    once, again = distinct(plays.boards, np.zeros(len(plays.boards), np.intp))
    rolls = races.rolls(net, races.side(plays.boards[once]))
    means = (rolls @ np.arange(ROLLS, dtype=np.float32))[again]
    found = np.zeros((len(sides), 2, ROLLS), np.float32)
    for end in (races.LAST, races.FIRST):
        order = np.lexsort([means[:, end], plays.throws])
        best = order[np.flatnonzero(np.diff(plays.throws[order], prepend=-1))]
        if end == races.LAST:
            rolled = np.arange(0, len(best), len(THROWS)) + chance.choice(len(THROWS), len(sides), p=WEIGHTS)
            walked = races.side(plays.boards[best[rolled]])
        after = rolls[again[best], end].reshape(len(sides), len(THROWS), ROLLS)
        mean = np.einsum("str,t->sr", after, WEIGHTS)
        found[:, end, 1:] = mean[:, :-1]
        found[:, end, -1] += mean[:, -1]
    return found, walked
