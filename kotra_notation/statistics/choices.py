"""The choices of a decision, the best first, with what each of them costs."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.model import Candidate, NotRecorded, Turn, Unread
from kotra_notation.replay import Frame
from kotra_notation.replay.studies import hops_of
from kotra_notation.rules import throw_of
from kotra_notation.rules.walking import displaced, walks
from kotra_notation.statistics import cubes
from kotra_notation.statistics.decisions import WeighedChoice, WeighedDecision

BEST = 5  # choices that are shown of a decision


def play_made(candidates: Sequence[Candidate], frame: Frame | None) -> int | None:
    """The place of the play that was made; None where it is not known or was not weighed."""
    for place, candidate in enumerate(candidates):
        if candidate.extras.get("played") == "yes":
            return place
    return None if frame is None else _compared(candidates, frame)


def _compared(candidates: Sequence[Candidate], frame: Frame) -> int | None:
    """The play that leads where the game went on."""
    turn = frame.event
    if not isinstance(turn, Turn) or isinstance(turn.deed, NotRecorded | Unread) or not frame.certain:
        return None
    before, after = frame.before.seen_by(turn.seat), frame.after.seen_by(turn.seat)
    ways = [hops_of(candidate.choice) for candidate in candidates]
    for place, way in enumerate(ways):
        if way is not None and displaced(before, way) == after:
            return place
    if after == before:
        return None
    ruleset = frame.before.setting.ruleset
    throw = throw_of(ruleset, frame.before.node(turn.seat), turn.dice, singly=turn.singly)
    for place, way in enumerate(ways):
        if way and any(tuple(walk.node.points) == after for walk in walks(ruleset, throw, way)):
            return place
    return None


def best_and_made(decision: WeighedDecision) -> Sequence[WeighedChoice]:
    """The best choices, and the one that was made wherever it comes."""
    best = decision.choices[:BEST]
    made = [decision.played] if decision.played and decision.played not in best else []
    return [*best, *made]


def play_choices(candidates: Sequence[Candidate], made: int | None) -> tuple[WeighedChoice, ...]:
    """The plays, the best first; where they were weighed at different levels, in the order of the record."""
    played = None if made is None else candidates[made]
    ranked = list(candidates)
    if len({candidate.level for candidate in ranked}) == 1 and all(
        candidate.equity is not None for candidate in ranked
    ):
        ranked.sort(key=lambda candidate: -(candidate.equity or 0))
    best = ranked[0].equity, cubes.mwc(ranked[0])
    return tuple([_choice(candidate, best, played=candidate is played, signed=False) for candidate in ranked])


def cube_choices(candidates: Sequence[Candidate], told: cubes.CubeVerdict) -> tuple[WeighedChoice, ...]:
    """The actions, the right one first, all three; a loss is what the side that doubles would miss by it."""
    done, right = _actions_done(told), _right(told)
    known = list(candidates)
    if not any(candidate.choice == cubes.PASS for candidate in known):
        known.append(Candidate(choice=cubes.PASS, equity=None if told.in_mwc else told.pass_))
    ranked = sorted(known, key=lambda candidate: candidate.choice not in right)
    best = (ranked[0].equity, cubes.mwc(ranked[0])) if right else (None, None)
    return tuple(
        [_choice(candidate, best, played=candidate.choice in done, signed=True) for candidate in ranked]
    )


def _actions_done(told: cubes.CubeVerdict) -> tuple[str, ...]:
    if told.doubled is None:
        return ()
    if not told.doubled:
        return (cubes.NO_DOUBLE,)
    if told.taken is None:
        return ()
    return (cubes.TAKE, cubes.BEAVER) if told.taken else (cubes.PASS,)


def _right(told: cubes.CubeVerdict) -> tuple[str, ...]:
    if told.proper is None:
        return ()
    if not told.proper.startswith("double"):
        return (cubes.NO_DOUBLE,)
    return (cubes.PASS,) if told.proper == "double-pass" else (cubes.TAKE, cubes.BEAVER)


def _choice(
    candidate: Candidate, best: tuple[float | None, float | None], *, played: bool, signed: bool
) -> WeighedChoice:
    chance = cubes.mwc(candidate)
    return WeighedChoice(
        text=candidate.choice,
        equity=candidate.equity,
        loss=_missing(best[0], candidate.equity, signed=signed),
        mwc=chance,
        mwc_loss=_missing(best[1], chance, signed=signed),
        chances=candidate.chances,
        outcomes=candidate.outcomes,
        level=candidate.level,
        played=played,
        extras=candidate.extras,
    )


def _missing(best: float | None, value: float | None, *, signed: bool) -> float | None:
    """What a value lacks; `signed`: less than nothing where it is the other side's not to choose it."""
    if best is None or value is None:
        return None
    return best - value if signed else max(best - value, 0.0)
