"""The rooms of an archive in a browser: each way through them, by mouse, by keys and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect

from kotra_notation.desk.settings import DeskSettings
from referees.seeds import part
from tests.browser import LOOKS, PHONE, SIZES, WIDE
from tests.desk_served import served
from tests.layout_facts import sticking_out

ROOMS = (
    "",
    "?q=steinunn",
    "/players",
    "/player?name=Steinunn",
    "/events",
    "/event?name=Vetrarm%C3%B3t",
    "/questions",
    "/question?name=opening-plays",
    "/question?name=blunders",
    "/sql",
    "/sql?sql=SELECT+*+FROM+matches",
    "/positions",
    "/positions?position=start&within=1",
    "/positions?position=forn",
    "/record?match=1",
)
VIOLATIONS = "axe.run().then(found => found.violations.map(one => one.id + ' ' + one.nodes[0].html))"
REFUSED = "Failed to load resource: the server responded with a status of 422"


@pytest.fixture(scope="module")
def desk(archive: Path) -> Iterator[DeskSettings]:
    with served(archive=archive) as settings:
        yield settings


@contextmanager
def opened(
    chromium: Browser,
    desk: DeskSettings,
    path: str = "",
    size: tuple[int, int] = WIDE,
    scheme: str = "light",
    **more: bool,
) -> Iterator[Page]:
    """A room in a context of its own; the test fails where the page was not quiet, or asked somebody else."""
    width, height = size
    context = chromium.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        has_touch=size == PHONE,
        is_mobile=size == PHONE,
        accept_downloads=True,
        **more,  # type: ignore[arg-type]
    )
    context.set_default_timeout(10_000)
    page = context.new_page()
    unrest: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if not message.text.startswith(REFUSED):
            unrest.append(message.text)

    page.on("console", said)
    page.on("pageerror", lambda error: unrest.append(str(error)))
    page.on(
        "request", lambda one: None if one.url.startswith((desk.address, "data:")) else unrest.append(one.url)
    )
    page.goto(f"{desk.address}archive{path}")
    try:
        yield page
    finally:
        context.close()
    assert unrest == []


@SIZES
def test_matches_are_found_while_they_are_typed(
    chromium: Browser, desk: DeskSettings, size: tuple[int, int]
) -> None:
    with opened(chromium, desk, size=size) as page:
        everything = page.locator(".matches tbody tr").count()
        assert everything > 20
        page.keyboard.press("/")
        expect(page.locator("[name=q]")).to_be_focused()
        page.keyboard.type("thorgerd", delay=30)
        expect(page.locator(".matches tbody tr")).to_have_count(2)
        assert {"Ketill – Þorgerður"} == {*page.locator(".match a").all_inner_texts()}
        expect(page.locator("[role=status]")).to_have_text("2 matches")
        assert page.url.endswith("?q=thorgerd&to=kotra")
        page.reload()
        expect(page.locator(".matches tbody tr")).to_have_count(2)
        page.fill("[name=q]", "")
        expect(page.locator(".matches tbody tr")).to_have_count(everything)


@SIZES
def test_a_match_opens_in_a_window_of_its_own(
    chromium: Browser, desk: DeskSettings, size: tuple[int, int]
) -> None:
    with opened(chromium, desk, "?q=Snorri", size=size) as page:
        with page.expect_popup() as popup:
            page.locator(".match a").click()
        report = popup.value
        errors: list[str] = []
        report.on("pageerror", lambda error: errors.append(str(error)))
        expect(report.locator("h1")).to_contain_text("Snorri Egilsson")
        report.keyboard.press("ArrowRight")
        expect(report.locator(".turns [aria-current]")).to_have_count(1)
        assert errors == []


@SIZES
def test_a_match_is_downloaded_as_is_chosen(
    chromium: Browser, desk: DeskSettings, size: tuple[int, int], tmp_path: Path
) -> None:
    with opened(chromium, desk, "?q=Snorri", size=size) as page:
        for to, suffix in (("json", ".json"), ("kotra", ".kotra")):
            page.select_option("[name=to]", to)
            expect(page.locator(f".file a[href$='to={to}']")).to_have_count(1)
            with page.expect_download() as download:
                page.locator(".file a").click()
            assert download.value.suggested_filename.endswith(suffix)
        page.select_option("[name=to]", "mat")
        expect(page.locator(".file a[href$='to=mat']")).to_have_count(1)
        page.locator(".file a").click()
        expect(page.locator(".found")).to_contain_text("cannot store all of the match")
        with page.expect_download() as download:
            page.locator("a.button").click()
        assert download.value.suggested_filename.endswith(".mat")


@SIZES
def test_a_table_is_sorted_by_its_heads(chromium: Browser, desk: DeskSettings, size: tuple[int, int]) -> None:
    with opened(chromium, desk, "/players", size=size) as page:
        head = page.locator("thead button", has_text="Matches")
        head.click()
        numbers = [int(one) for one in page.locator("tbody td:nth-child(2) bdi").all_inner_texts()]
        assert numbers == sorted(numbers)
        head.focus()
        page.keyboard.press("Enter")
        numbers = [int(one) for one in page.locator("tbody td:nth-child(2) bdi").all_inner_texts()]
        assert numbers == sorted(numbers, reverse=True)
        expect(page.locator("th[aria-sort=descending]")).to_have_text("Matches")


@SIZES
def test_from_the_list_to_a_player_to_his_opponent(
    chromium: Browser, desk: DeskSettings, size: tuple[int, int]
) -> None:
    with opened(chromium, desk, "/players", size=size) as page:
        page.fill("[name=q]", "steinunn")
        expect(page.locator("tbody tr")).to_have_count(1)
        page.get_by_role("link", name="Steinunn", exact=True).click()
        expect(page.locator("h1")).to_have_text("Steinunn")
        page.locator("#opponents a").first.click()
        expect(page.locator("h1")).to_have_text("Kolfinna")
        page.locator(".ways a", has_text="Opening plays").click()
        expect(page.locator("[name=player]")).to_have_value("Kolfinna")
        page.go_back()
        expect(page.locator("h1")).to_have_text("Kolfinna")


@SIZES
def test_a_question_is_asked_by_its_form(
    chromium: Browser, desk: DeskSettings, size: tuple[int, int]
) -> None:
    with opened(chromium, desk, "/questions", size=size) as page:
        page.locator("a", has_text="How long are games?").click()
        rows = page.locator(".found tbody tr").count()
        page.select_option("[name=rules]", "modern")
        page.locator("form button").click()
        expect(page.locator("[name=rules]")).to_have_value("modern")
        assert {*page.locator(".found tbody th").all_inner_texts()} == {"modern"}
        assert 0 < page.locator(".found tbody tr").count() < rows
        with page.expect_download() as download:
            page.locator(".files a", has_text="CSV").click()
        assert download.value.suggested_filename == "game-lengths.csv"
        assert "forn-1977" not in Path(download.value.path()).read_text(encoding="utf-8")


@SIZES
def test_a_statement_is_asked_by_keys(chromium: Browser, desk: DeskSettings, size: tuple[int, int]) -> None:
    with opened(chromium, desk, "/sql", size=size) as page:
        page.focus("#sql")
        page.keyboard.type("SELECT nothing FROM matches")
        page.keyboard.press("Control+Enter")
        expect(page.locator("[role=alert]")).to_contain_text("LINE 1: SELECT nothing")
        page.focus("#sql")
        page.keyboard.press("Control+a")
        page.keyboard.type("SELECT 6 * 7 AS answer")
        page.keyboard.press("Control+Enter")
        expect(page.locator(".found tbody")).to_have_text("42")
        assert page.locator("[role=alert]").count() == 0


START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


@SIZES
def test_a_position_is_set_up_by_clicks(chromium: Browser, desk: DeskSettings, size: tuple[int, int]) -> None:
    with opened(chromium, desk, "/positions", size=size) as page:
        page.locator(".tools button", has_text="Empty board").click()
        for colour, points in (("White", {24: 2, 13: 5, 8: 3, 6: 5}), ("Black", {1: 2, 12: 5, 17: 3, 19: 5})):
            page.locator(".tools label", has_text=colour).click()
            for point, men in points.items():
                for _ in range(men):
                    page.locator(f".spot[data-at='{point}']").click()
        expect(page.locator("[name=position]")).to_have_value(START)
        page.fill("[name=dice]", "31")
        page.locator("form button", has_text="Find").click()
        expect(page.locator("#played tbody th")).to_have_text(
            ["3-1"] * page.locator("#played tbody tr").count()
        )
        assert page.locator("#throws tbody tr").count() > 1
        assert "position=W%3A+24x2" in page.url
        with page.expect_popup() as popup:
            page.locator("#throws a").first.click()
        popup.value.wait_for_selector(".turns [aria-current]")
        anchor = unquote(popup.value.url).partition("#")[2]
        assert popup.value.locator(".turns [aria-current]").get_attribute("id") == anchor


def test_a_position_is_set_up_by_keys(chromium: Browser, desk: DeskSettings) -> None:
    with opened(chromium, desk, "/positions") as page:
        page.locator(".spot[tabindex='0']").focus()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        here = page.locator(".spot:focus")
        expect(here).to_have_attribute("aria-label", "point 6: 5 of White")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowUp")
        expect(page.locator("[name=position]")).to_have_value(
            "W: 24x2 13x5 8x3 7x1 6x4; B: 24x2 13x5 8x3 6x5"
        )
        page.keyboard.press("ArrowUp")  # there are no more than fifteen
        expect(page.locator(".spot:focus")).to_have_attribute("aria-label", "point 7: 1 of White")


def test_the_keys_are_listed_and_lead_to_the_rooms(chromium: Browser, desk: DeskSettings) -> None:
    with opened(chromium, desk) as page:
        page.keyboard.press("?")
        keys = page.locator("dialog[open] dt").all_inner_texts()
        assert keys == ["?", "m", "p", "e", "q", "s", "b", "/"]
        page.keyboard.press("Escape")
        for key, title in (("p", "Players"), ("q", "Questions"), ("b", "Positions"), ("m", "Matches")):
            page.keyboard.press(key)
            expect(page.locator("h1")).to_have_text(title)


@LOOKS
@pytest.mark.parametrize("path", part(ROOMS, 2))
def test_every_room_is_open_to_all_and_nothing_sticks_out(
    chromium: Browser, desk: DeskSettings, axe: str, path: str, size: tuple[int, int], scheme: str
) -> None:
    with opened(chromium, desk, path, size=size, scheme=scheme, bypass_csp=True) as page:
        assert sticking_out(page) == []
        page.add_script_tag(content=axe)
        found = page.evaluate(
            "axe.run().then(found => found.violations.map(one => one.id + ' ' + one.nodes[0].html))"
        )
        assert found == []


def test_it_can_be_used_without_a_script(chromium: Browser, desk: DeskSettings) -> None:
    with opened(chromium, desk, java_script_enabled=False) as page:
        page.fill("[name=q]", "thorgerd")
        page.locator("form button").click()
        assert page.locator(".matches tbody tr").count() == 2
        page.goto(f"{desk.address}archive/positions?position=start")
        assert page.locator(".found svg.kotra-board").is_visible()
        assert re.search(r"\d+ rolls", page.locator("[role=status]").inner_text())
