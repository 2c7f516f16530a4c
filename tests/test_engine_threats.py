"""What a net sees of threats, against a slow program that moves one man at a time."""

from __future__ import annotations

import random

import pytest

from referees.seeds import SEED

np = pytest.importorskip("numpy")
threats = pytest.importorskip("kotra_notation.engine.threats")

ALL_THROWS = [(one, two) for one in range(1, 7) for two in range(1, 7)]


def a_board(chance: random.Random) -> list[int]:
    board = [0] * 26
    for sign in (1, -1):
        for _ in range(chance.randint(4, 15)):
            at = chance.choice([25 if sign > 0 else 0] * (chance.random() < 0.3) + list(range(1, 25)))
            if board[at] * sign >= 0:
                board[at] += sign
    return board


def landings(board: list[int], at: int, steps: list[int]) -> list[int]:
    """Where a man comes by step after step, until a wall stops him."""
    found = []
    for step in steps:
        at -= step
        if at < 1 or board[at] <= -2:
            break
        found.append(at)
    return found


def can_hit(board: list[int], target: int, one: int, two: int) -> bool:
    orders = [[one] * 4] if one == two else [[one, two], [two, one]]
    if board[25]:
        if any(target in landings(board, 25, order) for order in orders):
            return True
        return board[25] == 1 and any(
            board[25 - first] > -2 and board[target + second] > 0
            for first, second in ((one, two), (two, one))
            if target + second < 25
        )
    men = [at for at in range(1, 25) if board[at] > 0]
    return any(target in landings(board, at, order) for at in men for order in orders)


def gets_through(board: list[int], at: int, one: int, two: int) -> bool:
    """Whether a man can play both, walls beyond the board being none."""
    shut = [at - step > 0 and board[at - step] <= -2 for step in range(1, 13)]
    return not shut[one + two - 1] and not (shut[one - 1] and shut[two - 1])


def test_hits_and_walls_are_those_of_a_slow_program() -> None:
    chance = random.Random(SEED)
    boards = [a_board(chance) for _ in range(400)]
    rows = np.array(boards, np.int8)
    hit, held = threats.hits(rows), threats.walls(rows)
    for board, hits, walls in zip(boards, hit, held, strict=True):
        blots = [at for at in range(1, 25) if board[at] == -1]
        throws = {at: {throw for throw in ALL_THROWS if can_hit(board, at, *throw)} for at in blots}
        expected = [len(throws.get(at, ())) / 36 for at in range(1, 25)]
        assert hits[:-1] == pytest.approx(expected, abs=1e-6), board
        assert hits[-1] == pytest.approx(len(set().union(*throws.values())) / 36, abs=1e-6)
        shares = [
            1 - sum(gets_through(board, at, *throw) for throw in ALL_THROWS) / 36 for at in range(1, 26)
        ]
        men = [share if board[at] > 0 else 0 for at, share in enumerate(shares, 1)]
        assert walls == pytest.approx(men + shares[18:], abs=1e-6), board


def test_both_sides_see_the_same_with_seats_swapped() -> None:
    rows = np.array([a_board(random.Random(seed)) for seed in range(50)], np.int8)
    seen, swapped = threats.threats(rows), threats.threats(threats.from_other_side(rows))
    half = threats.INPUTS // 2
    assert (seen[:, :half] == swapped[:, half:]).all()
    assert (seen[:, half:] == swapped[:, :half]).all()
