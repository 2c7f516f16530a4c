"""A cube decision: the right actions of both sides, and what a wrong one costs.

Equities are those of the side that may double. Refusing a double is worth 1 by definition where equities are
normalised, so that it need not be printed; in match winning chances it must be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kotra_notation.model import Candidate
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import N_

NO_DOUBLE, TAKE, PASS, BEAVER = "no double", "double/take", "double/pass", "double/beaver"
REFUSED = 1.0
LARGEST = 1e9  # no equity is greater

# The kinds of faults, as people read them.
FAULTS = {
    "play": N_("play"),
    "missed-double-take": N_("missed double (take)"),
    "missed-double-pass": N_("missed double (drop)"),
    "early-double": N_("wrong double, too early"),
    "late-double": N_("wrong double, too late"),
    "wrong-take": N_("wrong take"),
    "wrong-pass": N_("wrong drop"),
}

# What may be right, as people read it.
PROPER = {
    "no-double-take": N_("No double, take"),
    "no-double-beaver": N_("No double, beaver"),
    "double-take": N_("Double, take"),
    "double-pass": N_("Double, drop"),
    "too-good-take": N_("Too good to double, take"),
    "too-good-pass": N_("Too good to double, drop"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CubeVerdict:
    """The equities of a cube decision, the proper action, and what was done.

    `take` is the best way of accepting, a beaver if `beaver`. `doubled` and `taken` are None if nobody acted.
    `proper` is a key of `PROPER`, faults are keys of `FAULTS`; None if unknown. `in_mwc`: the numbers are
    match-winning chances. `worked_out`: they were derived from other numbers.
    """

    no_double: float | None
    take: float | None
    pass_: float | None
    beaver: bool = False
    in_mwc: bool = False
    worked_out: bool = False
    doubled: bool | None = None
    taken: bool | None = None
    proper: str | None = None
    double_fault: str | None = None
    answer_fault: str | None = None
    answer_loss: float | None = None
    answer_mwc_loss: float | None = None

    @property
    def margin(self) -> float | None:
        """Return what doubling is worth above not doubling, against the right answer."""
        if self.no_double is None or self.take is None or self.pass_ is None:
            return None
        return min(self.take, self.pass_) - self.no_double


class Losses(NamedTuple):
    """The losses of the doubler and of the one who answers, None where they are not known."""

    doubler: float | None = None
    answerer: float | None = None


class Three(NamedTuple):
    """The values of not doubling, of being taken and of being passed."""

    hold: float | None
    take: float | None
    refused: float | None

    def losses(self, doubled: bool | None, taken: bool | None) -> Losses:
        """Return what the actions cost."""
        hold, take, refused = self
        doubler = answerer = None
        if doubled is not None and hold is not None and take is not None:
            if refused is not None:
                double = min(take, refused)
                doubler = max(hold - double if doubled else double - hold, 0.0)
            elif not doubled and take <= hold:
                doubler = 0.0  # whatever a pass is worth, doubling brings no more than the take
        if doubled and taken is not None and take is not None and refused is not None:
            answerer = max(take - refused if taken else refused - take, 0.0)
        return Losses(doubler, answerer)

    @property
    def proper(self) -> str | None:
        """The right action, a key of `PROPER` but for the beaver."""
        if self.hold is None or self.take is None or self.refused is None:
            return None
        answer = "take" if self.take <= self.refused else "pass"
        if min(self.take, self.refused) > self.hold:
            return f"double-{answer}"
        if self.hold > self.refused:
            return f"too-good-{answer}"
        # Held for exactly what the pass brings: who doubles loses nothing, and whoever takes does.
        return "double-pass" if answer == "pass" else "no-double-take"


def verdict(
    candidates: Sequence[Candidate], doubled: bool | None, taken: bool | None
) -> tuple[CubeVerdict, Losses, Losses]:
    """Return what is right and what was done, and what it cost in equity and in match winning chances."""
    known = {candidate.choice: candidate for candidate in candidates}
    actions = known.get(NO_DOUBLE), known.get(BEAVER) or known.get(TAKE), known.get(PASS)
    equities = Three(*(action.equity if action else None for action in actions))
    if equities.refused is None and None not in (equities.hold, equities.take):
        equities = Three(equities.hold, equities.take, REFUSED)
    chances = Three(*map(mwc, actions))
    in_mwc = equities.hold is None and chances.hold is not None
    values = chances if in_mwc else equities
    lost, lost_mwc = equities.losses(doubled, taken), chances.losses(doubled, taken)
    # Where a loss is not known and nothing is lost in the other measure, nothing is.
    lost = Losses(
        *(0.0 if loss is None and mwc == 0 else loss for loss, mwc in zip(lost, lost_mwc, strict=True))
    )
    proper = values.proper
    beaver = BEAVER in known
    if beaver and proper == "no-double-take":
        proper = "no-double-beaver"
    main = lost_mwc if in_mwc else lost
    return (
        CubeVerdict(
            no_double=values.hold,
            take=values.take,
            pass_=values.refused,
            beaver=beaver,
            in_mwc=in_mwc,
            doubled=doubled,
            taken=taken,
            proper=proper,
            double_fault=_double_fault(proper, doubled) if main.doubler else None,
            answer_fault=("wrong-take" if taken else "wrong-pass") if main.answerer else None,
            answer_loss=lost.answerer,
            answer_mwc_loss=lost_mwc.answerer,
        ),
        lost,
        lost_mwc,
    )


def _double_fault(proper: str | None, doubled: bool | None) -> str | None:
    if proper is None:
        return None
    if not doubled:
        return f"missed-{proper}"
    return "late-double" if proper.startswith("too-good") else "early-double"


def mwc(candidate: Candidate | None) -> float | None:
    """Return the match winning chance of a candidate, None where none is stated."""
    return number(candidate.extras.get("mwc")) if candidate else None


def number(text: str | None) -> float | None:
    """Return a number that stands as text, None where it is none."""
    try:
        value = float(text) if text else None
    except ValueError:
        return None
    return value if value is not None and believable(value) else None


def believable(value: float) -> bool:
    """Return whether a number can be one of a game: not infinite, nor so great that sums of it are."""
    return abs(value) <= LARGEST
