"""A match shown while it is written: spectators see every event within a second, and nothing else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Browser, expect

from kotra_notation.desk.live import MOST_SHOWS, Shows
from tests.browser import SIZES
from tests.desk_served import served
from tests.desks import scribe


@SIZES
def test_spectators_see_what_is_written_within_a_second(
    chromium: Browser, tmp_path: Path, axe: str, size: tuple[int, int]
) -> None:
    with served(folder=tmp_path) as desk, scribe(chromium, desk) as page:
        page.begin().type("31", "8/5 6/5")
        page.page.locator(".live summary").click()
        page.page.check("[data-do=live]")
        href = page.page.locator(".live .address a").get_attribute("href")
        assert href is not None
        address = f"{urlsplit(desk.address)._replace(path=href).geturl()}"
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]})
        watcher = context.new_page()
        said: list[str] = []
        watcher.on("console", lambda message: said.append(message.text))
        watcher.goto(address)
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
        assert said == []
        context.close()


def test_nothing_else_is_reached_from_the_address_of_a_show(tmp_path: Path) -> None:
    with served(folder=tmp_path) as desk:
        asked = {"text": "kotra 1\nwhite: Álfhildur\nblack: Brynjólfur\n"}
        shown = httpx.post(f"{desk.address}live", json=asked, timeout=60).json()
        base = f"http://127.0.0.1:{desk.port}"
        assert httpx.get(base + shown["address"]).status_code == 200
        assert httpx.get(f"{base}{shown['address']}/after/0", timeout=60).json()["players"] == [
            "Álfhildur",
            "Brynjólfur",
        ]
        for path in ("/live", "/live/", "/live/x", "/live/../write", "/write", "/", f"{shown['address']}/.."):
            assert httpx.get(base + path).status_code == 404, path
        for path in (shown["address"], "/live", "/live/x", "/live/x/after/1", "/write/save"):
            assert httpx.post(base + path, json=asked).status_code in (404, 405), path


def test_only_the_key_of_a_show_changes_it(tmp_path: Path) -> None:
    with served(folder=tmp_path) as desk:
        text = "kotra 1\nwhite: Álfhildur\nblack: Brynjólfur\n"
        shown = httpx.post(f"{desk.address}live", json={"text": text}, timeout=60).json()
        stolen = {"text": text.replace("Álfhildur", "X"), "name": shown["name"], "key": "other"}
        assert httpx.post(f"{desk.address}live", json=stolen, timeout=60).json()["error"]
        seen = httpx.get(f"http://127.0.0.1:{desk.port}{shown['address']}/after/0", timeout=60).json()
        assert seen["players"][0] == "Álfhildur"


def test_a_desk_that_was_begun_anew_takes_a_show_over(tmp_path: Path) -> None:
    name, show = Shows().held_by(None, None, ("A", "B"))
    shown = {"name": name, "key": show.key, "text": "kotra 1\nwhite: A\nblack: B\n"}
    with served(folder=tmp_path) as desk:
        assert httpx.post(f"{desk.address}live", json=shown, timeout=60).json()["address"] == f"/live/{name}"


def test_there_are_not_more_shows_than_there_is_room_for() -> None:
    shows = Shows()
    names = [shows.held_by(None, None, ("A", "B"))[0] for _ in range(MOST_SHOWS + 5)]
    assert [shows.get(name) is not None for name in names] == [False] * 5 + [True] * MOST_SHOWS


def test_a_network_sees_a_show_without_a_password(tmp_path: Path) -> None:
    with served(password="leyni") as desk:
        base = f"http://127.0.0.1:{desk.port}"
        login = httpx.get(f"{base}/write", follow_redirects=False)
        assert login.status_code == 303
        assert httpx.get(f"{base}/live/x").status_code == 404
        assert httpx.post(f"{base}/live", json={"text": ""}).status_code == 401
