"""The index of the positions of a part: the first halves of their keys, in order, beside their table.

Of a part that has none of the positions looked for, some pages of this are read and nothing else.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kotra_notation.archive.boards import Array

KEYS = "positions.keys"
# Rows of the table that are read together: few, since of each part one piece is wanted.
GROUP = 4_096

_HALF = np.uint64(32)
_STORED = np.dtype("<u4")


def index_of(positions: bytes) -> bytes:
    """The index of a table of positions, which lies in the order of its keys."""
    table = pq.read_table(pa.BufferReader(positions), columns=["key"])
    return bytes(_halves(table["key"].to_numpy()).tobytes())


def looked_up(positions: Path, keys: Array) -> pa.Table | None:
    """The rows of a part's table of positions with one of these keys, which are in order; None for none."""
    groups = _groups(positions.with_name(KEYS), _halves(keys))
    if not len(groups):
        return None
    with pq.ParquetFile(positions) as file:
        table = file.read_row_groups(groups)
    found = table.filter(pa.array(np.isin(table["key"].to_numpy(), keys)))
    return found if found.num_rows else None


def _groups(path: Path, halves: Array) -> list[int]:
    """The groups of rows in which one of these halves of keys lies."""
    if not path.stat().st_size:
        return []
    index: Array = np.memmap(path, _STORED, "r")
    first, last = index.searchsorted(halves, "left"), index.searchsorted(halves, "right")
    there = first < last
    return sorted({*(first[there] // GROUP).tolist(), *((last[there] - 1) // GROUP).tolist()})


def _halves(keys: Array) -> Array:
    return (keys >> _HALF).astype(_STORED)
