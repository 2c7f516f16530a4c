"""Throws that did not count: cocked dice, and throws made too early (MOD-IRR-1, MOD-IRR-3)."""

from __future__ import annotations

from kotra_notation.board import Points
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import Turn, VoidThrow
from kotra_notation.replay.opening import dice_fault
from kotra_notation.replay.turns import plays_of
from kotra_notation.rules.ruleset import State

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
        return finding("turn-missing", seat=event.seat, other=1 - event.seat) if wrong else _seen(event)
    options = state.setting.ruleset.options
    waived = options["premature_roll.waive"] and (apart(state.points) or forced(last))
    if options["premature_roll"] == "stands" or waived:
        return finding("throw-not-void", seat=event.seat)
    return _seen(event)


def _seen(event: VoidThrow) -> Finding:
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
    """Whether no man has an enemy before him any more."""
    own = [index for index, count in enumerate(points) if count > 0]
    enemies = [index for index, count in enumerate(points) if count < 0]
    return not own or not enemies or max(own) < min(enemies)


def forced(last: tuple[Turn, State] | None) -> bool:
    """Whether the last play had no other beside it."""
    if last is None:
        return False
    turn, state = last
    return len(plays_of(state.setting.ruleset, state.node(turn.seat), turn)) == 1
