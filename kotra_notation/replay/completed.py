"""What a writer needs and a source may lack: results, scores, and the way a joined hop was stepped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotra_notation.board import OFF
from kotra_notation.model import Event, Game, Hop, Match, Play, ResultClaim, ScoreClaim, Turn
from kotra_notation.replay.frames import Frame, GameReplay, Replay


def completed(replay: Replay, *, paths: bool = False) -> Match:
    """The match with results and scores it does not state, marked as derived.

    `paths`: hops over several dice are also written step by step, as the board decides.
    """
    games = tuple(
        _completed_game(game, replayed, paths)
        for game, replayed in zip(replay.match.games, replay.games, strict=True)
    )
    return replace(replay.match, games=games)


def _completed_game(game: Game, replayed: GameReplay, paths: bool) -> Game:
    events: Sequence[Event] = game.events
    if paths:
        events = [_stepped(frame) for frame in replayed.frames]
    score = game.score or ScoreClaim(score=replayed.score_before, derived=True)
    ending = replayed.ending
    if ending.winner is not None and not any(isinstance(event, ResultClaim) for event in events):
        claim = ResultClaim(seat=ending.winner, points=ending.points, derived=True)
        events = [*events, claim]
    return replace(game, number=game.number or replayed.number, score=score, events=tuple(events))


def _stepped(frame: Frame) -> Event:
    """The event, its hops one die each where the play was understood and some were joined."""
    event = frame.event
    if not isinstance(event, Turn) or not isinstance(event.deed, Play) or not frame.steps:
        return event
    hops = event.deed.hops
    if len(hops) == len(frame.steps):
        return event
    taken = {hop.target: hop.taken for hop in hops if hop.taken}
    enemies = {i for i, count in enumerate(frame.before.seen_by(event.seat)) if count < 0 and i}
    marked = bool(taken)
    single: list[Hop] = []
    for step in frame.steps:
        hit = marked and step.target in enemies and step.target != OFF
        enemies.discard(step.target)
        single.append(Hop(step.source, step.target, taken.get(step.target, 1) if hit else 0))
    return replace(event, deed=replace(event.deed, hops=tuple(single)))
