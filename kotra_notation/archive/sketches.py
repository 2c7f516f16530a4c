"""The sketches of some matches of an archive at hand, and which of several records is the one to keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from kotra_notation.archive.sketch_rows import SketchRow, sketch_of
from kotra_notation.compare.sketches import Sketch

# A record with less of the throws of the fullest is a part, and no copy to keep.
_WHOLE = 0.9
# So many sketches are kept as they are, until others are asked for.
_KEPT = 1_000

SKETCHES = """
SELECT match, throws, seats, plays, rest, player0, player1, errors + lost
FROM sketches JOIN matches USING (match) WHERE match IN (SELECT unnest(?))
"""


class Sketches(Mapping[int, Sketch]):
    """The sketches of some places, each made when it is asked for and then kept while its group is judged."""

    def __init__(self, base: duckdb.DuckDBPyConnection, ids: Any, places: Any) -> None:
        rows: pa.Table = base.sql(SKETCHES, params=[ids[places].tolist()]).to_arrow_table()
        # Numbers of matches go in the order of their places.
        order = np.argsort(rows["match"].to_numpy())
        self._columns = rows.take(pa.array(order)).combine_chunks().columns[1:]
        self._at = {place: at for at, place in enumerate(places.tolist())}
        self._made: dict[int, Sketch] = {}

    def __len__(self) -> int:
        return len(self._at)

    def __iter__(self) -> Iterator[int]:
        return iter(self._at)

    def __getitem__(self, place: int) -> Sketch:
        made = self._made.get(place)
        if made is None:
            throws, seats, plays, rest, one, other, _ = self._row(place)
            if len(self._made) > _KEPT:
                self._made.clear()
            made = self._made[place] = sketch_of(SketchRow(throws, seats, plays, rest), one, other)
        return made

    def best(self, places: Sequence[int]) -> int:
        """Of those that are not mere parts the soundest, and of these the fullest."""
        most = max(len(self[place].throws) for place in places)
        whole = [place for place in places if len(self[place].throws) >= _WHOLE * most]
        return min(
            whole,
            key=lambda place: (
                self._row(place)[6],
                -len(self[place].throws),
                -self[place].notes,
                place,
            ),
        )

    def _row(self, place: int) -> list[Any]:
        at = self._at[place]
        return [column[at].as_py() for column in self._columns]
