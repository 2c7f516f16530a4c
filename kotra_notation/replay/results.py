"""How a folded game ended, held against what the record claims of it."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.findings import Finding, finding
from kotra_notation.model import ResultClaim
from kotra_notation.replay import offers
from kotra_notation.replay.game import GameFold
from kotra_notation.rules import outcome
from kotra_notation.rules.modern import WINS
from kotra_notation.rules.state import Ending, Setting

UNFINISHED = Ending(winner=None, kind="unfinished", points=0)


@dataclass(frozen=True, slots=True)
class Claimed:
    """All result claims of a game taken together."""

    winner: int
    points: float | None
    claim: ResultClaim


@dataclass(frozen=True, slots=True)
class Result:
    """The ending by the rules, the points the score goes on with, and what is wrong with the claims."""

    ending: Ending
    scored: float
    findings: tuple[Finding, ...] = ()
    said: Claimed | None = None

    @property
    def ways(self) -> list[tuple[int | None, float]]:
        """Winner and points as the score may go on with them: as counted, by the rules, as claimed."""
        ways: list[tuple[int | None, float]] = [
            (self.ending.winner, self.scored),
            (self.ending.winner, self.ending.points),
        ]
        if self.said is not None:
            ways.append((self.said.winner, self.scored if self.said.points is None else self.said.points))
        return ways


def claimed(claims: list[ResultClaim]) -> tuple[Claimed | None, list[Finding]]:
    """What the record says of the result, and a finding where it says two different things."""
    together: Claimed | None = None
    found: list[Finding] = []
    for claim in claims:
        winner = 1 - claim.seat if claim.lost else claim.seat
        if together is None:
            together = Claimed(winner, claim.points, claim)
        elif together.winner != winner or _differ(claim.points, together.points):
            found.append(finding("result-twice", span=claim.span, seat=claim.seat))
        elif together.points is None or claim.match:
            together = Claimed(winner, together.points if claim.points is None else claim.points, claim)
    return together, found


def _differ(one: float | None, other: float | None) -> bool:
    return None not in (one, other) and one != other


def result(fold: GameFold, *, last: bool) -> Result:
    """The result of a game: by the rules where the board is certain, else by the record's word."""
    said, found = claimed(fold.claims)
    ending = _ending(fold, found)
    if ending is None:
        return _by_claim(fold, said, found, last=last)
    if said is None:
        found.append(finding("result-missing", seat=ending.winner, points=ending.points, kind=ending.kind))
        return Result(ending, ending.points, tuple(found), said)
    if said.winner != ending.winner:
        if fold.certain and fold.lawful:
            found.append(_wrong_winner(said, ending))
        elif not fold.certain:
            ending = _as_claimed(fold, said)
        return Result(ending, ending.points, tuple(found), said)
    if said.points is None or said.points == ending.points:
        return Result(ending, ending.points, tuple(found), said)
    if not (fold.stakes_certain and fold.certain and fold.lawful):
        believed = Ending(winner=said.winner, kind=ending.kind, points=said.points)
        return Result(believed, said.points, tuple(found), said)
    if _capped(fold.state.setting, said, ending.points):
        found.append(_points(said, ending.points, "points-capped", ending.kind))
        return Result(ending, said.points, tuple(found), said)
    found.append(_points(said, ending.points, "points-wrong", ending.kind))
    return Result(ending, ending.points, tuple(found), said)


def _ending(fold: GameFold, found: list[Finding]) -> Ending | None:
    """How the game ended by what was done, None where only the record's word can tell."""
    if fold.state.ending:
        return fold.state.ending
    stakes = fold.state.stakes
    if stakes.resigned:
        return offers.given_up(fold.state, stakes.resigned)
    said, _ = claimed(fold.claims)
    if stakes.offer and said:
        unanswered = offers.unanswered(fold.state)
        if fold.stakes_certain:
            found.append(unanswered.at(span=fold.offered.span if fold.offered else None))
        if said.winner == stakes.offer.seat and said.points in (None, stakes.cube.value):
            return Ending(winner=stakes.offer.seat, kind="drop", points=stakes.cube.value)
    return None


def _by_claim(fold: GameFold, said: Claimed | None, found: list[Finding], *, last: bool) -> Result:
    """The result where nobody has borne off, dropped or given up a stated size: a resignation, or nothing."""
    if said is None:
        if last and not fold.ends_unread:
            found.append(finding("game-unfinished"))
        return Result(UNFINISHED, 0, tuple(found))
    ending = _as_claimed(fold, said)
    if said.points is not None and fold.certain and fold.stakes_certain and not fold.forfeited:
        possible = outcome.resignations(fold.state.setting, fold.state.stakes)
        setting = fold.state.setting
        if said.points not in possible and not _capped(setting, said, max(possible)):
            found.append(_points(said, possible[0], "points-wrong", "resign", possible))
    return Result(ending, ending.points, tuple(found), said)


def _as_claimed(fold: GameFold, said: Claimed) -> Ending:
    """The ending the record claims, its kind told by the points where the board can not."""
    cube = fold.state.stakes.cube.value
    points = cube if said.points is None else said.points
    kind = "resign"
    finished = fold.last is not None and fold.last.seat == said.winner
    if not fold.certain and finished and points / cube in (1, 2, 3):
        kind = WINS[int(points / cube) - 1]
    return Ending(winner=said.winner, kind=kind, points=points)


def _capped(setting: Setting, said: Claimed, derived: float) -> bool:
    """Whether a record counts no more than the match, or than what its winner still needed (MOD-MATCH-1)."""
    length, points = setting.length, said.points
    needed = length - setting.score[said.winner]
    return said.claim.match and points is not None and points < derived and points in (length, needed)


def _wrong_winner(said: Claimed, ending: Ending) -> Finding:
    return finding(
        "winner-wrong",
        span=said.claim.span,
        seat=said.winner,
        written=_words(said),
        winner=ending.winner,
        kind=ending.kind,
        derived=ending.points,
        claimed=said.points,
    )


def _points(
    said: Claimed, derived: float, name: str, kind: str, possible: list[int] | None = None
) -> Finding:
    choices: list[float] = [*possible] if possible else [derived]
    return finding(
        name,
        span=said.claim.span,
        seat=said.winner,
        written=_words(said),
        expected=[f"{points:g}" for points in choices],
        claimed=said.points,
        derived=" or ".join(f"{points:g}" for points in choices),
        kind=kind,
    )


def _words(said: Claimed) -> str:
    verb = "Losses" if said.claim.lost else "Wins"
    return verb if said.points is None else f"{verb} {said.points:g} point{'s' * (said.points != 1)}"
