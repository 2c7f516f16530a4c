"""`kn.board`: a position to draw, by its text or id, or at a turn of a match."""

from __future__ import annotations

from os import PathLike

from kotra_notation.board.position import Position, position
from kotra_notation.errors import KotraError
from kotra_notation.jobs.files import Given


def board(source: Position | Given, at: str | None = None, *, match: int | None = None) -> Position:
    """Return a position to draw: `board("start").svg()`; in a notebook it is a picture.

    `source` is a position, its text or its id; or a match file, with `at` for a turn such as "3.12", and
    `match` for the number of the match if the file holds several. Raise ValueError for an invalid position or
    turn.
    """
    if at is not None and not isinstance(source, Position):
        from kotra_notation.features.show.job import as_source, turn_at

        return turn_at(as_source(source), at, match=match).position
    if at is not None or isinstance(source, PathLike):
        raise KotraError(
            "To ask about a turn, give a match file and the turn: {example}.",
            example='kn.board("match.mat", at="3.12")',
        )
    return source if isinstance(source, Position) else position(source)
