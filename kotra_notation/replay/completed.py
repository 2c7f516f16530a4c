"""What a writer needs and a source may lack: results, scores, and the way a joined hop was stepped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kotra_notation.board import OFF
from kotra_notation.model import (
    Blank,
    CannotMove,
    Event,
    Game,
    Hop,
    Match,
    Play,
    ResultClaim,
    ScoreClaim,
    Turn,
)
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.frames import Frame, GameReplay, Replay
from kotra_notation.replay.turns import judged, possible_dice


def completed(
    replay: Replay, *, paths: bool = False, hits: bool = False, dances: bool = False, kinds: bool = True
) -> Match:
    """The match with results and scores it does not state, marked as derived.

    `paths`: hops over several dice are also written step by step, as the board decides. `hits`: hits are
    marked in a record that marks none. `dances`: a throw that allows no play, and has none, says so.
    Without `kinds`, a win is not called what the board shows it to be.
    """
    unmarked = hits and not marks_hits(replay.match)
    games = tuple(
        _completed_game(game, replayed, paths, unmarked, dances, kinds)
        for game, replayed in zip(replay.match.games, replay.games, strict=True)
    )
    return replace(replay.match, games=games)


def _completed_game(
    game: Game, replayed: GameReplay, paths: bool, hits: bool, dances: bool, kinds: bool
) -> Game:
    events: Sequence[Event] = game.events
    if paths or hits or dances:
        events = [_told(frame, paths, hits, dances) for frame in replayed.frames]
    if not kinds:
        events = [_uncalled(event, replayed) for event in events]
    score = game.score or ScoreClaim(score=replayed.score_before, derived=True)
    ending = replayed.ending
    if ending.winner is not None and not any(isinstance(event, ResultClaim) for event in events):
        claim = ResultClaim(seat=ending.winner, points=ending.points, derived=True)
        events = [*events, claim]
    return replace(game, number=game.number or replayed.number, score=score, events=tuple(events))


def _uncalled(event: Event, replayed: GameReplay) -> Event:
    """A result without the word for the win where that is the one it has."""
    if isinstance(event, ResultClaim) and event.kind and event.kind == replayed.ending.kind:
        return replace(event, kind=None)
    return event


def _told(frame: Frame, paths: bool, hits: bool, dances: bool) -> Event:
    match frame.event:
        case Turn(deed=Play(hops=hops)) as turn if frame.steps:
            joined = paths and len(hops) != len(frame.steps)
            return _stepped(turn, frame, hops, joined, hits) if joined or hits else turn
        case Turn(deed=Blank()) as turn if dances and frame.certain:
            return _danced(turn, frame)
        case event:
            return event


def _stepped(turn: Turn, frame: Frame, written: tuple[Hop, ...], joined: bool, hits: bool) -> Turn:
    """The turn with its hops one die each where some were joined, and with its hits marked."""
    taken = {hop.target: hop.taken for hop in written if hop.taken}
    enemies = {i for i, count in enumerate(frame.before.seen_by(turn.seat)) if count < 0 and i}
    single: list[Hop] = []
    for hop in frame.steps if joined else written:
        hit = (hits or taken) and hop.target in enemies and hop.target != OFF
        enemies.discard(hop.target)
        single.append(Hop(hop.source, hop.target, taken.get(hop.target, 1) if hit else 0))
    return replace(turn, deed=Play(hops=tuple(single)))


def _danced(turn: Turn, frame: Frame) -> Turn:
    """The turn; where its dice allow no play, that they allow none."""
    ruleset, node = frame.before.setting.ruleset, frame.before.node(turn.seat)
    danced = possible_dice(turn) and judged(ruleset, node, turn).lawful
    return replace(turn, deed=CannotMove()) if danced else turn
