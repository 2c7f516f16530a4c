"""What decisions of the old game lose: leading plays are played on, all with the same throws, without luck.

A play that is surely behind is played no further. The best of noisy numbers looks better than it is, so a
loss is told twice: at most, against the play that came out best; and at least, against the one that was best
in one half of the games, as it came out in the other half. What was found of a decision is kept in a file,
and the same command goes on behind it.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine.evaluator import AskedPositions
from kotra_notation.engine.lockstep import Lockstep, even_dice
from kotra_notation.engine.old_rows import for_next_throw, outcomes_won
from kotra_notation.engine.weighing import NORMAL, QUICK, Weigher

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from kotra_notation.engine.evaluator import Evaluator
    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.old_arrays import OldArrays

    Points = NDArray[np.float64]

# The plays that are tried: so many at most, none that looks so many points worse than the first at once; and
# what each level chooses.
TRIED, WITHIN = 4, 1.5
LOOKED = {level.name: level for level in (QUICK, NORMAL)}
# Games come by so many, all first throws once; after so many rounds a play is dropped that is behind by so
# many standard errors of the difference, game by game.
ROUND, ROUNDS = 36, 2
SURELY = 3.5


class Loss(NamedTuple):
    """What the choice of each level loses in one decision, and how many plays and games that rests on."""

    number: int
    plays: int
    games: int
    most: dict[str, float]
    least: dict[str, float]


class PlayedOn(NamedTuple):
    """How boards are played on: up to so many games, each for so many turns; for 0 turns to its end."""

    evaluator: Evaluator
    game: OldArrays
    most: int
    turns: int

    def points(self, after: Boards, begin: int, seed: int) -> Points:
        """What came of a round of games behind each play, without luck, to who played; a row for each."""
        game = self.game
        found = np.repeat(game.flat(outcomes_won(after)).astype(np.float64)[:, None], ROUND, axis=1)
        going = np.flatnonzero(~game.is_over(after))
        begun = np.repeat(for_next_throw(after[going]), ROUND, axis=0)
        lockstep = Lockstep(self.evaluator, begun, [game.stake], np.zeros(len(begun), np.intp))
        throws = (np.tile(some, len(going)) for some in even_dice(begin, begin + ROUND, seed))
        for _ in islice(lockstep.run(throws), self.turns or None):
            pass
        lockstep.stop()
        worths = game.flat(lockstep.endings.without_luck).reshape(-1, ROUND)
        found[going] += np.where(game.throws_again(after[going])[:, None], worths, -worths)
        return found


def lost(
    playing: PlayedOn, decisions: tuple[Boards, NDArray[np.integer]], seed: int, kept: Path | None
) -> Iterator[Loss]:
    """What is lost in each decision; those that a file has come of it, the others are put behind them."""
    known = {}
    if kept and kept.exists():
        lines = kept.read_text(encoding="utf-8").splitlines()
        known = {one.number: one for one in (Loss(**json.loads(line)) for line in lines)}
    for number, (board, thrown) in enumerate(zip(*decisions, strict=True)):
        loss = known.get(number) or loss_of(playing, number, board, thrown, seed)
        if kept and number not in known:
            with kept.open("a", encoding="utf-8") as file:
                print(json.dumps(loss._asdict()), file=file)
        yield loss


def loss_of(playing: PlayedOn, number: int, board: Boards, thrown: NDArray[np.integer], seed: int) -> Loss:
    """What each level loses by its choice of plays of a throw."""
    after, chosen = leading(playing, board, thrown)
    games = played_on(playing, after, seed + 1000 * number)
    means = {name: against(games, at) for name, at in chosen.items()}
    played = sum(map(len, games))
    most, least = ({name: mean[at] for name, mean in means.items()} for at in (0, 1))
    return Loss(number, len(after), played, most, least)


def leading(playing: PlayedOn, board: Boards, thrown: NDArray[np.integer]) -> tuple[Boards, dict[str, int]]:
    """The boards behind the plays that are tried, and which of them each level chooses."""
    asked = AskedPositions(board[None], [playing.game.stake], np.zeros(1, np.intp))
    weighed = playing.evaluator.evaluate_plays(asked.boards, thrown[None], asked.stakes, asked.of)
    tried = weighed.worths[0] - weighed.worths[:TRIED] < WITHIN
    after = [*weighed.boards[:TRIED][tried]]
    chosen = {}
    for name, level in LOOKED.items():
        (best,) = Weigher(playing.evaluator, level).best(asked, thrown[None]).boards
        same = [at for at, one in enumerate(after) if np.array_equal(one, best)]
        if not same:
            after.append(best)
        chosen[name] = same[0] if same else len(after) - 1
    return np.array(after), chosen


def played_on(playing: PlayedOn, after: Boards, seed: int) -> list[Points]:
    """The games behind each play, as many as it took to know that it is behind."""
    games: list[Points] = [np.empty(0)] * len(after)
    left = list(range(len(after)))
    for begin in range(0, playing.most, ROUND):
        if len(left) < 2:
            break
        for at, found in zip(left, playing.points(after[left], begin, seed), strict=True):
            games[at] = np.concatenate([games[at], found])
        if begin >= (ROUNDS - 1) * ROUND:
            best = max(left, key=lambda at: games[at].mean())
            left = [at for at in left if not is_behind(games[at], games[best])]
    return games


def is_behind(games: Points, best: Points) -> bool:
    """Whether a play is surely worse than the best, by their games with the same throws."""
    less = best - games
    return bool(less.any() and less.mean() > SURELY * less.std(ddof=1) / len(less) ** 0.5)


def against(games: list[Points], chosen: int) -> tuple[float, float]:
    """What the chosen play loses at most and at least, by the games that it has in common with each other."""
    every, halves = [0.0], ([0.0], [0.0])
    for at, found in enumerate(games):
        count = min(len(found), len(games[chosen]))
        if at == chosen or not count:
            continue
        more = found[:count] - games[chosen][:count]
        half = np.arange(count) // ROUND % 2
        every.append(float(more.mean()))
        for one in (0, 1):
            halves[one].append(float(more[half == one].mean()))
    least = [other[int(np.argmax(one))] for one, other in (halves, halves[::-1])]
    return max(every), sum(least) / 2
