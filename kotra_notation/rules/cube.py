"""The doubling cube: who may turn it and when, what accepting and declining do (MOD-CUBE, MOD-OPT)."""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.board import Cube
from kotra_notation.rules.ruleset import Ending, Offer, Ruleset, Stakes, State

# The rules know no largest cube (MOD-CUBE-1); nobody plays for a larger one, and it is still told in figures.
LARGEST = 2**62


def limit(ruleset: Ruleset) -> int:
    """The highest value that the cube may be turned to."""
    stated = ruleset.options["cube.limit"]
    return stated if isinstance(stated, int) else LARGEST


def refusal_to_double(state: State, seat: int) -> str | None:
    """Return what the rules object to in a double by `seat` now: the name of a finding, or None."""
    cube = state.stakes.cube
    highest = limit(state.setting.ruleset)
    if not state.setting.ruleset.facts.cube or highest == 1:
        return "cube-absent"
    if state.setting.crawford:
        return "double-in-crawford"
    if state.turns == 0 or state.seat not in (None, seat):
        return "double-out-of-turn"
    if cube.owner not in (None, seat):
        return "cube-not-owned"
    if cube.value * 2 > highest:
        return "cube-limit-passed"
    return None


def is_useless(state: State, seat: int) -> bool:
    """Return whether the stake wins the match for `seat` already, so that a double wins nothing more."""
    setting = state.setting
    return setting.length > 0 and state.stakes.cube.value >= setting.length - setting.score[seat]


def refusal_to_beaver(state: State, seat: int, level: int) -> str | None:
    """Return what the rules object to in a beaver (level 1) or raccoon (2) by `seat` now (MOD-OPT-2)."""
    offer = state.stakes.offer
    options = state.setting.ruleset.options
    if offer is None or offer.seat == seat:
        return "answer-without-double"
    if not options["beavers"] or (level > 1 and not options["raccoons"]) or level != offer.level + 1:
        return "beaver-not-allowed"
    return None


def double(stakes: Stakes, seat: int) -> Stakes:
    """The stakes with the cube turned by `seat` and not yet answered."""
    value = _double_value(stakes.cube.value)
    return replace(stakes, offer=Offer(seat=seat, value=value, keeper=1 - seat), doubled=True)


def beaver(stakes: Stakes, seat: int, level: int) -> Stakes:
    """The stakes after `seat` accepts what is on offer and turns the cube once more, keeping it."""
    offered = stakes.offer.value if stakes.offer else stakes.cube.value
    return replace(
        stakes,
        cube=Cube(value=offered, owner=seat),
        offer=Offer(seat=seat, value=_double_value(offered), keeper=seat, level=level),
        doubled=True,
    )


def accept(stakes: Stakes) -> Stakes:
    """The stakes once what is on offer has been accepted (MOD-CUBE-4)."""
    if stakes.offer is None:
        return stakes
    return replace(stakes, cube=Cube(value=stakes.offer.value, owner=stakes.offer.keeper), offer=None)


def decline(stakes: Stakes) -> Ending:
    """Return how the game ends when what is on offer is declined: the value before the offer (MOD-CUBE-3)."""
    assert stakes.offer is not None
    return Ending(winner=stakes.offer.seat, kind="drop", points=stakes.cube.value)


def double_automatically(stakes: Stakes) -> Stakes:
    """The stakes after equal opening dice: the cube is turned and stays in the middle (MOD-OPT-1)."""
    return replace(stakes, cube=Cube(value=_double_value(stakes.cube.value)), automatic=stakes.automatic + 1)


def _double_value(value: int) -> int:
    return min(value * 2, LARGEST)
