"""An engine's verdict in a record: decisions with their choices, the luck of throws, the chances to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from math import inf
from typing import Literal

from kotra_notation.board import OFF, Points, Turning
from kotra_notation.model import CHANCES, Candidate, NotRecorded, Turn, Unread
from kotra_notation.replay import Frame
from kotra_notation.replay.studies import hops_of
from kotra_notation.replay.turns import displace_men, walks
from kotra_notation.rules import throw_of
from kotra_notation.rules.old_icelandic import HALF, START_POINT
from kotra_notation.rules.old_outcome import MEN
from kotra_notation.statistics import cubes
from kotra_notation.statistics.cubes import CubeVerdict
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_

ROUNDING = 0.000005  # what the digits of a record leave open: a smaller loss is none
BEST = 5  # choices that are shown of a decision
HOME = 6
STARTED = 5  # men of the old game that have left the start when it is over
# The phases of a game by its board: contact, race, bear-off; of the old game its start, contact, race.
PHASES = {
    "start": N_("at the start"),
    "contact": N_("in contact"),
    "race": N_("in the race"),
    "bear-off": N_("in the bear-off"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedChoice:
    """A play or a cube action that was weighed, with its numbers as they stand in the record.

    `loss` is what is missing from the best in `equity`, `mwc_loss` the same in match winning chances. Of the
    old game `equity` is in points, and `outcomes` are in place of `chances`.
    """

    text: str
    equity: float | None = None
    loss: float | None = None
    mwc: float | None = None
    mwc_loss: float | None = None
    chances: tuple[float, ...] = ()
    outcomes: Mapping[str, float] = field(default_factory=dict, hash=False)
    level: str = ""
    played: bool = False
    extras: Mapping[str, str] = field(default_factory=dict)

    @property
    def shares(self) -> dict[str, float]:
        """Return what can come of a game, by name, for both games."""
        return {**dict(zip(CHANCES, self.chances, strict=False)), **self.outcomes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """The loss of `seat` by a decision: `kind` is a key of `FAULTS`, `loss` is above 0.

    `loss` is None where the record counts in match winning chances only. `stake` is the cube of a session for
    money, by which the loss is multiplied to have it in points; None in a match.
    """

    seat: int
    kind: str
    loss: float | None
    mwc_loss: float | None = None
    stake: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeighedDecision:
    """One decision that was weighed.

    `game` is the place of the game in the match, `place` that of the turn or the double in its frames, both
    from 0; a cube that was not turned stands at the turn it came before. `turn` counts the throws of the
    game. `seat` decided: who played, or who might double; what the other side answered stands in `cube`.
    `choices` are the best first. `loss` and `mwc_loss` are what `seat` lost, 0 for the best choice, None
    where the record does not tell. `engine` is the program that weighed, `level` how deeply. `lawful` is
    False for a play against the rules. `again`: the same decision has been weighed before in this record,
    and sums leave this one out. `stake` is the cube of a session for money, None in a match. `phase` is that
    of the board `seat` saw, a key of `PHASES`.
    """

    game: int
    place: int
    turn: int
    seat: int
    aspect: Literal["play", "cube"]
    choices: tuple[WeighedChoice, ...]
    loss: float | None = None
    mwc_loss: float | None = None
    cube: CubeVerdict | None = None
    engine: str = ""
    level: str = ""
    lawful: bool = True
    again: bool = False
    stake: int | None = None
    phase: str | None = None

    @property
    def best(self) -> WeighedChoice:
        """The best choice."""
        return self.choices[0]

    @property
    def choice_made(self) -> WeighedChoice | None:
        """The choice that was made, None where it is not known or was not weighed."""
        return next((choice for choice in self.choices if choice.played), None)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The losses by it of either side: for a play at most one, for a cube also that of the answer."""
        if self.cube is None:
            faults = [self._fault(self.seat, "play", self.loss, self.mwc_loss)]
        else:
            cube = self.cube
            faults = [
                self._fault(self.seat, cube.double_fault, self.loss, self.mwc_loss),
                self._fault(1 - self.seat, cube.answer_fault, cube.answer_loss, cube.answer_mwc_loss),
            ]
        return tuple(fault for fault in faults if max(fault.loss or 0, fault.mwc_loss or 0) > ROUNDING)

    def _fault(self, seat: int, kind: str | None, loss: float | None, mwc_loss: float | None) -> Fault:
        return Fault(seat=seat, kind=kind or "", loss=loss, mwc_loss=mwc_loss, stake=self.stake)

    @property
    def worst(self) -> float:
        """The greatest loss of either side in equity, 0 where none is known."""
        return max((fault.loss or 0 for fault in self.faults), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune:
    """The luck of a roll, in equity and in match-winning chances.

    `played` is False if the record has no play for the roll, as before a resignation.
    """

    game: int
    place: int
    turn: int
    seat: int
    luck: float | None
    mwc: float | None = None
    stake: int | None = None
    played: bool = True
    engine: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """The chance of seat 0 to win the game, 0 to 1, with the play made at `place` or the cube before it.

    `equity` is what that is worth to seat 0, in the old game with what has been awarded in the game so far;
    `mwc` is its chance to win the match, None for money and where the record does not tell.
    """

    game: int
    place: int
    turn: int
    chance: float
    equity: float | None = None
    mwc: float | None = None


def phase(points: Points, turning: Turning) -> str | None:
    """Return the phase of a board for the side that sees it so; None where men go round by another way."""
    if turning is Turning.TWELVE:
        # Men of both sides go the same way round, each to where the other begins. They can no longer meet
        # when all of either side have half of the way behind them.
        if points[START_POINT] > MEN - STARTED:
            return "start"
        met = any(men > 0 for men in points[HALF + 1 :]) or any(men < 0 for men in points[: HALF + 1])
        return "contact" if met else "race"
    if turning is not Turning.MIRRORED:
        return None
    own = max((point for point, men in enumerate(points) if men > 0), default=OFF)
    other = min((point for point, men in enumerate(points) if men < 0), default=len(points))
    if own > other:
        return "contact"
    return "bear-off" if own <= HOME else "race"


def play_made(candidates: Sequence[Candidate], frame: Frame | None) -> int | None:
    """Return the index of the play that was made; None where it is not known or was not weighed."""
    for index, candidate in enumerate(candidates):
        if candidate.extras.get("played") == "yes":
            return index
    return None if frame is None else _index_of_played(candidates, frame)


def _index_of_played(candidates: Sequence[Candidate], frame: Frame) -> int | None:
    """Return the index of the play that leads where the game went on."""
    turn = frame.event
    if not isinstance(turn, Turn) or isinstance(turn.deed, NotRecorded | Unread) or not frame.certain:
        return None
    before, after = frame.before.seen_by(turn.seat), frame.after.seen_by(turn.seat)
    plays = [hops_of(candidate.choice) for candidate in candidates]
    for index, hops in enumerate(plays):
        if hops is not None and displace_men(before, hops) == after:
            return index
    if after == before:
        return None
    ruleset = frame.before.setting.ruleset
    throw = throw_of(ruleset, frame.before.node(turn.seat), turn.dice, singly=turn.singly)
    for index, hops in enumerate(plays):
        if hops and any(tuple(walk.node.points) == after for walk in walks(ruleset, throw, hops)):
            return index
    return None


def best_and_made(decision: WeighedDecision) -> Sequence[WeighedChoice]:
    """Return the best choices, and the one that was made wherever it comes."""
    best = decision.choices[:BEST]
    made = [decision.choice_made] if decision.choice_made and decision.choice_made not in best else []
    return [*best, *made]


def play_choices(candidates: Sequence[Candidate], made: int | None) -> tuple[WeighedChoice, ...]:
    """Return the plays, best first; if they were weighed at different levels, as the record has them."""
    played = None if made is None else candidates[made]
    ranked = list(candidates)
    if len({candidate.level for candidate in ranked}) == 1 and all(
        candidate.equity is not None for candidate in ranked
    ):
        ranked.sort(key=lambda candidate: -(candidate.equity or 0))
    best = ranked[0].equity, cubes.mwc(ranked[0])
    return tuple([_choice(candidate, best, candidate is played, least=0.0) for candidate in ranked])


def cube_choices(candidates: Sequence[Candidate], verdict: CubeVerdict) -> tuple[WeighedChoice, ...]:
    """Return all three actions, the right one first; a loss is what the doubler would miss by it."""
    proper = verdict.proper
    done = _actions(verdict.doubled, verdict.taken)
    right = _actions(None if proper is None else proper.startswith("double"), proper != "double-pass")
    known = list(candidates)
    if not any(candidate.choice == cubes.PASS for candidate in known):
        known.append(Candidate(choice=cubes.PASS, equity=None if verdict.in_mwc else verdict.pass_))
    ranked = sorted(known, key=lambda candidate: candidate.choice not in right)
    best = (ranked[0].equity, cubes.mwc(ranked[0])) if right else (None, None)
    return tuple([_choice(candidate, best, candidate.choice in done) for candidate in ranked])


def _actions(double: bool | None, take: bool | None) -> tuple[str, ...]:
    """Return the actions of holding, or of doubling and an answer; none where that is not known."""
    if double is None or (double and take is None):
        return ()
    if not double:
        return (cubes.NO_DOUBLE,)
    return (cubes.TAKE, cubes.BEAVER) if take else (cubes.PASS,)


def _choice(
    candidate: Candidate, best: tuple[float | None, float | None], played: bool, least: float = -inf
) -> WeighedChoice:
    """Return a choice that lacks so much of the best, in equity and in match-winning chances."""
    equity, mwc = candidate.equity, cubes.mwc(candidate)
    return WeighedChoice(
        text=candidate.choice,
        equity=equity,
        loss=None if best[0] is None or equity is None else max(best[0] - equity, least),
        mwc=mwc,
        mwc_loss=None if best[1] is None or mwc is None else max(best[1] - mwc, least),
        chances=candidate.chances,
        outcomes=candidate.outcomes,
        level=candidate.level,
        played=played,
        extras=candidate.extras,
    )
