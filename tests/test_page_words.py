"""What stands in a page as words: those of the old game, names of players; and the page within another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import kotra_notation as kn
from kotra_notation.report.event_words import kind_word
from kotra_notation.words.terms import term
from kotra_notation.words.tongues import tongue
from tests.browser import Visitor, wait_until
from tests.layout_facts import sticking_out
from tests.reader import reading
from tests.sample_pages import page_of, replayed, rich


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
    assert "popover" not in page_of("sound/reykjavik.mat")


def test_a_word_opens_what_it_means_by_the_keyboard_and_on_paper(visit: Visitor) -> None:
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
    reader.page.emulate_media(media="print")
    assert note.is_visible()


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


# Names: those from the right turn no sentence, long ones run over nothing

HEBREW = "ירושלים"
LONG = "Maximiliana Wolfeschlegelsteinhausenbergerdorff-Mommsen the Younger of Nowhere"
RECORD = """kotra 1
white: "{name}"
black: "Bjarni"
length: 5
game 1 0-0
W 31: 8/5 6/5
# ירושלים היא עיר
B double 2
W take
B 64: 24/14
W 31: 24/23 13/9
B double 4
W drop
B wins 2
"""
# Sentences of ours in which a name may stand.
OURS = ".result, .caption, .cubes *, .found p, .list span, .turns .end *, .event p, figcaption, figcaption *"
DIRECTIONS = """(selector) => [...document.querySelectorAll(selector)]
  .filter((one) => !one.matches('svg *, bdi') && one.textContent.includes('ירושלים')
    && one.textContent.trim() !== 'ירושלים' && getComputedStyle(one).direction !== 'ltr')
  .map((one) => one.outerHTML.slice(0, 80))"""


def shown(name: str) -> str:
    """The page of a match of a player of this name."""
    record = kn.read(RECORD.format(name=name))
    return kn.report(kn.replay(record.matches[0]), findings=record.findings)


def test_a_name_from_the_right_turns_no_sentence_of_ours(visit: Visitor) -> None:
    page = visit(shown(HEBREW)).page
    for _ in range(4):
        assert page.evaluate(DIRECTIONS, OURS) == []
        page.keyboard.press("ArrowRight")


def test_what_a_stranger_said_keeps_its_own_direction(visit: Visitor) -> None:
    page = visit(shown("Anna")).page
    assert page.evaluate("getComputedStyle(document.querySelector('.comment p')).direction") == "rtl"


NAMES_ON_BOARD = """() => [...document.querySelectorAll('.stage svg text[text-anchor=start]')].map((name) => {
  const box = name.getBBox(), pips = name.parentElement.querySelectorAll('text[text-anchor=end]');
  return [name.textContent, Math.min(...[...pips].map((one) => one.getBBox().x)) - box.x - box.width];
})"""


@pytest.mark.parametrize("name", [LONG, "W" * 60, "龍" * 40])
@pytest.mark.parametrize("script", [True, False])
def test_a_long_name_is_shortened_before_the_pips(visit: Visitor, name: str, script: bool) -> None:
    page = visit(shown(name), script=script).page
    (long, room), (other, _) = sorted(page.evaluate(NAMES_ON_BOARD), key=lambda one: one[0] == "Bjarni")
    assert (room > 0, long[-1], other) == (True, "…", "Bjarni")
    assert len(long) > 12


# The fragment in a stranger's page: laid out by its place, without the host's styles and keys

# What pages have for tables, headings, paragraphs, links, buttons and pictures of their own.
HOST = """<!DOCTYPE html><html lang=en><head><title>x</title><style>
article table, article td, article th { border: 3px solid red; padding: 9px; background: pink }
article h1, h2, h3 { text-transform: uppercase; color: red; letter-spacing: 3px }
p, li, a { margin: 40px; color: red; text-align: justify; text-decoration: line-through }
ul, ol { padding: 60px; list-style: square } button { color: red; float: right }
* { box-shadow: 0 0 1px red } svg { width: 20px; max-height: 20px } path { stroke: red }
article { color: red; line-height: 3; font: 30px monospace; text-indent: 30px }
</style></head><body><main><article style="width: %dpx">%s</article><p style="height: 3000px">x</p></main>
</body></html>"""
LOOKS = """() => [...document.querySelectorAll('.kotra-report, .kotra-report *')].map((one) => {
  const look = getComputedStyle(one);
  return [one.tagName, ...['color', 'borderTopWidth', 'borderTopColor', 'paddingTop', 'marginTop',
    'textTransform', 'textDecorationLine', 'letterSpacing', 'boxShadow', 'listStyleType', 'float',
    'textAlign', 'textIndent', 'fontSize', 'lineHeight', 'stroke', 'fill', 'display',
  ].map((name) => look[name])].join(' ');
})"""


def embedded(width: int, host: str = HOST) -> str:
    """A host's page with the fragment in a column so wide."""
    return host % (width, kn.report(rich(), embed=True))


@pytest.fixture
def column(visit: Visitor) -> Page:
    return visit(embedded(760)).page


def columns(page: Page) -> int:
    """How many columns the board and the match stand in."""
    return len(page.evaluate("getComputedStyle(document.querySelector('.room')).gridTemplateColumns").split())


@pytest.mark.parametrize(("width", "wanted"), [(380, 1), (760, 1), (1200, 2)])
def test_it_is_laid_out_by_its_place(visit: Visitor, width: int, wanted: int) -> None:
    page = visit(embedded(width)).page
    assert columns(page) == wanted
    assert sticking_out(page) == []


def test_styles_of_the_host_do_not_reach_it_nor_its_own_the_host(visit: Visitor, column: Page) -> None:
    plain = HOST[: HOST.index("<style>")] + "</head>" + HOST.split("</head>")[1]
    twin = visit(embedded(760, plain)).page
    assert column.evaluate(LOOKS) == twin.evaluate(LOOKS)
    style = "getComputedStyle(document.querySelector('main > p')).textDecorationLine"
    assert column.evaluate(style) == "line-through"
    assert column.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_keys_pressed_outside_it_are_the_host_s(column: Page) -> None:
    current = "document.querySelector('[aria-current=true]').id"
    before = column.evaluate(current)
    for key in ("ArrowDown", "ArrowRight", "End", "Space", "b", "q"):
        column.keyboard.press(key)
    assert column.evaluate(current) == before
    wait_until(column, "scrollY > 500")


def test_keys_pressed_inside_it_are_its_own(column: Page) -> None:
    current = "document.querySelector('[aria-current=true]').id"
    column.locator(".turns a").first.click()
    column.keyboard.press("ArrowDown")
    assert column.evaluate(current).startswith("g2-")
