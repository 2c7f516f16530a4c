"""The kernel of the old game lists the plays of the rules, in all dialects and under options of none."""

from __future__ import annotations

from random import Random

import pytest

from kotra_notation.board import Points
from kotra_notation.fast.judges import legal_plays
from kotra_notation.fast.old_kernel import OldThrows
from kotra_notation.fast.old_kernel_plays import HALF
from kotra_notation.rules import Node, Ruleset, from_other_side, marks, named, throw_of
from kotra_notation.rules.old_outcome import half_wins, jan
from referees.old_boards import behind, near_the_end
from tools.old_agreement import VALUES

DIALECTS = ("forn-1977", "forn-de", "davidsson")
LONGEST = 160


def difference(kernel: OldThrows, ruleset: Ruleset, node: Node, dice: tuple[int, int]) -> str:
    """What the kernel and the rules say differently of a throw; a die of 0 is not thrown."""
    throw = throw_of(ruleset, node, [die for die in dice if die], singly=not dice[1])
    kernel.plays.clear()
    kernel.add(node.points, node.marks, *dice)
    whole = [behind(node.points, play) for play in kernel.plays if not play & HALF]
    half = [behind(node.points, play) for play in kernel.plays if play & HALF]
    for got, plays in ((whole, legal_plays(ruleset, throw)), (half, half_wins(ruleset, throw))):
        want = set(plays)
        if set(got) != want or len(got) != len(want):
            return f"{node} {dice}: {set(got) ^ want}"
    return ""


def game(random: Random, ruleset: Ruleset, points: Points | None = None) -> str:
    """The first difference in a game at random, whose sides like to hit; nothing where there is none."""
    kernel = OldThrows(ruleset.options)
    node = Node(points or ruleset.facts.start, ruleset.facts.marks if points is None else marks.UNLOCKED)
    for _ in range(LONGEST):
        second = random.randint(1, 6) if random.random() < 0.95 else 0
        dice = (random.randint(1, 6), second)
        if found := difference(kernel, ruleset, node, dice):
            return found
        places = sorted(behind(node.points, play) for play in kernel.plays if not play & HALF)
        reached = random.choice(places)
        if random.random() < 0.5:
            reached = min(places, key=lambda place: place.points[0] + random.random())
        if max(reached.points) <= 0 or (
            reached.points != node.points and jan(reached.points, ruleset.options)
        ):
            break
        node = from_other_side(ruleset, reached)
    return ""


@pytest.mark.parametrize("dialect", DIALECTS)
def test_plays_of_a_dialect(dialect: str) -> None:
    random = Random(dialect)
    ruleset = named(dialect).ruleset
    assert [found for _ in range(20) if (found := game(random, ruleset))] == []


@pytest.mark.parametrize("seed", range(40))
def test_plays_under_options_at_random(seed: int) -> None:
    random = Random(seed)
    often = random.choice((0.1, 0.3))
    changes = [f"{name}={random.choice(some)}" for name, some in VALUES.items() if random.random() < often]
    rules = ",".join([random.choice(DIALECTS), *changes])
    ruleset = named(rules).ruleset
    assert game(random, ruleset) == "", rules
    assert game(random, ruleset, near_the_end(random)) == "", rules


def test_all_throws_are_those_of_one_after_the_other() -> None:
    ruleset = named("forn-de").ruleset
    together, singly = OldThrows(ruleset.options), OldThrows(ruleset.options)
    together.add_all(ruleset.facts.start, ruleset.facts.marks)
    for one in range(1, 7):
        for two in range(1, one + 1):
            singly.add(ruleset.facts.start, ruleset.facts.marks, one, two)
    assert (together.plays, together.counts) == (singly.plays, singly.counts)
    assert together.playable(ruleset.facts.start, ruleset.facts.marks)
    assert (together.plays, together.counts) == (singly.plays, singly.counts)


@pytest.mark.parametrize(
    ("men", "dice"),
    [({12: 2, 10: 1, 9: 1, 8: 1, 7: 1, 24: 9}, (6, 1)), ({12: 2, 10: 2, 8: 2, 24: 9}, (1, 1))],
)
def test_a_step_may_close_two_points_to_dead_men(men: dict[int, int], dice: tuple[int, int]) -> None:
    ruleset = named("davidsson,jan.enemy_points=open").ruleset
    points = (-1, *(men.get(point, 0) for point in range(1, 26)))
    assert difference(OldThrows(ruleset.options), ruleset, Node(points, marks.UNLOCKED * 3), dice) == ""
