"""The row of a game: what is known of it without its boards."""

from __future__ import annotations

from dataclasses import asdict

from kotra_notation.archive.openings import opening_of
from kotra_notation.archive.turns import FROM_BOARDS, GameRow, seconds_used
from kotra_notation.model import Double, Drop, Game, Take, Turn
from kotra_notation.replay import GameReplay
from kotra_notation.rules import Ruleset


def game_row(match: int, ruleset: Ruleset, game: Game, made: GameReplay) -> GameRow:
    """What is known of a game without its boards, by the columns in their order."""
    events = game.events
    doubles = [event for event in events if isinstance(event, Double)]
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
        "takes": sum(isinstance(event, Take) for event in events),
        "drops": sum(isinstance(event, Drop) for event in events),
        "doubled_at": 1 + sum(isinstance(one, Turn) for one in events[:before]) if doubles else None,
        "doubled_by": doubles[0].seat if doubles else None,
        "certain": made.certain,
        "lost": 0,
        "errors": 0,
        **asdict(opening_of(game, ruleset)),
        **seconds_used(events),
        **dict.fromkeys(FROM_BOARDS),
    }
