"""A page of the desk on which a match is written or played."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from kotra_notation.desk.settings import DeskSettings
from tests.desk_served import opened

SETTLED = ".written:not([hidden]):not([aria-busy])"


@dataclass
class Scribe:
    """A page of the desk for writing or playing."""

    page: Page
    desk: DeskSettings

    def begin(
        self, rules: str = "modern", names: tuple[str, str] = ("Álfhildur", "Brynjólfur"), length: str = "7"
    ) -> Scribe:
        """A new match by the form, as somebody fills it in."""
        page = self.page
        page.check(f"[name=rules][value={rules}]")
        page.fill("[name=white]", names[0])
        page.fill("[name=black]", names[1])
        if rules == "modern":
            self.choose("to", length)
        page.click(".new button.main")
        return self.settled()

    def choose(self, name: str, value: str) -> None:
        """One of several, by its words, as what is hit under them is too small to be seen."""
        self.page.click(f"label:has([name={name}][value='{value}'])")

    def settled(self) -> Scribe:
        """When all that was typed has been written."""
        self.page.wait_for_selector(SETTLED)
        return self

    def type(self, *entries: str) -> Scribe:
        """Entries by keys alone, dice without Enter."""
        for entry in entries:
            self.page.keyboard.type(entry)
            if not (len(entry) == 2 and entry.isdigit()):
                self.page.keyboard.press("Enter")
            self.settled()
        return self

    def press(self, *keys: str) -> Scribe:
        """Keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.settled()
        return self

    def audited(self, axe: str) -> list[str]:
        """What axe finds wrong with the page as it is."""
        if not self.page.evaluate("() => !!window.axe"):
            self.page.evaluate(axe)
        found: list[str] = self.page.evaluate(AUDIT)
        return found

    @property
    def dice(self) -> tuple[float, float]:
        """Where the dice of White lie."""
        side: tuple[float, float] = self.page.evaluate(DICE)
        return side[0], side[1]

    def do(self, *names: str) -> Scribe:
        """Buttons by what they do."""
        for name in names:
            self.page.locator(f"[data-do={name}]:visible").first.click()
            self.settled()
        return self

    @property
    def kept(self) -> str:
        """What the folder has of the match when all has been kept."""
        self.page.wait_for_selector(".written:not([data-unkept])")
        assert self.desk.folder is not None
        return (self.desk.folder / str(self.record["name"])).read_bytes().decode()

    @property
    def record(self) -> dict[str, Any]:
        """What the browser keeps of the match."""
        found: str = self.page.evaluate("localStorage.getItem('kotra.record.' + location.hash.slice(1))")
        kept: dict[str, Any] = json.loads(found)
        return kept

    @property
    def text(self) -> str:
        """The record as it is written so far."""
        return str(self.record["text"])

    @property
    def done(self) -> str:
        """The lines behind the head."""
        return self.text.partition("\n\n")[2]

    @property
    def entry(self) -> str:
        """What stands in the line."""
        return self.page.input_value("#entry")

    @property
    def asked(self) -> str:
        """What the page asks for."""
        return self.page.locator(".asked").inner_text()

    @property
    def ended(self) -> str:
        """What the page says of a game that is over."""
        return self.page.locator("dialog.end[open]").inner_text()

    @property
    def objection(self) -> str:
        """Why something was not written."""
        return self.page.locator(".objection").inner_text()

    @property
    def choices(self) -> list[str]:
        """The plays that are proposed."""
        return self.page.locator("#choices:visible bdi").all_inner_texts()

    @property
    def board(self) -> str:
        """What the board shows, in words."""
        found = self.page.locator(".stage:not([hidden]) svg").get_attribute("aria-label")
        assert found is not None
        return found

    def point(self, seat: int, number: int, *, old: bool = False) -> tuple[float, float]:
        """Where a point of a side lies in the window, seen from White; 25 is the bar and 0 what is off."""
        side: tuple[float, float] = self.page.evaluate(WHERE, [seat, number, old])
        return side[0], side[1]

    def tap(self, seat: int, number: int, *, old: bool = False, finger: bool = False) -> Scribe:
        """A click on a point, or a tap of a finger."""
        x, y = self.point(seat, number, old=old)
        self.page.touchscreen.tap(x, y) if finger else self.page.mouse.click(x, y)
        return self

    def drag(self, seat: int, source: int, target: int, *, old: bool = False) -> Scribe:
        """A checker dragged from point to point."""
        mouse = self.page.mouse
        mouse.move(*self.point(seat, source, old=old))
        mouse.down()
        x, y = self.point(seat, target, old=old)
        mouse.move(x - 9, y - 9)
        mouse.move(x, y)
        mouse.up()
        return self


# The middle of a point near its edge, in the units of the picture, by the numbers of `board/arrows.py`.
WHERE = """([seat, number, old]) => {
  const svg = document.querySelector(".stage:not([hidden]) svg");
  const seen = !seat ? number : old ? (number + 11) % 24 + 1 : 25 - number;
  const at = number === 25 || number === 0 ? number : seen;
  const column = at > 12 ? at - 13 : 12 - at, up = seat ? -1 : 1;
  const [x, y] = at === 25 ? [263, 204 + 21 * up] : at === 0 ? [559, 204 + 150 * up]
    : [(column > 5 ? 66 : 20) + 40 * column, at > 12 ? 19 : 389];
  const {x: left, y: top} = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
  return [left, top];
}"""


DICE = """() => {
  const svg = document.querySelector(".stage:not([hidden]) svg");
  const {x, y} = new DOMPoint(406, 204).matrixTransform(svg.getScreenCTM());
  return [x, y];
}"""
AUDIT = """async () => (await axe.run()).violations.flatMap(({id, nodes}) =>
  nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`))"""


@contextmanager
def scribe(
    browser: Browser, desk: DeskSettings, path: str = "write", *, still: bool = True, **shown: Any
) -> Iterator[Scribe]:
    """A page of the desk in a context of its own; the test fails where it was not quiet."""
    shown["reduced_motion"] = "reduce" if still else "no-preference"
    with opened(browser, f"{desk.address}{path}", **shown) as page:
        yield Scribe(page, desk)


def desk_of(folder: Path | None = None, **more: Any) -> DeskSettings:
    """Settings of a desk for a test, at any port."""
    return DeskSettings(port=0, folder=folder, **more)
