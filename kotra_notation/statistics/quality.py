"""The quality of a match by an engine's word: the losses of its decisions, added up after a custom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import stdev
from typing import TypeVar

from kotra_notation.statistics.analysis import Analysis
from kotra_notation.statistics.conventions import GNUBG, Convention, Threshold
from kotra_notation.statistics.cubes import FAULTS, CubeVerdict
from kotra_notation.statistics.decisions import PHASES, Fault, Fortune, WeighedDecision
from kotra_notation.values import dataclass

Placed = TypeVar("Placed", WeighedDecision, Fortune)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sum:
    """A sum of losses, or of luck: in equity, and in chances to win the match or in points for money."""

    equity: float | None = None
    mwc: float | None = None
    points: float | None = None

    @classmethod
    def of(cls, parts: Sequence[tuple[float | None, float | None, int | None]]) -> Sum:
        """Return the sum of equities, each with its match winning chance and its stake in points."""
        return cls(
            equity=_sum([equity for equity, _, _ in parts]),
            mwc=_sum([mwc for _, mwc, _ in parts]),
            points=_sum(
                [None if equity is None or stake is None else equity * stake for equity, _, stake in parts]
            ),
        )

    def and_(self, other: Sum) -> Sum:
        """Both together; None where either is not known."""
        return Sum(
            equity=_add(self.equity, other.equity),
            mwc=_add(self.mwc, other.mwc),
            points=_add(self.points, other.points),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultCount:
    """The number of faults and their total cost."""

    count: int = 0
    cost: Sum = Sum()


@dataclass(frozen=True, slots=True, kw_only=True)
class SideQuality:
    """An engine's numbers for one seat; None if the record does not tell.

    `unforced` plays and `close` cube decisions count for rates. `play` and `cube` are the losses, `…_marked`
    count by threshold. `unweighed` decisions have no evaluation; `uncounted` cubes may or may not count.
    Illegal and unknown plays are left out. Rates are the average loss times `factor`; `spread` is the
    standard deviation of the losses.
    """

    turns: int = 0
    unforced: int = 0
    play_marked: Mapping[str, int]
    cube_marked: Mapping[str, int]
    play: Sum = Sum()
    cubes: int = 0
    close: int = 0
    doubles: int = 0
    takes: int = 0
    passes: int = 0
    cube_faults: Mapping[str, FaultCount]
    cube: Sum = Sum()
    unweighed: int = 0
    uncounted: int = 0
    throws: int = 0
    luck: Sum = Sum()
    luck_marked: Mapping[str, int]
    factor: float = 1.0
    spread: float | None = None

    @property
    def total(self) -> Sum:
        """The loss in plays and at the cube."""
        return Sum(
            equity=_both(self.play.equity, self.cube.equity, self.cubes),
            mwc=_both(self.play.mwc, self.cube.mwc, self.cubes),
            points=_both(self.play.points, self.cube.points, self.cubes),
        )

    @property
    def counting(self) -> int:
        """The decisions among which the loss is divided."""
        return self.unforced + self.close

    @property
    def rate(self) -> float | None:
        """The loss of a decision that counts, by the factor of the convention: XG's PR, GNU's error rate."""
        loss = self.total.equity
        if self.uncounted or loss is None or not self.counting:
            return None
        return loss / self.counting * self.factor


Sides = tuple[SideQuality, SideQuality]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """An engine's numbers by seat for the match, each game and each phase."""

    convention: Convention
    sides: Sides
    games: tuple[Sides, ...]
    phases: Mapping[str, Sides]

    def band(self, seat: int) -> Threshold | None:
        """Return what the convention calls the rate of a seat."""
        rate = self.sides[seat].rate
        return None if rate is None else self.convention.band(rate)


def quality(analysis: Analysis, convention: Convention = GNUBG) -> Quality | None:
    """Return the sums of an analysis by a convention (the old game has its own), None if there are none."""
    decisions = [decision for decision in analysis.decisions if not decision.again]
    if not analysis.fortunes and all(
        decision.loss is None and decision.mwc_loss is None for decision in decisions
    ):
        return None

    convention = analysis.custom(convention)
    factor = convention.factor_for(analysis.length, analysis.variant)

    def both(
        decisions: Sequence[WeighedDecision], throws: Sequence[Fortune], turns: Sequence[tuple[int, int]]
    ) -> Sides:
        first, second = (
            _side(seat, decisions, throws, sum(turn[seat] for turn in turns), convention, factor)
            for seat in (0, 1)
        )
        return first, second

    fortunes = [fortune for fortune in analysis.fortunes if convention.counts(fortune)]
    by_game, luck = in_games(decisions), in_games(fortunes)
    phases = {phase: [decision for decision in decisions if decision.phase == phase] for phase in PHASES}
    return Quality(
        convention=convention,
        sides=both(decisions, fortunes, analysis.turns),
        games=tuple(
            both(by_game.get(game, []), luck.get(game, []), [turns])
            for game, turns in enumerate(analysis.turns)
        ),
        phases={phase: both(made, [], []) for phase, made in phases.items() if made},
    )


def in_games(events: Iterable[Placed]) -> dict[int, list[Placed]]:
    """Return decisions or throws by the indexes of their games."""
    by_game: dict[int, list[Placed]] = {}
    for event in events:
        by_game.setdefault(event.game, []).append(event)
    return by_game


@dataclass(frozen=True, slots=True)
class _Act:
    """One decision of a seat: what it lost, and whether it counts."""

    loss: float | None
    mwc_loss: float | None
    stake: int | None
    counts: bool = True
    fault: Fault | None = None


def _side(
    seat: int,
    decisions: Sequence[WeighedDecision],
    fortunes: Sequence[Fortune],
    turns: int,
    convention: Convention,
    factor: float,
) -> SideQuality:
    plays = [
        _Act(decision.loss, decision.mwc_loss, decision.stake, _matters(decision, convention))
        for decision in decisions
        if decision.aspect == "play" and decision.seat == seat and decision.lawful and decision.choice_made
    ]
    at_cube = [(decision, decision.cube) for decision in decisions if decision.cube]
    cubes = [act for decision, cube in at_cube if (act := _cube_act(decision, cube, seat, convention))]
    acts = [*plays, *cubes]
    throws = [fortune for fortune in fortunes if fortune.seat == seat]
    mine = [cube for decision, cube in at_cube if decision.seat == seat]
    answers = [cube.taken for decision, cube in at_cube if decision.seat != seat and cube.doubled]
    return SideQuality(
        turns=turns,
        unforced=sum(act.counts for act in plays),
        play_marked=_count_marks(convention.errors, [act.loss for act in plays], convention.error),
        cube_marked=_count_marks(convention.errors, [act.loss for act in cubes], convention.error),
        play=Sum.of([(act.loss, act.mwc_loss, act.stake) for act in plays]),
        cubes=len(cubes),
        close=sum(act.counts for act in cubes),
        doubles=sum(cube.doubled is True for cube in mine),
        takes=answers.count(True),
        passes=answers.count(False),
        cube_faults=_faults([act.fault for act in cubes if act.fault]),
        cube=Sum.of([(act.loss, act.mwc_loss, act.stake) for act in cubes]),
        unweighed=sum(act.loss is None and act.mwc_loss is None for act in acts),
        uncounted=sum(_open(cube, convention) for cube in mine),
        throws=len(throws),
        luck=Sum.of([(throw.luck, throw.mwc, throw.stake) for throw in throws]),
        luck_marked=_count_marks(convention.luck, [throw.luck for throw in throws], convention.fortune),
        factor=factor,
        spread=_spread([act.loss for act in acts if act.counts]),
    )


def counts(decision: WeighedDecision, convention: Convention) -> bool | None:
    """Return whether a rate counts a decision; None if its loss does not count either, or is not known."""
    if decision.cube is None:
        return _matters(decision, convention) if decision.lawful and decision.choice_made else None
    if decision.cube.doubled is None or _open(decision.cube, convention):
        return None
    return decision.cube.doubled or _close(decision.cube, convention)


def _cube_act(decision: WeighedDecision, cube: CubeVerdict, seat: int, convention: Convention) -> _Act | None:
    """Return what a seat decided at a cube: to double or not, or to take or pass."""
    fault = next((fault for fault in decision.faults if fault.seat == seat), None)
    if decision.seat == seat:
        if cube.doubled is None:
            return None
        counts = cube.doubled or _close(cube, convention)
        return _Act(decision.loss, decision.mwc_loss, decision.stake, counts, fault)
    if not cube.doubled or cube.taken is None:
        return None
    return _Act(cube.answer_loss, cube.answer_mwc_loss, decision.stake, True, fault)


def _close(cube: CubeVerdict, convention: Convention) -> bool:
    """Return whether a cube that was not turned should have been, or nearly."""
    if cube.margin is None or cube.no_double is None or cube.in_mwc:
        return False
    hopeless = convention.hopeless is not None and cube.no_double < convention.hopeless
    return cube.margin > -convention.close and not hopeless


def _open(cube: CubeVerdict, convention: Convention) -> bool:
    """Return whether it is not known if a cube counts; chances are worth at least twice as much equity."""
    if not cube.in_mwc or cube.doubled is not False:
        return False
    return cube.no_double is None or cube.take is None or 2 * (cube.no_double - cube.take) < convention.close


def _matters(decision: WeighedDecision, convention: Convention) -> bool:
    """Return whether a play could make a difference."""
    worth = [choice.equity for choice in decision.choices if choice.equity is not None]
    return convention.alike is None or not worth or max(worth) - min(worth) > convention.alike


def _faults(faults: Sequence[Fault]) -> dict[str, FaultCount]:
    """Return the faults at the cube by their kinds."""
    return {
        kind: FaultCount(
            count=len(same), cost=Sum.of([(fault.loss, fault.mwc_loss, fault.stake) for fault in same])
        )
        for kind in FAULTS
        if kind != "play"
        for same in [[fault for fault in faults if fault.kind == kind]]
    }


def _count_marks(
    names: Iterable[Threshold], values: Iterable[float | None], named: Callable[[float], Threshold | None]
) -> dict[str, int]:
    counted = {name.key: 0 for name in names}
    for value in values:
        if value is not None and (threshold := named(value)):
            counted[threshold.key] += 1
    return counted


def _add(own: float | None, other: float | None) -> float | None:
    return None if own is None or other is None else own + other


def _sum(values: Sequence[float | None]) -> float | None:
    """Return the sum, None where there is nothing or not everything is known."""
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None


def _spread(values: Sequence[float | None]) -> float | None:
    """Return the standard deviation, None where not everything is known or there is a single value."""
    known = [value for value in values if value is not None]
    return stdev(known) if len(known) == len(values) > 1 else None


def _both(plays: float | None, at_the_cube: float | None, cubes: int) -> float | None:
    """Return the loss in plays and at the cube; None where it is not known what cubes cost."""
    if cubes and at_the_cube is None:
        return None
    return at_the_cube if plays is None else plays + (at_the_cube or 0)
