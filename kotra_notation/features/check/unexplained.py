"""Wins that nothing in a game explains: they are read as resignations that nobody wrote (MOD-MATCH-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Reading
from kotra_notation.formats.holding import Thing
from kotra_notation.model import Blank, Concession, Event, Game, ResignationAnswer, ResultClaim, Turn
from kotra_notation.replay import GameReplay, Replay
from kotra_notation.replay.begins import with_names
from kotra_notation.replay.frames import COLOURS
from kotra_notation.rules.modern import win_named


def unexplained_wins(reading: Reading, replays: Sequence[Replay]) -> Iterator[Finding]:
    """Yield a note for a match with wins that only results show, if its notation can write resignations."""
    if not replays or Thing.RESIGNATIONS not in find_format(reading.format).holds:
        return
    for at, replayed in enumerate(replays, 1):
        pairs = zip(replayed.games, replayed.match.games, strict=True)
        games = [(game, record) for game, record in pairs if _is_unexplained(game, record)]
        if not games:
            continue
        (game, record), *others = games
        claim = next((event for event in record.events if isinstance(event, ResultClaim)), None)
        numbers = ", ".join(str(game.number) for game, _ in games)
        which = phrase("games {numbers}", numbers=numbers) if others else phrase("this game")
        note = finding("end-unrecorded", span=claim.span if claim else None, seat=game.winner, games=which)
        names = [player.name or COLOURS[seat] for seat, player in enumerate(replayed.match.players)]
        yield with_names(note, names, replayed.ruleset, game.number).at(match=at, turn=game.turns)


def _is_unexplained(game: GameReplay, record: Game) -> bool:
    """Return whether a game without a fault is won, and only its result shows it."""
    faulty = any(item.severity is not Severity.NOTE for item in game.findings)
    return game.kind == "resign" and game.certain and not faulty and not _says_end(record.events)


def _says_end(events: Sequence[Event]) -> bool:
    """Return whether a game says why it ended: by a word for that, or a last roll without a play."""
    last = next((event for event in reversed(events) if isinstance(event, Turn)), None)
    words = [win_named(event.kind) for event in events if isinstance(event, ResultClaim) and event.kind]
    after = takewhile(lambda event: not isinstance(event, Turn), reversed(events))
    agreed = next((event for event in after if isinstance(event, Concession)), None)
    refused = isinstance(agreed, ResignationAnswer) and not agreed.accepted
    blank = last is not None and isinstance(last.deed, Blank)
    return (agreed is not None and not refused) or "resign" in words or blank
