"""Pairs of records of one match, made by a seed, and how many of them are found again among all matches.

`python -m referees.sameness --n 1000 --seed 1` alters matches of the corpus and of the old game in one to
three ways, puts all that into one heap with the originals, and prints how many are found, and every false
pair. A pair counts as decidable if the altered record keeps eight throws. `--groups` prints instead what is
the same among the files of the corpus as they lie; `--archive 10000` the time for so many matches.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NamedTuple

from kotra_notation.compare.same import SameMatch, groups
from kotra_notation.compare.same.sketches import Sketch, sketch
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Match
from referees.alterations import ALTERATIONS, altered
from referees.games import quick_match, random_match
from referees.old_games import random_old_match

CORPUS = Path(__file__).parents[2] / "shared" / "corpus"
LEAST = 8
MOST_KINDS = 3


class Named(NamedTuple):
    """A match and what it is called."""

    name: str
    match: Match


class Pair(NamedTuple):
    """An altered record of the match at a place, and how it was altered."""

    original: int
    kinds: tuple[str, ...]
    match: Match


@dataclass(frozen=True)
class Outcome:
    """What was found of some pairs: those missed, and the groups with more than one match in them."""

    originals: list[Named]
    pairs: list[Pair]
    missed: list[Pair]
    false: list[tuple[str, ...]]

    def share(self, least: int) -> float:
        """The share of the pairs found, of those that keep so many throws."""
        decidable = [pair for pair in self.pairs if throws(pair.match) >= least]
        missed = [pair for pair in self.missed if throws(pair.match) >= least]
        return 1 - len(missed) / max(1, len(decidable))


def throws(match: Match) -> int:
    """How many throws a record holds."""
    return len(sketch(match).throws)


def corpus_matches(folder: Path = CORPUS) -> Iterator[Named]:
    """Every match of the corpus, notation by notation."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".tsv", ".jsonl", ".md"):
            reading = read_source(Source(path.read_bytes(), path.name))
            for number, match in enumerate(reading.matches, 1):
                yield Named(f"{path.relative_to(folder)} {number}", match)


def originals(folder: Path = CORPUS, number: int = 20) -> list[Named]:
    """Different matches in which something is thrown: the corpus, each match once, and games made up."""
    found = list(corpus_matches(folder)) if folder.is_dir() else []
    again = {other.record for group in groups([sketch(one.match) for one in found]) for other in group.others}
    kept = [one for place, one in enumerate(found) if place not in again and throws(one.match)]
    kept += [Named(f"made {seed}", random_match(seed)) for seed in range(number)]
    return kept + [Named(f"old {seed}", random_old_match(seed)) for seed in range(number)]


def made(sound: list[Named], n: int, seed: int) -> list[Pair]:
    """So many altered records."""
    random = Random(seed)
    found: list[Pair] = []
    while len(found) < n:
        kinds = tuple(random.sample(list(ALTERATIONS), random.randint(1, MOST_KINDS)))
        original = random.randrange(len(sound))
        other = altered(sound[original].match, random, kinds)
        if other is not None and throws(other):
            found.append(Pair(original, kinds, other))
    return found


def outcome(sound: list[Named], pairs: list[Pair]) -> Outcome:
    """What is found among the originals and all altered records together."""
    sketches = [sketch(one.match) for one in sound] + [sketch(pair.match) for pair in pairs]
    home: dict[int, int] = {}
    false: list[tuple[str, ...]] = []
    of = [*range(len(sound)), *(pair.original for pair in pairs)]
    for number, group in enumerate(groups(sketches)):
        home.update(dict.fromkeys(group.records, number))
        if len(those := {of[place] for place in group.records}) > 1:
            false.append(tuple([sound[place].name for place in sorted(those)]))
    missed = [
        pair
        for place, pair in enumerate(pairs, len(sound))
        if home.get(place, -1) != home.get(pair.original, -2)
    ]
    return Outcome(sound, pairs, missed, false)


def table(found: Outcome) -> str:
    """The share found, kind by kind, of all pairs and of those that can be decided."""
    by_kind: dict[str, list[Pair]] = defaultdict(list)
    for pair in found.pairs:
        for kind in pair.kinds:
            by_kind[kind].append(pair)
    lines = [f"{'kind':22} {'pairs':>6} {'found':>9} {'of ' + str(LEAST) + ' throws':>12}"]
    for kind, some in [*by_kind.items(), ("all", found.pairs)]:
        one = Outcome(found.originals, some, [pair for pair in found.missed if pair in some], [])
        lines.append(f"{kind:22} {len(some):6} {one.share(0):9.2%} {one.share(LEAST):12.2%}")
    return "\n".join([*lines, f"matches: {len(found.originals)}, false groups: {len(found.false)}"])


def told(names: list[str], sketches: list[Sketch], found: Iterable[SameMatch]) -> Iterator[str]:
    """Each group with its records."""
    for group in found:
        yield f"{names[group.best]}: {len(sketches[group.best].throws)} throws"
        for one in group.others:
            yield f"    {names[one.record]}: {one.resemblance}"


def archive(size: int) -> str:
    """How long the groups of an archive take, a tenth of it there twice."""
    sketches = [sketch(quick_match(seed % (size - size // 10), games=1)) for seed in range(size)]
    begun = time.perf_counter()
    found = groups(sketches)
    spent = time.perf_counter() - begun
    rolled = sum(len(one.throws) for one in sketches)
    return f"{size} matches, {rolled} throws: {len(found)} groups in {spent:.1f} s"


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="the pairs that were missed")
    parser.add_argument("--groups", action="store_true")
    parser.add_argument("--archive", type=int)
    given = parser.parse_args()
    if given.archive:
        print(archive(given.archive))
        return
    if given.groups:
        all_matches = list(corpus_matches())
        sketches = [sketch(one.match) for one in all_matches]
        print("\n".join(told([one.name for one in all_matches], sketches, groups(sketches))))
        return
    sound = originals()
    found = outcome(sound, made(sound, given.n, given.seed))
    for pair in found.missed if given.show else ():
        print(f"missed: {sound[pair.original].name}, {throws(pair.match)} throws: {', '.join(pair.kinds)}")
    for names in found.false:
        print(f"false: {', '.join(names)}")
    print(table(found))


if __name__ == "__main__":
    main()
