"""The race: the pips of both sides before each throw, through the whole match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kotra_notation.board.points import race
from kotra_notation.model import Turn
from kotra_notation.replay import Frame


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """The moment before a throw of `seat`, the `number`th of the match and the `turn`th of its game.

    `game` is the place of the game in the match and `place` that of the event in the game, both from 0.
    `pips` are those of both seats, None where the board is not certain.
    """

    number: int
    game: int
    place: int
    turn: int
    seat: int
    pips: tuple[int, int] | None


def instants(games: Sequence[Sequence[Frame]]) -> tuple[Instant, ...]:
    """The moments before all throws that count."""
    made: list[Instant] = []
    for game, frames in enumerate(games):
        certain = True
        for place, frame in enumerate(frames):
            event = frame.event
            if isinstance(event, Turn) and frame.after.turns > frame.before.turns:
                before = frame.before
                own, other = race(before.points, before.setting.ruleset.facts.turning)
                both = (other, own) if before.viewer else (own, other)
                made.append(
                    Instant(
                        number=len(made) + 1,
                        game=game,
                        place=place,
                        turn=frame.after.turns,
                        seat=event.seat,
                        pips=both if certain else None,
                    )
                )
            certain = frame.certain
    return tuple(made)
