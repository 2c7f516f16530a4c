"""The page in a real browser: quiet, readable without its script, accessible, and whole at every width."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from kotra_notation.model import Comment, Play, Turn
from kotra_notation.replay import Frame
from kotra_notation.report.page import page as view
from kotra_notation.words.tongues import LANGUAGES
from referees.seeds import part
from tests.browser import Scheme, Visitor
from tests.layout_facts import clipped, controls, scrolled, sticking_out
from tests.sample_pages import PAGES, page_of, rich, rich_page

WIDTHS = {1440: 900, 820: 1180, 390: 844}
A4 = 718  # the width of a printed page within its margins


@pytest.mark.parametrize("width", part(WIDTHS, 2))
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_and_no_text_is_clipped(visit: Visitor, name: str, width: int) -> None:
    page = visit(page_of(name), width=width, height=WIDTHS[width], touch=width < 500).page
    assert sticking_out(page) + clipped(page) == []


@pytest.mark.parametrize("language", part(LANGUAGES, 2))
def test_no_language_is_too_long_for_a_phone(visit: Visitor, language: str) -> None:
    page = visit(rich_page(language), width=390, height=844, touch=True).page
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert sticking_out(page) + clipped(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_without_its_script_the_page_is_whole_and_shows_no_button(visit: Visitor, name: str) -> None:
    page = visit(page_of(name), script=False, width=390).page
    assert sticking_out(page) + clipped(page) + controls(page) == []


def test_without_its_script_every_throw_comment_and_choice_can_be_read(visit: Visitor) -> None:
    page = visit(rich_page(), script=False).page
    seen = " ".join(page.inner_text("main").split())
    told = [text for game in rich().games for frame in game.frames for text in words(frame)]
    studies = [study for game in view(rich()).games for stop in game.weighed for study in stop.studies]
    weighed = [choice.text for study in studies if not study.brief for choice in study.choices]
    assert [text for text in (*told, *weighed) if text not in seen] == []


def words(frame: Frame) -> list[str]:
    """What a reader must be told of an event."""
    match frame.event:
        case Comment(text=text):
            return [text]
        case Turn(dice=(first, second), deed=Play()):
            return [f"{first}{second} "]
    return []


def violations(page: Page, axe: str) -> list[tuple[str, list[str]]]:
    """What axe objects to, with the first elements it means."""
    page.evaluate(f"() => {{ {axe} }}")
    found = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    return [(one["id"], [node["html"] for node in one["nodes"][:3]]) for one in found]


@pytest.mark.parametrize("scheme", part(["light", "dark"], 2))
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit: Visitor, axe: str, name: str, scheme: Scheme) -> None:
    assert violations(visit(page_of(name), scheme=scheme).page, axe) == []


@pytest.mark.parametrize("scheme", part(["light", "dark", "contrast"], 2))
def test_axe_finds_nothing_in_chosen_colours_and_in_keys(visit: Visitor, axe: str, scheme: str) -> None:
    page = visit(page_of("sound/skyringar.kotra")).page
    page.eval_on_selector_all(".board details", "all => all.forEach(one => one.open = true)")
    page.select_option("[data-set=scheme]", scheme)
    assert violations(page, axe) == []
    page.focus(".stage")
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    assert violations(page, axe) == []


@pytest.mark.parametrize("name", PAGES)
def test_print_has_no_buttons_and_clips_nothing(visit: Visitor, name: str) -> None:
    page = visit(page_of(name), width=A4).page
    page.emulate_media(media="print")
    assert controls(page) == []
    assert sticking_out(page) + clipped(page) + scrolled(page) == []


def test_forced_colours_leave_the_marks_and_the_place_one_is_at(visit: Visitor) -> None:
    page = visit(rich_page()).page
    page.emulate_media(forced_colors="active")
    ground, *marks = page.evaluate(
        """() => { const marks = [...document.querySelectorAll('.turns em')];
            return [getComputedStyle(document.body).backgroundColor,
                ...marks.map((one) => getComputedStyle(one, '::before').backgroundColor)]; }"""
    )
    assert marks
    assert ground not in marks
    outlines = page.eval_on_selector_all(
        "[aria-current]", "all => all.map(one => getComputedStyle(one).outlineStyle)"
    )
    assert outlines == ["solid"]


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
def test_a_printed_page_is_a_booklet(visit: Visitor, paper: str) -> None:
    """The worst errors three to a page, then the games, which run on."""
    page = visit(rich_page()).page
    worst = page.locator(".highlights em:is(.wrong, .blunder)").count()
    pages = [one.extract_text() for one in PdfReader(BytesIO(page.pdf(format=paper))).pages]
    heads = [len(re.findall(r"^\d+ .*\nGame \d.*, turn \d+$", one, re.M)) for one in pages]
    begun = [count for count in heads if count]
    assert sum(heads) == worst > 6
    assert begun[:-1] == [3] * (len(begun) - 1)
    assert max(len(re.findall(r"^Game \d \S+$", one, re.M)) for one in pages) > 1
    assert page.locator(".decisions").count() == 0
