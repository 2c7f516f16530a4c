"""Judging what is offered and answered: the cube, resignations, settlements."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from kotra_notation import model
from kotra_notation.board import Cube
from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.rules import cube, outcome
from kotra_notation.rules.modern import WINS
from kotra_notation.rules.old_outcome import is_deadlock
from kotra_notation.rules.ruleset import Ending, Setting, Stakes, State
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class Ruled:
    """The outcome of an offer or an answer; `doubtful` if the record may have other stakes in mind."""

    stakes: Stakes
    ending: Ending | None = None
    findings: tuple[Finding, ...] = ()
    doubtful: bool = False


def cube_action(state: State, event: model.CubeAction, last: model.Turn | None, *, sure: bool) -> Ruled:
    """An action with the cube; `last` is the turn before it, `sure`: the cube is where the rules say."""
    match event:
        case model.Double():
            return double(state, event, last, sure=sure)
        case model.Beaver():
            return beaver(state, event)
        case model.Take():
            return take(state, event)
        case model.Drop():
            return drop(state, event)


def double(state: State, event: model.Double, last: model.Turn | None, *, sure: bool) -> Ruled:
    """An offer of the cube; an unlawful one is said and followed, as the record follows it.

    One before it that nobody answered was taken. `sure`: the cube is where and what the rules say; else its
    value and owner are the record's.
    """
    findings: list[Finding] = []
    if offer := state.stakes.offer:
        findings.append(unanswered_double(state))
        if event.seat == offer.seat and not offer.level and event.value in (None, offer.value):
            return Ruled(state.stakes, findings=tuple(findings))
        state = replace(state, stakes=cube.accept(state.stakes))
    stakes = state.stakes
    if not sure:
        value = event.value // 2 if event.value else stakes.cube.value
        stakes = replace(stakes, cube=Cube(value=max(value, 1)))
        state = replace(state, stakes=stakes)
    objection = cube.refusal_to_double(state, event.seat)
    if objection == "double-out-of-turn" and last is not None and last.seat == event.seat:
        objection = (
            "double-after-throw" if isinstance(last.deed, model.Blank | model.NotRecorded) else objection
        )
    if objection:
        findings.append(
            finding(
                objection,
                span=event.span,
                seat=event.seat,
                written=f"Doubles => {event.value}" if event.value else "Doubles",
                owner=stakes.cube.owner,
                value=stakes.cube.value,
                limit=cube.limit(state.setting.ruleset),
            )
        )
    after = cube.double(stakes, event.seat)
    assert after.offer is not None
    if not objection and event.value not in (None, after.offer.value):
        findings.append(_wrong_value(event, after.offer.value))
    elif not objection and (unused := _without_use(state, event)):
        findings.append(unused)
    lawful = objection is None and event.value in (None, after.offer.value)
    return Ruled(after, findings=tuple(findings), doubtful=not lawful)


def _without_use(state: State, event: model.Double) -> Finding | None:
    """A note where the doubler needs no more than the stake already is."""
    length, score, value = state.setting.length, state.setting.score[event.seat], state.stakes.cube.value
    if score >= length or not cube.is_useless(state, event.seat):  # so in a session too
        return None
    return finding("double-without-use", span=event.span, seat=event.seat, needed=length - score, value=value)


def _wrong_value(event: model.Double | model.Beaver, right: int) -> Finding:
    return finding(
        "cube-value",
        span=event.span,
        seat=event.seat,
        written=f"=> {event.value}",
        value=event.value,
        right=right,
        expected=[str(right)],
    )


def beaver(state: State, event: model.Beaver) -> Ruled:
    """A beaver or raccoon: the offer is accepted and the cube turned once more."""
    findings: list[Finding] = []
    objection = cube.refusal_to_beaver(state, event.seat, event.level)
    written = phrase("Beavers to {value}", value=event.value)
    if event.level > 1:
        written = phrase("Raccoons to {value}", value=event.value)
    if not event.value:
        written = phrase("Raccoons") if event.level > 1 else phrase("Beavers")
    if objection:
        findings.append(finding(objection, span=event.span, seat=event.seat, written=written))
    after = cube.beaver(state.stakes, event.seat, event.level)
    assert after.offer is not None
    if not objection and event.value not in (None, after.offer.value):
        findings.append(_wrong_value(event, after.offer.value))
    return Ruled(after, findings=tuple(findings), doubtful=bool(findings))


def take(state: State, event: model.Take) -> Ruled:
    """The cube is accepted."""
    offer = state.stakes.offer
    if offer is None or offer.seat == event.seat:
        return Ruled(state.stakes, findings=(_answer_without_double(event, phrase("Takes")),), doubtful=True)
    return Ruled(cube.accept(state.stakes))


def drop(state: State, event: model.Drop) -> Ruled:
    """The cube is declined and the game is over."""
    offer = state.stakes.offer
    if offer is None or offer.seat == event.seat:
        return Ruled(
            state.stakes,
            Ending(winner=1 - event.seat, kind="drop", points=state.stakes.cube.value),
            (_answer_without_double(event, phrase("Drops")),),
            doubtful=True,
        )
    return Ruled(state.stakes, cube.decline(state.stakes))


def _answer_without_double(event: model.Take | model.Drop, word: str) -> Finding:
    return finding("answer-without-double", span=event.span, seat=event.seat, written=word)


def unanswered_double(state: State) -> Finding:
    """A double that nobody answers in the record."""
    offer = state.stakes.offer
    assert offer is not None
    return finding(
        "double-unanswered", seat=offer.seat, value=offer.value, written=f"Doubles => {offer.value}"
    )


def automatic_double(state: State, event: model.AutomaticDouble, *, thrown: bool, claimed: int) -> Ruled:
    """The cube turned for a tie, which was `thrown` if dice are recorded; `claimed` so far (MOD-OPT-1)."""
    allowed = state.setting.ruleset.options["auto_doubles"]
    if isinstance(allowed, int) and claimed > allowed:
        after = replace(cube.double_automatically(state.stakes), automatic=claimed)
        allow = {0: phrase("do not allow that"), 1: phrase("allow that once a game")}
        said = allow.get(allowed, phrase("allow that {count} times a game", count=allowed))
        written = f"=> {event.value}" if event.value else phrase("Automatic double")
        fault = finding("automatic-double-not-allowed", span=event.span, written=written, allow=said)
        return Ruled(after, findings=(fault,), doubtful=True)
    stakes = state.stakes if thrown else cube.double_automatically(state.stakes)
    if event.value in (None, stakes.cube.value):
        return Ruled(stakes)
    right = stakes.cube.value
    wrong = finding(
        "cube-value", span=event.span, value=event.value, right=right, written=f"=> {event.value}"
    )
    return Ruled(stakes, findings=(wrong,), doubtful=True)


def resignation(state: State, event: model.Resignation) -> Ruled:
    """An offer to lose; nothing is decided until it is answered."""
    return Ruled(replace(state.stakes, resigned=(event.seat, event.size)))


def resignation_answer(state: State, event: model.ResignationAnswer) -> Ruled:
    """A resignation accepted ends the game; refused, the play goes on (MOD-MATCH-4)."""
    resigned = state.stakes.resigned
    if resigned is None or resigned[0] == event.seat:
        fault = finding("answer-without-resignation", span=event.span, seat=event.seat)
        return Ruled(state.stakes, findings=(fault,))
    if not event.accepted:
        return Ruled(replace(state.stakes, resigned=None))
    return Ruled(state.stakes, given_up(state, resigned))


def given_up(state: State, resigned: tuple[int, int | None]) -> Ending | None:
    """Return how a game ends by an accepted resignation of a stated size."""
    seat, size = resigned
    if size is None and not state.setting.ruleset.facts.forms:
        return None
    points = outcome.worth(state.setting, state.stakes, size or 1)
    return Ending(winner=1 - seat, kind="resign", points=points)


SIZES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Decided:
    """The end of a game by such a word, None where claims have to tell, and what is said of it."""

    ending: Ending | None
    findings: tuple[Finding, ...] = ()


def settlement(state: State, event: model.Settlement) -> Decided:
    """The players agree on points (MOD-MATCH-5); for none the game is drawn."""
    if event.points == 0:
        return Decided(_draw_ending(state))
    why = impossible(state.setting, event.seat, event.points, least=0)
    points = _limit_points(state.setting, event.seat, event.points)
    found = () if why is None else (_fault(event, f"{event.points:g}", why),)
    return Decided(Ending(winner=event.seat, kind="settled", points=points), found)


def forfeit(state: State, event: model.Forfeit) -> Decided:
    """A game or a match is lost by time, absence or a word (MOD-MATCH-6): said, as no rule tells."""
    winner, setting, points = 1 - event.seat, state.setting, event.points
    why = None if points is None else impossible(setting, winner, points)
    if points is not None and why is not None:
        fault = _fault(event, f"{points:g}", why)
    else:
        did = phrase("forfeits the match") if event.scope == "match" else phrase("forfeits the game")
        fault = finding("decided-elsewhere", span=event.span, seat=event.seat, written=event.reason, did=did)
    if points is None and event.scope == "match" and setting.length:
        points = points_needed(setting, winner)
    ending = None
    if points is not None:
        ending = Ending(winner=winner, kind="resign", points=_limit_points(setting, winner, points))
    return Decided(ending, (fault,))


def draw(state: State, event: model.Draw, *, sure: bool) -> Decided:
    """The game is drawn, but for one that is won already and has no throw behind that.

    By the rules, the last throw or a deadlock, or by an agreement it has ended before that; a word that
    nothing bears out is said. `sure`: the board is known.
    """
    if state.course.won is not None and state.course.phase != "last":
        return Decided(None)
    reason = not sure or state.ending is not None or is_deadlock(state)
    return Decided(_draw_ending(state), () if reason else (finding("draw-without-reason", span=event.span),))


def _draw_ending(state: State) -> Ending:
    kind = "draw" if state.setting.ruleset.facts.forms else "settled"
    return Ending(winner=None, kind=kind, points=0)


def size_fault(event: model.Resignation, setting: Setting) -> Finding | None:
    """A resignation is for one, two or three times the stakes (MOD-MATCH-4), in the old game for no size."""
    forms = setting.ruleset.facts.forms
    if event.size is None or event.size in (SIZES[:1] if forms else SIZES):
        return None
    if forms:
        why = phrase("in the old game there are no gammons or backgammons to resign")
        return _fault(event, WINS[event.size - 1] if event.size in SIZES else str(event.size), why)
    return _fault(event, str(event.size), phrase("a resignation is for one, two or three times the cube"))


def points_needed(setting: Setting, seat: int) -> float:
    """Return what a side needs to win the match."""
    return max(setting.length - setting.score[seat], 0)


def impossible(setting: Setting, seat: int, points: float, *, least: float = 0.5) -> str | None:
    """Return why a side cannot be given so many points without a game, None where it can."""
    if not isfinite(points):
        return phrase("it is not a finite number")
    if points < least:
        return phrase("a win is worth more than that")
    if setting.length and points % 1 and not setting.ruleset.facts.forms:
        return phrase("a match is scored in whole points")
    if setting.length and points > points_needed(setting, seat):
        return phrase("only {points} needed to win the match", points=f"{points_needed(setting, seat):g}")
    return None


def _limit_points(setting: Setting, seat: int, points: float) -> float:
    """The points that the score goes on with: none that nobody needs or can have."""
    if impossible(setting, seat, points, least=0) is None:
        return points
    return points_needed(setting, seat) if setting.length else 0


def _fault(event: model.Forfeit | model.Settlement | model.Resignation, written: str, why: str) -> Finding:
    return finding("points-impossible", span=event.span, seat=event.seat, written=written, why=why)
