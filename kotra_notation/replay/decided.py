"""Games decided otherwise than on the board: forfeits, settlements, resignations of a stated size."""

from __future__ import annotations

from math import isfinite

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import Draw, Forfeit, Resignation, Settlement
from kotra_notation.rules.modern import WINS
from kotra_notation.rules.old_outcome import deadlocked
from kotra_notation.rules.ruleset import Ending, Setting, State
from kotra_notation.values import dataclass

SIZES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Decided:
    """How a game ends by such a word, None where claims have to tell, and what is said of it."""

    ending: Ending | None
    findings: tuple[Finding, ...] = ()


def settlement(state: State, event: Settlement) -> Decided:
    """The players agree on points (MOD-MATCH-5); for none the game is drawn."""
    if event.points == 0:
        return Decided(_drawn(state))
    why = impossible(state.setting, event.seat, event.points, least=0)
    points = _bounded(state.setting, event.seat, event.points)
    found = () if why is None else (_fault(event, f"{event.points:g}", why),)
    return Decided(Ending(winner=event.seat, kind="settled", points=points), found)


def forfeit(state: State, event: Forfeit) -> Decided:
    """A game or a match is lost by time, absence or a word (MOD-MATCH-6): said, as no rule tells."""
    winner, setting, points = 1 - event.seat, state.setting, event.points
    why = None if points is None else impossible(setting, winner, points)
    if points is not None and why is not None:
        found = _fault(event, f"{points:g}", why)
    else:
        did = phrase("forfeits the match") if event.scope == "match" else phrase("forfeits the game")
        found = finding("decided-elsewhere", span=event.span, seat=event.seat, written=event.reason, did=did)
    if points is None and event.scope == "match" and setting.length:
        points = needed(setting, winner)
    ending = None
    if points is not None:
        ending = Ending(winner=winner, kind="resign", points=_bounded(setting, winner, points))
    return Decided(ending, (found,))


def draw(state: State, event: Draw, *, sure: bool) -> Decided:
    """The game is drawn, but for one that is won already and has no throw behind that.

    By the rules, the last throw or a deadlock, or by an agreement it has ended before that; a word that
    nothing bears out is said. `sure`: the board is known.
    """
    if state.course.won is not None and state.course.phase != "last":
        return Decided(None)
    reason = not sure or state.ending is not None or deadlocked(state)
    return Decided(_drawn(state), () if reason else (finding("draw-without-reason", span=event.span),))


def _drawn(state: State) -> Ending:
    kind = "draw" if state.setting.ruleset.facts.forms else "settled"
    return Ending(winner=None, kind=kind, points=0)


def size_fault(event: Resignation, setting: Setting) -> Finding | None:
    """A resignation is for one, two or three times the stakes (MOD-MATCH-4), in the old game for no size."""
    forms = setting.ruleset.facts.forms
    if event.size is None or event.size in (SIZES[:1] if forms else SIZES):
        return None
    if forms:
        why = phrase("the old game is given up as it stands, without a size")
        return _fault(event, WINS[event.size - 1] if event.size in SIZES else str(event.size), why)
    return _fault(event, str(event.size), phrase("a game is given up once, twice or three times the cube"))


def needed(setting: Setting, seat: int) -> float:
    """Return what a side needs to win the match."""
    return max(setting.length - setting.score[seat], 0)


def impossible(setting: Setting, seat: int, points: float, *, least: float = 0.5) -> str | None:
    """Return why a side cannot be given so many points without a game, None where it can."""
    if not isfinite(points):
        return phrase("nobody can count it")
    if points < least:
        return phrase("a win is worth more than that")
    if setting.length and points % 1 and not setting.ruleset.facts.forms:
        return phrase("a match counts whole points")
    if setting.length and points > needed(setting, seat):
        return phrase("{points} win the match", points=f"{needed(setting, seat):g}")
    return None


def _bounded(setting: Setting, seat: int, points: float) -> float:
    """The points that the score goes on with: none that nobody needs or can have."""
    why = impossible(setting, seat, points, least=0)
    if why is None:
        return points
    return needed(setting, seat) if setting.length else 0


def _fault(event: Forfeit | Settlement | Resignation, written: str, why: str) -> Finding:
    return finding("points-impossible", span=event.span, seat=event.seat, written=written, why=why)
