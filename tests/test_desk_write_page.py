"""A match written on the page: by keys, by a pointer, by a finger, in either game, wide and on a phone."""

from __future__ import annotations

import re
import wave
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from kotra_notation.desk.settings import DeskSettings
from tests.browser import LOOKS, SIZES, Scheme, press_at_once
from tests.desk_served import served
from tests.desks import Scribe, scribe
from tests.records import SAMPLES

Open = Callable[..., Scribe]
BOX = "each => document.querySelector(each).getBoundingClientRect().toJSON()"
NOT_FOUND = "Failed to load resource: the server responded with a status of 404"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[DeskSettings]:
    with served(folder=tmp_path) as running:
        yield running


@pytest.fixture
def write(chromium: Browser, desk: DeskSettings) -> Iterator[Open]:
    """Opens pages for writing; each must have been quiet."""
    with ExitStack() as pages:

        def opened(**shown: object) -> Scribe:
            return pages.enter_context(scribe(chromium, desk, **shown))  # type: ignore[arg-type]

        yield opened


@SIZES
def test_a_game_is_written_by_keys_alone(write: Open, tmp_path: Path, size: tuple[int, int]) -> None:
    page, held = write(size=size), list[Route]()
    keyboard = page.page.keyboard
    page.page.route("**/write/ranked", lambda route: held.append(route), times=1)
    page.page.focus("[name=white]")
    keyboard.type("Álfhildur")
    keyboard.press("Tab")
    keyboard.type("Brynjólfur")
    keyboard.press("Enter")
    page.settled().type("31")
    # Nothing asks for a play while the dice are on their way, and a match without a turn is no file.
    assert (page.press("Enter").objection, page.done) == ("", "game 1 0-0\nW 31:\n")
    assert page.page.locator("[data-do=done]").is_disabled()
    expect(page.page.locator(".kept")).to_have_text("Saved in this browser")
    assert list(tmp_path.iterdir()) == []
    # The legal plays cover nothing.
    shown = ("#choices", ".list .turns", ".tools")
    plays, turns, tools = (page.page.evaluate(BOX, each) for each in shown)
    assert plays["bottom"] <= min(turns["top"], tools["top"])
    assert turns["top"] < size[1]
    # What is typed is seen on the board, and completed.
    keyboard.type("8/5 6")
    assert "1 on 5" in page.board
    assert page.choices == ["8/5 6/5"]
    assert page.press("Tab").entry == "8/5 6/5"
    page.page.fill("#entry", "6/5")
    first, second, *_ = plays = page.choices
    assert all("6/5" in play for play in plays)
    # Which are likeliest comes late, and moves nothing that somebody reads.
    with page.page.expect_response("**/write/ranked"):
        held[0].continue_()
    page.page.wait_for_timeout(50)
    assert page.choices == plays
    page.press("ArrowDown", "ArrowDown")
    chosen = page.page.locator("#choices [aria-selected=true]")
    assert chosen.locator("bdi").inner_text() == second != first
    assert page.page.get_attribute("#entry", "aria-activedescendant") == chosen.get_attribute("id")
    assert page.press("Enter").done.endswith(f"W 31: {second}\n")
    page.press("Control+z").page.keyboard.type("8/5")
    page.press("Backspace", "Backspace", "Backspace")
    assert "1 on 5" not in page.board
    texts = [page.text]
    for entry in ("8/5 6/5", "52", "13/8 24/22", "d", "t", "# Fallegt.", "64", "24/14"):
        texts.append(page.type(entry).text)
    turns = "W 31: 8/5 6/5\nB 52: 13/8 24/22\nW doubles 2\nB takes\n# Fallegt.\nW 64: 24/14\n"
    assert page.done == f"game 1 0-0\n{turns}"
    assert page.kept == page.text
    # All is undone and done again, also after a reload.
    for text in texts[-2::-1]:
        assert page.press("Control+z").text == text
    assert page.press("Control+z").done == ""
    assert page.page.locator("[data-do=undo]").is_disabled()
    for text in texts:
        assert page.press("Control+y").text == text
    page.page.reload()
    assert page.settled().text == texts[-1]
    assert page.press("Control+z").text == texts[-2]


@SIZES
def test_checkers_are_moved_by_hand(write: Open, size: tuple[int, int]) -> None:
    page = write(size=size, touch=True).begin()
    page.page.get_by_label("Álfhildur: 3").tap()
    page.page.get_by_label("Brynjólfur: 1").tap()
    page.settled().tap(0, 8, finger=True).tap(0, 6, finger=True)
    assert page.entry == "8/5 6/5"
    assert [page.do("undo").entry for _ in "ab"] == ["8/5", ""]  # the checker under the hand comes first
    page.tap(0, 8, finger=True).tap(0, 6, finger=True)
    page.page.locator("[data-do=done]").tap()
    assert page.settled().done == "game 1 0-0\nW 31: 8/5 6/5\n"
    page = write(size=size).begin().type("31")
    mouse = page.page.mouse
    mouse.move(*page.point(0, 8))
    mouse.down()
    assert page.page.locator(".landing").count() == 3
    mouse.up()
    page.press("Escape")
    mouse.click(*page.dice)  # a tap on the dice swaps them, and takes them up behind a play
    assert page.tap(0, 8).entry == "8/7"
    assert page.tap(0, 7).entry == "8/4"
    mouse.click(*page.dice)
    assert page.settled().done.endswith("W 31: 8/4\n")
    assert page.press("Control+z").drag(0, 24, 20).press("Enter").done.endswith("W 31: 24/20\n")
    assert page.do("undo", "undo").done == ""


def test_a_play_that_is_not_legal_is_objected_to_and_may_stand(write: Open) -> None:
    page = write().begin().type("31").drag(0, 8, 2)
    assert page.entry == "8/2"
    assert "8/2" in page.press("Enter").objection
    assert page.done.endswith("W 31:\n")
    page.page.get_by_role("button", name="It was played like this").click()
    assert page.settled().done.endswith("W 31: 8/2\nruling stood\n")
    page.press("Control+z").type("13/9 8/2")
    page.page.fill("#entry", "13/9 8/3")
    assert "13/9 8/3" in page.press("Enter").objection  # another entry is judged anew
    assert "ruling" not in page.done
    assert page.press("Enter").done.endswith("W 31: 13/9 8/3\nruling stood\n")
    page.press("Control+z").type("13/9 8/5").page.locator(".objection button").first.click()
    assert (page.settled().objection, "ruling" in page.done) == ("", False)
    # What was probably meant is written by a click.
    page.press("Control+z").type("8/5 6/5", "52", "13/8 24/22", "63", "13/10 24/19").press("Enter")
    assert "W 63: 13/10 24/19\nruling stood\n" in page.text
    page.page.get_by_role("button", name="Use this").click()
    assert "W 63: 13/10 24/18\n" in page.settled().text


def test_the_old_game_is_written_by_keys_and_by_hand(write: Open) -> None:
    page = write().begin("forn-1977").type("25", "64", "a/e/k", "65")
    assert page.done == "game 1 0-0\nopening 2-5\nW 64: a/e/k\nB 65:\n"
    assert "15 on m" in page.board
    page.press("Control+z", "Control+z").drag(0, 24, 18, old=True).tap(0, 24, old=True)
    assert page.entry == "a/e a/g"
    assert page.do("done").done.endswith("W 64: a/e a/g\n")
    page.type("63").tap(1, 24, old=True).tap(1, 24, old=True).press("Enter")
    assert page.done.endswith("B 63: m/p m/s\n")


def test_what_was_written_is_corrected(write: Open) -> None:
    page = write().begin().type("31", "8/5 6/5", "52", "13/8 24/22", "64", "24/14")
    keyboard, begun = page.page.keyboard, "game 1 0-0\nW 31: 8/5 6/5\nB 52: 13/8 24/22\n"
    assert page.press("PageUp", "PageUp", "PageUp").entry == "31: 8/5 6/5"
    page.press("Escape")
    press_at_once(page.page, "PageUp", "PageUp", "PageUp", *"31: 24/23 24/21")
    page.press("Enter")
    assert page.done.startswith("game 1 0-0\nW 31: 24/23 24/21\nB 52: 13/8 24/22\nW 64: 24/14\n")
    assert page.page.locator(".turns li.error").count() == 1  # what breaks by it is marked
    page.page.locator(".findings li button").first.click()
    assert page.settled().entry == "64: 24/14"
    assert page.press("Escape").entry == ""
    assert page.press("Control+z").do("undo", "undo").done == begun
    # Other dice ask for their play.
    page.page.locator(".turns button", has_text="8/5 6/5").click()
    page.settled()
    keyboard.type("42")
    assert page.press("Enter").asked == "Álfhildur has 42: what was played?"
    keyboard.type("8/4 6/4")
    assert page.press("Enter").done == begun.replace("31: 8/5 6/5", "42: 8/4 6/4")
    # A turn is put in and taken out.
    page.press("PageUp").do("before")
    keyboard.type("66")
    assert " 66:" in page.press("Enter").done
    page.press("Escape", "Control+z", "PageUp").do("without")
    assert page.done == "game 1 0-0\nW 42: 8/4 6/4\n"
    # Names and length are changed.
    page.page.locator(".about summary").click()
    page.page.fill(".about [name=white]", "Dagný")
    page.page.fill(".about [name=length]", "11")
    page.page.locator(".about button").click()
    expect(page.page.locator("#match")).to_have_text("Dagný – Brynjólfur")
    assert "white: Dagný\nblack: Brynjólfur\nlength: 11\n" in page.settled().text
    # Throws are stamped with the time in a film, and the winner is called by name.
    page.page.locator(".video summary").click()
    page.page.fill(".video .at", "7:45")
    page.do("watch").page.focus("#entry")
    assert re.search(
        r"\nB 52: 13/8 24/22\nvideo 7:[45]\d\n(B clock used 0:\d\d\n)?$", page.type("52", "13/8 24/22").done
    )
    page.type("r1", "y")
    assert page.page.locator(".score").inner_text().endswith("The game is over: Brynjólfur wins 1")


SEEK = """time => new Promise(done => {
  const film = document.querySelector("video");
  film.addEventListener("seeked", () => setTimeout(done), {once: true});
  film.currentTime = time;
})"""


def silence(path: Path, seconds: int) -> Path:
    """A recording that every browser plays."""
    with wave.open(str(path), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(3000)
        sound.writeframes(b"\x80" * 3000 * seconds)
    return path


@SIZES
def test_a_video_and_the_record_follow_each_other(
    write: Open, axe: str, tmp_path_factory: pytest.TempPathFactory, size: tuple[int, int]
) -> None:
    page = write(size=size).begin()
    page.page.locator(".video summary").click()
    page.page.set_input_files(".film-file", silence(tmp_path_factory.mktemp("film") / "final.wav", 90))
    page.settled().page.focus("#entry")
    for time, entry in ((10, "31"), (22, "8/5 6/5"), (30, "52"), (40.4, "13/8 24/22"), (50, "d"), (55, "t")):
        page.page.evaluate(SEEK, time)
        page.type(entry)
    assert page.done == (
        "game 1 0-0\nW 31: 8/5 6/5\nvideo 0:10\nW clock used 0:12\nB 52: 13/8 24/22\nvideo 0:30\n"
        "B clock used 0:10\nW doubles 2\nvideo 0:50\nB takes\nvideo 0:55\n"
    )
    assert "\nvideo: final.wav\n" in page.text
    # The record follows the video to a turn, and back to the end; the video follows the record.
    page.page.evaluate(SEEK, 31)
    expect(page.page.locator(".marks")).to_have_text("Roll at 0:30, play at 0:40")
    assert page.settled().entry == "52: 13/8 24/22"
    assert page.audited(axe) == []
    page.press("Alt+k", "Alt+k", "Alt+Period", "Alt+Comma", "Alt+l", "Alt+r")
    expect(page.page.locator(".marks")).to_have_text(re.compile(r"Roll at 0:3[67], play at 0:40"))
    assert re.search(r"\nvideo 0:3[67]\nB clock used 0:0[34]\nW doubles", page.settled().done)
    page.press("PageUp")
    assert page.page.evaluate("document.querySelector('video').currentTime") == 10
    page.page.evaluate(SEEK, 60)
    expect(page.page.locator(".asked")).to_have_text("Álfhildur: which dice?")
    page.page.fill(".film-source", "https://youtu.be/kotra-2026_x")
    page.page.press(".film-source", "Enter")
    link = page.page.get_by_role("link", name="Open the video at 0:55")
    expect(link).to_have_attribute("href", "https://www.youtube.com/watch?v=kotra-2026_x&t=55s")


def test_a_match_is_kept_whoever_else_writes(write: Open, desk: DeskSettings, tmp_path: Path) -> None:
    page = write(expected=NOT_FOUND).begin().type("31", "8/5 6/5")
    assert page.kept == page.text
    other = Scribe(page.page.context.new_page(), desk)
    other.page.goto(page.page.url)
    other.settled()
    page.type("52")
    expect(other.page.locator(".asked")).to_contain_text("Brynjólfur has 52")
    other.type("13/8 24/22")
    expect(page.page.locator(".asked")).to_contain_text("Álfhildur")
    assert other.kept == other.text == page.text
    other.page.close()
    file = tmp_path / page.record["name"]
    assert list(tmp_path.iterdir()) == [file]
    file.write_text("# somebody else's\n", encoding="utf-8")
    page.type("64")
    expect(page.page.locator(".kept")).to_contain_text("changed elsewhere")
    assert file.read_text(encoding="utf-8") == "# somebody else's\n"
    assert file.with_stem(f"{file.stem}-2").read_text(encoding="utf-8") == page.text
    page.page.route(
        "**/write/enter", lambda route: route.fulfill(status=404, body="This is another address.\n")
    )
    assert page.type("24/14").objection == "This is another address."


@pytest.mark.parametrize("name", ["reykjavik.mat", "lota.kotra", "forn-1977.kotra"])
def test_a_record_of_the_folder_is_written_on(write: Open, tmp_path: Path, name: str) -> None:
    data = (SAMPLES / "sound" / name).read_bytes()
    (tmp_path / name).write_bytes(data)
    page = write()
    page.page.locator(".files summary").click()
    page.page.get_by_role("button", name=name).click()
    page.settled()
    assert page.page.locator(".turns button").count() > 10
    if name.endswith(".kotra"):
        assert page.text.encode() == data


@LOOKS
@pytest.mark.parametrize("rules", ["modern", "forn-1977"])
def test_it_is_open_to_all(write: Open, axe: str, size: tuple[int, int], scheme: Scheme, rules: str) -> None:
    page = write(size=size, scheme=scheme)
    found = {"begin": page.audited(axe)}
    found["opening"] = page.begin(rules).audited(axe)
    page.type(*["25", "64"][: 1 + (rules != "modern")]).page.focus("#entry")
    found["play"] = page.audited(axe)
    page.page.keyboard.type("x")
    found["objection"] = page.press("Enter").audited(axe)
    for fold in page.page.locator(".folds summary").all():
        fold.click()
    found["folds"] = page.audited(axe)
    found["line"] = page.press("PageUp").audited(axe)
    assert {state: violations for state, violations in found.items() if violations} == {}
