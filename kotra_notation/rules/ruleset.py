"""A rule set, one frozen value: facts, step rules, play rules; and the state of a game, which they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from math import isfinite
from typing import NamedTuple, TypeVar

from kotra_notation.board import (
    CENTRED,
    Cube,
    Memory,
    Points,
    Position,
    Standing,
    Turning,
    flip_points,
    on_board,
)
from kotra_notation.findings import MODERN_NOUNS, Nouns, phrase
from kotra_notation.rules import marks
from kotra_notation.values import dataclass

OFFERS = ("double", "beaver", "raccoon")  # by level
OptionValue = bool | int | float | str | frozenset[str] | tuple[tuple[str, int], ...] | None


class Step(NamedTuple):
    """One checker moved by one die, in the mover's points."""

    source: int
    target: int
    die: int


class Node(NamedTuple):
    """The board in the middle of a turn, and what the rule set remembers beyond the men (`rules.marks`)."""

    points: Sequence[int]
    marks: int = 0


class Throw(NamedTuple):
    """The facts of a turn as a whole that rules may ask: its dice, the numbers they give, where it began.

    `singly`: the dice are thrown one after the other. `stuck`: nothing can be played but what the rules
    allow only then.
    """

    dice: tuple[int, ...]
    numbers: tuple[int, ...]
    start: Node
    options: Mapping[str, OptionValue]
    singly: bool = False
    stuck: bool = False


class Breach(NamedTuple):
    """The objection of a rule to a whole play: the name of the finding, and the point it is about."""

    name: str
    point: int


# Returns None for a legal step, or the name of the finding.
StepRule = Callable[[Node, int, int, int, Throw], str | None]
PlayRule = Callable[[Node, Throw], Breach | None]
Options = Mapping[str, OptionValue]
AnyRule = TypeVar("AnyRule", StepRule, PlayRule)


def always(options: Options) -> bool:
    """That a rule is in force whatever the options are."""
    return True


def in_force(
    rules: Sequence[tuple[AnyRule, Callable[[Options], bool]]], options: Options
) -> tuple[AnyRule, ...]:
    """The rules that are in force under these option values."""
    return tuple(rule for rule, asked in rules if asked(options))


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The facts that code outside `rules` may ask of a game instead of asking its name.

    `marks` is what is remembered at the start (`rules.marks`). `forms`: there are more ways to win than
    bearing off, and more is awarded in a game than its result. `zone` is called where all men stand before
    one is borne off. `nouns` are its words for a man and a throw. `paths`: where points have letters they
    are told by their numbers all the same, from 1 to 24 on a side's own path.
    """

    turning: Turning
    start: Points
    marks: int = 0
    men: int = 15
    cube: bool = True
    lettered: bool = False
    paths: bool = False
    forms: bool = False
    zone: str = phrase("the home board")
    nouns: Nouns = MODERN_NOUNS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game under one set of option values; a dialect is `replace(ruleset, ...)`.

    `stated` names the options that a user or a record gave. `cites` maps kinds of findings to the rules they
    rest on. Rule sets with equal options are equal; the functions follow from them.
    """

    name: str
    title: str
    source: str
    facts: Facts
    options: Mapping[str, OptionValue]
    outcome: Callable[[State, Made], State]
    over: Callable[[Node, Throw], bool]
    obliged: Callable[[Throw], bool]
    stated: frozenset[str] = frozenset()
    step_rules: tuple[StepRule, ...] = field(compare=False)
    play_rules: tuple[PlayRule, ...] = field(default=(), compare=False)
    remember: Callable[[Node, int, int, Throw], int] | None = None
    settle: Callable[[Node, Throw], int] | None = None
    last_resort: bool = False
    cites: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The facts that stay the same through a game: its rules, the score it starts at, whether it is Crawford.

    `starter` begins without an opening throw, where the rules give the right to one side; `main` was the
    last to win by uttekt or jan before this game. `score_said`, `length_said`: the record has them.
    `standing` is what positions say of it.
    """

    ruleset: Ruleset
    score: tuple[float, float] = (0, 0)
    length: int = 0
    crawford: bool = False
    men: tuple[int, int] = (15, 15)
    starter: int | None = None
    main: int | None = None
    score_said: bool = True
    length_said: bool = True
    standing: Standing = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        money, options = not self.length, self.ruleset.options
        standing = Standing(
            score=(whole(self.score[0]), whole(self.score[1])),
            length=self.length,
            crawford=self.crawford,
            jacoby=money and bool(options["texas"]),
            beavers=money and bool(options["beavers"]),
        )
        object.__setattr__(self, "standing", standing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A double that awaits an answer; `keeper` owns the cube once it is accepted.

    `level` is 0 for a double, 1 for a beaver, 2 for a raccoon.
    """

    seat: int
    value: int
    keeper: int
    level: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The cube, what is on offer, and whether anybody has doubled."""

    cube: Cube = CENTRED
    offer: Offer | None = None
    resigned: tuple[int, int | None] | None = None
    doubled: bool = False
    automatic: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a game: the winner, how, and the points."""

    winner: int | None
    kind: str
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """Points that a seat scores in a game, and for what."""

    seat: int
    kind: str
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """The course of a game beyond the board: who began, what has been awarded, which phase it is in.

    `won` is a win that waits for the throws of `phase_seat` behind it, `late` what these have been awarded;
    `main` won last by uttekt or jan; `overlooked` are those whose jan the record did not see; `idle` counts
    throws in succession that could not be played.
    """

    began: int | None = None
    scored: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    awards: tuple[Award, ...] = ()
    phase: str = "play"
    phase_seat: int | None = None
    throws: int = 0
    main: int | None = None
    won: Ending | None = None
    late: tuple[Award, ...] = ()
    overlooked: frozenset[int] = frozenset()
    idle: int = 0

    @property
    def all_awards(self) -> tuple[Award, ...]:
        """Everything awarded so far."""
        return self.awards + self.late

    def total(self, seat: int) -> float:
        """Return what a seat has been awarded so far."""
        return sum(award.points for award in self.all_awards if award.seat == seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A turn as it was made: the boards around it, seen by its seat, and how.

    `half`: a half win is declared. `lone`: only the first of two dice that are thrown one after the other.
    `first`: the board behind the first of the two, where it stood in a form. `whole`: the play is lawful to
    its end.
    """

    seat: int
    before: Node
    after: Node
    half: bool = False
    lone: bool = False
    first: Node | None = None
    whole: bool = True

    @property
    def has_moved(self) -> bool:
        """Return whether any man was moved."""
        return self.before.points != self.after.points


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The state of a game between two events: board, cube and score; `seat` acts next, or None."""

    points: Points
    seat: int | None
    turns: int
    stakes: Stakes
    setting: Setting
    ending: Ending | None = None
    marks: int = 0
    course: Course = Course()

    @property
    def viewer(self) -> int:
        """The seat whose view `points` is."""
        return self.seat or 0

    def seen_by(self, seat: int) -> Points:
        """The men as `seat` sees them."""
        turning = self.setting.ruleset.facts.turning
        return self.points if seat == self.viewer else flip_points(self.points, turning)

    def node(self, seat: int) -> Node:
        """The board as `seat` sees it, with what is remembered of it."""
        own = seat == self.viewer
        return Node(self.seen_by(seat), self.marks if own else marks.from_other_side(self.marks))

    def off(self, seat: int) -> int:
        """Return how many men of `seat` have been borne off."""
        return self.setting.men[seat] - on_board(self.seen_by(seat))

    @property
    def position(self) -> Position:
        """The state as a position that can be spelled, drawn and set up again."""
        return self.thrown(None)

    def thrown(self, dice: tuple[int, int] | None) -> Position:
        """The state as a position, with what has been thrown there."""
        setting, offer = self.setting, self.stakes.offer
        facts = setting.ruleset.facts
        return Position(
            points=self.points,
            seat=self.viewer,
            men=setting.men,
            turning=facts.turning,
            cube=self.stakes.cube,
            dice=dice,
            offer=OFFERS[max(0, min(offer.level, 2))] if offer else None,
            standing=setting.standing,
            memory=self.memory if facts.lettered else None,
        )

    @property
    def memory(self) -> Memory:
        """Return what is remembered beyond the men, by seat."""
        course = self.course
        memory = Memory(
            began=course.began,
            scored=course.scored,
            phase=course.phase,
            phase_seat=course.phase_seat,
            throws=course.throws,
            main=course.main,
        )
        return marks.with_marks(memory, self.marks, self.viewer)


def whole(points: float) -> int:
    """Points as identifiers have them, without halves; 0 for what is no number of points."""
    return int(points) if isfinite(points) else 0
