"""The sentence of every kind of finding, in every language: no fact breaks one, no English word is left."""

from __future__ import annotations

import json
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from kotra_notation import words
from kotra_notation.api import write
from kotra_notation.findings import KINDS, Finding, finding, phrase
from kotra_notation.formats.format import Source
from kotra_notation.reading import read, read_in_full
from kotra_notation.replay import replay
from kotra_notation.words.phrases import MODERN_NOUNS, OLD_NOUNS, told
from kotra_notation.words.tongues import ENGLISH, LANGUAGES, Tongue, install, preferred_language, tongue
from tests.records import ROOT, rows

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


def test_a_sentence_has_the_words_of_its_game_and_says_who_holds_the_point() -> None:
    facts = {"step": "13/7", "count": 2, "holder": "Bjarni", "point": "7", "fate": "stood"}
    holder, fate = message("point-held", facts).split("; ")
    assert holder == "13/7: Bjarni holds point 7 with two checkers"
    assert fate == "later plays fit, so it was allowed to stand."
    facts = {"step": "n/p", "player": "Anna", "source": "n"}
    assert message("no-man-there", facts) == "n/p: Anna has no checker on n."
    assert message("no-man-there", words.reword(facts, OLD_NOUNS)) == "n/p: Anna has no man on n."
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


def test_a_slip_names_what_was_meant_and_a_near_word_is_offered() -> None:
    facts = {"step": "13/7", "player": "Anna", "dice": "52", "fate": "slip", "meant": "13/8 6/4"}
    assert "probably a typo: 13/8 6/4 fits the roll and all later plays" in message("die-not-thrown", facts)
    assert hint("unreadable-cell", {"near": "Doubles"}).startswith("Did you mean Doubles?")


class Unheard:
    """A fact that must not be put in words."""

    def told(self, tongue: Tongue) -> tuple[str, ...]:
        raise AssertionError(tongue)


def test_a_fact_is_put_in_words_once_and_only_if_named() -> None:
    found = finding("die-not-thrown", player="Anna", step="13/7", dice="52", other=Unheard())
    assert found.message == "Anna cannot move 13/7 with 52."
    asked: list[Tongue] = []

    class Heard:
        def told(self, tongue: Tongue) -> tuple[str, ...]:
            asked.append(tongue)
            return ("checker",)

    hinted = finding("man-on-bar", checker=Heard(), step=Heard(), bar=1).told()
    assert "enters the checker" in hinted.hint
    assert len(asked) == 2


FILES = [path for folder in ("samples", "tools/fuzz/corpus") for path in (ROOT / folder).rglob("*.*")]
TARGETS = ("mat", "sgf")
BINARY = {".xg", ".xgp", ".ogxm", ".pos", ".xz"}
RECORDS = sorted(path for path in FILES if path.is_file() and path.suffix not in BINARY)
# What may be written in a record, and the name of a program.
NAMES = {"doubles", "bgblitz"}
# Told by what people type or what stands in the data: formats, options, keys of headers; why a position
# cannot be read is still said in English.
DATA = ("N101", "N110", "D501", "D502", "D503", "D506", "L603", "L605")


class Facts:
    """A catalogue of texts without words: only their facts are left."""

    def gettext(self, message: str) -> str:
        facts = (fact for fact in re.findall(r"\{\w+\}", message) if fact[1:-1] not in MODERN_NOUNS.facts)
        return " ".join(facts) or "-"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid2)


WORDLESS = Tongue("xx", Facts())


def findings(path: Path) -> Iterator[Finding]:
    reading = read_in_full(Source(path.read_bytes(), str(path)))
    yield from reading.findings
    for match in reading.matches:
        yield from replay(match).findings
        for target in TARGETS:
            yield from write(match, target).findings


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_what_is_told_has_no_word_that_is_not_in_the_record(path: Path) -> None:
    record = path.read_bytes().decode("utf-8", "replace").lower()
    alien = {
        (found.code, word)
        for found in findings(path)
        if found.code not in DATA
        for word in re.findall(r"[a-z]{4,}", " ".join(found.told(WORDLESS)).lower())
        if word not in record and word not in NAMES
    }
    assert alien == set()


class Backwards:
    """A catalogue that turns the words of every text round."""

    def gettext(self, message: str) -> str:
        return " ".join(reversed(message.split(" ")))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


BACKWARDS = Tongue("xx", Backwards())


def test_the_five_languages_are_known_and_no_other() -> None:
    with pytest.raises(ValueError, match="en, is, de, da, sv"):
        tongue("tlh")
    assert list(LANGUAGES) == ["en", "is", "de", "da", "sv"]


@rows
def test_the_settings_of_the_system_choose_the_language(environment: dict[str, str], code: str) -> None:
    assert preferred_language(environment) == code


@pytest.mark.parametrize(
    ("value", "digits", "english", "german"),
    [
        (2.5, None, "2.5", "2,5"),
        (2, None, "2", "2"),
        (-0.0346, 3, "-0.035", "-0,035"),
        (1, 2, "1.00", "1,00"),
    ],
)
def test_a_number_has_the_comma_of_its_language(
    value: float, digits: int | None, english: str, german: str
) -> None:
    assert ENGLISH.number(value, digits) == english
    assert tongue("de").number(value, digits) == german


@pytest.mark.parametrize(
    ("value", "written"), [(0, "0"), (3, "3"), (0.5, "½"), (3.5, "3½"), (-1.5, "-1½"), (0.25, "0.25")]
)
def test_halves_have_their_sign(value: float, written: str) -> None:
    assert ENGLISH.points(value) == written


@rows
def test_a_date_is_told_with_its_month_and_nothing_else_is_touched(text: str, written: str) -> None:
    assert ENGLISH.date(text) == written


@rows
def test_several_things_are_listed(items: tuple[str, ...], all_of_them: str) -> None:
    assert ENGLISH.list_items(items) == all_of_them
    assert ENGLISH.either(items) == all_of_them.replace("and", "or")


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 turn"), (0, "0 turns"), (7, "7 turns"), (1.5, "1½ turns")]
)
def test_a_count_chooses_its_form(number: float, said: str) -> None:
    assert ENGLISH.count("{number} turn", "{number} turns", number) == said


def test_a_phrase_is_english_to_programs_and_told_in_any_language() -> None:
    assert ENGLISH.say("Hello {name}", name="{name.__class__}") == "Hello {name.__class__}"
    said = phrase("the property {name}", name="{x}")
    assert json.loads(json.dumps({said: said})) == {"the property {x}": "the property {x}"}
    assert told(said, BACKWARDS) == "{x} property the"
    back = pickle.loads(pickle.dumps(phrase("the property {name}", name="B")))
    assert told(back, BACKWARDS) == "B property the"
    said = phrase("in {what}", what=phrase("the head"))
    assert (str(said), told(said, BACKWARDS)) == ("in the head", "head the in")
    said = phrase("the name {name}", name="Anna\nMaría").reading("the name Ann")
    assert (str(said), told(said, BACKWARDS)) == ("the name Ann", "Anna\nMaría name the")


def test_a_finding_is_told_in_a_language_and_stays_english_for_programs() -> None:
    found = finding("file-breaks-off", what=phrase("the position"))
    assert found.message == "The file ends in the middle of the position."
    assert found.told(BACKWARDS).message == "position the of middle the in ends file The."
    assert found.told(BACKWARDS).hint == "short. cut was it again; file the Get"
    assert found.hint == "Get the file again; it was cut short."


def test_a_template_speaks_and_escapes_facts() -> None:
    environment = Environment(autoescape=True)
    install(environment, BACKWARDS)
    source = (
        "{{ _('Good day') }} {% trans n=2 %}one %(n)s{% pluralize %}{{ n }} many{% endtrans %} {{ lang }}"
    )
    assert environment.from_string(source).render() == "day Good many 2 xx"
    asked = environment.from_string("{{ _('Hello %(name)s', name=name) }} {{ 2.5|points }}")
    assert asked.render(name="<b>") == "&lt;b&gt; Hello 2½"


def test_english_needs_no_catalogue() -> None:
    program = (
        "import sys; from kotra_notation.words.tongues import install, tongue; tongue('en'); "
        "print('gettext' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
