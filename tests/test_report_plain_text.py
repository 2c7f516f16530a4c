"""The report as plain text: lines of 78 columns, no sign that does anything; and what all texts share."""

from __future__ import annotations

import re

import pytest

from kotra_notation.report.text_layout import LINE, side_by_side, wrap_text
from kotra_notation.report.view import Page
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import LANGUAGES
from referees.hostile import ALL, SMALL, culprits
from referees.seeds import part, some
from tests.papers import attacked, headed, model_of, of_many, rendered
from tests.records import rows
from tests.sample_pages import names

FORMS = ("md", "txt", "json")
DOING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066\u2067\u2028\u2029\ud800-\udfff]")


def wrong(page: Page) -> list[str]:
    """What does anything in a text, and lines that are too long."""
    text = rendered(page, "txt")
    long = [line for line in text.splitlines() if width(line) > LINE]
    closed = text.count("\u2068") == text.count("\u2069")
    return DOING.findall(text) + long + ["isolates"] * (not closed)


def test_strangers_in_each_game_do_nothing_and_keep_to_the_lines() -> None:
    assert culprits(list(SMALL), lambda names: bool(wrong(of_many(*names)))) == []


@pytest.mark.parametrize("name", ALL)
def test_a_stranger_at_the_head_does_nothing_and_keeps_to_the_lines(name: str) -> None:
    assert wrong(headed(ALL[name])) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", some(ALL, 4))
def test_a_stranger_s_words_do_nothing_and_keep_to_the_lines(name: str) -> None:
    assert wrong(attacked(ALL[name])) == []


@pytest.mark.parametrize("name", names())
def test_a_sample_keeps_to_the_lines(name: str) -> None:
    assert max(map(width, rendered(model_of(name, where="every=7"), "txt").splitlines())) <= LINE


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_every_form_speaks_every_language(form: str, language: str) -> None:
    for name in ("notations/thordis.txt", "sound/skyringar.kotra", "faulty/forn.kotra"):
        assert len(rendered(model_of(name, language), form, language)) > 1000


@rows
def test_a_text_is_wrapped(text: str, lines: tuple[str, ...]) -> None:
    assert wrap_text(text, 8) == list(lines)


def test_cells_go_on_below_themselves_and_words_from_the_right_stay_in_theirs() -> None:
    assert side_by_side([("aa bb", "cc")], (2, 4)) == "aa  cc\nbb\n"
    assert side_by_side([("אב", "c")], (4, 4)) == "\u2068אב\u2069    c\n"
