"""The cube and the stakes in replay, each test named for its rule."""

from __future__ import annotations

from itertools import chain

import kotra_notation as kn
from kotra_notation.replay import Replay
from referees.transcripts import bare, game, names, result

DOUBLED = ("W doubles 2", "B takes")


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


def test_mod_opt_2_the_beaver_keeps_the_cube() -> None:
    replayed = game("W doubles 2", "B beavers 4", "W 52: 13/8 24/22", "B wins 4", rules="modern,beavers=on")
    assert names(replayed) == []
    cube = replayed.games[0].frames[-1].after.stakes.cube
    assert (cube.value, cube.owner) == (4, 1)


def test_mod_opt_1_ties_turn_the_cube_as_often_as_agreed() -> None:
    tied = ("opening 3-3", "opening 5-5", "opening 3-1", "W 31: 8/5 6/5", "B 64: 24/14")
    for most, points in ((0, 1), (1, 2), (2, 4)):
        replayed = bare(*tied, f"W wins {points}", rules=f"modern,auto_doubles={most}")
        assert names(replayed) == []
        assert replayed.games[0].frames[-1].after.stakes.cube.value == points


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
