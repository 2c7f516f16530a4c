"""Words of the old game: explained where the page uses them first, for the mouse, keys and screen readers."""

from __future__ import annotations

import pytest

import kotra_notation as kn
from kotra_notation.report.event_words import kind_word
from kotra_notation.words.terms import term
from kotra_notation.words.tongues import tongue
from tests.browser import Visitor
from tests.reader import reading
from tests.sample_pages import page_of, replayed


@pytest.mark.parametrize("language", ["en", "is", "da", "sv", "de"])
def test_a_word_of_the_old_game_is_explained_once(language: str) -> None:
    page, known = kn.report(replayed("sound/forn-islenska.kotra"), language=language), term("langi múkur")
    word = kind_word("langi", tongue(language))
    assert page.count("popovertarget=") == 1
    assert (
        f"<p>Ketill: <button class=word popovertarget=word-1 aria-describedby=word-1>{word}</button>" in page
    )
    assert known
    assert page.count(tongue(language).say(known.meaning).replace("'", "&#39;")) == 1


def test_a_name_that_is_such_a_word_is_none() -> None:
    text = "kotra 1\nwhite: Langi múkur\nblack: Jan\nrules: forn-1977\ngame 1 0-0\n"
    text += "setup W: r1 t3 u3 v3 w3 x2; B: m15; W to play\nW 51: r/w/x\n"
    page = kn.report(kn.replay(kn.read(text).matches[0]))
    assert "<p>Langi múkur: <button class=word" in page
    assert page.count("popovertarget=") == 1


def test_todays_game_has_no_words_of_the_old_one() -> None:
    assert "popover" not in page_of("sound/reykjavik.mat")


def test_a_word_opens_what_it_means_by_the_keyboard(visit: Visitor) -> None:
    reader = reading(visit, page_of("sound/forn-islenska.kotra"))
    note = reader.page.locator("#word-1")
    assert not note.is_visible()
    reader.page.focus("button.word")
    before = reader.here
    reader.press("Enter")
    assert note.is_visible()
    reader.press("Escape")
    assert not note.is_visible()
    assert reader.here == before


def test_words_are_explained_on_paper(visit: Visitor) -> None:
    page = visit(page_of("sound/forn-islenska.kotra")).page
    page.emulate_media(media="print")
    assert page.locator("#word-1").is_visible()


def test_a_board_with_path_numbers_copies_what_it_did(visit: Visitor) -> None:
    """The position keeps its letters, which alone can be read again; the play is as the list has it."""
    replay = replayed("sound/forn-1977.kotra")
    letters, numbers = (
        reading(visit, kn.report(replay, path_numbers=paths), fragment="#g1-t5") for paths in (False, True)
    )
    copied = [one.press("c").clipboard for one in (letters, numbers)]
    assert copied[0] == copied[1]
    assert letters.play("g1-t5") == "a/c"
    assert numbers.play("g1-t5") == "1/3"
    assert "on 1," in numbers.told
    assert "on a," in letters.told
