"""One account of a game: the events as they are taken to have been, and how far they have been followed.

Readings that cannot be are told from others before they are followed: the turn at a fault is lawful in none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import inf

from kotra_notation.board import BAR, OFF
from kotra_notation.fast.judges import plain_turns
from kotra_notation.model import Blank, Event, NotRecorded, Play, Ruling, SetPosition, Turn
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.effort import Effort
from kotra_notation.replay import wins
from kotra_notation.replay.game_events import REMARKS
from kotra_notation.replay.objections import hit_faults, wrong_marks
from kotra_notation.replay.set_up import state_of
from kotra_notation.replay.turns import as_far_as_thrown, displace_men, judge_turn, put_men, throw_of_turn
from kotra_notation.rules import Node, Ruleset, end_turn
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

# To judge a turn by itself takes as long as to follow so many in a run, or so many where forms win games, and
# longer the longer its play is.
BY_ITSELF, WITH_FORMS, HOPS_OF_A_TURN = 5, 15, 8


@dataclass(frozen=True, slots=True)
class StoryLine:
    """The events of a game as one account has them; `places` are those they have in the record.

    From the place `free` on a side may throw more than once, as after a win of the old game.
    `hits_marked`: the record marks hits.
    """

    events: tuple[Event, ...]
    places: tuple[int, ...]
    hits_marked: bool
    free: float = inf

    def alternates(self, index: int) -> bool:
        """Return whether the sides throw in turn at an event."""
        return self.places[index] < self.free

    def splice(self, at: int, count: int, new: Sequence[Event]) -> StoryLine:
        """Return the line with others in the place of so many events."""
        first = self.places[at] if at < len(self.places) else len(self.places)
        places = [*self.places[at : at + count], *[first + count] * len(new)][: len(new)]
        return StoryLine(
            (*self.events[:at], *new, *self.events[at + count :]),
            (*self.places[:at], *places, *self.places[at + count :]),
            self.hits_marked,
            self.free,
        )


@dataclass(frozen=True, slots=True)
class Story:
    """A line followed up to `index`, where it cannot go on; `choices` made so far, each likeliest first.

    `starts` are states from which it was followed, with the places of the events before which they stand;
    `given_up` where what follows is left unexplained; `astray` where a hit mark since the last of `starts` is
    wrong.
    """

    line: StoryLine
    index: int
    state: State
    cost: float
    choices: tuple[tuple[Edit, ...], ...] = ()
    starts: tuple[tuple[int, State], ...] = ()
    given_up: bool = False
    astray: bool = False

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left to follow."""
        return self.index >= len(self.line.events)

    def ways(self, most: int) -> list[tuple[Edit, ...]]:
        """Return every way of making the choices, the likeliest first."""
        all_ways = product(*[choice[:most] for choice in self.choices])
        return sorted(all_ways, key=lambda way: sum(edit.cost for edit in way))[:most]


@dataclass(slots=True)
class Followed:
    """The end to which a line can be followed: event, state, and how many hit marks are wrong."""

    index: int
    state: State
    astray: int = 0


def follow(line: StoryLine, index: int, state: State, stop: int, effort: Effort) -> Followed:
    """Follow everything lawful from an event on, up to the first turn that is not."""
    events = line.events
    followed = Followed(index, state)
    alone = 0
    each = WITH_FORMS if state.setting.ruleset.facts.forms else BY_ITSELF
    while followed.index < stop:
        run = plain_turns(followed.state, events, followed.index, stop)
        if run is not None:
            followed.astray += len(hit_faults(run, line.hits_marked))
            followed.index, followed.state = run.end, run.state
            continue
        event = events[followed.index]
        if isinstance(event, Turn):
            alone += each
            if not _take(followed, event, line):
                alone += len(event.deed.hops) // HOPS_OF_A_TURN if isinstance(event.deed, Play) else 0
                break
        elif isinstance(event, SetPosition):
            followed.state = state_of(event, followed.state, None)
        followed.index += 1
    effort.turns -= followed.index - index + 1 + alone
    return followed


def _take(followed: Followed, turn: Turn, line: StoryLine) -> bool:
    """Make a turn that is lawful, or of which nothing more is asked; False where it is neither."""
    state, events = followed.state, line.events
    ruleset = state.setting.ruleset
    noted = isinstance(turn.deed, Blank | NotRecorded)
    if is_over(state) and not ruleset.facts.forms:
        return noted
    if state.seat not in (None, turn.seat) and line.alternates(followed.index):
        return False
    remarked = followed.index + 1 < len(events) and isinstance(events[followed.index + 1], (Ruling, *REMARKS))
    if not remarked and cannot_stand(ruleset, state.seen_by(turn.seat), turn):
        return False
    verdict = judge_turn(ruleset, state.node(turn.seat), turn)
    if not verdict.lawful and ruleset.facts.forms:
        verdict = wins.judge_unaware_turn(ruleset, state.node(turn.seat), turn) or verdict
    if not verdict.lawful and (ruled := _node_after_ruling(ruleset, state, turn, events, followed.index)):
        followed.state = end_turn(state, turn.seat, ruled)
        return True
    if not verdict.lawful or verdict.node is None:
        return noted and not any(isinstance(event, Turn) for event in events[followed.index + 1 :])
    if line.hits_marked:
        followed.astray += len(wrong_marks(turn, verdict.hits))
    followed.state = end_turn(state, turn.seat, verdict.node)
    return True


def _node_after_ruling(
    ruleset: Ruleset, state: State, turn: Turn, events: Sequence[Event], index: int
) -> Node | None:
    """Return where an unlawful play led by the ruling that stands behind it; None where none does."""
    ruling = next((event for event in events[index + 1 :] if not isinstance(event, REMARKS)), None)
    if not isinstance(ruling, Ruling):
        return None
    node = state.node(turn.seat)
    if ruling.outcome == "corrected" and ruling.play:
        return judge_turn(ruleset, node, replace(turn, deed=ruling.play)).node
    if ruling.outcome == "stood" and isinstance(turn.deed, Play):
        return put_men(node, turn.deed.hops)
    return None


def is_over(state: State) -> bool:
    """Return whether the side that threw last has borne off all its men."""
    return state.seat is not None and max(state.seen_by(1 - state.seat)) <= 0


def cannot_stand(ruleset: Ruleset, points: Sequence[int], turn: Event) -> bool:
    """Return whether the men of a play are not there, or others hold where they go; False leaves it open."""
    return (
        isinstance(turn, Turn)
        and isinstance(turn.deed, Play)
        and not (ruleset.facts.forms or turn.deed.half)
        and displace_men(tuple(points), turn.deed.hops) is None
    )


def never_lawful(ruleset: Ruleset, node: Node, turn: Turn) -> bool:
    """Return whether the dice of a play allow it on no board; False leaves it open."""
    if ruleset.facts.forms or not isinstance(turn.deed, Play) or turn.deed.half:
        return False
    return not turn.has_possible_dice or not as_far_as_thrown(
        throw_of_turn(ruleset, node, turn), turn.deed.hops
    )


class Barred:
    """A turn that the men on some points bar behind others as written, so that one of those must change."""

    def __init__(self, points: Sequence[int], turn: Turn, between: Iterable[Event]) -> None:
        self.seat = turn.seat
        self.points = _barring(points, turn)
        self.landings = {
            hop.target if other.seat == turn.seat else BAR - hop.target
            for other in between
            if isinstance(other, Turn) and isinstance(other.deed, Play)
            for hop in other.deed.hops
        }

    def stays(self, seat: int, before: Sequence[int], after: Sequence[int]) -> bool:
        """Return whether the turn stays barred where one before it leads to another board."""
        if seat != self.seat:
            before, after = [-count for count in before[::-1]], [-count for count in after[::-1]]
        if all(after[point] > before[point] for point in self.points):
            return False
        return all(after[point] == before[point] for point in self.landings)


def _barring(points: Sequence[int], turn: Turn) -> set[int]:
    """Return the points that lack men for a play, or are held against it, as `displace_men` has it."""
    assert isinstance(turn.deed, Play)
    own = [max(count, 0) for count in points]
    other = [max(-count, 0) for count in points]
    for source, target, taken in turn.deed.hops:
        if not (OFF <= target <= BAR and OFF < source <= BAR):
            return set()
        own[source] -= 1
        own[target] += target != OFF
        if target != OFF and other[target] <= max(taken, 1):
            other[target] = 0
    held = {point for point in range(1, BAR) if own[point] > 0 and other[point]}
    return held | {point for point in range(1, BAR + 1) if own[point] < 0}
