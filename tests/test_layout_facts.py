"""The watchers of the page themselves: each sees what it is there to see, and lets the rest pass."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import Visitor
from tests.layout_facts import clipped, controls, scrolled, sticking_out
from tests.records import rows

HEAD = "<!DOCTYPE html><meta name=viewport content='width=device-width'><style>body{margin:0}</style>"
WIDE = "<p style='width:2000px'>far out"
SCROLLER = f"<div style='overflow:auto'>{WIDE}</div>"
CUT = "<p style='width:30px;overflow:hidden;white-space:nowrap'>Hallgerður langbrók"
LOW = "<div style='height:10px;overflow:hidden'><p>one<p>two</div>"
PICTURE = "<svg viewBox='0 0 50 20' width='50'><text y='10'>Hallgerður langbrók</text></svg>"
HEARD = "<p style='position:absolute;width:1px;height:1px;overflow:hidden'>for screen readers"


@pytest.mark.parametrize(
    ("fact", "body", "seen"),
    [
        (sticking_out, WIDE, True),
        (sticking_out, SCROLLER, False),
        (sticking_out, "<p>short", False),
        (clipped, CUT, True),
        (clipped, LOW, True),
        (clipped, PICTURE, True),
        (clipped, HEARD, False),
        (clipped, SCROLLER, False),
        (scrolled, SCROLLER, True),
        (scrolled, "<div style='overflow:auto'>short</div>", False),
        (controls, "<button>x</button>", True),
        (controls, "<button hidden>x</button>", False),
        (controls, "<div style='display:none'><button>x</button></div>", False),
    ],
)
def test_a_fact_of_the_layout_is_seen(
    visit: Visitor, fact: Callable[[Page], list[str]], body: str, seen: bool
) -> None:
    assert bool(fact(visit(HEAD + body, width=390).page)) is seen


@rows
def test_what_breaks_the_quiet_is_kept(chromium: Browser, visit: Visitor, body: str) -> None:
    noisy = Visitor(chromium, visit.folder)
    noisy(HEAD + body).page.wait_for_load_state("networkidle")
    assert noisy.close() != []
