"""Sketches of matches as rows of the table `sketches`, and back: no file is read again for them."""

from __future__ import annotations

import json
from array import array
from typing import NamedTuple

from kotra_notation.compare.naming import words
from kotra_notation.compare.same.sketches import Sketch, Won


class SketchRow(NamedTuple):
    """What the table holds of a sketch beside its match."""

    throws: bytes
    seats: bytes
    plays: bytes
    rest: str


def row_of(sketch: Sketch) -> SketchRow:
    """A sketch as a row; its names stand in the table of matches."""
    rest = {
        "games": sketch.games,
        "won": sketch.won,
        "cube": sketch.cube,
        "values": sketch.values,
        "notes": sketch.notes,
    }
    return SketchRow(sketch.throws, sketch.seats, array("I", sketch.plays).tobytes(), json.dumps(rest))


def sketch_of(row: SketchRow, player0: str | None, player1: str | None) -> Sketch:
    """The sketch of a row and of the names of its match."""
    rest = json.loads(row.rest)
    return Sketch(
        names=(words(player0 or ""), words(player1 or "")),
        throws=row.throws,
        seats=row.seats,
        plays=tuple(memoryview(row.plays).cast("I")),
        games=tuple(rest["games"]),
        won=tuple([_won(one) for one in rest["won"]]),
        cube=rest["cube"],
        values=tuple(rest["values"]),
        notes=rest["notes"],
    )


def _won(said: list[float] | None) -> Won:
    return (int(said[0]), said[1]) if said else None
