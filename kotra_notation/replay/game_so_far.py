"""The values that the fold of a game carries beside its state: board, cube and claims so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import field

from kotra_notation import model
from kotra_notation.findings import Finding
from kotra_notation.replay.awards import WinsSoFar, claim_fault, not_earned
from kotra_notation.replay.game_events import OpeningThrows
from kotra_notation.rules import Step
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

    claim: model.ScoreClaim
    over: bool
    won: bool
    ways: tuple[Score, Score]


@dataclass(slots=True)
class BoardSoFar:
    """The turns of a game so far.

    `certain`: the board is known. `lawful`: nothing has happened on it that the rules do not allow. `last` is
    the last turn, `faulty` the last illegal one, `ruled_on` the last with a ruling, `steps` those of the
    turn at hand. `repeated` are the places of turns written twice. `void` is a throw that does not count,
    `earlier` the last turn before a throw made too early. `overlooked`: the record goes on unaware of
    a win. `said_over`: a finding says that it goes on after the end.
    """

    certain: bool = True
    lawful: bool = True
    last: model.Turn | None = None
    faulty: model.Turn | None = None
    ruled_on: model.Turn | None = None
    steps: tuple[Step, ...] = ()
    repeated: set[int] = field(default_factory=set)
    void: model.VoidThrow | None = None
    earlier: tuple[model.Turn, State] | None = None
    overlooked: bool = False
    said_over: bool = False

    @property
    def sure(self) -> bool:
        """Return whether the board is known, and was reached by a play that is."""
        return self.certain and (self.last is None or self.last is not self.faulty)


@dataclass(slots=True)
class CubeSoFar:
    """The offers of a game so far.

    `certain`: no more than one value of the cube fits the record. `given_up`: a resignation was accepted
    without a word on how much is lost, so that the result tells the points.
    """

    opening: OpeningThrows
    certain: bool = True
    offered: model.Double | model.Beaver | None = None
    refused: model.ResignationAnswer | None = None
    given_up: bool = False


class GameClaims:
    """The claims of a game so far of results, awards and scores, and how it was decided off the board.

    `seats` have a word of a win. `won` is what was awarded, and where; `agreed` are the points that a
    settlement or a forfeit states. `hold`: everything it says was awarded was won. `miscounted` is what false
    claims of awards give each seat too much, `misnamed` what was won where they stand. `mor_apart`: mor is
    claimed for itself beside the result.
    """

    def __init__(self) -> None:
        self.results: list[model.ResultClaim] = []
        self.awards: list[model.AwardClaim] = []
        self.scores: list[StatedScore] = []
        self.seats: set[int] = set()
        self.won = WinsSoFar()
        self.hold = True
        self.miscounted = [0.0, 0.0]
        self.misnamed: set[Award] = set()
        self.mor_apart = False
        self.drawn: model.Draw | None = None
        self.forfeit: model.Forfeit | None = None
        self.agreed: float | None = None
        self._paid: Counter[tuple[int, str | None]] = Counter()

    def add_result(self, claim: model.ResultClaim, *, mor_apart: bool) -> None:
        """Take a result; `mor_apart`: mor is claimed for itself beside it."""
        self.results.append(claim)
        self.seats.add(claim.winner)
        self.mor_apart |= mor_apart

    def add_award(
        self, claim: model.AwardClaim, state: State, *, sure: bool, mor_apart: bool
    ) -> Finding | None:
        """Take an award, and say what is wrong with it; `sure`: the board is known, and what led to it."""
        what, fault = (claim.seat, award_named(claim.kind)), None
        if not state.setting.ruleset.facts.forms:
            fault = not_earned(claim).at(rule="MOD-WIN-1")
        elif sure:
            self.won.count(state.course.all_awards)
            fault = claim_fault(claim, self.won, self._paid[what], state, mor_apart=mor_apart)
            if fault is not None:
                self.hold = False
                self.misnamed.update(self.won.by(state.turns))
                self.miscounted[claim.seat] += (claim.points or 0) - float(fault.facts.get("derived", 0))
        self._paid[what] += 1
        self.awards.append(claim)
        self.seats.add(claim.seat)
        return fault

    def add_score(self, claim: model.ScoreClaim, state: State, *, ended: bool) -> None:
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
