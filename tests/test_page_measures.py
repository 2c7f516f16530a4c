"""What pages weigh; how fast they are is printed by `python -m tools.page_measures`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import rcssmin
from playwright.sync_api import Browser

import kotra_notation as kn
from kotra_notation.installation import folder
from kotra_notation.model import Turn
from tests.browser import Visitor
from tools.page_measures import (
    Measure,
    long_match,
    nodes,
    of_turns,
    shifting,
    shipped,
    size_of_200,
    size_of_200_analysed,
    size_of_200_of_xg,
    size_of_a_long_match,
)

pytestmark = pytest.mark.middle


LIGHT = [size_of_200, size_of_200_analysed, size_of_200_of_xg, size_of_a_long_match]


@pytest.mark.parametrize("measured", LIGHT, ids=lambda measured: measured.__name__)
def test_a_page_is_light(measured: Callable[[], Measure]) -> None:
    assert measured().held, measured()


def test_pages_of_real_matches_of_xg_are_light(corpus: Path) -> None:
    """Those of more than 200 turns by as much as their turns weigh."""
    for path in sorted((corpus / "real" / "xg").glob("*.xg")):
        replay = kn.replay(kn.read(path).matches[0])
        turns = sum(isinstance(event, Turn) for game in replay.match.games for event in game.events)
        assert len(shipped(replay).encode()) <= 150_000 + 440 * max(0, turns - 200), path.name


def test_nothing_moves_while_a_page_opens(chromium: Browser, tmp_path: Path) -> None:
    with chromium.new_page() as page:
        measure = shifting(page, tmp_path)
    assert measure.held, measure


def test_a_long_match_with_full_analysis_has_few_elements_at_load(visit: Visitor) -> None:
    measure = nodes(visit(shipped(long_match())).page)
    assert measure.held, measure


def test_the_script_of_a_wheel_runs(visit: Visitor) -> None:
    page = visit(shipped(of_turns(50))).page
    page.focus(".stage")
    page.keyboard.press("End")
    assert page.locator(".caption").inner_text() == "Game 1: Unfinished"


# The blank that says "within", before a pseudo-class.
WITHIN = re.compile(r"(?<=[\w\])*]) +(?=:[a-z])")


@pytest.mark.parametrize("path", sorted(folder("templates").glob("*.css")), ids=lambda path: path.name)
def test_no_style_of_a_wheel_loses_a_blank_before_a_pseudo_class(path: Path) -> None:
    """As `.a :is(.b)` does in a block that what makes it smaller does not know: write `.a *:is(.b)` there."""
    source = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert len(WITHIN.findall(rcssmin.cssmin(source))) == len(WITHIN.findall(source))


def test_the_style_of_a_wheel_means_what_ours_does(visit: Visitor) -> None:
    """What makes it smaller takes the blank before `:is` away where it knows no block such as @container."""
    rules = """() => { const found = [], seen = (rules) => { for (const one of rules) {
        if (one.selectorText) found.push(one.selectorText);
        if (one.cssRules) seen(one.cssRules); } };
        for (const sheet of document.styleSheets) seen(sheet.cssRules); return found; }"""
    ours, theirs = (
        visit(one).page.evaluate(rules) for one in (kn.report(long_match()), shipped(long_match()))
    )
    assert theirs == ours
