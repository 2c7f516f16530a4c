"""`python -m tools.fuzz --seconds 60 [FORMAT ...]`: readers alone, given changed records."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import SystemRandom

from kotra_notation.formats import FORMATS
from tools.fuzz.hunting import CORPUS, RECORDS, SAMPLES, hunt, named, seeds


def main() -> None:
    """Hunt, and leave with status 1 where an input failed."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz")
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="only these; all unless told")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--inputs", type=int, help="so many inputs, however long they take")
    parser.add_argument("--seed", type=int, help="repeats a run; with --inputs to the last byte")
    parser.add_argument(
        "--whole", type=float, default=0.0, help="which share goes through replay and writers"
    )
    parser.add_argument(
        "--found", type=Path, default=Path("fuzz-found"), help="a folder for inputs that fail"
    )
    parser.add_argument("--fresh", type=Path, help="a folder for inputs that showed something new")
    parser.add_argument("--from", dest="more", type=Path, action="append", default=[], help="further records")
    chosen = parser.parse_args()
    if unknown := set(chosen.formats) - set(FORMATS):
        parser.error(f"no formats: {', '.join(sorted(unknown))}")
    seed = SystemRandom().randrange(2**32) if chosen.seed is None else chosen.seed
    begun = seeds([CORPUS, SAMPLES, RECORDS, *chosen.more], chosen.formats)
    print(f"seed {seed}, {len(begun)} records to begin from", flush=True)
    seconds = None if chosen.inputs else chosen.seconds
    done = hunt(begun, seed, seconds=seconds, inputs=chosen.inputs, whole=chosen.whole, found=chosen.found)
    if chosen.fresh:
        chosen.fresh.mkdir(parents=True, exist_ok=True)
        for one in done.fresh:
            (chosen.fresh / f"{named(one.data)}.{one.format}").write_bytes(one.data)
    print(f"{done.summary}; seed {seed}")
    for failure in done.failures.values():
        print(f"{failure.what}: kept as {chosen.found / failure.name}; mend it, and put it into {CORPUS}")
    sys.exit(bool(done.failures))


main()
