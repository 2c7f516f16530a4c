"""Illegal plays that stood, as remarks declare them: `Game 6, Move 19 of Anna --> 11: 3/2 1/0 was illegal`.

The remark stands in the head of the match or in the game. The play is found by its words; its number, which
counts rows, only chooses between two that are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.findings import Finding, finding
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.losses import clean
from kotra_notation.formats.mat.cells import content
from kotra_notation.formats.recorder import GameDraft
from kotra_notation.model import Comment, Event, Mark, Ruling, Turn

DECLARED = re.compile(
    r"\bGame\s+([0-9]{1,9}),?\s+Move\s+([0-9]{1,9})\s+of\s+(\S.{0,200}?)\s*[-=]+>\s*(\S.{0,200}?)\s+was\s+illegal\b",
    re.I,
)


def spelled(game: int, row: int, name: str, turn: Turn) -> str:
    """The remark that declares a play, without its sign."""
    return f"Game {game}, Move {row} of {clean(name)} --> {clean(turn.text)} was illegal"


def declares(remark: object, game: int, turn: Turn) -> bool:
    """Return whether a remark declares a play of a game."""
    said = DECLARED.search(remark.text) if isinstance(remark, Comment) else None
    play = content(said[4]) if said and int(said[1]) == game else None
    return isinstance(play, Threw) and (play.dice, play.deed) == (turn.dice, turn.deed)


def place(remarks: Iterable[object], games: Sequence[GameDraft], names: tuple[str, str]) -> list[Finding]:
    """Put the rulings that remarks declare behind their plays; what is said of those without a play."""
    findings: list[Finding] = []
    within = [event for game in games for event in game.events if isinstance(event, Comment)]
    for remark in [*remarks, *within]:
        said = DECLARED.search(remark.text) if isinstance(remark, Comment) else None
        if said is None or not isinstance(remark, Comment):
            continue
        game = next((draft for draft in games if draft.number == int(said[1])), None)
        at = None if game is None else _play(game.events, int(said[2]), said[3].strip(), said[4], names)
        if game is None or at is None:
            findings.append(finding("ruling-unplaced", span=remark.span, written=said[0]))
        elif not any(isinstance(event, Ruling) for event in game.events[at : at + 1]):
            game.events.insert(at, Ruling(outcome="stood", span=remark.span))
    return findings


def _play(events: Sequence[Event], row: int, name: str, written: str, names: tuple[str, str]) -> int | None:
    """The place behind the play that is meant and the marks on it, None where none is."""
    said = content(written)
    if not isinstance(said, Threw):
        return None
    alike = [
        (abs(number - row), index)
        for number, index in _numbered(events)
        if isinstance(turn := events[index], Turn)
        and (turn.dice, turn.deed) == (said.dice, said.deed)
        and (name not in names or names[turn.seat] == name)
    ]
    if not alike:
        return None
    at = min(alike)[1] + 1
    while at < len(events) and isinstance(events[at], Mark):
        at += 1
    return at


def _numbered(events: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """The turns with their numbers among those of their side, about the numbers of their rows."""
    counts = [0, 0]
    for index, event in enumerate(events):
        if isinstance(event, Turn):
            counts[event.seat] += 1
            yield counts[event.seat], index
