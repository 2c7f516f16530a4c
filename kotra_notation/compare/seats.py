"""A match with its seats exchanged: what the one did, the other did."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation import model
from kotra_notation.board import Memory, Position


def exchange_seats(match: model.Match) -> model.Match:
    """Return the match with seat 0 as seat 1 and the other way round."""
    return replace(
        match,
        players=match.players[::-1],
        remarks=tuple(map(_remark, match.remarks)),
        games=tuple(map(_game, match.games)),
    )


def _game(game: model.Game) -> model.Game:
    score = replace(game.score, score=game.score.score[::-1]) if game.score else None
    return replace(game, score=score, events=tuple(map(_event, game.events)))


def _remark(remark: model.Annotation) -> model.Annotation:
    return replace(remark, seat=1 - remark.seat) if isinstance(remark, model.Clock) else remark


def _event(event: model.Event) -> model.Event:
    match event:
        case model.Opening(dice=dice):
            return replace(event, dice=dice[::-1])
        case model.ScoreClaim(score=score):
            return replace(event, score=score[::-1])
        case model.SetPosition(position=position):
            return replace(event, position=_position(position))
        case model.Turn(seat=seat, deed=model.Reached(position=position) as deed):
            return replace(event, seat=1 - seat, deed=replace(deed, position=_position(position)))
        case (
            model.AutomaticDouble()
            | model.Ruling()
            | model.Draw()
            | model.Comment()
            | model.Mark()
            | model.Evaluation()
            | model.Video()
            | model.Extra()
        ):
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
