"""What an engine's own errors add to the losses that it finds, as measured by a stronger engine."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple


class Noise(NamedTuple):
    """Points that an engine adds to the loss of a decision on average, and how far that varies for one.

    For n decisions together it varies by √n times as much.
    """

    added: float
    spread: float

    def error(self, decisions: int) -> float:
        """Return how far the average loss of so many decisions is off."""
        return self.spread / sqrt(decisions)


# By the beginning of an engine's name and its level; an engine that is not here has not been measured.
# `python -m tools.rate_noise` measures it.
NOISE: dict[str, dict[str, Noise]] = {
    "Kotra ": {
        "0-ply": Noise(0.0028, 0.053),
        "1-ply": Noise(0.0029, 0.050),
        "2-ply": Noise(0.0027, 0.047),
    }
}


def noise_of(source: str, levels: Iterable[str]) -> Noise | None:
    """Return the noise of an engine at the deepest of its levels; None where that was not measured."""
    known = next((NOISE[name] for name in NOISE if source.startswith(name)), {})
    return known.get(max((level for level in levels if level in known), default=""))
