"""The plays of many throws at once are those of the kernel, and so of the rules."""

from __future__ import annotations

import random

import pytest

from kotra_notation.rules import kernel_plays, legal_plays, throw_of
from kotra_notation.rules.ruleset import Node
from referees.seeds import SEED
from tests.test_kernel import BY_THE_RULES, boards, dice_of

np = pytest.importorskip("numpy")
many_plays = pytest.importorskip("kotra_notation.engine.many_plays")


def results(points: list[tuple[int, ...]], dice: list[tuple[int, int]]) -> list[set[tuple[int, ...]]]:
    """The results of each throw, of which none comes twice."""
    found = many_plays.plays(np.array(points, np.int8), np.array(dice))
    of_throw: list[set[tuple[int, ...]]] = [set() for _ in points]
    for board, throw in zip(found.boards.tolist(), found.throws.tolist(), strict=True):
        of_throw[throw].add(tuple(board))
    assert sum(map(len, of_throw)) == len(found.throws)
    assert found.throws.tolist() == sorted(found.throws.tolist())
    return of_throw


def test_they_are_those_of_the_kernel() -> None:
    chance = random.Random(SEED)
    points = boards(chance, 1000)
    dice = [dice_of(chance) for _ in points]
    wanted = [
        {kernel_plays.unpacked(after) for after in kernel_plays.plays(kernel_plays.packed(one), *thrown)}
        for one, thrown in zip(points, dice, strict=True)
    ]
    assert results(points, dice) == wanted


def test_they_are_those_of_the_rules() -> None:
    chance = random.Random(SEED + 1)
    points = boards(chance, 30)
    dice = [dice_of(chance) for _ in points]
    wanted = [
        {
            tuple(play.node.points)
            for play in legal_plays(BY_THE_RULES, throw_of(BY_THE_RULES, Node(one), thrown)).values()
        }
        for one, thrown in zip(points, dice, strict=True)
    ]
    assert results(points, dice) == wanted


def test_no_throws_have_no_plays() -> None:
    assert len(many_plays.plays(np.empty((0, 26), np.int8), np.empty((0, 2), np.int64)).throws) == 0
