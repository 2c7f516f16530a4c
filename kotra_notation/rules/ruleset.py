"""A ruleset: facts, step rules, play rules and options as one frozen value given to one engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kotra_notation.board import Points, Turning

OptionValue = bool | int | float | str | frozenset[str] | tuple[tuple[str, int], ...] | None


class Step(NamedTuple):
    """One man by one die, in the mover's own points."""

    source: int
    target: int
    die: int


class Node(NamedTuple):
    """The board in the middle of a turn, and what the rule set must remember of the turn (`marks`)."""

    points: Sequence[int]
    marks: int = 0


class Throw(NamedTuple):
    """What rules may ask about the turn as a whole: its dice, and the board it began from."""

    dice: tuple[int, ...]
    start: Points
    options: Mapping[str, OptionValue]
    first: bool = False


# "May I?" and "why not?" are one function: None, or the name of the finding it objects with.
StepRule = Callable[[Node, int, int, int, Throw], str | None]
PlayRule = Callable[[Node, Throw], str | None]


class PlainPlay(NamedTuple):
    """A play made without asking every rule: both sides' boards, and the points whose hit marks are wrong."""

    mine: list[int]
    theirs: list[int]
    astray: list[int]


PlainWalk = Callable[
    [list[int], list[int], tuple[int, int], Sequence[tuple[int, int, int]]], PlainPlay | None
]
PlainDance = Callable[[list[int], tuple[int, int]], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What code outside `rules` may ask of a game instead of asking its name."""

    turning: Turning
    start: Points
    men: int = 15
    cube: bool = True
    lettered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game under one set of option values; a dialect is `replace(ruleset, ...)`.

    `stated` names the options that a user or a record wrote out.
    """

    name: str
    title: str
    source: str
    facts: Facts
    options: Mapping[str, OptionValue]
    stated: frozenset[str] = frozenset()
    step_rules: tuple[StepRule, ...]
    play_rules: tuple[PlayRule, ...] = ()
    plain_play: PlainWalk | None = None
    plain_dance: PlainDance | None = None
