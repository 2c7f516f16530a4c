"""A language says texts, counts, writes numbers and dates; a phrase is English until it is told otherwise."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys

import pytest
from jinja2 import Environment

from kotra_notation.findings import finding, phrase
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, LANGUAGES, Tongue, install, preferred_language, tongue
from tests.records import rows


class Backwards:
    """A catalogue that turns the words of every text round."""

    def gettext(self, message: str) -> str:
        return " ".join(reversed(message.split(" ")))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


BACKWARDS = Tongue("xx", Backwards())


def test_a_language_we_do_not_speak_is_refused_with_those_we_do() -> None:
    with pytest.raises(ValueError, match="en, is, de, da, sv"):
        tongue("tlh")


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


def test_a_text_of_a_stranger_is_never_a_pattern() -> None:
    assert ENGLISH.say("Hello {name}", name="{name.__class__}") == "Hello {name.__class__}"


def test_a_phrase_is_english_to_programs_and_is_told_in_a_language() -> None:
    said = phrase("the property {name}", name="{x}")
    assert json.loads(json.dumps({said: said})) == {"the property {x}": "the property {x}"}
    assert told(said, BACKWARDS) == "{x} property the"


def test_a_phrase_travels_between_processes() -> None:
    back = pickle.loads(pickle.dumps(phrase("the property {name}", name="B")))
    assert told(back, BACKWARDS) == "B property the"


def test_a_phrase_in_a_phrase_is_told_too() -> None:
    said = phrase("in {what}", what=phrase("the head"))
    assert (str(said), told(said, BACKWARDS)) == ("in the head", "head the in")


def test_a_phrase_with_shorter_english_is_told_whole() -> None:
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


def test_the_five_languages_are_known_by_their_own_names() -> None:
    assert list(LANGUAGES) == ["en", "is", "de", "da", "sv"]
