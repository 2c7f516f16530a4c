"""Wins that nothing in a game explains: they are read as resignations that nobody wrote (MOD-MATCH-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.findings import Finding, Severity, finding
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Reading
from kotra_notation.formats.holding import Thing
from kotra_notation.model import Blank, Concession, Event, ResignationAnswer, ResultClaim, Turn
from kotra_notation.replay import Replay
from kotra_notation.replay.begins import with_names
from kotra_notation.replay.frames import COLOURS
from kotra_notation.rules.modern import win_named


def unexplained_wins(reading: Reading, replays: Sequence[Replay]) -> Iterator[Finding]:
    """Yield a note on each win that only its result shows, where the notation can write a resignation."""
    if not replays or Thing.RESIGNATIONS not in find_format(reading.format).holds:
        return
    for at, replayed in enumerate(replays, 1):
        for game, record in zip(replayed.games, replayed.match.games, strict=True):
            faulty = any(item.severity is not Severity.NOTE for item in game.findings)
            if game.kind != "resign" or faulty or not game.certain or _says_end(record.events):
                continue
            claim = next((event for event in record.events if isinstance(event, ResultClaim)), None)
            span = claim.span if claim else None
            found = finding("end-unrecorded", span=span, seat=game.winner, points=game.points)
            names = [player.name or COLOURS[seat] for seat, player in enumerate(replayed.match.players)]
            yield with_names(found, names, replayed.ruleset, game.number).at(match=at, turn=game.turns)


def _says_end(events: Sequence[Event]) -> bool:
    """Return whether a game says why it ended: by a word for that, or a last roll without a play."""
    last = next((event for event in reversed(events) if isinstance(event, Turn)), None)
    words = [win_named(event.kind) for event in events if isinstance(event, ResultClaim) and event.kind]
    agreed = [event for event in events if isinstance(event, Concession)]
    refused = agreed and isinstance(agreed[-1], ResignationAnswer) and not agreed[-1].accepted
    blank = last is not None and isinstance(last.deed, Blank)
    return bool(agreed and not refused) or "resign" in words or blank
