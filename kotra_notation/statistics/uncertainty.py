"""The uncertainty of numbers: bounds of a share, the likelihood of a deviation, an engine's own errors.

The bounds are those of Wilson for 95 of 100; the chi-squared distribution comes from the incomplete gamma
function.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, isfinite, lgamma, log, sqrt
from typing import NamedTuple

_EXACT = 1e-15
_MOST_TERMS = 100_000
_TINY = 1e-300
# Of the normal distribution, for 95 of 100.
_Z = 1.959963984540054


def share_bound(part: float, whole: float, side: float) -> float:
    """Return what the true share is hardly below (-1) or above (1) where so many of so many were seen."""
    if part == (0 if side < 0 else whole):
        return part / whole
    share, least = part / whole, _Z * _Z / whole
    spread = _Z * sqrt(share * (1 - share) / whole + least / (4 * whole))
    return (share + least / 2 + side * spread) / (1 + least)


def chance_beyond(chi_squared: float, freedom: float) -> float:
    """Return the probability that chance alone deviates so much or more, with so many degrees of freedom."""
    return gamma_tail(freedom / 2, chi_squared / 2)


def gamma_tail(a: float, x: float) -> float:
    """Return the regularized upper incomplete gamma function Q(a, x); a is above 0.

    Below a + 1 by its series, above by its continued fraction (Abramowitz and Stegun 6.5.29 and 6.5.31).
    """
    if not (a > 0 and isfinite(a)):
        raise ValueError(f"The gamma function of {a} has no tail.")
    if x <= 0:
        return 1.0
    if x == float("inf"):
        return 0.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for number in range(1, _MOST_TERMS):
        term *= x / (a + number)
        total += term
        if term < total * _EXACT:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- …))), from the front."""
    below = x + 1 - a
    c, d = 1 / _TINY, 1 / below
    value = d
    for number in range(1, _MOST_TERMS):
        above = -number * (number - a)
        below += 2
        d = 1 / (above * d + below or _TINY)
        c = below + above / c or _TINY
        value *= c * d
        if abs(c * d - 1) < _EXACT:
            break
    return value


class Noise(NamedTuple):
    """An engine's own error: the points it adds to the loss of a decision on average, and the spread of that.

    The total for n decisions spreads √n times as far.
    """

    added: float
    spread: float

    def error(self, decisions: int) -> float:
        """Return the standard error of an average loss over so many decisions."""
        return self.spread / sqrt(decisions)


# By the start of an engine's name and by the level of its plays; other engines have not been measured.
# `python -m tools.rate_noise` prints these numbers.
NOISE: dict[str, dict[str, Noise]] = {
    "Kotra ": {"0-ply": Noise(0.0012, 0.026), "1-ply": Noise(0.0008, 0.021), "2-ply": Noise(0.0005, 0.017)}
}


def noise_of(source: str, levels: Iterable[str]) -> Noise | None:
    """Return the noise of an engine at the deepest of its levels; None where that was not measured."""
    known = next((NOISE[name] for name in NOISE if source.startswith(name)), {})
    return known.get(max((level for level in levels if level in known), default=""))
