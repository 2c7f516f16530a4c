"""What a record claims of a game as it goes by: results, awards and scores, and what it claims falsely."""

from __future__ import annotations

from collections import Counter

from kotra_notation.findings import Finding
from kotra_notation.model import AwardClaim, ResultClaim, ScoreClaim
from kotra_notation.replay.awards import WinsSoFar, claim_fault, not_earned
from kotra_notation.rules.old_icelandic import award_named
from kotra_notation.rules.ruleset import Award, State
from kotra_notation.values import dataclass

Score = tuple[float, float]


def plus(score: Score, other: Score) -> Score:
    """Two scores together."""
    return score[0] + other[0], score[1] + other[1]


def minus(score: Score, other: Score) -> Score:
    """Return what one score has more than another."""
    return score[0] - other[0], score[1] - other[1]


@dataclass(frozen=True, slots=True)
class StatedScore:
    """A stated score, and how far its game had come: `over`, or `won` with throws behind the win.

    `ways` is what had been awarded by then, by seat: as it was, and with what was claimed of it falsely.
    """

    claim: ScoreClaim
    over: bool
    won: bool
    ways: tuple[Score, Score]


class GameClaims:
    """The claims of one game so far, of its results, awards and scores; `seats` have a word of a win.

    `hold`: everything it says was awarded was won. `miscounted` is what false claims of awards give each
    seat too much, `misnamed` what was won where they stand. `mor_apart`: mor is claimed for itself beside
    the result.
    """

    def __init__(self) -> None:
        self.results: list[ResultClaim] = []
        self.awards: list[AwardClaim] = []
        self.scores: list[StatedScore] = []
        self.seats: set[int] = set()
        self.hold = True
        self.miscounted = [0.0, 0.0]
        self.misnamed: set[Award] = set()
        self.mor_apart = False
        self._paid: Counter[tuple[int, str | None]] = Counter()

    def add_result(self, claim: ResultClaim, *, mor_apart: bool) -> None:
        """Take a result; `mor_apart`: mor is claimed for itself beside it."""
        self.results.append(claim)
        self.seats.add(claim.winner)
        self.mor_apart |= mor_apart

    def add_award(
        self, claim: AwardClaim, state: State, won: WinsSoFar, *, sure: bool, mor_apart: bool
    ) -> Finding | None:
        """Take an award, and say what is wrong with it; `sure`: the board is known, and what led to it."""
        self.awards.append(claim)
        self.seats.add(claim.seat)
        what, fault = (claim.seat, award_named(claim.kind)), None
        if not state.setting.ruleset.facts.forms:
            fault = not_earned(claim).at(rule="MOD-WIN-1")
        elif sure:
            won.count(state.course.all_awards)
            fault = claim_fault(claim, won, self._paid[what], state, mor_apart=mor_apart)
            if fault is not None:
                self.hold = False
                self.misnamed.update(won.by(state.turns))
                self.miscounted[claim.seat] += (claim.points or 0) - float(fault.facts.get("derived", 0))
        self._paid[what] += 1
        return fault

    def add_score(self, claim: ScoreClaim, state: State, *, ended: bool) -> None:
        """Take a score at its place in a game; `ended`: the record has said how the game ended."""
        course = state.course
        awarded = course.total(0), course.total(1)
        self.scores.append(
            StatedScore(
                claim,
                over=state.ending is not None or (ended and course.won is None),
                won=course.won is not None,
                ways=(awarded, plus(awarded, (self.miscounted[0], self.miscounted[1]))),
            )
        )
