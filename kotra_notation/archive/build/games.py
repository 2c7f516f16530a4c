"""The row of a game: what is known of it without its boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from kotra_notation.archive.build.turns import FROM_BOARDS, GameRow, seconds_used
from kotra_notation.board.points import Points, turned
from kotra_notation.model import Clock, Double, Drop, Event, Game, Hop, Play, SetPosition, Take, Turn
from kotra_notation.replay import GameReplay
from kotra_notation.rules import Facts, Node, Ruleset, Step
from kotra_notation.rules.spelling import play_text
from kotra_notation.rules.walking import put


class GameOpening(NamedTuple):
    """Who played first, and what both threw and played; nothing where men were set up otherwise."""

    began: int | None = None
    opening: str | None = None
    opening_play: str | None = None
    reply: str | None = None
    reply_play: str | None = None


def opened(game: Game, ruleset: Ruleset) -> GameOpening:
    """The opening of a game."""
    turns = list(islice(_turns(game.events), 2))
    if not turns:
        return GameOpening()
    first = turns[0]
    begun = GameOpening(first.seat, _throw(first), _spelled(ruleset, ruleset.facts.start, first))
    if len(turns) < 2 or turns[1].seat == first.seat:
        return begun
    second = turns[1]
    board = _after(ruleset, first)
    return begun._replace(
        reply=_throw(second), reply_play=_spelled(ruleset, board, second) if board else None
    )


def _turns(events: tuple[Event, ...]) -> Iterator[Turn]:
    for event in events:
        if isinstance(event, SetPosition):
            return
        if isinstance(event, Turn):
            yield event


def _throw(turn: Turn) -> str:
    return "".join(str(die) for die in sorted(turn.dice, reverse=True))


def _after(ruleset: Ruleset, turn: Turn) -> Points | None:
    """The board behind the first play, seen by the other side."""
    if not isinstance(turn.deed, Play):
        return None
    node = put(Node(ruleset.facts.start), turn.deed.hops)
    return turned(tuple(node.points), ruleset.facts.turning) if node else None


def _spelled(ruleset: Ruleset, board: Points, turn: Turn) -> str | None:
    if not isinstance(turn.deed, Play):
        return None
    return _text(ruleset.facts, board, turn.deed.hops, turn.seat)


@lru_cache(4_096)
def _text(facts: Facts, board: Points, hops: tuple[Hop, ...], seat: int) -> str:
    return play_text(facts, board, [Step(hop.source, hop.target, 0) for hop in hops], seat)


def game_row(
    match: int, ruleset: Ruleset, game: Game, made: GameReplay, kinds: Mapping[type, int]
) -> GameRow:
    """What is known of a game without its boards, by column; `kinds` counts its events."""
    events = game.events
    doubles = [event for event in events if isinstance(event, Double)] if kinds[Double] else []
    before = events.index(doubles[0]) if doubles else 0
    return {
        "match": match,
        "game": made.number,
        "line": made.line,
        "before0": made.score_before[0],
        "before1": made.score_before[1],
        "after0": made.score_after[0],
        "after1": made.score_after[1],
        "crawford": made.crawford,
        "kind": made.kind,
        "winner": made.winner,
        "points": made.points,
        "turns": made.turns,
        "cube": made.cube.value,
        "doubles": len(doubles),
        "takes": kinds[Take],
        "drops": kinds[Drop],
        "doubled_at": 1 + sum(isinstance(one, Turn) for one in events[:before]) if doubles else None,
        "doubled_by": doubles[0].seat if doubles else None,
        "certain": made.certain,
        "lost": 0,
        "errors": 0,
        **opened(game, ruleset)._asdict(),
        **seconds_used(events if kinds[Clock] else ()),
        **dict.fromkeys(FROM_BOARDS),
    }
