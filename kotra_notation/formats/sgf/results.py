"""How a game ended, as `RE` tells it: who won how much, and whether by resignation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation import model
from kotra_notation.board import OFF
from kotra_notation.findings import Severity, phrase
from kotra_notation.formats.losses import Ledger, said
from kotra_notation.formats.sgf.headers import MATCH, UNSAID
from kotra_notation.formats.sgf.letters import SEATS
from kotra_notation.formats.sgf.text import as_read
from kotra_notation.formats.sgf.tree import VALUES
from kotra_notation.implied import implied

ACTING = model.Turn | model.Double | model.Beaver | model.Take | model.Drop | model.SetPosition
MOST_POINTS = 10**6
_RAW = re.compile(VALUES, re.S)


def extra_values(extra: model.Extra) -> str | None:
    """The values of a property that was kept as it stood, None where they are none."""
    raw = extra.value
    return raw if _RAW.fullmatch(raw) and as_read(raw) == raw and raw == raw.rstrip() else None


def over(events: Sequence[model.Event], winner: int, men: int) -> bool:
    """Whether a game came to its end by a drop or by the winner's last man, as GNU Backgammon asks.

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
    """The result of one game; what of it is lost is noted."""

    def __init__(
        self, events: tuple[model.Event, ...], ledger: Ledger, men: int, kept: model.Extra | None
    ) -> None:
        self.events = events
        self.ledger = ledger
        self.men = men
        self.kept = kept
        claims = [one for one in events if isinstance(one, model.ResultClaim)]
        self.claim = next((one for one in claims if not one.lost), claims[0] if claims else None)

    @property
    def in_figures(self) -> bool:
        """Whether the points that are claimed, if any, can be written."""
        points = self.claim.points if self.claim else None
        return points is None or (not points % 1 and 0 <= points < MOST_POINTS)

    def text(self) -> str:
        """The property RE: the result that is claimed, and whether it was by resignation."""
        if self.kept is not None:
            return f"RE{self.kept.value}"
        resigned = self._resigned()
        claim = self.claim
        if claim is None:
            return ""
        points = claim.points
        if not self.in_figures:
            self.ledger.lose("claim-lost", said(claim), claim)
            points = None
        winner = 1 - claim.seat if claim.lost else claim.seat
        unsaid = not resigned and not over(self.events, winner, self.men)
        if points is not None and (resigned or unsaid) and (other := self._as_resigned(points)) != points:
            shown = phrase("{result} (GNU Backgammon reads {points})", result=said(claim), points=other)
            self.ledger.lose("claim-lost", shown, claim, severity=Severity.NOTE)
        written = (
            f"RE[{SEATS[winner]}+{'' if points is None else f'{points:.0f}'}{'R' * (resigned or unsaid)}]"
        )
        words = [UNSAID] * unsaid + [MATCH] * claim.match
        return f"{written}KN{''.join([f'[{word}]' for word in words])}" if words else written

    def _as_resigned(self, points: float) -> float:
        """What GNU Backgammon makes of a result by resignation: once, twice or three times the cube."""
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
        return cube * max(1, min(3, points // cube))

    def _resigned(self) -> bool:
        """Whether the result is by a resignation; other resignations are noted as lost."""
        resigned = False
        events = self.events
        for index, event in enumerate(events):
            if not isinstance(event, model.Resignation | model.ResignationAnswer):
                continue
            pair = (
                events[index : index + 2]
                if isinstance(event, model.Resignation)
                else events[index - 1 : index + 1]
            )
            if self._accepted(pair) and self._claims_behind(index):
                resigned = True
            elif not implied(events, index):
                self.ledger.lose("event-lost", said(event), event)
        return resigned

    def _claims_behind(self, index: int) -> bool:
        return any(one is self.claim for one in self.events[index:])

    def _accepted(self, pair: tuple[model.Event, ...]) -> bool:
        match pair, self.claim:
            case (
                model.Resignation(seat=seat),
                model.ResignationAnswer(seat=other, accepted=True),
            ), model.ResultClaim() as claim:
                winner = 1 - claim.seat if claim.lost else claim.seat
                return other == winner == 1 - seat
            case _:
                return False
