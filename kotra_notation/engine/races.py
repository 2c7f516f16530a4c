"""Races: how many rolls each side needs alone, and the chances of the game that follow from both.

Once the sides have passed each other, neither is in the other's way. A side with all checkers home is in the
bear-off table; for all others a net gives the chance of each number of rolls until the last checker is off,
and until the first of fifteen is. Two sides together give the chances of a game, except for what a player
changes because of being ahead or behind.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine import bearoff
from kotra_notation.engine import bearoff_tables as tables
from kotra_notation.engine.many_plays import BAR, HOME
from kotra_notation.engine.nets import CHANCES, INPUTS_OF_SIDE, ROLLS, UNITS, UNITS_OF_POINT, make_consistent

if TYPE_CHECKING:
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats, Net

PIPS = np.arange(1, BAR)
WAY_HOME = np.maximum(PIPS - HOME, 0)
# Pips, checkers, checkers outside the home board, and their way home: each divided by so much.
SCALES = np.array([100, tables.MEN, tables.MEN, 60])
LAST, FIRST = range(2)


def inputs(sides: Boards) -> Floats:
    """Return what the net sees of sides: rows of the checkers on their points 1 to 24."""
    units = UNITS[sides, : UNITS_OF_POINT // 2].reshape(len(sides), INPUTS_OF_SIDE - len(SCALES))
    outside = sides[:, HOME:].sum(axis=1)
    sums = np.stack([sides @ PIPS, sides.sum(axis=1), outside, sides @ WAY_HOME], axis=1) / SCALES
    return np.concatenate([units, sums], axis=1, dtype=np.float32)


def rolls(net: Net, sides: Boards) -> Floats:
    """Return the chance of each number of rolls until the last checker is off, and until the first is.

    A side that has borne off a checker needs no roll for its first.
    """
    array = np.empty((len(sides), 2, ROLLS), np.float32)
    home = ~sides[:, HOME:].any(axis=1)
    array[home] = _at_home()[tables.numbers(sides[home, :HOME])]
    array[~home] = softmax(net.outputs(inputs(sides[~home])))
    array[sides.sum(axis=1) < tables.MEN, FIRST] = np.arange(ROLLS) == 0
    return array


def mean_rolls(net: Net, sides: Boards) -> Floats:
    """Return how many rolls each side needs on average until its last checker is off, and its first."""
    means: Floats = np.matmul(rolls(net, sides), np.arange(ROLLS, dtype=np.float32))
    return means


def chances(net: Net, boards: Boards) -> Floats:
    """Return the five chances of the side on roll in races."""
    own, theirs = rolls(net, side(boards)), rolls(net, side(-boards[:, ::-1]))
    array = np.empty((len(boards), CHANCES), np.float32)
    array[:, 0] = bearoff.no_later(own[:, LAST], theirs[:, LAST])
    array[:, 1] = bearoff.no_later(own[:, LAST], theirs[:, FIRST])
    array[:, 3] = bearoff.no_later(theirs[:, LAST], own[:, FIRST], ahead=1)
    array[:, 2], array[:, 4] = bearoff.backgammons(boards)
    np.maximum(array[:, 1::2], array[:, 2::2], out=array[:, 1::2])
    return make_consistent(array)


def side(boards: Boards) -> Boards:
    """Return the checkers of the side on roll on its points 1 to 24."""
    return np.maximum(boards[:, 1:BAR], 0)


def softmax(outputs: Floats) -> Floats:
    """Turn the outputs of the net into chances that sum to 1."""
    outputs = outputs.reshape(len(outputs), 2, ROLLS)
    array: Floats = np.exp(outputs - outputs.max(axis=2, keepdims=True))
    array /= array.sum(axis=2, keepdims=True)
    return array


@cache
def _at_home() -> Floats:
    """Return the table of sides that have all checkers home, as wide as what the net tells."""
    array = np.zeros((tables.POSITIONS, 2, ROLLS), np.float32)
    table = bearoff.one_sided()
    array[:, LAST, : tables.TO_OFF] = table[:, : tables.TO_OFF]
    array[:, FIRST, : tables.TO_FIRST] = table[:, tables.TO_OFF :]
    return array
