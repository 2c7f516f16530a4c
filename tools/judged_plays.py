"""Decisions judged by GNU Backgammon, and what an evaluation loses on them."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kotra_notation.board import gnubg_id
from kotra_notation.engine.nets import cubeless

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards
    from kotra_notation.engine.nets import Floats

JUDGED = Path(__file__).parents[2] / "shared" / "corpus" / "engine"


class Decision(NamedTuple):
    """The boards behind the plays of a decision, as the next side sees them, and their worth to the mover."""

    phase: str
    boards: Boards
    equities: NDArray[np.float64]


def read_decisions() -> list[Decision]:
    """The decisions of the corpus; none where it is absent."""
    path = JUDGED / "chequer.jsonl"
    found = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        row = json.loads(line)
        boards = np.array([gnubg_id.read(one["result"]) for one in row["plays"]], np.int8)
        found.append(Decision(row["phase"], boards, np.array([one["equity"] for one in row["plays"]])))
    return found


def loss_of(said: Callable[[Boards], Floats], decisions: list[Decision]) -> dict[str, float]:
    """The mean loss of the plays that are best without the cube, in thousandths of a point, by phase."""
    if not decisions:
        return {}
    worth = -cubeless(said(np.concatenate([one.boards for one in decisions])))
    losses = defaultdict(list)
    at = 0
    for one in decisions:
        chosen = int(worth[at : at + len(one.boards)].argmax())
        losses[one.phase].append(float(one.equities.max() - one.equities[chosen]) * 1000)
        at += len(one.boards)
    found = {phase: round(sum(some) / len(some), 2) for phase, some in losses.items()}
    everything = [loss for some in losses.values() for loss in some]
    return {"all": round(sum(everything) / len(everything), 2), **found}
