"""How long the named questions take on a large archive, against reading all columns of its turns three times.

`python -m tests.archive_speed --n 100000` builds a small archive of the samples and of generated matches (or
takes `--of ARCHIVE`), repeats its parts with other numbers of matches until there are so many, asks the questions
and prints the times and the ratio. `--keep DIR` leaves the large archive there, or takes what is there already.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kotra_notation.archive.questions.asking import asked, prepared
from kotra_notation.archive.questions.catalogue import QUESTIONS
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.schema import TABLES
from kotra_notation.archive.store import Store
from tests.archives import SAMPLES, generated, made

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
    store, parts = Store(target), {}
    for first in range(0, copies, each):
        numbers = range(first, min(first + each, copies))
        data = {name: parquet(name, _copies(name, table, numbers)) for name, table in tables.items()}
        parts[store.write_part(data)] = tables["files"].num_rows * len(numbers)
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


def timed(store: Store) -> Iterator[tuple[str, float]]:
    """The seconds that each question takes, a database opened anew for it."""
    for name, question in QUESTIONS.items():
        begun = time.perf_counter()
        base, _ = prepared(store)
        for _row in asked(base, question).rows:
            pass
        base.close()
        yield name, time.perf_counter() - begun


def reading_turns(store: Store) -> float:
    """The seconds that reading all columns of all turns takes, part by part."""
    begun = time.perf_counter()
    for path in store.paths("turns"):
        pq.read_table(path)
    return time.perf_counter() - begun


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
        store = Store.opened(large) if (large / "archive.json").is_file() else None
        store = store or repeated(Store.opened(small), large, given.n)
        rows = sum(pq.read_metadata(path).num_rows for path in store.paths("turns"))
        matches = sum(pq.read_metadata(path).num_rows for path in store.paths("matches"))
        reading = min(reading_turns(store) for _ in range(2))
        print(f"{matches:,} matches, {rows:,} turns; all their columns are read in {reading:.2f} s")
        total = 0.0
        for name, seconds in timed(store):
            total += seconds
            print(f"{name:22} {seconds:7.2f} s")
        ratio = total / (3 * reading)
        print(f"{'together':22} {total:7.2f} s: {ratio:.2f} of reading the turns three times")
        return ratio


if __name__ == "__main__":
    sys.exit(main() > 1)
