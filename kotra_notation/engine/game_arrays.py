"""What the engine asks of a game: its plays, its nets and its ends, for many positions at a time.

A position is a row of an array; what can come of a game are so many chances, in columns. The rest of the
engine (looking ahead, playing out, luck, levels) is the same for both games and knows only this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.many_plays import Boards, ManyPlays, Numbers
    from kotra_notation.engine.nets import Floats
    from kotra_notation.engine.weights import Nets
    from kotra_notation.rules import Step

    Flags = NDArray[np.bool_]
    Worths = NDArray[np.float64]
    # The columns of chances as the other side has them, but for what must be taken from one.
    mirrored_columns: Sequence[int]
    # The columns of a board by which a play is known: its men, and whether half a win was declared.
    PlayKey = tuple[int, ...]


class Valued(Protocol):
    """What chances are worth under a stake."""

    def worth(self, chances: Floats, boards: Boards) -> Worths:
        """The equity of the side on roll at each board."""

    @property
    def slopes(self) -> Worths:
        """By how much each chance moves the equity while nobody turns the cube, to rank plays."""

    def other(self) -> Valued:
        """The stake as the other side sees it."""

    def without_doubling(self) -> Valued:
        """The stake as it is where nobody turns the cube, and no play is chosen as if somebody did."""


class AskedPositions(NamedTuple):
    """Positions as arrays, each seen by its side on roll: their boards, and which of the stakes each has."""

    boards: Boards
    stakes: list[Valued]
    of: Numbers

    def some(self, which: Numbers) -> AskedPositions:
        """A few of them."""
        return AskedPositions(self.boards[which], self.stakes, self.of[which])


class GameArrays(Protocol):
    """A game and the nets that know it. Boards behind plays are seen by who played."""

    @property
    def nets(self) -> Nets:
        """The nets that are asked."""

    @property
    def outcomes(self) -> int:
        """Return how many chances there are."""

    @property
    def unit(self) -> float:
        """How much is a unit of what is won: an error is as large in one game as in the other by these."""

    @property
    def mirrored_columns(self) -> Sequence[int]:
        """The columns of chances as the other side has them, but for what must be taken from one."""

    @property
    def key_columns(self) -> Sequence[int]:
        """The columns of a board by which a play is known: its men, whether half a win is declared."""

    @property
    def opening_throw(self) -> bool:
        """Return whether the first throw of a game is never a double, and either side might have had it."""

    def arrays_of(self, positions: Sequence[Position]) -> AskedPositions:
        """Positions as arrays."""

    def ways(self, position: Position) -> Callable[[PlayKey], tuple[Step, ...]]:
        """Return how the plays of the dice of a position are played, by the columns that tell them apart."""

    def plays(self, boards: Boards, dice: NDArray[np.integer]) -> ManyPlays:
        """The boards behind the plays of each board's own throw, each once, in the order of the throws."""

    def plays_of_all_throws(self, boards: Boards) -> ManyPlays:
        """The same of all 21 throws of each board."""

    def leading(
        self, boards: Boards, many_plays: ManyPlays, parents: Numbers, slopes: Worths, count: int
    ) -> ManyPlays:
        """The plays of each throw that look best at a glance, `count` at most, in order."""

    def chances(self, boards: Boards) -> Floats:
        """Return what the nets say of the side on roll."""

    def for_next_throw(self, after: Boards) -> Boards:
        """The boards behind plays, as the side sees them that throws next."""

    def by_the_other(self, after: Boards, said: Floats) -> Floats:
        """The chances of who has not played, by what is `said` of who throws next; ends are put in."""

    def other_side(self, chances: Floats) -> Floats:
        """The chances of the other side."""

    def possible(self, chances: Floats) -> Floats:
        """Chances that can be: those of a few games without their luck may come to lie a little outside."""

    def flat(self, chances: Floats) -> Floats:
        """The points that a side with these chances expects, score and cube apart."""

    def is_over(self, after: Boards) -> Flags:
        """Behind which plays the game is over."""

    def outcomes_won(self, after: Boards) -> Floats:
        """Return what has come of the game by the play itself, to who played."""

    def throws_again(self, after: Boards) -> Flags:
        """Behind which plays the same side throws again."""

    def are_exact(self, boards: Boards) -> Flags | None:
        """At which boards the chances are known exactly, so that nothing need be played; None if nowhere."""
