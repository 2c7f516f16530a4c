"""Differences of two matches as rows of JSON."""

from __future__ import annotations

from collections.abc import Mapping

from kotra_notation.compare import Comparison, Difference
from kotra_notation.jobs.rows import Row
from kotra_notation.model import Match
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import bare
from kotra_notation.report.page import player_names
from kotra_notation.report.sayings import happened, saying_words
from kotra_notation.words.tongues import Tongue

Frames = Mapping[int, Frame]


def comparison_row(
    number: int,
    labels: tuple[str, str],
    a: Match | None,
    b: Match | None,
    comparison: Comparison | None,
    tongue: Tongue,
) -> Row:
    """A match of each file, or of one, and in what they differ."""
    return {
        "number": number,
        "a": _record(labels[0], a),
        "b": _record(labels[1], b),
        "equal": comparison is not None and not comparison.differences,
        "swapped": comparison.alignment.swapped if comparison else None,
        "games": [{"a": _number(game.a), "b": _number(game.b)} for game in comparison.alignment.games]
        if comparison
        else [],
        "differences": _differences(comparison, tongue) if comparison else [],
    }


def _record(label: str, match: Match | None) -> Row | None:
    if match is None:
        return None
    return {"path": label, "players": [bare(player.name) for player in match.players]}


def _number(place: int | None) -> int | None:
    return None if place is None else place + 1


def _differences(comparison: Comparison, tongue: Tongue) -> list[Row]:
    """The differences in order; the frames of a game are made at once."""
    rows: dict[int, set[int]] = {}
    for one in comparison.differences:
        if one.pair is not None and one.row is not None:
            rows.setdefault(one.pair, set()).add(one.row)
    frames: dict[int, tuple[Frames, Frames]] = {}
    for place, wanted in rows.items():
        pair = comparison.alignment.games[place]
        frames[place] = (
            comparison.a.frames(pair.a or 0, [pair.pairs[row][0] for row in wanted]),
            comparison.b.frames(pair.b or 0, [pair.pairs[row][1] for row in wanted]),
        )
    return [_difference(one, comparison, frames, tongue) for one in comparison.differences]


def _difference(
    one: Difference,
    comparison: Comparison,
    frames: Mapping[int, tuple[Frames, Frames]],
    tongue: Tongue,
) -> Row:
    return {
        "kind": one.kind.value,
        "what": one.what or None,
        "game": {"a": one.games[0], "b": one.games[1]},
        "turn": {"a": one.turns[0], "b": one.turns[1]},
        "seat": one.seat,
        "a": _side(one, comparison, 0, frames, tongue),
        "b": _side(one, comparison, 1, frames, tongue),
    }


def _side(
    one: Difference,
    comparison: Comparison,
    side: int,
    frames: Mapping[int, tuple[Frames, Frames]],
    tongue: Tongue,
) -> Row | None:
    """What one record says, and where."""
    saying = (one.a, one.b)[side]
    if saying is None:
        return None
    span = one.spans[side]
    names = player_names((comparison.a, comparison.b)[side].match, tongue)
    place = None
    if one.pair is not None and one.row is not None:
        place = comparison.alignment.games[one.pair].pairs[one.row][side]
    frame = None if place is None or one.pair is None else frames[one.pair][side].get(place)
    if frame is not None and frame.event is saying:
        dice, words = happened(frame, names, tongue)
        text = f"{dice}: {words}" if dice else words
    else:
        text = saying_words(saying, one.kind, names, tongue)
    return {
        "text": bare(text),
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
    }
