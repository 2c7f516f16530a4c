"""The small net that ranks the plays of a throw, so that the large ones look at a few only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine import bearoff, nets
from kotra_notation.engine.many_plays import BAR, HOME, WIDTH, ManyPlays, from_other_side, in_order

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats, Net

    Worths = NDArray[np.float64]

# Boards that are asked about at a time: few enough that their inputs stay near the processor.
CHUNK = 1024
# More men than this no throw bears off.
MOST_OFF = 4
# Plays that look so much worse than the best of their throw, in points, are not looked at. In one throw of
# nineteen the best by the large nets is among them; that costs two thousandths of a point a throw.
WITHIN = 0.06
# The inputs of a point by its count there: those of the other side, to whom own men are the others'.
OF_OTHER = nets.UNITS[-np.arange(len(nets.UNITS))]


class Ranking:
    """A net that is asked about many boards behind plays, by those who are to throw then.

    It takes the boards as who played sees them: its weights are turned, so that no board needs to be.
    """

    def __init__(self, net: Net) -> None:
        (weights, biases), *self.layers = net.layers
        self.weights = weights.reshape(WIDTH, nets.UNITS_OF_POINT, -1)[::-1].reshape(nets.INPUTS, -1)
        self.biases = biases
        # Made once: memory that is new each time costs as much as what is written there.
        self.seen = np.empty((CHUNK, WIDTH, nets.UNITS_OF_POINT), np.float32)

    def leading(
        self, boards: Boards, plays: ManyPlays, parents: Numbers, slopes: Worths, count: int
    ) -> ManyPlays:
        """Of each throw the few plays that look best, in order: `count` at most, none far behind the first.

        `parents` are the boards that they are plays of; `slopes` tells of each of these by how much the other
        side's chances behind its plays move what it has to give.
        """
        liked = -np.einsum("nc,nc->n", self._with_ends(boards, plays.boards, parents), slopes[parents])
        liked[self._over(boards, plays.boards, parents)] = np.inf
        few = _highest(liked, plays.throws, count)
        return in_order(plays.boards[few], plays.throws[few])

    def _with_ends(self, boards: Boards, after: Boards, parents: Numbers) -> Floats:
        """The chances of the other side; where the end is known exactly it is as quick to know it."""
        array = self.chances(after)
        abroad = (boards[:, : BAR - HOME] < 0).sum(axis=1)
        home = np.flatnonzero(abroad[parents] == 0)
        other = from_other_side(after[home])
        known = bearoff.covers_both(other)
        array[home[known]] = bearoff.chances(other[known])
        return array

    def _over(self, boards: Boards, after: Boards, parents: Numbers) -> Numbers:
        """The plays that end the game."""
        own = np.maximum(boards[:, 1:], 0).sum(axis=1)
        near = np.flatnonzero(own[parents] <= MOST_OFF)
        return near[nets.is_over(after[near])]

    def chances(self, after: Boards) -> Floats:
        """The five chances of the other side at each board, by the net."""
        array = np.empty((len(after), nets.CHANCES), np.float32)
        for begin in range(0, len(after), CHUNK):
            array[begin : begin + CHUNK] = self._chances(after[begin : begin + CHUNK])
        return array

    def _chances(self, after: Boards) -> Floats:
        seen = self.seen[: len(after)]
        OF_OTHER.take(np.ascontiguousarray(after).view(np.uint8), axis=0, mode="clip", out=seen)
        values = seen.reshape(len(after), nets.INPUTS) @ self.weights
        values += self.biases
        for weights, biases in self.layers:
            values = nets.rectify(values) @ weights
            values += biases
        return nets.make_consistent(nets.logistic(values))


def _highest(ranked: Worths, throws: Numbers, count: int) -> Numbers:
    """Of each throw the few rows that rank highest, in order."""
    begins, sizes = _runs(throws)
    near = np.flatnonzero(ranked >= np.repeat(np.maximum.reduceat(ranked, begins) - WITHIN, sizes))
    begins, sizes = _runs(throws[near])
    left = ranked[near]
    for _ in range(count):
        left[left == np.repeat(np.maximum.reduceat(left, begins), sizes)] = -np.inf
    highest: Numbers = near[left == -np.inf]
    return highest


def _runs(throws: Numbers) -> tuple[Numbers, Numbers]:
    """Return where the rows of each throw begin, and how many there are."""
    begins = np.flatnonzero(np.diff(throws, prepend=-1))
    return begins, np.diff(begins, append=len(throws))
