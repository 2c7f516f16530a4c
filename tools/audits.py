"""How long an audit takes and how much it says, for archives of any size: `python -m tools.audits`.

The tables of the samples and of generated matches are put in again and again under other digests, numbers and
paths, so that an archive of a million files is there in a minute; no file is read for it.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.compute as pc

from kotra_notation.archive.audit import AuditWishes, audit
from kotra_notation.archive.audit.page import html
from kotra_notation.archive.manifest import Part
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.store import Store
from kotra_notation.words.tongues import ENGLISH
from referees.archives import SAMPLES, generated, made

# So many files are in a part.
PART = 10_000
SOURCE = "/archive"


def multiplied(store: Store, base: Store, files: int, tables: tuple[str, ...]) -> int:
    """Fill an archive with the tables of another, over and over, to so many files; how many it has."""
    originals = {
        name: pa.concat_tables([base.table(part, name) for part in base.manifest.parts.values()])
        for name in tables
    }
    each = int(originals["files"].num_rows)
    parts: list[Part] = []
    copies = range(max(1, -(-files // each)))
    a_part = max(1, PART // each)
    for first in range(0, len(copies), a_part):
        some = copies[first : first + a_part]
        made_of = {
            name: parquet(name, pa.concat_tables([_varied(name, table, copy) for copy in some]))
            for name, table in originals.items()
        }
        parts.append(store.write_part(made_of))
    store.commit(parts, [SOURCE], tables)
    return each * len(copies)


def _varied(name: str, table: pa.Table, copy: int) -> pa.Table:
    """A table with other digests, numbers of matches and paths."""
    changed = {}
    if "file" in table.column_names:
        changed["file"] = pc.binary_join_element_wise(table["file"], f"{copy:x}", "-")
    if "match" in table.column_names:
        changed["match"] = pc.bit_wise_xor(table["match"], copy)
    if name == "files":
        names = [Path(path).name for path in table["path"].to_pylist()]
        changed["path"] = pa.array([f"{SOURCE}/{copy // 100}/{copy}/{name}" for name in names])
        changed["source"] = pa.array([SOURCE] * len(names)).dictionary_encode()
    for column, values in changed.items():
        place = table.schema.get_field_index(column)
        table = table.set_column(
            place, table.schema.field(place), values.cast(table.schema.field(place).type)
        )
    return table


def measured(folder: Path) -> dict[str, float]:
    """Seconds, megabytes of memory and the bytes of what is said, of one audit in this process."""
    begun = time.perf_counter()
    said = audit(Store.open(folder), AuditWishes())
    seconds = time.perf_counter() - begun
    return {
        "files": said.totals.files,
        "turns": said.totals.turns,
        "seconds": round(seconds, 2),
        "megabytes": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "json": len(json.dumps(asdict(said), ensure_ascii=False).encode()),
        "html": len(html(said, ENGLISH).encode()),
    }


def main() -> None:
    """Make an archive, and measure its audit in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100_000, help="how many files")
    parser.add_argument(
        "--matches", type=int, default=200, help="of how many generated matches, by their seeds"
    )
    parser.add_argument("--without-turns", action="store_true", help="leave the throws out")
    parser.add_argument("--measure", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.measure:
        print(json.dumps(measured(asked.measure)))
        return
    with TemporaryDirectory() as name:
        desk = Path(name)
        made(desk / "base", SAMPLES, generated(desk / "in", modern=asked.matches, old=asked.matches // 4))
        base = Store.open(desk / "base")
        deep = () if asked.without_turns else ("turns",)
        multiplied(Store(desk / "many"), base, asked.n, ("files", "matches", "games", "findings", *deep))
        command = [sys.executable, "-m", "tools.audits", "--measure", str(desk / "many")]
        print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="")


if __name__ == "__main__":
    main()
