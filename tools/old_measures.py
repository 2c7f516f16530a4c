"""How strong the engine is in the old game: `python -m tools.old_measures duel chances luck losses speed`.

Each word is a measurement of the net of a dialect (`--game forn-de`); what is printed are tables as
docs/engine.md has them. `--size 0.1` makes everything a tenth as large, `--weights FILE` takes another net,
`--half FILE` names one that is half trained.

- duel: games against players at random, three greedy ones, the net half trained, and the net that looks ahead
- chances: what was said of positions in own games against what came of them
- luck: what is left of the variance of results without luck
- losses: what the first choice of a throw loses of the best of those that were played out
- speed: turns a second by the kernel and by the rules, and a double with very many results
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.lockstep import DICE, Lockstep, dice, even_dice
from kotra_notation.engine.old_arrays import OldArrays, kind
from kotra_notation.engine.old_rows import passed, won
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.engine.weights import Nets, read, shipped
from kotra_notation.rules import RULESETS, Node, Ruleset, legal_plays, throw_of
from kotra_notation.rules import passed as node_passed
from kotra_notation.version import kernel_is_compiled
from tools import measured_play
from tools.engine_measures import print_table
from tools.measured_duels import Board, Player, net_player, points
from tools.old_training import start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards
    from tools.engine_measures import Table

OWN_GAMES, PAIRS, LOOKING_PAIRS, DECISIONS, GAMES = 2_000, 2_000, 400, 500, 1296
# The plays that are played out: so many at most, none that looks so many points worse than the first.
TRIED, WITHIN = 3, 1.5
AT_A_TIME = 40
SECONDS = 5.0


class Measured:
    """The net of a dialect that is measured."""

    def __init__(self, ruleset: Ruleset, weights: Path | None) -> None:
        self.ruleset = ruleset
        self.game = OldArrays(ruleset.options, _net(ruleset, weights))
        self.evaluator = Evaluator(self.game)
        self.board = Board(self.game, start(ruleset), self.game.stake)
        self.own_games = lru_cache(
            lambda games, seed: measured_play.own_games(self.board, self.evaluator, games, seed)
        )


def _net(ruleset: Ruleset, weights: Path | None) -> Nets:
    if weights is None:
        return shipped(kind(ruleset.name))
    return read(weights.read_bytes(), kind(ruleset.name))


# Players


def greedy(game: OldArrays, liked: Callable[[Boards], NDArray[np.float64]], seed: int) -> Player:
    """A player who takes what wins at once, and else the board that is liked most."""
    chance = np.random.default_rng(seed)

    def play(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        found = game.plays(boards, thrown)
        worth = 1000 * game.flat(won(found.boards)) + liked(found.boards)
        order = np.lexsort([-worth - 1e-3 * chance.random(len(worth)), found.throws])
        return found.boards[order[np.flatnonzero(np.diff(found.throws[order], prepend=-1))]]

    return play


def at_random(game: OldArrays, seed: int) -> Player:
    """A player to whom all plays are alike, what wins too."""
    chance = np.random.default_rng(seed)

    def play(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        found = game.plays(boards, thrown)
        counts = np.bincount(found.throws, minlength=len(boards))
        begins = np.cumsum(counts) - counts
        chosen: Boards = found.boards[begins + (chance.random(len(counts)) * counts).astype(np.intp)]
        return chosen

    return play


def hits(boards: Boards) -> NDArray[np.float64]:
    """Dead men, points closed where they enter, few men alone."""
    dead, closed = -boards[:, 0].astype(float), (boards[:, 7:13] > 1).sum(axis=1)
    return np.asarray(6 * dead + 3 * closed - _alone(boards))


def races(boards: Boards) -> NDArray[np.float64]:
    """Men off, few pips, few men alone."""
    own = boards[:, :26].clip(min=0).astype(float)
    return np.asarray(-10 * own.sum(axis=1) - 0.1 * own @ np.arange(26) - _alone(boards) / 2)


def is_careful(boards: Boards) -> NDArray[np.float64]:
    """Few men alone, many points made, no dead men."""
    made = (boards[:, 1:25] > 1).sum(axis=1)
    return np.asarray(made - 3.0 * _alone(boards) - 3.0 * boards[:, 25].clip(min=0))


def _alone(boards: Boards) -> NDArray[np.float64]:
    return np.asarray((boards[:, 1:25] == 1).sum(axis=1), np.float64)


def looking(measured: Measured) -> Player:
    """The best play of the six that lead, with one throw looked ahead."""
    evaluator, stakes = measured.evaluator, [measured.game.stake]

    def play(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        weighed = evaluator.weighed(boards, thrown, stakes, np.zeros(len(boards), np.intp))
        places = np.arange(len(weighed.throws)) - np.searchsorted(weighed.throws, weighed.throws)
        few = weighed.rows(np.flatnonzero(places < 6))
        chances, worths = evaluator.behind(few.boards, stakes, np.zeros(len(few.throws), np.intp), 1)
        mean = few._replace(chances=(few.chances + chances) / np.float32(2), worths=(few.worths + worths) / 2)
        return evaluator.in_order(mean).first_of_each().boards

    return play


# Measurements


def duel(options: argparse.Namespace, measured: Measured) -> None:
    """Games against other players, in pairs with the same dice."""
    game = measured.game
    net = net_player(measured.evaluator, game.stake)
    others: list[tuple[str, Player, Player, int]] = [("at random", net, at_random(game, options.seed), PAIRS)]
    others += [
        (name, net, greedy(game, liked, options.seed), PAIRS)
        for name, liked in (
            ("hits", hits),
            ("races", races),
            ("is careful", is_careful),
        )
    ]
    if options.half:
        half = OldArrays(measured.ruleset.options, _net(measured.ruleset, options.half))
        others.append(("half trained", net, net_player(Evaluator(half), half.stake), PAIRS))
    others.append(("one throw ahead against none", looking(measured), net, LOOKING_PAIRS))
    table: Table = [("against", "games", "won", "points a game")]
    for name, one, other, pairs in others:
        count = max(round(pairs * options.size), 2)
        found = [
            points(measured.board, one, other, count, (options.seed, 0), begins) for begins in (True, False)
        ]
        every = np.concatenate(found)
        share = (every > 0).mean() + (every == 0).mean() / 2
        mean = (found[0] + found[1]) / 2
        error = mean.std(ddof=1) / len(mean) ** 0.5
        table.append((name, 2 * count, f"{share:.2%}", f"{mean.mean():+.2f} ± {error:.2f}"))
    print_table(f"Games of the net of {measured.ruleset.name}", table)


def chances(options: argparse.Namespace, measured: Measured) -> None:
    """Each tenth of the chances of jan and of úttekt for either side: said, and what happened."""
    games = measured.own_games(max(round(OWN_GAMES * options.size), 10), options.seed)
    table: Table = [("chance", "positions", "said", "came", "came, without luck", "apart")]
    for name in ("jan", "-jan", "uttekt"):
        for one in measured_play.tenths(games, OUTCOMES.index(name)):
            numbers = (one.said, one.came, one.steady, one.steady - one.said)
            table.append((name, one.positions, *(f"{number:.4f}" for number in numbers)))
    print_table(f"Chances in {len(games.results)} own games", table)


def luck(options: argparse.Namespace, measured: Measured) -> None:
    """The variance that is left without luck, and how the games ended."""
    games = measured.own_games(max(round(OWN_GAMES * options.size), 10), options.seed)
    numbers = (games.results.var(), games.without_luck.var())
    means = (games.results.mean(), games.without_luck.mean())
    table: Table = [("games", "variance of points", "without luck", "left", "mean", "mean without luck")]
    table.append(
        (
            len(games.results),
            *(f"{one:.1f}" for one in numbers),
            f"{games.left:.1%}",
            *(f"{one:+.3f}" for one in means),
        )
    )
    print_table("Luck in own games", table)


def losses(options: argparse.Namespace, measured: Measured) -> None:
    """What the first choice loses of the best of the leading plays, all played out with the same dice."""
    count = max(round(DECISIONS * options.size), 2)
    lost: list[float] = []
    for boards, thrown in _decisions(measured, count, options.seed):
        weighed = measured.evaluator.weighed(
            boards, thrown, [measured.game.stake], np.zeros(len(boards), np.intp)
        )
        places = np.arange(len(weighed.throws)) - np.searchsorted(weighed.throws, weighed.throws)
        best = weighed.worths[np.searchsorted(weighed.throws, weighed.throws)]
        few = weighed.rows(np.flatnonzero((places < TRIED) & (best - weighed.worths < WITHIN)))
        worths = _played_out(measured, few.boards, round(GAMES * options.games), options.seed)
        for at in range(len(boards)):
            of_throw = worths[few.throws == at]
            lost.append(float(of_throw.max() - of_throw[0]))
    found = np.array(lost)
    error = found.std(ddof=1) / len(found) ** 0.5
    table: Table = [("decisions", "games a play", "points lost a decision")]
    table.append((len(found), round(GAMES * options.games), f"{found.mean():.3f} ± {error:.3f}"))
    print_table("What the first choice loses", table)


def _decisions(measured: Measured, count: int, seed: int) -> Iterator[tuple[Boards, NDArray[np.integer]]]:
    """Positions of own games with what was thrown there, such as have more than one play."""
    games = Lockstep(
        measured.evaluator,
        np.tile(measured.board.start, (64, 1)),
        [measured.game.stake],
        np.zeros(64, np.intp),
    )
    chance = np.random.default_rng(seed)
    boards, thrown = [], []
    for turn in games.run(dice(64, (seed,))):
        some = chance.random(len(turn.boards)) < 0.25
        boards.append(turn.boards[some])
        thrown.append(DICE[turn.throws[some]])
    every, dice_of = np.concatenate(boards), np.concatenate(thrown)
    several = np.bincount(measured.game.plays(every, dice_of).throws, minlength=len(every)) > 1
    chosen = chance.permutation(np.flatnonzero(several))[:count]
    for begin in range(0, len(chosen), AT_A_TIME):
        part = chosen[begin : begin + AT_A_TIME]
        yield every[part], dice_of[part]


def _played_out(measured: Measured, after: Boards, games: int, seed: int) -> NDArray[np.float64]:
    """What boards behind plays are worth to who played, by so many games each, without their luck."""
    game = measured.game
    going = np.flatnonzero(~game.is_over(after))
    found = game.flat(won(after)).astype(np.float64)
    begun = np.repeat(passed(after[going]), games, axis=0)
    lockstep = Lockstep(measured.evaluator, begun, [game.stake], np.zeros(len(begun), np.intp))
    throws = (np.tile(some, len(going)) for some in even_dice(0, games, seed))
    for _ in lockstep.run(throws):
        pass
    worths = game.flat(lockstep.endings.without_luck).reshape(-1, games).mean(axis=1)
    again = game.throws_again(after[going])
    found[going] += np.where(again, worths, -worths)
    return found


def speed(options: argparse.Namespace, measured: Measured) -> None:
    """Turns a second in games at random, by the kernel and by the rules; and a double of many results."""
    ruleset = measured.ruleset
    by_kernel, by_rules = _turns_of_kernel(measured, options), _turns_of_rules(ruleset, options)
    table: Table = [("kernel", "turns a second", "by the rules", "ratio")]
    how = "compiled" if kernel_is_compiled() else "in Python"
    table.append((how, f"{by_kernel:,.0f}", f"{by_rules:,.0f}", f"{by_kernel / by_rules:.1f}"))
    print_table(f"Plays of throws, {ruleset.name}", table)


def _turns_of_kernel(measured: Measured, options: argparse.Namespace) -> float:
    """The throws of games at random are listed anew, in which nothing but the kernel is asked."""
    chance = np.random.default_rng(options.seed)
    rows = np.tile(measured.board.start, (100, 1))
    asked: list[tuple[list[int], int, int, int]] = []
    for _ in range(60):
        thrown = chance.integers(1, 7, (len(rows), 2))
        asked += [(row[:26], row[26], *two) for row, two in zip(rows.tolist(), thrown.tolist(), strict=True)]
        found = measured.game.rows.plays(rows, thrown)
        counts = np.bincount(found.throws, minlength=len(rows))
        after = found.boards[np.cumsum(counts) - counts + (chance.random(len(rows)) * counts).astype(int)]
        rows = passed(after)
        rows[measured.game.is_over(after)] = measured.board.start
    kernel, best = measured.game.rows.kernel, float("inf")
    until = time.process_time() + SECONDS * options.size
    while time.process_time() < until:
        kernel.plays.clear()
        kernel.counts.clear()
        begun = time.process_time()
        for board, marks, one, two in asked:
            kernel.add(board, marks, one, two)
        best = min(best, time.process_time() - begun)
    return len(asked) / best


def _turns_of_rules(ruleset: Ruleset, options: argparse.Namespace) -> float:
    random, turns = Random(options.seed), 0
    begun = time.process_time()
    while time.process_time() - begun < SECONDS * options.size:
        node = Node(ruleset.facts.start, ruleset.facts.marks)
        for _ in range(60):
            throw = throw_of(ruleset, node, (random.randint(1, 6), random.randint(1, 6)))
            reached = random.choice(list(legal_plays(ruleset, throw)))
            turns += 1
            if ruleset.over(reached, throw):
                break
            node = node_passed(ruleset, reached)
    return turns / (time.process_time() - begun)


MEASURES: dict[str, Callable[[argparse.Namespace, Measured], None]] = {
    "duel": duel,
    "chances": chances,
    "luck": luck,
    "losses": losses,
    "speed": speed,
}


def main() -> int:
    """Make the measurements that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(MEASURES))
    parser.add_argument(
        "--game", default="forn-1977", choices=[name for name in RULESETS if name != "modern"]
    )
    parser.add_argument("--weights", type=Path, help="a net; else that of the package")
    parser.add_argument("--half", type=Path, help="a net that is half trained")
    parser.add_argument("--size", type=float, default=1.0, help="a share of the sizes that are meant")
    parser.add_argument(
        "--games", type=float, default=1.0, help="a share of the games that a play is played out"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if unknown := set(options.measures) - set(MEASURES):
        parser.error(f"no such measure: {', '.join(sorted(unknown))}")
    measured = Measured(RULESETS[options.game], options.weights)
    print(f"{options.game}, weights {measured.game.nets.digest}, seed {options.seed}, size {options.size:g}")
    for name in options.measures or MEASURES:
        MEASURES[name](options, measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
