"""Names on the page in the browser: those from the right turn no sentence, long ones run over nothing."""

from __future__ import annotations

import pytest

import kotra_notation as kn
from tests.browser import Visitor

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
    reading = kn.read(RECORD.format(name=name))
    return kn.report(kn.replay(reading.matches[0]), findings=reading.findings)


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
