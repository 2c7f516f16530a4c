"""The legal plays of a throw under any ruleset, and why a step or a play is not among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kotra_notation.board import OFF, Points, turned
from kotra_notation.rules.ruleset import Node, Ruleset, Step, Throw


class LegalPlay(NamedTuple):
    """A complete lawful play: where it leads, seen by the mover, and one way of stepping there."""

    node: Node
    steps: tuple[Step, ...]


def numbers(dice: Sequence[int]) -> tuple[int, ...]:
    """The numbers a throw gives: two, or four of a kind."""
    return (dice[0],) * 4 if len(dice) == 2 and dice[0] == dice[1] else tuple(dice)


def refusal(ruleset: Ruleset, node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """What the rules object to in one step: the name of a finding, or None if it may be made."""
    for rule in ruleset.step_rules:
        if objection := rule(node, source, target, die, throw):
            return objection
    return None


def stepped(points: Sequence[int], source: int, target: int) -> Points:
    """The board after one step; enemy men on the target go to their bar."""
    board = list(points)
    move(board, source, target)
    return tuple(board)


def move(board: list[int], source: int, target: int) -> None:
    """Make one step on a board in place."""
    board[source] -= 1
    if target != OFF:
        if board[target] < 0:
            board[0] += board[target]
            board[target] = 0
        board[target] += 1


def steps(ruleset: Ruleset, node: Node, die: int, throw: Throw) -> Iterator[Step]:
    """Every single step that may be made with a die."""
    rules, points = ruleset.step_rules, node.points
    for source in range(25, 0, -1):
        if points[source] > 0:
            target = source - die if source > die else OFF
            for rule in rules:
                if rule(node, source, target, die, throw):
                    break
            else:
                yield Step(source, target, die)


Reached = dict[Node, tuple[Step, ...]]


def _extended(ruleset: Ruleset, reached: Reached, die: int, throw: Throw) -> Reached:
    """Everything that one more die reaches, with the first way found."""
    further: Reached = {}
    for node, path in reached.items():
        for step in steps(ruleset, node, die, throw):
            after = Node(stepped(node.points, step.source, step.target), node.marks)
            if after not in further:
                further[after] = (*path, step)
    return further


def _levels(ruleset: Ruleset, throw: Throw) -> list[Reached]:
    """What can be reached with no, one, two … of the numbers."""
    start: Reached = {Node(throw.start): ()}
    dice = numbers(throw.dice)
    if len(set(dice)) == 1:
        levels = [start]
        for die in dice:
            levels.append(_extended(ruleset, levels[-1], die, throw))
        return levels
    high, low = sorted(dice, reverse=True)
    high_first = _extended(ruleset, start, high, throw)
    low_first = _extended(ruleset, start, low, throw)
    both = _extended(ruleset, low_first, high, throw) | _extended(ruleset, high_first, low, throw)
    return [start, low_first | high_first, both]


def legal_plays(ruleset: Ruleset, throw: Throw) -> dict[Node, LegalPlay]:
    """Every lawful complete play, one for each different result.

    The step that bears off the last man ends the game: what is left of the throw need not be played.
    """
    levels = _levels(ruleset, throw)
    ended = [{node: path for node, path in level.items() if max(node.points) <= 0} for level in levels]
    standing = [
        {
            node: path
            for node, path in level.items()
            if not any(rule(node, throw) for rule in ruleset.play_rules)
        }
        for level in levels
    ]
    if throw.options["dice.max_use"]:
        most = max((count for count, level in enumerate(standing) if level), default=0)
        standing = [standing[most]]
        if most == 1 and len(levels) == 3 and throw.options["dice.higher_die"]:
            high = max(throw.dice)
            with_high = {node: path for node, path in standing[0].items() if path[0].die == high}
            standing = [with_high or standing[0]]
    return {node: LegalPlay(node, path) for level in (*ended, *standing) for node, path in level.items()}


def throw_of(ruleset: Ruleset, points: Points, dice: Sequence[int], *, first: bool = False) -> Throw:
    """The throw of `dice` from a board seen by the mover."""
    return Throw(tuple(dice), points, ruleset.options, first)


def legal_results(ruleset: Ruleset, points: Points, dice: Sequence[int]) -> set[Points]:
    """The boards that lawful plays lead to, seen by the mover."""
    return {tuple(node.points) for node in legal_plays(ruleset, throw_of(ruleset, points, dice))}


def from_other_side(ruleset: Ruleset, points: Points) -> Points:
    """The same board seen by the other side."""
    return turned(points, ruleset.facts.turning)
