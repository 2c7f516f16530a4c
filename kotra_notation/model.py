"""A recorded match: events as they were written, each with its place, for both games and all notations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from kotra_notation.board import Position
from kotra_notation.values import dataclass


class Span(NamedTuple):
    """A place in the file; lines and columns count from 1, `end_column` is exclusive."""

    line: int
    column: int = 1
    end_column: int = 1


class Hop(NamedTuple):
    """A checker's move as written on the mover's points (25 bar, 0 off); `taken` is 1 for `*`, n for `*n`."""

    source: int
    target: int
    taken: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Hops as written; `half` declares half a win after the last of them (old game)."""

    hops: tuple[Hop, ...]
    half: bool = False


@dataclass(frozen=True, slots=True)
class CannotMove:
    """The record says that no play was possible."""


@dataclass(frozen=True, slots=True)
class Blank:
    """Dice without a play."""


@dataclass(frozen=True, slots=True)
class NotRecorded:
    """Dice with a sign that the play is unknown (`????`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """The position after a play, without hops; `illegal` if the record calls the play illegal."""

    position: Position
    illegal: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A play that could not be read, kept verbatim; the reader has a finding for it."""

    text: str


Deed = Play | CannotMove | Blank | NotRecorded | Reached | Unread  # the play of a roll, or the lack of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The opening roll, one die each by seat; equal dice are rolled again."""

    dice: tuple[int, int]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A roll and what was played; `singly` if the dice were thrown one by one (a lone die has 0 second)."""

    seat: int
    dice: tuple[int, int]
    deed: Deed
    text: str = field(default="", compare=False)
    singly: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def hops(self) -> tuple[Hop, ...]:
        """Return the hops of the play, or none."""
        return self.deed.hops if isinstance(self.deed, Play) else ()

    @property
    def has_possible_dice(self) -> bool:
        """Return whether two dice can show this; a lone die has no second."""
        return 1 <= self.dice[0] <= 6 and (1 <= self.dice[1] <= 6 or (self.singly and self.dice[1] == 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidThrow:
    """A roll that did not count."""

    seat: int
    dice: tuple[int, int] | None
    reason: Literal["cocked", "premature"]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The ruling on the play before it: it stood, was corrected to `play`, or is disputed."""

    outcome: Literal["stood", "corrected", "disputed"]
    play: Play | None = None
    text: str = field(default="", compare=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """A double; `value` is the cube as written, if written."""

    seat: int
    value: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Beaver:
    """An immediate redouble by the taker (`level` 1), or the doubler's answer to it (2, a raccoon)."""

    seat: int
    value: int | None = None
    level: int = 1
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """The double is taken."""

    seat: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The double is dropped."""

    seat: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaticDouble:
    """The cube is doubled before the game because the opening dice were equal."""

    value: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resignation:
    """An offer to lose a single game (1), a gammon (2) or a backgammon (3); None if not stated."""

    seat: int
    size: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationAnswer:
    """The answer to a resignation."""

    seat: int
    accepted: bool
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The players settle: `seat` gets the points and the game ends."""

    seat: int
    points: float
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """`seat` loses the game or the match off the board: time, absence, a ruling."""

    seat: int
    scope: Literal["game", "match"] = "game"
    reason: str = ""
    points: float | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The game is a draw."""

    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPosition:
    """The board is set to a position, regardless of what was played."""

    position: Position
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStart:
    """The after-throws or the last throw of `seat` begin here (old game)."""

    phase: Literal["after", "last"]
    seat: int
    span: Span | None = field(default=None, compare=False)


# What is done with the cube, and what ends a game, or is to end it, otherwise than on the board.
CubeAction = Double | Beaver | Take | Drop
Concession = Resignation | ResignationAnswer | Settlement | Forfeit | Draw
Action = (
    Opening | Turn | VoidThrow | Ruling | CubeAction | AutomaticDouble | Concession | SetPosition | PhaseStart
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultClaim:
    """The record claims that `seat` won or `lost` points, or the `match`; `kind` is its word for the win."""

    seat: int
    points: float | None = None
    lost: bool = False
    match: bool = False
    kind: str | None = None
    derived: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def winner(self) -> int:
        """Return the seat that won."""
        return 1 - self.seat if self.lost else self.seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreClaim:
    """The record claims this score, by seat."""

    score: tuple[float, float]
    derived: bool = False
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardClaim:
    """The record claims an award for `seat`: jan, a form, mor."""

    seat: int
    kind: str
    points: float | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """A comment on the event before it."""

    text: str
    author: str | None = None
    language: str | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`!`, `?`, `??`, `?!` or `diagram` on the event before it; `aspect` is what it comments on."""

    sign: str
    aspect: Literal["play", "cube", "luck"] = "play"
    span: Span | None = field(default=None, compare=False)


CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")  # of modern kotra


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One choice in an analysis: a play or a cube action, with its numbers; `chances` are those of `CHANCES`.

    In the old game, `outcomes` has chances by name (minus: the other side's), and `equity` is in points.
    """

    choice: str
    equity: float | None = None
    chances: tuple[float, ...] = ()
    outcomes: Mapping[str, float] = field(default_factory=dict, hash=False)
    level: str = ""
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """An engine's analysis of the decision before it."""

    aspect: Literal["play", "cube", "luck", "position"]
    candidates: tuple[Candidate, ...] = ()
    luck: float | None = None
    source: str = ""
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock reading in seconds: time left, and time used for the turn before it."""

    seat: int
    left: float | None = None
    used: float | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """The time of the event before it in a recording, in seconds."""

    seconds: float
    source: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Data that the model has no field for, kept verbatim under a key such as `mat:line`."""

    key: str
    value: str
    span: Span | None = field(default=None, compare=False)


UNREAD = (":line", ":cell")  # how the keys of extras that could not be read end

Claim = ResultClaim | ScoreClaim | AwardClaim
Annotation = Comment | Mark | Evaluation | Clock | Video | Extra
# An action changes the game, a claim is checked against it, an annotation does neither.
Event = Action | Claim | Annotation


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player's name as written, rating, and other details."""

    name: str = ""
    rating: str | None = None
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The events of one game in the order of the record; `score` as stated at its head."""

    number: int | None = None
    score: ScoreClaim | None = None
    events: tuple[Event, ...] = ()
    span: Span | None = field(default=None, compare=False)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Return the rolls with their plays, without the cube and what else happened."""
        return tuple([event for event in self.events if isinstance(event, Turn)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A recorded match or session.

    `players` may be names. `length` is None if not stated and 0 for money. `rules` is a specification
    (`modern,texas=on`). `info` has the headers in order, unknown ones with their notation (`mat:Match ID`).
    """

    players: tuple[Player, Player] = (Player(), Player())
    length: int | None = None
    rules: str | None = None
    info: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Annotation, ...] = ()
    games: tuple[Game, ...] = ()
    span: Span | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        """Take a name for a player; raise TypeError for anything else."""
        players = tuple([Player(name=each) if isinstance(each, str) else each for each in self.players])
        if [type(player) for player in players] != [Player, Player]:
            raise TypeError(f"players must be two names or two Player values, not {self.players!r}")
        object.__setattr__(self, "players", players)
