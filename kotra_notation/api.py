"""The public functions: reading, writing, positions, for programs that have no need of the inside."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from kotra_notation.board import Position
from kotra_notation.board.ids import position as position
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source, Writing
from kotra_notation.model import Match
from kotra_notation.rules import Node, legal_plays, marks, named, passed, throw_of
from kotra_notation.rules.spelling import play_text


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One legal play: as it is written, and the position it leads to, the other side on roll."""

    text: str
    position: Position


def read(source: str | bytes | Path, *, format: str | None = None) -> Reading:
    """What a file, its bytes or its text say, in a format that is named or recognised by content.

    A string without a line end is a path. OSError where a file cannot be opened.
    """
    if isinstance(source, str) and "\n" not in source:
        source = Path(source)
    if isinstance(source, Path):
        return read_source(Source(source.read_bytes(), str(source)), format)
    data = source.encode() if isinstance(source, str) else source
    return read_source(Source(data), format)


def write(match: Match | Iterable[Match], format: str) -> Writing:
    """The match, or several, in another notation (`mat`, `mat:gnubg`), and what it could not hold."""
    name, _, dialect = format.partition(":")
    matches = (match,) if isinstance(match, Match) else tuple(match)
    return write_matches(matches, name, dialect or None)


def plays(position: Position, dice: tuple[int, int], rules: str = "modern") -> list[LegalPlay]:
    """Every legal play of a throw, one for each position it leads to; ValueError for other dice or rules."""
    if not all(1 <= die <= 6 for die in dice):
        raise ValueError(f"Dice show 1 to 6, not {dice[0]} and {dice[1]}.")
    chosen = named(rules)
    if chosen.findings:
        raise ValueError(chosen.findings[0].message)
    ruleset = chosen.ruleset
    if ruleset.facts.turning is not position.turning:
        raise ValueError(f"This position is not one of {ruleset.title}; name its rules.")
    seat, memory, lettered = position.seat, position.memory, ruleset.facts.lettered
    board = Node(position.points, marks.marks_of(memory, seat))
    found = legal_plays(ruleset, throw_of(ruleset, board, dice))
    return [
        LegalPlay(
            play_text(ruleset, position.points, play.steps, seat),
            replace(
                position,
                points=tuple(passed(ruleset, node).points),
                seat=1 - seat,
                dice=None,
                offer=None,
                memory=marks.remembered(memory, node.marks, seat) if lettered else None,
            ),
        )
        for node, play in found.items()
    ]
