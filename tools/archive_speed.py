"""How long the named questions take on a large archive, against reading all columns of its turns three times.

`python -m tools.archive_speed --n 100000` builds a small archive of samples and generated matches (or takes
`--of ARCHIVE`), repeats its parts under other numbers until there are so many matches, asks the questions,
and prints the times and the ratio, of the clock and of the processor; then what it takes to look up positions
that were reached, and such as none has. `--keep DIR` leaves the large archive
there, or takes what is there already.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kotra_notation import position
from kotra_notation.archive.ask.find import at_position
from kotra_notation.archive.ask.questions import QUESTIONS, Question
from kotra_notation.archive.ask.selection import answer_question, prepare
from kotra_notation.archive.manifest import TABLES, Part
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.board import Position
from referees.archives import SAMPLES, generated, made

# So many matches go into a part.
PART = 5_000
# Numbers of copies are kept apart by an odd factor, and within what a table holds.
_STRIDE = 0x9E3779B97F4A7C15
_MASK = (1 << 63) - 1


def repeated(source: Store, target: Path, matches: int) -> Store:
    """An archive of so many matches, made by repeating those of another under other numbers."""
    tables = {name: _whole(source, name) for name in TABLES}
    of = tables["matches"].num_rows
    copies = -(-matches // of)
    each = max(1, PART // of)
    store = Store(target)
    parts: list[Part] = []
    for first in range(0, copies, each):
        numbers = range(first, min(first + each, copies))
        data = {name: parquet(name, _copies(name, table, numbers)) for name, table in tables.items()}
        parts.append(store.write_part(data))
    store.commit(parts, [], tuple(TABLES))
    return store


def _whole(store: Store, name: str) -> pa.Table:
    return pa.concat_tables([pq.read_table(path) for path in store.paths(name)], promote_options="permissive")


def _copies(name: str, table: pa.Table, numbers: range) -> pa.Table:
    return pa.concat_tables([_copy(name, table, number) for number in numbers])


def _copy(name: str, table: pa.Table, number: int) -> pa.Table:
    """A table under other numbers of matches and other digests of files."""
    for column in {"match", "file"} & set(table.column_names):
        place = table.column_names.index(column)
        old = table[column]
        if column == "match":
            new = pc.bit_wise_xor(old, pa.scalar(number * _STRIDE & _MASK, pa.int64()))
        else:
            new = pc.binary_join_element_wise(old, pa.scalar(f"{number:06}"), "")
        table = table.set_column(place, table.schema.field(column), new)
    return table


class Spent(NamedTuple):
    """Seconds by the clock, and of all processors."""

    clock: float
    work: float

    def __str__(self) -> str:
        return f"{self.clock:7.2f} s, {self.work:7.2f} s of work"


def spent(work: Callable[[], object]) -> Spent:
    """What a piece of work takes."""
    clock, worked = time.perf_counter(), time.process_time()
    work()
    return Spent(time.perf_counter() - clock, time.process_time() - worked)


def ask(store: Store, question: Question) -> None:
    """A question asked of a database that is opened for it, and all of its answer taken."""
    base = prepare(store, copies=True).base
    deque(answer_question(base, question).rows, maxlen=0)
    base.close()


def read_turns(store: Store) -> None:
    """All columns of all turns read, part by part."""
    for path in store.paths("turns"):
        pq.read_table(path)


def some_boards(store: Store) -> list[Position]:
    """Boards out of the middle of games, from all over the archive."""
    base = connect(store)
    asked = (
        "SELECT before FROM turns WHERE turn = 20 AND length(before) = 14 ORDER BY hash(match, game) LIMIT 15"
    )
    ids = [id for (id,) in base.execute(asked).fetchall()]
    base.close()
    return [position(id) for id in ids]


def unheard_of() -> list[Position]:
    """Boards that no game leads to: all men of one side on one point, and of the other on the next."""
    start = position("4HPwATDgc/ABMA")
    return [replace(start, points=(*[0] * low, 15, -15, *[0] * (24 - low))) for low in range(2, 17)]


def look_up(store: Store, board: Position) -> None:
    """All places where a position was reached."""
    deque(at_position(store, board), maxlen=0)


def main(words: list[str] | None = None) -> float:
    """Print the times; what the questions take as a share of three readings of the turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--of", type=Path)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as desk:
        small = given.of or Path(desk) / "small"
        if not given.of:
            made(small, SAMPLES, generated(Path(desk) / "matches", 60, 10))
        large = given.keep or Path(desk) / "large"
        store = Store.open(large) if (large / "archive.json").is_file() else None
        store = store or repeated(Store.open(small), large, given.n)
        rows = sum(pq.read_metadata(path).num_rows for path in store.paths("turns"))
        matches = sum(pq.read_metadata(path).num_rows for path in store.paths("matches"))
        reading = min(spent(partial(read_turns, store)) for _ in range(2))
        print(f"{matches:,} matches, {rows:,} turns; to read all their columns: {reading}")
        each = {name: spent(partial(ask, store, one)) for name, one in QUESTIONS.items()}
        for name, one in each.items():
            print(f"{name:22} {one}")
        together = Spent(sum(one.clock for one in each.values()), sum(one.work for one in each.values()))
        ratio = together.clock / (3 * reading.clock)
        print(f"{'together':22} {together}")
        print(f"of three readings: {ratio:.2f}; of their work: {together.work / (3 * reading.work):.2f}")
        for what, boards in (("reached", some_boards(store)), ("that none has", unheard_of())):
            seconds = median(spent(partial(look_up, store, board)).clock for board in boards)
            share = seconds / reading.clock
            print(f"to look up a position {what}: {seconds * 1e3:.0f} ms, {share:.2%} of one reading")
        return ratio


if __name__ == "__main__":
    sys.exit(main() > 1)
