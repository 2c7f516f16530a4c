"""`python -m tools.roundtrips --n 300 --seed 1`: changed records written in every notation and read again.

What does not come back has to be said, and nothing else; each way of failing is shown once, its input kept.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random, SystemRandom

from kotra_notation.alarm import OutOfTime, at_most
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Match
from tools.fuzz.hunting import CORPUS, RECORDS, SAMPLES, Seed, named, seeds
from tools.fuzz.mutating import Mutator, grammar_words
from tools.survival import Survival, roundtrip_match

PATIENCE = 60  # seconds that one way may take


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A loss that was not said, or one that was said and is none."""

    way: str
    what: str
    name: str

    @property
    def kind(self) -> tuple[str, str]:
        """What is shown once only."""
        return self.way, self.what


def ways() -> list[str]:
    """Every notation that matches are written in, in each of its dialects."""
    return [
        f"{format.name}:{dialect}" if dialect else format.name
        for format in FORMATS.values()
        if format.write
        for dialect in (format.dialects or ("",))
    ]


def unsaid(survived: Survival, way: str) -> list[Unsaid]:
    """What was lost and not said, and what was said to be lost and was not."""
    lost = [Unsaid(way, item.what, item.name) for row in survived.rows.values() for item in row.unsaid]
    return [*lost, *(Unsaid(way, f"idle {found.code}", found.message) for found in survived.idle)]


def tried(match: Match, way: str) -> list[Unsaid]:
    """What is wrong with a match in one notation."""
    name, _, dialect = way.partition(":")
    try:
        with at_most(PATIENCE):
            return unsaid(roundtrip_match(match, name, dialect or None), way)
    except OutOfTime:
        return [Unsaid(way, "slow", "")]
    except Exception as error:
        return [Unsaid(way, "traceback", repr(error))]


def changed(begun: list[Seed], random: Random) -> Iterator[tuple[Seed, bytes]]:
    """Records with changes, without end."""
    mutator = Mutator(random, grammar_words())
    by_format: dict[str, list[Seed]] = {}
    for one in begun:
        by_format.setdefault(one.format, []).append(one)
    formats = sorted(by_format)
    while True:
        base = random.choice(by_format[random.choice(formats)])
        yield base, mutator.mutated(base.data, random.choice(begun).data)


def run(number: int, seed: int, formats: list[str], found: Path) -> tuple[int, dict[tuple[str, str], int]]:
    """How many ways so many records went, and how often each kind of loss was not said."""
    shown: dict[tuple[str, str], int] = {}
    done = 0
    records = changed(seeds([CORPUS, SAMPLES, RECORDS], formats), Random(seed))
    for base, data in islice(records, number):
        for match in read_source(Source(data), base.format).matches[:2]:
            for way in ways():
                done += 1
                for one in tried(match, way):
                    shown[one.kind] = shown.get(one.kind, 0) + 1
                    if shown[one.kind] == 1:
                        found.mkdir(parents=True, exist_ok=True)
                        kept = found / f"{named(data)}.{base.format}"
                        kept.write_bytes(data)
                        print(f"{kept} to {one.way}: {one.what} {one.name}", flush=True)
    return done, shown


def main() -> None:
    """Try so many records, and leave with status 1 where a loss was not said."""
    parser = argparse.ArgumentParser(prog="python -m tools.roundtrips")
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="from these only; all unless told")
    parser.add_argument("--n", type=int, default=300, help="so many records")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(2**32))
    parser.add_argument("--found", type=Path, default=Path("roundtrips-found"))
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}", flush=True)
    done, shown = run(chosen.n, chosen.seed, chosen.formats, chosen.found)
    print(f"{done} ways of {chosen.n} records, {len(shown)} kinds of loss not said; seed {chosen.seed}")
    sys.exit(bool(shown))


if __name__ == "__main__":
    main()
