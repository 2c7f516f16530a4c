"""What equity is worth in match winning chances at a score, found in the record itself.

GNU Backgammon's files give a play its equity and a cube its chances to win the match, and do not say what a
pass is worth. But a play is worth to one side what the position behind it costs the other, who is to
throw: where that side need not double, both numbers say the same thing in two ways. Several such pairs at
one score and one cube give the whole scale, and with it the equities of the cube and what a pass is worth;
so does what is certain, that the match is over for whom the cube suffices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kotra_notation.model import Candidate
from kotra_notation.replay import Frame
from kotra_notation.rules.ruleset import State
from kotra_notation.statistics import cubes
from kotra_notation.statistics.choices import cube_choices
from kotra_notation.statistics.decisions import Fortune, Prospect, WeighedDecision
from kotra_notation.statistics.worth import Scale, table_scale

FEWEST, MOST = 3, 200  # pairs that must agree; those looked at
EXACT = 0.000003  # how far they may be apart, in chances: the digits of the files


class Key(NamedTuple):
    """What a scale depends on."""

    length: int
    score: tuple[float, float]
    crawford: bool
    cube: int


class Pair(NamedTuple):
    """The worth of one position to seat 0, in equity and in chances."""

    equity: float
    mwc: float


def worked_out(
    decisions: Sequence[WeighedDecision],
    fortunes: Sequence[Fortune],
    prospects: Sequence[Prospect],
    games: Sequence[Sequence[Frame]],
) -> tuple[tuple[WeighedDecision, ...], tuple[Fortune, ...], tuple[Prospect, ...]]:
    """What was weighed, with losses, luck and chances in equity, chances to win the match and points."""
    pairs = _pairs(decisions, games)
    said: list[WeighedDecision | Fortune | Prospect] = [*decisions, *fortunes, *prospects]
    states = {_key(one, games): games[one.game][one.place].before for one in said}
    scales = {key: _scale(state, pairs.get(key, ())) for key, state in states.items()}
    return (
        tuple(
            [_valued(decision, scales[key], key) for decision in decisions for key in [_key(decision, games)]]
        ),
        tuple([_lucky(fortune, scales[key], key) for fortune in fortunes for key in [_key(fortune, games)]]),
        tuple(
            [
                _foreseen(prospect, scales[key], key)
                for prospect in prospects
                for key in [_key(prospect, games)]
            ]
        ),
    )


def _scale(state: State, pairs: Sequence[Pair]) -> Scale | None:
    """The scale of the match equity table; the record's own where that shows that it used another."""
    known, own = table_scale(state), scale_of([*_certain(state), *pairs])
    return own if known is None or (own and not known.agrees(own)) else known


def _valued(decision: WeighedDecision, scale: Scale | None, key: Key) -> WeighedDecision:
    if not key.length:
        return replace(decision, stake=key.cube)
    if scale is None:
        return decision
    if decision.cube and decision.cube.in_mwc:
        return _scaled(decision, scale)
    cube = decision.cube
    if cube and cube.answer_mwc_loss is None:
        cube = replace(cube, answer_mwc_loss=scale.worth(cube.answer_loss))
    mwc_loss = scale.worth(decision.loss) if decision.mwc_loss is None else decision.mwc_loss
    return replace(decision, cube=cube, mwc_loss=mwc_loss)


def _lucky(fortune: Fortune, scale: Scale | None, key: Key) -> Fortune:
    if not key.length:
        return replace(fortune, stake=key.cube)
    return replace(fortune, mwc=scale.worth(fortune.luck)) if scale and fortune.mwc is None else fortune


def _foreseen(prospect: Prospect, scale: Scale | None, key: Key) -> Prospect:
    if not key.length or prospect.mwc is not None or scale is None or prospect.equity is None:
        return prospect
    return replace(prospect, mwc=scale.chance(prospect.equity))


def _key(one: WeighedDecision | Fortune | Prospect, games: Sequence[Sequence[Frame]]) -> Key:
    state = games[one.game][one.place].before
    setting = state.setting
    length = setting.length if setting.ruleset.facts.cube else 0
    return Key(length, setting.score, setting.crawford, state.stakes.cube.value)


def _pairs(decisions: Sequence[WeighedDecision], games: Sequence[Sequence[Frame]]) -> dict[Key, list[Pair]]:
    """Return what plays and the cubes behind them say of the same positions."""
    plays = {
        (decision.game, decision.turn): decision
        for decision in decisions
        if decision.aspect == "play" and not decision.again
    }
    found: dict[Key, list[Pair]] = {}
    for decision in decisions:
        cube, play = decision.cube, plays.get((decision.game, decision.turn - 1))
        if (
            cube is None
            or not cube.in_mwc
            or play is None
            or play.seat == decision.seat
            or play.played is None
        ):
            continue
        equity, hold, take = play.played.equity, cube.no_double, cube.take
        if (
            equity is None
            or hold is None
            or take is None
            or take >= hold
            or play.played.level != decision.level
        ):
            continue
        pair = Pair(-equity, hold) if decision.seat == 0 else Pair(equity, 1 - hold)
        found.setdefault(_key(decision, games), []).append(pair)
    return found


def _certain(state: State) -> list[Pair]:
    """Return what the cube is worth to a side whose match it wins."""
    score, length, cube = state.setting.score, state.setting.length, state.stakes.cube.value
    over = [length > 0 and score[seat] + cube >= length for seat in (0, 1)]
    return [Pair(1.0, 1.0)] * over[0] + [Pair(-1.0, 0.0)] * over[1]


def scale_of(pairs: Sequence[Pair]) -> Scale | None:
    """The scale on which pairs agree, but for some that do not; None where most do not."""
    kept = list(pairs[:MOST])
    if kept[:2] == [Pair(1.0, 1.0), Pair(-1.0, 0.0)]:
        return _fitted(kept[:2])
    fewest = max(FEWEST, len(kept) // 2)
    while len(kept) >= fewest:
        scale = _fitted(kept)
        if scale is None:
            return None
        worst = max(kept, key=lambda pair: _off(scale, pair))
        if _off(scale, worst) <= EXACT:
            return scale
        kept.remove(worst)
    return None


def _fitted(pairs: Sequence[Pair]) -> Scale | None:
    """The line of least squares."""
    equity = sum(pair.equity for pair in pairs) / len(pairs)
    mwc = sum(pair.mwc for pair in pairs) / len(pairs)
    spread = sum((pair.equity - equity) ** 2 for pair in pairs)
    if spread < 0.01:
        return None
    slope = sum((pair.equity - equity) * (pair.mwc - mwc) for pair in pairs) / spread
    return Scale(slope, mwc - slope * equity) if slope > 0 else None


def _off(scale: Scale, pair: Pair) -> float:
    return abs(scale.slope * pair.equity + scale.middle - pair.mwc)


def _scaled(decision: WeighedDecision, scale: Scale) -> WeighedDecision:
    """The decision with the equities of its cube, and with what a pass is worth."""
    cube = decision.cube
    assert cube is not None
    candidates = [
        Candidate(
            choice=choice.text,
            equity=None if choice.mwc is None else scale.equity(choice.mwc, decision.seat),
            chances=choice.chances,
            level=choice.level,
            extras=choice.extras,
        )
        for choice in decision.choices
        if choice.text != cubes.PASS
    ]
    won = f"{scale.won(decision.seat):g}"
    candidates.append(Candidate(choice=cubes.PASS, equity=cubes.REFUSED, extras={"mwc": won}))
    told, lost, lost_mwc = cubes.verdict(candidates, cube.doubled, cube.taken)
    return replace(
        decision,
        choices=cube_choices(candidates, told),
        loss=lost.doubler,
        mwc_loss=lost_mwc.doubler,
        cube=replace(told, worked_out=True),
    )
