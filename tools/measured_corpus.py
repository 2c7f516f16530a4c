"""What the engine loses on decisions that GNU Backgammon has judged, chosen exactly as people get them."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kotra_notation.board import flip_points, gnubg_id
from kotra_notation.board import position as position_of
from tools.judged_plays import JUDGED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kotra_notation.engine.results import WeighedCube
    from kotra_notation.engine.weighing import Weigher

    Losses = dict[str, list[float]]

# So many decisions are weighed at a time.
BATCH = 15
THOUSAND = 1000
PHASES = ("opening", "contact", "prime-back", "bearoff-contact", "race", "bearoff")


class Measured(NamedTuple):
    """A mean with its standard error, of so many."""

    mean: float
    error: float
    size: int

    @classmethod
    def of(cls, values: Sequence[float]) -> Measured:
        """The mean of some values."""
        if not values:
            return cls(0.0, 0.0, 0)
        apart = float(np.std(values, ddof=1)) if len(values) > 1 else 0.0
        return cls(float(np.mean(values)), apart / len(values) ** 0.5, len(values))

    def text(self, digits: int = 2) -> str:
        """The mean and its error."""
        return f"{self.mean:.{digits}f} ± {self.error:.{digits}f}"


class Cubes(NamedTuple):
    """The losses at the cube, in thousandths of a point."""

    double: Measured
    take: Measured
    both: Measured
    after_crawford: Measured
    wrongly_offered: int  # doubles with a dead cube or in a Crawford game
    dead: int
    apart: tuple[float, ...]  # of each of the five chances, the root of the mean square


def rows(name: str, most: int | None = None) -> list[dict[str, Any]]:
    """The decisions of a file of the corpus, evenly spread ones where not all are wanted."""
    found = [json.loads(line) for line in (JUDGED / name).read_text("utf-8").splitlines()]
    if not most or most >= len(found):
        return found
    return [found[at] for at in np.linspace(0, len(found) - 1, most).astype(int)]


def play_losses(weigher: Weigher, decisions: list[dict[str, Any]]) -> tuple[Losses, tuple[float, ...]]:
    """The losses of the chosen plays by phase, and how far the chances behind them are from the judge's."""
    losses: Losses = defaultdict(list)
    squares = []
    for some in _batches(decisions):
        throws = weigher.throws([position_of(row["xgid"]) for row in some], [None] * len(some))
        for row, throw in zip(some, throws, strict=True):
            judged = {tuple(gnubg_id.read(play["result"])): play for play in row["plays"]}
            chosen = judged[flip_points(throw.plays[0].points)]
            losses[row["phase"]].append((row["plays"][0]["equity"] - chosen["equity"]) * THOUSAND)
            squares.append(np.square(np.subtract(throw.plays[0].chances, chosen["probs"])))
    return losses, _root(squares)


def by_phase(losses: Losses) -> dict[str, Measured]:
    """The mean loss of all and of each phase."""
    everything = [one for some in losses.values() for one in some]
    return {"all": Measured.of(everything)} | {
        phase: Measured.of(losses[phase]) for phase in PHASES if phase in losses
    }


def cube_losses(weigher: Weigher, decisions: list[dict[str, Any]]) -> Cubes:
    """What the chosen doubles and answers lose."""
    double, take, after = [], [], []
    squares, wrong, dead = [], 0, 0
    for some in _batches(decisions):
        cubes = weigher.cubes([position_of(row["xgid"]) for row in some])
        for row, cube in zip(some, cubes, strict=True):
            squares.append(np.square(np.subtract(cube.chances, row["probs"])))
            if not row["available"]:
                dead += 1
                wrong += _doubles(cube)
                continue
            offered, answered = _lost(row, cube)
            double.append(offered)
            take.append(answered)
            if row["length"] and not row["crawford"] and _at_one(row):
                after.append(offered + answered)
    both = [one + other for one, other in zip(double, take, strict=True)]
    means = (Measured.of(double), Measured.of(take), Measured.of(both), Measured.of(after))
    return Cubes(*means, wrongly_offered=wrong, dead=dead, apart=_root(squares))


def _lost(row: dict[str, Any], cube: WeighedCube) -> tuple[float, float]:
    """What the choice to double or not loses, and the answer to a double, in thousandths."""
    kept, taken, passed = row["nd"], row["dt"], row["dp"]
    turned_cube = min(taken, passed)
    chosen = turned_cube if _doubles(cube) else kept
    answer = passed if cube.equities.answer == "pass" else taken
    return (max(kept, turned_cube) - chosen) * THOUSAND, (answer - turned_cube) * THOUSAND


def _doubles(cube: WeighedCube) -> bool:
    return cube.equities.action in ("double-take", "double-pass")


def _at_one(row: dict[str, Any]) -> bool:
    """Whether a side needs one point."""
    return bool(row["length"] - max(row["score"]) == 1)


def _batches(decisions: list[dict[str, Any]]) -> Iterable[list[dict[str, Any]]]:
    return (decisions[begin : begin + BATCH] for begin in range(0, len(decisions), BATCH))


def _root(squares: list[Any]) -> tuple[float, ...]:
    return tuple(np.sqrt(np.mean(squares, axis=0)).tolist()) if squares else ()
