"""Dice thrown one after the other, and the step that bears off the last man (section 12 of the rules)."""

from __future__ import annotations

import pytest

from referees.transcripts import names
from tests.test_replay_old import awards, game

AFTER = ("W 62: w/off x/off", "W wins 2", "B after throws")
SETUP = "W: w1 x1 off13; B: g1 l14"
HALF = 'B scores "hálfur meistari" 6.5'


@pytest.mark.parametrize(
    ("lines", "options", "found", "won"),
    [
        (["B 5+: g/l", HALF], "", [], ("meistari", 6.5)),
        (["B 5+: g/l half", HALF], "", [], ("meistari", 6.5)),
        (["B 5+3: g/l l/off", HALF], "", [], ("meistari", 6.5)),
        (["B 5+3: g/l l/off half", HALF], "", [], ("meistari", 6.5)),
        (["B 5+3: g/l l/off"], "", ["award-missed"], ("meistari", 6.5)),
        (["B 5+3: g/l l/off", HALF], ",after.claim=all", [], ("meistari", 6.5)),
        (["B 5+3: g/l l/off", HALF], ",after.claim=first", ["play-after-end"], ("meistari", 6.5)),
        (["B 2+3: g/i/l", "B scores meistari 13"], "", [], ("meistari", 13)),
        (["B 2+3: g/i/l half", "B scores meistari 6.5"], "", ["half-not-won"], None),
        (["B 4+: g/k half"], "", ["half-not-won"], None),
    ],
)
def test_forn_half_3_a_form_by_the_first_die_is_won_by_half_and_stays_won(
    lines: list[str], options: str, found: list[str], won: tuple[str, float] | None
) -> None:
    replayed = game(SETUP, *AFTER, *lines, rules=f"forn-1977,after=on,one_die=after-throws{options}")
    assert names(replayed) == found
    assert [one[1:] for one in awards(replayed) if one[0] == 1] == ([won] if won else [])


def test_forn_half_3_in_play_the_first_die_pays_half_and_play_goes_on() -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    replayed = game(
        setup, "W 6+2: r/x t/v", "W scores langi 2.5", "W wins 2", rules="forn-1977,one_die=always"
    )
    assert (names(replayed), awards(replayed)[0]) == ([], (0, "langi", 2.5))


def test_forn_half_3_where_forms_end_the_game_no_second_die_is_thrown() -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    for lines, found in ((["W 6+: r/x"], []), (["W 6+2: r/x t/v"], ["play-after-end"])):
        replayed = game(setup, *lines, "W wins 2.5 by langi", rules="forn-de,one_die=always")
        assert (names(replayed), replayed.games[0].kind) == (found, "langi")


def test_forn_use_1_nobody_need_spare_the_second_of_two_dice() -> None:
    # With both dice in hand p/w alone uses both; one after the other the first is played for itself.
    setup = "W: n1 off14; B: m7 u2 a2 b2 c2"
    assert names(game(setup, "W 2+5: n/p", "W wins 2", rules="forn-1977,one_die=always")) == []


SECOND_NEEDED = "W: a2 w7 x6; B: m1 n1 o1 p1 q1 c1 e1 b8"
SECOND_UNDOES = "W: a1 r2 w6 x6; B: m1 n1 o1 p1 q1 e1 b9"


@pytest.mark.parametrize("test", ["step", "turn"])
@pytest.mark.parametrize(("line", "found"), [("W 4+: a/e*", ["award-not-earned"]), ("W 4+2: a/e* a/c*", [])])
def test_forn_jan_4_both_of_two_dice_may_make_jan(test: str, line: str, found: list[str]) -> None:
    rules = f"forn-1977,one_die=always,jan.test={test}"
    assert names(game(SECOND_NEEDED, line, "W wins 15 by jan", rules=rules)) == found


@pytest.mark.parametrize(
    ("test", "line", "found"),
    [
        ("step", "W 4+: a/e*", []),
        ("turn", "W 4+: a/e*", []),
        ("step", "W 4+2: a/e* r/t", ["play-after-end"]),
        ("turn", "W 4+2: a/e* r/t", ["award-not-earned"]),
    ],
)
def test_forn_jan_4_where_the_turn_is_asked_the_second_die_may_undo_jan(
    test: str, line: str, found: list[str]
) -> None:
    rules = f"forn-1977,one_die=always,jan.test={test}"
    assert names(game(SECOND_UNDOES, line, "W wins 15 by jan", rules=rules)) == found


@pytest.mark.parametrize("play", ["u/off", "u/w/off"])
@pytest.mark.parametrize("dice", ["62", "26"])
def test_forn_use_5_the_last_man_may_go_off_by_either_die(dice: str, play: str) -> None:
    setup = "W: u1 off14; B: m15"
    assert names(game(setup, f"W {dice}: {play}", "W wins 2 by uttekt", rules="forn-1977")) == []
