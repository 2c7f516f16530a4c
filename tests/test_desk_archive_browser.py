"""The rooms of an archive in a browser: each way through them, by mouse, by keys and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from referees.seeds import part
from tests.browser import LOOKS, PHONE, SIZES, WIDE, Scheme
from tests.desk_served import opened, served
from tests.layout_facts import sticking_out
from tests.test_page_browser import violations

REFUSED = "Failed to load resource: the server responded with a status of 422"
START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


@pytest.fixture(scope="module")
def visit(chromium: Browser, archive: Path) -> Iterator[Any]:
    """Opens rooms of the archive."""
    with served(archive=archive) as desk:

        def room(path: str = "", size: tuple[int, int] = WIDE, **more: Any) -> Any:
            facts: dict[str, Any] = {"size": size, "touch": size == PHONE, "expected": REFUSED} | more
            return opened(chromium, f"{desk.address}archive{path}", **facts)

        yield room


def downloaded(page: Page, selector: str, text: str | None = None) -> Path:
    """The file that a link leads to, by the name that is suggested."""
    with page.expect_download() as download:
        page.locator(selector, has_text=text).click()
    return Path(download.value.path()).rename(
        Path(download.value.path()).with_name(download.value.suggested_filename)
    )


@SIZES
def test_matches_are_found_opened_and_downloaded(visit: Any, size: tuple[int, int]) -> None:
    with visit(size=size) as page:
        matches = page.locator(".matches tbody tr")
        everything = matches.count()
        assert everything > 20
        page.keyboard.press("/")
        expect(page.locator("[name=q]")).to_be_focused()
        page.keyboard.type("thorgerd", delay=30)
        expect(matches).to_have_count(2)
        assert {"Ketill – Þorgerður"} == {*page.locator(".match a").all_inner_texts()}
        expect(page.locator("[role=status]")).to_have_text("2 matches")
        assert page.url.endswith("?q=thorgerd&to=kotra")
        page.reload()
        expect(matches).to_have_count(2)
        page.fill("[name=q]", "")
        expect(matches).to_have_count(everything)
        page.fill("[name=q]", "Snorri")
        expect(matches).to_have_count(1)
        with page.expect_popup() as popup:
            page.locator(".match a").click()
        report = popup.value
        expect(report.locator("h1")).to_contain_text("Snorri Egilsson")
        report.keyboard.press("ArrowRight")
        expect(report.locator(".turns [aria-current]")).to_have_count(1)
        for to in ("json", "kotra", "mat"):
            page.select_option("[name=to]", to)
            expect(page.locator(f".file a[href$='to={to}']")).to_have_count(1)
            if to == "mat":
                page.locator(".file a").click()
                expect(page.locator(".found")).to_contain_text("cannot store all of the match")
            assert downloaded(page, "a.button" if to == "mat" else ".file a").suffix == f".{to}"


@SIZES
def test_from_the_list_to_a_player_to_an_opponent_to_a_question(visit: Any, size: tuple[int, int]) -> None:
    with visit("/players", size) as page:
        numbers = page.locator("tbody td:nth-child(2) bdi")
        head = page.locator("thead button", has_text="Matches")
        for press in (head.click, partial(head.press, "Enter")):
            press()
            down = page.locator("th[aria-sort=descending]").count()
            found = [int(number) for number in numbers.all_inner_texts()]
            assert found == sorted(found, reverse=bool(down))
        expect(page.locator("th[aria-sort=descending]")).to_have_text("Matches")
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
        for key, title in (("p", "Players"), ("b", "Positions"), ("q", "Questions"), ("m", "Matches")):
            page.keyboard.press(key)
            expect(page.locator("h1")).to_have_text(title)
        page.keyboard.press("?")
        assert page.locator("dialog[open] dt").all_inner_texts() == ["?", "m", "p", "e", "q", "s", "b", "/"]
        page.keyboard.press("Escape")
        page.keyboard.press("q")
        page.locator("a", has_text="How long are games?").click()
        rows = page.locator(".found tbody tr").count()
        page.select_option("[name=rules]", "modern")
        page.locator("form button").click()
        expect(page.locator("[name=rules]")).to_have_value("modern")
        assert {*page.locator(".found tbody th").all_inner_texts()} == {"modern"}
        assert 0 < page.locator(".found tbody tr").count() < rows
        table = downloaded(page, ".files a", "CSV")
        assert (table.name, "forn-1977" in table.read_text(encoding="utf-8")) == ("game-lengths.csv", False)


@SIZES
def test_a_statement_is_asked_by_keys(visit: Any, size: tuple[int, int]) -> None:
    with visit("/sql", size) as page:
        for sql, found, words in (
            ("SELECT nothing FROM matches", "[role=alert]", "LINE 1: SELECT nothing"),
            ("SELECT 6 * 7 AS answer", ".found tbody", "42"),
        ):
            page.focus("#sql")
            page.keyboard.press("Control+a")
            page.keyboard.type(sql)
            page.keyboard.press("Control+Enter")
            expect(page.locator(found)).to_contain_text(words)
        assert page.locator("[role=alert]").count() == 0


@SIZES
def test_a_position_is_set_up_by_clicks_and_by_keys(visit: Any, size: tuple[int, int]) -> None:
    with visit("/positions", size) as page:
        page.locator(".spot[tabindex='0']").focus()
        for _ in range(5):
            page.keyboard.press("ArrowRight")
        here = page.locator(".spot:focus")
        expect(here).to_have_attribute("aria-label", "point 6: 5 of White")
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowUp"):  # there are no more than fifteen
            page.keyboard.press(key)
        expect(here).to_have_attribute("aria-label", "point 7: 1 of White")
        expect(page.locator("[name=position]")).to_have_value(START.replace("8x3 6x5", "8x3 7x1 6x4", 1))
        page.locator(".tools button", has_text="Empty board").click()
        for colour, points in (("White", {24: 2, 13: 5, 8: 3, 6: 5}), ("Black", {1: 2, 12: 5, 17: 3, 19: 5})):
            page.locator(".tools label", has_text=colour).click()
            for point, men in points.items():
                page.locator(f".spot[data-at='{point}']").click(click_count=men)
        expect(page.locator("[name=position]")).to_have_value(START)
        page.fill("[name=dice]", "31")
        page.locator("form button", has_text="Find").click()
        expect(page.locator("#played tbody th").first).to_have_text("3-1")
        assert {*page.locator("#played tbody th").all_inner_texts()} == {"3-1"}
        assert page.locator("#throws tbody tr").count() > 1
        assert "position=W%3A+24x2" in page.url
        with page.expect_popup() as popup:
            page.locator("#throws a").first.click()
        popup.value.wait_for_selector(".turns [aria-current]")
        anchor = unquote(popup.value.url).partition("#")[2]
        assert popup.value.locator(".turns [aria-current]").get_attribute("id") == anchor


ROOMS = ["", "?q=steinunn", "/players", "/player?name=Steinunn", "/events", "/event?name=Vetrarm%C3%B3t"]
ROOMS += ["/questions", "/question?name=opening-plays", "/question?name=blunders", "/record?match=1"]
ROOMS += ["/sql", "/sql?sql=SELECT+*+FROM+matches", "/positions", "/positions?position=forn"]


@LOOKS
@pytest.mark.parametrize("path", part([*ROOMS, "/positions?position=start&within=1"], 2))
def test_rooms_are_accessible(visit: Any, axe: str, path: str, size: tuple[int, int], scheme: Scheme) -> None:
    with visit(path, size, scheme=scheme) as page:
        assert sticking_out(page) == []
        assert violations(page, axe) == []


def test_it_can_be_used_without_a_script(visit: Any) -> None:
    with visit(java_script_enabled=False) as page:
        page.fill("[name=q]", "thorgerd")
        page.locator("form button").click()
        assert page.locator(".matches tbody tr").count() == 2
        page.goto(f"{page.url.partition('?')[0]}/positions?position=start")
        assert page.locator(".found svg.kotra-board").is_visible()
        assert re.search(r"\d+ rolls", page.locator("[role=status]").inner_text())
