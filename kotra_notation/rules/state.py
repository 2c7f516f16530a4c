"""The state of a game between two events: the men, whose turn it is, the stakes, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from kotra_notation.board import CENTRED, Cube, Memory, Points, Position, Standing, on_board, turned
from kotra_notation.rules import marks
from kotra_notation.rules.ruleset import Node, Ruleset

OFFERS = ("double", "beaver", "raccoon")  # by level


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What stays the same through a game: its rules, the score it starts at, whether it is Crawford.

    `starter` begins without an opening throw, where the rules give the right to one side; `main` was the
    last to win by uttekt or jan before this game. `score_said`, `length_said`: the record has them.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A cube turned and not yet answered; `keeper` owns it once it is accepted.

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
    """How a game ended: the kind is a word of the public face, the points what the winner scores."""

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
    """How far a game has come beyond the board: who began, what has been awarded, which phase it is in.

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
        """What a seat has been awarded so far."""
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
    def played(self) -> bool:
        """Whether any man was moved."""
        return self.before.points != self.after.points

    @property
    def hit(self) -> bool:
        """Whether enemy men were taken."""
        return self.after.points[0] < self.before.points[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game between two events, the men seen by `seat`, who is to act; None before anybody has thrown."""

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
        return self.points if seat == self.viewer else turned(self.points, turning)

    def node(self, seat: int) -> Node:
        """The board as `seat` sees it, with what is remembered of it."""
        own = seat == self.viewer
        return Node(self.seen_by(seat), self.marks if own else marks.swapped(self.marks))

    def off(self, seat: int) -> int:
        """How many men of `seat` have been borne off."""
        return self.setting.men[seat] - on_board(self.seen_by(seat))

    @property
    def position(self) -> Position:
        """The state as a position that can be spelled, drawn and set up again."""
        setting, offer = self.setting, self.stakes.offer
        money, options = not setting.length, setting.ruleset.options
        return Position(
            points=self.points,
            seat=self.viewer,
            men=setting.men,
            turning=setting.ruleset.facts.turning,
            cube=self.stakes.cube,
            offer=OFFERS[max(0, min(offer.level, 2))] if offer else None,
            standing=Standing(
                score=(whole(setting.score[0]), whole(setting.score[1])),
                length=setting.length,
                crawford=setting.crawford,
                jacoby=money and bool(options["texas"]),
                beavers=money and bool(options["beavers"]),
            ),
            memory=self.memory if setting.ruleset.facts.lettered else None,
        )

    @property
    def memory(self) -> Memory:
        """What is remembered beyond the men, by seat."""
        course = self.course
        memory = Memory(
            began=course.began,
            scored=course.scored,
            phase=course.phase,
            phase_seat=course.phase_seat,
            throws=course.throws,
            main=course.main,
        )
        return marks.remembered(memory, self.marks, self.viewer)


def whole(points: float) -> int:
    """Points as identifiers have them, without halves; 0 for what is no number of points."""
    return int(points) if isfinite(points) else 0
