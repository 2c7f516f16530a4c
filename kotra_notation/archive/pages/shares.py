"""How often something happened of how many times, and between which bounds the true share may well lie."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

Z = 1.959964  # of the normal distribution, for 95 of 100


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """The interval of Wilson for 95 of 100: all of what is possible where nothing was seen."""
        if not self.whole:
            return 0.0, 1.0
        n, p = self.whole, self.value
        centre = p + Z * Z / (2 * n)
        spread = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        below = 1 + Z * Z / n
        return max(0.0, (centre - spread) / below), min(1.0, (centre + spread) / below)
