"""Who may ask the desk: its own pages, and who knows its address or password; others learn nothing."""

from __future__ import annotations

import re
import socket
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from kotra_notation.desk import guard
from kotra_notation.desk.guard import COOKIE, GUESSES, GUESSES_OF_ALL, HEADERS, Sessions
from kotra_notation.desk.http import Room
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.workers import RefusalError
from tests.apart import run
from tests.desk_served import PORT, DeskClient, asking, served

PASSWORD = "hnefi og hnefi"
LOGIN = {"password": PASSWORD}
OWN = f"http://127.0.0.1:{PORT}"


@pytest.fixture
def client() -> DeskClient:
    return DeskClient(max_size=100_000)


@pytest.fixture
def network() -> DeskClient:
    return DeskClient(password=PASSWORD)


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskSettings]:
    with served() as desk:
        yield desk


def test_a_page_may_only_ask_the_desk_and_other_answers_run_nowhere(client: DeskClient) -> None:
    page, verdict = client.get(""), client.post("ask/check?name=x.mat", content=b"nothing")
    for answer in page, verdict:
        assert (answer.status_code, {name: answer.headers[name] for name in HEADERS}) == (200, HEADERS)
    assert page.headers["content-security-policy"] == "frame-ancestors 'none'"
    (found,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page.text)
    policy = dict(part.strip().split(" ", 1) for part in found.split(";"))
    assert (policy["default-src"], policy["connect-src"]) == ("'none'", "'self'")
    assert all(re.fullmatch(r"'sha256-[\w+/]+='", policy[name]) for name in ("script-src", "style-src"))
    assert verdict.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert run(client.ask("HEAD", "")).content == b""


# The values of a header by their status, on a desk of one's own machine and on one of a network.
STATED = [
    ("", 200, "host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}"]),
    ("", 421, "host", ["", "evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", "localhost"]),
    ("", 421, "host", [f"{name}:{PORT}" for name in ("127.0.0.2", "[::1]", "0.0.0.0", "2130706433")]),
    ("", 421, "host", [f"127.0.0.1.evil.example:{PORT}"]),
    ("", 200, "origin", [OWN]),
    ("", 403, "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "", "file://"]),
    ("", 403, "origin", [f"http://localhost:{PORT}", f"https://127.0.0.1:{PORT}", f"{OWN}.evil.example"]),
    ("", 200, "sec-fetch-site", ["same-origin", "none"]),
    ("", 403, "sec-fetch-site", ["cross-site", "same-site", ""]),
    (PASSWORD, 303, "host", [f"{name}:{PORT}" for name in ("192.168.1.20", "[fe80::1]", "LOCALHOST")]),
    (PASSWORD, 421, "host", ["192.168.1.20", f"evil.example:{PORT}", f"192.168.1.20.evil.example:{PORT}"]),
    (PASSWORD, 303, "origin", [OWN, OWN.replace("http", "https")]),
    (PASSWORD, 403, "origin", ["https://evil.example", OWN.replace("http", "ftp")]),
]


@pytest.mark.parametrize(("password", "status", "name", "values"), STATED)
def test_a_request_has_host_origin_and_site(password: str, status: int, name: str, values: list[str]) -> None:
    client = DeskClient(password=password)
    for value in values:
        answers = client.ask_all(("GET", ""), ("POST", "ask/check?name=x"), headers={name: value})
        asked = 401 if status == 303 else status
        assert [answer.status_code for answer in answers] == [status, asked], value


GET, HOST, NAMED = "GET {root}/ HTTP/1.1", "Host: 127.0.0.1:{port}", "Host: evil.example"
TOKENS = ("", "x", "x" * 32, "%00", "..", ".", "%2e%2e", "//")
TWICE = (f"Origin: {OWN}", "Sec-Fetch-Site: none", "Content-Type: a/b", "Cookie: a=b")
SOCKET = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA==")
# Requests spelled out, and the statuses that they may get.
SPELLED = [
    *((f"GET /{token}{rest} HTTP/1.1", HOST, "404") for token in TOKENS for rest in ("", "/", "/ask/check")),
    *((GET.replace("GET", method), HOST, "405") for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "X")),
    *((GET, HOST, twice, twice, "400") for twice in TWICE),
    (GET, HOST, NAMED, "400 421"),
    (GET, "400"),
    ("GET {root}/ HTTP/1.0", "421"),
    (GET, HOST, *SOCKET, "200"),
]


@pytest.mark.parametrize("spelled", SPELLED)
def test_a_request_that_no_page_sends_gets_nothing(desk: DeskSettings, spelled: tuple[str, ...]) -> None:
    *lines, statuses = spelled
    with socket.create_connection((desk.host, desk.port), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).format(root=desk.root, port=desk.port).encode())
        assert connection.recv(4096).decode().split()[1] in statuses.split()


def test_there_are_no_web_sockets(client: DeskClient) -> None:
    sent: list[object] = []

    async def send(message: object) -> None:
        sent.append(message)

    run(client.app({"type": "websocket", "path": "/", "headers": []}, send, send))  # type: ignore[arg-type]
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_another_address_leads_on_and_tells_nothing(client: DeskClient) -> None:
    token = client.desk.token
    near = (token[:-1] + "-_"[token[-1] == "-"], token.swapcase(), f"{token}x", token[:-1], f"x/{token}")
    for path in (f"{OWN}/{name}/{rest}" for name in (*near, "old") for rest in ("", "play", "write/stand")):
        answer = client.get(path, headers={"accept": "text/html,*/*"})
        assert (answer.status_code, "The desk has another address" in answer.text) == (404, True), path
        assert token not in answer.text
    script = client.post(f"{OWN}/old/write/stand", json={})
    assert script.text == "This is not the desk's address. Open the one that it printed when it started.\n"


async def parts() -> AsyncIterator[bytes]:
    """A body of 120,000 bytes that nobody announces."""
    for _ in range(12):
        yield b"x" * 10_000


MANY = "name=a&size=0&" * 25 + "name=b&size=3"
UNFIT: tuple[str, ...] = ("", "name=a&name=b", "name=a&size=3&name=b&size=x", "name=a&size=1&name=b&size=1")
UNFIT += ("name=a&size=-1", "name=a&size=%C2%B3", f"name=a&size=0&{MANY}")
LARGE = "That is larger than the desk's limit of 0.1 MB."


@pytest.mark.parametrize(
    ("path", "body", "status", "error"),
    [
        ("ask/check?name=x", b"x" * 100_000, 200, None),
        ("ask/check?name=x", b"x" * 100_001, 413, LARGE),
        ("ask/check?name=x", None, 413, LARGE),
        (f"ask/check?{MANY}", b"abc", 200, None),
        *((f"ask/check?{query}", b"abc", 400, "File names and sizes do not match.") for query in UNFIT),
        *((f"ask/{task}?name=x", b"x", 404, "There is nothing here.") for task in ("analyse", "__class__")),
    ],
)
def test_a_request_has_a_task_and_files_of_their_sizes(
    client: DeskClient, path: str, body: bytes | None, status: int, error: str | None
) -> None:
    answer = client.post(path, content=body or parts())
    assert (answer.status_code, answer.json().get("error")) == (status, error)


def test_a_fault_of_the_desk_is_a_sentence(client: DeskClient) -> None:
    client.app.state.room = None
    answer = client.post("ask/check?name=x", content=b"x")
    assert (answer.status_code, "Internal error in kotra" in answer.json()["error"]) == (500, True)


def test_all_requests_share_the_room() -> None:
    room = Room(most=10)
    with room.taking() as take, room.taking() as another:
        take(6)
        with pytest.raises(RefusalError, match="The desk is busy"):
            another(5)
        another(4)
    assert room.taken == 0


@pytest.mark.parametrize("facts", [{}, {"password": PASSWORD, "folder": Path(__file__).parent}])
def test_a_network_has_no_folder_whatever_it_was_begun_with(facts: dict[str, object]) -> None:
    client = DeskClient(**facts)
    client.post("login", data=LOGIN)
    requests = [("GET", "folder"), ("GET", "folder/file?path=/etc/passwd"), ("POST", "folder/save?path=x")]
    assert {answer.status_code for answer in client.ask_all(*requests)} == {404}
    assert str(Path(__file__).parent) not in client.get("").text


def test_a_network_shows_only_the_page_for_its_password_until_that_is_entered(network: DeskClient) -> None:
    for path in ("", "write", "ask/check", "folder", "shelf/x", "nothing"):
        answer = network.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert network.post("ask/check?name=x", content=b"x").status_code == 401
    assert network.get("login").status_code == 200
    answer = network.post("login", data=LOGIN)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = {part.strip() for part in answer.headers["set-cookie"].lower().split(";")}
    assert {"httponly", "samesite=strict", "path=/", "max-age=43200"} <= cookie
    assert network.get("").status_code == 200
    assert network.post("ask/check?name=x", content=b"x").status_code == 200
    entered = network.cookies[COOKIE]
    network.cookies.clear()
    # Cookies of others keep nobody out, however they are written; one that is made up lets nobody in.
    for other in ("", 'a={"x": 1}; ', "a[]=1; ", "x; ", "=; ", "a(b)=c; "):
        assert network.get("", headers={"cookie": f"{other}{COOKIE}={entered}"}).status_code == 200, other
    for made_up in ("x", "", "x" * 32, '"', "a=b; " * 50 + "c"):
        assert network.get("", headers={"cookie": f"{COOKIE}={made_up}"}).status_code == 303, made_up


def test_guesses_are_few_even_of_the_right_word(network: DeskClient) -> None:
    answers = network.ask_all(*[("POST", "login")] * 20, data={"password": "wrong"})
    assert Counter(answer.status_code for answer in answers) == {403: GUESSES, 429: 20 - GUESSES}
    for headers in ({}, {"x-forwarded-for": "9.9.9.9"}):  # another address is believed of no one
        answer = network.post("login", headers=headers, data=LOGIN)
        assert (answer.status_code, "wait a minute" in answer.text) == (429, True)
    for wrong, status in (
        ("x" * 4000, 413),
        *((word, 403) for word in ("", PASSWORD.upper(), "\0", "þ" * 99)),
    ):
        network.app.state.sessions._wrong.clear()
        assert network.post("login", data={"password": wrong}).status_code == status
        assert network.get("").status_code == 303


def test_a_session_ends_and_guesses_from_all_addresses_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(Sessions, "_slow", lambda self, password: password.encode())
    monkeypatch.setattr(guard, "BROWSERS", 3)
    sessions = Sessions(PASSWORD, lambda: now)

    async def enter(password: str, number: int) -> list[str]:
        return [str(await sessions.enter(password, f"10.0.0.{each}")) for each in range(number)]

    names = run(enter(PASSWORD, 4))
    assert list(map(sessions.knows, names)) == [False, True, True, True]
    assert run(enter("wrong", 100)) == ["None"] * GUESSES_OF_ALL + [""] * (100 - GUESSES_OF_ALL)
    now = 60.0
    assert not sessions.may_guess("10.0.0.1")
    now = 60.5
    assert sessions.may_guess("10.0.0.1")
    now = 12 * 3600.0 - 1
    assert sessions.knows(names[-1])
    now += 1
    assert not sessions.knows(names[-1])


def test_only_the_page_with_a_video_may_play_one_and_compressed_pages_name_no_server(tmp_path: Path) -> None:
    with served(folder=tmp_path) as desk, asking(desk) as client:
        for path in ("", "write", "play"):
            page = client.get(path)
            (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.text)
            assert ("media-src" in policy, " media-src blob:;" in policy) == (path == "write",) * 2
            assert page.headers["content-encoding"] == "gzip"
            assert "server" not in page.headers
            plain = client.get(path, headers={"accept-encoding": "identity"})
            assert ("content-encoding" in plain.headers, plain.text) == (False, page.text)
