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


@rows
def test_what_is_typed_is_written(
    length: str, rules: str, steps: tuple[Any, ...], done: str, wants: str, found: str
) -> None:
    text = begin(("Anna", "Björn"), int(length) if length else None, rules or "modern")
    for step in steps:
        if isinstance(step, str):
            text = enter(text, step)
        elif "without" in step:
            text = without(text, step["without"])
        elif "back" in step:
            text = take_back(text)
        else:
            text = enter(text, **step)
    assert text.partition("\n\n")[2] == done.replace(" | ", "\n") + "\n"
    here = standing(text)
    side = "" if here.seat is None else "WB"[here.seat]
    assert " ".join(filter(None, [here.wants, side, here.offer, here.phase])) == wants
    assert " ".join(one.code for one in kn.check(text).findings) == found


def test_an_illegal_play_is_refused_with_the_nearest_ones() -> None:
    with pytest.raises(NotLegalError) as refused:
        after(HEAD, "31", "8/4 6/5")
    assert "8/4 7/6" not in refused.value.plays
    assert refused.value.finding.code.startswith("P2")


def test_everything_is_taken_back() -> None:
    text = after(HEAD, "33", "31", "8/5 6/5", "d", "p")
    while text != HEAD:
        text = take_back(text)
    with pytest.raises(ValueError, match="Nothing has been written"):
        take_back(text)


def last(text: str) -> str:
    return text.splitlines()[-1]


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


def test_a_play_is_typed_into_the_line_that_waits_for_it() -> None:
    text = after(HEAD, "31") + "# later\n"
    assert enter(text, "8/5 6/5") == text.replace("W 31:", "W 31: 8/5 6/5")
    with pytest.raises(ValueError, match="Line 7 has no roll"):
        enter(text, "13/9", line=7)


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
