"""How a game ended, as `RE` tells it: who won how much, and whether by resignation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Severity, phrase
from kotra_notation.formats.losses import Ledger, event_words
from kotra_notation.formats.sgf.headers import MATCH, POINTS, UNSAID
from kotra_notation.formats.sgf.letters import SEATS
from kotra_notation.formats.sgf.text import as_read
from kotra_notation.formats.sgf.tree import VALUES

ACTING = model.Turn | model.Double | model.Beaver | model.Take | model.Drop | model.SetPosition
MOST_POINTS = 10**6
_RAW = re.compile(VALUES, re.S)


def extra_values(extra: model.Extra) -> str | None:
    """The values of a property that was kept as it stood, None where they are none."""
    raw = extra.value
    return raw if _RAW.fullmatch(raw) and as_read(raw) == raw and raw == raw.rstrip() else None


def over(events: Sequence[model.Event], winner: int, men: int) -> bool:
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


class WrittenResult:
    """The result of one game; what GNU Backgammon reads otherwise is noted."""

    def __init__(
        self, events: tuple[model.Event, ...], ledger: Ledger, men: int, kept: model.Extra | None
    ) -> None:
        self.events = events
        self.ledger = ledger
        self.men = men
        self.kept = kept
        claims = [event for event in events if isinstance(event, model.ResultClaim)]
        self.claim = next((claim for claim in claims if not claim.lost), claims[0] if claims else None)

    def text(self) -> str:
        """The property RE: the result that is claimed, and whether it was by resignation.

        A resignation for less than the cube gives, as only so much was needed, is written as what it is
        worth; what was counted stands in KN.
        """
        if self.kept is not None:
            return f"RE{self.kept.value}"
        resigned = self._resigned()
        claim = self.claim
        if claim is None:
            return ""
        points = claim.points if claim.points is not None and _in_figures(claim.points) else None
        winner = claim.winner
        unsaid = not resigned and not over(self.events, winner, self.men)
        worth = points
        if points is not None and (resigned or unsaid):
            worth, cube = points, self._cube()
            if 0 < points < 3 * cube:
                worth = cube * -(-points // cube)
            if (other := cube * max(1, min(3, worth // cube))) != points:
                shown = phrase(
                    "{result} (GNU Backgammon reads {points})", result=event_words(claim), points=other
                )
                self.ledger.lose("claim-lost", shown, claim, severity=Severity.NOTE)
        written = f"RE[{SEATS[winner]}+{'' if worth is None else f'{worth:.0f}'}{'R' * (resigned or unsaid)}]"
        words = [UNSAID] * unsaid + [MATCH] * claim.match
        words += [f"{POINTS}{points:.0f}"] if points is not None and worth != points else []
        return f"{written}KN{''.join([f'[{word}]' for word in words])}" if words else written

    def _cube(self) -> int:
        """The cube when the game ended: a resignation is for once, twice or three times its value."""
        cube = offered = 1
        for event in self.events:
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

    def _resigned(self) -> bool:
        """Return whether the result is by a resignation, which stands before it."""
        return any(
            self._accepted(self.events[index : index + 2]) and self._claims_behind(index)
            for index in range(len(self.events))
        )

    def _claims_behind(self, index: int) -> bool:
        return any(event is self.claim for event in self.events[index:])

    def _accepted(self, pair: tuple[model.Event, ...]) -> bool:
        match pair, self.claim:
            case (
                model.Resignation(seat=seat),
                model.ResignationAnswer(seat=other, accepted=True),
            ), model.ResultClaim() as claim:
                winner = claim.winner
                return other == winner == 1 - seat
            case _:
                return False


def _in_figures(points: float) -> bool:
    """Return whether points can be written."""
    return not points % 1 and 0 <= points < MOST_POINTS
