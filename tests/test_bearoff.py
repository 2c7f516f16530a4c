"""The bear-off tables, races and effective pip counts against slow referees and what is known by hand."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

import kotra_notation as kn
from referees import bearoff as referee
from referees.seeds import SEED
from tests.calls import kotra
from tests.records import rows

np = pytest.importorskip("numpy")
bearoff = pytest.importorskip("kotra_notation.engine.bearoff")
tables = pytest.importorskip("kotra_notation.engine.bearoff_tables")
many_plays = pytest.importorskip("kotra_notation.engine.many_plays")
nets = pytest.importorskip("kotra_notation.engine.nets")
judged_plays = pytest.importorskip("tools.judged_plays")
races = pytest.importorskip("kotra_notation.engine.races")


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


def test_means_gammons_and_backgammons_that_are_known_by_hand() -> None:
    known = {(): 0.0, (1,): 1.0, (1, 1): 1.0, (6,): 1.25, (1, 1, 1): 1 + 30 / 36, (1,) * 15: 0.0}
    found = bearoff.mean_throws(boards([(men, (1,)) for men in known]))
    assert found[:5] == pytest.approx(list(known.values())[:5], abs=EXACT)
    # Of fifteen men on the first point two go off, or four by a double.
    left = [0.0]
    for men in range(1, 16):
        left.append(1 + left[max(men - 2, 0)] * 30 / 36 + left[max(men - 4, 0)] * 6 / 36)
    assert found[5] == pytest.approx(left[15], abs=EXACT)
    # From the sixth point 17 of 36 throws take a man off: each six, 51, 42, 33 and 22.
    pairs = [((6, 1), ON_ONE), ((1, 1, 1), ON_SIX), (ON_ONE, (6, 1)), (ON_SIX, (1, 1)), (ON_SIX[1:], (1,))]
    found = bearoff.chances(boards(pairs))
    assert found[:, 1] == pytest.approx([15 / 36, 1 / 6 + 5 / 6 * 19 / 36, 0, 0, 0], abs=EXACT)
    assert found[:, 3] == pytest.approx([0, 0, 0, 19 / 36, 0], abs=EXACT)
    assert not found[:, [2, 4]].any()
    # Three men take two throws but for a double; from point 22 all throws but 21 leave the other home.
    others = (22, *[7] * 14)
    pairs = [((1, 1, 1), others), (others, (1,)), ((1,), others), ((1,), others[:-1]), ((7, 1), others)]
    won, lost = bearoff.backgammons(boards(pairs))
    assert won == pytest.approx([1 / 6 + 5 / 6 * 2 / 36, 0, 1, 0, 0], abs=EXACT)
    assert lost == pytest.approx([0, 2 / 36, 0, 0, 0], abs=EXACT)


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


def test_throws_are_those_of_the_referee_and_a_mean_is_one_more_than_that_of_the_best_plays() -> None:
    men = referee.all_men(4)
    board = boards([(mine, (1,)) for mine in men])
    means = [referee.mean_throws(mine) for mine in men]
    assert np.abs(bearoff.mean_throws(board) - means).max() < EXACT
    wanted = np.array([[*referee.throws(mine), *[0.0] * tables.TO_OFF][: tables.TO_OFF] for mine in men])
    assert np.abs(bearoff.throws(board) - wanted).max() < EXACT
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


def test_games_that_are_over_and_no_boards() -> None:
    found = bearoff.chances(boards([((), (3,)), ((3,), ()), (ON_ONE, ()), ((), ON_ONE)]))
    assert found.tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [1, 1, 0, 0, 0]]
    assert [one.tolist() for one in bearoff.two_sided(boards([((), (3,)), ((3,), ())]))] == [
        [1, 0],
        *[[1, -1]] * 3,
    ]
    none = np.empty((0, 26), np.int8)
    assert bearoff.chances(none).shape == (0, 5)
    assert bearoff.two_sided(none).win.shape == (0,)


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


@pytest.mark.middle
@pytest.mark.parametrize(
    "recipe", [bearoff.ONE_SIDED, bearoff.LEAVING, bearoff.TWO_SIDED], ids=lambda recipe: recipe.name
)
def test_tables_are_made_as_their_digest_says(recipe: Any) -> None:
    table = recipe.make()
    assert table.shape == recipe.shape
    assert bearoff.digest_of(table) == recipe.digest


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


def sides(*men: referee.Men) -> object:
    found = np.zeros((len(men), 24), np.int8)
    for row, points in zip(found, men, strict=True):
        for point in points:
            row[point - 1] += 1
    return found


def board(mine: referee.Men, theirs: referee.Men) -> object:
    found = np.zeros((1, 26), np.int8)
    found[0, 1:25] = sides(mine)[0] - sides(theirs)[0, ::-1]  # type: ignore[index]
    return found


NEAR: list[Men] = [(7,), (10,), (18,), (24,), (7, 7), (8, 5), (12, 3), (9, 6, 1), (8, 7, 2), (7, 6, 6, 2)]


def test_the_net_counts_rolls_as_the_referee_does() -> None:
    net = nets.shipped_nets()["race"]
    wrong = races.mean_rolls(net, sides(*NEAR))[:, races.LAST] - [referee.mean_throws(men) for men in NEAR]
    assert np.abs(wrong).max() < 0.1
    assert np.abs(wrong).mean() < 0.04


def test_sides_at_home_have_what_the_tables_say() -> None:
    net, men = nets.shipped_nets()["race"], sides((6,) * 15, (6, 5, 1), ())
    found = races.mean_rolls(net, men)
    assert found[:2, 0] == pytest.approx(bearoff.mean_throws(np.pad(men, ((0, 0), (1, 1))))[:2], abs=1e-4)
    assert found[1:].tolist()[1] == [0, 0]
    assert found[1, races.FIRST] == 0
    net = nets.shipped_nets()["race"]
    for mine, theirs in (((6,) * 15, (5,) * 15), ((1, 1, 2), (6,) * 15), ((6,) * 15, (1, 1, 2))):
        both = board(mine, theirs)
        assert races.chances(net, both) == pytest.approx(bearoff.chances(both), abs=1e-5)


def test_one_roll_more_changes_little() -> None:
    training = pytest.importorskip("tools.races")
    net = nets.shipped_nets()["race"]
    some = training.race_sides(60, 0.3, np.random.default_rng(5))
    ahead = np.matmul(training.one_roll_ahead(net, some, np.random.default_rng(5))[0], np.arange(nets.ROLLS))
    full = some.sum(axis=1) == 15
    wrong = races.mean_rolls(net, some) - ahead
    assert np.abs(wrong[:, races.LAST]).mean() < 0.05
    assert np.abs(wrong[full, races.FIRST]).mean() < 0.05


def test_a_gammon_is_lost_far_from_home_and_no_chance_is_beyond_one() -> None:
    net = nets.shipped_nets()["race"]
    far, near = board((1, 1), (18,) * 15), board((18,) * 15, (1, 1))
    assert races.chances(net, far)[0, :3] == pytest.approx([1, 1, 0], abs=1e-3)
    assert races.chances(net, near)[0] == pytest.approx([0, 0, 0, 1, 0], abs=1e-3)
    training = pytest.importorskip("tools.races")
    boards = np.zeros((400, 26), np.int8)
    boards[:, 1:25] = -training.race_sides(400, 0.6, np.random.default_rng(1))[:, ::-1]
    boards[:, 1] += 1
    found = races.chances(nets.shipped_nets()["race"], boards)
    assert (found.min(), found.max()) == (0, 1)


OTHER = "B: 1x2 off13"


def text(men: tuple[int, ...]) -> str:
    """The position of a side with so many checkers on its points 1, 2, 3 …"""
    placed = " ".join(f"{point}x{count}" for point, count in enumerate(men, 1) if count)
    return f"W: {placed} off{15 - sum(men)}; {OTHER}"


@cache
def rolls(men: tuple[int, ...]) -> float:
    """The average number of rolls, with every play tried."""
    if not any(men):
        return 0.0
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            after = [play.position.seen_by(0)[1:7] for play in kn.plays(text(men), (high, low))]
            total += (1 if high == low else 2) * min(rolls(tuple(points)) for points in after)
    return 1 + total / 36


@pytest.mark.parametrize(
    "men", [(1, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 2), (1, 1, 0, 0, 1, 0), (0, 1, 0, 2, 0, 0)]
)
def test_rolls_are_those_of_a_slow_count(men: tuple[int, ...]) -> None:
    white, black = kn.effective_pips(text(men))
    assert white.rolls == pytest.approx(rolls(men), abs=1e-5)
    assert white.pips == sum(point * count for point, count in enumerate(men, 1))
    assert white.effective == pytest.approx(white.rolls * 49 / 6)
    assert white.wastage == pytest.approx(white.effective - white.pips)
    assert (black.seat, black.pips) == (1, 2)
    assert black.rolls == pytest.approx(1)


def test_checkers_on_the_ace_point_go_two_a_roll_and_four_with_a_double() -> None:
    means = [0.0]
    for count in range(1, 16):
        means.append(1 + 5 / 6 * means[max(count - 2, 0)] + 1 / 6 * means[max(count - 4, 0)])
        white, _ = kn.effective_pips(f"W: 1x{count} off{15 - count}; {OTHER}")
        assert white.rolls == pytest.approx(means[count], abs=1e-5)


@rows
def test_only_a_side_that_is_home_and_cannot_be_met_has_one(position: str, seats: tuple[int, ...]) -> None:
    assert [side.seat for side in kn.effective_pips(position)] == list(seats)


def test_the_commands_show_it() -> None:
    position = f"W: 1x5 off10; {OTHER}"
    line = "White: pip count 5, effective 22.00 (17.00 wasted), 2.69 rolls on average\n"
    assert line in kotra("best", position).stdout
    assert line in kotra("board", position, "--dice", "31", "--best").stdout
    row = json.loads(kotra("best", position, "31", "--json").stdout)["effective_pips"][0]
    assert row == {"side": "W", "pips": 5, "rolls": 2.69, "effective": 22.0, "wastage": 17.0}
    assert "effective" not in kotra("best", "start", "31", "--json").stdout
