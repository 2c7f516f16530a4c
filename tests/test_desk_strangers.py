"""What strangers may ask of the desk beside files: texts, shows, cookies; nobody harms another."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
from pathlib import Path

import httpx
import pytest

from kotra_notation.desk import folders, serving
from kotra_notation.desk.folders import save
from kotra_notation.desk.http import THINKING
from kotra_notation.desk.live import MOST_SHOWS, Show, Shows
from kotra_notation.desk.record_tasks import MOST_FINDINGS, MOST_TURNS, spectator_view, stand
from kotra_notation.desk.serving import desk_app
from kotra_notation.desk.work import AskedError, DeskWork
from kotra_notation.desk.workers import FairQueue, RefusalError
from kotra_notation.jobs.rows import Row
from kotra_notation.words.tongues import ENGLISH
from tests.apart import run
from tests.desk_served import served
from tests.desks import AtOnce, desk_of, posted
from tests.test_desk_workers import jobs

HEAD = "kotra 1\nwhite: A\nblack: B\n"
PLAYERS = ("A", "B")


@pytest.mark.parametrize(
    "players",
    [
        ("Александр Константинопольский", "Александр Константинопольский"),
        ("囲碁将棋麻雀双六囲碁将棋麻雀双六囲碁将棋麻雀双六囲碁", "双" * 40),
        ("Con", "!!!"),
        ("!", "nul"),
        ("a" * 5000, "b" * 5000),
    ],
)
def test_a_match_of_any_names_gets_a_name_that_a_file_may_have(
    tmp_path: Path, players: tuple[str, str]
) -> None:
    name = folders.proposed_name(tmp_path, players)
    made, _ = folders.keep_record(tmp_path, name, HEAD, None)
    assert [one.name for one in tmp_path.iterdir()] == [made.name]
    assert folders.proposed_name(tmp_path, players) != name


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("write/open", {"name": "\ud800.kotra"}),
        ("write/save", {"name": "\ud800.kotra", "text": HEAD}),
        ("write/save", {"name": "a.kotra", "text": HEAD + "\ud800"}),
        ("live", {"text": HEAD, "name": "a-b", "key": "é"}),
        ("live", {"text": HEAD, "name": "é\ud800", "key": "\ud800"}),
        ("live", {"text": HEAD, "name": "x" * 5000, "key": "x"}),
        ("write/stand", {"text": HEAD, "line": 10**4000}),
    ],
)
def test_what_no_page_sends_is_refused_with_a_sentence(
    tmp_path: Path, path: str, asked: dict[str, object]
) -> None:
    answer = posted(desk_of(tmp_path), path, content=json.dumps(asked))
    assert answer.status_code == 200
    assert answer.json()["error"]
    assert "codec" not in answer.json()["error"]
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes in folders")
def test_a_pipe_in_the_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RefusalError):
        save(tmp_path / "pipe", b"", "0")


def test_the_address_of_a_show_is_not_enough_to_take_it_over() -> None:
    shows = Shows()
    name, show = shows.held_by(None, None, PLAYERS)
    for key in ("", "other", "é", show.key[:-1], name):
        with pytest.raises(AskedError):
            shows.held_by(name, key, PLAYERS)
        shows.end(name, key)
    assert shows.held_by(name, show.key, PLAYERS) == (name, show)
    shows.end(name, show.key)
    # It has ended, or the desk was begun anew: its address is still nobody else's.
    with pytest.raises(AskedError):
        shows.held_by(name, "other", PLAYERS)
    assert shows.held_by(name, show.key, PLAYERS)[0] == name


@pytest.mark.parametrize("name", ["", "a", "../write", "a/b-" + "x" * 22, "\N{SNOWMAN}", "x" * 200])
def test_a_show_has_a_name_of_the_desks_own_making(name: str) -> None:
    with pytest.raises(AskedError):
        Shows().held_by(name, "key", PLAYERS)


def test_who_shows_much_pushes_out_nobody_else() -> None:
    shows = Shows()
    mine = shows.held_by(None, None, PLAYERS, "me")[0]
    for _ in range(2 * MOST_SHOWS):
        shows.held_by(None, None, PLAYERS, "he")
    assert shows.get(mine) is not None


def test_what_spectators_hear_is_made_once_and_ascii() -> None:
    async def heard() -> tuple[bytes, bytes]:
        show = Show("key", "me")
        show.change({"players": ["Ása", "\ud800"]})
        return await show.after("0"), await show.after("9" * 5000)

    first, second = run(heard())
    assert first is second
    assert json.loads(first.decode("ascii"))["number"] == 1


def test_spectators_are_sent_no_more_than_is_seen() -> None:
    text = HEAD.replace("A", "A" * 100_000) + "\ngame 1\n" + "W 31: 8/5 6/5\nB 31: 8/5 6/5\n" * 400
    shown = spectator_view({"text": text}, ENGLISH)
    assert len(shown["turns"]) == MOST_TURNS
    assert len(json.dumps(shown)) < 100_000


def test_a_text_of_nothing_but_faults_is_not_answered_with_a_hundredfold() -> None:
    there = stand({"text": f"{HEAD}\n" + "xx\n" * 3000}, ENGLISH)
    assert len(there["standing"]["findings"]) == MOST_FINDINGS


def test_who_fills_the_queue_gives_way() -> None:
    async def order() -> list[str]:
        queue = FairQueue(4)
        first, others = (jobs(asyncio.get_running_loop(), names) for names in ("1234", "567"))
        assert [queue.put("a", job) for job in first] == [True] * 4
        assert [queue.put("b", job) for job in others] == [True, True, False]
        for left in first[2:]:
            assert isinstance(await left.heard.get(), RefusalError)
        return [job.work.files[0][0] for job in (queue.next() for _ in range(4)) if job]

    assert run(order()) == ["1", "5", "2", "6"]


class Hanging:
    """Does work without end, and knows whether anybody still waits for it."""

    waited_for = False

    async def answer(self, work: DeskWork, who: str) -> Row:
        self.waited_for = True
        try:
            await asyncio.sleep(60)
        finally:
            self.waited_for = False
        return {}


@pytest.mark.parametrize("path", THINKING)
def test_nobodys_keys_wait_for_a_search(path: str) -> None:
    run(_writes_beside(path))


async def _writes_beside(path: str) -> None:
    desk = desk_of()
    app = desk_app(desk)
    app.state.writers, app.state.thinkers = AtOnce(), Hanging()
    asked = {"text": HEAD, "seat": 0, "level": "deep", "match": "one"}
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url=desk.address) as client:
        search = asyncio.ensure_future(client.post(path, json=asked))
        while not app.state.thinkers.waited_for:
            assert not search.done(), search.result().text
            await asyncio.sleep(0)
        assert (await client.post("write/stand", json=asked)).json()["text"] == HEAD
        search.cancel()
        await asyncio.wait([search])
    assert not app.state.thinkers.waited_for


@pytest.mark.parametrize("other", ["", 'a={"x": 1}; ', "a[]=1; ", "x; ", "=; ", "a(b)=c; "])
def test_cookies_of_others_keep_nobody_out(other: str) -> None:
    run(_enters(other))


async def _enters(other: str) -> None:
    desk = desk_of(password="leyni")
    transport = httpx.ASGITransport(app=desk_app(desk))
    async with httpx.AsyncClient(transport=transport, base_url=desk.address) as client:
        entered = (await client.post("/login", data={"password": "leyni"})).cookies["kotra-desk"]
        client.cookies.clear()
        answer = await client.get("/", headers={"cookie": f"{other}kotra-desk={entered}"})
    assert answer.status_code == 200


def test_a_port_that_there_is_not_leaves_no_socket_open() -> None:
    with pytest.raises(OverflowError):
        serving.bind("127.0.0.1", 70_000)
    gc.collect()  # a socket that is left open is a warning, and that an error


@pytest.mark.middle
def test_a_number_of_any_size_behind_a_show_is_no_fault() -> None:
    with served(password="leyni") as desk:
        answer = httpx.get(f"{desk.address}live/x/after/{'9' * 5000}", trust_env=False, timeout=30)
    assert answer.json() == {"over": True}
