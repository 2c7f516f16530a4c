"""Rooms of an archive, and a match that is being written, in a browser: by mouse, by keys, soon."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from kotra_notation.desk import writing
from kotra_notation.desk.record_tasks import MOST_TURNS, spectator_view
from kotra_notation.desk.work import AskedError
from kotra_notation.desk.writing import MOST_SHOWS, Show, Shows
from kotra_notation.words.tongues import ENGLISH
from referees.seeds import part
from tests.apart import run
from tests.browser import LOOKS, PHONE, SIZES, WIDE, Scheme
from tests.desk_served import PORT, DeskClient, opened, served
from tests.desks import scribe
from tests.layout_facts import sticking_out
from tests.test_page_places import violations

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


TEXT = "kotra 1\nwhite: Álfhildur\nblack: Brynjólfur\n"
PLAYERS = ("Álfhildur", "Brynjólfur")
OVER = 'retry: 5000\ndata: {"over": true}\n\n'
BASE = f"http://127.0.0.1:{PORT}"


@SIZES
def test_spectators_see_it_soon(chromium: Browser, tmp_path: Path, axe: str, size: tuple[int, int]) -> None:
    with served(folder=tmp_path) as desk, scribe(chromium, desk) as page:
        page.begin().type("31", "8/5 6/5")
        page.page.locator(".live summary").click()
        page.page.check("[data-do=live]")
        href = page.page.locator(".live .address a").get_attribute("href")
        with opened(chromium, urljoin(desk.address, href), size=size) as watcher:
            expect(watcher.locator(".last")).to_have_text("Álfhildur 31: 8/5 6/5")
            page.page.bring_to_front()
            page.page.focus("#entry")
            page.type("52")
            expect(watcher.locator(".asked")).to_have_text("Brynjólfur has 52", timeout=1000)
            page.type("13/8 24/22")
            expect(watcher.locator(".turns li")).to_have_count(2, timeout=1000)
            watcher.evaluate(axe)
            assert watcher.evaluate("async () => (await axe.run()).violations.map(one => one.id)") == []
            page.press("Control+z", "Control+z")
            expect(watcher.locator(".turns li")).to_have_count(1, timeout=1000)
            page.page.uncheck("[data-do=live]")
            expect(watcher.locator(".silence")).to_have_text("The match is no longer shown.", timeout=2000)
            assert desk.token not in watcher.content()


def test_nothing_but_the_show_is_reached_from_its_address_and_only_its_key_changes_it(tmp_path: Path) -> None:
    client = DeskClient(folder=tmp_path)
    shown = client.row("live", text=TEXT)
    address = f"{BASE}{shown['address']}"
    page = client.get(address)
    assert (page.status_code, client.desk.token in page.text) == (200, False)
    assert client.row("live", text=TEXT, name=shown["name"], key="other")["error"]
    assert client.app.state.shows.get(shown["name"]).seen["players"] == list(PLAYERS)
    for path in ("/live", "/live/", "/live/x", "/live/../write", "/write", "/", f"{shown['address']}/.."):
        assert client.get(BASE + path).status_code == 404, path
    for path in (shown["address"], "/live", "/live/x", "/live/x/events", "/write/save"):
        assert client.post(BASE + path, json={"text": TEXT}).status_code in (404, 405), path
    assert client.row("live", over=True, name=shown["name"], key="other") == {"address": ""}
    assert client.get(address).status_code == 200
    assert client.row("live", over=True, name=shown["name"], key=shown["key"]) == {"address": ""}
    assert client.get(f"{address}/events").text == OVER
    # A desk that was begun anew takes it over at the same address.
    assert DeskClient().row("live", text=TEXT, name=shown["name"], key=shown["key"]) == shown


def test_a_network_sees_a_show_without_a_password() -> None:
    client = DeskClient(password="leyni og leyni")
    name, show = client.app.state.shows.held_by(None, None, PLAYERS)
    show.change(spectator_view({"text": TEXT}, ENGLISH))
    assert client.get(f"live/{name}").status_code == 200
    assert client.get("live/x").text == "No match is being shown here now."
    assert client.get("live/x/events").text == OVER
    assert client.post("live", json={"text": TEXT}).status_code == 401


@pytest.mark.parametrize("key", ["", "other", "é", "\ud800", "the key cut"])
def test_the_address_of_a_show_is_not_enough_to_take_it_over(key: str) -> None:
    shows = Shows()
    name, show = shows.held_by(None, None, PLAYERS)
    key = show.key[:-1] if key == "the key cut" else key
    for _ in "ab":  # when it has ended, or the desk was begun anew, its address is still nobody else's
        with pytest.raises(AskedError, match="Somebody else"):
            shows.held_by(name, key, PLAYERS)
        shows.end(name, key)
        assert shows.held_by(name, show.key, PLAYERS) == (name, shows.get(name))
        shows.end(name, show.key)
        assert (shows.get(name), show.seen["over"]) == (None, True)


@pytest.mark.parametrize("name", ["", "a", "../write", "a/b-" + "x" * 22, "\N{SNOWMAN}", "x" * 200])
def test_a_show_has_a_name_of_the_desks_own_making(name: str) -> None:
    with pytest.raises(AskedError):
        Shows().held_by(name, "key", PLAYERS)
    assert Shows().held_by(None, None, ("!", "双"))[0].startswith("match-")


def test_shows_have_room_and_a_time_and_nobody_pushes_out_others(monkeypatch: pytest.MonkeyPatch) -> None:
    shows, now = Shows(), 0.0
    monkeypatch.setattr(writing, "monotonic", lambda: now)
    names = []
    for now in map(float, range(2 * MOST_SHOWS)):
        names.append(shows.held_by(None, None, PLAYERS, "he" if now else "me")[0])
    there = [shows.get(name) is not None for name in names]
    assert there == [True] + [False] * MOST_SHOWS + [True] * (MOST_SHOWS - 1)
    for now in (writing.KEPT, writing.KEPT + 0.5):
        shows.held_by(None, None, PLAYERS, "she")
        assert (shows.get(names[0]) is None) == (now > writing.KEPT)


def test_spectators_hear_each_view_and_that_they_are_still_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "WAIT", 0.01)

    async def heard() -> list[bytes]:
        show = Show("key", "me")
        show.change({"players": ["Ása", "\ud800"]})
        events = aiter(show.events())
        parts = [await anext(events), await anext(events)]
        show.change({"over": True})
        return [*parts, *[part async for part in events]]

    first, life, over = run(heard())
    assert json.loads(first.decode("ascii").partition("data: ")[2]) == {"players": ["Ása", "\ud800"]}
    assert (life, over.decode()) == (b":\n\n", OVER)


def test_spectators_are_sent_no_more_than_is_seen() -> None:
    text = TEXT.replace("Á", "A" * 100_000) + "\ngame 1\n" + "W 31: 8/5 6/5\nB 31: 8/5 6/5\n" * 400
    shown = spectator_view({"text": text}, ENGLISH)
    assert (len(shown["turns"]), len(json.dumps(shown)) < 100_000) == (MOST_TURNS, True)
