"""A recorded match: events as they were written, each with its place, for both games and all notations.

Points in hops are the mover's own: 25 bar, 24..1, 0 off (board.points).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal, NamedTuple

from kotra_notation.board import Position
from kotra_notation.values import dataclass


class Span(NamedTuple):
    """A place in the file: line from 1, columns from 1, the end one past the last character."""

    line: int
    column: int = 1
    end_column: int = 1


class Hop(NamedTuple):
    """One man from point to point as written, over one die or more; `taken` is 1 for `*`, n for `*n`."""

    source: int
    target: int
    taken: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Hops as written; `half` declares the old game's half win after the last of them."""

    hops: tuple[Hop, ...]
    half: bool = False


@dataclass(frozen=True, slots=True)
class CannotMove:
    """The record says in words that no play was possible."""


@dataclass(frozen=True, slots=True)
class Blank:
    """Dice, and nothing behind them."""


@dataclass(frozen=True, slots=True)
class NotRecorded:
    """Dice, and a sign that the play is not known (`????`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """No hops, but the position after the play; `illegal` if the record calls the play so."""

    position: Position
    illegal: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Unread:
    """A play that could not be read, kept verbatim; the reader has its finding."""

    text: str


# What a side did with its dice.
Deed = Play | CannotMove | Blank | NotRecorded | Reached | Unread


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """One die each, by seat; equal dice are a tie and are thrown again."""

    dice: tuple[int, int]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A side's dice and deed; `singly`: thrown one after the other, a lone first die is a pair with 0."""

    seat: int
    dice: tuple[int, int]
    deed: Deed
    text: str = field(default="", compare=False)
    singly: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def hops(self) -> tuple[Hop, ...]:
        """The hops of its play; none where it has no such thing."""
        return self.deed.hops if isinstance(self.deed, Play) else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidThrow:
    """A throw that did not count: `cocked`, or `premature`."""

    seat: int
    dice: tuple[int, int] | None
    reason: Literal["cocked", "premature"]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The fate of the play before it: it stood, was corrected to `play`, or is in dispute."""

    outcome: Literal["stood", "corrected", "disputed"]
    play: Play | None = None
    text: str = field(default="", compare=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Double:
    """An offer of the cube; `value` as written, if written."""

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
    """The offered cube is accepted."""

    seat: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The offered cube is declined."""

    seat: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaticDouble:
    """The cube is turned before the game because the opening dice were equal."""

    value: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resignation:
    """An offer to lose 1 single, 2 gammon, 3 backgammon; None where the record does not say."""

    seat: int
    size: int | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResignationAnswer:
    """The other side accepts or refuses a resignation."""

    seat: int
    accepted: bool
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The players agree on points for `seat` and end the game."""

    seat: int
    points: float
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """`seat` loses the game or the match otherwise than on the board: time, absence, a director's word."""

    seat: int
    scope: Literal["game", "match"] = "game"
    reason: str = ""
    points: float | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """The game is drawn by agreement or rule."""

    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPosition:
    """The board is set up so, whatever it was before."""

    position: Position
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseStart:
    """The old game's after-throws or last throw of `seat` begin here, as written."""

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
    """The record says that `seat` won or `lost` points, or the `match`; `kind` is its word for the win."""

    seat: int
    points: float | None = None
    lost: bool = False
    match: bool = False
    kind: str | None = None
    derived: bool = False
    span: Span | None = field(default=None, compare=False)

    @property
    def winner(self) -> int:
        """The seat that won."""
        return 1 - self.seat if self.lost else self.seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreClaim:
    """The record says that the score stands so here, by seat."""

    score: tuple[float, float]
    derived: bool = False
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardClaim:
    """The record says that `seat` has reached something worth points: jan, a form, mor."""

    seat: int
    kind: str
    points: float | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """Words about what stands before it."""

    text: str
    author: str | None = None
    language: str | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """`!`, `?`, `??`, `?!` or `diagram` on what stands before it; `aspect` tells the cube from the play."""

    sign: str
    aspect: Literal["play", "cube", "luck"] = "play"
    span: Span | None = field(default=None, compare=False)


# The chances of modern kotra, in the order in which notations have them.
CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")


def shares_by_name(chances: Sequence[float], outcomes: Mapping[str, float]) -> dict[str, float]:
    """The chances of modern kotra and the outcomes of the old game, whichever are told, by name."""
    return {**dict(zip(CHANCES, chances, strict=False)), **outcomes}


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One choice in an analysis: a play or a cube action, with its numbers.

    `chances` are shares in the order of `CHANCES`. Of the old game, `outcomes` has shares by name, with a
    minus before those of the other side, and `equity` is in points.
    """

    choice: str
    equity: float | None = None
    chances: tuple[float, ...] = ()
    outcomes: Mapping[str, float] = field(default_factory=dict, hash=False)
    level: str = ""
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def shares(self) -> dict[str, float]:
        """Return what can come of a game, by name, for both games."""
        return shares_by_name(self.chances, self.outcomes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """The verdict of an engine on the decision before it."""

    aspect: Literal["play", "cube", "luck", "position"]
    candidates: tuple[Candidate, ...] = ()
    luck: float | None = None
    source: str = ""
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock reading of `seat` in seconds: time left, time used for the turn before it."""

    seat: int
    left: float | None = None
    used: float | None = None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Video:
    """Seconds into a recording at which the event before it happened."""

    seconds: float
    source: str = ""
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extra:
    """Something a notation has that is not modelled, kept verbatim under a key such as `mat:line`."""

    key: str
    value: str
    span: Span | None = field(default=None, compare=False)


# The ends of the keys of extras that could not be read: a line, or the rest of a cell.
UNREAD = (":line", ":cell")

Claim = ResultClaim | ScoreClaim | AwardClaim
Annotation = Comment | Mark | Evaluation | Clock | Video | Extra
# An action, which changes the game, a claim, which is checked against it, or an annotation, which is neither.
Event = Action | Claim | Annotation


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A name as written, and what else the record says of the person."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A recorded match or session.

    `length` is None where not stated and 0 for money; `rules` is a specification (`modern,texas=on`); `info`
    has headers in order, unknown ones under the name of their notation (`mat:Match ID`).
    """

    players: tuple[Player, Player] = (Player(), Player())
    length: int | None = None
    rules: str | None = None
    info: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Annotation, ...] = ()
    games: tuple[Game, ...] = ()
    span: Span | None = field(default=None, compare=False)
