"""A record as it is written: what is typed, taken back, corrected, and where it then stands."""

from __future__ import annotations

import pytest

import kotra_notation as kn
from kotra_notation.jobs.draft import NotLegalError, begun, entered, standing, taken_back, without

HEAD = begun(("Anna", "Björn"), 3)


def after(text: str, *entries: str) -> str:
    for entry in entries:
        text = entered(text, entry)
    return text


def test_the_higher_die_begins_and_is_written_first() -> None:
    assert after(HEAD, "13").splitlines()[-2:] == ["game 1 0-0", "B 31:"]


def test_equal_opening_dice_are_a_tie_that_doubles_where_the_rules_say_so() -> None:
    money = begun(("Anna", "Björn"), 0, "modern,auto_doubles=1")
    assert after(money, "33", "33", "41").splitlines()[-4:] == [
        "opening 3-3",
        "auto double 2",
        "opening 3-3",
        "W 41:",
    ]


def test_a_play_is_spelled_with_its_hits() -> None:
    text = after(HEAD, "31", "8/5 6/5", "63", "24/15", "66", "24/18(2) 13/7(2)")
    assert text.splitlines()[-1] == "W 66: 24/18(2) 13/7(2)"
    assert after(HEAD, "21", "13/11 6/5", "41", "24/20 6/5").splitlines()[-1] == "B 41: 24/20* 6/5"


def test_an_accepted_resignation_ends_the_game() -> None:
    text = after(HEAD, "31", "8/5 6/5", "d", "t", "r2", "y")
    assert text.splitlines()[-1] == "W wins 4 and the match"
    assert not kn.check(text).findings
    assert standing(text).wants == "nothing"


def test_an_illegal_play_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(NotLegalError) as refused:
        after(HEAD, "31", "8/4 6/5")
    assert "8/4 7/6" not in refused.value.plays
    assert refused.value.finding.code.startswith("P2")


def test_an_illegal_play_that_stood_has_a_ruling_behind_it() -> None:
    text = entered(after(HEAD, "31"), "8/4 6/5", stands=True)
    assert text.splitlines()[-2:] == ["W 31: 8/4 6/5", "ruling stood"]


def test_everything_is_taken_back() -> None:
    text = after(HEAD, "33", "31", "8/5 6/5", "d", "p")
    while text != HEAD:
        text = taken_back(text)
    with pytest.raises(ValueError, match="Nothing has been written"):
        taken_back(text)


def test_a_line_is_taken_out() -> None:
    text = after(HEAD, "31", "8/5 6/5", "# a comment", "52")
    assert without(text, 9) == text.replace("# a comment\n", "")
