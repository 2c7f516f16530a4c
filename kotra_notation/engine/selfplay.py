"""Games of the old game that a net plays against itself from the start, and what is to be counted of them.

The first throws fall as often as they should, and the luck of every throw is kept beside what came of a game.
Of the first throw it is measured against the throws that may come first, which in one dialect are no doubles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine.lockstep import ALL_36, Lockstep, even_dice
from kotra_notation.engine.many_plays import THROWS
from kotra_notation.engine.old_arrays import OldArrays
from kotra_notation.engine.old_rows import AFTER_THROWS, BEGAN, BOARD, MARKED, PHASE, WIDTH, outcomes_won
from kotra_notation.engine.results import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import Evaluator
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats
    from kotra_notation.rules import Ruleset

# Games that are played side by side; what is stopped has so many whole ones. All pairs of first throws come
# in 36 times 36.
AT_A_TIME = 180
# So many turns a game that still goes on may have left, to tell how far all are.
LEFT = 30
# A game in which nobody gets on for so long is given up: options can make one that never ends.
MOST_TURNS = 2_000
NO_DOUBLES = np.array([throw for throw in ALL_36.tolist() if len(set(THROWS[throw])) > 1], np.intp)


class PlayedGames(NamedTuple):
    """Games, a row each, as the side sees them that threw first: what came of them, and its luck.

    `late` is what of the results came in after-throws, `first_lucks` what of the luck lay in the first throw.
    `throws` are the first throws by their places in the list of throws. `turns` are those up to the end of
    the game, `after_throws` those that followed it. What never came to an end is not `over`.
    """

    results: Floats
    lucks: Floats
    late: Floats
    first_lucks: Floats
    throws: Numbers
    turns: Numbers
    after_throws: Numbers
    over: NDArray[np.bool_]


def start_row(ruleset: Ruleset) -> Boards:
    """The row of the old game's start, seen by the side that throws first."""
    row = np.zeros(WIDTH, np.int8)
    row[:BOARD] = ruleset.facts.start
    row[MARKED], row[BEGAN] = ruleset.facts.marks, 1
    return row


class SelfPlay:
    """So many games under a rule set; the same number and seed give the same games."""

    def __init__(self, ruleset: Ruleset, evaluator: Evaluator, games: int, seed: int) -> None:
        assert isinstance(evaluator.game, OldArrays)
        self.start = start_row(ruleset)
        self.stake = evaluator.game.stake
        self.evaluator = evaluator
        self.games = games
        self.seed = seed
        self.firsts = NO_DOUBLES if evaluator.game.opening_throw else ALL_36
        self.done: list[PlayedGames] = []

    def run(self) -> Iterator[float]:
        """Play the games, some at a time; yields how many are done, those that still go on in part.

        What is over counts, wherever it is stopped.
        """
        for begin in range(0, self.games, AT_A_TIME):
            yield from self._some(begin, min(begin + AT_A_TIME, self.games))

    def played_games(self) -> PlayedGames | None:
        """The games that were played; None before there are any."""
        if not self.done:
            return None
        return PlayedGames._make(np.concatenate(parts) for parts in zip(*self.done, strict=True))

    def _some(self, begin: int, end: int) -> Iterator[float]:
        count = end - begin
        boards = np.tile(self.start, (count, 1))
        play = Lockstep(self.evaluator, boards, [self.stake], np.zeros(count, np.intp))
        throws = self._throws(begin, end)
        late = np.zeros((count, len(OUTCOMES)), np.float32)
        turns, after_throws = np.zeros((2, count), np.intp)
        first_lucks, means = np.zeros_like(late), np.zeros(len(OUTCOMES), np.float32)
        first_throws, done = np.zeros(count, np.intp), 0
        for number, turn in enumerate(play.run(throws)):
            if not number:
                first_throws = turn.throws
                usual = self._usual()
                first_lucks, means = turn.best - usual, turn.mean[0] - usual
            follows = turn.boards[:, PHASE] == AFTER_THROWS
            turns[turn.games[~follows]] += 1
            after_throws[turn.games[follows]] += 1
            gained = play.of_first(outcomes_won(turn.after[follows]), turn.first[follows])
            late[turn.games[follows]] += gained
            done += len(turn.games)
            yield begin + count * done / (done + LEFT * len(play.games))
            if number + 1 == MOST_TURNS:
                break
        over = np.ones(count, np.bool_)
        over[play.games] = False
        ended = play.endings
        self.done.append(
            PlayedGames(
                ended.results, ended.lucks + means, late, first_lucks, first_throws, turns, after_throws, over
            )
        )

    def _throws(self, begin: int, end: int) -> Iterator[Numbers]:
        """The throws of games by their numbers; those that come first fall evenly."""
        even = even_dice(begin, end, self.seed)
        next(even)
        yield self.firsts[np.arange(begin, end) % len(self.firsts)]
        yield from even

    def _usual(self) -> Floats:
        """Return what the net gives the side that throws first before it throws."""
        best = self.evaluator.best_of_all_throws(self.start[None], [self.stake], np.zeros(1, np.intp))
        usual: Floats = best.chances[self.firsts].mean(axis=0)
        return usual
