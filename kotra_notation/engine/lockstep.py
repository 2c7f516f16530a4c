"""Games that the engine plays against itself, many side by side, with the luck of every throw.

All games take their turns together. A game has two sides: the first is the one on roll where it begins, and
what comes of a game is told as the first side sees it. The luck of a throw is by how much the five chances
behind its best play differ from their mean over all 21 throws: over many games it is nothing, whatever the
nets know, so that results without it mean the same and vary less.

A game whose end is known exactly (`bearoff.covers_both`) is not played on. All may be stopped on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine.evaluator import AT_ONCE
from kotra_notation.engine.many_plays import THROWS, WEIGHTS
from kotra_notation.engine.old_arrays import OldArrays
from kotra_notation.engine.old_rows import AFTER_THROWS, BEGAN, BOARD, MARKED, PHASE, WIDTH, outcomes_won
from kotra_notation.engine.results import OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import Evaluator, Valued
    from kotra_notation.engine.many_plays import Boards, Numbers
    from kotra_notation.engine.nets import Floats
    from kotra_notation.rules import Ruleset

    Throws = Iterator[Numbers]


DICE = np.array(THROWS)
# The 36 ways that two dice fall, as places in the list of throws.
ALL_36 = np.array(
    [THROWS.index((max(one, two), min(one, two))) for one in range(1, 7) for two in range(1, 7)], np.intp
)


class Round(NamedTuple):
    """A turn of the games that are still on, a row for each.

    `games` are their numbers; `first` tells whether the first side is on roll; `boards` are seen by the side
    on roll, `after` by the same side behind its play. `mean` is what its chances were before the throw by all
    21 throws, `best` behind the best play of its throw, both as that side sees them.
    """

    games: Numbers
    first: NDArray[np.bool_]
    boards: Boards
    throws: Numbers
    after: Boards
    mean: Floats
    best: Floats


class Endings(NamedTuple):
    """What came of games, five chances each, and the luck the first side had in them, as it sees them."""

    results: Floats
    lucks: Floats

    @property
    def without_luck(self) -> Floats:
        """The results that would have been, had nobody had luck."""
        return self.results - self.lucks


class Lockstep:
    """Games side by side, each from its board and for one of the stakes."""

    def __init__(
        self,
        evaluator: Evaluator,
        boards: Boards,
        stakes: Sequence[Valued],
        of: Numbers,
        *,
        to_the_end: bool = False,
    ) -> None:
        self.evaluator = evaluator
        self.stakes = [*stakes, *(stake.other() for stake in stakes)]
        self.to_the_end = to_the_end
        self.games = np.arange(len(boards))
        self.boards = boards
        self.of = of
        self.first = np.ones(len(boards), np.bool_)
        self.game = evaluator.game
        shape = len(boards), self.game.outcomes
        self.endings = Endings(np.zeros(shape, np.float32), np.zeros(shape, np.float32))
        self._end_known()

    def run(self, throws: Throws) -> Iterator[Round]:
        """The turns of all games till the last is over; `throws` has for each turn those of all games."""
        while len(self.games):
            yield self._turn(next(throws)[self.games])

    def stop(self) -> None:
        """The games that are still on end with what the nets say of them."""
        said = self.game.chances(self.boards)
        self.endings.results[self.games] += self.of_first(said, self.first)
        self.games = self.games[:0]

    def _turn(self, thrown: Numbers) -> Round:
        best, mean, after = self._look_ahead(thrown)
        turn = Round(self.games, self.first, self.boards, thrown, after, mean, best)
        luck = self.of_first(best, self.first) - self.of_first(mean, self.first)
        self.endings.lucks[self.games] += luck
        won = self.game.outcomes_won(after)
        at = won.any(axis=1)
        self.endings.results[self.games[at]] += self.of_first(won[at], self.first[at])
        on = ~self.game.is_over(after)
        after = after[on]
        again = self.game.throws_again(after)
        self.boards = self.game.for_next_throw(after)
        self.games, self.first = self.games[on], self.first[on] == again
        self._end_known()
        return turn

    def _look_ahead(self, thrown: Numbers) -> tuple[Floats, Floats, Boards]:
        """The chances behind the best play of each throw, their mean over all throws, and the play made."""
        rows = np.arange(len(thrown))
        best, mean = (np.empty((len(thrown), self.game.outcomes), np.float32) for _ in range(2))
        after = np.empty_like(self.boards)
        of = self.of[self.games] + np.where(self.first, 0, len(self.stakes) // 2)
        for begin in range(0, len(thrown), AT_ONCE):
            part = slice(begin, begin + AT_ONCE)
            boards, which = self.boards[part], of[part]
            made, all_best = self.evaluator.thrown_and_all(boards, thrown[part], self.stakes, which)
            by_throw = all_best.chances.reshape(-1, len(THROWS), self.game.outcomes)
            mean[part] = np.einsum("nrc,r->nc", by_throw, WEIGHTS)
            best[part] = by_throw[rows[: len(boards)], thrown[part]]
            after[part] = made.first_of_each().boards
        return best, mean, after

    def _end_known(self) -> None:
        """Games whose end is known exactly are over, the side on roll having its chances."""
        if self.to_the_end or not len(self.games):
            return
        known = self.game.are_exact(self.boards)
        if known is not None and known.any():
            chances = self.game.chances(self.boards[known])
            self.endings.results[self.games[known]] += self.of_first(chances, self.first[known])
            self.boards, self.games, self.first = self.boards[~known], self.games[~known], self.first[~known]

    def of_first(self, chances: Floats, first: NDArray[np.bool_]) -> Floats:
        """Chances of the side on roll as the first side sees them; and theirs as the side on roll does."""
        return np.where(first[:, None], chances, self.game.other_side(chances))


def dice(games: int, seed: Sequence[int]) -> Throws:
    """Throws of as many games, turn by turn, the same for the same seed."""
    chance = np.random.default_rng(seed)
    while True:
        yield ALL_36[chance.integers(0, 36, games)]


def even_dice(begin: int, end: int, seed: int) -> Throws:
    """Throws of the games of these numbers; their first two come as often as they should in 36 and 1296."""
    numbers = np.arange(begin, end)
    first, second = numbers % 36, numbers // 36 % 36
    shifts = np.random.default_rng(seed).permutation(36)
    yield ALL_36[first]
    yield ALL_36[(second + shifts[first]) % 36]
    # A seed and the same seed with a nought behind it are one seed to numpy.
    yield from dice(end - begin, (seed, begin, 1))


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
        """Play the games; yield how many are done, and those going on. It may be stopped anywhere."""
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
