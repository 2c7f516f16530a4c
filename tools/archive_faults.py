"""`python -m tools.archive_faults --kills 30`: builds killed at random moments end in the same tables.

Each build is killed, and begun again until one is left to end; then its tables are held against those of a
build that nobody touched.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from referees.archives import SAMPLES, generated, rows
from referees.interrupts import heard


def command(folder: Path, *sources: Path, arguments: tuple[str, ...] = ()) -> list[str]:
    """A build as somebody calls it."""
    build = [sys.executable, "-m", "kotra_notation", "archive", "build", *map(str, sources)]
    return [*build, "-o", str(folder), "--workers", "2", *arguments]


def begun(
    folder: Path, *sources: Path, arguments: tuple[str, ...] = (), stderr: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """A build under way, with its workers in a group of processes of its own."""
    return subprocess.Popen(
        command(folder, *sources, arguments=arguments),
        stdout=subprocess.DEVNULL,
        stderr=stderr,
        start_new_session=True,
        preexec_fn=heard,
    )


def killed_after(folder: Path, seconds: float, *sources: Path) -> bool:
    """Whether a build was still under way when it was killed; its workers find out by themselves."""
    build = begun(folder, *sources)
    try:
        build.wait(seconds)
    except subprocess.TimeoutExpired:
        build.send_signal(signal.SIGKILL)
        build.wait()
        return True
    return False


def workers_of(parent: int) -> Iterator[int]:
    """The processes that a build has begun, as Linux knows them."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text("ascii", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            yield int(path.parent.name)


def at_work(build: subprocess.Popen[bytes]) -> list[int]:
    """The workers of a build, once it has any; none where it ended before."""
    while not (workers := list(workers_of(build.pid))) and build.poll() is None:
        time.sleep(0.02)
    return workers


def worker_killed(folder: Path, seconds: float, *sources: Path) -> int:
    """How many workers were killed under a build, one after some time, which is then left to end."""
    build = begun(folder, *sources)
    workers = at_work(build)
    time.sleep(seconds)
    for worker in workers[:1]:
        os.kill(worker, signal.SIGKILL)
    build.wait()
    return len(workers[:1])


def main() -> None:
    """Kill builds, and say how often and whether the tables were the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    moments = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as place:
        matches = generated(Path(place) / "matches", 150, 10)
        began = time.monotonic()
        begun(Path(place) / "whole", matches, SAMPLES).wait()
        lasts = time.monotonic() - began
        whole = rows(Path(place) / "whole")
        under_way = same = 0
        for number in range(chosen.kills):
            folder = Path(place) / f"killed-{number}"
            while killed_after(folder, moments.uniform(0, lasts), matches, SAMPLES):
                under_way += 1
            same += rows(folder) == whole
            print(f"{number + 1} builds, killed {under_way} times: {same} the same", flush=True)


if __name__ == "__main__":
    main()
