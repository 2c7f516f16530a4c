"""Games in lockstep: results and luck that mean the same whoever looks, and dice that fall evenly."""

from __future__ import annotations

from itertools import islice

import pytest

np = pytest.importorskip("numpy")

from kotra_notation.engine.bearoff import two_sided  # noqa: E402
from kotra_notation.engine.evaluator import CUBELESS, Evaluator  # noqa: E402
from kotra_notation.engine.lockstep import Lockstep, dice, even_dice  # noqa: E402
from kotra_notation.engine.many_plays import THROWS  # noqa: E402
from kotra_notation.engine.modern_arrays import ModernArrays  # noqa: E402
from kotra_notation.engine.nets import shipped_nets  # noqa: E402

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


def test_a_game_whose_end_is_known_is_not_played(evaluator: Evaluator) -> None:
    games = played(evaluator, FEW)
    assert np.array_equal(games.endings.results[:, 0], np.repeat(two_sided(FEW[None]).win, GAMES))
    assert not games.endings.lucks.any()


def test_a_game_played_to_its_end_comes_to_what_is_known(evaluator: Evaluator) -> None:
    endings = played(evaluator, FEW, to_the_end=True).endings
    exact = float(two_sided(FEW[None]).win[0])
    assert set(np.unique(endings.results[:, 0])) <= {0, 1}
    plain = endings.results[:, 0]
    assert abs(plain.mean() - exact) < 3 * plain.std() / GAMES**0.5
    assert endings.without_luck[:, 0].std() < plain.std() / 10


def test_luck_makes_most_of_results(evaluator: Evaluator) -> None:
    endings = played(evaluator, CONTACT).endings
    assert endings.without_luck[:, 0].std() < endings.results[:, 0].std() / 3
