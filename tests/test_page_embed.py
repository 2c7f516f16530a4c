"""The fragment in a stranger's page: laid out by its place, without the host's styles, without his keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import kotra_notation as kn
from tests.browser import Visitor, wait_until
from tests.layout_facts import sticking_out
from tests.sample_pages import rich

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


def test_styles_of_the_host_do_not_reach_it(visit: Visitor, column: Page) -> None:
    plain = HOST[: HOST.index("<style>")] + "</head>" + HOST.split("</head>")[1]
    twin = visit(embedded(760, plain)).page
    assert column.evaluate(LOOKS) == twin.evaluate(LOOKS)


def test_it_reaches_nothing_of_the_host(column: Page) -> None:
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
