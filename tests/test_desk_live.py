"""A match shown while it is written: spectators see every event within a second, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, expect

from kotra_notation.desk import writing
from kotra_notation.desk.record_tasks import MOST_TURNS, spectator_view
from kotra_notation.desk.work import AskedError
from kotra_notation.desk.writing import MOST_SHOWS, Show, Shows
from kotra_notation.words.tongues import ENGLISH
from tests.apart import run
from tests.browser import SIZES
from tests.desk_served import PORT, DeskClient, opened, served
from tests.desks import scribe

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
