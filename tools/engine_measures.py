"""How strong the engine is: `python -m tools.engine_measures losses chances luck duel gnubg kernel`.

Each word is a measurement; without words those are made that need nothing else. What is printed
are tables as docs/engine.md has them. `--size 0.1` makes everything a tenth as large, `--weights FILE` takes
other nets than those of the package, `--against FILE` names those that `duel` plays against. With
OPENBLAS_NUM_THREADS=1 in the environment it keeps to one core.

- losses: what plays and cubes lose on ../shared/corpus/engine, at each level, chosen as people get them
- yardstick: what plays lose by rollouts of our own, and how far chances are from them, looking 0 and 1 ahead
- chances: what was said of positions in own games against what came of them
- luck: what is left of the variance of results without luck, and whether results are accounted for exactly
- duel: points a game against the nets of another file
- gnubg: points a game against GNU Backgammon at 0-ply, which must be installed
- kernel: whether the lists of plays of the rules' kernel lead to the same choices as those of numpy
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from kotra_notation.engine.evaluator import CUBELESS, Evaluator
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import read, shipped_nets
from kotra_notation.engine.weighing import LEVELS, Weigher
from tools import measured_play
from tools.measured_corpus import PHASES, by_phase, cube_losses, play_losses, rows
from tools.measured_duels import Board, duel, gnu_backgammon, net_player
from tools.measured_kernel import agreement
from tools.measured_yardstick import against_rollouts
from tools.modern_training import START

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tools.measured_corpus import Cubes, Measured
    from tools.measured_play import Said

    Table = list[Sequence[object]]

OWN_GAMES = 2_000
BEAR_OFFS = 2_000
PAIRS = 5_000
DECISIONS = 20_000
PLAYS, CUBES = 450, 183
CHANCES = ("win", "gammon", "backgammon", "gammon lost", "backgammon lost")
TRIED = (0, 1, 3)


def losses(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """The losses of each level on the corpus."""
    plays: Table = [("level", "all", *PHASES, "seconds")]
    cubes: Table = [("level", "double", "take", "both", "after Crawford", "dead, Crawford doubled")]
    apart: Table = [("level", "of", *CHANCES)]
    for level in options.levels:
        weigher = Weigher(evaluator, LEVELS[level])
        begun = time.process_time()
        lost, roots = play_losses(weigher, rows("chequer.jsonl", _size(PLAYS, options)))
        seconds = time.process_time() - begun
        plays.append((level, *_phases(by_phase(lost)), f"{seconds:.0f}"))
        found = cube_losses(weigher, rows("cube.jsonl", _size(CUBES, options)))
        cubes.append((level, *_cube_row(found)))
        apart += [
            (level, name, *(f"{one:.4f}" for one in some))
            for name, some in (("best plays", roots), ("cubes", found.apart))
        ]
    print_table("Plays, thousandths of a point lost a decision, ± one standard error", plays)
    print_table("Cubes, thousandths of a point lost a decision", cubes)
    print_table("Chances, root of the mean square from those of the judge", apart)


def _phases(found: dict[str, Measured]) -> list[str]:
    return [found[phase].text() if phase in found else "" for phase in ("all", *PHASES)]


def _cube_row(found: Cubes) -> list[str]:
    means = [one.text() for one in (found.double, found.take, found.both)]
    after = f"{found.after_crawford.text()} ({found.after_crawford.size})"
    return [*means, after, f"{found.wrongly_offered} of {found.dead}"]


def chances(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """Each tenth of three chances: said, and what happened."""
    games = _own_games(options, evaluator)
    table: Table = [("chance", "positions", "said", "came", "came, without luck", "apart")]
    for chance in TRIED:
        for one in measured_play.tenths(games, chance):
            numbers = (one.said, one.came, one.steady, one.steady - one.said)
            table.append((CHANCES[chance], one.positions, *(f"{number:.4f}" for number in numbers)))
    print_table(f"Chances in {len(games.results)} own games", table)


def _own_games(options: argparse.Namespace, evaluator: Evaluator) -> Said:
    return _played(evaluator, _size(OWN_GAMES, options), options.seed)


@lru_cache
def _played(evaluator: Evaluator, number: int, seed: int) -> Said:
    """Play the games that two measurements look at."""
    return measured_play.own_games(_board(evaluator), evaluator, number, seed)


def _board(evaluator: Evaluator) -> Board:
    return Board(evaluator.game, START, CUBELESS)


def luck(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """The variance that is left without luck; and what is left when all is accounted for."""
    games = _own_games(options, evaluator)
    table: Table = [("games", "variance of points", "without luck", "left", "mean", "mean without luck")]
    numbers = (games.results.var(), games.without_luck.var())
    means = (games.results.mean(), games.without_luck.mean())
    table.append(
        (
            len(games.results),
            *(f"{one:.3f}" for one in numbers),
            f"{games.left:.1%}",
            *(f"{one:+.4f}" for one in means),
        )
    )
    print_table("Luck in own games", table)
    found = measured_play.accounts(evaluator, _size(BEAR_OFFS, options), options.seed)
    print_table(
        "Bear-offs: result less worth at the beginning, luck and changes by skill",
        [("games", "most apart", "mean apart"), (found.games, f"{found.most:.1e}", f"{found.mean:.1e}")],
    )


def yardstick(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """The decisions that were rolled out."""
    table: Table = [("plies", "thousandths lost a play", *CHANCES, "points")]
    for plies in range(2):
        held = against_rollouts(evaluator, plies)
        table.append((plies, held.loss.text(), *(f"{apart:.4f}" for apart in (*held.chances, held.points))))
    print_table("Own rollouts: losses of plays; roots of mean squares from them", table)


def against(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """Games against other nets."""
    if options.against is None:
        raise SystemExit("duel needs --against FILE")
    other = Evaluator(ModernArrays(read(options.against.read_bytes())))
    players = net_player(evaluator), net_player(other)
    _print_duel(
        f"{evaluator.game.nets.digest} against {other.game.nets.digest}",
        duel(_board(evaluator), *players, _size(PAIRS, options), options.seed, options.seconds),
    )


def gnubg(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """Games against GNU Backgammon."""
    with gnu_backgammon() as other:
        players = net_player(evaluator), other
        found = duel(_board(evaluator), *players, _size(PAIRS, options), options.seed, options.seconds)
    _print_duel(f"{evaluator.game.nets.digest} against GNU Backgammon at 0-ply", found)


def _print_duel(title: str, found: Measured) -> None:
    table: Table = [("games", "points a game"), (2 * found.size, f"{found.mean:+.4f} ± {found.error:.4f}")]
    print_table(f"{title}, for money without a cube", table)


def kernel(options: argparse.Namespace, evaluator: Evaluator) -> None:
    """The choices by the lists of the kernel."""
    found = agreement(evaluator, _size(DECISIONS, options), options.seed)
    print_table(
        "Lists of plays and choices by the rules' kernel and by numpy",
        [
            ("decisions", "kernel", "lists that differ", "choices that differ"),
            (
                found.decisions,
                "compiled" if found.compiled else "in Python",
                found.lists_apart,
                found.choices_apart,
            ),
        ],
    )


def print_table(title: str, table: Table) -> None:
    """A table in Markdown under its title."""
    print(f"\n{title}:\n")
    head, *rest = table
    for row in (head, ["---"] * len(head), *rest):
        print(f"| {' | '.join(map(str, row))} |")
    sys.stdout.flush()


def _size(whole: int, options: argparse.Namespace) -> int:
    share: float = options.size
    return max(round(whole * share), 1)


MEASURES: dict[str, Callable[[argparse.Namespace, Evaluator], None]] = {
    "losses": losses,
    "yardstick": yardstick,
    "chances": chances,
    "luck": luck,
    "kernel": kernel,
    "gnubg": gnubg,
    "duel": against,
}


def main() -> int:
    """Make the measurements that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("measures", nargs="*", metavar="MEASURE", help=", ".join(MEASURES))
    parser.add_argument("--weights", type=Path, help="a file of nets; else those of the package")
    parser.add_argument("--against", type=Path, help="the nets that duel plays against")
    parser.add_argument("--levels", nargs="*", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--size", type=float, default=1.0, help="a share of the sizes that are meant")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for the games of a duel")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if unknown := set(options.measures) - set(MEASURES):
        parser.error(f"no such measure: {', '.join(sorted(unknown))}")
    nets = read(options.weights.read_bytes()) if options.weights else shipped_nets()
    evaluator = Evaluator(ModernArrays(nets))
    print(f"Weights {evaluator.game.nets.digest}, seed {options.seed}, size {options.size:g}")
    for name in options.measures or list(MEASURES)[:5]:
        MEASURES[name](options, evaluator)
    return 0


if __name__ == "__main__":
    sys.exit(main())
