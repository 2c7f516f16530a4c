"""The row of a game: what is known of it without its boards, whether it was replayed or is proved sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from kotra_notation.archive.build.turns import FROM_BOARDS, GameRow, seconds_used
from kotra_notation.board.points import Points, turned
from kotra_notation.model import (
    Beaver,
    Clock,
    Double,
    Drop,
    Event,
    Game,
    Hop,
    Play,
    SetPosition,
    Take,
    Turn,
)
from kotra_notation.replay import GameReplay
from kotra_notation.replay.walking import put
from kotra_notation.rules import Facts, Node, Ruleset, Step
from kotra_notation.rules.ruleset import Award, Ending
from kotra_notation.rules.spelling import play_text

CUBE: dict[type, str] = {Double: "double", Beaver: "beaver", Take: "take", Drop: "drop"}
NO_SECONDS: Mapping[str, float | None] = {"seconds0": None, "seconds1": None}


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


class CubeRow(NamedTuple):
    """An action with the cube: the number of the turn behind it, whose it is, and what a double says."""

    turn: int
    seat: int
    kind: str
    value: int | None = None


def cube_rows(events: Sequence[Event]) -> list[CubeRow]:
    """All that is done with the cube in a game."""
    turn, rows = 1, []
    for event in events:
        if isinstance(event, Turn):
            turn += 1
        elif isinstance(event, Double | Beaver | Take | Drop):
            value = event.value if isinstance(event, Double | Beaver) else None
            rows.append(CubeRow(turn, event.seat, CUBE[type(event)], value))
    return rows


class GameSummary(NamedTuple):
    """All that is known of a game without its boards."""

    number: int
    line: int | None
    score_before: tuple[float, float]
    score_after: tuple[float, float]
    crawford: bool
    ending: Ending
    points: float
    turns: int
    cube: int
    certain: bool
    awards: tuple[Award, ...]
    actions: Sequence[CubeRow]
    opening: GameOpening
    seconds: Mapping[str, float | None] = NO_SECONDS


def summary(ruleset: Ruleset, game: Game, made: GameReplay, kinds: Mapping[type, int]) -> GameSummary:
    """Return what is known of a game that was replayed; `kinds` counts its events."""
    events = game.events
    return GameSummary(
        number=made.number,
        line=made.line,
        score_before=made.score_before,
        score_after=made.score_after,
        crawford=made.crawford,
        ending=made.ending,
        points=made.points,
        turns=made.turns,
        cube=made.cube.value,
        certain=made.certain,
        awards=made.awards,
        actions=cube_rows(events) if kinds.keys() & CUBE.keys() else (),
        opening=opened(game, ruleset),
        seconds=seconds_used(events) if kinds[Clock] else NO_SECONDS,
    )


def game_row(match: int, made: GameSummary, lost: int = 0, errors: int = 0) -> GameRow:
    """Return what is known of a game without its boards, by column."""
    kinds = [action.kind for action in made.actions]
    double = next((action for action in made.actions if action.kind == CUBE[Double]), None)
    return {
        "match": match,
        "game": made.number,
        "line": made.line,
        "before0": made.score_before[0],
        "before1": made.score_before[1],
        "after0": made.score_after[0],
        "after1": made.score_after[1],
        "crawford": made.crawford,
        "kind": made.ending.kind,
        "winner": made.ending.winner,
        "points": made.points,
        "turns": made.turns,
        "cube": made.cube,
        "doubles": kinds.count(CUBE[Double]),
        "takes": kinds.count(CUBE[Take]),
        "drops": kinds.count(CUBE[Drop]),
        "doubled_at": double.turn if double else None,
        "doubled_by": double.seat if double else None,
        "certain": made.certain,
        "lost": lost,
        "errors": errors,
        **made.opening._asdict(),
        **made.seconds,
        **dict.fromkeys(FROM_BOARDS),
    }
