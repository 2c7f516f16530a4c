"""Every kind of finding has its sentence, and no fact breaks one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kotra_notation import words
from kotra_notation.findings import KINDS, finding
from kotra_notation.reading import read
from kotra_notation.replay import replay
from kotra_notation.words.phrases import OLD_NOUNS
from kotra_notation.words.tongues import Tongue, tongue

HOSTILE = {"player": "{written}", "written": "a\nb{0}\x1b[31m" + "x" * 500, "dice": None, "count": 7}


def message(name: str, facts: Mapping[str, Any]) -> str:
    return words.message(KINDS[name].message, words.WordedFacts(facts))


def hint(name: str, facts: Mapping[str, Any]) -> str:
    return words.hint(KINDS[name].hint, words.WordedFacts(facts))


@pytest.mark.parametrize("name", KINDS)
def test_a_sentence_bears_missing_and_hostile_facts(name: str) -> None:
    for facts in ({}, HOSTILE):
        sentence = message(name, facts)
        assert sentence.endswith(".")
        assert sentence.isprintable()
        assert len(sentence) < 400
        assert isinstance(hint(name, facts), str)


def test_the_sentence_says_who_holds_the_point() -> None:
    facts = {"step": "13/7", "count": 2, "holder": "Bjarni", "point": "7", "fate": "stood"}
    holder, fate = message("point-held", facts).split("; ")
    assert holder == "13/7: Bjarni holds point 7 with two checkers"
    assert fate == "later plays fit, so it was allowed to stand."


def test_each_game_has_its_words_in_english() -> None:
    facts = {"step": "n/p", "player": "Anna", "source": "n"}
    assert message("no-man-there", facts) == "n/p: Anna has no checker on n."
    assert message("no-man-there", words.reword(facts, OLD_NOUNS)) == "n/p: Anna has no man on n."


def test_a_reason_within_a_sentence_has_the_words_of_its_game() -> None:
    written = words.phrase("{side} to {roll}", side="White")
    assert written == "White to roll"
    facts = words.reword({"written": written, "derived": words.phrase("no {checkers}")}, OLD_NOUNS)
    said = message("set-up-contradicted", facts)
    assert said == "The position set up here has White to throw, but the record has no men."


@pytest.mark.parametrize(("rules", "said"), [("modern", "has no checker on"), ("forn-de", "has no man on")])
def test_a_finding_of_a_record_has_the_words_of_its_game(rules: str, said: str) -> None:
    (match,) = read(f"kotra 1\nrules: {rules}\ngame 1\nW 31: c/d a/b\n").matches
    (found, *_) = (one for one in replay(match).findings if one.kind.name == "no-man-there")
    assert said in found.message
    assert "Stein" in found.told(tongue("de")).message


def test_a_slip_names_what_was_meant() -> None:
    facts = {"step": "13/7", "player": "Anna", "dice": "52", "fate": "slip", "meant": "13/8 6/4"}
    assert "probably a typo: 13/8 6/4 fits the roll and all later plays" in message("die-not-thrown", facts)


def test_a_near_word_is_offered() -> None:
    assert hint("unreadable-cell", {"near": "Doubles"}).startswith("Did you mean Doubles?")


class Unheard:
    """A fact that must not be put in words."""

    def told(self, tongue: Tongue) -> tuple[str, ...]:
        raise AssertionError(tongue)


def test_a_fact_that_no_sentence_names_is_not_put_in_words() -> None:
    found = finding("die-not-thrown", player="Anna", step="13/7", dice="52", other=Unheard())
    assert found.message == "Anna cannot move 13/7 with 52."


def test_a_fact_is_put_in_words_once_for_message_and_hint() -> None:
    asked: list[Tongue] = []

    class Heard:
        def told(self, tongue: Tongue) -> tuple[str, ...]:
            asked.append(tongue)
            return ("checker",)

    hinted = finding("man-on-bar", checker=Heard(), step=Heard(), bar=1).told()
    assert "enters the checker" in hinted.hint
    assert len(asked) == 2
