"""A reader of the page in the browser: what he presses, clicks and sees."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.browser import Visit, Visitor

STOPS = ".turns > li > a"
PLACES = "links => links.map(link => link.hash.slice(1))"


@dataclass
class Reader:
    """One who reads a page."""

    page: Page

    @property
    def stops(self) -> list[str]:
        """The places where one may stop, in order."""
        return list(self.page.eval_on_selector_all(STOPS, PLACES))

    def stops_with(self, *classes: str) -> list[str]:
        """Those of them that are of one of these classes."""
        some = ", ".join(f".turns > li.{one} > a" for one in classes)
        return list(self.page.eval_on_selector_all(some, PLACES))

    @property
    def here(self) -> str:
        """The place that is shown as the current one."""
        (current,) = self.page.eval_on_selector_all(".turns [aria-current=true]", PLACES)
        return str(current)

    @property
    def fragment(self) -> str:
        """What the address says behind its `#` as he turns to it."""
        return str(
            self.page.evaluate("() => { dispatchEvent(new Event('pagehide')); return location.hash; }")
        )[1:]

    @property
    def board(self) -> str:
        """The large board as it is drawn."""
        return self.page.locator(".stage svg").inner_html()

    @property
    def told(self) -> str:
        """The sentence of the large board."""
        return self.page.locator(".stage svg").get_attribute("aria-label") or ""

    @property
    def caption(self) -> str:
        """The line below the board."""
        return self.page.locator(".caption").inner_text()

    @property
    def state(self) -> tuple[str, str, str]:
        """Where he is, and what is shown of it."""
        return self.here, self.board, self.caption

    @property
    def clipboard(self) -> str:
        """What was copied last."""
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def press(self, key: str, times: int = 1) -> Reader:
        """He presses a key."""
        for _ in range(times):
            self.page.keyboard.press("Space" if key == " " else key)
        return self

    def button(self, key: str) -> Locator:
        """The button of a key."""
        return self.page.locator(f'[data-key="{key}"]')

    def open_more(self) -> None:
        """He opens whatever is folded among the tools."""
        self.page.eval_on_selector_all(".board details", "all => all.forEach(one => one.open = true)")

    def link(self, anchor: str) -> Locator:
        """A turn in the list."""
        return self.page.locator(f".turns a[href='#{anchor}']")

    def play(self, anchor: str) -> str:
        """The first step of a turn, as the list has it."""
        return re.sub(r"^\S+\s+", "", self.link(anchor).inner_text()).split()[0]


def reading(visit: Visitor, text: str, **window: object) -> Reader:
    """A reader with the page open, who has the board before him."""
    opened: Visit = visit(text, **window)  # type: ignore[arg-type]
    opened.page.focus(".stage")
    return Reader(opened.page)
