"""What a record says, whichever way it says it: for holding what was written against what is read again."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.implied import is_implied
from kotra_notation.model import Blank, CannotMove, Event, Game, Match, Play, ResultClaim, ScoreClaim, Turn


def told(match: Match, *, hits: bool = True) -> Match:
    """The match without what another part of it says, results and dances in one wording; or without marks.

    Whether a result says that it ends the match is left out.
    """
    games = tuple(_game(game, number, hits) for number, game in enumerate(match.games, 1))
    return replace(match, games=games, rules=match.rules or "modern")


def _game(game: Game, number: int, hits: bool) -> Game:
    events = tuple(
        _event(event, hits) for index, event in enumerate(game.events) if not is_implied(game.events, index)
    )
    first, second = game.score.score if game.score else (0, 0)
    return replace(game, number=number, score=ScoreClaim(score=(first, second)), events=events)


def _event(event: Event, hits: bool) -> Event:
    match event:
        case ResultClaim(lost=lost, seat=seat):
            return replace(event, seat=1 - seat if lost else seat, lost=False, match=False, derived=False)
        case Turn(deed=Blank()):
            return replace(event, deed=CannotMove())
        case Turn(deed=Play(hops=hops)) if not hits:
            return replace(event, deed=Play(hops=tuple(hop._replace(taken=0) for hop in hops)))
        case _:
            return event
