"""Wins that nothing in a game explains: they are read as resignations that nobody wrote (MOD-MATCH-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Reading
from kotra_notation.formats.holding import Thing
from kotra_notation.model import ResultClaim
from kotra_notation.replay import Replay
from kotra_notation.replay.begins import with_names
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.inference import is_unexplained


def unexplained_wins(reading: Reading, replays: Sequence[Replay]) -> Iterator[Finding]:
    """Yield a note for a match with wins that only results show, if its notation can write resignations."""
    if not replays or Thing.RESIGNATIONS not in find_format(reading.format).holds:
        return
    for at, replayed in enumerate(replays, 1):
        pairs = zip(replayed.games, replayed.match.games, strict=True)
        games = [(game, record) for game, record in pairs if is_unexplained(game, record)]
        if not games:
            continue
        (game, record), *others = games
        claim = next((event for event in record.events if isinstance(event, ResultClaim)), None)
        numbers = ", ".join(str(game.number) for game, _ in games)
        which = phrase("games {numbers}", numbers=numbers) if others else phrase("this game")
        note = finding("end-unrecorded", span=claim.span if claim else None, seat=game.winner, games=which)
        names = [player.name or COLOURS[seat] for seat, player in enumerate(replayed.match.players)]
        yield with_names(note, names, replayed.ruleset, game.number).at(match=at, turn=game.turns)
