"""The desk under attack: connections that say nothing, requests without end, files made to harm."""

from __future__ import annotations

import socket
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from random import Random
from time import monotonic

import httpx
import pytest

from kotra_notation.desk import guard, http, serving
from kotra_notation.desk.settings import DeskSettings
from referees import xg_files
from referees.seeds import SEED, some
from tests.desk_served import DeskClient, asking, served
from tests.test_desk_tasks import SLIP

TASKS = ("check", "look", "proposals", "convert", "report", "anonymize")


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskSettings]:
    with served(seconds=4.0, memory=400_000_000) as desk:
        yield desk


@pytest.fixture
def client(desk: DeskSettings) -> Iterator[httpx.Client]:
    """What asks the desk, which does its work when the test is over."""
    with asking(desk) as client:
        yield client
        assert verdict(client) == "1 error"


def verdict(client: httpx.Client) -> object:
    return client.post("ask/check?name=slip.mat", content=SLIP.read_bytes()).json()["words"]


HEADS = [
    b"",
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000\r\n\r\nx",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
]


@pytest.mark.middle
@pytest.mark.skipif(sys.platform != "linux", reason="as many files as this are open on Linux")
def test_a_thousand_silent_connections_are_closed(
    desk: DeskSettings, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "SECONDS_TO_ASK", 3.0)
    monkeypatch.setattr(serving, "CONNECTIONS", 1000)
    verdict(client)
    with ExitStack() as stack:
        connections = []
        for number in range(1000):
            connection = stack.enter_context(socket.create_connection((desk.host, desk.port), timeout=60))
            connections.append(connection)
            if number < 998:  # the last ones are too many, and left at once
                connection.sendall(HEADS[number % len(HEADS)])
        begun = monotonic()
        assert verdict(client) == "1 error"
        assert monotonic() - begun < 20
        for connection in connections:
            while connection.recv(4096):
                pass


# A body that is begun: the path, what limits it, the seconds between its parts, and the answer.
SLOW = [
    ("ask/check", http, "NEXT_PART", None, b" 408 "),
    ("ask/check", http, "FIRST_SECONDS", 0.02, b" 408 "),
    *((path, guard, "SECONDS_TO_SEND_ON", None, b"HTTP/1.1 ") for path in ("login", "nothing", "ask/check")),
]


@pytest.mark.middle
@pytest.mark.parametrize(("path", "module", "limit", "drips", "expected"), SLOW)
def test_a_body_that_comes_slowly_or_drips_is_left(
    desk: DeskSettings,
    client: httpx.Client,
    monkeypatch: pytest.MonkeyPatch,
    path: str,
    module: object,
    limit: str,
    drips: float | None,
    expected: bytes,
) -> None:
    monkeypatch.setattr(module, limit, 0.3)
    with socket.create_connection((desk.host, desk.port), timeout=30) as connection:
        connection.sendall(head_of(desk, path, 999_999) + b"x")
        if drips:
            connection.settimeout(drips)
        while True:
            try:
                assert expected in connection.recv(4096)
                break
            except TimeoutError:
                connection.sendall(b"x")
            except ConnectionError:  # it was left while it was sent
                break


def head_of(desk: DeskSettings, path: str, size: int) -> bytes:
    """The head of a request with a body of that size."""
    lines = (f"POST {desk.root}/{path}?name=x HTTP/1.1", f"Host: 127.0.0.1:{desk.port}")
    return "\r\n".join([*lines, f"Content-Length: {size}", "", ""]).encode()


@pytest.mark.middle
def test_who_leaves_stops_the_work_that_he_asked_for(desk: DeskSettings, client: httpx.Client) -> None:
    """With one process, whoever comes next would have to wait for all of them."""
    body = HOSTILE["hanging repair"]()
    for _ in range(10):
        with socket.create_connection((desk.host, desk.port), timeout=30) as connection:
            connection.sendall(head_of(desk, "ask/proposals", len(body)) + body)
    begun = monotonic()
    assert verdict(client) == "1 error"
    assert monotonic() - begun < 25


def hanging() -> bytes:
    """A record of games that are all wrong, in which much may have been meant."""
    rows = [
        f" {n}) {n % 6 + 1}{(n * 5) % 6 + 1}: {n % 24 + 1}/{(n * 7) % 24 + 1} 13/5  63: 24/14 8/{n % 8}"
        for n in range(1, 90)
    ]
    head = "Anna : 0                   Björn : 0"
    games = [f" Game {number}\n {head}\n" + "\n".join(rows) for number in range(1, 60)]
    return (" 7 point match\n\n" + "\n\n".join(games) + "\n").encode()


def bomb() -> bytes:
    """A file of XG whose games unpack to a thousand times what it weighs."""
    records = zlib.compressobj(9)
    packed = b"".join(records.compress(bytes(1 << 24)) for _ in range(20)) + records.flush()
    return xg_files.container(b"", indexed=False)[:8236] + packed


MAT = b" 7 point match\n\n Game 1\n A : 0     B : 0\n"
HOSTILE: dict[str, Callable[[], bytes]] = {
    "a bomb": bomb,
    "nothing": lambda: b"",
    "nulls": lambda: bytes(1_000_000),
    "noise": lambda: Random(SEED).randbytes(200_000),
    "ten megabytes of letters": lambda: b"x" * 10_000_000,
    "ten megabytes of lines": lambda: b"\n" * 10_000_000,
    "twenty thousand turns": lambda: MAT + b"  1) 31: 8/5 6/5       52: 13/8 24/22\n" * 20_000,
    "deep SGF": lambda: b"(;GM[6]" * 20_000,
    "deep JSON": lambda: b'{"kotra": ' + b"[" * 500_000,
    "huge numbers": lambda: MAT.replace(b"7", b"9" * 100_000).replace(b"A : 0", b"A : 1" + b"0" * 5000),
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


@pytest.mark.middle
@pytest.mark.parametrize("name", some(list(HOSTILE), 4))
def test_a_file_that_is_made_to_harm_costs_its_answer(client: httpx.Client, name: str) -> None:
    data = HOSTILE[name]()
    for task in ("check", *Random(f"{SEED}{name}").sample(TASKS[1:], 2)):
        answer = client.post(f"ask/{task}?name={name}&to=sgf&match=1", content=data)
        assert answer.status_code == 200
        assert answer.json().get("error") or answer.json().keys() - {"error", "status"}


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "a\0b", "x" * 10_000, "<script>", "\x1b[31m"]
)
def test_the_name_of_a_file_is_only_a_name(name: str) -> None:
    client = DeskClient()
    for task in TASKS:
        answer = client.post(f"ask/{task}", params={"name": name, "to": "sgf"}, content=SLIP.read_bytes())
        assert answer.status_code == 200
        assert not any("/" in file["name"] for file in answer.json().get("files", ()))
