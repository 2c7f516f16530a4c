"""`python -m tools.archive_proofs --seconds 60 --seed 1`: match texts with slips: are their rows the same?

Texts that are proved sound are written from the log of the proof and by the ordinary way: every table must be
the same, row by row and column by column. A text of which they differ is kept.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random, SystemRandom
from unittest.mock import patch

from kotra_notation.archive.build import records
from kotra_notation.archive.build.records import FileRows, FileSummary, replay_file
from kotra_notation.archive.manifest import TABLES
from kotra_notation.fast.proof import prove
from tools.proofs import found_texts, made, mutated

ALL = tuple(name for name in TABLES if name != "files")
# So many texts are written together.
BATCH = 300

Rows = tuple[list[FileSummary], dict[str, tuple[str, list[object]]]]


def rows(texts: Sequence[bytes], tables: Sequence[str]) -> Rows:
    """What is said of files, and their tables, column by column."""
    made = FileRows(tables)
    deep = "turns" in tables
    said = [made.add(f"{at:032}", replay_file(data, "a.mat", deep=deep)) for at, data in enumerate(texts)]
    columns = {
        f"{name}.{column}": (str(table[column].type), table[column].to_pylist())
        for name, table in made.finish().tables().items()
        for column in table.column_names
    }
    return said, columns


def differing(texts: Sequence[bytes], tables: Sequence[str] = ALL) -> list[str]:
    """The columns in which what is proved is not as by replay; `files` for what is said of these."""
    opened = rows(texts, tables)
    with patch.object(records, "prove_match", lambda data: None):
        ordinary = rows(texts, tables)
    found = [name for name, column in ordinary[1].items() if opened[1][name] != column]
    return found if opened[0] == ordinary[0] else ["files", *found]


def sound(chance: Random, given: list[bytes]) -> Iterator[bytes]:
    """Texts with slips that are proved sound all the same, without an end."""
    while True:
        if not given or chance.random() < 0.001:
            given.append(made(chance))
        data = mutated(chance, chance.choice(given))
        if prove(data):
            yield data


def main() -> int:
    """Try as many texts as there is time for; 1 where rows differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument(
        "--seed", type=int, default=SystemRandom().randrange(10**6), help="where chance begins"
    )
    parser.add_argument("--found", type=Path, default=Path("rows-found"), help="where texts are kept")
    options = parser.parse_args()
    texts = sound(Random(options.seed), found_texts())
    tried = wrong = 0
    end = time.monotonic() + options.seconds
    while time.monotonic() < end:
        batch = [next(texts) for _ in range(BATCH)]
        tried += len(batch)
        for data in batch if differing(batch) else ():
            if columns := differing([data]):
                wrong += 1
                options.found.mkdir(exist_ok=True)
                kept = options.found / f"{hashlib.sha256(data).hexdigest()[:12]}.mat"
                kept.write_bytes(data)
                print(f"{kept}: {', '.join(columns)}", flush=True)
    print(f"seed {options.seed}: {tried} texts that are proved, {wrong} with other rows")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
