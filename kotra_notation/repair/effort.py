"""How much a search may cost, whatever a stranger's record makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

# To find every play of a throw takes as long as to follow so many turns.
A_THROW = 60


@dataclass(slots=True)
class Effort:
    """What is left to be spent on a game; once it is `spent`, what was found is not all there is."""

    stories: int = 250
    turns: int = 45_000

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.stories <= 0 or self.turns <= 0


def little() -> Callable[[], Effort]:
    """What is spent on a search that nobody asked for: little, and on all games of a match together."""
    shared = Effort(stories=200, turns=8_000)
    return lambda: shared
