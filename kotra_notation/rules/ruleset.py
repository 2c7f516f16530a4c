"""A ruleset: facts, step rules, play rules and outcome as one frozen value given to one engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kotra_notation.board import Points, Turning


class Step(NamedTuple):
    """One man by one die, in the mover's own points."""

    source: int
    target: int
    die: int


class Node(NamedTuple):
    """The board in the middle of a turn, and `marks`: what the rule set must remember of it (0 in the modern game)."""

    points: Points
    marks: int = 0


class Throw(NamedTuple):
    """What step and play rules may ask about the turn: its dice and the node it began from."""

    dice: tuple[int, ...]
    start: Node
    options: Mapping[str, Any]
    first: bool = False


# "May I?" and "why not?" are one function: None, or the name of the finding it objects with.
StepRule = Callable[[Node, int, int, int, Throw], str | None]
PlayRule = Callable[[Node, Throw], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What code outside `rules` may ask of a game instead of asking its name."""

    turning: Turning
    start: Points
    men: int = 15
    cube: bool = True
    lettered: bool = False
    memory: bool = False
    halves: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """A game under one set of option values; a dialect is `replace(ruleset, ...)`."""

    name: str
    title: str
    source: str
    facts: Facts
    options: Mapping[str, Any]
    stated: frozenset[str] = frozenset()
    step_rules: tuple[StepRule, ...] = ()
    play_rules: tuple[PlayRule, ...] = ()
