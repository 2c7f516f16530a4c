"""The page that checks, in a browser: by mouse and by keys, both games, wide and narrow, and quiet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copy
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import kotra_notation as kn
from kotra_notation.model import Turn
from referees.hostile import ATTACKS
from referees.seeds import SEED, SESSIONS
from tests.browser import LOOKS, SIZES, Scheme, press_at_once
from tests.desk_served import opened, served
from tests.layout_facts import sticking_out
from tests.records import SAMPLES
from tests.test_desk_tasks import FORN, SLIP, SOUND, joined
from tests.test_page_places import violations

XG, POSITIONS = SAMPLES / "notations" / "skafl.xg", SAMPLES / "notations" / "stodur.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    folder.mkdir()
    for path in (SLIP, FORN, XG, POSITIONS):
        copy(path, folder)
    (folder / "notes.txt").write_text("Milk, bread, candles.\n", encoding="utf-8")
    return folder


@pytest.fixture
def visit(chromium: Browser, folder: Path) -> Iterator[Any]:
    """Opens the page; the test fails if it asks elsewhere, writes to the console or throws."""
    with served(folder=folder, processes=2) as desk:
        yield lambda **shown: opened(chromium, desk.address, **shown)


def choose(page: Page, *paths: Path) -> None:
    page.set_input_files(".pick-files", list(paths))


def choose_one(page: Page, path: Path) -> None:
    """A file is checked, and opens as it is the only one; what is proposed has come."""
    choose(page, path)
    expect(page.locator("#open-head")).to_have_text(path.name)
    expect(page.locator(".offer").first).to_be_visible()


def downloaded(page: Page, selector: str) -> bytes:
    with page.expect_download() as found:
        page.click(selector)
    return Path(found.value.path()).read_bytes()


def popup(page: Page, selector: str) -> Page:
    with page.context.expect_page() as found:
        page.click(selector)
    return found.value


@SIZES
@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_is_mended_by_clicks(visit: Any, folder: Path, path: Path, size: tuple[int, int]) -> None:
    mended, other = kn.fix(path, make="sure").data, f"mended{path.suffix}"
    with visit(size=size) as page:
        choose_one(page, path)
        expect(page.locator(".turns [aria-current] em")).to_be_visible()
        expect(page.locator(".turns-side em")).to_have_count(len(kn.check(path).findings))
        page.locator(".turns li:not(:has(em)) a").first.click()
        expect(page.locator(".card.chosen")).to_have_count(0)
        page.locator(".turns a:has(em)").first.click()
        expect(page.locator(".card.chosen .diagram")).to_be_hidden()
        page.get_by_role("link", name="Text").click()
        expect(page.locator(".picture")).to_be_hidden()
        expect(page.locator(".card.chosen svg").first).to_be_visible()
        page.locator(".text .spot").first.click()
        expect(page.locator(".card.chosen")).to_have_count(1)
        if path == FORN:
            page.get_by_role("link", name="Match").click()
        page.click(".sure")
        expect(page.locator(".diff .added")).to_have_count(1)
        page.click(".preview .do")
        expect(page.locator(".open .undo")).to_be_visible()
        expect(page.locator(".about b")).not_to_have_text(re.compile("2 errors"))
        assert downloaded(page, ".open .download") == mended
        for name, refused in ((path.name, True), (other, False), (other, True)):
            page.click(".save")
            page.fill(".saving input", name)
            page.click(".saving .do")
            if refused:
                words = f"{name} already exists; nothing was written."
                expect(page.locator(".saving .wrong")).to_contain_text(words)
            if name == path.name:
                page.keyboard.press("Escape")
                assert (folder / name).read_bytes() == path.read_bytes()
        page.click(".saving .over")
        expect(page.locator(".saving")).to_be_hidden()
        expect(page.locator(".made")).to_have_text(f"Wrote {other}.")
        assert (folder / other).read_bytes() == (folder / f"{other}.orig").read_bytes() == mended
        page.click(".undo")
        expect(page.locator(".undo")).to_be_hidden()
        assert downloaded(page, ".open .download") == path.read_bytes()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tab_to(page: Page, selector: str) -> None:
    """To a thing by the Tab key alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached")


@SIZES
def test_a_record_is_mended_by_keys_alone(visit: Any, size: tuple[int, int]) -> None:
    with visit(size=size) as page:
        tab_to(page, ".example")
        press(page, "Enter")
        expect(page.locator("tbody td.verdict.error")).to_have_count(2)
        tab_to(page, "tbody tr:last-child .name a")
        press(page, "Enter")
        expect(page.locator("#open-head")).to_have_text("example.kotra")
        expect(page.locator(".offer").first).to_be_visible()
        press(page, "n", "p")
        expect(page.locator(".at")).to_have_text("1 of 3")
        press(page, "t")
        expect(page.locator(".text")).to_be_visible()
        assert page.url.endswith("-text")
        press_at_once(page, "b", "ArrowLeft")
        expect(page.locator(".caption")).to_have_text("Game 1 · turn 2 · Dalla: 63 m/p m/s")
        press(page, "ArrowRight", "f")
        expect(page.locator(".at")).to_have_text("1 of 3")
        press(page, "m")
        expect(page.locator(".preview .diff .added")).to_be_visible()
        press(page, "Enter")
        expect(page.locator(".undo")).to_be_visible()
        press(page, "u")
        expect(page.locator(".undo")).to_be_hidden()
        expect(page.locator(".offer").first).to_be_visible()
        press(page, "c")
        expect(page.locator(".converting select")).to_have_value("json")
        press(page, "Enter")
        expect(page.locator(".made-files li")).to_have_count(1)
        press(page, "?")
        expect(page.locator(".keys dt").first).to_be_visible()
        press(page, "Escape", "Escape")
        expect(page.locator(".files-table")).to_be_visible()
        assert page.evaluate("document.activeElement.textContent") == "example.kotra"


DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  const facts = {dataTransfer: transfer, bubbles: true, cancelable: true};
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector("main").dispatchEvent(new DragEvent(kind, facts));
}"""


def test_files_come_by_each_way(visit: Any, folder: Path, tmp_path: Path) -> None:
    with visit() as page:
        page.evaluate(DROP, [SLIP.name, SLIP.read_text(encoding="utf-8")])
        expect(page.locator(".about b")).to_have_text("1 error")
        expect(page.locator(".over-all")).to_be_hidden()
    with visit() as page:
        page.set_input_files(".pick-folder", folder)
        expect(page.locator(".sum")).to_have_text(
            "4 files: 3 errors, 1 note. 1 file skipped (unknown format)."
        )
    with visit() as page:
        paths = [joined(tmp_path / "day.zip", b"PK\x03\x04"), joined(tmp_path / "diary.txt", b"Dear diary")]
        choose(page, SOUND, *paths)
        expect(page.locator(".sum")).to_have_text("3 files: 1 clean, 2 not checked.")
        expect(page.locator("tbody th")).to_have_text(["day.zip", "diary.txt", "reykjavik.mat"])
        expect(page.locator("tbody")).not_to_contain_text("--from")
    with visit() as page:
        page.click(".kept")
        expect(page.locator(".sum")).to_contain_text("4 files")
        page.click("th.verdict button")
        page.click("th.verdict button")
        names, verdicts = (
            page.locator(f"tbody {each}").all_inner_texts() for each in (".name", ".verdict bdi")
        )
        assert list(zip(names, verdicts, strict=True)) == [
            ("forn.kotra", "2 errors, 1 note"),
            ("slip.mat", "1 error"),
            *sorted((name, "clean") for name in names[2:]),
        ]


@SIZES
def test_the_first_page_leads_on_and_shows_the_latest(visit: Any, axe: str, size: tuple[int, int]) -> None:
    with visit(size=size) as page:
        expect(page.locator(".last button")).to_have_count(3)
        expect(page.locator(".last button svg").first).to_be_visible()
        page.fill("#word", "Crawford")
        page.keyboard.press("Enter")
        expect(page.locator(".meaning")).to_contain_text("MOD-MATCH-2")
        assert violations(page, axe) == []
        assert sticking_out(page) == []
        page.locator(".last button", has_text="slip.mat").click()
        expect(page.locator("#open-head")).to_have_text("slip.mat")
        page.goto(page.url.partition("#")[0])
        page.get_by_role("link", name="Play a match").click()
        expect(page.locator(".begin h1")).to_have_text("Play a match")


@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_has_a_report_boards_and_an_analysis(visit: Any, tmp_path: Path, path: Path) -> None:
    with visit() as page:
        choose_one(page, path)
        page.reload()  # the address still names the first file
        choose_one(page, path)
        report = popup(page, ".open .report")
        expect(report.locator(".turns")).not_to_have_count(0)
        report.keyboard.press("ArrowRight")
        expect(report.locator(".turns a[aria-current]")).to_have_count(1)
        assert report.evaluate("origin") == "null"
        report.close()
        press(page, "t")
        page.locator("#line-12").click()
        expect(page.locator(".board-of-line h2")).to_have_text("line 12")
        expect(page.locator(".board-of-line svg")).not_to_have_count(0)
        page.locator(".text").focus()
        page.keyboard.press("ArrowDown")
        expect(page.locator(".board-of-line h2")).to_have_text("line 13")
        pytest.importorskip("numpy")
        page.click(".open .analyse")
        page.select_option("#level", "deep")
        page.click(".analysing .do")
        expect(page.locator(".under-way")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator(".analysing")).to_be_hidden()
        page.click(".open .analyse")
        page.select_option("#level", "quick")
        page.click(".analysing .do")
        expect(page.locator(".made pre")).to_be_visible(timeout=120_000)
        expect(page.locator(".made p").first).to_contain_text("(Kotra ")
        assert kn.read(downloaded(page, ".made-files button").decode()).matches[0].games


def test_several_records_and_several_matches_of_one(visit: Any, tmp_path: Path) -> None:
    other = joined(tmp_path / "other.sgf", str(kn.convert(kn.fix(SLIP).data, "sgf").content).encode())
    both = joined(tmp_path / "both.kotra", FORN.read_bytes(), b"\n", FORN.read_bytes())
    with visit() as page:
        choose(page, SLIP, other)
        expect(page.locator("tbody tr")).to_have_count(2)
        for box in page.locator("tbody input").all():
            box.check()
        expect(popup(page, ".compare").locator("h1")).to_contain_text("two records")
        page.click(".merge")
        expect(page.locator("#open-head")).to_have_text("slip-merged.mat")
        expect(page.locator(".made pre")).to_contain_text("A slip.mat")
    with visit() as page:
        choose_one(page, both)
        expect(page.locator(".matches [aria-pressed=true]")).to_have_count(1)
        page.locator(".matches button").last.click()
        expect(page.locator(".matches button").last).to_have_attribute("aria-pressed", "true")
        page.click(".open .report")
        expect(page.locator(".made a")).to_have_count(2)
    head = joined(tmp_path / "head.kotra", b"kotra 1\nwhite: A\nblack: B\n\n", FORN.read_bytes())
    with visit() as page:  # a match without games shows where it would start
        choose(page, head)
        page.locator(".matches button").first.click()
        expect(page.locator(".matches button").first).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".picture svg")).to_be_visible()
        expect(page.locator(".turning")).to_be_hidden()
        page.click(".next")
        expect(page.locator(".turns [aria-current] em")).to_be_visible()
    with visit() as page:  # a binary file has cards and no text, positions have boards
        choose(page, XG)
        expect(page.locator(".fine")).to_be_visible()
        expect(page.locator(".known")).to_contain_text("+0.218")
        page.locator(".turns a").nth(3).click()
        frames = kn.replay(kn.read(XG).matches[0]).games[0].frames
        met = [frame for frame in frames if isinstance(frame.event, Turn)][3].before.position
        pips = f"pip count {met.pips(0)}: .*pip count {met.pips(1)}: "
        expect(page.locator(".picture svg")).to_have_attribute("aria-label", re.compile(pips))
        expect(page.locator(".text")).to_be_hidden()
        page.click(".back")
        choose(page, POSITIONS)
        page.click("tbody tr:last-child .name a")
        expect(page.locator(".list-of-cards .diagram svg")).to_have_count(2)


WORDS = [name for name, text in ATTACKS.items() if len(text) < 5_000 and "\0" not in text]


def test_strangers_words_are_words(visit: Any) -> None:
    for name in sorted(Random(SEED).sample(WORDS, min(SESSIONS // 4, len(WORDS)))):
        said = ATTACKS[name].encode("utf-8", "replace").decode().replace("\n", " ")
        record = f"kotra 1\nwhite: {said}\nblack: B\n# {said}\n\ngame 1 0-0\nW 31: 8/5 5/2\n{said}\n"
        with visit() as page:
            page.evaluate(DROP, [f"{said}.kotra".replace("/", "-"), record])
            expect(page.locator(".card").first).to_be_visible()
            assert page.evaluate("window.pwned") is None, name


@LOOKS
def test_every_state_is_accessible(visit: Any, axe: str, scheme: Scheme, size: tuple[int, int]) -> None:
    with visit(size=size, scheme=scheme) as page:
        for selector, shown in (
            (".doors h2", ".example"),
            (".example", "tbody tr + tr td.verdict.error"),
            ("tbody tr:last-child .name a", ".offer"),
            (".views [data-view=text]", ".text"),
            (".offer button", ".preview .diff"),
        ):
            page.locator(selector).first.click()
            expect(page.locator(shown).first).to_be_visible()
            assert (violations(page, axe), sticking_out(page)) == ([], []), selector


def test_a_network_is_entered_by_the_page(chromium: Browser, axe: str) -> None:
    with served(password="hnefi og hnefi") as desk, opened(chromium, desk.address) as page:
        assert violations(page, axe) == []
        page.keyboard.type("hnefi og hnefi")
        page.keyboard.press("Enter")
        expect(page.locator(".start h2").first).to_have_text("I have a record")
        expect(page.locator(".promise")).to_contain_text("this desk saves nothing")
        choose_one(page, SLIP)


def test_an_old_address_finds_the_desk_that_runs(chromium: Browser, folder: Path) -> None:
    with (
        served(folder=folder) as desk,
        opened(chromium, desk.address, expected="Failed to load resource") as page,
    ):
        page.goto(f"{'/'.join(desk.address.split('/')[:3])}/old/write")
        page.wait_for_url(f"{desk.address.rstrip('/')}/")
        expect(page.locator(".doors")).to_be_visible()
