"""What a programmer types first works: texts, numbers and paths where a value is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn

SAMPLES = Path(__file__).parents[1] / "samples"
SOUND, FAULTY = SAMPLES / "sound" / "reykjavik.mat", SAMPLES / "faulty" / "slip.mat"


def test_dice_may_be_a_number() -> None:
    assert kn.plays("start", 31) == kn.plays("start", "3-1")
    with pytest.raises(ValueError, match="7"):
        kn.plays("start", 71)


def test_the_best_play_of_dice_that_are_a_number() -> None:
    pytest.importorskip("numpy")
    assert kn.best("start", 31).plays[0].text == "8/5 6/5"


def test_a_page_of_a_path_a_text_and_a_match_is_that_of_its_replay() -> None:
    reading = kn.read(SOUND)
    page = kn.report(kn.replay(reading.matches[0]), findings=reading.findings)
    assert kn.report(str(SOUND)) == kn.report(SOUND) == kn.report(SOUND.read_text()) == page
    assert kn.report(reading.matches[0]).startswith("<!DOCTYPE html>")


def test_a_page_of_several_matches_says_how_many_there_are() -> None:
    text = SOUND.read_text()
    with pytest.raises(kn.SeveralMatches, match="it holds 2 matches"):
        kn.report(text + "\n" + text)
    assert kn.report(text + "\n" + text, number=2).startswith("<!DOCTYPE html>")


def test_statistics_of_what_was_read_or_analysed() -> None:
    pytest.importorskip("numpy")
    analysed = kn.analyse(SOUND)
    assert kn.stats(analysed).files[0].matches == kn.stats(analysed.match).files[0].matches
    assert kn.stats(kn.read(SOUND)).files[0].matches[0].sheet is None


def test_two_records_are_merged_as_two_words() -> None:
    assert kn.merge(SOUND, str(SOUND)).content == kn.merge([SOUND, SOUND]).content


def test_a_finding_is_its_sentence() -> None:
    (finding,) = kn.replay(kn.read(FAULTY).matches[0]).findings
    assert str(finding).startswith("line 18: P201 Steinunn cannot move 7/5 with 31")


def test_what_commands_print_can_be_had_as_text() -> None:
    assert kn.explain("P203").startswith("# P203 point-held")
    assert kn.explain("gammon", language="is").startswith("gammon")
    with pytest.raises(ValueError, match="frobnicate"):
        kn.explain("frobnicate")
    assert "Steinunn" in kn.show(FAULTY)
    assert "31: 7/5 18/15*" in kn.show(FAULTY, "1.17")
    with pytest.raises(ValueError, match="no turn 99"):
        kn.show(FAULTY, "1.99")
