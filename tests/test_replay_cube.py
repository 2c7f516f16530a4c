"""The cube and the stakes in replay, each test named for its rule."""

from __future__ import annotations

from itertools import chain

import pytest

import kotra_notation as kn
from kotra_notation.replay import Replay
from referees.transcripts import bare, game, names, result

DOUBLED = ("W doubles 2", "B takes")


def test_mod_cube_2_either_side_may_turn_a_centred_cube_on_its_turn() -> None:
    assert names(game(*DOUBLED, "W resigns single", "B accepts", "B wins 2")) == []
    turned = game("W 52: 13/8 24/22", "B doubles 2", "W takes", "W resigns single", "B accepts", "B wins 2")
    assert names(turned) == []


def test_mod_cube_2_nobody_doubles_before_the_first_throw() -> None:
    assert names(bare("W doubles 2", "B drops", "W wins 1")) == ["double-out-of-turn"]


def test_mod_cube_3_declining_loses_what_the_cube_showed() -> None:
    assert result(game("W doubles 2", "B drops", "W wins 1")) == (0, 1, "drop")
    redoubled = game(*DOUBLED, "W 52: 13/8 24/22", "B doubles 4", "W drops", "B wins 2")
    assert (names(redoubled), result(redoubled)) == ([], (1, 2, "drop"))


def test_mod_cube_4_the_acceptor_owns_the_cube() -> None:
    replayed = game(*DOUBLED, "W 52: 13/8 24/22", "B 52: 13/8 24/22", "B wins 2")
    cube = replayed.games[0].frames[3].after.stakes.cube
    assert (cube.value, cube.owner) == (2, 1)
    again = game(*DOUBLED, "W 52: 13/8 24/22", "B 52: 13/8 24/22", "W doubles 4", "B takes", "W wins 4")
    assert names(again) == ["cube-not-owned"]


def test_a_take_or_a_drop_by_the_doubler_himself_answers_nothing() -> None:
    assert names(game("W doubles 2", "W takes", "B takes", "W wins 2")) == ["answer-without-double"]
    assert names(game("B drops", "W wins 1")) == ["answer-without-double"]


def test_behind_a_wrong_value_the_record_s_own_values_go_on() -> None:
    wrong = (*DOUBLED, "W 52: 13/8 24/22", "B doubles 8", "W takes", "B 52: 13/8 24/22")
    assert names(game(*wrong, "W doubles 16", "B drops", "W wins 8")) == ["cube-value"]


def test_playing_on_takes_a_double_that_nobody_answered() -> None:
    replayed = game("W doubles 2", "W 52: 13/8 24/22", "B resigns single", "W accepts", "W wins 2")
    assert names(replayed) == ["double-unanswered"]
    assert result(replayed) == (0, 2, "resign")


def test_a_second_double_behind_an_unanswered_one() -> None:
    assert "double-unanswered" in names(game("W doubles 2", "B doubles 4", "W drops", "B wins 2"))


def test_a_result_behind_an_unanswered_double_is_a_drop_if_it_counts_so() -> None:
    replayed = game("W doubles 2", "W wins 1")
    assert (names(replayed), result(replayed)) == (["double-unanswered"], (0, 1, "drop"))


@pytest.mark.parametrize(("rules", "found"), [("modern", ["beaver-not-allowed"]), ("modern,beavers=on", [])])
def test_mod_opt_2_beavers_are_an_option(rules: str, found: list[str]) -> None:
    replayed = game("W doubles 2", "B beavers 4", "W drops", "B wins 2", length=7, rules=rules)
    assert [name for name in names(replayed) if name != "match-unfinished"] == found
    assert result(replayed) == (1, 2, "drop")


def test_mod_opt_2_the_beaver_keeps_the_cube() -> None:
    replayed = game("W doubles 2", "B beavers 4", "W 52: 13/8 24/22", "B wins 4", rules="modern,beavers=on")
    assert names(replayed) == []
    cube = replayed.games[0].frames[-1].after.stakes.cube
    assert (cube.value, cube.owner) == (4, 1)


def test_mod_opt_2_a_raccoon_turns_it_once_more() -> None:
    lines = ("W doubles 2", "B beavers 4", "W raccoons 8", "B takes", "W 52: 13/8 24/22", "W wins 8")
    assert names(game(*lines, rules="modern,beavers=on,raccoons=on")) == []
    assert names(game(*lines, rules="modern,beavers=on,raccoons=off")) == ["beaver-not-allowed"]
    assert names(game(*lines[:1], "B beavers 8", "W drops", "B wins 2", rules="modern,beavers=on")) == [
        "cube-value"
    ]
    alone = game("B beavers 4", "B wins 3", length=3, rules="modern,beavers=on")
    assert names(alone) == ["answer-without-double"]


def test_mod_opt_1_ties_turn_the_cube_as_often_as_agreed() -> None:
    tied = ("opening 3-3", "opening 5-5", "opening 3-1", "W 31: 8/5 6/5", "B 64: 24/14")
    for most, points in ((0, 1), (1, 2), (2, 4)):
        replayed = bare(*tied, f"W wins {points}", rules=f"modern,auto_doubles={most}")
        assert names(replayed) == []
        assert replayed.games[0].frames[-1].after.stakes.cube.value == points


def test_mod_opt_1_an_automatic_double_that_the_record_writes() -> None:
    lines = ("auto double 2", "W 31: 8/5 6/5", "B 64: 24/14", "W wins 2")
    assert names(bare(*lines, rules="modern,auto_doubles=1")) == ["automatic-double-without-tie"]
    thrown = ("opening 4-4", lines[0], "opening 3-1", *lines[1:])
    assert names(bare(*thrown, rules="modern,auto_doubles=1")) == []
    assert names(bare("auto double 4", *lines[1:], rules="modern,auto_doubles=1")) == ["cube-value"]


def test_mod_opt_3_texas_counts_single_until_somebody_doubles() -> None:
    home = "setup W: 1x1 off14; B: 6x15; W to play"
    assert result(bare(home, "W 21: 1/off", "W wins 1", rules="modern,texas=on")) == (0, 1, "gammon")
    assert result(bare(home, "W 21: 1/off", "W wins 2", rules="modern,texas=off")) == (0, 2, "gammon")
    doubled = bare(home, "W doubles 2", "B takes", "W 21: 1/off", "W wins 4", rules="modern,texas=on")
    assert (names(doubled), result(doubled)) == ([], (0, 4, "gammon"))


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        (["setup {}; cube 2 W"], 4),
        (["setup {}; cube 2 B"], 4),
        (["setup {}; cube 1 W"], 2),
        (["setup {}; cube 2"], 2),  # turned for equal dice, which is no offer
        (["setup {}"], 1),
        (["setup {}; cube 2 W", "W 21: 1/off", "setup {}; cube 4"], 4),
    ],
)
def test_mod_opt_3_a_cube_that_is_set_up_with_an_owner_was_offered(lines: list[str], points: int) -> None:
    set_up = [line.format("W: 1x1 off14; B: 6x15; W to play") for line in lines]
    replayed = bare(*set_up, "W 21: 1/off", f"W wins {points}", rules="modern,texas=on")
    assert (replayed.games[0].points, "points-wrong" in names(replayed)) == (points, False)


@pytest.mark.parametrize(("limit", "found"), [("2", ["cube-limit-passed"]), ("4", []), ("none", [])])
def test_mod_cube_1_the_limit(limit: str, found: list[str]) -> None:
    lines = (*DOUBLED, "W 52: 13/8 24/22", "B doubles 4", "W drops", "B wins 2")
    assert names(game(*lines, rules=f"modern,cube.limit={limit}")) == found


def redoubled(times: int) -> Replay:
    turns = [(f"{side} doubles", f"{other} takes", f"{side} 21: cannot move") for side, other in ("WB", "BW")]
    return game(*chain.from_iterable(turns[turn % 2] for turn in range(times)))


def test_mod_cube_1_there_is_no_highest_face() -> None:
    assert not [name for name in names(redoubled(62)) if name.startswith("cube")]


def test_a_cube_is_turned_as_long_as_it_is_told_in_figures() -> None:
    replayed = redoubled(5_000)
    passed = [one for one in replayed.findings if one.kind.name == "cube-limit-passed"]
    assert len(passed) == 5_000 - 62
    assert f"beyond the limit of {2**62}" in passed[0].message
    assert str(2**62) in kn.report(replayed)


def test_mod_match_4_a_resignation_counts_the_stake_as_it_stands() -> None:
    for size, points in (("single", 2), ("gammon", 4), ("backgammon", 6)):
        replayed = game(*DOUBLED, f"W resigns {size}", "B accepts", f"B wins {points}")
        assert (names(replayed), result(replayed)) == ([], (1, points, "resign"))


def test_mod_match_4_refused_it_changes_nothing() -> None:
    refused = game("W resigns single", "B refuses", "W 52: 13/8 24/22", "W wins 1")
    assert (names(refused), result(refused)) == ([], (0, 1, "resign"))
    assert names(game("W resigns single", "W accepts", "B wins 1")) == ["answer-without-resignation"]
    assert result(game("W resigns gammon", "B wins 2")) == (1, 2, "resign")
    assert names(game("W resigns gammon", "W 52: 13/8 24/22", "W wins 1")) == []
    assert names(game("W resigns", "W wins 1")) == ["winner-wrong"]
    assert result(game("W resigns", "B accepts", "B wins 3")) == (1, 3, "resign")


def test_mod_match_5_a_settlement_counts_as_agreed() -> None:
    assert result(game("settled W 1.5", "W wins 1.5")) == (0, 1.5, "settled")
    assert result(game("draw")) == (None, 0, "settled")


def test_mod_match_6_a_forfeit_counts_what_the_record_says() -> None:
    assert result(game('W forfeits game "time" 2', "B wins 2")) == (1, 2, "resign")
