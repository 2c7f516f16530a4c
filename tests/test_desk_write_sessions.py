"""Long sessions on the page for writing: at random, by keys alone, and with a desk or browser killed."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from socket import SO_REUSEADDR, SOL_SOCKET, socket
from statistics import median
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

import kotra_notation as kn
from kotra_notation.record import draft
from kotra_notation.record.draft.view import DraftStanding
from referees.games import random_match
from referees.seeds import SEED, SESSIONS, fresh, rest
from referees.transcriber import keys
from tests.browser import PHONE, WIDE, absent
from tests.desk_served import served
from tests.desks import Scribe, desk_of, scribe
from tests.test_desk_command import begun

NAMES = ("Álfhildur", "Brynjólfur")
BUTTONS = {"d": "double", "t": "take", "p": "drop", "y": "accept", "n": "refuse"}


class PageSession:
    """Steps at random on the page: by a mouse or a finger, by keys; and beside them what must be written."""

    def __init__(self, page: Scribe, random: Random, *, old: bool, finger: bool) -> None:
        self.page, self.random, self.old, self.finger = page, random, old, finger
        self.text = page.text
        self.past: list[str] = []
        self.future: list[str] = []

    def run(self, steps: int) -> None:
        for _ in range(steps):
            standing = draft.standing(self.text)
            if standing.wants == "nothing" and self.random.random() < 0.7:
                break
            self.step(standing)
            assert self.page.settled().text == self.text

    def step(self, standing: DraftStanding) -> None:
        random, chance = self.random, self.random.random()
        if self.past and (chance < 0.08 or not standing.certain):
            self.future.append(self.text)
            self.text = self.past.pop()
            self.page.do("undo")
        elif self.future and chance < 0.5:
            self.past.append(self.text)
            self.text = self.future.pop()
            self.page.do("redo")
        elif (chance < 0.11 and standing.turns) or standing.wants == "nothing":
            self.enter("# Athugasemd.")
        elif chance < 0.14 and self.correct(standing):
            return
        elif standing.wants == "play":
            self.play(standing)
        elif standing.wants == "answer":
            self.enter(random.choice("yn" if standing.offer == "resignation" else "ttp"))
        elif standing.may_double and random.random() < 0.1:
            self.enter("d")
        else:
            dice = [random.randint(1, 6), random.randint(1, 6)]
            self.expect(draft.enter(self.text, "{}{}".format(*dice)))
            for number, die in enumerate(dice, 1):
                button = self.page.page.locator(f".dice:nth-child({number}) button").nth(die - 1)
                button.tap() if self.finger else button.click()

    def expect(self, text: str) -> None:
        if text != self.text:
            self.past.append(self.text)
            self.future.clear()
            self.text = text

    def enter(self, entry: str) -> None:
        self.expect(draft.enter(self.text, entry))
        self.page.do(BUTTONS[entry]) if entry in BUTTONS else self.fill(entry)

    def fill(self, entry: str, *, often: int = 1) -> None:
        self.page.page.fill("#entry", entry)
        self.page.press(*["Enter"] * often)

    def play(self, standing: DraftStanding) -> None:
        if self.random.random() < 0.05 and (wrong := self.illegal()):
            self.expect(draft.enter(self.text, wrong, stands=True))
            self.fill(wrong, often=2)
            return
        way = self.random.choice([way for way in standing.plays if not way.text.endswith("half")])
        self.expect(draft.enter(self.text, way.text))
        if self.random.random() < 0.15 or not way.steps:
            self.fill(way.text)
            return
        for source, target in way.steps:
            self.page.drag(standing.seat or 0, source, target, old=self.old)
        assert self.page.entry == way.text
        self.page.do("done")

    def illegal(self) -> str:
        """A play of one checker that is not legal, of those that the board could hold."""
        far, near = sorted(self.random.sample(range(1, 25), 2), reverse=True)
        try:
            draft.enter(self.text, f"{far}/{near}")
        except draft.NotLegalError:
            return f"{far}/{near}"
        except ValueError:
            pass
        return ""

    def correct(self, standing: DraftStanding) -> bool:
        """An old turn is written anew, with another play of its throw."""
        turns = [turn for turn in standing.turns[:-1] if turn.dice and "/" in (turn.play or "")]
        if not turns:
            return False
        turn = self.random.choice(turns)
        above = "".join(self.text.splitlines(keepends=True)[: turn.line - 1])
        try:
            way = self.random.choice(draft.standing(draft.enter(above, turn.dice)).plays)
            changed = draft.enter(self.text, f"{turn.dice}: {way.text}", line=turn.line)
        except (ValueError, IndexError):
            return False
        self.expect(changed)
        self.page.page.locator(f".turns [data-line='{turn.line}']").click()
        self.page.settled()
        self.fill(f"{turn.dice}: {way.text}")
        return True


@pytest.mark.parametrize("seed", fresh(max(4, SESSIONS // 10)))
def test_what_was_done_on_the_page_is_what_is_written(chromium: Browser, tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    rules, size = random.choice(["modern", "forn-1977", "forn-de"]), random.choice([WIDE, PHONE])
    with served(folder=tmp_path) as desk, scribe(chromium, desk, size=size, touch=size == PHONE) as page:
        page.begin(rules, NAMES, "3")
        PageSession(page, random, old=rules != "modern", finger=size == PHONE).run(25)
        assert page.kept == page.text


# From a key to the first change of the board, and from a key to the answer of the desk, in milliseconds.
MEASURE = """() => {
  let key = 0, waits = false;
  window.measured = [];
  window.answered = [];
  addEventListener("keydown", event => { key = event.timeStamp; waits = true; }, true);
  const changed = new MutationObserver(() => {
    if (waits) measured.push(performance.now() - key);
    waits = false;
  });
  for (const board of document.querySelectorAll(".stage svg"))
    changed.observe(board, {childList: true, subtree: true});
  const written = document.querySelector(".written");
  new MutationObserver(() => {
    if (!written.hasAttribute("aria-busy")) answered.push(performance.now() - key);
  }).observe(written, {attributeFilter: ["aria-busy"]});
}"""


@pytest.mark.slow
def test_a_sound_record_is_written_by_keys_as_it_is(chromium: Browser, tmp_path: Path) -> None:
    """A game of it; in a long run (KOTRA_SESSIONS=500) all its 315 turns."""
    match = random_match(20 if SESSIONS > 100 else 22, 3, said=True)
    match = match if SESSIONS > 100 else replace(match, games=match.games[:1])
    text = re.sub(r"(?m)^([WB] \d\d):$", r"\1: cannot move", str(kn.write(match, "kotra").content))
    text = text.replace("length: 3\n", "length: 3\nrules: modern\n")
    typed = [key.text for key in keys(kn.read(text).matches[0])]
    typed = [entry for entry in typed if not re.match(r"game |[WB] (wins|loses)", entry)]
    white, black = match.players
    with served(folder=tmp_path) as desk, scribe(chromium, desk) as page:
        page.begin(names=(white.name, black.name), length="3")
        page.page.evaluate(MEASURE)
        page.type(*typed)
        assert page.text == text
        measured, answered = page.page.evaluate("[measured, answered]")
        print(f"{median(measured):.1f} ms from a key to the board, {median(answered):.1f} ms to the answer")
        assert median(measured) <= 60


def wait_until_free(port: int) -> None:
    """Wait until the system has taken back the port of a killed desk."""
    for _ in range(100):
        with socket() as tried, suppress(OSError):
            tried.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            tried.bind(("127.0.0.1", port))
            return
        time.sleep(0.1)


@pytest.mark.parametrize("moments", [pytest.param(3, marks=pytest.mark.middle), *rest([SESSIONS // 2])])
def test_a_killed_desk_loses_the_last_event_at_most(chromium: Browser, tmp_path: Path, moments: int) -> None:
    random, folder, words = Random(SEED), tmp_path / "day", [str(tmp_path / "day"), "--port", "0"]
    folder.mkdir()
    context = chromium.new_context()
    with begun(tmp_path, *words) as (_, address):
        page = Scribe(context.new_page(), desk_of(folder))
        page.page.goto(f"{address}write")
        page.begin(length="0").type("31", "8/5 6/5")
        name = page.record["name"]
    words[-1] = str(urlsplit(address).port)  # the next one has the same address
    written = page.text
    for _ in range(moments):
        standing = draft.standing(written)
        entry = random.choice([play.text for play in standing.plays] or ["31", "52", "64", "42", "65"])
        wait_until_free(int(words[-1]))
        with begun(tmp_path, *words) as (running, _):
            page.page.wait_for_selector(".kept:not(.grave)", timeout=20_000)
            assert (folder / name).read_text(encoding="utf-8") == written
            page.page.fill("#entry", "")
            page.page.keyboard.type(entry)
            if not entry.isdigit():
                page.page.keyboard.press("Enter")
            time.sleep(random.random() * 0.08)
            running.kill()
        known = page.settled().text
        assert known in (written, draft.enter(written, entry))
        assert (folder / name).read_text(encoding="utf-8") in (written, known)
        assert [path.name for path in folder.iterdir() if path.suffix == ".kotra"] == [name]
        written = known
    context.close()


KILLED_BROWSER = """
import os, signal, subprocess, sys
from playwright.sync_api import sync_playwright
from tests.desks import Scribe, desk_of
address, profile, path, entries = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
with sync_playwright() as playwright:
    browser = {"executable_path": path, "args": ["--no-sandbox"]}
    context = playwright.chromium.launch_persistent_context(profile, **browser)
    page = Scribe(context.pages[0], desk_of())
    page.page.goto(address)
    if entries:
        page.begin(length="0").type(*entries)
    print(repr((page.settled().page.url, page.text)), flush=True)
    found = subprocess.run(["pgrep", "-f", profile], capture_output=True, text=True)
    for pid in set(map(int, found.stdout.split())) - {os.getpid()}:
        os.kill(pid, signal.SIGKILL)
    os._exit(0)
"""


@pytest.mark.middle
@pytest.mark.parametrize("keeps", [True, False], ids=["folder", "no folder"])
def test_a_browser_that_is_killed_takes_up_where_it_was(tmp_path: Path, *, keeps: bool) -> None:
    path = shutil.which("chromium") or absent("Chromium is not installed (Debian's package chromium).")
    folder = tmp_path / "day"
    folder.mkdir()

    def killed(address: str, *entries: str) -> tuple[str, str]:
        """The address and the text of a record, before its browser was killed."""
        command = [sys.executable, "-c", KILLED_BROWSER, address, str(tmp_path / "profile"), path, *entries]
        root = Path(__file__).parents[1]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
        found: tuple[str, str] = ast.literal_eval(done.stdout)
        return found

    with served(folder=folder if keeps else None) as desk:
        address, text = killed(f"{desk.address}write", "31", "8/5 6/5", "52", "13/8 24/22")
        assert text.endswith("B 52: 13/8 24/22\n")
        assert killed(address) == (address, text)
