"""A ruleset: facts, step rules, play rules and options as one frozen value given to one engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.board import Points, Turning
from kotra_notation.findings import phrase

if TYPE_CHECKING:
    from kotra_notation.rules.state import Made, State

OptionValue = bool | int | float | str | frozenset[str] | tuple[tuple[str, int], ...] | None


class Step(NamedTuple):
    """One man by one die, in the mover's own points."""

    source: int
    target: int
    die: int


class Node(NamedTuple):
    """The board in the middle of a turn, and what the rule set remembers beyond the men (`rules.marks`)."""

    points: Sequence[int]
    marks: int = 0


class Throw(NamedTuple):
    """What rules may ask about the turn as a whole: its dice, the numbers they give, where it began.

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
    """What a rule objects to in a whole play: the name of the finding, and the point it is about."""

    name: str
    point: int


# "May I?" and "why not?" are one function: None, or the name of the finding it objects with.
StepRule = Callable[[Node, int, int, int, Throw], str | None]
PlayRule = Callable[[Node, Throw], Breach | None]


class PlainPlay(NamedTuple):
    """A play made without asking every rule: both sides' boards, the points whose hit marks are wrong."""

    mine: list[int]
    theirs: list[int]
    astray: list[int]
    marks: int


PlainWalk = Callable[
    [list[int], list[int], int, tuple[int, int], Sequence[tuple[int, int, int]]], PlainPlay | None
]
PlainDance = Callable[[list[int], tuple[int, int]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What code outside `rules` may ask of a game instead of asking its name.

    `marks` is what is remembered at the start (`rules.marks`). `forms`: there are more ways to win than
    bearing off, and more is awarded in a game than its result. `zone` is called where all men stand before
    one is borne off.
    """

    turning: Turning
    start: Points
    marks: int = 0
    men: int = 15
    cube: bool = True
    lettered: bool = False
    forms: bool = False
    zone: str = phrase("the home board")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game under one set of option values; a dialect is `replace(ruleset, ...)`.

    `stated` names the options that a user or a record wrote out. `over` tells whether a step has ended
    the game, `obliged` whether as much of a throw as possible must be played; `remember` and `settle`
    give the marks after a step and at the end of a turn; `outcome` gives the state with what a turn has
    won. `last_resort`: some steps are allowed only where nothing else can be played. `cites` names the rule
    of each kind of finding where it is another than the usual one.
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
    step_rules: tuple[StepRule, ...]
    play_rules: tuple[PlayRule, ...] = ()
    remember: Callable[[Node, int, int, Throw], int] | None = None
    settle: Callable[[Node, Throw], int] | None = None
    last_resort: bool = False
    plain_play: PlainWalk | None = None
    plain_dance: PlainDance | None = None
    cites: Mapping[str, str] = field(default_factory=dict)
