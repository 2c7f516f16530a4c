"""Likeness of two events: what each of them says, in a form that spelling does not change, and a cost.

A play is told by the men it leaves and adds on the mover's points: neither the order of its hops nor whether
they are joined changes that, and it needs no board.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from kotra_notation.model import Blank, CannotMove, Event, Hop, Play, Turn
from kotra_notation.replay.game_events import REMARKS

REMEMBERED = 50_000

GAP = 100
UNLIKE = 100 * GAP

# In hundredths of what it costs to leave one event without its like; two events pair below two such.
ONE_DIE, BOTH_DICE = 70, 140
NO_PLAY_KNOWN = 30
NOBODY_MOVED = 40  # that two throws were not played makes them little the like
LEAST_PLAY, MOST_PLAY = 25, 135
OTHER_SEAT = 120
SAME_KIND, SAME_ANSWER = 60, 90

ANSWERS = ("Take", "Drop", "Beaver")

Men = tuple[tuple[int, int], ...]


class Sign(NamedTuple):
    """What an event says; `men` is None where no play is known, `more` what other kinds say."""

    kind: str
    seat: int | None
    dice: tuple[int, int] | None = None
    men: Men | None = None
    more: Any = None


def happens(event: Event) -> bool:
    """Return whether an event is part of the game, and no remark on it."""
    return not isinstance(event, REMARKS)


@lru_cache(maxsize=REMEMBERED)
def displacement(hops: tuple[Hop, ...]) -> Men:
    """Return how many men a play takes from its mover's points and puts on them."""
    change: dict[int, int] = {}
    for source, target, _ in hops:
        change[source] = change.get(source, 0) - 1
        change[target] = change.get(target, 0) + 1
    return tuple(sorted([way for way in change.items() if way[1]]))


def sign(event: Event) -> Sign:
    """Return what an event says."""
    if isinstance(event, Turn):
        first, second = event.dice
        dice = (first, second) if first >= second else (second, first)
        return Sign("Turn", event.seat, dice, _men(event))
    kind = type(event).__name__
    seat = getattr(event, "seat", None)
    more = tuple(
        [
            value if value.__hash__ else str(value)
            for name in event.__dataclass_fields__
            if name not in ("seat", "span", "text", "derived") and (value := getattr(event, name)) is not None
        ]
    )
    return Sign(kind, seat, None, None, more)


def _men(turn: Turn) -> Men | None:
    match turn.deed:
        case Play(hops=hops):
            return displacement(hops)
        case Blank() | CannotMove():
            return ()
        case _:
            return None


def cost(one: Sign, other: Sign) -> int:
    """Return how much speaks against two events being the same; from `UNLIKE` they are not."""
    if one.kind == "Turn" == other.kind:
        return _cost_of_turns(one, other)
    if one == other:
        return 0
    if one.kind in ANSWERS and other.kind in ANSWERS and one.seat == other.seat:
        return SAME_ANSWER
    if one.kind != other.kind:
        return UNLIKE
    return (SAME_KIND if one.more != other.more else 0) + (OTHER_SEAT if one.seat != other.seat else 0)


def _cost_of_turns(one: Sign, other: Sign) -> int:
    men, others = one.men, other.men
    if one.seat != other.seat and (not men or men != others):
        return UNLIKE
    total = _cost_of_dice(one.dice or (0, 0), other.dice or (0, 0))
    total += OTHER_SEAT if one.seat != other.seat else 0
    if men is None or others is None:
        return total + (NO_PLAY_KNOWN if men != others else 0)
    if men == others:
        return total + (NOBODY_MOVED if total and not men else 0)
    return total + LEAST_PLAY + int((MOST_PLAY - LEAST_PLAY) * unshared(men, others))


def _cost_of_dice(one: tuple[int, int], other: tuple[int, int]) -> int:
    if one == other:
        return 0
    return ONE_DIE if one[0] in other or one[1] in other else BOTH_DICE


def unshared(men: Men, other: Men) -> float:
    """The share of two plays in which they differ: 0 the same, 1 nothing in common."""
    there = dict(men)
    shared, whole = 0, 0
    for point, count in other:
        whole += abs(count)
        if here := there.get(point):
            shared += min(here, count) if here > 0 < count else -max(here, count) if here < 0 > count else 0
    whole += sum([abs(count) for _, count in men])
    return 1 - 2 * shared / whole
