"""The engine in the browser: a match analysed, games against it, and what it costs."""

from __future__ import annotations

import gzip
import json
import lzma
from base64 import b64decode
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, FilePayload, Page, expect

import kotra_notation as kn
from kotra_notation.desk.answers import answer_request
from kotra_notation.desk.pages import TEXTS
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.findings import Severity
from kotra_notation.model import Evaluation, Match, Turn
from kotra_notation.replay import replay
from kotra_notation.words.tongues import tongue
from referees.samples import SAMPLES
from tests.browser import WIDE, wait_until
from tests.desks import Scribe
from tests.test_desk_play import against, by_keys, plays, step
from tests.web_served import asked, context_of, served
from tools.web.__main__ import of_engine

pytestmark = pytest.mark.slow

SOUND = SAMPLES / "sound" / "reykjavik.mat"
# What the engine adds to what is loaded, said in megabytes on the page; and how far its numbers may be apart,
# one in the last digit that a record has.
BOUND, NEAR = 2_000_000, 1.5e-4


@pytest.fixture(scope="module")
def browser(chromium: Browser, web_address: str) -> Iterator[BrowserContext]:
    with context_of(chromium, web_address, WIDE) as context:
        yield context


@pytest.fixture
def page(browser: BrowserContext, web_address: str) -> Iterator[Page]:
    page = browser.new_page()
    page.goto(web_address)
    yield page
    page.close()


def forn_match(games: int) -> bytes:
    """The first games of a match of the old game that the engine played against itself."""
    text = lzma.decompress((SAMPLES / "forn" / "forn-1977.kotra.xz").read_bytes()).decode()
    return ("\ngame ".join(text.split("\ngame ")[: games + 1]) + "\n").encode()


def evaluations(match: Match) -> list[Evaluation]:
    return [event for game in match.games for event in game.events if isinstance(event, Evaluation)]


def are_alike(one: Sequence[Evaluation], other: Sequence[Evaluation]) -> bool:
    """Whether two analyses choose the same and give it the same worth."""
    return len(one) == len(other) and all(
        len(first.candidates) == len(second.candidates)
        and [first.aspect, first.source] == [second.aspect, second.source]
        and all(
            abs((here.equity or 0) - (there.equity or 0)) <= NEAR
            and (here.choice == there.choice or place > 0)
            for place, (here, there) in enumerate(zip(first.candidates, second.candidates, strict=True))
        )
        for first, second in zip(one, other, strict=True)
    )


def test_the_engine_is_small_and_loaded_when_it_is_wanted(
    chromium: Browser, web_address: str, web_folder: Path
) -> None:
    assert sum(len(gzip.compress(path.read_bytes())) for path in of_engine(web_folder)) < BOUND
    with context_of(chromium, web_address) as context:
        page, loaded = context.new_page(), list[str]()
        context.on("request", lambda request: loaded.append(request.url))
        page.goto(web_address)
        wait_until(page, "navigator.serviceWorker.controller !== null", 60)
        asked(page, "ask/check", "name=sound.mat", SOUND.read_bytes())
        assert not [url for url in loaded if "/engine/" in url]


def analysed(record: bytes, name: str) -> Any:
    """The answer of the program to an analysis, as the desk has it."""
    return json.loads(answer_request("analyse", f"name={name}", record, "en", "", lambda *_: None))


def are_same(answer: Any, expected: Any) -> bool:
    """Whether the records of two answers are analysed alike, and say the same of their players."""
    one, other = (
        evaluations(kn.read(b64decode(row["files"][0]["content"])).matches[0]) for row in (answer, expected)
    )
    return len(one) > 50 and are_alike(one, other) and answer["stats"] == expected["stats"]


ANALYSE = """async ([name, text]) => {
  const answer = await fetch(`./analyse?name=${name}`, {method: "POST", body: new Blob([text])});
  return answer.text();
}"""


def test_a_match_is_analysed_as_by_the_program(page: Page) -> None:
    """First on the page, by clicks; then its row, and one of the old game with progress."""
    page.set_input_files(".pick-files", SOUND)
    page.get_by_role("button", name="Analyse").click()
    page.locator(".analysing .do").click()
    expect(page.locator(".made")).to_contain_text("Analysed 53 of 53 rolls", timeout=120_000)
    expected = analysed(SOUND.read_bytes(), SOUND.name)
    assert page.locator(".made pre").text_content() == expected["stats"][0]
    for record, name, games in ((SOUND.read_bytes(), SOUND.name, 1), (forn_match(2), "forn.kotra", 2)):
        lines = page.evaluate(ANALYSE, [name, record.decode()]).splitlines()
        *progress, answer = map(json.loads, lines)
        assert progress == [{"done": done, "whole": games} for done in range(games + 1)]
        assert are_same(answer, analysed(record, name))
        content = b64decode(answer["files"][0]["content"])
        rates = asked(page, "ask/summary", f"name={name}", content)["rates"]
        assert all(rate in asked(page, "ask/report", f"name={name}", content)["page"] for rate in rates)


def test_an_analysis_is_left(page: Page) -> None:
    """Who leaves it ends it; the next request begins anew, and a check does not wait."""
    long: FilePayload = {"name": "forn.kotra", "mimeType": "", "buffer": forn_match(6)}
    page.set_input_files(".pick-files", [long])
    page.get_by_role("button", name="Analyse").click()
    page.locator(".analysing .do").click()
    expect(page.locator(".analysing [role=status]")).to_contain_text("games analysed")
    page.keyboard.press("Escape")
    row = asked(page, "ask/check", "name=sound.mat", SOUND.read_bytes())
    assert row["worst"] == ""
    hint = {"text": "kotra 1\nwhite: A\nblack: B\n\ngame 1\nW 31:\n", "level": "quick"}
    assert asked(page, "play/hint", "", json.dumps(hint).encode())["plays"]


TABLES = "caches.open('kotra-tables').then(cache => cache.keys()).then(all => all.length)"


def test_the_engine_is_there_without_a_connection_once_it_was_used(
    chromium: Browser, web_folder: Path
) -> None:
    """Without it a page says so, and all else goes on; with it the tables that were made are kept too."""
    words = {name: tongue("en").say(TEXTS["browser"][name]) for name in ("offline", "no_engine")}
    request = ["a.mat", SOUND.read_text(encoding="utf-8")]
    for used in (False, True):
        with (
            served(web_folder) as (address, server),
            context_of(chromium, address, expected="Failed to load") as context,
        ):
            page = context.new_page()
            page.goto(address)
            expect(page.locator(".running")).to_contain_text(words["offline"])
            if used:
                assert "stats" in page.evaluate(ANALYSE, request)
            server.shutdown()
            server.server_close()
            page.goto(address)
            assert asked(page, "ask/check", "name=a.mat", SOUND.read_bytes())["worst"] == ""
            answer = json.loads(page.evaluate(ANALYSE, request).splitlines()[-1])
            assert answer.get("error", "") == ("" if used else words["no_engine"])
            tables = page.evaluate(
                "caches.open('kotra-tables').then(cache => cache.keys()).then(all => all.length)"
            )
            assert (tables > 0) == used


@pytest.mark.parametrize("rules", ["modern", "forn-de"])
def test_turns_are_played_against_the_engine(page: Page, web_address: str, rules: str) -> None:
    """By keys, in both games; what is written is a sound record, in which the engine has played."""
    page.goto(f"{web_address}play.html")
    played = against(Scribe(page, DeskSettings(port=1)), "quick", rules)
    for _ in range(60):
        if plays(step(played, Random(1), by_keys)) > 6:
            break
    replayed = replay(kn.read(played.text).matches[0])
    assert not [finding for finding in replayed.findings if finding.severity is Severity.ERROR]
    seats = [event.seat for event in replayed.match.games[0].events if isinstance(event, Turn)]
    assert min(seats.count(0), seats.count(1)) > 2
