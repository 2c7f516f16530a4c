"""What the engine's own errors add to the losses of players: `python -m tools.rate_noise JUDGED OURS`.

Two folders with the same matches, one judged by a stronger engine (`kotra analyse --engine gnubg
--level deep`), one by ours at a level. The noise belongs into `statistics/noise.py`; with `--halves` that of
one half of the matches is taken off the other half, to see what is left.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import kotra_notation as kn
from kotra_notation.replay import replay
from kotra_notation.statistics import XG, sheet
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.noise import Noise


class Side(NamedTuple):
    """What a player lost in a match by the judge and by ours, and the decisions that count."""

    judged: float
    ours: float
    decisions: int

    @property
    def added(self) -> float:
        """Return the points a decision that our engine finds beyond the judge's."""
        return (self.ours - self.judged) / self.decisions


def sides(judged: Path, ours: Path) -> list[Side]:
    """Return all players of the matches that are in both folders."""
    found = []
    for path in sorted(judged.glob("*.kotra")):
        if (ours / path.name).exists():
            one, other = (
                sheet(analysis(replay(kn.read(place).matches[0])), XG) for place in (path, ours / path.name)
            )
            assert one is not None
            assert other is not None
            for right, made in zip(one.sides, other.sides, strict=True):
                found.append(Side(right.total.equity or 0, made.total.equity or 0, made.side.counting))
    return found


def noise(some: list[Side]) -> Noise:
    """Return what is added a decision, of each player alike, and how that varies."""
    added = float(np.mean([one.added for one in some]))
    return Noise(added, float(np.sqrt(np.mean([(one.added - added) ** 2 * one.decisions for one in some]))))


def told(name: str, left: list[float], good: list[bool]) -> str:
    """Return a line on differences of PR."""
    values = np.array(left)
    strong = values[np.array(good)]
    return (
        f"{name}: mean {values.mean():+.2f}, mean size {abs(values).mean():.2f}; "
        f"below PR 10 ({len(strong)}): mean {strong.mean():+.2f}, size {abs(strong).mean():.2f}"
    )


def main() -> int:
    """Print the noise, and how far PR is from the judge's with and without it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("judged", type=Path)
    parser.add_argument("ours", type=Path)
    parser.add_argument("--halves", action="store_true")
    options = parser.parse_args()
    every = sides(options.judged, options.ours)
    print(f"{len(every)} players: {noise(every)}")
    good = [500 * one.judged / one.decisions < 10 for one in every]
    print(told("PR as found", [500 * one.added for one in every], good))
    less = []
    for number, one in enumerate(every):
        others = [each for at, each in enumerate(every) if at // 2 % 2 != number // 2 % 2]
        theirs = noise(others if options.halves else every)
        less.append(500 * (max(one.ours / one.decisions - theirs.added, 0) - one.judged / one.decisions))
    print(told("PR less the noise", less, good))
    return 0


if __name__ == "__main__":
    sys.exit(main())
