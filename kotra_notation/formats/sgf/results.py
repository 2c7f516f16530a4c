"""The end of a game in `RE`: who won how much, and whether by resignation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Severity, phrase
from kotra_notation.formats.losses import Ledger, event_words
from kotra_notation.formats.sgf.headers import ACTING, MATCH, POINTS, UNSAID
from kotra_notation.formats.sgf.values import SEATS

MOST_POINTS = 10**6


def is_over(events: Sequence[model.Event], winner: int, men: int) -> bool:
    """Return whether a game came to its end by a drop or by the winner's last man, as GNU Backgammon asks.

    Where it did not, that program takes a result only for that of a resignation.
    """
    off = 0
    last: model.Event | None = None
    for event in events:
        if isinstance(event, model.SetPosition):
            off = event.position.off(winner)
        elif isinstance(event, model.Turn) and event.seat == winner and isinstance(event.deed, model.Play):
            off += sum(hop.target == OFF for hop in event.deed.hops)
        last = event if isinstance(event, ACTING) else last
    return isinstance(last, model.Drop) or off >= men


def spell_result(events: Sequence[model.Event], ledger: Ledger, men: int) -> str:
    """Return the property RE: the result that is claimed, and whether it was by resignation.

    A resignation for less than the cube gives, as only so much was needed, is written as what it is worth.
    What was counted stands in KN. What GNU Backgammon reads otherwise is noted.
    """
    claims = [event for event in events if isinstance(event, model.ResultClaim)]
    claim = next((claim for claim in claims if not claim.lost), claims[0] if claims else None)
    if claim is None:
        return ""
    resigned = _is_resigned(events, claim)
    unsaid = not resigned and not is_over(events, claim.winner, men)
    points = claim.points
    if points is not None and (points % 1 or not 0 <= points < MOST_POINTS):
        points = None  # it cannot be written
    worth = points
    if worth is not None and (resigned or unsaid):
        cube = _final_cube(events)
        if 0 < worth < 3 * cube:
            worth = cube * -(-worth // cube)
        if (other := cube * max(1, min(3, worth // cube))) != points:
            shown = phrase(
                "{result} (GNU Backgammon reads {points})", result=event_words(claim), points=other
            )
            ledger.lose("claim-lost", shown, claim, severity=Severity.NOTE)
    won = "" if worth is None else f"{worth:.0f}"
    words = [UNSAID] * unsaid + [MATCH] * claim.match
    words += [f"{POINTS}{points:.0f}"] if points is not None and worth != points else []
    written = f"RE[{SEATS[claim.winner]}+{won}{'R' * (resigned or unsaid)}]"
    return f"{written}KN{''.join([f'[{word}]' for word in words])}" if words else written


def _final_cube(events: Sequence[model.Event]) -> int:
    """Return the cube when the game ended: a resignation is for once, twice or three times its value."""
    cube = offered = 1
    for event in events:
        match event:
            case model.SetPosition(position=position):
                cube = offered = position.cube.value
            case model.AutomaticDouble():
                cube = offered = cube * 2
            case model.Double() | model.Beaver():
                cube, offered = offered, offered * 2
            case model.Take() | model.Turn():
                cube = offered
    return cube


def _is_resigned(events: Sequence[model.Event], claim: model.ResultClaim) -> bool:
    """Return whether a resignation that was accepted stands before the result."""
    before = events[: next(index for index, event in enumerate(events) if event is claim)]
    return any(
        isinstance(offer, model.Resignation)
        and isinstance(answer, model.ResignationAnswer)
        and answer.accepted
        and answer.seat == claim.winner == 1 - offer.seat
        for offer, answer in pairwise(before)
    )
