"""The engine held against decisions that were rolled out to the end of the game (`tools/gpu/rollouts.py`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.engine.evaluator import CUBELESS
from kotra_notation.engine.nets import cubeless
from tools.measured_corpus import THOUSAND, Measured

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kotra_notation.engine.evaluator import Evaluator

YARDSTICK = Path(__file__).parent / "nets" / "yardstick.npz"


class Yardstick(NamedTuple):
    """What plays lose by rollouts, and how far chances and points are from them."""

    loss: Measured
    chances: Sequence[float]
    points: float


def against_rollouts(evaluator: Evaluator, plies: int) -> Yardstick:
    """Return what the plays lose that are best so many throws ahead, in thousandths of a point."""
    with np.load(YARDSTICK) as kept:
        boards, decisions, rolled = kept["after"], kept["decision"], kept["chances"].astype(np.float32)
        errors = kept["errors"].astype(np.float64)
    chances = evaluator.chances(boards, [CUBELESS], np.zeros(len(boards), np.intp), plies)
    worths, true = -cubeless(chances).astype(float), -cubeless(rolled).astype(float)
    losses = []
    for plays in np.split(np.arange(len(boards)), np.flatnonzero(np.diff(decisions)) + 1):
        losses.append(float(true[plays].max() - true[plays[worths[plays].argmax()]]) * THOUSAND)
    rolls = errors > 0
    apart = chances[rolls] - rolled[rolls]
    # What rollouts are wrong by is not the engine's.
    points = np.mean((worths - true)[rolls] ** 2 - errors[rolls] ** 2)
    return Yardstick(Measured.of(losses), np.sqrt(np.mean(apart**2, axis=0)).tolist(), float(points) ** 0.5)
