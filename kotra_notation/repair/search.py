"""The accounts of a game that explain all its turns, found by following the likeliest first."""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import partial
from itertools import count
from math import inf

from kotra_notation.model import Event, Play, Turn
from kotra_notation.repair import slips
from kotra_notation.repair.edits import OTHER_DICE, Edit, cost_of, costs
from kotra_notation.repair.effort import Effort
from kotra_notation.repair.meant import DoubtedTurn, Meant, turning_of
from kotra_notation.repair.missing import BLANK, RowJump, fill_plays, find_lost_turn
from kotra_notation.repair.slips import elsewhere, slipped_unseen
from kotra_notation.repair.story import Barred, Story, StoryLine, cannot_stand, follow, never_lawful
from kotra_notation.replay.turns import judge_turn, put_men
from kotra_notation.rules import Node, end_turn
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

# An account so much dearer than the best is not looked for: its share would be less than one in a hundred.
MARGIN = 5.0
# How many slips there may be in one game.
MOST_SLIPS = 4
# How many turns behind a fault its cause is looked for.
FARTHEST = 12
FARTHEST_MOVED = 4
# Slips that leave no lawful turn.
NEVER_LAWFUL = ("play-lost", "step-doubled", "ends-exchanged", "other-play")
# How many stories may lead to the same board by the same place, and at the end of the game.
SAME_PLACE, SAME_END = 3, 12
# Of fewer throws nothing can be told of how the dice are written.
FEW_THROWS = 8
# By so many events two lines are told apart that go on from the same board.
NEAR = 8


def _higher_first(events: Sequence[Event]) -> bool:
    """Return whether a game, but for a slip or two, has the higher die of each throw first."""
    throws = [event.dice for event in events if isinstance(event, Turn) and not event.singly]
    lower = sum(first < second for first, second in throws)
    return len(throws) >= FEW_THROWS and lower <= 1 + len(throws) // 20


@dataclass(order=True, slots=True)
class _Waiting:
    """Something to be tried, and what the cheapest account that comes of it can cost."""

    cost: float
    number: int
    attempt: Callable[[], None] = field(compare=False)


class Search:
    """The search through one game; `found` are the accounts that reach its end, the likeliest first."""

    def __init__(self, line: StoryLine, state: State, effort: Effort, jumps: Sequence[RowJump] = ()) -> None:
        self.found: list[Story] = []
        self._effort = effort
        self._hits_marked = line.hits_marked
        self._jumps = jumps
        self._higher_first = _higher_first(line.events)
        self._turning = turning_of(state.setting.ruleset)
        self._queue: list[_Waiting] = []
        self._numbers = count()
        self._met: dict[object, int] = {}
        self._least = min(costs().slips.values())
        lawful = (cost for kind, cost in costs().slips.items() if kind not in NEVER_LAWFUL)
        # Where nobody knows how people play, what is lawful as written is doubted less.
        self._unseen = costs().more["unseen-old" if state.setting.ruleset.facts.forms else "unseen"]
        self._least_unseen = min(lawful) + self._unseen
        whole = Story(line=line, index=0, state=state, cost=0)
        self._cheapest = replace(whole, given_up=True, cost=inf)
        self._go_on(whole, 0, state, line, None)

    def run(self) -> list[Story]:
        """Take up stories until what is left is too dear, or all effort is spent."""
        while not self._effort.spent:
            if not self._queue or (self.found and self._queue[0].cost > self.found[0].cost + MARGIN):
                break
            self._effort.stories -= 1
            heapq.heappop(self._queue).attempt()
        if not self.found:
            self.found.append(self._cheapest)
        return sorted(self.found, key=lambda story: story.cost)

    def _push(self, cost: float, attempt: Callable[..., None], *about: object) -> None:
        heapq.heappush(self._queue, _Waiting(cost, next(self._numbers), partial(attempt, *about)))

    def _take_up(self, story: Story) -> None:
        """Try everything the turn at which a story stops may have been, and to give the story up there."""
        given_up = replace(story, given_up=True, cost=story.cost + costs().left["unexplained"])
        self._cheapest = min(self._cheapest, given_up, key=lambda story: story.cost)
        self._push(given_up.cost, self.found.append, given_up)
        if len(story.choices) >= MOST_SLIPS:
            return
        turn = story.line.events[story.index]
        assert isinstance(turn, Turn)
        state = story.state
        # What is put together anew for columns, numbers and moved cells goes to the end of the game.
        self._effort.turns -= (len(story.line.events) - story.index) // 2
        in_turn = state.seat in (None, turn.seat) or not story.line.alternates(story.index)
        if in_turn:
            self._try_meant(story, turn)
        for exchange in slips.exchanges_at_fault(story.line.events, story.index, self._turning):
            if (before := self._state_before(story, exchange.at)) is not None:
                self._try_exchange(story, exchange, before)
        for jump in self._jumps:
            self._by_number(story, jump)
        if isinstance(turn.deed, BLANK):
            self._push(story.cost + cost_of("play-lost"), self._try_left_out, story)
        if never_lawful(state.setting.ruleset, state.node(turn.seat), turn):
            return
        lost = story.cost + cost_of("turn-lost")
        if in_turn:
            self._push(lost + costs().more["moved"], self._try_moved_cells, story, 0)
        else:
            self._push(lost, self._try_lost_turn, story, story.index, state)
        self._doubt_causes(story, in_turn)

    def _doubt_causes(self, story: Story, in_turn: bool) -> None:
        """Doubt what went before the fault, and before the first hit mark that was wrong already."""
        unseen = story.cost + self._least_unseen
        another = story.cost + cost_of("man") + self._unseen
        self._push(unseen, self._doubt, story, story.index, 1)
        if in_turn and story.index > FARTHEST:
            self._push(another, self._doubt_afar, story, story.index)
        if (first := self._first_astray(story)) is not None:
            self._push(unseen, self._doubt, story, first, max(1, first - story.index + FARTHEST + 1))
            if first > FARTHEST:
                self._push(another, self._doubt_afar, story, first)

    def _first_astray(self, story: Story) -> int | None:
        """Return the first event since the last choice with a hit mark that the board contradicts."""
        if not story.astray:
            return None
        at, state = story.starts[-1]
        low, high = at, story.index
        while low + 1 < high:
            middle = (low + high) // 2
            followed = follow(story.line, at, state, middle, self._effort)
            low, high = (low, middle) if followed.astray else (middle, high)
        return low

    def _by_number(self, story: Story, jump: RowJump) -> None:
        """Try what the numbers of rows say before the fault, where nothing behind them is changed."""
        at = bisect_left(story.line.places, jump.at)
        if at > story.index or any(choice[0].place >= jump.at for choice in story.choices):
            return
        if jump.slip == "lost":
            choices, cost = (*story.choices, (jump.lost_rows,)), story.cost + jump.lost_rows.cost
            whole = replace(story, index=len(story.line.events), cost=cost, choices=choices)
            self._push(cost, self.found.append, whole)
        elif before := self._state_before(story, at):
            for exchange in jump.exchanges(story.line.events, at):
                self._try_exchange(story, exchange, before, more=costs().more["numbered"])

    def _try_left_out(self, story: Story) -> None:
        """Try that the plays of a side are left out, here and further on."""
        filled = fill_plays(story.line, story.index, story.state, self._effort)
        if filled is not None:
            choices = (*story.choices, *[(edit,) for edit in filled.edits])
            end, cost = len(filled.line.events), story.cost + filled.cost
            filled_story = replace(
                story, line=filled.line, index=end, state=filled.state, cost=cost, choices=choices
            )
            self._push_story(filled_story)

    def _try_moved_cells(self, story: Story, back: int) -> None:
        """Try that a turn is missing so far behind a fault, and all behind it has moved from its cells."""
        at = story.index - back
        before = self._state_before(story, at) if at >= 0 else None
        if before is None or before.seat is None or back > FARTHEST_MOVED:
            return
        cost = story.cost + cost_of("turn-lost") + costs().more["moved"]
        self._push(cost + self._unseen, self._try_moved_cells, story, back + 1)
        for moved in slips.moved_back(story.line.events, at, self._turning):
            self._try_lost_turn(story, at, before, moved, more=self._unseen * (back > 0))

    def _try_lost_turn(
        self, story: Story, at: int, before: State, moved: slips.Exchange | None = None, more: float = 0
    ) -> None:
        """Try that a turn of the side whose turn it is, is missing."""
        lost = find_lost_turn(story.line, at, before, moved, self._effort)
        if lost is None or lost.followed.index <= story.index:
            return
        edit = replace(lost.edit, cost=lost.edit.cost + more)
        self._push_story(
            replace(
                story,
                line=lost.line,
                index=lost.followed.index,
                state=lost.followed.state,
                cost=story.cost + edit.cost + cost_of("hit-mark") * lost.followed.astray,
                choices=(*story.choices, (edit,)),
                starts=(*[start for start in story.starts if start[0] <= at], lost.start),
                astray=lost.followed.astray > 0,
            )
        )

    def _try_meant(self, story: Story, turn: Turn) -> None:
        """Try the turn as it was probably meant, and as it stands."""
        ruleset, index = story.state.setting.ruleset, story.index
        node = story.state.node(turn.seat)
        by_board: dict[Node, list[Edit]] = {}
        place = story.line.places[index]
        written = DoubtedTurn(ruleset, node, turn, self._hits_marked)
        for meant in written.likely_turns(higher_first=self._higher_first):
            edit = Edit(kind=meant.kind, place=place, old=(turn,), new=(meant.turn,), cost=meant.cost)
            by_board.setdefault(meant.node, []).append(edit)
        stood = (
            put_men(node, turn.deed.hops)
            if isinstance(turn.deed, Play)
            else judge_turn(ruleset, node, turn).node
        )
        if stood is not None:
            same_board = by_board.setdefault(stood, [])
            agrees = isinstance(turn.deed, Play) and any(edit.kind in OTHER_DICE for edit in same_board)
            odd = self._higher_first and turn.dice[0] < turn.dice[1]
            more = costs().more["agrees"] * agrees + costs().more["lower-first"] * odd
            cost = costs().left["stood"] + more
            same_board.append(Edit(kind="stood", place=place, old=(turn,), new=(turn,), cost=cost))
        for after, edits in by_board.items():
            if self._effort.spent:
                return
            edits.sort(key=lambda edit: edit.cost)
            line = story.line.splice(index, 1, edits[0].new)
            self._go_on(story, index + 1, end_turn(story.state, turn.seat, after), line, tuple(edits))

    def _doubt(self, story: Story, shown: int, back: int) -> None:
        """Doubt the turn so far behind where a fault showed: it may be the cause, though it is lawful."""
        at = shown - back
        if at < 0 or back > FARTHEST or not (before := self._state_before(story, at)):
            return
        self._push(story.cost + self._least_unseen, self._doubt, story, shown, back + 1)
        turn = story.line.events[at]
        changed = any(choice[0].place == story.line.places[at] for choice in story.choices)
        if not isinstance(turn, Turn) or changed or before.seat not in (None, turn.seat):
            return
        ruleset, node = before.setting.ruleset, before.node(turn.seat)
        written = DoubtedTurn(ruleset, node, turn, self._hits_marked)
        verdict = judge_turn(ruleset, node, turn)
        for exchange in (
            *slips.written_twice(story.line.events, at),
            *slips.neighbours_exchanged(story.line.events, at, self._turning),
        ):
            self._try_exchange(story, exchange, before, more=self._unseen)
        useless = self._useless(story, at, verdict.node)
        for meant in slipped_unseen(written, verdict.steps, useless):
            if not useless(meant.node):
                self._replace_turn(story, at, before, meant)

    def _useless(self, story: Story, at: int, stood: Node | None) -> Callable[[Node], bool]:
        """Tell boards behind an event that let a story get no further than the one it led to."""
        turn, doubted = story.line.events[story.index], story.line.events[at]
        if not isinstance(turn, Turn) or not isinstance(doubted, Turn) or stood is None:
            return lambda after: False
        seen = story.state.seen_by(turn.seat)
        if not cannot_stand(story.state.setting.ruleset, seen, turn):
            return lambda after: after == stood
        barred = Barred(seen, turn, story.line.events[at + 1 : story.index])
        return lambda after: barred.stays(doubted.seat, stood.points, after.points)

    def _doubt_afar(self, story: Story, shown: int) -> None:
        """Doubt lawful plays farther behind where a fault showed: one hop was by another man."""
        events, places = story.line.events, story.line.places
        fault, state = events[shown], self._state_before(story, shown)
        if not isinstance(fault, Turn) or state is None:
            return
        states = self._states(story, shown - FARTHEST)
        changed = {choice[0].place for choice in story.choices}
        others = elsewhere(events, states, fault, state, self._effort, hits_marked=self._hits_marked)
        for at, meant in others:
            if places[at] not in changed:
                self._replace_turn(story, at, states[at], meant)

    def _replace_turn(self, story: Story, at: int, before: State, meant: Meant) -> None:
        """Go on with a turn that is lawful as written replaced by another."""
        old, new, cost = (story.line.events[at],), (meant.turn,), meant.cost + self._unseen
        edit = Edit(kind=meant.kind, place=story.line.places[at], old=old, new=new, cost=cost)
        after = end_turn(before, meant.turn.seat, meant.node)
        self._go_on(story, at + 1, after, story.line.splice(at, 1, new), (edit,), beyond=story.index)

    def _states(self, story: Story, stop: int) -> list[State]:
        """Return the states before the events of a story up to one."""
        at, state = story.starts[0]
        states = [state]
        while at < stop:
            followed = follow(story.line, at, state, at + 1, self._effort)
            if followed.index == at:
                break
            at, state = followed.index, followed.state
            states.append(state)
        return states

    def _try_exchange(self, story: Story, exchange: slips.Exchange, before: State, more: float = 0) -> None:
        kind, at, old, new = exchange.kind, exchange.at, exchange.old, exchange.new
        edit = Edit(kind=kind, place=story.line.places[at], old=old, new=new, cost=cost_of(kind) + more)
        beyond = story.index + len(new) - len(old)
        self._go_on(story, at, before, story.line.splice(at, len(old), new), (edit,), beyond=beyond)

    def _go_on(
        self,
        story: Story,
        index: int,
        state: State,
        line: StoryLine,
        choice: tuple[Edit, ...] | None,
        beyond: int = -1,
    ) -> None:
        """Follow a line from an event on, and keep the story if it gets `beyond` one."""
        followed = follow(line, index, state, len(line.events), self._effort)
        if followed.index <= beyond:
            return
        cost = story.cost + cost_of("hit-mark") * followed.astray + (choice[0].cost if choice else 0)
        self._push_story(
            Story(
                line=line,
                index=followed.index,
                state=followed.state,
                cost=cost,
                choices=(*story.choices, choice) if choice else story.choices,
                starts=(*[start for start in story.starts if start[0] < index], (index, state)),
                astray=followed.astray > 0,
            )
        )

    def _push_story(self, story: Story) -> None:
        behind = story.line.events[story.index :]
        near = tuple([id(event) for event in behind[:NEAR]])
        key = (story.index, story.state.points, story.state.seat, len(behind), near)
        met = self._met[key] = self._met.get(key, 0) + 1
        if met <= (SAME_END if story.is_over else SAME_PLACE):
            if story.is_over:
                self._push(story.cost, self.found.append, story)
            else:
                self._push(story.cost + self._least, self._take_up, story)

    def _state_before(self, story: Story, at: int) -> State | None:
        """Return the state before an event that a story has passed."""
        if at == story.index:
            return story.state
        start = next((start for start in reversed(story.starts) if start[0] <= at), None)
        if start is None:
            return None
        followed = follow(story.line, *start, at, self._effort)
        return followed.state if followed.index == at else None
