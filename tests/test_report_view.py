"""The view model: what a page says of a match, before any template shows it."""

from __future__ import annotations

import json

import pytest

import kotra_notation as kn
from kotra_notation.findings import Severity
from kotra_notation.report.cleaning import clean, language, name
from kotra_notation.report.live import live, stop_texts
from kotra_notation.report.page import count_words, page
from kotra_notation.report.view import Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.words.tongues import ENGLISH, LANGUAGES
from referees.seeds import part
from referees.transcripts import read
from tests.records import rows
from tests.sample_pages import names, replayed

DOUBLED = read(
    "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"
    "W 31: 8/5 6/5\nB doubles 2\nW drops\nB wins 1\ngame 2 0-1\nB 31: 8/5 6/5\nW 64: 24/14\n"
)
SHOWN = page(kn.replay(DOUBLED))
STOPS = [item for game in SHOWN.games for item in game.items if isinstance(item, Stop)]


def test_a_stop_for_the_script_is_short_and_has_its_board_only_where_it_is_another() -> None:
    start = "1b4E1C3eE3c1e4B1"
    assert list(stop_texts(STOPS)) == [f"031 ifgf {start}", "100", "1D", f"131 ifgf {start}", "064 ysso"]


def test_the_script_gets_all_stops_and_ends_in_order() -> None:
    given = live(SHOWN, ENGLISH)
    assert len(given["stops"].split("|")) == len(STOPS) + 2
    assert given["games"] == [[0, 0, 5, 0, 0], [0, 1, 5, 0, 0]]
    json.dumps(given)


@rows
def test_findings_are_counted_in_words(counts: tuple[int, int, int], words: str) -> None:
    assert count_words(dict(zip((level.value for level in Severity), counts, strict=True)), ENGLISH) == words


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Þórdís", "Þórdís"),
        ("a\u202eb\u2066c", "abc"),
        ("a\x00b\ud800", "a\ufffdb\ufffd"),
        ("a\u2028b\r\n", "a\nb \n"),
        ("a\u00a0b", "a b"),
        ("نور\u200f", "نور\u200f"),
    ],
)
def test_a_stranger_s_words_bring_letters_only(given: str, shown: str) -> None:
    assert clean(given) == shown


def test_a_name_is_one_line_that_ends() -> None:
    assert name("Anna\n  Björg ") == "Anna Björg"
    assert len(name("a" * 10_000)) == 80


@pytest.mark.parametrize(
    ("tag", "shown"), [("is", "is"), ("pt-BR", "pt-BR"), (None, ""), ("is onclick=x", ""), ("a" * 40, "")]
)
def test_a_language_that_is_none_is_left_out(tag: str | None, shown: str) -> None:
    assert language(tag) == shown


@pytest.mark.parametrize("sample", names())
def test_every_sample_gives_a_page_in_every_language(sample: str) -> None:
    for code in part(LANGUAGES):
        assert page(replayed(sample), wishes=Wishes(language=code)).language == code
