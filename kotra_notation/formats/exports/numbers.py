"""Numbers, plays and cube actions of an analysis as programs print them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from decimal import Decimal
from functools import lru_cache

from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_of, spelled
from kotra_notation.model import Candidate
from kotra_notation.values import dataclass

DECIMAL_SIGNS = ".,"
NUMBER = rf"[-+]?[0-9]{{1,9}}(?:[{DECIMAL_SIGNS}][0-9]{{1,9}})?"
NO_DOUBLE, TAKE, PASS, BEAVER = "no double", "double/take", "double/pass", "double/beaver"
CHOICES = {"take": TAKE, "pass": PASS, "reject": PASS, "beaver": BEAVER}
ROLLOUT = "rollout"
PLAYED = {"played": "yes"}
WHOLE = 1.5  # chances of both sides that add up to more are per cent

Three = tuple[str, str, str]


@dataclass(slots=True)
class CandidateDraft:
    """A candidate while its lines are being read."""

    choice: str
    equity: float | None = None
    chances: tuple[float, ...] = ()
    level: str = ""
    extras: dict[str, str] = field(default_factory=dict)

    def finished(self) -> Candidate:
        """The candidate."""
        return Candidate(
            choice=self.choice,
            equity=self.equity,
            chances=self.chances,
            level=self.level,
            extras=self.extras,
        )


def number(text: str) -> float:
    """A printed number, with a point or a comma."""
    return float(digits(text))


def digits(text: str) -> str:
    """A printed number as it stands, but with a point."""
    return text.replace(",", ".")


def share(per_cent: str) -> str:
    """A number of per cent as a share, to the digits that are printed."""
    return f"{Decimal(digits(per_cent.strip().removesuffix('%'))).scaleb(-2):f}"


def chances(ours: Three, theirs: Three) -> tuple[float, ...]:
    """The five chances of printed ones, shares or per cent: that they win is what is missing from ours."""
    per_cent = number(ours[0]) + number(theirs[0]) > WHOLE
    return tuple([float(share(our)) if per_cent else number(our) for our in (*ours, *theirs[1:])])


def choice(text: str) -> str | None:
    """A play as the choice of a candidate, None where it cannot be read."""
    if len(text) > LONGEST:
        return None
    try:
        return " ".join([_choice(word) for word in text.replace(",", " ").split()])
    except ValueError:
        return None


@lru_cache(maxsize=REMEMBERED)
def _choice(word: str) -> str:
    return spelled(hops_of(word))


def cube_choice(words: Mapping[str, str]) -> str:
    """The cube action that the words of a line name, by their terminals."""
    return CHOICES[words["ANSWER"].lower()] if "ANSWER" in words else NO_DOUBLE


def best(double: str, answer: str) -> str:
    """The right cube action in one wording, redoubles as doubles: `no double/take`, `too good/pass`."""
    first = (
        " ".join(double.lower().split())
        .replace("redouble", "double")
        .replace("too good to double", "too good")
    )
    second = answer.lower().replace("drop", "pass").replace("reject", "pass")
    return f"{first}/{second}" if second else first
