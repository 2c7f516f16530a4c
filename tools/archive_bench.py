"""`python -m tools.archive_bench --n 4000`: what an archive costs, as ratios within one run.

Files are the match texts of the corpus and generated matches, repeated with other rounds so that each has
content of its own. What is timed: pure checking in one process (open, read, replay, findings), a build with
one process with all tables and without those of turns, with two processes, and again with nothing changed.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.replay import replay
from tools.bench import content, made

# So many texts are different in more than their dates.
DIFFERENT = 600

BUILD = """
import resource, sys, time
from pathlib import Path
from kotra_notation.archive.build.build import build, tables_without
from kotra_notation.archive.build.workers import processes
from kotra_notation.archive.store import Store
source, folder, workers, *without = sys.argv[1:]
began = time.perf_counter()
tables = tables_without(without) if without else None
build(Store(Path(folder)), [source], processes(int(workers)), tables=tables)
spent = resource.getrusage(resource.RUSAGE_SELF)
print(time.perf_counter() - began, spent.ru_maxrss / 1024, spent.ru_utime + spent.ru_stime)
"""


def varied(source: Path, target: Path, count: int) -> list[Path]:
    """So many files, each with content of its own: matches repeated in other rounds."""
    texts = [path.read_bytes() for path in made(source, DIFFERENT)]
    paths = []
    for number in range(count):
        path = target / f"{number // 1000:04}" / f"match-{number:07}.mat"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b'; [Round "%d"]\n' % number + texts[number % len(texts)])
        paths.append(path)
    return paths


class Took(NamedTuple):
    """What a build took: seconds, the most memory of its parent in MB, seconds of work of its parent."""

    seconds: float
    memory: float
    work: float


def built(source: Path, folder: Path, workers: int, *without: str) -> Took:
    """What a build takes in a process of its own."""
    command = [sys.executable, "-c", BUILD, str(source), str(folder), str(workers), *without]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return Took(*map(float, done.stdout.split()))


def checked(paths: list[Path]) -> float:
    """The seconds that it takes to check some files."""
    begun = perf_counter()
    for path in paths:
        for match in read_source(Source(content(path))).matches:
            replay(match)
    return perf_counter() - begun


def size_of(folder: Path) -> int:
    """The bytes of everything in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=4000)
    parser.add_argument("--into", help="a folder for the files and archives, which is kept")
    parser.add_argument("--two", action="store_true", help="only the builds with two processes")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(asked.into or place)
        (folder / "made").mkdir(parents=True)
        paths = varied(folder / "made", folder / "matches", asked.n)
        one = None if asked.two else alone(paths, folder)
        together(folder, asked.n, one)


def alone(paths: list[Path], folder: Path) -> float:
    """The seconds of a build with one process, which is set against pure checking."""
    # Each text once before the builds and once behind them: the machine is not always equally quick.
    sample, matches, count = paths[:DIFFERENT], folder / "matches", len(paths)
    checking = checked(sample)
    whole = built(matches, folder / "one", 1).seconds
    small = built(matches, folder / "small", 1, "turns", "positions").seconds
    checking = (checking + checked(sample)) / 2 * count / len(sample)
    say("pure checking", f"{checking / count * 1e3:.2f} ms a match")
    say("with all tables, of pure checking", f"{checking / whole:.2f}x", ">= 0.6x")
    say("without turns, of pure checking", f"{checking / small:.2f}x", ">= 0.8x")
    say("matches a second a process", f"{count / whole:.0f}, without turns {count / small:.0f}")
    say("bytes a match without turns", f"{size_of(folder / 'small') / count:,.0f}")
    return whole


def together(folder: Path, count: int, one: float | None) -> None:
    """What two processes take, and what it costs to look again."""
    two = built(folder / "matches", folder / "two", 2)
    if one is not None:
        say("two processes, of one", f"{one / two.seconds:.2f}x", ">= 1.8x")
    say("matches a second, two processes", f"{count / two.seconds:.0f}")
    say("matches for a second of the parent's work", f"{count / two.work:.0f}")
    say("memory of the parent", f"{two.memory:.0f} MB", "<= 200 MB at 100,000")
    again = built(folder / "matches", folder / "two", 2)
    faster = f"{two.seconds / again.seconds:.0f}x faster, {again.seconds:.2f} s, {again.memory:.0f} MB"
    say("again with nothing changed", faster, ">= 50x")
    say("bytes a match", f"{size_of(folder / 'two') / count:,.0f}")
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    say("most memory of any process", f"{children:.0f} MB")


def say(what: str, figure: str, aim: str = "") -> None:
    """One line."""
    print(f"{what:<42} {figure:<40} {aim}", flush=True)


if __name__ == "__main__":
    main()
