"""The engine's own errors, as measured against a stronger engine."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple


class Noise(NamedTuple):
    """An engine's own error: the points it adds to the loss of a decision on average, and the spread of that.

    The total for n decisions spreads √n times as far.
    """

    added: float
    spread: float

    def error(self, decisions: int) -> float:
        """Return the standard error of an average loss over so many decisions."""
        return self.spread / sqrt(decisions)


# By the start of an engine's name and by level; other engines have not been measured.
# `python -m tools.rate_noise` prints these numbers.
NOISE: dict[str, dict[str, Noise]] = {
    "Kotra ": {
        "0-ply": Noise(0.0025, 0.057),
        "1-ply": Noise(0.0025, 0.053),
        "2-ply": Noise(0.0024, 0.049),
    }
}


def noise_of(source: str, levels: Iterable[str]) -> Noise | None:
    """Return the noise of an engine at the deepest of its levels; None where that was not measured."""
    known = next((NOISE[name] for name in NOISE if source.startswith(name)), {})
    return known.get(max((level for level in levels if level in known), default=""))
