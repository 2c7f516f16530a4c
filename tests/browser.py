"""The installed Chromium, driven by Playwright: pages open as files, and whatever disturbs the quiet is kept.

Where Chromium is absent the tests skip, visibly; `KOTRA_BROWSER=required` makes them fail instead. To open a
page takes seconds: a few of the tests are for every run, other ones each time; the others are slow.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, NoReturn

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    Request,
    sync_playwright,
)

from referees.seeds import SEED, part

Scheme = Literal["light", "dark"]

# A window on a table and one in a hand, and the looks of either: one of the two in each run.
WIDE, PHONE = (1440, 900), (390, 844)
SIZES = pytest.mark.parametrize(
    "size", part([pytest.param(WIDE, id="wide"), pytest.param(PHONE, id="phone")], 2)
)
LOOKS = pytest.mark.parametrize(
    ("size", "scheme"),
    part([pytest.param(WIDE, "light", id="wide-light"), pytest.param(PHONE, "dark", id="phone-dark")], 2),
)

PERMISSIONS = ["clipboard-read", "clipboard-write"]


def wait_until(page: Page, expression: str, seconds: int = 5) -> None:
    """Wait until an expression is true; Playwright's own wait would evaluate it where pages forbid that."""
    for _ in range(20 * seconds):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


HASTE = """keys => {
  for (const key of keys) {
    const facts = {key, bubbles: true, cancelable: true}, target = document.activeElement;
    const typed = target.dispatchEvent(new KeyboardEvent("keydown", facts)) && key.length === 1;
    if (typed) document.execCommand("insertText", false, key);
  }
}"""


def press_at_once(page: Page, *keys: str) -> None:
    """Press keys before the page has done anything else: so they reach one that is slow."""
    page.evaluate(HASTE, list(keys))


def absent(why: str) -> NoReturn:
    """The test is skipped, or failed where the tests of the browser are required."""
    if os.environ.get("KOTRA_BROWSER") == "required":
        pytest.fail(why, pytrace=False)
    pytest.skip(why)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One of twenty tests with a browser is for every run, by the seed of it; the others are slow."""
    for item in items:
        opens = isinstance(item, pytest.Function) and "chromium" in item.fixturenames
        if opens and not any(one.name in ("middle", "slow") for one in item.own_markers):
            often = Random(f"{SEED}{item.nodeid}").random() < 0.05
            item.add_marker(pytest.mark.middle if often else pytest.mark.slow)


@dataclass
class Visit:
    """A page that is open, and what broke its quiet: requests, console messages, errors, dialogs, popups."""

    page: Page
    address: str
    disturbances: list[str] = field(default_factory=list)

    def listen(self, context: BrowserContext) -> None:
        """Keep whatever the page asks for, says or throws from now on."""
        context.on("request", self.requested)
        context.on("page", lambda page: self.disturbances.append(f"popup {page.url}"))
        self.page.on("console", self.said)
        self.page.on("pageerror", lambda error: self.disturbances.append(f"error {error}"))
        self.page.on("dialog", self.asked)

    def requested(self, request: Request) -> None:
        if request.url.partition("#")[0] != self.address:
            self.disturbances.append(f"request {request.url[:200]}")

    def said(self, message: ConsoleMessage) -> None:
        self.disturbances.append(f"console {message.text[:200]}")

    def asked(self, dialog: Dialog) -> None:
        self.disturbances.append(f"dialog {dialog.message[:200]}")
        dialog.dismiss()


@dataclass
class Visitor:
    """Opens pages, each in a fresh context."""

    browser: Browser
    folder: Path
    visits: list[Visit] = field(default_factory=list)

    def __call__(
        self,
        text: str,
        *,
        width: int = 1440,
        height: int = 900,
        scheme: Scheme = "light",
        script: bool = True,
        touch: bool = False,
        still: bool = False,
        clock: bool = False,
        fragment: str = "",
    ) -> Visit:
        """The text as a page in a window of this size; `still`: reduced motion; `clock`: time stands."""
        file = self.folder / f"page-{len(self.visits)}.html"
        file.write_text(text, encoding="utf-8", newline="")
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            java_script_enabled=script,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce" if still else "no-preference",
            permissions=PERMISSIONS,
        )
        context.set_default_timeout(5000)
        context.set_default_navigation_timeout(20_000)
        visit = Visit(context.new_page(), file.as_uri())
        visit.listen(context)
        if clock:
            context.clock.install()
        visit.page.goto(visit.address + fragment)
        self.visits.append(visit)
        return visit

    def close(self) -> list[str]:
        """Close every page; what disturbed their quiet."""
        for visit in self.visits:
            visit.page.context.close()
        return [one for visit in self.visits for one in visit.disturbances]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    path = shutil.which("chromium")
    if not path:
        absent("Chromium is not installed (Debian's package chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(chromium: Browser, tmp_path: Path) -> Iterator[Visitor]:
    """Opens pages; the test fails if one of them asks for anything, writes to the console or throws."""
    visitor = Visitor(chromium, tmp_path)
    yield visitor
    assert visitor.close() == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, from the file that `KOTRA_AXE` names."""
    path = os.environ.get("KOTRA_AXE")
    if not path:
        absent("axe-core is not given: set KOTRA_AXE to the axe.min.js of the npm package axe-core.")
    return Path(path).read_text(encoding="utf-8")
