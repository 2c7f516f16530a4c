"""A match with its seats exchanged: what the one did, the other did."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.board import Memory, Position
from kotra_notation.model import (
    Annotation,
    AutomaticDouble,
    Clock,
    Comment,
    Draw,
    Evaluation,
    Event,
    Extra,
    Game,
    Mark,
    Match,
    Opening,
    Reached,
    Ruling,
    ScoreClaim,
    SetPosition,
    Turn,
    Video,
)


def exchanged(match: Match) -> Match:
    """The match with seat 0 as seat 1 and the other way round."""
    return replace(
        match,
        players=match.players[::-1],
        remarks=tuple(map(_remark, match.remarks)),
        games=tuple(map(_game, match.games)),
    )


def _game(game: Game) -> Game:
    score = replace(game.score, score=game.score.score[::-1]) if game.score else None
    return replace(game, score=score, events=tuple(map(_event, game.events)))


def _remark(remark: Annotation) -> Annotation:
    return replace(remark, seat=1 - remark.seat) if isinstance(remark, Clock) else remark


def _event(event: Event) -> Event:
    match event:
        case Opening(dice=dice):
            return replace(event, dice=dice[::-1])
        case ScoreClaim(score=score):
            return replace(event, score=score[::-1])
        case SetPosition(position=position):
            return replace(event, position=_position(position))
        case Turn(seat=seat, deed=Reached(position=position) as deed):
            return replace(event, seat=1 - seat, deed=replace(deed, position=_position(position)))
        case AutomaticDouble() | Ruling() | Draw() | Comment() | Mark() | Evaluation() | Video() | Extra():
            return event
        case _:
            return replace(event, seat=1 - event.seat)


def _position(position: Position) -> Position:
    cube, memory, standing = position.cube, position.memory, position.standing
    return replace(
        position,
        seat=1 - position.seat,
        men=position.men[::-1],
        cube=replace(cube, owner=_other(cube.owner)),
        standing=replace(standing, score=standing.score[::-1]),
        memory=memory and _memory(memory),
    )


def _memory(memory: Memory) -> Memory:
    return replace(
        memory,
        fresh=memory.fresh[::-1],
        unlocked=memory.unlocked[::-1],
        stack=memory.stack[::-1],
        scored=memory.scored[::-1],
        began=_other(memory.began),
        phase_seat=_other(memory.phase_seat),
        main=_other(memory.main),
    )


def _other(seat: int | None) -> int | None:
    return None if seat is None else 1 - seat
