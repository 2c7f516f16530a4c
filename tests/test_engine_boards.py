"""Many boards at once: plays of the kernel, threats by a slow program, games in lockstep."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from kotra_notation.fast import kernel_plays
from kotra_notation.fast.judges import legal_plays
from kotra_notation.rules import throw_of
from kotra_notation.rules.ruleset import Node
from referees.seeds import SEED
from tests.test_kernel import BY_THE_RULES, boards, dice_of

np = pytest.importorskip("numpy")
many_plays = pytest.importorskip("kotra_notation.engine.many_plays")
threats = pytest.importorskip("kotra_notation.engine.threats")

from kotra_notation.engine.bearoff import two_sided  # noqa: E402
from kotra_notation.engine.evaluator import CUBELESS, Evaluator  # noqa: E402
from kotra_notation.engine.lockstep import Lockstep, dice, even_dice  # noqa: E402
from kotra_notation.engine.many_plays import THROWS  # noqa: E402
from kotra_notation.engine.modern_arrays import ModernArrays  # noqa: E402
from kotra_notation.engine.nets import shipped_nets  # noqa: E402


def results(points: list[tuple[int, ...]], dice: list[tuple[int, int]]) -> list[set[tuple[int, ...]]]:
    """The results of each throw, of which none comes twice."""
    found = many_plays.plays(np.array(points, np.int8), np.array(dice))
    of_throw: list[set[tuple[int, ...]]] = [set() for _ in points]
    for board, throw in zip(found.boards.tolist(), found.throws.tolist(), strict=True):
        of_throw[throw].add(tuple(board))
    assert sum(map(len, of_throw)) == len(found.throws)
    assert found.throws.tolist() == sorted(found.throws.tolist())
    return of_throw


def test_plays_are_those_of_the_kernel_and_of_the_rules() -> None:
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
    assert len(many_plays.plays(np.empty((0, 26), np.int8), np.empty((0, 2), np.int64)).throws) == 0


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


GAMES = 144
FEW = np.zeros(26, np.int8)
FEW[[6, 4, 3]], FEW[[20, 22]] = 2, -2
CONTACT = np.zeros(26, np.int8)
CONTACT[[20, 8, 6, 4, 3]], CONTACT[[5, 17, 19, 21, 23]] = (2, 3, 5, 3, 2), (-2, -3, -5, -3, -2)


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return Evaluator(ModernArrays(shipped_nets()))


def played(evaluator: Evaluator, board: object, *, to_the_end: bool = False) -> Lockstep:
    boards = np.tile(np.asarray(board, np.int8), (GAMES, 1))
    games = Lockstep(evaluator, boards, [CUBELESS], np.zeros(GAMES, np.intp), to_the_end=to_the_end)
    for turn in games.run(even_dice(0, GAMES, 1)):
        assert len(turn.games) == len(turn.boards) == len(turn.mean)
    return games


def test_throws_come_as_often_as_they_should() -> None:
    first, second, third = islice(even_dice(0, 1296, 5), 3)
    for throws in (first, second, first[:36], second[::36]):
        counts = np.bincount(throws, minlength=21)
        assert counts.tolist() == [len(throws) // (36 if one == two else 18) for one, two in THROWS]
    assert len(set(zip(first.tolist(), second.tolist(), strict=True))) == len(THROWS) ** 2
    assert len(third) == 1296
    assert np.array_equal(next(dice(9, (1, 2))), next(dice(9, (1, 2))))


def test_a_game_whose_end_is_known_comes_to_it_played_or_not(evaluator: Evaluator) -> None:
    games = played(evaluator, FEW)
    assert np.array_equal(games.endings.results[:, 0], np.repeat(two_sided(FEW[None]).win, GAMES))
    assert not games.endings.lucks.any()
    endings = played(evaluator, FEW, to_the_end=True).endings
    exact = float(two_sided(FEW[None]).win[0])
    assert set(np.unique(endings.results[:, 0])) <= {0, 1}
    plain = endings.results[:, 0]
    assert abs(plain.mean() - exact) < 3 * plain.std() / GAMES**0.5
    assert endings.without_luck[:, 0].std() < plain.std() / 10


def test_luck_makes_most_of_results(evaluator: Evaluator) -> None:
    endings = played(evaluator, CONTACT).endings
    assert endings.without_luck[:, 0].std() < endings.results[:, 0].std() / 3
