"""`python -m tools.train --seed 1 --hours 2`: nets from random weights, by play against themselves.

Modern kotra, or with `--game forn-1977` a dialect of the old game. Some hundred games are played side by side
(`self_play.py`); what each game learns from, and in which stages, stands in `modern_training.py` and
`old_training.py`.

What happens is the same for the same seed on one machine: hours are turned into a number of positions. It
writes a checkpoint now and then and goes on from it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from kotra_notation.engine.nets import read
from kotra_notation.rules import RULESETS
from tools.modern_training import ModernTraining
from tools.old_training import OldTraining
from tools.self_play import SelfPlay, Stage

MODERN = "modern"


def training_of(game: str, seed: int) -> SelfPlay:
    """A training from random weights."""
    return ModernTraining(seed) if game == MODERN else OldTraining(game, seed)


def main() -> int:
    """Train for so many hours' worth of positions, going on from the last checkpoint."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=RULESETS, default=MODERN)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=2)
    parser.add_argument("--folder", type=Path, default=Path("training"), help="for checkpoints and the log")
    parser.add_argument("--from", dest="begin", type=Path, help="begin with the nets of this file")
    parser.add_argument("--stage", help="where --from begins; if not said, behind the first")
    parser.add_argument("--workers", type=int, default=0, help="processes that play whole games beside this")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True)
    checkpoint = options.folder / "checkpoint.npz"
    training = training_of(options.game, options.seed)
    training.workers = options.workers
    if checkpoint.exists():
        training.go_on(checkpoint)
    elif options.begin:
        begins = [stage.name for stage in training.stages[1:]]
        if (stage := options.stage or begins[0]) not in begins:
            parser.error(f"there is no stage {stage}; there are {', '.join(begins)}")
        training.with_nets(read(options.begin.read_bytes(), training.kind), stage)
    run(training, options.hours, options.folder)
    (options.folder / training.kind.file).write_bytes(
        training.shipped(options.seed, options.hours, commit()).as_bytes()
    )
    return 0


def run(training: SelfPlay, hours: float, folder: Path) -> None:
    """The stages that are still to come, with a line of the log and a checkpoint every two minutes."""
    begun = last = time.monotonic()
    for number, stage in enumerate(training.stages):
        if number < training.stage:
            continue
        training.stage = number
        training.begin(stage)
        whole = stage.share * hours * training.pace[stage.exact]
        while training.done < whole:
            training.step(stage, training.done / whole)
            if time.monotonic() - last > 120:
                last = time.monotonic()
                report(training, stage, last - begun, folder)
        training.stage, training.done = number + 1, 0
        report(training, stage, time.monotonic() - begun, folder)


def commit() -> str:
    """The commit that the program stands at."""
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return found.stdout.strip()


def report(training: SelfPlay, stage: Stage, seconds: float, folder: Path) -> None:
    """A line of the log and a checkpoint."""
    line = {
        "seconds": round(seconds),
        "stage": stage.name,
        "positions": training.positions,
        "games": training.games,
        **training.measured(),
    }
    with (folder / "log").open("a") as log:
        print(json.dumps(line), file=log)
    print(json.dumps(line), flush=True)
    new = folder / "new.npz"
    np.savez(new, **training.state())
    new.replace(folder / "checkpoint.npz")


if __name__ == "__main__":
    sys.exit(main())
