"""Measures what `check` and `fix` cost on records swollen with one line: notation by filling by size.

`python -m tools.growth --sizes 20 40 80` fills every text sample, at the place where they stand, with copies
of each kind of its own lines, and with lines that no grammar expects, and prints the fillings that cost most:
seconds of processor time per KB at the largest size, and the exponent by which the time grows with the size
(1: linearly, 2: as the square). `--fix` measures `fix`; `--only` takes samples by a part of their name; what
takes longer than `--limit` seconds is not made larger.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from math import log
from pathlib import Path
from time import process_time
from typing import NamedTuple

from kotra_notation.features.check.job import check_file
from kotra_notation.features.fix.job import errors_left, fixing
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import Opened
from kotra_notation.reading import read_in_full
from kotra_notation.repair.edits import meant_text
from referees.samples import EACH

SAMPLES = Path(__file__).parents[1] / "samples"
BINARY = frozenset({".xg", ".xgp", ".pos", ".xz"})
KB = 1000

# Lines that belong to no notation, or to the wrong place of one; the last is one long play.
STRANGE = (
    *(";", "; x", "#", "x", "1", "(", ")", '"', "[", ",", ":", "11:", "W", "1) ", "Wins 1 point", "Game 1"),
    "  1) 11: 8/7 8/7 6/5 6/5          66: 24/18 24/18 13/7 13/7",
    " ".join(["24/23"] * 200),
)


class Filling(NamedTuple):
    """A sample, one line, and the place behind which copies of it are put in."""

    sample: Path
    at: int
    line: str

    def text(self, size: int) -> bytes:
        """The sample with copies of the line, so many bytes of them."""
        lines = self.sample.read_bytes().split(b"\n")
        added = self.line.encode()
        copies = max(1, size // (len(added) + 1))
        return b"\n".join([*lines[: self.at], *[added] * copies, *lines[self.at :]])


class Cost(NamedTuple):
    """What a filling costs: seconds per KB at the largest size measured, that size, how the time grows."""

    filling: Filling
    per_kb: float
    size: int
    exponent: float


def fillings(sample: Path) -> Iterator[Filling]:
    """Every kind of line of a sample doubled where it stands, and strange lines in its middle."""
    lines = sample.read_text(encoding="utf-8", errors="replace").split("\n")
    kinds: set[str] = set()
    for number, line in enumerate(lines, 1):
        kind = re.sub(r"\d+", "9", re.sub(r"[^\W\d_]+", "a", line)).strip()
        if kind and kind not in kinds:
            kinds.add(kind)
            yield Filling(sample, number, line)
    middle = next((at for at in range(len(lines) // 2, len(lines)) if "/" in lines[at]), len(lines) // 2)
    yield from (Filling(sample, middle + 1, line) for line in STRANGE)


def checked(data: bytes) -> None:
    """A file checked, and all that is found put in words."""
    for found in check_file(Opened("swollen", data)).findings:
        found.told()


def fixed(data: bytes) -> None:
    """A file read and repaired, and its repairs put in words."""
    file = Opened("swollen", data)
    done = fixing(file, read_in_full(Source(data, "swollen"), None, None), None, None)
    for place in done.places:
        meant_text(place.proposal.edit, done.repairs[place.match].replayed.ruleset)
    errors_left(done, data, None)


def seconds(job: Callable[[bytes], None], data: bytes) -> float:
    """The processor time that a job takes."""
    began = process_time()
    job(data)
    return process_time() - began


def cost(filling: Filling, sizes: Sequence[int], job: Callable[[bytes], None], limit: float) -> Cost:
    """What a filling costs, at growing sizes as long as none takes longer than the limit."""
    took: list[tuple[int, float]] = []
    for size in sizes:
        data = filling.text(size * KB)
        took.append((len(data), max(seconds(job, data), 1e-4)))
        if took[-1][1] > limit:
            break
    (size, last), (before, earlier) = took[-1], took[-2] if len(took) > 1 else took[-1]
    exponent = log(last / earlier) / log(size / before) if size != before else 1.0
    return Cost(filling, last / size * KB, size, exponent)


def row(one: Cost) -> str:
    """A filling and what it costs."""
    size, line = one.size // KB, one.filling.line[:40].strip()
    name = f"{one.filling.sample.name}:{one.filling.at}"
    return f"{one.per_kb:8.4f} s/KB  ^{one.exponent:4.2f}  {size:5} KB  {name:28} {line!r}"


def main() -> None:
    """Print the fillings that cost most."""
    parser = argparse.ArgumentParser(prog="python -m tools.growth", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 20, 40], help="in KB")
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--most", type=int, default=30, help="how many are shown")
    given = parser.parse_args()
    job = fixed if given.fix else checked
    samples = [path for path in EACH if path.suffix not in BINARY]
    done = [
        cost(filling, given.sizes, job, given.limit)
        for sample in samples
        if given.only in sample.name
        for filling in fillings(sample)
    ]
    done.sort(key=lambda one: -one.per_kb)
    print("\n".join(map(row, done[: given.most])))
    steepest = sorted((one for one in done if one.per_kb > 0.001), key=lambda one: -one.exponent)
    print("steepest:", *map(row, steepest[:10]), sep="\n")


if __name__ == "__main__":
    main()
