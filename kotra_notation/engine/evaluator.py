"""What positions are worth, and the plays of throws by their worth: by the nets at once, or looking ahead.

Everything is done for many positions at a time. Each belongs to a stake, one of a list: what a point is worth
there to the side on roll, and what the cube is. A play is worth what the position behind it costs the other
side, who is on roll with the stake seen from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from kotra_notation.engine.many_plays import THROWS, WEIGHTS, ManyPlays, distinct, in_order, join, repeat
from kotra_notation.engine.nets import cubeless

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from kotra_notation.board import Position
    from kotra_notation.engine.many_plays import Boards, ManyPlays, Numbers
    from kotra_notation.engine.nets import Floats, Nets
    from kotra_notation.rules import Step

    Flags = NDArray[np.bool_]
    Worths = NDArray[np.float64]
    mirrored_columns: Sequence[int]
    PlayKey = tuple[int, ...]


class Valued(Protocol):
    """What chances are worth under a stake."""

    def worth(self, chances: Floats, boards: Boards, held: Worths | None = None) -> Worths:
        """Return the equity of the side on roll at each board; `held` is that of leaving the cube."""

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
    def ahead(self) -> GameArrays:
        """The same game with the nets that look ahead."""

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

    def glance(self, boards: Boards, after: Boards, parents: Numbers) -> Floats | None:
        """The chances of the other side behind plays of boards, at a glance; None where all are looked at."""

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


# How many plays of a throw the large nets look at, the best at a glance, where only the best is wanted.
LOOKED_AT = 3
ALL = 10_000
# Positions that are thrown for at a time, all 21 throws: what they need stays small.
AT_ONCE = 512
# Plays that look so much worse than the best of their throw, in points, are not looked at. In one throw of
# nineteen the best by the large nets is among them; that costs two thousandths of a point a throw.
WITHIN = 0.06
# Positions whose plays are made and ranked at a time, all 21 throws: few enough to stay near the processor.
RANKED_AT_ONCE = 32
# Plays whose worth is the same to this digit are parted by what they are worth without a cube, which tells
# them apart where the other side doubles and all are passed; then the first board in order is taken.
DIGITS = 6


class Cubeless:
    """The points of a game, without a cube and without a score."""

    def worth(self, chances: Floats, boards: Boards, held: Worths | None = None) -> Worths:
        """The points that are to be expected."""
        return cubeless(chances).astype(np.float64)

    @property
    def slopes(self) -> Worths:
        """The points of a win against a loss, and of gammons and backgammons."""
        return np.array([2.0, 1, 1, -1, -1])

    def other(self) -> Cubeless:
        """The same for both sides."""
        return self

    def without_doubling(self) -> Cubeless:
        """The same: there is no cube."""
        return self


CUBELESS = Cubeless()


class Weighed(NamedTuple):
    """Plays that were weighed: the boards behind them, as who played sees them; whose throw; their worth."""

    boards: Boards
    throws: Numbers
    chances: Floats
    worths: Worths

    def first_of_each(self) -> Weighed:
        """The best play of each throw."""
        begins = np.flatnonzero(np.diff(self.throws, prepend=-1))
        return self.rows(begins)

    def rows(self, which: Numbers) -> Weighed:
        """Some of the plays."""
        return Weighed(self.boards[which], self.throws[which], self.chances[which], self.worths[which])


class Evaluator:
    """The nets of a game, asked about many positions at a time.

    To look a roll ahead a hundred positions are asked about: of `ahead`, by smaller nets if a game has them.
    """

    def __init__(self, game: GameArrays, ahead: GameArrays | None = None) -> None:
        self.game = game
        ahead = ahead or game.ahead
        self.ahead = self if ahead is game else Evaluator(ahead)

    def chances(self, boards: Boards, stakes: Sequence[Valued], of: Numbers, plies: int = 0) -> Floats:
        """The chances of the side on roll before its throw; `plies` throws are looked ahead."""
        return self.look_ahead(boards, stakes, of, plies)[0] if plies else self.game.chances(boards)

    def look_ahead(
        self, boards: Boards, stakes: Sequence[Valued], of: Numbers, plies: int
    ) -> tuple[Floats, Worths]:
        """Return the means over all rolls: chances of the side on roll, its equity if it leaves the cube."""
        array = np.empty((len(boards), self.game.outcomes), np.float32)
        worths = np.empty(len(boards), np.float64)
        for begin in range(0, len(boards), AT_ONCE):
            part = slice(begin, begin + AT_ONCE)
            best = self.best_of_all_throws(boards[part], stakes, of[part], plies - 1)
            array[part] = np.einsum(
                "nrc,r->nc", best.chances.reshape(-1, len(THROWS), self.game.outcomes), WEIGHTS
            )
            worths[part] = best.worths.reshape(-1, len(THROWS)) @ WEIGHTS
        return array, worths

    def best_of_all_throws(
        self, boards: Boards, stakes: Sequence[Valued], of: Numbers, plies: int = 0
    ) -> Weighed:
        """The best play of each of the 21 throws of each board, board by board."""
        leading, _ = self._leading(boards, stakes, of)
        return self.ahead._best_of_each(leading, stakes, of, plies)

    def thrown_and_all(
        self, boards: Boards, thrown: Numbers, stakes: Sequence[Valued], of: Numbers
    ) -> tuple[Weighed, Weighed]:
        """The plays of one throw of each board, the best first, and the best play of each of all throws."""
        leading, own = self._leading(boards, stakes, of, thrown)
        weighed = Weighed(*own, *self.behind(own.boards, stakes, of[own.throws]))
        return self.in_order(weighed), self.ahead._best_of_each(leading, stakes, of)

    def _leading(
        self, boards: Boards, stakes: Sequence[Valued], of: Numbers, thrown: Numbers | None = None
    ) -> tuple[ManyPlays, ManyPlays]:
        """The leading plays of all throws of each board; and all those of one throw of each, if asked.

        Of a board that comes under several stakes the plays are made once.
        """
        slopes = _slopes(stakes, of)
        once, again = distinct(boards)
        leading, own = [], []
        for begin in range(0, len(once), RANKED_AT_ONCE):
            some = boards[once[begin : begin + RANKED_AT_ONCE]]
            asking = np.flatnonzero((begin <= again) & (again < begin + RANKED_AT_ONCE))
            plays = self.game.plays_of_all_throws(some)
            glance = self.game.glance(some, plays.boards, plays.throws // len(THROWS))
            rows, throws = repeat(plays, again[asking] - begin)
            parents, dice = asking[throws // len(THROWS)], throws % len(THROWS)
            if thrown is not None:
                made = np.flatnonzero(dice == thrown[parents])
                own.append(ManyPlays(plays.boards[rows[made]], parents[made]))
            throws = parents * len(THROWS) + dice
            if glance is not None:
                liked = -np.einsum("nc,nc->n", glance[rows], slopes[parents])
                few = _likeliest(liked, throws, LOOKED_AT)
                rows, throws = rows[few], throws[few]
            leading.append(ManyPlays(plays.boards[rows], throws))
        return in_order(*join(leading)), in_order(*join(own))

    def evaluate_plays(
        self,
        boards: Boards,
        dice: NDArray[np.integer],
        stakes: Sequence[Valued],
        of: Numbers,
        plies: int = 0,
        looked_at: int = ALL,
    ) -> Weighed:
        """The plays of each throw, the best first; all of them, or those that look best at a glance."""
        plays = self.game.plays(boards, dice)
        glance = self.game.glance(boards, plays.boards, plays.throws) if looked_at < ALL else None
        if glance is not None:
            liked = -np.einsum("nc,nc->n", glance, _slopes(stakes, of)[plays.throws])
            few = _likeliest(liked, plays.throws, looked_at)
            plays = ManyPlays(plays.boards[few], plays.throws[few])
        chances, worths = self.behind(plays.boards, stakes, of[plays.throws], plies)
        return self.in_order(Weighed(*plays, chances, worths))

    def _best_of_each(
        self, leading: ManyPlays, stakes: Sequence[Valued], of: Numbers, plies: int = 0
    ) -> Weighed:
        """The best of the leading plays of each throw."""
        weighed = Weighed(
            *leading, *self.behind(leading.boards, stakes, of[leading.throws // len(THROWS)], plies)
        )
        return self.in_order(weighed).first_of_each()

    def behind(
        self, after: Boards, stakes: Sequence[Valued], of: Numbers, plies: int = 0
    ) -> tuple[Floats, Worths]:
        """The chances of who has played, and what they are worth, by the boards behind the plays.

        Looking ahead, equities are means of equities: the side on roll doubles there if that is best.
        """
        once, again = distinct(after, of if plies else None)
        theirs, some = [stake.other() for stake in stakes], after[once]
        if not plies:
            chances = self.game.chances(self.game.for_next_throw(some))
            said = self.game.by_the_other(some, chances)[again]
            return self.game.other_side(said), -_worths(theirs, of, said, self.game.for_next_throw(after))
        other, of = self.game.for_next_throw(some), of[once]
        chances, held = self.look_ahead(other, theirs, of, plies)
        said = self.game.by_the_other(some, chances)
        worths = _worths(theirs, of, said, other, held)
        over = np.flatnonzero(self.game.is_over(some))
        worths[over] = _worths(theirs, of[over], said[over], other[over])
        return self.game.other_side(said)[again], -worths[again]

    def in_order(self, weighed: Weighed) -> Weighed:
        """Plays throw by throw, the best first."""
        return weighed.rows(self.order(weighed.chances, weighed.worths, weighed.throws))

    def order(self, chances: Floats, worths: Worths, *before: Numbers) -> Numbers:
        """The rows by what comes before, such as their throw; among equals the best first."""
        bare = np.round(self.game.flat(chances), DIGITS)
        keys: list[NDArray[Any]] = [-bare, -np.round(worths, DIGITS), *before]
        return np.lexsort(keys)


def _worths(
    stakes: Sequence[Valued], of: Numbers, chances: Floats, boards: Boards, held: Worths | None = None
) -> Worths:
    """Return the equities of the sides on roll, each by its stake."""
    if len(stakes) == 1:
        return stakes[0].worth(chances, boards, held)
    array = np.empty(len(of), np.float64)
    for number in np.unique(of):
        at = np.flatnonzero(of == number)
        array[at] = stakes[number].worth(chances[at], boards[at], None if held is None else held[at])
    return array


def _slopes(stakes: Sequence[Valued], of: Numbers) -> Worths:
    """By how much the chances of the other side move what each board is worth to it."""
    slopes: Worths = np.array([stake.other().slopes for stake in stakes])[of]
    return slopes


def _likeliest(liked: Worths, throws: Numbers, count: int) -> Numbers:
    """Of each throw the few plays that are liked best, in order; none is far behind the first."""
    begins, sizes = _runs(throws)
    near = np.flatnonzero(liked >= np.repeat(np.maximum.reduceat(liked, begins) - WITHIN, sizes))
    begins, sizes = _runs(throws[near])
    left = liked[near]
    for _ in range(count):
        left[left == np.repeat(np.maximum.reduceat(left, begins), sizes)] = -np.inf
    likeliest: Numbers = near[left == -np.inf]
    return likeliest


def _runs(throws: Numbers) -> tuple[Numbers, Numbers]:
    """Return where the rows of each throw begin, and how many there are."""
    begins = np.flatnonzero(np.diff(throws, prepend=-1))
    return begins, np.diff(begins, append=len(throws))
