"""The plays of many throws at once are those of the kernel, and so of the rules."""

from __future__ import annotations

import random

import pytest

from kotra_notation.fast import kernel_plays
from kotra_notation.fast.judges import legal_plays
from kotra_notation.rules import throw_of
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
        {
            kernel_plays.unpack_board(after)
            for after in kernel_plays.plays(kernel_plays.pack_board(one), *thrown)
        }
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


def test_all_throws_by_the_kernel_and_by_arrays_lead_to_the_same_boards() -> None:
    chance = random.Random(SEED + 2)
    board = np.array([*boards(chance, 300), *bear_offs(chance, 200)], np.int8)
    dice = np.tile(np.array(many_plays.THROWS), (len(board), 1))
    wanted = many_plays.plays(np.repeat(board, 21, axis=0), dice)
    found = many_plays.plays_by_kernel(board)
    once = many_plays.in_order(*found)
    assert len(once.throws) == len(found.throws)
    assert np.array_equal(once.throws, wanted.throws)
    assert np.array_equal(once.boards, wanted.boards)


def bear_offs(chance: random.Random, count: int) -> list[tuple[int, ...]]:
    """Boards with a few own men near home, and blots and points of the others in their way."""
    found = []
    for _ in range(count):
        points = [0] * 26
        for _ in range(chance.randint(1, 5)):
            points[chance.choice((*range(1, 10), 25))] += 1
        for _ in range(chance.randint(1, 6)):
            point = chance.randint(1, 12)
            if points[point] <= 0:
                points[point] -= 1
        found.append(tuple(points))
    return found


def test_no_throws_have_no_plays() -> None:
    assert len(many_plays.plays(np.empty((0, 26), np.int8), np.empty((0, 2), np.int64)).throws) == 0
