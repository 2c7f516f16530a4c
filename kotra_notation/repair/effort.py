"""The cost of a search, bounded whatever a stranger's record makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from kotra_notation.model import Match
from kotra_notation.values import dataclass

# To find every play of a throw takes as long as to follow so many turns, and so does taking up a story.
A_THROW = 60
# What all games of a file may cost that are searched in full, and those behind them, in such turns: so much
# for each of their events, and at least and at most so much.
IN_FULL, BEHIND = 140, 45
LEAST, MOST = 100_000, 3_000_000


@dataclass(slots=True)
class Effort:
    """A budget for the search of a game; once it is `spent`, what was found is not all there is.

    `replays`: so many accounts of it are replayed whole. `full`: no game is searched with more.
    """

    stories: int = 300
    turns: int = 75_000
    replays: int = 40
    full: bool = True

    @property
    def spent(self) -> bool:
        """Return whether nothing is left."""
        return self.stories <= 0 or self.turns <= 0

    @property
    def worth(self) -> int:
        """Return how many turns could be followed with what is left."""
        return self.turns + A_THROW * self.stories


class Purse:
    """A budget for the games of a file, asked in turn: in full, then little, then nothing."""

    def __init__(self, in_full: int = MOST, behind: int = MOST // 3) -> None:
        self._left = {True: in_full, False: behind}
        self._given: tuple[Effort, int] | None = None

    @classmethod
    def of(cls, matches: Iterable[Match]) -> Purse:
        """Return the budget for the games of these matches."""
        events = sum(len(game.events) for match in matches for game in match.games)
        in_full = min(max(IN_FULL * events, LEAST), MOST)
        return cls(in_full, min(max(BEHIND * events, LEAST // 3), MOST // 3))

    def __call__(self) -> Effort:
        """Return what may be spent on the next game."""
        if self._given:
            before, worth = self._given
            self._left[before.full] -= worth - before.worth
        if self._left[True] > 0:
            effort = Effort()
        elif self._left[False] > 0:
            effort = Effort(stories=40, turns=3_000, replays=8, full=False)
        else:
            effort = Effort(stories=0, turns=0, replays=0, full=False)
        self._given = effort, effort.worth
        return effort


# What is spent on hints for a match, which nobody asked for: little, and on all its games together.
HINTS_STORIES, HINTS_TURNS = 200, 15_000
# What is spent on the hints for all matches of a file: enough for dozens with a slip or two.
HINTS_FOR_FILE = 150_000


class HintPurse:
    """A budget for the hints for a file: for each match little, while anything is left."""

    def __init__(self) -> None:
        self._left = HINTS_FOR_FILE
        self._given: Effort | None = None

    def for_match(self) -> Callable[[], Effort]:
        """Return what gives the effort for the games of one match, which share it."""
        return cache(self._next)

    def _next(self) -> Effort:
        if self._given is not None:
            self._left -= HINTS_TURNS + A_THROW * HINTS_STORIES - self._given.worth
        if self._left <= 0:
            return Effort(stories=0, turns=0, replays=0)
        self._given = Effort(stories=HINTS_STORIES, turns=HINTS_TURNS)
        return self._given


def little() -> Callable[[], Effort]:
    """Return what is spent on the hints for a match that is alone in its file."""
    return HintPurse().for_match()
