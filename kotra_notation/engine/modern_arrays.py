"""Modern kotra for the engine: three nets and the bear-off tables, and how a game ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine import bearoff, nets, races
from kotra_notation.engine.evaluator import AskedPositions
from kotra_notation.engine.many_plays import (
    BAR,
    HOME,
    WIDTH,
    ManyPlays,
    from_other_side,
    in_order,
    plays,
    plays_of_all_throws,
)
from kotra_notation.engine.nets import (
    CHANCES,
    MIRRORED,
    cubeless,
    final_chances,
    is_over,
    is_race,
    make_consistent,
    other_side,
)
from kotra_notation.engine.stakes import StakeArrays
from kotra_notation.equity.stake import Stake, stake_of
from kotra_notation.fast import kernel_plays
from kotra_notation.fast.judges import steps_of_way

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.evaluator import Flags, PlayKey, Worths
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats, Net, Nets
    from kotra_notation.rules import Step


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
    """A net asked about boards behind plays, seen by who played: its weights are turned instead."""

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


class ModernArrays:
    """Modern kotra and its nets."""

    outcomes = CHANCES
    unit = 1.0
    mirrored_columns = MIRRORED
    key_columns = range(WIDTH)
    opening_throw = True

    def __init__(self, nets: Nets) -> None:
        self.nets = nets
        self.ranking = Ranking(nets["ranking"])

    def arrays_of(self, positions: Sequence[Position]) -> AskedPositions:
        """Positions, with the cube and the score that each is played for."""
        found: dict[Stake, int] = {}
        of = [
            found.setdefault(stake_of(position.standing, position.cube, position.seat), len(found))
            for position in positions
        ]
        boards = np.array([position.points for position in positions], np.int8).reshape(-1, WIDTH)
        return AskedPositions(boards, [StakeArrays(stake) for stake in found], np.array(of, np.intp))

    def ways(self, position: Position) -> Callable[[PlayKey], tuple[Step, ...]]:
        """Return how plays are played, as the kernel has it."""
        assert position.dice is not None
        ways = kernel_plays.plays(kernel_plays.pack_board(position.points), *position.dice)
        return lambda board: steps_of_way(ways[kernel_plays.pack_board(board)])

    def plays(self, boards: Boards, dice: NDArray[np.integer]) -> ManyPlays:
        """The boards behind the plays of each board's own throw."""
        return plays(boards, dice)

    def plays_of_all_throws(self, boards: Boards) -> ManyPlays:
        """The boards behind the plays of all throws."""
        return plays_of_all_throws(boards)

    def leading(
        self, boards: Boards, many_plays: ManyPlays, parents: Numbers, slopes: Worths, count: int
    ) -> ManyPlays:
        """The plays of each throw that the small net likes best."""
        return self.ranking.leading(boards, many_plays, parents, slopes, count)

    def chances(self, boards: Boards) -> Floats:
        """Return what the nets say, or the tables where they hold the position."""
        race = is_race(boards)
        array = np.empty((len(boards), CHANCES), np.float32)
        at_home = np.zeros(len(boards), bool)
        if race.any():
            at_home[race] = bearoff.covers(boards[race])
        for which, said in (
            (~race, self.nets["contact"].of_boards),
            (race & ~at_home, lambda asked: races.chances(self.nets["race"], asked)),
            (at_home, bearoff.chances),
        ):
            if which.any():
                array[which] = said(boards[which])
        return array

    def for_next_throw(self, after: Boards) -> Boards:
        """The boards as the other side sees them."""
        return from_other_side(after)

    def by_the_other(self, after: Boards, said: Floats) -> Floats:
        """Return what is said of the other side, who throws next; the end of the game where it is over."""
        over = is_over(after)
        if over.any():
            said[over] = other_side(final_chances(after[over]))
        return said

    def other_side(self, chances: Floats) -> Floats:
        """The chances of the other side."""
        return other_side(chances)

    def possible(self, chances: Floats) -> Floats:
        """Chances between 0 and 1 of which none contradicts another."""
        return make_consistent(np.clip(chances, 0, 1).astype(np.float32))

    def flat(self, chances: Floats) -> Floats:
        """The points of a game without a cube."""
        return cubeless(chances)

    def is_over(self, after: Boards) -> Flags:
        """Return whether the last man is off."""
        return is_over(after)

    def outcomes_won(self, after: Boards) -> Floats:
        """The chances of who has borne off the last man; nothing where the game goes on."""
        array = np.zeros((len(after), CHANCES), np.float32)
        over = is_over(after)
        if over.any():
            array[over] = final_chances(after[over])
        return array

    def throws_again(self, after: Boards) -> Flags:
        """Nobody ever does."""
        return np.zeros(len(after), bool)

    def are_exact(self, boards: Boards) -> Flags | None:
        """Return where both sides bear off and the tables hold the position."""
        return bearoff.covers_both(boards)
