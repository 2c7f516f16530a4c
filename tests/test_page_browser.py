"""The page in a real browser: quiet, readable without its script, accessible, and whole at every width."""

from __future__ import annotations

import re

import pytest

import kotra_notation as kn
from tests.browser import Scheme, Visitor
from tests.layout_facts import clipped, controls, scrolled, sticking_out
from tests.sample_pages import KINDS, page_of
from tests.transcripts import read

WIDTHS = {1440: 900, 820: 1180, 390: 844}
A4 = 718  # the width of a printed page within its margins
# axe's rule heading-order: below h2 the cards of the findings begin with h4
SKIPS_A_HEADING = {"sound/skyringar.kotra", "faulty/slip.mat", "faulty/forn.kotra"}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", KINDS)
def test_nothing_sticks_out_and_no_text_is_clipped(visit: Visitor, name: str, width: int) -> None:
    page = visit(page_of(name), width=width, height=WIDTHS[width], touch=width < 500).page
    assert sticking_out(page) == []
    assert clipped(page) == []


@pytest.mark.parametrize("name", KINDS)
def test_without_its_script_the_page_says_all_that_it_says_with_it(visit: Visitor, name: str) -> None:
    page = visit(page_of(name), script=False, width=390).page
    assert sticking_out(page) == []
    assert clipped(page) == []
    assert controls(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", KINDS)
def test_axe_finds_nothing(
    visit: Visitor, axe: str, name: str, scheme: Scheme, request: pytest.FixtureRequest
) -> None:
    if name in SKIPS_A_HEADING:
        request.applymarker(pytest.mark.xfail(reason="the page skips a level of headings"))
    page = visit(page_of(name), scheme=scheme).page
    page.evaluate(f"() => {{ {axe} }}")
    violations = page.evaluate("async () => (await axe.run({resultTypes: ['violations']})).violations")
    assert [(one["id"], [node["html"] for node in one["nodes"][:3]]) for one in violations] == []


@pytest.mark.parametrize("name", KINDS)
def test_print_has_no_buttons_and_clips_nothing(visit: Visitor, name: str) -> None:
    page = visit(page_of(name), width=A4).page
    page.emulate_media(media="print")
    assert controls(page) == []
    assert sticking_out(page) + clipped(page) + scrolled(page) == []


def test_a_printed_game_begins_on_a_page_of_its_own(visit: Visitor) -> None:
    match = read("kotra 1\nlength: 0\n" + "".join(f"game {n} 0-0\nW 31: 8/5 6/5\n" for n in (1, 2, 3)))
    printed = visit(kn.report(kn.replay(match))).page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) >= 3
