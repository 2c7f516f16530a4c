"""Who begins the next game, where that follows from the games before it."""

from __future__ import annotations

from kotra_notation.rules import Ruleset
from kotra_notation.rules.ruleset import Course, Ending
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class Begins:
    """What is known of the games so far: who won last by úttekt or jan, who won last, who began.

    `open`: the last game ended otherwise than by the rules, and leaves the right to begin in doubt.
    """

    ruleset: Ruleset
    main: int | None = None
    winner: int | None = None
    began: int | None = None
    open: bool = False

    @property
    def starter(self) -> int | None:
        """Who begins without an opening throw, where the rules and the record tell (FORN-OPEN-4)."""
        if self.open:
            return None
        match self.ruleset.options["next_first"]:
            case "winner-main":
                return self.main
            case "winner":
                return self.winner
            case "loser":
                return None if self.winner is None else 1 - self.winner
            case "alternate":
                return None if self.began is None else 1 - self.began
            case _:
                return None

    def after(self, course: Course, ending: Ending) -> Begins:
        """What is known after one more game; a drawn one changes nothing but who began."""
        winner = self.winner if ending.winner is None else ending.winner
        doubtful = ending.kind in ("resign", "settled", "unfinished")
        return Begins(self.ruleset, course.main, winner, course.began, doubtful)
