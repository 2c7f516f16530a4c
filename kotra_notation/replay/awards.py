"""What a record says was awarded in a game of the old kind, held against what the board shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kotra_notation.findings import Finding, finding
from kotra_notation.model import AwardClaim, Event, ResultClaim, Turn
from kotra_notation.rules.old_icelandic import award_named, title
from kotra_notation.rules.ruleset import Award

MONKS = ("stutti", "langi")


def same(kind: str, named: str | None) -> bool:
    """Whether an award is what a claim names; plain *múkur* is either of the two, *jan* also stór jan."""
    if named == "múkur":
        return kind in MONKS
    return kind == named or {kind, named} == {"jan", "stor_jan"}


@dataclass(frozen=True, slots=True)
class Won:
    """What has been awarded so far in a game, and by which turn (its number) each of it was won."""

    awards: Sequence[Award]
    turns: Sequence[tuple[Award, int]]

    def together(self, award: Award) -> list[Award]:
        """What its seat won by the same turn, itself included."""
        turn = next((turn for one, turn in reversed(self.turns) if one == award), None)
        return [one for one, when in self.turns if when == turn and one.seat == award.seat] or [award]

    def mor(self, award: Award) -> float:
        """What mor adds to an award (FORN-MOR-1 to 3)."""
        together = self.together(award)
        mor = [one for one in together if one.kind == "mor"]
        raised = [one for one in together if one.kind != "mor"]
        if len(mor) < len(raised):
            raised = [one for one in raised if not one.kind.endswith("jan")]
        return mor[0].points if mor and award in raised else 0


def claim_fault(
    claim: AwardClaim, won: Won, before: Sequence[AwardClaim], *, mor_apart: bool
) -> Finding | None:
    """What is wrong with a claim where it stands, behind those `before` it in the game (FORN-FORM-2).

    `mor_apart`: mor is claimed for itself beside it.
    """
    named = award_named(claim.kind)
    mine = [award for award in won.awards if award.seat == claim.seat and same(award.kind, named)]
    paid = sum(one.seat == claim.seat and award_named(one.kind) == named for one in before)
    if len(mine) <= paid:
        return not_earned(claim)
    award = mine[-1]
    worth = award.points + won.mor(award)
    if claim.points in (None, worth) or (mor_apart and claim.points == award.points):
        return None
    return finding(
        "award-points-wrong",
        seat=claim.seat,
        written=_written(claim),
        award=title(award.kind),
        claimed=claim.points,
        derived=worth,
        expected=[f"{worth:g}"],
    )


def not_earned(claim: AwardClaim) -> Finding:
    """A claim of what the board does not show, or what this game does not know."""
    return finding("award-not-earned", seat=claim.seat, written=_written(claim), award=claim.kind)


def _written(claim: AwardClaim) -> str:
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


def jan_said(behind: Sequence[Event], seat: int) -> bool:
    """Whether the record has a word of jan by a seat right behind its turn."""
    return any(
        isinstance(one, AwardClaim | ResultClaim)
        and one.seat == seat
        and award_named(one.kind or "") in ("jan", "stor_jan")
        for one in takewhile(_no_turn, behind)
    )


def _no_turn(event: Event) -> bool:
    return not isinstance(event, Turn)


def missed(award: Award, *, last: bool = False) -> Finding:
    """A win that the record says nothing of, and goes on unless it was by the last turn."""
    return finding(
        "award-missed",
        seat=award.seat,
        award=title(award.kind),
        points=award.points,
        fate="unsaid" if last else "goes-on",
    )


def unnoted(
    awards: Iterable[Award], claims: Sequence[AwardClaim], results: Sequence[ResultClaim]
) -> Iterator[Award]:
    """Forms awarded while play went on, of which the record has no word, for either side."""
    awards = list(awards)
    for award in awards:
        if award.kind in ("uttekt", "jan", "stor_jan", "mor", "draw"):
            continue
        named = any(same(award.kind, award_named(claim.kind)) for claim in claims)
        total = sum(other.points for other in awards if other.seat == award.seat)
        counted = any(
            claim.seat == award.seat
            and (claim.points == total or same(award.kind, award_named(claim.kind or "")))
            for claim in results
        )
        if not named and not counted:
            yield award
