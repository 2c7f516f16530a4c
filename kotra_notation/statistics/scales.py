"""Scales between equity and match winning chances at a score and a cube; the old game is played for points.

GNU Backgammon's files give a play its equity and a cube its chances to win the match, and do not say what a
pass is worth. But a play is worth to one side what the position behind it costs the other, who is to
throw: where that side need not double, both numbers say the same thing in two ways. Several such pairs at
one score and one cube give the whole scale, and with it the equities of the cube and what a pass is worth;
so does what is certain, that the match is over for whom the cube suffices.
"""

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
FEWEST, MOST = 3, 200  # pairs that must agree; those looked at
EXACT = 0.000003  # how far they may be apart, in chances: the digits of the files

WINS = ("uttekt", "jan", "stor_jan")
HALVES = tuple(f"half_{name}" for name in FORMS)
# The outcomes of the old game in the order in which they are told; the other side's have a minus before them.
ORDER = ("jan", "stor_jan", "uttekt", *FORMS, *HALVES, "mor")
OTHER = "-"


def winning(shares: Mapping[str, float], ruleset: Ruleset) -> float:
    """Return the chance to win the old game, a draw by half; half wins end it, in some dialects forms do."""
    forms = FORMS if ruleset.options["forms.end_game"] else ()
    ends = (*WINS, *forms, *HALVES)
    return sum(shares.get(name, 0.0) for name in ends) + shares.get("draw", 0.0) / 2


def both_sides(shares: Mapping[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """Return what may be won and what may be lost, in the order in which it is told; a draw is no loss."""
    won = {name: shares[name] for name in (*ORDER, "draw") if name in shares}
    return won, {name: shares[OTHER + name] for name in ORDER if OTHER + name in shares}


def chance_after(game: GameReplay, setting: Setting) -> float | None:
    """Return the chance of seat 0 to win the match after a game; None if it did not end or no table tells."""
    if game.kind == "unfinished":
        return None
    mine, other = (game.score_after[seat] - game.score_before[seat] for seat in (0, 1))
    return _chance(setting, (mine, other))


def gain(game: GameReplay, setting: Setting) -> float | None:
    """Return what seat 0 has gained by a game, in match winning chances or points; None if it did not end."""
    if game.kind == "unfinished":
        return None
    if not setting.length or not setting.ruleset.facts.cube:
        mine, other = (game.score_after[seat] - game.score_before[seat] for seat in (0, 1))
        return mine - other
    before, after = _chance(setting, (0, 0), begun=False), chance_after(game, setting)
    return None if before is None or after is None else after - before


def _chance(setting: Setting, points: tuple[float, float], *, begun: bool = True) -> float | None:
    """Return the chance of seat 0 to win the match with so many points more; None where no table tells it.

    `begun`: they are won in this game, behind which it is after Crawford if this is that game.
    """
    options, score = setting.ruleset.options, setting.score
    fractions = any(number % 1 for number in (*score, *points))
    if not setting.length or not setting.ruleset.facts.cube or fractions:
        return None
    need, other = (int(setting.length - score[seat]) for seat in (0, 1))
    after = not options["crawford"] or (min(need, other) == 1 and (begun or not setting.crawford))
    return kazaross().chance(need - int(points[0]), other - int(points[1]), after=after)


class Scale(NamedTuple):
    """Chances of seat 0 are `slope` times its equity, and `middle`."""

    slope: float
    middle: float

    def equity(self, mwc: float, seat: int) -> float:
        """Return the equity of a side at chances of its own; that of a pass if they have the same digits."""
        if abs(mwc - self.mwc_of_win(seat)) < UNIT / 2:
            return 1.0
        mine = (mwc if seat == 0 else 1 - mwc) - self.middle
        return round((mine if seat == 0 else -mine) / self.slope, DIGITS)

    def mwc_of_win(self, seat: int) -> float:
        """Return the chances of a side that has won the cube as it stands."""
        return round(self.middle + self.slope if seat == 0 else 1 - self.middle + self.slope, DIGITS)

    def worth(self, equity: float | None) -> float | None:
        """Return what so much equity is worth in chances."""
        return None if equity is None else self.slope * equity

    def chance(self, equity: float) -> float:
        """Return the chances of seat 0 at an equity of its own."""
        return min(max(self.middle + self.slope * equity, 0.0), 1.0)

    def agrees(self, other: Scale) -> bool:
        """Return whether two scales say the same, but for what the digits of a file leave open."""
        return all(abs(self.mwc_of_win(seat) - other.mwc_of_win(seat)) < 20 * UNIT for seat in (0, 1))


def table_scale(state: State) -> Scale | None:
    """Return the scale of a state by the match equity table; None for money and for what is decided."""
    setting, cube = state.setting, state.stakes.cube.value
    won, lost = _chance(setting, (cube, 0)), _chance(setting, (0, cube))
    if won is None or lost is None or won - lost < UNIT:
        return None
    return Scale((won - lost) / 2, (won + lost) / 2)


class Key(NamedTuple):
    """The facts a scale depends on."""

    length: int
    score: tuple[float, float]
    crawford: bool
    cube: int


class Pair(NamedTuple):
    """The worth of one position to seat 0, in equity and in chances."""

    equity: float
    mwc: float


def in_all_units(
    decisions: Sequence[WeighedDecision],
    fortunes: Sequence[Fortune],
    prospects: Sequence[Prospect],
    games: Sequence[Sequence[Frame]],
) -> tuple[tuple[WeighedDecision, ...], tuple[Fortune, ...], tuple[Prospect, ...]]:
    """Return what was weighed, with losses, luck and chances in equity, match winning chances and points."""
    pairs = _pairs(decisions, games)
    scales: dict[Key, Scale | None] = {}

    def scale(event: WeighedDecision | Fortune | Prospect) -> tuple[Scale | None, Key]:
        key = _key(event, games)
        if key not in scales:
            scales[key] = _scale(games[event.game][event.place].before, pairs.get(key, ()))
        return scales[key], key

    return (
        tuple([_with_worth(decision, *scale(decision)) for decision in decisions]),
        tuple([_lucky(fortune, *scale(fortune)) for fortune in fortunes]),
        tuple([_foreseen(prospect, *scale(prospect)) for prospect in prospects]),
    )


def _scale(state: State, pairs: Sequence[Pair]) -> Scale | None:
    """Return the scale of the match equity table, or the record's own if that shows that it used another."""
    score, length, cube = state.setting.score, state.setting.length, state.stakes.cube.value
    over = [length > 0 and score[seat] + cube >= length for seat in (0, 1)]  # the cube wins the match
    certain = [Pair(1.0, 1.0)] * over[0] + [Pair(-1.0, 0.0)] * over[1]
    known, own = table_scale(state), scale_of([*certain, *pairs])
    return own if known is None or (own and not known.agrees(own)) else known


def _with_worth(decision: WeighedDecision, scale: Scale | None, key: Key) -> WeighedDecision:
    if not key.length:
        return replace(decision, stake=key.cube)
    if scale is None:
        return decision
    if decision.cube and decision.cube.in_mwc:
        return _with_equities(decision, scale)
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


def _key(event: WeighedDecision | Fortune | Prospect, games: Sequence[Sequence[Frame]]) -> Key:
    state = games[event.game][event.place].before
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
    pairs: dict[Key, list[Pair]] = {}
    for decision in decisions:
        cube, play = decision.cube, plays.get((decision.game, decision.turn - 1))
        if cube is None or not cube.in_mwc or play is None or play.seat == decision.seat:
            continue
        played, hold, take = play.choice_made, cube.no_double, cube.take
        if played is None or played.level != decision.level or played.equity is None:
            continue
        if hold is not None and take is not None and take < hold:
            pair = Pair(-played.equity, hold) if decision.seat == 0 else Pair(played.equity, 1 - hold)
            pairs.setdefault(_key(decision, games), []).append(pair)
    return pairs


def scale_of(pairs: Sequence[Pair]) -> Scale | None:
    """Return the scale on which pairs agree, but for some that do not; None where most do not."""
    pairs = list(pairs[:MOST])
    if pairs[:2] == [Pair(1.0, 1.0), Pair(-1.0, 0.0)]:
        return _least_squares(pairs[:2])
    fewest = max(FEWEST, len(pairs) // 2)
    while len(pairs) >= fewest:
        scale = _least_squares(pairs)
        if scale is None:
            return None
        off = [abs(scale.slope * pair.equity + scale.middle - pair.mwc) for pair in pairs]
        if max(off) <= EXACT:
            return scale
        del pairs[off.index(max(off))]
    return None


def _least_squares(pairs: Sequence[Pair]) -> Scale | None:
    """Return the line of least squares."""
    equity = sum(pair.equity for pair in pairs) / len(pairs)
    mwc = sum(pair.mwc for pair in pairs) / len(pairs)
    spread = sum((pair.equity - equity) ** 2 for pair in pairs)
    if spread < 0.01:
        return None
    slope = sum((pair.equity - equity) * (pair.mwc - mwc) for pair in pairs) / spread
    return Scale(slope, mwc - slope * equity) if slope > 0 else None


def _with_equities(decision: WeighedDecision, scale: Scale) -> WeighedDecision:
    """Return the decision with the equities of its cube, and with what a pass is worth."""
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
    won = f"{scale.mwc_of_win(decision.seat):g}"
    candidates.append(Candidate(choice=cubes.PASS, equity=cubes.REFUSED, extras={"mwc": won}))
    verdict, lost, lost_mwc = cubes.verdict(candidates, cube.doubled, cube.taken)
    return replace(
        decision,
        choices=cube_choices(candidates, verdict),
        loss=lost.doubler,
        mwc_loss=lost_mwc.doubler,
        cube=replace(verdict, worked_out=True),
    )
