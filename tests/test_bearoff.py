"""The bear-off tables against what is known by hand and against a slow referee."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referees import bearoff as referee
from referees.seeds import SEED
from tests.records import rows

np = pytest.importorskip("numpy")
bearoff = pytest.importorskip("kotra_notation.engine.bearoff")
tables = pytest.importorskip("kotra_notation.engine.bearoff_tables")
kept_tables = pytest.importorskip("kotra_notation.engine.bearoff")
many_plays = pytest.importorskip("kotra_notation.engine.many_plays")
nets = pytest.importorskip("kotra_notation.engine.nets")
judged_plays = pytest.importorskip("tools.judged_plays")

Men = referee.Men
EXACT = 1e-6
CUBES: dict[referee.Cube, str] = {"middle": "centred", "mine": "own", "theirs": "theirs"}
ON_SIX: Men = (6,) * 15
ON_ONE: Men = (1,) * 15


def boards(pairs: list[tuple[Men, Men]]) -> Any:
    """Boards with the men of the side on roll and of the other, each on its own points."""
    found = np.zeros((len(pairs), 26), np.int8)
    for board, (mine, theirs) in zip(found, pairs, strict=True):
        for point in mine:
            board[point] += 1
        for point in theirs:
            board[25 - point] -= 1
    return found


def some_men(chance: random.Random, most: int) -> Men:
    return tuple(sorted((chance.randint(1, 6) for _ in range(chance.randint(1, most))), reverse=True))


def test_each_position_has_its_number() -> None:
    counts = tables.positions()
    assert tables.numbers(counts).tolist() == list(range(54264))
    men = counts.sum(axis=1)
    assert men.tolist() == sorted(men)
    assert np.flatnonzero(men == 15)[0] == tables.FULL
    assert np.flatnonzero(men > 6)[0] == tables.FEW_POSITIONS


@rows
def test_off_at_once_or_never(mine: Men, throws: int) -> None:
    board = boards([(mine, (1,))])
    assert bearoff.chances(board)[0, 0] == pytest.approx(throws / 36, abs=EXACT)
    for equity in bearoff.two_sided(board)[1:]:
        assert equity[0] == pytest.approx(throws / 18 - 1, abs=EXACT)


def test_means_that_are_known_by_hand() -> None:
    known = {(): 0.0, (1,): 1.0, (1, 1): 1.0, (6,): 1.25, (1, 1, 1): 1 + 30 / 36, (1,) * 15: 0.0}
    found = bearoff.mean_throws(boards([(men, (1,)) for men in known]))
    assert found[:5] == pytest.approx(list(known.values())[:5], abs=EXACT)
    # Of fifteen men on the first point two go off, or four by a double.
    left = [0.0]
    for men in range(1, 16):
        left.append(1 + left[max(men - 2, 0)] * 30 / 36 + left[max(men - 4, 0)] * 6 / 36)
    assert found[5] == pytest.approx(left[15], abs=EXACT)


@pytest.mark.middle
def test_pairs_are_worth_what_the_referee_says() -> None:
    men = referee.all_men(3)[1:]
    pairs = [(mine, theirs) for mine in men for theirs in men]
    found = bearoff.two_sided(boards(pairs))
    win = [(1 + referee.worth_rolled(*pair, "dead")) / 2 for pair in pairs]
    assert np.abs(found.win - win).max() < EXACT
    for cube, name in CUBES.items():
        wanted = [referee.worth_rolled(*pair, cube) for pair in pairs]
        assert np.abs(getattr(found, name) - wanted).max() < EXACT


@pytest.mark.parametrize("cube", CUBES.values())
def test_a_pair_is_the_mean_of_what_follows_the_best_plays(cube: str) -> None:
    chance = random.Random(SEED)
    of_the_other = {"centred": "centred", "own": "theirs", "theirs": "own"}[cube]
    for _ in range(12):
        mine, theirs = some_men(chance, 6), some_men(chance, 6)
        expected = 0.0
        for dice in referee.DICE:
            after = boards([(theirs, left) for left in referee.results(mine, dice)])
            expected -= getattr(bearoff.two_sided(after).with_double(), of_the_other).min() / 36
        found = getattr(bearoff.two_sided(boards([(mine, theirs)])), cube)[0]
        assert found == pytest.approx(expected, abs=EXACT), (mine, theirs)


def test_throws_are_those_of_the_referee() -> None:
    men = referee.all_men(4)
    board = boards([(mine, (1,)) for mine in men])
    means = [referee.mean_throws(mine) for mine in men]
    assert np.abs(bearoff.mean_throws(board) - means).max() < EXACT
    wanted = np.array([[*referee.throws(mine), *[0.0] * tables.TO_OFF][: tables.TO_OFF] for mine in men])
    assert np.abs(bearoff.throws(board) - wanted).max() < EXACT


def test_a_mean_is_one_more_than_that_of_the_best_plays() -> None:
    chance = random.Random(SEED)
    for _ in range(10):
        mine = some_men(chance, 15)
        expected = 1.0
        for dice in referee.DICE:
            after = boards([(left, (1,)) for left in referee.results(mine, dice)])
            expected += bearoff.mean_throws(after).min() / 36
        assert bearoff.mean_throws(boards([(mine, (1,))]))[0] == pytest.approx(expected, abs=EXACT), mine


@pytest.mark.middle
def test_one_side_and_both_sides_differ_little() -> None:
    """A side that is behind dares more than one that only hurries: that is worth 0.014 at most."""
    few = tables.positions()[1 : tables.FEW_POSITIONS]
    board = np.zeros((len(few), 26), np.int8)
    board[:, 1:7], board[:, 24:18:-1] = few, few
    throws = bearoff.throws(board)
    alone = throws @ throws[:, ::-1].cumsum(axis=1)[:, ::-1].T
    mine, theirs = np.divmod(np.arange(len(few) ** 2), len(few))
    board = board[mine]
    board[:, 24:18:-1] = -few[theirs]
    exact = bearoff.two_sided(board).win.reshape(alone.shape)
    assert np.abs(exact - alone).max() < 0.01395
    assert np.abs(exact - alone).mean() < 0.0009
    assert (exact - alone).min() > -0.01395


def test_gammons_that_are_known_by_hand() -> None:
    # From the sixth point 17 of 36 throws take a man off: each six, 51, 42, 33 and 22.
    pairs = [((6, 1), ON_ONE), ((1, 1, 1), ON_SIX), (ON_ONE, (6, 1)), (ON_SIX, (1, 1)), (ON_SIX[1:], (1,))]
    found = bearoff.chances(boards(pairs))
    assert found[:, 1] == pytest.approx([15 / 36, 1 / 6 + 5 / 6 * 19 / 36, 0, 0, 0], abs=EXACT)
    assert found[:, 3] == pytest.approx([0, 0, 0, 19 / 36, 0], abs=EXACT)
    assert not found[:, [2, 4]].any()


@pytest.mark.middle
@pytest.mark.parametrize("winner", [(6, 6, 6), (6, 5, 4, 2)])
@pytest.mark.parametrize("loser", [(6,) * 10 + (2,) * 5, (6,) * 8 + (4,) * 7])
def test_gammons_are_those_of_the_referee(winner: Men, loser: Men) -> None:
    off, first = referee.throws(winner), referee.throws_to_first(loser)
    found = bearoff.chances(boards([(winner, loser), (loser, winner)]))
    assert found[0, 1] == pytest.approx(referee.no_later(off, first), abs=EXACT)
    assert found[1, 3] == pytest.approx(referee.no_later(off, first, ahead=1), abs=EXACT)


@pytest.mark.middle
def test_the_throws_to_leave_a_home_are_those_of_the_referee() -> None:
    sides = referee.all_men(3)
    counts = np.array([[men.count(point) for point in range(1, 7)] for men in sides])
    found = tables.leaving()[tables.numbers(counts)] @ np.arange(tables.TO_LEAVE)
    wanted = [referee.mean_to_leave(tuple(point + 18 for point in men)) for men in sides]
    assert np.abs(found - wanted).max() < EXACT


def test_backgammons_that_are_known_by_hand() -> None:
    # Three men take two throws but for a double; from point 22 all throws but 21 leave the other home.
    others = (22, *[7] * 14)
    pairs = [((1, 1, 1), others), (others, (1,)), ((1,), others), ((1,), others[:-1]), ((7, 1), others)]
    won, lost = bearoff.backgammons(boards(pairs))
    assert won == pytest.approx([1 / 6 + 5 / 6 * 2 / 36, 0, 1, 0, 0], abs=EXACT)
    assert lost == pytest.approx([0, 2 / 36, 0, 0, 0], abs=EXACT)


def test_a_game_that_is_over() -> None:
    found = bearoff.chances(boards([((), (3,)), ((3,), ()), (ON_ONE, ()), ((), ON_ONE)]))
    assert found.tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [1, 1, 0, 0, 0]]
    assert [one.tolist() for one in bearoff.two_sided(boards([((), (3,)), ((3,), ())]))] == [
        [1, 0],
        *[[1, -1]] * 3,
    ]


def test_a_double_is_offered_where_it_gains() -> None:
    """One man on the fourth point goes off by 34 throws of 36; two on the sixth by four."""
    found = bearoff.two_sided(boards([((4,), (1,)), ((6, 6), (1,))])).with_double()
    for equity in (found.centred, found.own):
        assert equity == pytest.approx([1, 4 / 18 - 1], abs=EXACT)
    assert found.theirs == pytest.approx([34 / 18 - 1, 4 / 18 - 1], abs=EXACT)


def test_the_roll_and_the_cube_are_worth_something() -> None:
    chance = random.Random(SEED)
    pairs = [(some_men(chance, 6), some_men(chance, 6)) for _ in range(2000)]
    found = bearoff.two_sided(boards(pairs))
    other = bearoff.two_sided(boards([(theirs, mine) for mine, theirs in pairs]))
    assert (found.win + other.win).min() >= 1 - EXACT
    assert (found.own >= found.centred).all()
    assert (found.centred >= found.theirs).all()


def test_boards_that_are_not_known_are_refused() -> None:
    known = boards([((6,), (6,)), ((), ()), (ON_ONE, ON_SIX)])
    unknown = boards([((7,), (6,)), ((6,), (7,)), ((25,), (1,)), ((1,), (25,)), ((6,), (20, 1))])
    unknown = np.concatenate(
        [unknown, boards([((*ON_ONE, 1), (1,)), ((1,), (*ON_SIX, 6)), ((1,) * 30, (1,))])]
    )
    assert bearoff.covers(known).all()
    assert bearoff.covers_both(known).tolist() == [True, True, False]
    assert not bearoff.covers(unknown).any()
    assert not bearoff.covers_both(unknown).any()
    for board in unknown:
        with pytest.raises(ValueError, match="bear-off tables"):
            bearoff.chances(board[None])
    with pytest.raises(ValueError, match="two-sided table"):
        bearoff.two_sided(known)


def test_no_boards_have_no_chances() -> None:
    none = np.empty((0, 26), np.int8)
    assert bearoff.chances(none).shape == (0, 5)
    assert bearoff.two_sided(none).win.shape == (0,)


@pytest.mark.middle
@pytest.mark.parametrize(
    "recipe", [bearoff.ONE_SIDED, bearoff.LEAVING, bearoff.TWO_SIDED], ids=lambda recipe: recipe.name
)
def test_tables_are_made_as_their_digest_says(recipe: Any) -> None:
    table = recipe.make()
    assert table.shape == recipe.shape
    assert kept_tables.digest_of(table) == recipe.digest


def ranked(board: Any) -> Any:
    """Chances by which plays can be ranked; where the other side is not home, by the throws that are left."""
    found = np.zeros((len(board), nets.CHANCES), np.float32)
    known = bearoff.covers(board)
    found[known] = bearoff.chances(board[known])
    found[~known, 0] = bearoff.mean_throws(many_plays.from_other_side(board[~known])) / tables.TO_OFF
    return found


def test_plays_judged_by_gnu_backgammon() -> None:
    decisions = [one for one in judged_plays.read_decisions() if one.phase == "bearoff"]
    if not decisions:
        pytest.skip("the judged decisions are not here")
    assert judged_plays.loss_of(ranked, decisions)["bearoff"] <= 0.2
