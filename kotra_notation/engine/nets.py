"""Nets: what a position is worth to the side on roll, as five chances, before the dice are thrown.

The input is the board alone, 196 numbers: four for each point and side (one man or more, two, three, and how
many beyond), the bars and what is off. Layers of rectified units follow; the last gives the chances of a
win, of a win by gammon or more, by backgammon, and of losses by gammon or more and by backgammon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.many_plays import BAR

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards

    Floats = NDArray[np.float32]

INPUTS = 196
CHANCES = 5
MEN = 15
# At most so many positions at a time, that what lies between two layers stays near the processor.
CHUNK = 2048


def _units(men: int) -> list[float]:
    """The four inputs of a point for so many men of a side."""
    return [float(men >= 1), float(men >= 2), float(men >= 3), max(men - 3, 0) / 2]


# A row for each count of a point, from 15 of the other side to 15 own men; one more byte wraps around.
UNITS = np.array([_units(count) + _units(-count) for count in (*range(128), *range(-128, 0))], np.float32)


def inputs(boards: Boards) -> Floats:
    """What a net sees of boards."""
    found = np.empty((len(boards), INPUTS), np.float32)
    counts = boards[:, 1:BAR].view(np.uint8)
    found[:, : 24 * 8] = UNITS.take(counts, axis=0).reshape(len(boards), 24 * 8)
    found[:, 192] = boards[:, BAR] / 2
    found[:, 193] = boards[:, 0] / -2
    own = np.maximum(boards, 0).sum(axis=1, dtype=np.int16)
    net = boards.sum(axis=1, dtype=np.int16)
    found[:, 194] = (MEN - own) / MEN
    found[:, 195] = (MEN - (own - net)) / MEN
    return found


class Net:
    """Layers of weights and biases."""

    def __init__(self, layers: list[tuple[Floats, Floats]]) -> None:
        self.layers = layers

    def chances(self, seen: Floats) -> Floats:
        """The five chances of each row of inputs."""
        found = np.empty((len(seen), CHANCES), np.float32)
        for begin in range(0, len(seen), CHUNK):
            found[begin : begin + CHUNK] = self._chances(seen[begin : begin + CHUNK])
        return found

    def _chances(self, values: Floats) -> Floats:
        *hidden, (last, bias) = self.layers
        for weights, biases in hidden:
            values = values @ weights
            values += biases
            np.maximum(values, 0, out=values)
        found: Floats = 1 / (1 + np.exp(-(values @ last + bias)))
        return found


def other_side(chances: Floats) -> Floats:
    """The chances of the one who is not on roll."""
    found = chances[:, [0, 3, 4, 1, 2]]
    found[:, 0] = 1 - found[:, 0]
    return found


def cubeless(chances: Floats) -> Floats:
    """The points that a side with these chances expects, the cube apart."""
    return 2 * chances[:, 0] - 1 + chances[:, 1] + chances[:, 2] - chances[:, 3] - chances[:, 4]


def is_race(boards: Boards) -> NDArray[np.bool_]:
    """Whether all men have passed each other."""
    own = boards > 0
    theirs = boards < 0
    highest = BAR - own[:, ::-1].argmax(axis=1)
    highest[~own.any(axis=1)] = 0
    lowest = theirs.argmax(axis=1)
    lowest[~theirs.any(axis=1)] = BAR + 1
    apart: NDArray[np.bool_] = highest < lowest
    return apart
