"""The opening throw: ties, automatic doubles, who begins and with what."""

from __future__ import annotations

from kotra_notation.findings import Finding, finding
from kotra_notation.model import Opening, Turn
from kotra_notation.replay.turns import possible_dice
from kotra_notation.rules import cube
from kotra_notation.rules.state import Stakes, State


def after_tie(state: State) -> Stakes:
    """The stakes after equal opening dice: doubled as often as that is agreed (MOD-OPT-1)."""
    allowed = state.setting.ruleset.options["auto_doubles"]
    if isinstance(allowed, int) and state.stakes.automatic < allowed:
        return cube.automatically_doubled(state.stakes)
    return state.stakes


def opening_fault(opened: Opening | None, turn: Turn, state: State) -> Finding | None:
    """What is wrong with the first turn of a game (MOD-OPEN-1, FORN-OPEN-1 to 4)."""
    due = state.setting.starter
    if due is not None:
        return None if turn.seat == due else finding("starter-wrong", seat=turn.seat, starter=due)
    options = state.setting.ruleset.options
    kept = options["opening.dice"] == "keep"
    if kept and turn.dice[0] == turn.dice[1] and possible_dice(turn):
        return finding("opening-double", seat=turn.seat, dice=f"{turn.dice[0]}{turn.dice[1]}")
    if opened is None or opened.dice[0] == opened.dice[1]:
        return None
    higher = 0 if opened.dice[0] > opened.dice[1] else 1
    starter = higher if options["opening.first"] == "high" else 1 - higher
    if not kept and starter == turn.seat:
        return None
    if not kept:
        return finding("starter-wrong", seat=turn.seat, starter=starter, rule="FORN-OPEN-1")
    if starter == turn.seat and sorted(opened.dice) == sorted(turn.dice):
        return None
    dice = f"{opened.dice[0]}-{opened.dice[1]}"
    return finding("opening-mismatch", seat=turn.seat, dice=dice, starter=starter)
