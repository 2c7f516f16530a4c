"""What of a record follows from something else in it: events from others, the way of writing from headers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from kotra_notation.model import Double, Event, Opening, Resignation, ResignationAnswer, ResultClaim, Turn

NOTATION, SHORTHAND = "notation", "shorthand"


def implied(events: Sequence[Event], index: int) -> bool:
    """Whether another event that every notation holds says this one too."""
    event = events[index]
    behind = islice(events, index + 1, None)
    match event:
        case Opening(dice=(first, second)):
            turn = next((one for one in behind if isinstance(one, Turn | Double)), None)
            if first == second or not isinstance(turn, Turn):
                return False
            return turn.seat == int(second > first) and sorted(turn.dice) == sorted((first, second))
        case Resignation():
            answer = next(behind, None)
            refused = isinstance(answer, ResignationAnswer) and not answer.accepted
            return not refused and any(isinstance(one, ResultClaim) for one in (answer, *behind))
        case ResignationAnswer(accepted=accepted):
            return accepted and any(isinstance(one, ResultClaim) for one in behind)
        case ResultClaim(lost=True, seat=seat, points=points):
            return any(
                isinstance(one, ResultClaim) and (one.seat, one.points, one.lost) == (1 - seat, points, False)
                for one in events
            )
        case _:
            return False


def stated_shorthand(info: Iterable[tuple[str, str]]) -> tuple[str, ...] | None:
    """The words behind `notation: shorthand` among headers, None where plays are not written short."""
    for key, value in info:
        first, *words = (word.strip() for word in value.split(","))
        if key == NOTATION and first == SHORTHAND:
            return tuple(words)
    return None
