"""The page that checks, in a browser: by mouse and by keys, both games, wide and narrow, and quiet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copy

import pytest
from playwright.sync_api import Browser, Page, expect

import kotra_notation as kn
from kotra_notation.desk.settings import DeskSettings
from referees.hostile import ATTACKS
from referees.seeds import SEED, SESSIONS
from tests.browser import LOOKS, SIZES, Scheme
from tests.desk_served import DeskVisit, served
from tests.test_page_browser import violations

SAMPLES = Path(__file__).parent.parent / "samples"
SLIP, FORN = SAMPLES / "faulty" / "slip.mat", SAMPLES / "faulty" / "forn.kotra"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    for path in (SLIP, FORN, SAMPLES / "notations" / "skafl.xg", SAMPLES / "notations" / "stodur.txt"):
        copy(path, folder)
    (folder / "notes.txt").write_text("Milk, bread, candles.\n", encoding="utf-8")
    return folder.resolve()


@pytest.fixture(scope="module")
def desk(folder: Path) -> Iterator[DeskSettings]:
    with served(folder=folder, processes=2) as desk:
        yield desk


@pytest.fixture
def visit(chromium: Browser) -> Iterator[DeskVisit]:
    """Opens pages; the test fails if one of them asks elsewhere, writes to the console or throws."""
    visit = DeskVisit(chromium)
    yield visit
    assert visit.close() == []


def choose(page: Page, *paths: Path) -> None:
    page.set_input_files(".pick-files", list(paths))


def opened(page: Page, path: Path) -> None:
    """A file is checked, and opens as it is the only one; what is proposed has come."""
    choose(page, path)
    expect(page.locator("#open-head")).to_have_text(path.name)
    expect(page.locator(".offer").first).to_be_visible()


def downloaded(page: Page, selector: str) -> bytes:
    with page.expect_download() as found:
        page.click(selector)
    return Path(found.value.path()).read_bytes()


@SIZES
@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_is_mended_by_clicks_and_taken_along(
    visit: DeskVisit, desk: DeskSettings, path: Path, size: tuple[int, int]
) -> None:
    page = visit(desk.address, width=size[0], height=size[1])
    opened(page, path)
    expect(page.locator(".card.chosen svg").first).to_be_visible()
    page.locator(".text .spot").first.click()
    expect(page.locator(".card.chosen")).to_have_count(1)
    page.click(".sure")
    expect(page.locator(".diff .added")).to_have_count(1)
    page.click(".preview .do")
    expect(page.locator(".open .undo")).to_be_visible()
    expect(page.locator(".about b")).not_to_have_text(re.compile("2 errors"))
    assert downloaded(page, ".open .download") == kn.fix(path, make="sure").data
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
def test_a_record_is_mended_by_keys_alone(
    visit: DeskVisit, desk: DeskSettings, size: tuple[int, int]
) -> None:
    page = visit(desk.address, width=size[0], height=size[1])
    tab_to(page, ".example")
    press(page, "Enter")
    expect(page.locator("tbody td.verdict.error")).to_have_count(2)
    tab_to(page, "tbody tr:last-child .name a")
    press(page, "Enter")
    expect(page.locator("#open-head")).to_have_text("example.kotra")
    expect(page.locator(".offer").first).to_be_visible()
    press(page, "n", "p")
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


def test_a_file_that_is_dropped_is_checked(visit: DeskVisit, desk: DeskSettings) -> None:
    page = visit(desk.address)
    page.evaluate(DROP, [SLIP.name, SLIP.read_text(encoding="utf-8")])
    expect(page.locator(".about b")).to_have_text("1 error")
    expect(page.locator(".over-all")).to_be_hidden()


def test_a_folder_is_searched_and_what_is_no_record_passed_over(
    visit: DeskVisit, desk: DeskSettings, folder: Path
) -> None:
    page = visit(desk.address)
    page.set_input_files(".pick-folder", folder)
    expect(page.locator(".sum")).to_have_text("4 files: 3 errors, 1 note. 1 file skipped (unknown format).")


def test_what_was_not_checked_stands_first_and_under_no_word_of_no_problems(
    visit: DeskVisit, desk: DeskSettings, tmp_path: Path
) -> None:
    page = visit(desk.address)
    for name, content in (("day.zip", "PK\x03\x04"), ("diary.txt", "Dear diary")):
        (tmp_path / name).write_text(content)
    choose(page, SAMPLES / "sound" / "reykjavik.mat", tmp_path / "day.zip", tmp_path / "diary.txt")
    expect(page.locator(".sum")).to_have_text("3 files: 1 clean, 2 not checked.")
    expect(page.locator("tbody th")).to_have_text(["day.zip", "diary.txt", "reykjavik.mat"])
    expect(page.locator("tbody")).not_to_contain_text("--from")


def test_the_records_of_the_folder_are_sorted_and_told_as_the_command_tells_them(
    visit: DeskVisit, desk: DeskSettings, folder: Path
) -> None:
    page = visit(desk.address)
    page.click(".kept")
    expect(page.locator(".sum")).to_contain_text("4 files")
    page.click("th.verdict button")
    page.click("th.verdict button")
    names = page.locator("tbody .name").all_inner_texts()
    assert names[:2] == ["forn.kotra", "slip.mat"]
    verdicts = dict(zip(names, page.locator("tbody .verdict bdi").all_inner_texts(), strict=True))
    assert verdicts == {
        "forn.kotra": "2 errors, 1 note",
        "slip.mat": "1 error",
        "skafl.xg": "clean",
        "stodur.txt": "clean",
    }


def test_what_is_saved_is_written_once_and_over_another_only_on_a_word(
    visit: DeskVisit, desk: DeskSettings, folder: Path
) -> None:
    page = visit(desk.address)
    opened(page, SLIP)
    page.click(".sure")
    page.click(".preview .do")
    expect(page.locator(".fine")).to_be_visible()
    page.click(".save")
    page.fill(".saving input", "slip.mat")
    page.click(".saving .do")
    expect(page.locator(".saving .wrong")).to_contain_text("slip.mat already exists; nothing was written.")
    assert (folder / "slip.mat").read_bytes() == SLIP.read_bytes()
    page.fill(".saving input", "slip-mended.mat")
    page.click(".saving .do")
    expect(page.locator(".made")).to_have_text("Wrote slip-mended.mat.")
    mended = kn.fix(SLIP, make="sure").data
    assert (folder / "slip-mended.mat").read_bytes() == mended
    page.click(".save")
    page.fill(".saving input", "slip-mended.mat")
    page.click(".saving .do")
    page.click(".saving .over")
    expect(page.locator(".saving")).to_be_hidden()
    expect(page.locator(".made")).to_have_text("Wrote slip-mended.mat.")
    assert (folder / "slip-mended.mat.orig").read_bytes() == mended
    for name in ("slip-mended.mat", "slip-mended.mat.orig"):
        (folder / name).unlink()


@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_the_report_opens_in_a_window_of_its_own_and_works_there(
    visit: DeskVisit, desk: DeskSettings, path: Path
) -> None:
    page = visit(desk.address)
    opened(page, path)
    with page.context.expect_page() as found:
        page.click(".open .report")
    report = found.value
    expect(report.locator(".turns")).not_to_have_count(0)
    report.keyboard.press("ArrowRight")
    expect(report.locator(".turns a[aria-current]")).to_have_count(1)
    assert report.evaluate("origin") == "null"


@pytest.mark.parametrize("path", [SLIP, FORN], ids=lambda path: path.name)
def test_a_record_is_analysed_with_progress(visit: DeskVisit, desk: DeskSettings, path: Path) -> None:
    pytest.importorskip("numpy")
    page = visit(desk.address)
    opened(page, path)
    page.click(".open .analyse")
    page.click(".analysing .do")
    expect(page.locator(".made pre")).to_be_visible(timeout=120_000)
    expect(page.locator(".made p").first).to_contain_text("(Kotra ")
    analysed = downloaded(page, ".made-files button").decode()
    assert kn.read(analysed).matches[0].games


def test_an_analysis_is_left(visit: DeskVisit, desk: DeskSettings) -> None:
    pytest.importorskip("numpy")
    page = visit(desk.address)
    opened(page, SLIP)
    page.click(".open .analyse")
    page.select_option("#level", "deep")
    page.click(".analysing .do")
    expect(page.locator(".under-way")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".analysing")).to_be_hidden()
    page.click(".open .analyse")
    expect(page.locator(".analysing .do")).to_be_enabled()


def test_two_records_are_compared_and_several_made_into_one(
    visit: DeskVisit, desk: DeskSettings, tmp_path: Path
) -> None:
    other = tmp_path / "other.sgf"
    other.write_text(str(kn.convert(kn.fix(SLIP).data, "sgf").content), encoding="utf-8")
    page = visit(desk.address)
    choose(page, SLIP, other)
    expect(page.locator("tbody tr")).to_have_count(2)
    for box in page.locator("tbody input").all():
        box.check()
    with page.context.expect_page() as found:
        page.click(".compare")
    expect(found.value.locator("h1")).to_contain_text("two records")
    page.click(".merge")
    expect(page.locator("#open-head")).to_have_text("slip-merged.mat")
    expect(page.locator(".made pre")).to_contain_text("A slip.mat")


def test_a_binary_file_has_cards_and_no_text_and_positions_have_boards(
    visit: DeskVisit, desk: DeskSettings
) -> None:
    page = visit(desk.address)
    choose(page, SAMPLES / "notations" / "skafl.xg")
    expect(page.locator(".fine")).to_be_visible()
    expect(page.locator(".text")).to_be_hidden()
    page.click(".back")
    choose(page, SAMPLES / "notations" / "stodur.txt")
    page.click("tbody tr:last-child .name a")
    expect(page.locator(".list-of-cards .diagram svg")).to_have_count(2)


def test_a_line_shows_its_board(visit: DeskVisit, desk: DeskSettings) -> None:
    page = visit(desk.address)
    opened(page, SLIP)
    page.locator("#line-12").click()
    expect(page.locator(".board-of-line svg")).to_have_count(2)
    page.locator(".text").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".board-of-line h2")).to_have_text("line 13")


def test_every_match_of_a_file_has_its_report(visit: DeskVisit, desk: DeskSettings, tmp_path: Path) -> None:
    both = tmp_path / "both.kotra"
    both.write_bytes(FORN.read_bytes() + b"\n" + (SAMPLES / "sound" / "forn-1977.kotra").read_bytes())
    page = visit(desk.address)
    opened(page, both)
    expect(page.locator(".matches span")).not_to_have_count(1)
    page.click(".open .report")
    expect(page.locator(".made a")).to_have_count(2)


WORDS = [name for name, text in ATTACKS.items() if len(text) < 5_000 and "\0" not in text]


@pytest.mark.parametrize("name", sorted(Random(SEED).sample(WORDS, min(SESSIONS // 4, len(WORDS)))))
def test_a_strangers_words_are_words(visit: DeskVisit, desk: DeskSettings, name: str) -> None:
    said = ATTACKS[name].encode("utf-8", "replace").decode().replace("\n", " ")
    record = f"kotra 1\nwhite: {said}\nblack: B\n# {said}\n\ngame 1 0-0\nW 31: 8/5 5/2\n{said}\n"
    page = visit(desk.address)
    page.evaluate(DROP, [f"{said}.kotra".replace("/", "-"), record])
    expect(page.locator(".card").first).to_be_visible()
    assert page.evaluate("window.pwned") is None


@LOOKS
def test_axe_finds_nothing(
    visit: DeskVisit, desk: DeskSettings, axe: str, scheme: Scheme, size: tuple[int, int]
) -> None:
    page = visit(desk.address, width=size[0], height=size[1], scheme=scheme)
    assert violations(page, axe) == []
    page.click(".example")
    expect(page.locator("tbody td.verdict.error")).to_have_count(2)
    assert violations(page, axe) == []
    page.click("tbody tr:last-child .name a")
    expect(page.locator(".offer").first).to_be_visible()
    assert violations(page, axe) == []
    page.keyboard.press("m")
    expect(page.locator(".preview .diff")).to_be_visible()
    assert violations(page, axe) == []


@SIZES
def test_nothing_stands_out_of_the_window(
    visit: DeskVisit, desk: DeskSettings, size: tuple[int, int]
) -> None:
    page = visit(desk.address, width=size[0], height=size[1])
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert page.evaluate(wide) <= 0
    page.click(".example")
    expect(page.locator("tbody td.verdict.error")).to_have_count(2)
    assert page.evaluate(wide) <= 0
    page.click("tbody tr:first-child .name a")
    expect(page.locator(".offer").first).to_be_visible()
    assert page.evaluate(wide) <= 0


def test_a_network_is_entered_by_the_page(visit: DeskVisit, axe: str) -> None:
    with served(password="hnefi og hnefi") as desk:
        page = visit(desk.address)
        assert violations(page, axe) == []
        page.keyboard.type("hnefi og hnefi")
        page.keyboard.press("Enter")
        expect(page.locator(".start h1")).to_contain_text("Check and fix")
        expect(page.locator(".promise")).to_contain_text("this desk saves nothing")
        opened(page, SLIP)
