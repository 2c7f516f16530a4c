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
    plays,
    plays_of_all_throws,
)
from kotra_notation.engine.nets import (
    AHEAD,
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
from kotra_notation.equity.match_table import Stake, stake_of
from kotra_notation.fast import kernel_plays
from kotra_notation.fast.judges import steps_of_way

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.evaluator import Flags, PlayKey
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats, Net, Nets
    from kotra_notation.rules import Step


# Boards that are asked about at a time: few enough that their inputs stay near the processor.
CHUNK = 1024
# More men than this no throw bears off.
MOST_OFF = 4
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

    def with_ends(self, boards: Boards, after: Boards, parents: Numbers) -> Floats:
        """The chances of the other side; where the end is known exactly it is as quick to know it."""
        array = self.chances(after)
        abroad = (boards[:, : BAR - HOME] < 0).sum(axis=1)
        home = np.flatnonzero(abroad[parents] == 0)
        other = from_other_side(after[home])
        known = bearoff.covers_both(other)
        array[home[known]] = bearoff.chances(other[known])
        own = np.maximum(boards[:, 1:], 0).sum(axis=1)
        near = np.flatnonzero(own[parents] <= MOST_OFF)
        over = near[nets.is_over(after[near])]
        array[over] = nets.other_side(nets.final_chances(after[over]))
        return array

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


class ModernArrays:
    """Modern kotra and its nets."""

    outcomes = CHANCES
    unit = 1.0
    mirrored_columns = MIRRORED
    key_columns = range(WIDTH)
    opening_throw = True

    def __init__(self, nets: Nets, contact: str = "contact") -> None:
        self.nets = nets
        self.contact = nets[contact]
        self.ranking = Ranking(nets["ranking"])
        self.ahead = ModernArrays(nets, AHEAD) if contact != AHEAD and AHEAD in nets.nets else self

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

    def glance(self, boards: Boards, after: Boards, parents: Numbers) -> Floats:
        """What the very small net says of the other side."""
        return self.ranking.with_ends(boards, after, parents)

    def chances(self, boards: Boards) -> Floats:
        """Return what the nets say, or the tables where they hold the position."""
        race = is_race(boards)
        array = np.empty((len(boards), CHANCES), np.float32)
        at_home = np.zeros(len(boards), bool)
        if race.any():
            at_home[race] = bearoff.covers(boards[race])
        for which, said in (
            (~race, self.contact.of_boards),
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
