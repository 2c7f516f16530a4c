"""Differences as values, and those of two events: what they are compared by, and what each record says.

A play is told by the men it takes from the mover's points and puts on them: neither the order of its hops nor
whether they are joined changes that, and it needs no board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from kotra_notation import model
from kotra_notation.board import MONEY
from kotra_notation.board.points import displacement
from kotra_notation.model import Blank, CannotMove, Deed, Event, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.replay import Frame
from kotra_notation.replay.game_events import REMARKS
from kotra_notation.values import dataclass

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
    """An event as it is compared; `men` is None where no play is known, `more` what other kinds say."""

    kind: str
    seat: int | None
    dice: tuple[int, int] | None = None
    men: Men | None = None
    more: Any = None


def happens(event: Event) -> bool:
    """Return whether an event is part of the game, and no remark on it."""
    return not isinstance(event, REMARKS)


@lru_cache(maxsize=REMEMBERED)
def men_moved(hops: tuple[model.Hop, ...]) -> Men:
    """Return how many men a play takes from its mover's points and puts on them."""
    return tuple(sorted(displacement(hops).items()))


def sign(event: Event) -> Sign:
    """Return the sign of an event."""
    if isinstance(event, Turn):
        first, second = event.dice
        dice = (first, second) if first >= second else (second, first)
        return Sign("Turn", event.seat, dice, _men(event.deed))
    more = tuple(
        [
            value if value.__hash__ else str(value)
            for name in event.__dataclass_fields__
            if name not in ("seat", "span", "text", "derived") and (value := getattr(event, name)) is not None
        ]
    )
    return Sign(type(event).__name__, getattr(event, "seat", None), more=more)


def _men(deed: Deed) -> Men | None:
    match deed:
        case Play(hops=hops):
            return men_moved(hops)
        case Blank() | CannotMove():
            return ()
        case _:
            return None


def cost(sign: Sign, other: Sign) -> int:
    """Return how much speaks against two events being the same; from `UNLIKE` they are not."""
    if sign.kind == "Turn" == other.kind:
        return _cost_of_turns(sign, other)
    if sign == other:
        return 0
    if sign.kind in ANSWERS and other.kind in ANSWERS and sign.seat == other.seat:
        return SAME_ANSWER
    if sign.kind != other.kind:
        return UNLIKE
    return (SAME_KIND if sign.more != other.more else 0) + (OTHER_SEAT if sign.seat != other.seat else 0)


def _cost_of_turns(sign: Sign, other: Sign) -> int:
    men, others = sign.men, other.men
    if sign.seat != other.seat and (not men or men != others):
        return UNLIKE
    dice, other_dice = sign.dice or (0, 0), other.dice or (0, 0)
    total = 0
    if dice != other_dice:
        total = ONE_DIE if dice[0] in other_dice or dice[1] in other_dice else BOTH_DICE
    total += OTHER_SEAT if sign.seat != other.seat else 0
    if men is None or others is None:
        return total + (NO_PLAY_KNOWN if men != others else 0)
    if men == others:
        return total + (NOBODY_MOVED if total and not men else 0)
    return total + LEAST_PLAY + int((MOST_PLAY - LEAST_PLAY) * _unshared_part(men, others))


def _unshared_part(men: Men, other: Men) -> float:
    """Return the share of two plays in which they differ: 0 the same, 1 nothing in common."""
    there = dict(men)
    shared, whole = 0, 0
    for point, count in other:
        whole += abs(count)
        if here := there.get(point):
            shared += min(here, count) if here > 0 < count else -max(here, count) if here < 0 > count else 0
    whole += sum([abs(count) for _, count in men])
    return 1 - 2 * shared / whole


def played_alike(turn: Turn, other: Turn, *, marked: bool) -> bool | None:
    """Return whether two turns are played alike, None where the board has to be asked.

    It has to be where the same men are shifted on other ways, which may hit on one of them only, unless both
    records have their hits `marked`; marks alone make no difference.
    """
    a, b = turn.deed, other.deed
    if a == b or {type(a), type(b)} <= {Blank, CannotMove}:
        return True
    if isinstance(a, NotRecorded | Unread) or isinstance(b, NotRecorded | Unread):
        return False
    if isinstance(a, Play) and isinstance(b, Play):
        if a.half != b.half:
            return False
        if sorted(hop[:2] for hop in a.hops) == sorted(hop[:2] for hop in b.hops):
            return True
        if men_moved(a.hops) != men_moved(b.hops):
            return False
        return True if marked and hits(a) == hits(b) else None
    return None


def lead_alike(turn: Turn, other: Turn, frame: Frame, other_frame: Frame) -> bool:
    """Return whether two turns lead from the same board to the same; else whether they shift the same men.

    Where a play is found to be at fault its board is what the replay supposes, and the text counts.
    """
    seat = turn.seat
    told = _tells_board(frame) and _tells_board(other_frame)
    if told and frame.before.seen_by(seat) == other_frame.before.seen_by(seat):
        return frame.after.seen_by(seat) == other_frame.after.seen_by(seat)
    men = _men(turn.deed)
    return men is not None and men == _men(other.deed)


def _tells_board(frame: Frame) -> bool:
    """Return whether the board of a frame is what the record says, not what the replay supposes."""
    reached = isinstance(frame.event, Turn) and isinstance(frame.event.deed, Reached)
    return frame.certain and (reached or not any(finding.code[0] == "P" for finding in frame.findings))


def hits(play: Play) -> set[int]:
    """Return the points on which a play is marked to hit."""
    return {hop.target for hop in play.hops if hop.taken}


class DifferenceKind(StrEnum):
    """The kinds of differences."""

    NAMES = "names"
    RULES = "rules"
    HEADERS = "headers"
    GAMES = "games"
    SCORE = "score"
    TURNS = "turns"
    DICE = "dice"
    PLAYS = "plays"
    CUBE = "cube"
    ACTIONS = "actions"
    RESULTS = "results"
    COMMENTS = "comments"
    TIMES = "times"
    MARKS = "marks"
    EVALUATIONS = "evaluations"
    EXTRAS = "extras"


REMARK_KINDS = {
    model.Comment: DifferenceKind.COMMENTS,
    model.Clock: DifferenceKind.TIMES,
    model.Video: DifferenceKind.TIMES,
    model.Mark: DifferenceKind.MARKS,
    model.Evaluation: DifferenceKind.EVALUATIONS,
    model.Extra: DifferenceKind.EXTRAS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RemarkCount:
    """The number of remarks or turns that the other record lacks."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A result or score that follows from the plays but is not recorded."""

    winner: int | None = None
    points: float = 0
    score: tuple[float, float] | None = None


Saying = str | int | model.ScoreClaim | model.Event | tuple[model.Event, ...] | RemarkCount | Derived | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A difference between two records, or something only one of them has.

    `pair` and `row` are the games and events in the alignment (None for the head of the match); `turns` are
    roll numbers in each record, from 1. `what` names a header. A side that says nothing is None.
    """

    kind: DifferenceKind
    a: Saying
    b: Saying
    pair: int | None = None
    row: int | None = None
    games: tuple[int | None, int | None] = (None, None)
    turns: tuple[int | None, int | None] = (None, None)
    seat: int | None = None
    what: str = ""

    @property
    def spans(self) -> tuple[model.Span | None, model.Span | None]:
        """Return the place in both files."""
        return _span(self.a), _span(self.b)


def _span(saying: Saying) -> model.Span | None:
    if isinstance(saying, tuple):
        return _span(saying[0]) if saying else None
    return getattr(saying, "span", None)


def kind_of(event: model.Event) -> DifferenceKind:
    """Return the kind of difference that an event makes by itself."""
    match event:
        case model.Turn():
            return DifferenceKind.TURNS
        case model.Double() | model.Beaver() | model.Take() | model.Drop() | model.AutomaticDouble():
            return DifferenceKind.CUBE
        case model.ResultClaim() | model.AwardClaim():
            return DifferenceKind.RESULTS
        case model.ScoreClaim():
            return DifferenceKind.SCORE
        case _:
            return DifferenceKind.ACTIONS


def event_differences(
    event: model.Event, other: model.Event, played_alike: bool
) -> Iterator[tuple[DifferenceKind, Saying, Saying]]:
    """Yield the differences of two events that are aligned."""
    match event, other:
        case model.Turn(), model.Turn():
            if event.seat != other.seat:
                yield DifferenceKind.TURNS, event, other
                return
            if sorted(event.dice) != sorted(other.dice) or event.singly != other.singly:
                yield DifferenceKind.DICE, event, other
            if not played_alike:
                yield DifferenceKind.PLAYS, event, other
        case ((model.Double() | model.Beaver()), (model.Double() | model.Beaver())):
            levels = {getattr(offer, "level", 0) for offer in (event, other)}
            if event.seat != other.seat or len(levels) > 1 or contradict(event.value, other.value):
                yield DifferenceKind.CUBE, event, other
        case model.ResultClaim(), model.ResultClaim():
            points, kinds = (event.points, other.points), (event.kind, other.kind)
            if event.winner != other.winner or contradict(*points) or contradict(*kinds):
                yield DifferenceKind.RESULTS, event, other
        case model.SetPosition(position=position), model.SetPosition(position=again):
            # A side that says nothing of the match around its position contradicts nothing.
            standings = {position.standing, again.standing} - {MONEY}
            if len(standings) > 1 or replace(position, standing=again.standing) != again:
                yield kind_of(event), event, other
        case _:
            if event != other:
                yield kind_of(event), event, other


def contradict(value: object, other: object) -> bool:
    """Return whether two values differ; what is not said contradicts nothing."""
    return None not in (value, other) and value != other
