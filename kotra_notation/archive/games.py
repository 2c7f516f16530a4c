"""The row of a game: what is known of it without its boards."""

from __future__ import annotations

from collections.abc import Mapping

from kotra_notation.archive.openings import opened
from kotra_notation.archive.turns import FROM_BOARDS, GameRow, seconds_used
from kotra_notation.model import Clock, Double, Drop, Game, Take, Turn
from kotra_notation.replay import GameReplay
from kotra_notation.rules import Ruleset


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
