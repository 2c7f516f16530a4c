"""Near duplicates seeded into archives of growing size, how many are found again, and how long that takes.

`python -m tools.archive_sameness --n 2500 5000 10000 20000 --seed 1` makes matches of random throws and steps
(what is looked for are throws, so that no game need be lawful), a tenth as many altered in one to three ways,
writes the tables of an archive, and prints the figures of `kotra archive same` for each. `--corpus` builds an
archive of the corpus and of altered records of it, with conversions into other notations, file by file.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from resource import RUSAGE_SELF, getrusage
from typing import NamedTuple

from kotra_notation.archive.build.records import match_id
from kotra_notation.archive.manifest import TABLES, Part
from kotra_notation.archive.rows import TableRows, parquet, row_of
from kotra_notation.archive.sameness import sameness
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.compare.same.sketches import Sketch, sketch
from kotra_notation.formats import write_matches
from kotra_notation.model import Game, Hop, Match, Play, Player, Turn
from referees.alterations import ALTERATIONS, altered
from referees.archives import made
from referees.games import NAMES
from referees.sameness import LEAST, MOST_KINDS, originals, throws

SIZES = (2_500, 5_000, 10_000, 20_000)
# Conversion needs lawful games: `--corpus` has it.
KINDS = tuple(kind for kind in ALTERATIONS if kind != "converted")
# So many matches are written in one part.
PART = 1_000


class Seeded(NamedTuple):
    """A record, which match it is of, and how it was altered."""

    origin: int
    kinds: tuple[str, ...]
    match: Match


class Known(NamedTuple):
    """What is known of a record that was written."""

    origin: int
    kinds: tuple[str, ...]
    throws: int


@dataclass(frozen=True)
class Figures:
    """What came of one archive: altered records that keep eight throws, and how many of them were missed."""

    matches: int
    seeded: int
    missed: tuple[Known, ...]
    false: int
    seconds: float
    processor: float

    @property
    def found(self) -> float:
        """The share of the seeded records found."""
        return 1 - len(self.missed) / max(1, self.seeded)

    @property
    def wrong(self) -> float:
        """The share of records that are in a group with another match."""
        return self.false / max(1, self.matches)


def thrown_match(seed: int) -> Match:
    """A session of random throws and steps, as long as sessions are."""
    random = Random(seed)
    games = []
    for number in range(random.randint(1, 7)):
        turns = tuple(
            [
                Turn(
                    seat=at % 2,
                    dice=(random.randint(1, 6), random.randint(1, 6)),
                    deed=Play(hops=(Hop(random.randint(7, 24), random.randint(1, 6)),)),
                )
                for at in range(random.randint(12, 90))
            ]
        )
        games.append(Game(number=number + 1, events=turns))
    one, other = random.sample(NAMES, 2)
    return Match(players=(Player(name=one), Player(name=other)), length=0, games=tuple(games))


def seeded(n: int, seed: int) -> Iterator[Seeded]:
    """So many different matches, and a tenth as many altered records of some of them."""
    random = Random(seed)
    first = seed * 10_000_000
    for number in range(n):
        yield Seeded(number, (), thrown_match(first + number))
    left = n // 10
    while left:
        origin = random.randrange(n)
        kinds = tuple(random.sample(KINDS, random.randint(1, MOST_KINDS)))
        other = altered(thrown_match(first + origin), random, kinds)
        if other is not None:
            left -= 1
            yield Seeded(origin, kinds, other)


def written(folder: Path, those: Iterable[Seeded]) -> dict[int, Known]:
    """An archive with the tables that sameness needs; the records by the numbers of their matches."""
    store, names = Store(folder), ("files", "matches", "sketches")
    parts: list[Part] = []
    known: dict[int, Known] = {}
    rows = TableRows(names)
    for number, one in enumerate(those):
        digest = f"{number:032x}"
        id = match_id(digest, 1)
        drawn = sketch(one.match)
        known[id] = Known(one.origin, one.kinds, len(drawn.throws))
        _add(rows, digest, id, one.match, drawn)
        if number % PART == PART - 1:
            parts.append(_part(store, rows))
            rows = TableRows(names)
    parts.append(_part(store, rows))
    store.commit(parts, [], names)
    return known


def _add(rows: TableRows, digest: str, id: int, match: Match, drawn: Sketch) -> None:
    one, other = (player.name or None for player in match.players)
    rows.add("files", *_row("files", path=digest, file=digest, status="read", format="kotra", matches=1))
    facts = {"player0": one, "player1": other, "number": 1, "errors": 0, "lost": 0, "games": len(match.games)}
    rows.add("matches", *_row("matches", match=id, file=digest, **facts, **dict(match.info)))
    rows.add("sketches", id, *row_of(drawn))


def _row(table: str, **facts: object) -> list[object]:
    return [facts.get(name) for name in TABLES[table].names]


def _part(store: Store, rows: TableRows) -> Part:
    return store.write_part({name: parquet(name, table) for name, table in rows.tables().items()})


def built(folder: Path, n: int, seed: int, corpus: list[Match]) -> dict[int, Known]:
    """An archive built of files: matches, and altered records of them; of mere copies one is known."""
    random, sources = Random(seed), folder / "sources"
    sources.mkdir(parents=True)
    those = [Seeded(number, (), match) for number, match in enumerate(corpus)]
    while len(those) < len(corpus) + n:
        kinds = tuple(random.sample(list(ALTERATIONS), random.randint(1, MOST_KINDS)))
        origin = random.randrange(len(corpus))
        other = altered(corpus[origin], random, kinds)
        if other is not None:
            those.append(Seeded(origin, kinds, other))
    for number, one in enumerate(those):
        text = str(write_matches([one.match], "json").content)
        (sources / f"{number:06}.json").write_text(text, encoding="utf-8")
    made(folder / "archive", sources, tables=tuple(name for name in TABLES if not TABLES[name].deep))
    listed = connect(Store.open(folder / "archive")).execute(
        "SELECT match, path FROM matches JOIN files USING (file) ORDER BY path DESC"
    )
    return {match: _known(those[int(Path(path).stem)]) for match, path in listed.fetchall()}


def _known(one: Seeded) -> Known:
    return Known(one.origin, one.kinds, throws(one.match))


def figures(folder: Path, known: dict[int, Known]) -> Figures:
    """What is found in an archive whose records are known."""
    begun, worked = time.perf_counter(), time.process_time()
    found = sameness(Store.open(folder))
    seconds, processor = time.perf_counter() - begun, time.process_time() - worked
    home: dict[int, int] = {}
    false = 0
    for number, group in enumerate(found.groups):
        of = [known[match].origin for match in group.records]
        false += sum(one != max(of, key=of.count) for one in of)
        home.update(dict.fromkeys(group.records, number))
    ids = {one.origin: match for match, one in known.items() if not one.kinds}
    decidable = [(match, one) for match, one in known.items() if one.kinds and one.throws >= LEAST]
    missed = [one for match, one in decidable if home.get(match, -1) != home.get(ids.get(one.origin, -1), -2)]
    return Figures(len(known), len(decidable), tuple(missed), false, seconds, processor)


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, nargs="*", default=SIZES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--corpus", action="store_true")
    parser.add_argument("--show", action="store_true", help="what was missed")
    given = parser.parse_args()
    heads = ("matches", "seeded", "found", "false", "seconds", "processor", "MB at most")
    print(" ".join(f"{head:>10}" for head in heads))
    for n in given.n:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            if given.corpus:
                known = built(folder, n, given.seed, [one.match for one in originals()])
                folder /= "archive"
            else:
                known = written(folder, seeded(n, given.seed))
            of = figures(folder, known)
        most = getrusage(RUSAGE_SELF).ru_maxrss // 1000
        cells = (
            f"{of.matches}",
            f"{of.seeded}",
            f"{of.found:.2%}",
            f"{of.wrong:.3%}",
            f"{of.seconds:.1f}",
            f"{of.processor:.1f}",
            f"{most}",
        )
        print(" ".join(f"{cell:>10}" for cell in cells), flush=True)
        for one in of.missed if given.show else ():
            print(f"    {one.throws} throws: {', '.join(one.kinds)}")


if __name__ == "__main__":
    main()
