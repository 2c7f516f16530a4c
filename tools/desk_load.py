"""Many people at the desk at once: how long each waits for a verdict, and how much memory all processes take.

    python -m tools.desk_load [--people 100] [--length 25] [--faulty 0.5]

Each sends another match, all at the same moment: long ones, of which some have slips. The desk is begun as
`kotra desk` begins it, and asked over its own connections.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

import httpx

import kotra_notation as kn
from referees.games import Making, Temper, match_made
from referees.table import Table

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


# So many matches are made; of more people several have the same, each with a slip of his own.
DISTINCT = 20
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Load(NamedTuple):
    """What was measured: the seconds that each waited, the most memory at once, and what was refused.

    `work` is the time of processors that all processes took, which tells where others keep them busy.
    """

    seconds: list[float]
    memory: int
    refused: int
    work: float

    def within(self, share: float) -> float:
        """How long those waited at most who are served first, up to this share of all."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def match_texts(people: int, length: int, faulty: float) -> list[bytes]:
    """A lawful match as text for each; some have a slip, each another."""
    matches = [match_made(Random(seed), length, _making) for seed in range(min(people, DISTINCT))]
    sound = [str(kn.write(match, "mat").content) for match in matches]
    return [
        (slipped(text, Random(number)) if number < faulty * people else text).encode()
        for number, text in zip(range(people), cycle(sound), strict=False)
    ]


def _making(random: Random, temper: Temper, table: Table, number: int) -> Making:
    return Making(random, temper, table, said=False)


def slipped(text: str, random: Random) -> str:
    """The text with one digit of a point another."""
    places = [found.start(1) for found in re.finditer(r"/(\d)\b", text)]
    at = random.choice(places)
    return text[:at] + str(int(text[at]) % 9 + 1) + text[at + 1 :]


def family(process: int) -> Iterator[int]:
    """A process, and those it began."""
    yield process
    for one in Path(f"/proc/{process}/task").glob("*/children"):
        for child in one.read_text().split():
            yield from family(int(child))


def memory_of(process: int) -> int:
    """The bytes that a process and those it began have in memory."""
    return sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) * PAGE for one in family(process))


def work_of(process: int) -> float:
    """The seconds of processors that a process and those it began have taken."""
    stats = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(process)]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / TICKS


async def load(address: str, texts: Sequence[bytes], process: int) -> Load:
    """All texts checked at the same moment."""
    most = refused = 0
    limits = httpx.Limits(max_connections=len(texts), max_keepalive_connections=len(texts))
    async with httpx.AsyncClient(limits=limits, timeout=120, trust_env=False) as client:

        async def one(number: int, text: bytes) -> float:
            nonlocal refused
            begun = perf_counter()
            answer = await client.post(f"{address}ask/check?name=match-{number}.mat", content=text)
            refused += answer.status_code != 200
            return perf_counter() - begun

        async def watched() -> None:
            nonlocal most
            while True:
                most = max(most, memory_of(process))
                await asyncio.sleep(0.2)

        watching = asyncio.ensure_future(watched())
        await asyncio.gather(*[one(number, texts[0]) for number in range(4)])
        before = work_of(process)
        seconds = await asyncio.gather(*[one(number, text) for number, text in enumerate(texts)])
        watching.cancel()
    return Load(seconds, max(most, memory_of(process)), refused, work_of(process) - before)


def measured(people: int, length: int, faulty: float) -> Load:
    """A desk begun, so many matches checked at once, and the desk ended."""
    texts = match_texts(people, length, faulty)
    command = [sys.executable, "-m", "kotra_notation", "desk", "--no-browser"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as desk:
        try:
            assert desk.stderr is not None
            found = re.search(r"http://\S+", desk.stderr.readline())
            assert found is not None
            return asyncio.run(load(found[0], texts, desk.pid))
        finally:
            desk.terminate()


def main() -> None:
    """Measure, and print what it was."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--length", type=int, default=25)
    parser.add_argument("--faulty", type=float, default=0.5)
    asked = parser.parse_args()
    found = measured(asked.people, asked.length, asked.faulty)
    print(f"{asked.people} checks of {asked.length}-point matches at once, {asked.faulty:.0%} with a slip:")
    print(f"half within {found.within(0.5):.2f} s, 95 % within {found.within(0.95):.2f} s, ", end="")
    print(f"all within {max(found.seconds):.2f} s; {found.refused} refused")
    print(f"{found.work:.2f} s of processors, memory of all processes at most {found.memory / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
