"""How strong the engine is in the old game: `python -m tools.old_measures duel ahead chances luck`.

Each word is a measurement of the net of a dialect (`--game forn-de`); what is printed are tables as
docs/engine.md has them. `--size 0.1` makes everything a tenth as large, `--weights FILE` takes another net.

- duel: games against players at random and three greedy ones
- half: games against nets that have learned less (`--others FILE …`)
- ahead: games of the levels that look ahead (`--level normal`) against the nets alone
- chances: what was said of positions in own games against what came of them
- luck: what is left of the variance of results without luck
- shares: how the games end of the net and of others that learned with other seeds (`--others FILE …`)
- losses: what the choices of the levels lose, where the leading plays are played on (`old_losses.py`)
- speed: turns a second by the kernel and by the rules, on the same throws
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.nets import Nets, read, shipped_nets
from kotra_notation.engine.old_arrays import OldArrays, kind
from kotra_notation.engine.old_rows import SIDE, for_next_throw, outcomes_won
from kotra_notation.engine.results import OUTCOMES, OWN_OUTCOMES
from kotra_notation.engine.weighing import DEEP, LEVELS, NORMAL, QUICK
from kotra_notation.fast.judges import legal_plays
from kotra_notation.installation import kernel_is_compiled
from kotra_notation.rules import RULESETS, Node, Ruleset, throw_of
from tools import measured_play
from tools.engine_measures import print_table
from tools.measured_duels import Board, Player, games_between, net_player
from tools.old_losses import LOOKED, PlayedOn, lost
from tools.old_players import at_level, at_random, greedy, hits, is_careful, races
from tools.old_training import start

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards
    from tools.engine_measures import Table

OWN_GAMES, PAIRS, LOOKING_PAIRS, DECISIONS, ENDINGS = 2_000, 1_000, 500, 500, 10_000
# Games that decisions are taken from.
SOURCE = 128
# The games at random whose throws the kernel and the rules list, their turns, and for how long they do.
RANDOM_GAMES, RANDOM_TURNS, SECONDS = 10, 60, 5.0
# The outcomes whose chances are held against what came.
LIKELY = ("jan", "-jan", "uttekt", "stor_jan", "half_langi")


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
        return shipped_nets(kind(ruleset.name))
    return read(weights.read_bytes(), kind(ruleset.name))


# Measurements


def duel(options: argparse.Namespace, measured: Measured) -> None:
    """Games against other players, in pairs with the same dice."""
    game = measured.game
    net = net_player(measured.evaluator, game.stake)
    others: list[tuple[str, Player, Player]] = [("at random", net, at_random(game, options.seed))]
    others += [
        (name, net, greedy(game, liked, options.seed))
        for name, liked in (("hits", hits), ("races", races), ("is careful", is_careful))
    ]
    _print_duels(options, measured, others, PAIRS, None)


def half(options: argparse.Namespace, measured: Measured) -> None:
    """Games against nets of the same rules that have learned less, in pairs with the same dice."""
    net = net_player(measured.evaluator, measured.game.stake)
    others = []
    for path in options.others:
        other = Measured(measured.ruleset, path)
        others.append((other.game.nets.digest, net, net_player(other.evaluator, other.game.stake)))
    _print_duels(options, measured, others, PAIRS, None)


def ahead(options: argparse.Namespace, measured: Measured) -> None:
    """Games of a level that looks ahead against the nets alone, in pairs with the same dice."""
    net = net_player(measured.evaluator, measured.game.stake)
    levels = [LEVELS[options.level]] if options.level else [NORMAL, DEEP]
    others = [(one.name, at_level(measured.game, measured.evaluator, one), net) for one in levels]
    _print_duels(options, measured, others, LOOKING_PAIRS, measured.evaluator)


def _print_duels(
    options: argparse.Namespace,
    measured: Measured,
    others: Sequence[tuple[str, Player, Player]],
    pairs: int,
    judge: Evaluator | None,
) -> None:
    """What the first of two players wins; where a judge takes luck out of it, without luck too."""
    count = max(round(pairs * options.size), 2)
    table: Table = [("players", "games", "won", "points a game", "points without luck")]
    for name, one, other in others:
        games = [
            games_between(measured.board, one, other, count, (options.seed, 0), begins, judge)
            for begins in (True, False)
        ]
        every = np.concatenate([some.points for some in games])
        share = (every > 0).mean() + (every == 0).mean() / 2
        points, lucks = (sum(some) / 2 for some in zip(*games, strict=True))
        bare = _mean(points - lucks) if judge else "–"
        table.append((name, 2 * count, f"{share:.2%}", _mean(points), bare))
    print_table(f"Games under {measured.ruleset.name}", table)


def _mean(pairs: NDArray[np.float64]) -> str:
    return f"{pairs.mean():+.3f} ± {pairs.std(ddof=1) / len(pairs) ** 0.5:.3f}"


def chances(options: argparse.Namespace, measured: Measured) -> None:
    """Each tenth of the chances of jan and of úttekt for either side: said, and what happened."""
    games = measured.own_games(max(round(OWN_GAMES * options.size), 10), options.seed)
    table: Table = [("chance", "positions", "said", "came", "came, without luck", "apart", "error")]
    comes = [name for name, may in zip(OUTCOMES, measured.game.rows.comes, strict=True) if may]
    for name in (one for one in LIKELY if one in comes):
        for one in measured_play.tenths(games, OUTCOMES.index(name)):
            numbers = (one.said, one.came, one.steady, one.steady - one.said, one.error)
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


def shares(options: argparse.Namespace, measured: Measured) -> None:
    """How the games end of this net, and of others that learned the same rules with other seeds."""
    games = max(round(ENDINGS * options.size), 10)
    every = [measured, *(Measured(measured.ruleset, path) for path in options.others)]
    found = [_ended(one, games, options.seed) for one in every]
    table: Table = [("ending", *(one.game.nets.digest for one in every), "apart")]
    for at, name in enumerate((*OWN_OUTCOMES, "draw")):
        some = [one[at] for one in found]
        if max(some):
            cells = (f"{share:.1%} ± {(share * (1 - share) / games) ** 0.5:.1%}" for share in some)
            table.append((name, *cells, f"{max(some) - min(some):.1%}"))
    print_table(f"How {games} games end, {measured.ruleset.name}", table)


def _ended(measured: Measured, games: int, seed: int) -> list[float]:
    """The share of games in which each outcome came, to either side."""
    player = net_player(measured.evaluator, measured.game.stake)
    total = np.zeros(len(OUTCOMES))

    def counting(boards: Boards, thrown: NDArray[np.integer]) -> Boards:
        after = player(boards, thrown)
        total[:] += outcomes_won(after).sum(axis=0)
        return after

    games_between(measured.board, counting, counting, games, (seed, 0), begins=True)
    own, other = total[:SIDE], total[SIDE:-1]
    return [*((own + other) / games).tolist(), float(total[-1] / games)]


def losses(options: argparse.Namespace, measured: Measured) -> None:
    """What the choices of the levels lose of the best of the leading plays, as these come out."""
    count = max(round(DECISIONS * options.size), 2)
    decisions = _decisions(measured, count, options.seed)
    playing = PlayedOn(measured.evaluator, measured.game, most=options.games, turns=options.turns)
    found = list(lost(playing, decisions, options.seed, options.kept))
    games, plays = (sum(getattr(one, name) for one in found) for name in ("games", "plays"))
    table: Table = [("level", "decisions", "plays", "games", "lost at most", "lost at least")]
    for level in LOOKED:
        most, least = (np.array([getattr(one, name)[level] for one in found]) for name in ("most", "least"))
        table.append((level, len(found), plays, games, _mean(most), _mean(least)))
    print_table(f"Points lost a decision, {measured.ruleset.name}, {options.turns or 'all'} turns", table)


def _decisions(measured: Measured, count: int, seed: int) -> tuple[Boards, NDArray[np.integer]]:
    """Positions of own games with what was thrown there, such as have more than one play."""
    player = net_player(measured.evaluator, measured.game.stake)
    chance = np.random.default_rng(seed)
    boards, thrown = [], []

    def noting(some: Boards, dice_of: NDArray[np.integer]) -> Boards:
        kept = chance.random(len(some)) < 0.25
        boards.append(some[kept])
        thrown.append(dice_of[kept])
        return player(some, dice_of)

    games_between(measured.board, noting, noting, SOURCE, (seed, 0), begins=True)
    every, dice_of = np.concatenate(boards), np.concatenate(thrown)
    several = np.bincount(measured.game.plays(every, dice_of).throws, minlength=len(every)) > 1
    chosen = chance.permutation(np.flatnonzero(several))[:count]
    return every[chosen], dice_of[chosen]


def speed(options: argparse.Namespace, measured: Measured) -> None:
    """Throws of games at random that the kernel and the rules list in a second, the same ones."""
    ruleset, kernel = measured.ruleset, measured.game.rows.kernel
    asked = _throws_at_random(measured, options.seed)
    throws = [throw_of(ruleset, Node(tuple(board), marks), dice) for board, marks, *dice in asked]

    def by_kernel() -> None:
        kernel.plays.clear()
        kernel.counts.clear()
        for board, marks, one, two in asked:
            kernel.add(board, marks, one, two)

    def by_rules() -> None:
        for throw in throws:
            legal_plays(ruleset, throw)

    rates = [len(asked) / _least(act, SECONDS * options.size) for act in (by_kernel, by_rules)]
    table: Table = [("kernel", "turns a second", "by the rules", "ratio")]
    how = "compiled" if kernel_is_compiled() else "in Python"
    table.append((how, *(f"{rate:,.0f}" for rate in rates), f"{rates[0] / rates[1]:.1f}"))
    print_table(f"Plays of throws, {ruleset.name}", table)


def _throws_at_random(measured: Measured, seed: int) -> list[tuple[list[int], int, int, int]]:
    """Boards of games at random with their marks and what was thrown there."""
    chance, player = np.random.default_rng(seed), at_random(measured.game, seed)
    rows = np.tile(measured.board.start, (RANDOM_GAMES, 1))
    asked: list[tuple[list[int], int, int, int]] = []
    for _ in range(RANDOM_TURNS):
        thrown = chance.integers(1, 7, (len(rows), 2))
        asked += [(row[:26], row[26], *two) for row, two in zip(rows.tolist(), thrown.tolist(), strict=True)]
        after = player(rows, thrown)
        rows = for_next_throw(after)
        rows[measured.game.is_over(after)] = measured.board.start
    return asked


def _least(act: Callable[[], None], seconds: float) -> float:
    """The time that something takes where nothing disturbs it."""
    least, until = float("inf"), time.process_time() + seconds
    while time.process_time() < until:
        begun = time.process_time()
        act()
        least = min(least, time.process_time() - begun)
    return least


MEASURES: dict[str, Callable[[argparse.Namespace, Measured], None]] = {
    "duel": duel,
    "half": half,
    "ahead": ahead,
    "chances": chances,
    "luck": luck,
    "shares": shares,
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
    parser.add_argument(
        "--level", choices=[level for level in LEVELS if level != QUICK.name], help="of `ahead`"
    )
    parser.add_argument("--size", type=float, default=1.0, help="a share of the sizes that are meant")
    parser.add_argument(
        "--others", type=Path, nargs="*", default=[], help="of `half` and `shares`: nets of the same rules"
    )
    of_losses = parser.add_argument_group("of `losses`")
    of_losses.add_argument("--games", type=int, default=1296, help="of a play, at most")
    of_losses.add_argument("--turns", type=int, default=0, help="of a game, then the net is asked; 0 for all")
    of_losses.add_argument("--kept", type=Path, help="a file that holds what was found, to go on from it")
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
