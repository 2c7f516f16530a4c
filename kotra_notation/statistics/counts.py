"""What is counted of one side, in a game or in a match, and how counts add up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import Enum

from kotra_notation.board import BAR, OFF, Points
from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.model import CannotMove, Play, Reached, Turn
from kotra_notation.replay import Frame
from kotra_notation.replay.turns import possible_dice
from kotra_notation.rules import Node, numbers, throw_of
from kotra_notation.rules.ruleset import Award, State

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


HELD = 2  # men that hold a point


@dataclass(slots=True)
class SeatTally:
    """What has been counted of a seat so far."""

    seat: int
    turns: int = 0
    unknown: int = 0
    faces: list[int] = field(default_factory=lambda: [0] * 7)
    throws: int = 0
    unlike: int = 0
    lone: int = 0
    doublets: int = 0
    pips: int = 0
    rolls: list[int] = field(default_factory=lambda: [0] * ROLLS)
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
    seconds: list[float] = field(default_factory=list)

    def throw(self, turn: Turn, before: State) -> int:
        """Count the dice of a turn; the pips they are worth."""
        thrown = numbers(turn.dice, singly=turn.singly)
        for die in turn.dice:
            if 1 <= die <= 6:
                self.faces[die] += 1
        if turn.singly:
            self.lone += len(thrown)
        else:
            self.throws += 1
            self.doublets += turn.dice[0] == turn.dice[1]
            self.unlike += opens_unlike(before)
            if possible_dice(turn):
                self.rolls[roll_index(max(turn.dice), min(turn.dice))] += 1
        self.pips += sum(thrown)
        return sum(thrown)

    def turn(self, frame: Frame, turn: Turn, *, certain: bool) -> None:
        """Count a turn; `certain`: the board is known on which it was played."""
        self.turns += 1
        thrown = self.throw(turn, frame.before)
        mine, theirs = frame.before.seen_by(self.seat), frame.after.seen_by(1 - self.seat)
        idleness = None if frame.steps else idle(frame, turn, mine)
        if not certain or not frame.certain or idleness is Idleness.UNKNOWN:
            self.unknown += 1
            return
        if idleness is None:
            self._played(frame, thrown)
            self.hits += mine[OFF] + theirs[BAR]
        elif idleness is Idleness.CHOSEN:
            self.pips_lost_otherwise += thrown
        else:
            self.dances += 1
            self.dances_on_bar += mine[BAR] > 0
            self.pips_lost_dancing += thrown
        self._left(theirs)

    def _played(self, frame: Frame, thrown: int) -> None:
        used = moved = 0
        for source, target, die in frame.steps:
            used += die
            moved += source - target
            self.entered += source == BAR
        self.pips_played += moved
        self.pips_over += used - moved
        if frame.after.ending is None and frame.after.course.won is None:
            self.pips_lost_otherwise += thrown - used
        else:
            self.pips_over += thrown - used

    def _left(self, theirs: Points) -> None:
        """Count the prime and the blots on a board seen by the other side."""
        run = 0
        most = self.longest_prime
        met = theirs[BAR] > 0
        for count in theirs[24:0:-1]:
            if count <= -HELD:
                run += 1
                most = max(most, run)
                continue
            run = 0
            if count > 0:
                met = True
            elif count == -1 and met:
                self.blots += 1
        self.longest_prime = most

    def side(self, awards: tuple[Award, ...], *, won: bool) -> SeatCounts:
        """Return what was counted."""
        one, two, three, four, five, six = self.faces[1:]
        return SeatCounts(
            turns=self.turns,
            unknown=self.unknown,
            dice=Dice(
                faces=(one, two, three, four, five, six),
                throws=self.throws,
                unlike=self.unlike,
                lone=self.lone,
                doublets=self.doublets,
                pips=self.pips,
                rolls=tuple(self.rolls),
            ),
            hits=self.hits,
            entered=self.entered,
            dances=self.dances,
            dances_on_bar=self.dances_on_bar,
            pips_played=self.pips_played,
            pips_lost_dancing=self.pips_lost_dancing,
            pips_lost_otherwise=self.pips_lost_otherwise,
            pips_over=self.pips_over,
            longest_prime=self.longest_prime,
            blots=self.blots,
            doubles=self.doubles,
            beavers=self.beavers,
            takes=self.takes,
            drops=self.drops,
            timed=len(self.seconds),
            seconds=sum(self.seconds),
            longest_seconds=max(self.seconds, default=None),
            awards=awards,
            games_won=int(won),
        )


def opens_unlike(before: State) -> bool:
    """Return whether a throw is made of the unlike dice with which it was settled who begins."""
    setting = before.setting
    return before.turns == 0 and setting.starter is None and setting.ruleset.options["opening.dice"] == "keep"


class Idleness(Enum):
    """Why nothing was played: nothing could be, the rules left it open, or it is not known."""

    DANCE = "dance"
    CHOSEN = "chosen"
    UNKNOWN = "unknown"


def idle(frame: Frame, turn: Turn, mine: Points) -> Idleness:
    """Return why no step is told of a turn."""
    if isinstance(turn.deed, Reached) or mine != frame.after.seen_by(turn.seat):
        return Idleness.UNKNOWN
    ruleset = frame.before.setting.ruleset
    boards = None if turn.singly else plain_boards(ruleset, Node(mine), turn.seat)
    if boards and boards.dance(turn.seat, turn.dice):
        return Idleness.DANCE
    if not possible_dice(turn):
        return Idleness.UNKNOWN
    throw = throw_of(ruleset, frame.before.node(turn.seat), turn.dice, singly=turn.singly)
    if not any(play.steps for play in legal_plays(ruleset, throw).values()):
        return Idleness.DANCE
    known = isinstance(turn.deed, CannotMove | Play)
    return Idleness.CHOSEN if known and not ruleset.obliged(throw) else Idleness.UNKNOWN
