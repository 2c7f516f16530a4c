"""Train the nets of modern kotra on a GPU: `python -m tools.gpu --minutes 8 -o FOLDER`.

Two nets for contact learn from the same games, a large one and a small one that looks ahead. The one that has
been closer to its lessons judges the games. The net that ranks plays learns from its verdicts. At the end
decisions of the games are rolled out, as a yardstick. Without a GPU it does the same slowly, for tests.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from kotra_notation.engine.nets import read, shipped_nets
from tools.gpu.rollouts import decisions
from tools.gpu.training import Training


def log(folder: Path, **facts: Any) -> None:
    """Print a line, and keep it."""
    line = json.dumps(facts)
    print(line, flush=True)
    with (folder / "log").open("a") as file:
        print(line, file=file)


def main() -> None:
    """Train for so many minutes, then roll out decisions."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=6)
    parser.add_argument(
        "--from", dest="begin", type=Path, help="nets to go on from, those of the package unless told"
    )
    parser.add_argument("-o", dest="folder", type=Path, default=Path("training"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", type=int, nargs="+", help="layers of a large net that begins at random")
    parser.add_argument("--places", type=int, default=12_288, help="games side by side")
    parser.add_argument("--kept", type=int, default=6_000_000, help="positions that are learned from again")
    parser.add_argument("--passes", type=float, default=6, help="how often each position is learned from")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--decisions", type=int, default=1000, help="decisions rolled out at the end")
    parser.add_argument("--trials", type=int, default=144, help="games of a rollout")
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True, parents=True)
    torch.backends.cuda.matmul.allow_tf32 = True
    begin = read(options.begin.read_bytes()) if options.begin else shipped_nets()
    training = Training(begin, options)
    begun = last = time.monotonic()
    while (share := (time.monotonic() - begun) / (60 * options.minutes)) < 1:
        training.step(share)
        if time.monotonic() - last > 15 or options.minutes < 1:
            last = time.monotonic()
            wrong = {name: round(pupil.wrong, 5) for name, pupil in training.pupils.items()}
            seconds = round(last - begun)
            log(
                options.folder,
                seconds=seconds,
                positions=training.positions,
                gap=round(training.gap, 4),
                **wrong,
            )
            save(training, options.folder)
    save(training, options.folder)
    kept = decisions(training.judge, training.games, options.decisions, options.trials)
    np.savez_compressed(options.folder / "yardstick.npz", allow_pickle=False, **kept)
    log(options.folder, seconds=round(time.monotonic() - begun), plays=len(kept["after"]))


def save(training: Training, folder: Path) -> None:
    """Write the nets."""
    new = folder / "new.npz"
    new.write_bytes(training.nets().as_bytes())
    new.replace(folder / "modern.npz")


if __name__ == "__main__":
    main()
