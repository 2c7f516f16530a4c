"""A record as it is written: what is typed, taken back, corrected, and where it then stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.record.draft import (
    NotLegalError,
    begin,
    enter,
    new_findings,
    open_draft,
    standing,
    take_back,
    without,
)
from kotra_notation.record.draft.view import mark_film
from kotra_notation.record.draft.words import ENTRIES, EntryHelp, PlayEntry, parse_entry
from tests.records import rows

HEAD = begin(("Anna", "Björn"), 3)


def after(text: str, *entries: str) -> str:
    for entry in entries:
        text = enter(text, entry)
    return text


def test_the_higher_die_begins_and_is_written_first() -> None:
    assert after(HEAD, "13").splitlines()[-2:] == ["game 1 0-0", "B 31:"]


def test_equal_opening_dice_are_a_tie_that_doubles_where_the_rules_say_so() -> None:
    money = begin(("Anna", "Björn"), 0, "modern,auto_doubles=1")
    assert after(money, "33", "33", "41").splitlines()[-5:] == [
        "opening 3-3",
        "auto double 2",
        "opening 3-3",
        "opening 4-1",
        "W 41:",
    ]


def test_a_play_is_spelled_with_its_hits() -> None:
    text = after(HEAD, "31", "8/5 6/5", "63", "24/15", "66", "24/18(2) 13/7(2)")
    assert text.splitlines()[-1] == "W 66: 24/18(2) 13/7(2)"
    assert after(HEAD, "21", "13/11 6/5", "41", "24/20 6/5").splitlines()[-1] == "B 41: 24/20* 6/5"


def test_of_two_checkers_that_land_on_a_point_the_first_hits() -> None:
    text = after(HEAD, "game 1 0-0", "setup W: 23x2 6x5 5x5 4x3; B: 8x1 7x2 6x6 5x6; W to play", "66")
    assert "23/17*(2)" in " ".join(one.text for one in standing(text).plays)
    played = enter(text, "23/17(2)" + " 17/11(2)")
    assert played.splitlines()[-1] == "W 66: 23/17*(2) 17/11(2)"
    assert "P213" not in [one.code for one in kn.check(played).findings]


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
    text = enter(after(HEAD, "31"), "8/4 6/5", stands=True)
    assert text.splitlines()[-2:] == ["W 31: 8/4 6/5", "ruling stood"]


def test_everything_is_taken_back() -> None:
    text = after(HEAD, "33", "31", "8/5 6/5", "d", "p")
    while text != HEAD:
        text = take_back(text)
    with pytest.raises(ValueError, match="Nothing has been written"):
        take_back(text)


def test_a_line_is_taken_out() -> None:
    text = after(HEAD, "31", "8/5 6/5", "# a comment", "52")
    assert without(text, 9) == text.replace("# a comment\n", "")


OLD = begin(("Ketill", "Þorgerður"), None, "forn-1977")


def last(text: str) -> str:
    return text.splitlines()[-1]


def test_in_the_old_game_the_lower_number_begins_and_throws_anew() -> None:
    assert after(OLD, "25", "12").splitlines()[-2:] == ["opening 2-5", "W 12:"]
    assert last(after(begin(("A", "B"), None, "forn-de"), "25")) == "B 52:"


def test_opening_dice_that_are_written_may_be_played_at_once() -> None:
    assert last(after(HEAD, "opening 2-5", "13/8 24/22")) == "B 52: 13/8 24/22"


def test_a_form_that_does_not_end_the_game_is_noted() -> None:
    text = after(OLD, "game 1 0-0", "setup W: t3 u3 v3 w3 x2 r1; B: m15; W to play", "51", "r/x")
    assert text.splitlines()[-2:] == ["W 51: r/x", "W scores langi 5"]
    assert take_back(text).splitlines()[-1] == "W 51:"
    assert last(after(text, "12")) == "B 12:"


def test_a_half_win_is_declared_by_its_word() -> None:
    text = after(begin(("A", "B"), None, "forn-de"), "game 1 0-0")
    text = after(text, "setup W: v5 w5 x4 s1; B: m15; W to play", "53", "half")
    assert text.splitlines()[-2:] == ["W 53: s/x half", "W wins 3.5 by stutti"]


def test_throws_that_follow_a_win_are_announced() -> None:
    text = after(begin(("A", "B"), None, "forn-de"), "game 1 0-0")
    text = after(text, "setup W: x2 off13; B: h3 i3 j3 k3 l2 g1; W to play", "65", "x/off(2)")
    assert text.splitlines()[-2:] == ["W wins 2 by uttekt", "B after throws"]
    assert (standing(text).wants, standing(text).seat, standing(text).phase) == ("dice", 1, "after")
    assert after(text, "g").splitlines()[-1] == "game 2 2-0"


def test_a_record_that_does_not_say_its_length_has_no_word_of_a_match() -> None:
    text = after(begin(("A", "B"), None, "forn-1977,match.target=2"), "25", "12", "a/c/d", "r", "y")
    assert last(text) == "W wins 2"
    assert standing(text).wants == "nothing"
    assert "N108" not in [one.code for one in kn.check(text).findings]


def test_a_result_that_is_typed_takes_the_place_of_the_one_that_followed() -> None:
    text = after(HEAD, "31", "8/5 6/5", "d", "p")
    assert last(text) == "B wins 1"
    assert last(enter(text, "B wins 1 by drop")) == "B wins 1 by drop"
    assert len(enter(text, "B wins 1 by drop").splitlines()) == len(text.splitlines())


def test_a_stamp_of_the_video_stands_above_the_result() -> None:
    text = after(HEAD, "31", "8/5 6/5", "d", "p", 'video 7:45 "film.mp4"')
    assert text.splitlines()[-2:] == ['video 7:45 "film.mp4"', "B wins 1"]


FILMED = "kotra 1\nlength: 7\n\ngame 1 0-0\nW 31: 8/5 6/5\n{marks}B 64: 24/14\n"


@rows
def test_a_turn_is_marked_in_a_film(marks: str, times: dict[str, Any], marked: str) -> None:
    text = FILMED.format(marks=marks)
    if marked.endswith("."):
        with pytest.raises(ValueError, match=re.escape(marked)):
            mark_film(text, 5, **times)
    else:
        assert mark_film(text, 5, **times) == FILMED.format(marks=marked)
        with pytest.raises(ValueError, match="There is no turn in line 4"):
            mark_film(text, 4, **times)


def test_the_text_of_a_stranger_stays_but_for_the_line_that_changes() -> None:
    text = (
        "\ufeffkotra 1\r\nwhite: Æsa   \r\n# first\r\n\r\ngame 1\r\n  w 3-1: 8/5 6/5! # good\r\n"
        'eval play by "X"\r\nchoice "8/5 6/5" 0.1\r\nrubbish\r\nB 64: 24/14\r\n\r\n'
    )
    assert enter(text, "52") == text + "W 52:\r\n"
    changed = enter(text, "13/10 6/5", line=6)
    assert changed == text.replace("  w 3-1: 8/5 6/5! # good", "W 31: 13/10 6/5 ! # good")
    assert enter(text, "white: Jóna", line=2) == text.replace("white: Æsa   ", "white: Jóna")
    assert without(text, 9) == text.replace("rubbish\r\n", "")
    assert [one.line for one in standing(text).turns] == [6, 10]


def test_several_matches_are_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="has 2 matches"):
        standing(HEAD + "\n" + HEAD)


def test_a_record_of_another_notation_is_made_one() -> None:
    text = open_draft(Path("samples/sound/reykjavik.mat").read_bytes())
    assert standing(text).wants == "nothing"
    with pytest.raises(ValueError, match="Unknown file format"):
        open_draft("Kæra dagbók")


def test_other_dice_in_a_line_keep_its_play_where_it_is_legal() -> None:
    text = after(HEAD, "31", "8/5 6/5", "52", "13/8 13/11")
    assert enter(text, "13", line=8).splitlines()[7] == "W 13: 8/5 6/5"
    assert enter(text, "64", line=8).splitlines()[7] == "W 64:"


def test_what_stands_behind_a_play_stays_where_the_play_is_typed_anew() -> None:
    text = after(HEAD, "31") + "# later\n"
    text = text.replace("W 31:", "W 31: 8/5 6/5 ? # slow: a minute")
    assert enter(text, "13/9", line=8).splitlines()[7] == "W 31: 13/9 ? # slow: a minute"
    assert enter(text, "64", line=8).splitlines()[7] == "W 64: ? # slow: a minute"
    waiting = text.replace(" 8/5 6/5", "")
    assert enter(waiting, "8/5 6/5") == text
    with pytest.raises(ValueError, match="Line 7 has no roll"):
        enter(text, "13/9", line=7)


def test_a_play_that_is_made_legal_stands_by_no_ruling() -> None:
    text = after(HEAD, "31")
    stood = enter(text, "8/4 6/5", stands=True)
    assert stood.endswith("W 31: 8/4 6/5\nruling stood\n")
    assert enter(stood, "8/5 6/5", line=8) == enter(text, "8/5 6/5")
    assert enter(stood, "8/3 6/5", line=8, stands=True).endswith("W 31: 8/3 6/5\nruling stood\n")


def test_no_throw_that_waits_is_lost_by_a_line_of_the_other_side() -> None:
    with pytest.raises(ValueError, match="Björn is on roll"):
        enter(after(HEAD, "31", "8/5 6/5", "64"), "W 64: 24/14", stands=True)


def test_what_a_correction_breaks_is_told() -> None:
    text = after(HEAD, "31", "8/5 6/5", "52", "13/8 13/11", "# later")
    wrong = enter(text, "64: 24/14", line=8)
    assert not new_findings(text, wrong)
    wrong = enter(text, "B 52: 24/22 8/3", line=9)
    assert not new_findings(text, wrong)
    stood = enter(text, "8/4 6/5", line=8, stands=True)
    assert [one.code[0] for one in new_findings(text, stood)] == ["P"]


def test_where_it_stands_is_told() -> None:
    text = after(HEAD, "31")
    here = standing(text)
    assert (here.wants, here.seat, here.dice, here.game, here.may_double) == ("play", 0, "31", 1, False)
    assert here.stop == "031 . 1b4E1C3eE3c1e4B1"
    assert "8/5 6/5" in [one.text for one in here.plays]
    doubled = standing(after(text, "8/5 6/5", "d"))
    assert (doubled.wants, doubled.seat, doubled.offer) == ("answer", 0, "double")
    before = standing(after(text, "8/5 6/5", "64", "24/14"), line=9)
    assert (before.wants, before.seat) == ("dice", 1)


@rows
def test_what_cannot_be_is_refused_with_what_to_type(typed: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        enter(after(HEAD, "31"), typed)


def test_a_play_that_is_written_short_is_judged_and_stays_short() -> None:
    text = after(begin(("A", "B"), 3, info=[("notation", "shorthand, landings")]), "31", "5pt")
    assert last(text) == "W 31: 5pt"
    with pytest.raises(NotLegalError):
        after(text, "64", "17pt")


def test_the_value_does_what_the_functions_do() -> None:
    record = kn.Draft.begin(("Anna", "Björn"), 3).enter("31", "8/5 6/5")
    assert record.text == after(HEAD, "31", "8/5 6/5")
    assert record.take_back().enter("8/5 6/5") == record
    assert record.standing().seat == 1
    assert kn.Draft.open(record.text) == record
    assert "<svg" in record._repr_html_()


def test_the_document_shows_all_that_may_be_typed() -> None:
    section = Path("docs/notation.md").read_text(encoding="utf-8").split("## Typing a record\n")[1]
    rows = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    games = {(True, True): "both", (True, False): "modern", (False, True): "old"}
    assert rows == [
        f"| `{one.keys}` | {f'`{one.example}`' if one.example else ''} | {one.meaning} "
        f"| {games[one.modern, one.old]} |"
        for one in ENTRIES
    ]


@pytest.mark.parametrize("entry", [one for one in ENTRIES if one.example], ids=lambda one: one.keys)
def test_every_example_of_what_may_be_typed_is_understood(entry: EntryHelp) -> None:
    read = parse_entry(entry.example)
    assert isinstance(read, PlayEntry) == (entry.keys in ("8/5 6/5", "a/g c/e", "????"))
