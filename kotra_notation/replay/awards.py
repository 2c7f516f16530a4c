"""What a record says was awarded in a game of the old kind, held against what the board shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kotra_notation.findings import Finding, finding
from kotra_notation.model import AwardClaim, ResultClaim
from kotra_notation.rules.old_icelandic import award_named, title
from kotra_notation.rules.state import Award

MONKS = ("stutti", "langi")


def same(kind: str, named: str | None) -> bool:
    """Whether an award is what a claim names; plain *múkur* is either of the two, *jan* also stór jan."""
    if named == "múkur":
        return kind in MONKS
    return kind == named or {kind, named} == {"jan", "stor_jan"}


def claim_fault(claim: AwardClaim, awards: Sequence[Award]) -> Finding | None:
    """What is wrong with a claim where it stands, `awards` being what the game has brought so far."""
    named = award_named(claim.kind)
    won = [award for award in awards if award.seat == claim.seat and same(award.kind, named)]
    written = f"{claim.kind} {claim.points:g}" if claim.points is not None else claim.kind
    if not won:
        return finding("award-not-earned", seat=claim.seat, written=written, award=claim.kind)
    mor = sum(award.points for award in awards if award.seat == claim.seat and award.kind == "mor")
    worth = won[-1].points
    if claim.points in (None, worth) or (mor and claim.points == worth + mor):
        return None
    return finding(
        "award-points-wrong",
        seat=claim.seat,
        written=written,
        award=title(won[-1].kind),
        claimed=claim.points,
        derived=worth,
        expected=[f"{worth:g}"],
    )


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
