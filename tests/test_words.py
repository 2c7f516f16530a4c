"""Every kind of finding has its sentence, and no fact breaks one."""

from __future__ import annotations

import pytest

from kotra_notation import words
from kotra_notation.findings import KINDS
from kotra_notation.words.english import HINTS, MESSAGES

HOSTILE = {"player": "{written}", "written": "a\nb{0}\x1b[31m" + "x" * 500, "dice": None, "count": 7}


def test_every_kind_has_a_sentence_and_no_sentence_is_without_a_kind() -> None:
    assert MESSAGES.keys() == KINDS.keys()
    assert HINTS.keys() <= KINDS.keys()


@pytest.mark.parametrize("name", KINDS)
def test_a_sentence_bears_missing_and_hostile_facts(name: str) -> None:
    for facts in ({}, HOSTILE):
        sentence = words.message(name, facts)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert len(sentence) < 400
        assert isinstance(words.hint(name, facts), str)


def test_the_sentence_says_who_holds_the_point() -> None:
    facts = {"step": "13/7", "count": 2, "holder": "Bjarni", "point": "7", "fate": "stood"}
    said = words.message("point-held", facts)
    assert said == "13/7: two men of Bjarni hold point 7; the record goes on from it, so it stood."


def test_a_slip_names_what_was_meant() -> None:
    facts = {"step": "13/7", "player": "Anna", "dice": "52", "fate": "slip", "meant": "13/8 6/4"}
    assert "probably a slip: 13/8 6/4 fits the roll and all later plays" in words.message(
        "die-not-thrown", facts
    )


def test_a_near_word_is_offered() -> None:
    assert words.hint("unreadable-cell", {"near": "Doubles"}).startswith("Did you mean Doubles?")
