"""How often something happened of how many times, and between which bounds the true share may well lie."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.archive.chances import share_bound


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
        """Between what the true share may well lie: all of what is possible where nothing was seen."""
        if not self.whole:
            return 0.0, 1.0
        return share_bound(self.part, self.whole, -1), share_bound(self.part, self.whole, 1)
