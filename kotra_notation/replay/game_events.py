"""The events of a game as they stand in the record: what lies around each, and throws that are no turns."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from kotra_notation import model
from kotra_notation.board import Points
from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.model import AutomaticDouble, Opening, Turn, VoidThrow
from kotra_notation.replay import awards, doubts
from kotra_notation.replay.objections import dice_problem
from kotra_notation.replay.offers import Ruled, automatic_double
from kotra_notation.replay.turns import plays_of
from kotra_notation.rules import cube
from kotra_notation.rules.ruleset import Options, State

# What may stand between a play and the ruling on it.
REMARKS = (model.Comment, model.Mark, model.Clock, model.Video, model.Evaluation, model.Extra)


class GameEvents:
    """The events of a game, of a record that marks hits or not; what concerns all events is computed once."""

    def __init__(self, events: Sequence[model.Event], hits_marked: bool) -> None:
        self.events = events
        self.hits_marked = hits_marked

    @property
    def end_unread(self) -> bool:
        """Return whether the last thing in the game is what the reader could not read."""
        last = self.events[-1] if self.events else None
        if isinstance(last, model.Extra):
            return last.key.endswith(model.UNREAD)
        return isinstance(last, model.Turn) and isinstance(last.deed, model.Unread)

    @cached_property
    def show_only(self) -> bool:
        """Return whether a position was set up, perhaps with remarks on it, and nothing was done."""
        return any(isinstance(event, model.SetPosition) for event in self.events) and all(
            isinstance(event, (model.SetPosition, *REMARKS)) for event in self.events
        )

    @cached_property
    def ties(self) -> int | None:
        """Return how often the opening dice are equal in the record, None where it has none."""
        thrown = [event.dice for event in self.events if isinstance(event, model.Opening)]
        return sum(first == second for first, second in thrown) if thrown else None

    def around(self, place: int) -> doubts.TurnsAround:
        """The turns around the one at a place, and the ruling on what was played there."""
        then = next(
            (event for event in self.behind(place) if isinstance(event, model.Turn | model.Double)), None
        )
        return doubts.TurnsAround(
            turns=self._turns,
            at=bisect_left(self._turn_places, place),
            last=place >= self._last_action,
            doubled=isinstance(then, model.Double),
            hits_marked=self.hits_marked,
            ruling=partial(self._ruling, place),
        )

    def _ruling(self, place: int) -> model.Ruling | None:
        """The ruling on what was played at a place."""
        event = next((event for event in self.behind(place) if not isinstance(event, REMARKS)), None)
        return event if isinstance(event, model.Ruling) else None

    def too_late(self, place: int, turn: model.Turn | None) -> bool:
        """Return whether the other side has thrown or doubled, once, between a turn and a place."""
        begun = next((index for index, event in enumerate(self.events) if event is turn), place)
        between = [type(event) for event in self.events[begun + 1 : place]]
        turns = between.count(model.Turn)
        return turns == 1 or (turns == 0 and model.Double in between)

    def behind(self, place: int) -> Iterator[model.Event]:
        """Return what stands behind a place."""
        return (self.events[index] for index in range(place + 1, len(self.events)))

    @cached_property
    def before_premature(self) -> frozenset[int]:
        """The places of the last turns before throws that were made too early."""
        if model.VoidThrow not in map(type, self.events):
            return frozenset()
        places: set[int] = set()
        last: int | None = None
        for index, event in enumerate(self.events):
            if isinstance(event, model.Turn):
                last = index
            elif isinstance(event, model.VoidThrow) and event.reason == "premature" and last is not None:
                places.add(last)
        return frozenset(places)

    def turns_behind(self, place: int, count: int) -> list[int]:
        """The places of the next turns behind a place, so many of them."""
        behind = bisect_right(self._turn_places, place)
        return self._turn_places[behind : behind + count]

    def mor_apart(self, place: int, seat: int) -> bool:
        """Return whether mor is claimed for itself beside what stands at a place, with no turn between."""
        return self._awards_claimed and seat in self._mor_claimed[place]

    @cached_property
    def _awards_claimed(self) -> bool:
        return model.AwardClaim in map(type, self.events)

    @cached_property
    def _mor_claimed(self) -> list[set[int]]:
        return awards.mor_claimed(self.events)

    @cached_property
    def _turn_places(self) -> list[int]:
        return [index for index, event in enumerate(self.events) if isinstance(event, model.Turn)]

    @cached_property
    def _turns(self) -> list[model.Turn]:
        return [event for event in self.events if isinstance(event, model.Turn)]

    @cached_property
    def _last_action(self) -> int:
        """The place of the last event that is a turn or a deed with the cube."""
        places = range(len(self.events) - 1, -1, -1)
        return next((at for at in places if isinstance(self.events[at], model.Turn | model.CubeAction)), -1)


class OpeningThrows:
    """The opening throws of a game so far, with their automatic doubles; `tied`: another has to follow."""

    def __init__(self, written: GameEvents) -> None:
        self.last: Opening | None = None
        self.tied = False
        self._written = written
        self._undoubled = 0
        self._doubles = 0

    def throw(self, state: State, event: Opening) -> Ruled:
        """An opening throw; equal dice double the stakes as often as that is agreed (MOD-OPT-1)."""
        fault = place_fault(self.last, event, state) or dice_fault(event.dice)
        stakes, allowed = state.stakes, state.setting.ruleset.options["auto_doubles"]
        self.last, self.tied = event, event.dice[0] == event.dice[1] and fault is None
        if event.dice[0] == event.dice[1]:
            self._undoubled += 1
            if isinstance(allowed, int) and stakes.automatic < allowed:
                stakes = cube.double_automatically(stakes)
        return Ruled(stakes, findings=() if fault is None else (fault,))

    def double(self, state: State, event: AutomaticDouble) -> Ruled:
        """The cube turned for equal dice."""
        thrown = self._undoubled > 0 and state.stakes.automatic > 0
        self._undoubled -= thrown
        self._doubles += 1
        ruled = automatic_double(state, event, thrown=thrown, claimed=self._doubles)
        if ruled.findings or (self._written.ties is None and self._doubles > 1):
            return ruled
        fault = automatic_fault(self._written.ties, self._doubles, state)
        return replace(ruled, findings=() if fault is None else (fault,))


def opening_fault(thrown: OpeningThrows, turn: Turn, state: State) -> Finding | None:
    """Return what is wrong with the first turn of a game (MOD-OPEN-1, FORN-OPEN-1 to 4)."""
    due = state.setting.starter
    if due is not None:
        return None if turn.seat == due else finding("starter-wrong", seat=turn.seat, starter=due)
    options = state.setting.ruleset.options
    kept = options["opening.dice"] == "keep"
    if kept and turn.dice[0] == turn.dice[1] and turn.has_possible_dice:
        return finding("opening-double", seat=turn.seat, dice=f"{turn.dice[0]}{turn.dice[1]}")
    opened = thrown.last
    if opened is not None and thrown.tied:
        return finding("tie-played", seat=turn.seat, dice=f"{opened.dice[0]}-{opened.dice[1]}")
    starter = None if opened is None else beginner(opened, options)
    if opened is None or starter is None:
        return None
    if not kept and starter == turn.seat:
        return None
    if not kept:
        return finding("starter-wrong", seat=turn.seat, starter=starter, rule="FORN-OPEN-1")
    if starter == turn.seat and sorted(opened.dice) == sorted(turn.dice):
        return None
    dice = f"{opened.dice[0]}-{opened.dice[1]}"
    return finding("opening-mismatch", seat=turn.seat, dice=dice, starter=starter)


def beginner(opened: Opening, options: Options) -> int | None:
    """Return who begins by an opening throw; None where it is a tie, or no dice show it (FORN-OPEN-1)."""
    if opened.dice[0] == opened.dice[1] or dice_fault(opened.dice):
        return None
    higher = 0 if opened.dice[0] > opened.dice[1] else 1
    return higher if options["opening.first"] == "high" else 1 - higher


# Of the first throw, of equal numbers, and of who begins a later game.
OLD_RULES = ("FORN-OPEN-1", "FORN-OPEN-3", "FORN-OPEN-4")


def place_fault(before: Opening | None, event: Opening, state: State) -> Finding | None:
    """An opening throw where none is due: within a game, behind one that was no tie (MOD-OPEN-1)."""
    what, starter = phrase("An opening {roll}"), state.setting.starter
    forms = state.setting.ruleset.facts.forms
    opening, ties, later = OLD_RULES if forms else ("MOD-OPEN-1",) * 3
    if state.turns:
        return finding("out-of-place", rule=opening, what=what, why=phrase("the game has begun"))
    if before is not None and before.dice[0] != before.dice[1]:
        dice = f"{before.dice[0]}-{before.dice[1]}"
        why = phrase("{dice} before it is not a tie, and only ties are {rerolled}", dice=dice)
        written = f"{event.dice[0]}-{event.dice[1]}"
        return finding("out-of-place", written=written, rule=ties, what=what, why=why)
    if starter is not None:
        why = phrase("the previous game decides who begins")
        return finding("out-of-place", severity=Severity.NOTE, rule=later, what=what, why=why)
    return None


def dice_fault(dice: tuple[int, int], *, singly: bool = False) -> Finding | None:
    """Dice that no dice can show; of dice thrown singly the second may be missing."""
    if all(1 <= die <= 6 for die in dice[: 1 if singly and dice[1] == 0 else 2]):
        return None
    written = f"{dice[0]}-{dice[1]}"
    return finding("impossible-dice", dice=written, written=written, why=dice_problem(dice))


def automatic_fault(ties: int | None, number: int, state: State) -> Finding | None:
    """An automatic double, the `number`th of its game, without equal opening dice (MOD-OPT-1).

    `ties` is how often they were equal; None where there are no opening throws, which is said.
    """
    if state.turns:
        return finding("automatic-double-without-tie", why=phrase("the game has begun"))
    if ties is None:
        why = phrase("the record has no opening {rolls}")
        return finding("automatic-double-without-tie", severity=Severity.NOTE, why=why)
    if number <= ties:
        return None
    return finding("automatic-double-without-tie", why=phrase("the opening dice were not equal"))


# The rule by which a throw does not count.
VOID = {"cocked": "MOD-IRR-1", "premature": "MOD-IRR-3"}


def throw_fault(
    event: VoidThrow, state: State, last: tuple[Turn, State] | None, *, sure: bool
) -> Finding | None:
    """A throw that no dice show, or of the side that has thrown; a premature one that the rules let stand.

    `last` is the turn before it and the state in which that was played; `sure`: whose turn it is, is known.
    """
    if event.dice is not None and (fault := dice_fault(event.dice, singly=True)):
        return fault
    if event.reason != "premature":
        wrong = sure and state.seat is not None and event.seat != state.seat
        return (
            finding("turn-missing", seat=event.seat, other=1 - event.seat)
            if wrong
            else _void_throw_finding(event)
        )
    options = state.setting.ruleset.options
    waived = options["premature_roll.waive"] and (apart(state.points) or was_forced(last))
    if options["premature_roll"] == "stands" or waived:
        return finding("throw-not-void", seat=event.seat)
    return _void_throw_finding(event)


def _void_throw_finding(event: VoidThrow) -> Finding:
    """A throw that did not count: how the dice lay, and when they fell, only those at the table have seen."""
    did = phrase("{rolls} again") if event.reason == "cocked" else phrase("has {rolled} too early")
    return finding("decided-elsewhere", seat=event.seat, rule=VOID[event.reason], did=did)


def rethrown_fault(void: VoidThrow, turn: Turn, state: State) -> Finding | None:
    """The throw after a cocked one, where only the cocked die is thrown again: the other must be there."""
    one_stays = void.reason == "cocked" and state.setting.ruleset.options["dice.cocked"] == "one"
    if not one_stays or void.dice is None or set(void.dice) & set(turn.dice):
        return None
    before, now = (f"{dice[0]}{dice[1]}" for dice in (void.dice, turn.dice))
    return finding("cocked-throw-changed", seat=turn.seat, written=turn.text, dice=now, void=before)


def apart(points: Points) -> bool:
    """Return whether no man has an enemy before him any more."""
    own = [index for index, count in enumerate(points) if count > 0]
    enemies = [index for index, count in enumerate(points) if count < 0]
    return not own or not enemies or max(own) < min(enemies)


def was_forced(last: tuple[Turn, State] | None) -> bool:
    """Return whether the last play had no other beside it."""
    if last is None:
        return False
    turn, state = last
    return len(plays_of(state.setting.ruleset, state.node(turn.seat), turn)) == 1
