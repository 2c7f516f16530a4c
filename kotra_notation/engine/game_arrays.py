"""What the engine asks of a game: its plays, its nets and its ends, for many positions at a time.

A position is a row of an array; what can come of a game are so many chances, in columns. The rest of the
engine (looking ahead, playing out, luck, levels) is the same for both games and knows only this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from kotra_notation.engine.many_plays import Boards, ManyPlays, Numbers
    from kotra_notation.engine.nets import Floats
    from kotra_notation.engine.weights import Nets

    Flags = NDArray[np.bool_]
    Worths = NDArray[np.float64]


class GameArrays(Protocol):
    """A game and the nets that know it. Boards behind plays are seen by who played."""

    nets: Nets
    # How many chances there are.
    outcomes: int

    def plays(self, boards: Boards, dice: NDArray[np.integer]) -> ManyPlays:
        """The boards behind the plays of each board's own throw, each once, in the order of the throws."""

    def plays_of_all_throws(self, boards: Boards) -> ManyPlays:
        """The same of all 21 throws of each board."""

    def leading(
        self, boards: Boards, found: ManyPlays, parents: Numbers, slopes: Worths, count: int
    ) -> ManyPlays:
        """The plays of each throw that look best at a glance, `count` at most, in order."""

    def chances(self, boards: Boards) -> Floats:
        """What the nets say of the side on roll."""

    def passed(self, after: Boards) -> Boards:
        """The boards behind plays, as the side sees them that throws next."""

    def by_the_other(self, after: Boards, said: Floats) -> Floats:
        """The chances of the one who has not played, by what is `said` of who throws next; ends are put in."""

    def other_side(self, chances: Floats) -> Floats:
        """The chances of the other side."""

    def flat(self, chances: Floats) -> Floats:
        """The points that a side with these chances expects, score and cube apart."""

    def is_over(self, after: Boards) -> Flags:
        """Behind which plays the game is over."""

    def won(self, after: Boards) -> Floats:
        """What has come of the game by the play itself, to who played."""

    def throws_again(self, after: Boards) -> Flags:
        """Behind which plays the same side throws again."""

    def known(self, boards: Boards) -> Flags | None:
        """At which boards the chances are known exactly, so that nothing need be played; None if nowhere."""
