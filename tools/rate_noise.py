"""Measure the engine's own error in a player's rate: `python -m tools.rate_noise JUDGED OURS`.

Both folders hold the same matches. JUDGED is analysed by a stronger engine (`kotra analyse --engine gnubg
--level deep`, or files of eXtreme Gammon), OURS by ours alone, at one level. The numbers belong in
`statistics/uncertainty.py`. `--halves` subtracts the error measured on one half of the matches from the
other half.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

import kotra_notation as kn
from kotra_notation.replay import replay
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.sheet import sheet
from kotra_notation.statistics.uncertainty import Noise


class PlayerLoss(NamedTuple):
    """A player's loss a decision in one match, in points, by the judge and by our engine."""

    judged: float
    ours: float
    decisions: int

    @property
    def added(self) -> float:
        """Return the loss that our engine adds."""
        return self.ours - self.judged


def read_players(judged: Path, ours: Path) -> list[PlayerLoss]:
    """Return every player of the matches that are in both folders."""
    players = []
    for path in sorted(judged.iterdir()):
        own = ours / f"{path.stem}.kotra"
        if own.exists():
            sheets = [sheet(analysis(replay(kn.read(place).matches[0])), XG) for place in (path, own)]
            for seat in (0, 1):
                judge, our = (whole.sides[seat] for whole in sheets if whole)
                judged_loss, loss = ((side.total.equity or 0) / side.side.counting for side in (judge, our))
                players.append(PlayerLoss(judged_loss, loss, our.side.counting))
    return players


def measure(players: list[PlayerLoss]) -> Noise:
    """Return the mean of what our engine adds, each player counted alike, and its spread for one decision."""
    added = float(np.mean([player.added for player in players]))
    squares = [(player.added - added) ** 2 * player.decisions for player in players]
    return Noise(added, float(np.sqrt(np.mean(squares))))


def summary(name: str, differences: list[float], strong: list[bool]) -> str:
    """Return a line about differences of PR, for all players and for strong ones."""
    values = np.array(differences)
    few = values[np.array(strong)]
    line = f"{name}: mean {values.mean():+.2f}, mean size {abs(values).mean():.2f}"
    return f"{line}; below PR 10 ({len(few)}): mean {few.mean():+.2f}, size {abs(few).mean():.2f}"


def main() -> int:
    """Print the engine's own error, and how far its PR is from the judge's, as it is and corrected."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("judged", type=Path)
    parser.add_argument("ours", type=Path)
    parser.add_argument("--halves", action="store_true")
    options = parser.parse_args()
    players = read_players(options.judged, options.ours)
    if not players:
        parser.error(f"no analysed match is in both {options.judged} and {options.ours}")
    print(f"{len(players)} players: {measure(players)}")
    strong = [500 * player.judged < 10 for player in players]
    print(summary("PR as found", [500 * player.added for player in players], strong))
    corrected = []
    for number, player in enumerate(players):
        others = [other for at, other in enumerate(players) if at // 2 % 2 != number // 2 % 2]
        noise = measure(others if options.halves else players)
        corrected.append(500 * (max(player.ours - noise.added, 0) - player.judged))
    print(summary("PR corrected", corrected, strong))
    return 0


if __name__ == "__main__":
    sys.exit(main())
