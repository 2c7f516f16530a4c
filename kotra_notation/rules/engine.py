"""The legal plays of a throw under any ruleset, and why a step or a play is not among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kotra_notation.board import OFF, Points, flip_points
from kotra_notation.rules import marks
from kotra_notation.rules.ruleset import Breach, Node, Ruleset, State, Step, Throw


class CompletePlay(NamedTuple):
    """A complete lawful play: where it leads, seen by the mover, and one way of stepping there."""

    node: Node
    steps: tuple[Step, ...]


def numbers(dice: Sequence[int], *, singly: bool = False) -> tuple[int, ...]:
    """The numbers a throw gives: two, or four of a kind; of dice thrown `singly` those that were thrown."""
    if singly:
        return tuple([die for die in dice if die])
    return (dice[0],) * 4 if len(dice) == 2 and dice[0] == dice[1] else tuple(dice)


def throw_of(ruleset: Ruleset, node: Node, dice: Sequence[int], *, singly: bool = False) -> Throw:
    """The throw of `dice` from a board seen by the mover."""
    throw = Throw(tuple(dice), numbers(dice, singly=singly), node, ruleset.options, singly)
    if ruleset.last_resort and not any(play.steps for play in legal_plays(ruleset, throw).values()):
        return throw._replace(stuck=True)
    return throw


def refusal(ruleset: Ruleset, node: Node, source: int, target: int, die: int, throw: Throw) -> str | None:
    """Return what the rules object to in one step: the name of a finding, or None if it may be made."""
    for rule in ruleset.step_rules:
        if objection := rule(node, source, target, die, throw):
            return objection
    return None


def breach(ruleset: Ruleset, node: Node, throw: Throw) -> Breach | None:
    """Return what the rules object to in the board at the end of a play that has not ended the game."""
    for rule in ruleset.play_rules:
        if found := rule(node, throw):
            return found
    return None


def make_step(ruleset: Ruleset, node: Node, source: int, target: int, throw: Throw) -> Node:
    """The board after one step; enemy men on the target go to their bar."""
    board = list(node.points)
    move(board, source, target)
    if ruleset.remember is None:
        return Node(tuple(board), node.marks)
    return Node(tuple(board), ruleset.remember(node, source, target, throw))


def move(board: list[int], source: int, target: int) -> None:
    """Make one step on a board in place."""
    board[source] -= 1
    if target != OFF:
        if board[target] < 0:
            board[0] += board[target]
            board[target] = 0
        board[target] += 1


def settle_turn(ruleset: Ruleset, node: Node, throw: Throw) -> Node:
    """The board at the end of a turn, with what is remembered from then on."""
    return node if ruleset.settle is None else Node(node.points, ruleset.settle(node, throw))


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


def _extend(ruleset: Ruleset, reached: Reached, die: int, throw: Throw) -> Reached:
    """Everything that one more die reaches, with the first way found; a game that is over goes no further."""
    further: Reached = {}
    for node, path in reached.items():
        if path and ruleset.over(node, throw):
            continue
        for step in steps(ruleset, node, die, throw):
            after = make_step(ruleset, node, step.source, step.target, throw)
            if after not in further:
                further[after] = (*path, step)
    return further


def _levels(ruleset: Ruleset, throw: Throw) -> list[Reached]:
    """Return what can be reached with no, one, two … of the numbers."""
    start: Reached = {throw.start: ()}
    if len(set(throw.numbers)) < 2:
        levels = [start]
        for die in throw.numbers:
            levels.append(_extend(ruleset, levels[-1], die, throw))
        return levels
    high, low = sorted(throw.numbers, reverse=True)
    high_first = _extend(ruleset, start, high, throw)
    low_first = _extend(ruleset, start, low, throw)
    both = _extend(ruleset, low_first, high, throw) | _extend(ruleset, high_first, low, throw)
    return [start, low_first | high_first, both]


def legal_plays(ruleset: Ruleset, throw: Throw) -> dict[Node, CompletePlay]:
    """Every lawful complete play, one for each different result.

    A step that ends the game needs no further one: what is left of the throw need not be played.
    """
    if throw.singly and len(throw.numbers) > 1:
        return _one_by_one(ruleset, throw)
    ended, standing = _reach(ruleset, throw)
    if ruleset.obliged(throw):
        most = max((n for n, level in enumerate(standing) if level or ended[n]), default=0)
        chosen = standing[most]
        if most == 1 and len(set(throw.numbers)) == 2 and throw.options["dice.higher_die"]:
            high = max(throw.numbers)
            chosen = {node: path for node, path in chosen.items() if path[0].die == high} or chosen
        standing = [chosen]
    return _settle_levels(ruleset, throw, [*ended, *standing])


def _one_by_one(ruleset: Ruleset, throw: Throw) -> dict[Node, CompletePlay]:
    """The plays of dice thrown one after the other: each die is played before the next is thrown."""
    plays = {throw.start: CompletePlay(throw.start, ())}
    for number in throw.numbers:
        further: dict[Node, CompletePlay] = {}
        for node, play in plays.items():
            if play.steps and ruleset.over(node, throw):
                further.setdefault(node, play)
                continue
            alone = throw._replace(numbers=(number,), start=node)
            for after, single in legal_plays(ruleset, alone).items():
                further.setdefault(after, CompletePlay(after, play.steps + single.steps))
        plays = further
    return plays


def can_use_more(ruleset: Ruleset, throw: Throw, count: int) -> bool:
    """Return whether some play uses more than so many numbers of the throw; stops at the first."""
    seen: set[tuple[Node, tuple[int, ...]]] = set()

    def beyond(node: Node, left: tuple[int, ...], used: int) -> bool:
        for die in dict.fromkeys(left):
            at = left.index(die)
            rest = left[:at] + left[at + 1 :]
            for step in steps(ruleset, node, die, throw):
                after = make_step(ruleset, node, step.source, step.target, throw)
                if (after, rest) in seen:
                    continue
                seen.add((after, rest))
                over = ruleset.over(after, throw)
                if used >= count and (over or breach(ruleset, after, throw) is None):
                    return True
                if rest and not over and beyond(after, rest, used + 1):
                    return True
        return False

    return beyond(throw.start, throw.numbers, 0)


def may_lead(ruleset: Ruleset, throw: Throw, goal: Points) -> bool:
    """Return whether steps with numbers of a throw lead to a board on which a play may end.

    Much cheaper than all plays, and never False of where one of them leads: whether the steps are a whole
    play, and whether one before the last has ended the game, is not asked.
    """
    seen: set[tuple[Node, tuple[int, ...]]] = set()

    def leads(node: Node, left: tuple[int, ...]) -> bool:
        if tuple(node.points) == goal:
            return ruleset.over(node, throw) or breach(ruleset, node, throw) is None
        if not left or (node, left) in seen:
            return False
        seen.add((node, left))
        farthest = _farthest(node.points, goal)
        for die in dict.fromkeys(left):
            at = left.index(die)
            rest = left[:at] + left[at + 1 :]
            for source, count in enumerate(node.points):
                target = max(source - die, OFF)
                if count <= 0 or not farthest[source] <= target < source:
                    continue
                refused = refusal(ruleset, node, source, target, die, throw)
                if refused is None and leads(make_step(ruleset, node, source, target, throw), rest):
                    return True
        return False

    return leads(throw.start, throw.numbers)


def _farthest(points: Sequence[int], goal: Points) -> list[int]:
    """By points, how far a man may go from them, if each other point is to keep as many men behind it."""
    farthest = [OFF] * len(points)
    behind = 0
    for source in range(len(points) - 1, OFF, -1):
        behind += max(points[source], 0) - max(goal[source], 0)
        farthest[source] = source if behind <= 0 else OFF
    for source in range(1, len(points)):
        farthest[source] = farthest[source] or farthest[source - 1]
    return farthest


def complete(ruleset: Ruleset, throw: Throw, steps_made: Sequence[Step]) -> bool:
    """Return whether a play that stands lawfully is known to use as much of the throw as it must.

    False leaves it open: one number played where the other might have been, or dice thrown singly.
    """
    if throw.singly:
        return False
    if not ruleset.obliged(throw):
        return True
    if len(steps_made) == 1 and len(set(throw.numbers)) == 2 and throw.options["dice.higher_die"]:
        high = max(throw.numbers)
        if steps_made[0].die != high and next(steps(ruleset, throw.start, high, throw), None):
            return False
    return not can_use_more(ruleset, throw, len(steps_made))


def unfinished_plays(ruleset: Ruleset, throw: Throw) -> dict[Node, CompletePlay]:
    """Every lawful standing that a part of the throw leads to, where more of it could be played."""
    _, standing = _reach(ruleset, throw)
    complete = legal_plays(ruleset, throw)
    plays = _settle_levels(ruleset, throw, standing[1:])
    return {node: play for node, play in plays.items() if node not in complete}


def _reach(ruleset: Ruleset, throw: Throw) -> tuple[list[Reached], list[Reached]]:
    """By numbers used: the boards on which a step has ended the game, and those on which a play may end."""
    ended: list[Reached] = []
    standing: list[Reached] = []
    for level in _levels(ruleset, throw):
        over = {node: path for node, path in level.items() if path and ruleset.over(node, throw)}
        ended.append(over)
        standing.append(
            {
                node: path
                for node, path in level.items()
                if node not in over and not any(rule(node, throw) for rule in ruleset.play_rules)
            }
        )
    return ended, standing


def _settle_levels(ruleset: Ruleset, throw: Throw, levels: Sequence[Reached]) -> dict[Node, CompletePlay]:
    plays: dict[Node, CompletePlay] = {}
    for level in levels:
        for node, path in level.items():
            after = settle_turn(ruleset, node, throw)
            plays.setdefault(after, CompletePlay(after, path))
    return plays


def from_other_side(ruleset: Ruleset, node: Node) -> Node:
    """Return the board as the other side sees it."""
    return Node(flip_points(tuple(node.points), ruleset.facts.turning), marks.from_other_side(node.marks))


def end_turn(state: State, seat: int, node: Node) -> State:
    """The state behind a turn of `seat` that led to a board; whoever throws first has begun."""
    seen, course = from_other_side(state.setting.ruleset, node), state.course
    return State(
        points=tuple(seen.points),
        seat=1 - seat,
        turns=state.turns + 1,
        stakes=state.stakes,
        setting=state.setting,
        ending=state.ending,
        marks=seen.marks,
        course=replace(course, began=seat) if course.began is None else course,
    )
