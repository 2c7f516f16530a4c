"""Awards of the old game as a record claims them, held against what the board shows; why one is not true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from kotra_notation.findings import Finding, finding, phrase
from kotra_notation.model import AwardClaim, Event, PhaseStart, ResultClaim, Span, Turn
from kotra_notation.rules.old_icelandic import FORMS, MANY, award_named, award_title, title
from kotra_notation.rules.old_outcome import LITIL, THEIR_ENTRY, enterable, form, is_stor_jan, limit, value
from kotra_notation.rules.ruleset import Award, Course, Options, State


def same(kind: str, named: str | None) -> bool:
    """Return whether an award is what a claim names; *múkur* is either of the two, *jan* also stór jan."""
    if named in MANY:
        return kind in MANY[named]
    return kind == named or {kind, named} == {"jan", "stor_jan"}


class WonAt(NamedTuple):
    """An award, and the place and the number of the turn by which it was won."""

    award: Award
    span: Span | None
    turn: int


class WinsSoFar:
    """The awards of a game so far, and `at` which turns, in their order."""

    def __init__(self) -> None:
        self.at: list[WonAt] = []
        self._awards: tuple[Award, ...] = ()
        self._places: dict[tuple[int, str], list[int]] = {}

    def count(self, awards: tuple[Award, ...]) -> None:
        """Take what has been awarded by now; what was counted before is not counted again."""
        if awards[: len(self._awards)] != self._awards:
            self._awards, self._places = (), {}
        for index in range(len(self._awards), len(awards)):
            award = awards[index]
            self._places.setdefault((award.seat, award.kind), []).append(index)
        self._awards = awards

    def of_name(self, seat: int, name: str | None) -> tuple[int, Award | None]:
        """Return how often a seat has won what a claim names, and the last such award."""
        found = [
            places for (winner, kind), places in self._places.items() if winner == seat and same(kind, name)
        ]
        if not found:
            return 0, None
        return sum(map(len, found)), self._awards[max(places[-1] for places in found)]

    def by(self, turn: int | None) -> list[Award]:
        """Return what was won by a turn."""
        behind = takewhile(lambda one: turn is not None and one.turn >= turn, reversed(self.at))
        return [won.award for won in behind if won.turn == turn][::-1]

    def together(self, award: Award) -> list[Award]:
        """Return what its seat won by the same turn, itself included."""
        turn = next((one.turn for one in reversed(self.at) if one.award == award), None)
        return [one for one in self.by(turn) if one.seat == award.seat] or [award]

    def mor(self, award: Award) -> float:
        """Return what mor adds to an award (FORN-MOR-1 to 3)."""
        together = self.together(award)
        mor = [award for award in together if award.kind == "mor"]
        raised = [award for award in together if award.kind != "mor"]
        if len(mor) < len(raised):
            raised = [award for award in raised if not award.kind.endswith("jan")]
        return mor[0].points if mor and award in raised else 0


def claim_fault(
    claim: AwardClaim, won: WinsSoFar, paid: int, state: State, *, mor_apart: bool
) -> Finding | None:
    """Return what is wrong with a claim, made `paid` times before (FORN-FORM-2), mor apart or not."""
    named = award_named(claim.kind)
    if named is None:
        return finding("win-word-unknown", seat=claim.seat, written=claim.kind)
    count, award = won.of_name(claim.seat, named)
    if award is None or count <= paid:
        return with_reason(not_earned(claim), unearned_reason(named, claim.seat, state))
    if named == "stor_jan" and (no_stor := no_stor_jan(state, claim.seat)):
        return with_reason(not_earned(claim), no_stor)
    mor = won.mor(award)
    worth = award.points + mor
    if claim.points in (None, worth) or (mor_apart and claim.points == award.points):
        return None
    fault = finding(
        "award-points-wrong",
        seat=claim.seat,
        written=_claim_text(claim),
        award=title(award.kind),
        claimed=claim.points,
        derived=worth,
        expected=[f"{worth:g}"],
    )
    options = state.setting.ruleset.options
    return with_reason(fault, mor_reason(claim.points, worth, mor, options, award.kind))


def not_earned(claim: AwardClaim) -> Finding:
    """A claim of what the board does not show, or what this game does not know."""
    return finding(
        "award-not-earned", seat=claim.seat, written=_claim_text(claim), award=award_title(claim.kind)
    )


def _claim_text(claim: AwardClaim) -> str:
    return claim.kind if claim.points is None else f"{claim.kind} {claim.points:g}"


def mor_claimed(events: Sequence[Event]) -> list[set[int]]:
    """For the place of each event, who claims mor for itself between the turns that it stands between."""
    between: list[set[int]] = []
    seats: set[int] = set()
    for event in events:
        if isinstance(event, Turn):
            seats = set()
        elif isinstance(event, AwardClaim) and award_named(event.kind) == "mor":
            seats.add(event.seat)
        between.append(seats)
    return between


def jan_said(behind: Iterable[Event], seat: int) -> bool:
    """Return whether the record has a word of jan by a seat right behind its turn."""
    for event in behind:
        if isinstance(event, Turn):
            return False
        if not isinstance(event, AwardClaim | ResultClaim):
            continue
        winner = event.winner if isinstance(event, ResultClaim) else event.seat
        if winner == seat and award_named(event.kind or "") in ("jan", "stor_jan"):
            return True
    return False


def missed_award(award: Award, *, last: bool = False) -> Finding:
    """A win that the record says nothing of, and goes on unless it was by the last turn."""
    return finding(
        "award-missed",
        seat=award.seat,
        award=title(award.kind),
        points=award.points,
        fate="none" if last else "goes-on",
    )


# The rule by which a win ends the game that is another one than a form (FORN-FORM-2).
ENDS = {"jan": "FORN-END-2", "stor_jan": "FORN-END-2"}


def played_on_fault(award: Award, *, in_turn: bool = False) -> Finding:
    """A win that ends the game, and the record goes on, perhaps with the rest of the very turn."""
    rule = "FORN-JAN-4" if in_turn else ENDS.get(award.kind, "FORN-FORM-2")
    return finding(
        "win-played-on",
        seat=award.seat,
        rule=rule,
        award=title(award.kind),
        points=award.points,
        fate="goes-on",
    )


def unnoted_awards(
    awards: Iterable[Award], claims: Sequence[AwardClaim], results: Sequence[ResultClaim]
) -> Iterator[Award]:
    """Forms awarded while play went on, of which the record has no word, for either side."""
    awards = list(awards)
    named = {award_named(claim.kind) for claim in claims}
    total = [sum(award.points for award in awards if award.seat == seat) for seat in (0, 1)]
    counted = {(claim.winner, claim.points) for claim in results}
    called = {(claim.winner, award_named(claim.kind or "")) for claim in results}
    for award in awards:
        if award.kind in ("uttekt", "jan", "stor_jan", "mor", "draw"):
            continue
        said = any(same(award.kind, one) for one in named)
        said = said or (award.seat, total[award.seat]) in counted
        if not said and not any(seat == award.seat and same(award.kind, one) for seat, one in called):
            yield award


def new_awards(before: Course, after: Course) -> list[Award]:
    """Return what has been awarded in one course of a game and not yet in an earlier one."""
    count = len(before.awards)
    if after.awards[:count] == before.awards:
        more = Counter((*after.awards[count:], *after.late)) - Counter(before.late)
    else:
        more = Counter(after.all_awards) - Counter(before.all_awards)
    return list(more.elements())


class Reason(NamedTuple):
    """The rule, and what is so by it, as a phrase."""

    rule: str
    why: str


def with_reason(fault: Finding, reason: Reason | None) -> Finding:
    """The finding with its reason behind the sentence, resting on the rule of that."""
    if reason is None:
        return fault
    return fault.at(rule=reason.rule, facts={**fault.facts, "fate": "because", "why": reason.why})


def unearned_reason(kind: str | None, seat: int, state: State, *, ended: bool = False) -> Reason | None:
    """Return why a side has not won what it claims, where more is known than that the board does not show it.

    `ended`: it is said to have ended the game.
    """
    options, course, points = state.setting.ruleset.options, state.course, state.seen_by(seat)
    if kind in ("jan", "stor_jan"):
        free, dead = _count_entry_points(state, seat), -points[0]
        why = phrase(
            "it needs more dead men than points to enter on: there are {dead} and {free}",
            dead=dead,
            free=free,
        )
        return Reason("FORN-JAN-1", why) if dead <= free else None
    if kind == "mor":
        return None if points[0] < 0 and options["mor.condition"] != "off" else no_mor(options)
    if kind not in FORMS:
        return None
    if kind == LITIL and not options["forms.litil"]:
        return Reason("FORN-FORM-1", phrase("these rules do not count it"))
    if ended and not options["forms.end_game"] and kind in course.scored[seat]:
        return Reason("FORN-FORM-2", phrase("by these rules a formation does not end the game"))
    if form(points, options) != kind:
        return None
    if kind in course.scored[seat]:
        return Reason("FORN-FORM-2", phrase("it counts only once in a game"))
    last = limit(kind, options)
    if course.phase == "after" and course.phase_seat == seat and course.throws > last:
        late = phrase(
            "it came with after-throw {throws}, but counts only up to {last}", throws=course.throws, last=last
        )
        return Reason("FORN-AFTER-2", late)
    return None


def no_stor_jan(state: State, seat: int) -> Reason | None:
    """Return the reason why a jan is not a stór jan, None if it is one."""
    if is_stor_jan(state.seen_by(seat), state.setting.ruleset.options):
        return None
    why = phrase("there are points to enter on ({free})", free=_count_entry_points(state, seat))
    return Reason("FORN-JAN-3", why)


def _count_entry_points(state: State, seat: int) -> int:
    """Count the points on which the other side's dead men can enter."""
    points, options = state.seen_by(seat), state.setting.ruleset.options
    return sum(enterable(points[index], index, options) for index in THEIR_ENTRY)


def no_mor(options: Options, win: str = "") -> Reason:
    """Return why nothing is added to a win."""
    if win.endswith("jan") and not options["mor.on_jan"]:
        return Reason("FORN-MOR-3", phrase("mor is not added to a jan"))
    match options["mor.condition"]:
        case "dead-man":
            return Reason("FORN-MOR-1", phrase("mor needs a dead man of the other side"))
        case "hit-in-throw":
            return Reason("FORN-MOR-2", phrase("mor needs a hit with the throw that wins"))
        case _:
            return Reason("FORN-MOR-1", phrase("these rules have no mor"))


def mor(options: Options) -> Reason:
    """Return why something is added to a win."""
    points = f"{value('mor', options):g}"
    if options["mor.condition"] == "dead-man":
        why = phrase("mor adds {points}, as a man of the other side is dead", points=points)
        return Reason("FORN-MOR-1", why)
    why = phrase("mor adds {points}, as a man was hit with the throw that won", points=points)
    return Reason("FORN-MOR-2", why)


def mor_reason(
    claimed: float | None, derived: float, added: float, options: Options, win: str
) -> Reason | None:
    """Return why the points of a win are wrong by just the mor that was `added`, or that was not."""
    if claimed is None:
        return None
    if added and claimed + added == derived:
        return mor(options)
    # What is another win's number may be meant for that.
    other = claimed in {value(kind, options) for kind in FORMS}
    return (
        no_mor(options, win) if not (added or other) and claimed - value("mor", options) == derived else None
    )


def not_due(state: State, event: PhaseStart) -> Reason | None:
    """Return why the last throw or the after-throws do not begin here."""
    options, course = state.setting.ruleset.options, state.course
    custom, rule = ("after", "FORN-AFTER-1") if event.phase == "after" else ("last_throw", "FORN-LAST-1")
    if not state.setting.ruleset.facts.forms:
        return None
    if not options[custom]:
        return Reason(rule, phrase("these rules have no such throws"))
    won = course.won or state.ending
    if won is None or won.winner is None:
        return Reason(rule, phrase("neither side has borne off all its men"))
    if won.winner == event.seat:
        return Reason(rule, phrase("the winner does not throw any more"))
    if event.phase == "last":
        began = course.began == event.seat
        return Reason(rule, phrase("it is for the side that did not begin")) if began else None
    if state.off(event.seat):
        return Reason(rule, phrase("that side has already borne off a man"))
    return Reason("FORN-AFTER-3", phrase("no formation can be reached any more"))
