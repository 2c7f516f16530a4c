"""The judge judged: `python -m tools.rolled_out` rolls out plays on which engine and GNU Backgammon differ.

The verdicts of ../shared/corpus/engine are evaluations at 2-ply, and in rare positions an evaluation is wrong
by much. Here both plays are rolled out to the end by GNU Backgammon (0-ply, cubeful, luck taken out), in its
own process. For each player the loss by the verdicts stands beside the loss by the rollouts, which may be
negative: then the other play was better. Rollouts are kept in a file: no position is rolled out twice.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kotra_notation.board import flip_points, gnubg_id
from kotra_notation.board import position as position_of
from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import read, shipped_nets
from kotra_notation.engine.weighing import LEVELS, Weigher
from tools.measured_corpus import BATCH, PHASES, THOUSAND, Measured, rows

JudgedRow = dict[str, Any]
Equities = dict[str, tuple[float, float]]  # of who is on roll, by XGID, with its standard error

SETTINGS = """set output mwc off
set output digits 4
new session
set rollout trials {trials}
set rollout cubeful on
set rollout varredn on
set rollout truncation enable off
set rollout quasirandom on
set rollout seed 1
set rollout chequerplay plies 0
set rollout cubedecision plies 0
"""
KEPT = Path(__file__).with_suffix(".json")
END = "Printing final results"
RESULT = re.compile(r"CF +([+-][\d.]+)\s+\[[^\]]*CF +([\d.]+)\]")
# Positions of one process of GNU Backgammon.
TOGETHER = 10


def xgid_behind(row: JudgedRow, play: JudgedRow) -> str:
    """Return the XGID of the position behind a play, the other side on roll."""
    seen = gnubg_id.read(play["result"])
    signs = ["-" if not men else chr(ord("A" if men < 0 else "a") + abs(men) - 1) for men in reversed(seen)]
    _, cube, owner, _, _, *rest = row["xgid"].split(":")
    return "XGID=" + ":".join(["".join(signs), cube, owner, "-1", "00", *rest])


def roll_out(xgids: list[str], trials: int) -> list[tuple[float, float]]:
    """Return the equity of the side on roll in each position, with its standard error."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as commands:
        asked = "".join(f"set xgid {xgid}\nrollout\n" for xgid in xgids)
        commands.write(SETTINGS.format(trials=trials) + asked)
        commands.flush()
        ours, theirs = os.openpty()  # results are printed to a terminal only
        words = ["gnubg", "-t", "-q", "-r", "-c", commands.name]
        with subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL
        ) as process:
            os.close(theirs)
            text = b"".join(_parts(ours)).decode("utf-8", "replace")
            process.wait()
    results = read_results(text)
    if len(results) != len(xgids):
        raise SystemExit(f"GNU Backgammon rolled out {len(results)} of {len(xgids)} positions.")
    return results


def read_results(text: str) -> list[tuple[float, float]]:
    """Return the equities and errors that GNU Backgammon prints at the ends of rollouts."""
    ends = [RESULT.search(part) for part in text.split(END)[1:]]
    return [(float(end[1]), float(end[2])) for end in ends if end]


def _parts(terminal: int) -> Iterator[bytes]:
    try:
        while part := os.read(terminal, 65536):
            yield part
    except OSError:  # the program has ended
        os.close(terminal)


def choices(weigher: Weigher, decisions: list[JudgedRow]) -> list[JudgedRow]:
    """Return the judged play that the engine chooses in each decision."""
    chosen = []
    for begin in range(0, len(decisions), BATCH):
        some = decisions[begin : begin + BATCH]
        throws = weigher.throws([position_of(row["xgid"]) for row in some], [None] * len(some))
        for row, throw in zip(some, throws, strict=True):
            judged = {tuple(gnubg_id.read(play["result"])): play for play in row["plays"]}
            chosen.append(judged[flip_points(throw.plays[0].points)])
    return chosen


def loss(equities: Equities, row: JudgedRow, play: JudgedRow) -> float:
    """Return how much more the other side has behind a play than behind the judge's."""
    behind, best = xgid_behind(row, play), xgid_behind(row, row["plays"][0])
    return 0.0 if behind == best else THOUSAND * (equities[behind][0] - equities[best][0])


def main() -> None:
    """Roll out what is new, and print the losses of each player by phase."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", nargs="*", default=["quick"], choices=list(LEVELS))
    parser.add_argument("--trials", type=int, default=144, help="games of a rollout")
    parser.add_argument("--weights", type=Path, help="other nets than those of the package")
    parser.add_argument("--kept", type=Path, default=KEPT, help="the file of rollouts")
    options = parser.parse_args()
    decisions = rows("chequer.jsonl")
    nets = read(options.weights.read_bytes()) if options.weights else shipped_nets()
    evaluator = Evaluator(ModernArrays(nets))
    players = {level: choices(Weigher(evaluator, LEVELS[level]), decisions) for level in options.levels}
    for ply in "01":
        name = f"gnubg_{ply}ply"
        players[name] = [
            next(play for play in row["plays"] if play["result"] == row[name]) for row in decisions
        ]
    equities: Equities = json.loads(options.kept.read_text("utf-8")) if options.kept.exists() else {}
    wanted = {
        xgid_behind(row, behind)
        for chosen in players.values()
        for row, play in zip(decisions, chosen, strict=True)
        if play is not row["plays"][0]
        for behind in (play, row["plays"][0])
    }
    new = sorted(wanted - equities.keys())
    for begin in range(0, len(new), TOGETHER):
        some = new[begin : begin + TOGETHER]
        equities |= zip(some, roll_out(some, options.trials), strict=True)
        lines = (f"{json.dumps(xgid)}: {json.dumps(pair)}" for xgid, pair in sorted(equities.items()))
        options.kept.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
        print(f"{begin + len(some)} of {len(new)} positions rolled out", flush=True)
    for name, chosen in players.items():
        print(f"{name:18}{'by 2-ply':>16}{'by rollouts':>16}")
        for phase in ("all", *PHASES):
            some_rows = [
                (THOUSAND * (row["plays"][0]["equity"] - play["equity"]), loss(equities, row, play))
                for row, play in zip(decisions, chosen, strict=True)
                if phase in ("all", row["phase"])
            ]
            by_judge, by_rollouts = (Measured.of(losses).text() for losses in zip(*some_rows, strict=True))
            print(f"  {phase:16}{by_judge:>16}{by_rollouts:>16}")


if __name__ == "__main__":
    main()
