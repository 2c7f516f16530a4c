"""Sessions at the desk by a seed: what was done is what is written, by requests and on the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from kotra_notation.desk import folders
from kotra_notation.desk.record_tasks import begin, enter, stand
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.work import AskedError
from kotra_notation.record.draft.plays import LegalWay
from kotra_notation.words.tongues import ENGLISH
from referees.seeds import SESSIONS, fresh
from tests.browser import PHONE, WIDE
from tests.desk_served import served
from tests.desks import Scribe, desk_of, scribe
from tests.sessions import RULES, Session

NAMES = ("Álfhildur", "Brynjólfur")


@dataclass
class Requests:
    """A session by what the page asks of the desk; every text is kept."""

    desk: DeskSettings
    text: str
    name: str
    version: str | None = None
    past: list[str] = field(default_factory=list)
    future: list[str] = field(default_factory=list)

    def enter(self, entry: str, **more: object) -> None:
        answer = enter({"text": self.text, "entries": [entry], **more}, ENGLISH)
        if answer["text"] != self.text:
            self.past.append(self.text)
            self.future.clear()
        self.put(str(answer["text"]))

    def put(self, text: str) -> None:
        self.text = text
        assert self.desk.folder is not None
        kept, moved = folders.keep_record(self.desk.folder, self.name, text, self.version)
        assert (kept.name, moved) == (self.name, False)
        self.version = kept.version
        assert (self.desk.folder / self.name).read_bytes() == text.encode()

    def dice(self, first: int, second: int) -> None:
        self.enter(f"{first}{second}")

    def play(self, way: LegalWay, random: Random) -> None:
        self.enter(way.text)

    def insist(self, entry: str) -> None:
        with pytest.raises(AskedError):
            self.enter(entry)
        self.enter(entry, stands=True)

    def correct(self, line: int, entry: str) -> None:
        stand({"text": self.text, "line": line, "dice": entry[:2]}, ENGLISH)
        self.enter(entry, line=line)

    def undo(self) -> None:
        self.future.append(self.text)
        self.put(self.past.pop())

    def redo(self) -> None:
        self.past.append(self.text)
        self.put(self.future.pop())


@dataclass
class Clicks:
    """A session on the page: by the mouse, by a finger, by keys, as it comes."""

    page: Scribe
    old: bool
    finger: bool
    seat: int = 0

    @property
    def text(self) -> str:
        return self.page.settled().text

    def enter(self, entry: str) -> None:
        button = {"d": "double", "t": "take", "p": "drop", "y": "accept", "n": "refuse"}.get(entry)
        if button:
            self.page.do(button)
        else:
            self.page.page.fill("#entry", entry)
            self.page.press("Enter")

    def dice(self, first: int, second: int) -> None:
        for number, die in enumerate((first, second)):
            button = self.page.page.locator(f".dice:nth-child({number + 1}) button").nth(die - 1)
            button.tap() if self.finger else button.click()
        self.page.settled()

    def play(self, way: LegalWay, random: Random) -> None:
        page, seat = self.page, 0 if f"{NAMES[0]} has" in self.page.asked else 1
        chance = random.random()
        if chance < 0.15 or not way.steps:
            page.page.fill("#entry", way.text)
            page.press("Enter")
        else:
            for source, target in way.steps:
                page.drag(seat, source, target, old=self.old)
            assert page.entry == way.text
            page.do("done")

    def insist(self, entry: str) -> None:
        self.page.page.fill("#entry", entry)
        self.page.press("Enter", "Enter")

    def correct(self, line: int, entry: str) -> None:
        self.page.page.locator(f".turns [data-line='{line}']").click()
        self.page.settled()
        self.page.page.fill("#entry", entry)
        self.page.press("Enter")

    def undo(self) -> None:
        self.page.do("undo")

    def redo(self) -> None:
        self.page.do("redo")


@pytest.mark.middle
@pytest.mark.parametrize("seed", fresh(SESSIONS))
def test_what_was_done_is_what_is_written(tmp_path: Path, seed: int) -> None:
    desk, random = desk_of(tmp_path), Random(seed)
    rules = random.choice(RULES)
    length = random.choice([1, 3, 5, 0]) if rules.startswith("modern") else None
    begun = begin({"players": list(NAMES), "length": length, "rules": rules, "info": {}}, ENGLISH)
    hand = Requests(desk, begun["text"], folders.proposed_name(tmp_path, NAMES))
    Session(hand, random, begun["text"]).run(60)


@pytest.mark.parametrize("seed", fresh(max(4, SESSIONS // 10)))
def test_what_was_done_on_the_page_is_what_is_written(chromium: Browser, tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    rules, size = random.choice(["modern", "forn-1977", "forn-de"]), random.choice([WIDE, PHONE])
    with served(folder=tmp_path) as desk, scribe(chromium, desk, size=size, touch=size == PHONE) as page:
        page.begin(rules, NAMES, "3")
        hand = Clicks(page, rules != "modern", size == PHONE)
        Session(hand, random, page.text).run(25)
        assert page.kept == page.text
