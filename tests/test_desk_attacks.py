"""The desk under attack: connections that say nothing, requests without end, files made to harm."""

from __future__ import annotations

import socket
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic

import httpx
import pytest

from kotra_notation.desk import guard, http, serving
from kotra_notation.desk.settings import DeskSettings
from referees import xg_files
from referees.seeds import SEED, some
from tests.desk_served import asking, served

pytestmark = pytest.mark.middle

SAMPLES = Path(__file__).parent.parent / "samples"
SLIP = (SAMPLES / "faulty" / "slip.mat").read_bytes()
CONNECTIONS = 1000
LARGEST = 12_000_000
TASKS = ("check", "look", "proposals", "convert", "report", "anonymize")


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskSettings]:
    with served(seconds=4.0, memory=400_000_000, max_size=LARGEST) as desk:
        yield desk


@pytest.fixture(scope="module")
def client(desk: DeskSettings) -> Iterator[httpx.Client]:
    with asking(desk) as client:
        yield client


def verdict(client: httpx.Client) -> str:
    """What is said of a record with a slip: the desk is there, and does its work."""
    words: str = client.post("ask/check?name=slip.mat", content=SLIP).json()["words"]
    return words


HEADS = [
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nx",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


@pytest.mark.skipif(sys.platform != "linux", reason="as many files as this are open on Linux")
def test_a_thousand_connections_that_say_nothing_leave_the_desk_up_and_are_closed(
    desk: DeskSettings, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "SECONDS_TO_ASK", 3.0)
    before = verdict(client)
    with ExitStack() as stack:
        connections = []
        for number in range(CONNECTIONS):
            one = stack.enter_context(socket.create_connection((desk.host, desk.port), timeout=60))
            one.sendall(HEADS[number % len(HEADS)])
            connections.append(one)
        begun = monotonic()
        assert verdict(client) == before == "1 error"
        with asking(desk) as another:
            assert another.get("").status_code == 200
            assert verdict(another) == before
        assert monotonic() - begun < 20
        for one in connections:
            while one.recv(4096):
                pass
    assert verdict(client) == before


def head_of(desk: DeskSettings, task: str, size: int) -> bytes:
    """The head of a request with a body of that size."""
    lines = (f"POST {desk.root}/ask/{task}?name=x HTTP/1.1", f"Host: 127.0.0.1:{desk.port}")
    return "\r\n".join([*lines, f"Content-Length: {size}", "", ""]).encode()


def test_a_body_that_comes_too_slowly_is_left(
    desk: DeskSettings, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "NEXT_PART", 0.5)
    head = head_of(desk, "check", 9999)
    with socket.create_connection((desk.host, desk.port), timeout=30) as connection:
        connection.sendall(head + b"x")
        assert b" 408 " in connection.recv(4096)
    assert verdict(client) == "1 error"


@pytest.mark.parametrize("path", ["login", "nothing", "ask/check"])
def test_no_body_is_waited_for_without_end(
    desk: DeskSettings, client: httpx.Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(guard, "SECONDS_TO_SEND_ON", 0.5)
    head = head_of(desk, "check", 9999).replace(b"ask/check", path.encode())
    with socket.create_connection((desk.host, desk.port), timeout=30) as connection:
        connection.sendall(head)
        assert connection.recv(4096)


def test_a_body_that_drips_is_left_however_long_it_goes_on(
    desk: DeskSettings, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "FIRST_SECONDS", 0.3)
    stopped = Event()

    def drips() -> Iterator[bytes]:
        while not stopped.wait(0.02):
            yield b"x"

    try:
        answer = client.post("ask/check?name=x", content=drips())
    except httpx.TransportError:  # it was left while it was sent
        answer = None
    stopped.set()
    assert answer is None or answer.status_code == 408
    assert verdict(client) == "1 error"


def test_who_leaves_stops_the_work_that_he_asked_for(desk: DeskSettings, client: httpx.Client) -> None:
    """With one process, whoever comes next would have to wait for all of them."""
    body = hanging()
    head = head_of(desk, "proposals", len(body))
    for _ in range(10):
        with socket.create_connection((desk.host, desk.port), timeout=30) as connection:
            connection.sendall(head + body)
    begun = monotonic()
    assert verdict(client) == "1 error"
    assert monotonic() - begun < 25


def hanging() -> bytes:
    """A record of games that are all wrong, in which much may have been meant."""
    rows = [
        f" {n}) {n % 6 + 1}{(n * 5) % 6 + 1}: {n % 24 + 1}/{(n * 7) % 24 + 1} 13/5  63: 24/14 8/{n % 8}"
        for n in range(1, 90)
    ]
    games = [
        f" Game {number}\n Anna : 0                   Björn : 0\n" + "\n".join(rows)
        for number in range(1, 60)
    ]
    return (" 7 point match\n\n" + "\n\n".join(games) + "\n").encode()


def bomb() -> bytes:
    """A file of XG whose games unpack to a thousand times what it weighs."""
    records = zlib.compressobj(9)
    return xg_files.container(b"", indexed=False)[:8236] + b"".join(
        [*(records.compress(bytes(1 << 24)) for _ in range(20)), records.flush()]
    )


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a bomb": bomb,
    "nothing": lambda: b"",
    "nulls": lambda: bytes(1_000_000),
    "noise": lambda: Random(SEED).randbytes(200_000),
    "ten megabytes of letters": lambda: b"x" * 10_000_000,
    "ten megabytes of lines": lambda: b"\n" * 10_000_000,
    "twenty thousand turns": lambda: (
        b" 7 point match\n\n Game 1\n A : 0     B : 0\n" + b"  1) 31: 8/5 6/5       52: 13/8 24/22\n" * 20_000
    ),
    "deep SGF": lambda: b"(;GM[6]" * 20_000,
    "deep JSON": lambda: b'{"kotra": ' + b"[" * 500_000,
    "huge numbers": lambda: (
        b" 9" + b"9" * 100_000 + b" point match\n\n Game 1\n A : 1" + b"0" * 5000 + b"  B : 0\n"
    ),
    "huge number in JSON": lambda: b'{"kotra": 1, "matches": [{"length": 1' + b"0" * 100_000 + b"}]}",
    "an endless line": lambda: b"kotra 1\nwhite: " + b"x" * 5_000_000,
    "hanging repair": hanging,
    "many matches": lambda: b"kotra 1\nwhite: A\nblack: B\n\ngame 1 0-0\nW 31: 8/5 6/5\n\n" * 8_000,
    "gzip": lambda: b"\x1f\x8b\x08\x00" + b"\x00" * 1000,
    "surrogates": lambda: (
        b'{"kotra": 1, "matches": [{"players": [{"name": "\\ud800"}, {"name": "\\udfff"}]}]}'
    ),
    "xg with lies": lambda: b"RGMH\x01\x00\x00\x00" + b"\xff" * 100_000,
}


@pytest.mark.parametrize("name", some(list(HOSTILE), 4))
def test_a_file_that_is_made_to_harm_costs_its_answer(client: httpx.Client, name: str) -> None:
    data = HOSTILE[name]()
    for task in ("check", *Random(f"{SEED}{name}").sample(TASKS[1:], 2)):
        answer = client.post(f"ask/{task}?name={name}&to=sgf&match=1", content=data)
        assert answer.status_code == 200
        assert answer.json().get("error") or answer.json().keys() - {"error", "status"}
    assert verdict(client) == "1 error"


def test_a_file_of_ten_megabytes_is_taken_and_one_of_more_is_not(client: httpx.Client) -> None:
    assert client.post("ask/check?name=x", content=b"x" * LARGEST).status_code == 200
    assert client.post("ask/check?name=x", content=b"x" * (LARGEST + 1)).status_code == 413


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "a\0b", "x" * 10_000, "<script>", "\x1b[31m"]
)
def test_the_name_of_a_file_is_only_a_name(client: httpx.Client, name: str) -> None:
    for task in TASKS:
        answer = client.post(f"ask/{task}", params={"name": name, "to": "sgf"}, content=SLIP)
        assert answer.status_code == 200
        for file in answer.json().get("files", ()):
            assert "/" not in file["name"]
