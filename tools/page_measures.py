"""`python -m tools.page_measures`: what a page weighs and how fast it is, against its aims.

Times are ratios within one run, the best of several rounds, the candidates in turn.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import kotra_notation as kn
from hatch_build import write_shrunk
from kotra_notation.installation import folder
from kotra_notation.model import Game, Match, Player, Turn
from kotra_notation.replay import Replay
from kotra_notation.report.wishes import Diagrams
from referees.analysed import analysed, analysed_as_xg
from referees.games import quick_match, random_match

EMPTY = "<!DOCTYPE html><html lang='en'><title>Empty</title><body><p>Nothing.</p></body></html>"
NODES = "document.querySelectorAll('*').length"
# From the beginning of the navigation until the script has run and the page has been laid out.
READY = """() => { document.body.offsetHeight;
  return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd; }"""
# The median time of a key, the layout after it included.
KEYS = """(count) => {
  const times = [];
  for (let at = 0; at < count; at++) {
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(count / 2)];
}"""


# What has moved by itself since the page was opened, as browsers count it.
SHIFTED = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) sum += one.value; })
    .observe({type: 'layout-shift', buffered: true});
  requestAnimationFrame(() => setTimeout(() => done(sum), 300));
})"""
# How many frames of a second a page is drawn in that is scrolled for three seconds.
FRAMES = """async () => {
  const frame = () => new Promise(requestAnimationFrame), start = await frame();
  let count = 0, now = start;
  for (; now - start < 3000; count++) {
    scrollTo(0, count * 80 % document.documentElement.scrollHeight);
    now = await frame();
  }
  return 1000 * count / (now - start);
}"""


@dataclass(frozen=True, slots=True)
class Measure:
    """One figure and its aim, which it must not pass."""

    name: str
    value: float
    aim: float
    unit: str = ""

    @property
    def held(self) -> bool:
        """Whether the aim is reached."""
        return self.value <= self.aim

    def __str__(self) -> str:
        sign = "holds" if self.held else "FAILS"
        return f"{sign}  {self.name}: {self.value:,.2f}{self.unit} (aim {self.aim:,.2f}{self.unit})"


@cache
def of_turns(count: int) -> Replay:
    """A match of exactly so many turns, without evaluations."""
    games: list[Game] = []
    left = count
    for game in quick_match(3, games=count // 40 + 2).games:
        turns = [event for event in game.events if isinstance(event, Turn)]
        if left > 0:
            games.append(Game(number=len(games) + 1, events=tuple(islice(turns, left))))
            left -= len(turns)
    assert left <= 0
    names = Player(name="Álfhildur"), Player(name="Brynjólfur")
    return kn.replay(Match(players=names, length=0, games=tuple(games)))


@cache
def long_match() -> Replay:
    """A match to 25 points with an analysis of every decision."""
    return kn.replay(analysed(random_match(7, 25)))


def shipped(replay: Replay) -> str:
    """The page as an installed wheel makes it, whose styles and scripts have no blanks."""
    with tempfile.TemporaryDirectory() as shrunk:
        write_shrunk(folder("templates"), Path(shrunk))
        return kn.report(replay, templates=Path(shrunk))


def size_of_200() -> Measure:
    """Bytes of a page of 200 turns."""
    return Measure("a page of 200 turns", len(shipped(of_turns(200)).encode()) / 1000, 60, " kB")


def size_of_200_analysed() -> Measure:
    """Bytes of a page of 200 turns with an analysis of each, its record not within."""
    size = len(shipped(kn.replay(analysed(of_turns(200).match))).encode()) / 1000
    return Measure("a page of 200 analysed turns", size, 150, " kB")


def size_of_200_of_xg() -> Measure:
    """Bytes of a page of 200 turns as eXtreme Gammon keeps them."""
    size = len(shipped(kn.replay(analysed_as_xg(of_turns(200).match))).encode()) / 1000
    return Measure("a page of 200 turns analysed by XG", size, 150, " kB")


def size_of_a_long_match() -> Measure:
    """Bytes of a match to 25 points with full analysis."""
    return Measure("a match to 25 with full analysis", len(shipped(long_match()).encode()) / 1e6, 1.5, " MB")


def best(*candidates: Callable[[], float], rounds: int = 5) -> list[float]:
    """The least of several values of each candidate, asked in turn."""
    values = [[candidate() for candidate in candidates] for _ in range(rounds)]
    return [min(column) for column in zip(*values, strict=True)]


def timed(work: Callable[[], object]) -> Callable[[], float]:
    """How long something takes, in seconds."""

    def clocked() -> float:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    return clocked


def rendering() -> Measure:
    """The time of a page against the same with a board for each turn."""
    replay, every = of_turns(200), Diagrams("every", 1)
    one, many = best(timed(lambda: kn.report(replay)), timed(lambda: kn.report(replay, diagrams=every)))
    return Measure("rendering against a board for each turn", one / many, 0.3, "x")


def nodes(page: Page) -> Measure:
    """Elements of the page of a long match, open in a browser, as it was loaded."""
    return Measure("elements of a match to 25 at load", page.evaluate(NODES), 6000)


def opening(page: Page, folder: Path) -> Measure:
    """The time until a long match can be used, against an empty page."""

    def ready(name: str, text: str) -> Callable[[], float]:
        def asked() -> float:
            _open(page, folder, name, text)
            return float(page.evaluate(READY))

        return asked

    whole, empty = best(ready("long", kn.report(long_match())), ready("empty", EMPTY))
    return Measure("a match to 25 ready, against an empty page", whole / empty, 3, "x")


def keys(page: Page, folder: Path) -> Measure:
    """The time of a key with 1,000 turns against that with 50."""

    def pressed(count: int) -> Callable[[], float]:
        text = kn.report(of_turns(count))

        def asked() -> float:
            _open(page, folder, f"turns-{count}", text)
            return float(page.evaluate(KEYS, 40))

        return asked

    many, few = best(pressed(1000), pressed(50))
    return Measure("a key with 1,000 turns against 50", many / few, 2, "x")


def shifting(page: Page, folder: Path) -> Measure:
    """How much of an analysed page moves by itself while it opens, the worst of three widths."""
    text, worst = shipped(kn.replay(analysed(of_turns(200).match))), 0.0
    for width, height in ((1440, 900), (820, 1180), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        _open(page, folder, "shifting", text)
        worst = max(worst, float(page.evaluate(SHIFTED)))
    return Measure("what moves while a page opens", worst, 0.001)


def scrolling(page: Page, folder: Path) -> Measure:
    """The time of a frame of 3,000 analysed turns that are scrolled."""
    page.set_viewport_size({"width": 1440, "height": 900})
    _open(page, folder, "many", shipped(kn.replay(analysed(of_turns(3000).match))))
    return Measure("a frame of 3,000 analysed turns", 1000 / float(page.evaluate(FRAMES)), 20, " ms")


def _open(page: Page, folder: Path, name: str, text: str) -> None:
    file = folder / f"{name}.html"
    file.write_text(text, encoding="utf-8")
    page.goto(file.as_uri())


def in_browser(browser: Browser, folder: Path) -> Sequence[Measure]:
    """What a browser must say."""
    page = browser.new_page()
    _open(page, folder, "long", kn.report(long_match()))
    return [
        nodes(page),
        opening(page, folder),
        keys(page, folder),
        shifting(page, folder),
        scrolling(page, folder),
    ]


def main() -> int:
    """Print every figure; the status is 1 if an aim is missed."""
    measures = [
        size_of_200(),
        size_of_200_analysed(),
        size_of_200_of_xg(),
        size_of_a_long_match(),
        rendering(),
    ]
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        measures += in_browser(browser, Path(folder))
        browser.close()
    for measure in measures:
        print(measure)
    return 0 if all(measure.held for measure in measures) else 1


if __name__ == "__main__":
    sys.exit(main())
