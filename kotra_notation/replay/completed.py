"""Events that a writer needs and a source may lack: results, scores, and the way a joined hop was stepped."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.implied import Spelling
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.frames import Frame, GameReplay, Replay
from kotra_notation.replay.turns import judge_turn, possible_dice

AS_WRITTEN = Spelling()


def complete_match(replay: Replay, spelling: Spelling = AS_WRITTEN, *, kinds: bool = True) -> model.Match:
    """Return the match with the results and scores it does not state, marked as derived.

    `spelling` tells what else comes from the board; a record that marks hits keeps its marks.
    Without `kinds`, a win is not called what the board shows it to be.
    """
    if spelling.hit_marks and marks_hits(replay.match):
        spelling = spelling._replace(hit_marks=False)
    games = tuple(
        _complete_game(game, replayed, spelling, kinds)
        for game, replayed in zip(replay.match.games, replay.games, strict=True)
    )
    return replace(replay.match, games=games)


def _is_lacking(event: model.Event, spelling: Spelling) -> bool:
    """Return whether an event leaves something to the board that is to be spelled out."""
    match event:
        case model.Turn(deed=model.Play(hops=hops), dice=dice):
            return spelling.hit_marks or (
                spelling.single_steps and any(_is_joined(hop, dice) for hop in hops)
            )
        case model.Turn(deed=model.Blank()):
            return spelling.says_dances
        case model.Double(value=None) | model.Beaver(value=None):
            return spelling.cube_values
        case model.AutomaticDouble(value=None):
            return True
        case _:
            return False


def _complete_game(game: model.Game, replayed: GameReplay, spelling: Spelling, kinds: bool) -> model.Game:
    events: list[model.Event] = list(game.events)
    places = [index for index, event in enumerate(events) if _is_lacking(event, spelling)]
    if places:
        for place, frame in zip(places, replayed.frames_at(places), strict=True):
            events[place] = _fill_event(frame, spelling)
    if not kinds:
        events = [_without_kind(event, replayed) for event in events]
    score = game.score or model.ScoreClaim(score=replayed.score_before, derived=True)
    ending = replayed.ending
    if ending.winner is not None and not any(isinstance(event, model.ResultClaim) for event in events):
        events.append(model.ResultClaim(seat=ending.winner, points=ending.points, derived=True))
    return replace(game, number=game.number or replayed.number, score=score, events=tuple(events))


def _is_joined(hop: model.Hop, dice: tuple[int, int]) -> bool:
    """Return whether no single die takes a man so far."""
    way = hop.source - hop.target
    return way > max(dice) if hop.target == OFF else way not in dice


def _without_kind(event: model.Event, replayed: GameReplay) -> model.Event:
    """A result without the word for the win where that is the one it has."""
    if isinstance(event, model.ResultClaim) and event.kind and event.kind == replayed.ending.kind:
        return replace(event, kind=None)
    return event


def _fill_event(frame: Frame, spelling: Spelling) -> model.Event:
    # What is false in a play is false in every notation.
    stays = any(fault.kind.name == "landing-not-thrown" for fault in frame.findings)
    match frame.event:
        case model.Turn(deed=model.Play(hops=hops)) as turn if frame.steps and not stays:
            joined = spelling.single_steps and len(hops) != len(frame.steps)
            return (
                _write_steps(turn, frame, hops, joined, spelling.hit_marks)
                if joined or spelling.hit_marks
                else turn
            )
        case model.Turn(deed=model.Blank()) as turn if frame.certain:
            ruleset, node = frame.before.setting.ruleset, frame.before.node(turn.seat)
            danced = possible_dice(turn) and judge_turn(ruleset, node, turn).lawful
            return replace(turn, deed=model.CannotMove()) if danced else turn
        case model.Double(value=None) | model.Beaver(value=None) as turned:
            offer = frame.after.stakes.offer
            return replace(turned, value=offer.value) if offer else turned
        case model.AutomaticDouble(value=None) as turned:
            return replace(turned, value=frame.after.stakes.cube.value)
        case event:
            return event


def _write_steps(
    turn: model.Turn, frame: Frame, written: tuple[model.Hop, ...], joined: bool, hits: bool
) -> model.Turn:
    """The turn with its hops one die each where some were joined, and with its hits marked."""
    taken = {hop.target: hop.taken for hop in written if hop.taken}
    enemies = {i for i, count in enumerate(frame.before.seen_by(turn.seat)) if count < 0 and i}
    single: list[model.Hop] = []
    for hop in frame.steps if joined else written:
        hit = (hits or taken) and hop.target in enemies and hop.target != OFF
        enemies.discard(hop.target)
        single.append(model.Hop(hop.source, hop.target, taken.get(hop.target, 1) if hit else 0))
    return replace(turn, deed=model.Play(hops=tuple(single)))
