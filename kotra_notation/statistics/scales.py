"""What equity is worth at a score and a cube: chances to win the match, or points in a session for money."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kotra_notation.equity.match_table import kazaross
from kotra_notation.model import Candidate
from kotra_notation.replay import Frame, GameReplay
from kotra_notation.rules.old_icelandic import FORMS
from kotra_notation.rules.ruleset import Ruleset, Setting, State
from kotra_notation.statistics import cubes
from kotra_notation.statistics.decisions import Fortune, Prospect, WeighedDecision, cube_choices

TABLE = "Kazaross-XG2"
DIGITS = 6  # of the chances in the files of programs
UNIT = 10**-DIGITS


class Scale(NamedTuple):
    """Chances of seat 0 are `slope` times its equity, and `middle`."""

    slope: float
    middle: float

    def equity(self, mwc: float, seat: int) -> float:
        """The equity of a side at chances of its own; that of a pass where they are alike in all digits."""
        if abs(mwc - self.won(seat)) < UNIT / 2:
            return 1.0
        mine = (mwc if seat == 0 else 1 - mwc) - self.middle
        return round((mine if seat == 0 else -mine) / self.slope, DIGITS)

    def won(self, seat: int) -> float:
        """The chances of a side that has won the cube as it stands."""
        return round(self.middle + self.slope if seat == 0 else 1 - self.middle + self.slope, DIGITS)

    def worth(self, equity: float | None) -> float | None:
        """Return what so much equity is worth in chances."""
        return None if equity is None else self.slope * equity

    def chance(self, equity: float) -> float:
        """The chances of seat 0 at an equity of its own."""
        return min(max(self.middle + self.slope * equity, 0.0), 1.0)

    def agrees(self, other: Scale) -> bool:
        """Return whether two scales say the same, but for what the digits of a file leave open."""
        return all(abs(self.won(seat) - other.won(seat)) < 20 * UNIT for seat in (0, 1))


def table_scale(state: State) -> Scale | None:
    """The scale of a score and a cube by the match equity table; None for money and for what is decided."""
    setting, cube = state.setting, state.stakes.cube.value
    won, lost = _chance(setting, (cube, 0)), _chance(setting, (0, cube))
    if won is None or lost is None or won - lost < UNIT:
        return None
    return Scale((won - lost) / 2, (won + lost) / 2)


def after(game: GameReplay, setting: Setting) -> float | None:
    """The chance of seat 0 to win the match behind a game; None where it did not end, or no table tells."""
    if game.kind == "unfinished":
        return None
    mine, other = (game.score_after[seat] - game.score_before[seat] for seat in (0, 1))
    return _chance(setting, (mine, other))


def gain(game: GameReplay, setting: Setting) -> float | None:
    """What seat 0 has gained by a game, in chances to win the match or in points; None if it did not end."""
    if game.kind == "unfinished":
        return None
    mine, other = (game.score_after[seat] - game.score_before[seat] for seat in (0, 1))
    if not setting.length or not setting.ruleset.facts.cube:
        return mine - other
    before, behind = _chance(setting, (0, 0), begun=False), _chance(setting, (mine, other))
    return None if before is None or behind is None else behind - before


def _chance(setting: Setting, points: tuple[float, float], *, begun: bool = True) -> float | None:
    """The chance of seat 0 to win the match where so many points are added; None where no table tells it.

    `begun`: they are won in this game, behind which it is after Crawford if this is that game.
    """
    options, score = setting.ruleset.options, setting.score
    if not setting.length or not setting.ruleset.facts.cube or any(one % 1 for one in (*score, *points)):
        return None
    need, other = (int(setting.length - score[seat]) for seat in (0, 1))
    after = not options["crawford"] or (min(need, other) == 1 and (begun or not setting.crawford))
    return kazaross().chance(need - int(points[0]), other - int(points[1]), after=after)


Shares = Mapping[str, float]
WINS = ("uttekt", "jan", "stor_jan")
HALVES = tuple([f"half_{name}" for name in FORMS])
# In which order they are told; a minus stands before those of the other side.
ORDER = ("jan", "stor_jan", "uttekt", *FORMS, *HALVES, "mor")
OTHER = "-"


def winning(shares: Shares, ruleset: Ruleset) -> float:
    """The chance to win the game, a draw by half; half wins end it, and in some dialects forms do."""
    forms = FORMS if ruleset.options["forms.end_game"] else ()
    ends = (*WINS, *forms, *HALVES)
    return sum(shares.get(name, 0.0) for name in ends) + shares.get("draw", 0.0) / 2


def both_sides(shares: Shares) -> tuple[dict[str, float], dict[str, float]]:
    """Return what may be won and what may be lost, in the order in which it is told; a draw is no loss."""
    won = {name: shares[name] for name in (*ORDER, "draw") if name in shares}
    return won, {name: shares[OTHER + name] for name in ORDER if OTHER + name in shares}


def expected(before: State, seat: int, equity: float) -> float:
    """The points by which a seat is expected to win a game: what it has been awarded, and what is to come."""
    course = before.course
    return course.total(seat) - course.total(1 - seat) + equity


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
