"""What is counted of one side, in a game or in a match, and how counts add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from kotra_notation.rules.ruleset import Award

DOUBLET = 1 / 6
PIPS_A_THROW = 49 / 6
PIPS_OF_UNLIKE_DICE = 7.0
PIPS_A_DIE = 3.5
ROLLS = 21


def roll_index(high: int, low: int) -> int:
    """The place of a throw among all: 11, 21, 22, 31 and so on to 66."""
    return high * (high - 1) // 2 + low - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Dice:
    """The dice of one side.

    `faces` counts the dice that show 1 to 6. `throws` are the throws of two dice, `unlike` those of them that
    open a game and cannot be a doublet, `lone` the dice that were thrown alone. `pips` counts a doublet
    as the rules do. `rolls` are the throws of two dice, each kind of them at its `roll_index`.
    """

    faces: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    throws: int = 0
    unlike: int = 0
    lone: int = 0
    doublets: int = 0
    pips: int = 0
    rolls: tuple[int, ...] = (0,) * ROLLS

    @property
    def expected_doublets(self) -> float:
        """Return how many doublets so many throws bring on average."""
        return (self.throws - self.unlike) * DOUBLET

    @property
    def expected_rolls(self) -> tuple[float, float]:
        """How often each doublet comes on average in so many throws, and each throw of two unlike dice."""
        free = self.throws - self.unlike
        return free / 36, free / 18 + self.unlike / 15

    @property
    def expected_pips(self) -> float:
        """Return how many pips so many throws bring on average."""
        free = self.throws - self.unlike
        return free * PIPS_A_THROW + self.unlike * PIPS_OF_UNLIKE_DICE + self.lone * PIPS_A_DIE


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCounts:
    """What is counted of one seat.

    `unknown` are the turns of which the play or the board is not certain: they count among `turns` and
    `dice` and nowhere else. Of the others `pips_played` + `pips_lost_dancing` + `pips_lost_otherwise` +
    `pips_over` are all that was thrown: what was played, what was thrown where no number could be, what
    else was not played, and what was more than needed in bearing off or left over when the game was won.

    `hits` and `entered` count men. `dances` are turns in which nothing could be played, `dances_on_bar`
    those of them with a man on the bar. `longest_prime` is the greatest number of points in a row, along the
    path of the other side, held by two men or more. `blots` are men left alone at the end of a turn where
    an enemy man may still come.
    """

    turns: int = 0
    unknown: int = 0
    dice: Dice = Dice()
    hits: int = 0
    entered: int = 0
    dances: int = 0
    dances_on_bar: int = 0
    pips_played: int = 0
    pips_lost_dancing: int = 0
    pips_lost_otherwise: int = 0
    pips_over: int = 0
    longest_prime: int = 0
    blots: int = 0
    doubles: int = 0
    beavers: int = 0
    takes: int = 0
    drops: int = 0
    timed: int = 0
    seconds: float = 0.0
    longest_seconds: float | None = None
    awards: tuple[Award, ...] = ()
    games_won: int = 0

    @property
    def known(self) -> int:
        """The turns of which everything is known."""
        return self.turns - self.unknown

    @property
    def pips_lost(self) -> int:
        """The pips that could not be played."""
        return self.pips_lost_dancing + self.pips_lost_otherwise

    @property
    def blots_left(self) -> float | None:
        """The men left alone at the end of a turn, on average; None where no turn is known."""
        return self.blots / self.known if self.known else None

    @property
    def average_seconds(self) -> float | None:
        """The thinking time for a turn; None where no clock was read."""
        return self.seconds / self.timed if self.timed else None

    @property
    def cube_turns(self) -> int:
        """Return how often the side turned the cube."""
        return self.doubles + self.beavers

    def awarded(self, kind: str) -> int:
        """Return how often the side was awarded something: a form, jan, mor."""
        return sum(award.kind == kind for award in self.awards)


def dice_together(dice: Sequence[Dice]) -> Dice:
    """The dice of several games as one."""
    ones, twos, threes, fours, fives, sixes = (sum(die.faces[face] for die in dice) for face in range(6))
    return Dice(
        faces=(ones, twos, threes, fours, fives, sixes),
        throws=sum(die.throws for die in dice),
        unlike=sum(die.unlike for die in dice),
        lone=sum(die.lone for die in dice),
        doublets=sum(die.doublets for die in dice),
        pips=sum(die.pips for die in dice),
        rolls=tuple([sum(counts) for counts in zip(*(die.rolls for die in dice), strict=True)])
        or (0,) * ROLLS,
    )


GREATEST = frozenset({"longest_prime"})
APART = frozenset({"dice", "awards", "longest_seconds"})
ADDED = tuple(field.name for field in fields(SeatCounts) if field.name not in GREATEST | APART)


def together(sides: Sequence[SeatCounts]) -> SeatCounts:
    """The counts of several games as one."""
    longest = [side.longest_seconds for side in sides if side.longest_seconds is not None]
    return SeatCounts(
        dice=dice_together([side.dice for side in sides]),
        awards=tuple(award for side in sides for award in side.awards),
        longest_prime=max((side.longest_prime for side in sides), default=0),
        longest_seconds=max(longest, default=None),
        **{name: sum(getattr(side, name) for side in sides) for name in ADDED},
    )
