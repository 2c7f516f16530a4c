"""Who may ask the desk: its own pages, and who knows its address; nobody else learns what there is."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import httpx
import pytest

from kotra_notation.desk.guard import HEADERS
from kotra_notation.desk.http import Room
from kotra_notation.desk.settings import DeskSettings
from kotra_notation.desk.workers import RefusalError
from tests.desk_served import asking, served


@pytest.fixture(scope="module")
def desk() -> Iterator[DeskSettings]:
    with served(max_size=100_000) as desk:
        yield desk


@pytest.fixture(scope="module")
def client(desk: DeskSettings) -> Iterator[httpx.Client]:
    with asking(desk) as client:
        yield client


def raw(desk: DeskSettings, *lines: str) -> str:
    """The status line that a request gets that is spelled sign by sign."""
    with socket.create_connection((desk.host, desk.port), timeout=20) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return connection.recv(4096).decode().partition("\r\n")[0]


def test_the_page_is_there_and_may_do_nothing_but_ask_the_desk(client: httpx.Client) -> None:
    answer = client.get("")
    assert answer.status_code == 200
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert answer.headers["content-security-policy"] == "frame-ancestors 'none'"
    found = re.search(r'Content-Security-Policy" content="([^"]+)"', answer.text)
    assert found is not None
    policy = dict(part.strip().split(" ", 1) for part in found[1].split(";"))
    assert (policy["default-src"], policy["connect-src"]) == ("'none'", "'self'")
    assert all(re.fullmatch(r"'sha256-[\w+/]+='", policy[name]) for name in ("script-src", "style-src"))


def test_what_is_no_page_runs_nowhere(client: httpx.Client) -> None:
    answer = client.post("ask/check?name=x.mat", content=b"nothing")
    assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'; sandbox"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("token", ["", "x", "x" * 32, "%00", "..", ".", "%2e%2e", "//"])
def test_without_the_token_there_is_nothing(desk: DeskSettings, token: str) -> None:
    for path in (f"/{token}", f"/{token}/", f"/{token}/ask/check"):
        status = raw(desk, f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{desk.port}")
        assert status.split()[1] == "404"


def test_an_old_address_leads_on_and_tells_nothing(desk: DeskSettings) -> None:
    with httpx.Client(trust_env=False) as client:
        for path in ("old/", "old/play", "old/write/stand"):
            answer = client.get(f"http://127.0.0.1:{desk.port}/{path}", headers={"accept": "text/html,*/*"})
            assert answer.status_code == 404
            assert "The desk has another address" in answer.text
            assert desk.token not in answer.text
            assert str(desk.folder) not in answer.text
        script = client.post(f"http://127.0.0.1:{desk.port}/old/write/stand", json={})
    assert script.text == "This is not the desk's address. Open the one that it printed when it started.\n"


def test_a_token_that_is_nearly_right_is_not(desk: DeskSettings) -> None:
    wrong = desk.token[:-1] + ("A" if desk.token[-1] != "A" else "B")
    with httpx.Client(trust_env=False) as client:
        for token in (wrong, desk.token.swapcase(), f"{desk.token}x", desk.token[:-1], f"x/{desk.token}"):
            assert client.get(f"http://127.0.0.1:{desk.port}/{token}/").status_code == 404


HOSTS = [
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1",
    "127.0.0.1:1",
    "127.0.0.2:{port}",
    "localhost",
    "",
]
HOSTS += ["127.0.0.1.evil.example:{port}", "[::1]:{port}", "0.0.0.0:{port}", "2130706433:{port}"]


@pytest.mark.parametrize("host", HOSTS)
def test_a_name_that_leads_here_by_anothers_wish_is_no_host(desk: DeskSettings, host: str) -> None:
    with asking(desk) as client:
        assert client.get("", headers={"host": host.format(port=desk.port)}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}"])
def test_this_machine_is_a_host(desk: DeskSettings, host: str) -> None:
    with asking(desk) as client:
        assert client.get("", headers={"host": host.format(port=desk.port)}).status_code == 200


ORIGINS = [
    "https://evil.example",
    "null",
    "http://127.0.0.1:1",
    "http://localhost:{port}",
    "https://127.0.0.1:{port}",
]


@pytest.mark.parametrize("origin", [*ORIGINS, "", "http://127.0.0.1:{port}.evil.example", "file://"])
def test_a_page_of_another_origin_is_refused(desk: DeskSettings, client: httpx.Client, origin: str) -> None:
    headers = {"origin": origin.format(port=desk.port)}
    assert client.post("ask/check?name=x", content=b"x", headers=headers).status_code == 403
    assert client.get("", headers=headers).status_code == 403


def test_a_page_of_this_origin_is_answered(desk: DeskSettings, client: httpx.Client) -> None:
    headers = {"origin": f"http://127.0.0.1:{desk.port}", "sec-fetch-site": "same-origin"}
    assert client.post("ask/check?name=x", content=b"x", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("site", "status"), [("cross-site", 403), ("same-site", 403), ("", 403), ("none", 200)]
)
def test_the_browser_says_where_a_request_comes_from(client: httpx.Client, site: str, status: int) -> None:
    assert client.get("", headers={"sec-fetch-site": site}).status_code == status


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "X"])
def test_other_methods_are_refused(client: httpx.Client, method: str) -> None:
    assert client.request(method, "").status_code == 405


def test_a_head_is_answered_without_its_page(client: httpx.Client) -> None:
    answer = client.head("")
    assert (answer.status_code, answer.content) == (200, b"")


def test_what_is_said_twice_is_refused(desk: DeskSettings) -> None:
    host = f"Host: 127.0.0.1:{desk.port}"
    for twice in ("Origin: http://127.0.0.1:1", "Sec-Fetch-Site: none", "Content-Type: a/b", "Cookie: a=b"):
        status = raw(desk, f"GET {desk.root}/ HTTP/1.1", host, twice, twice)
        assert status.split()[1] == "400"
    assert raw(desk, f"GET {desk.root}/ HTTP/1.1", host, "Host: evil.example").split()[1] in {"400", "421"}


def test_who_names_no_host_is_refused(desk: DeskSettings) -> None:
    assert raw(desk, f"GET {desk.root}/ HTTP/1.0").split()[1] == "421"
    assert raw(desk, f"GET {desk.root}/ HTTP/1.1").split()[1] == "400"


def test_there_are_no_web_sockets(desk: DeskSettings) -> None:
    wish = (
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: eA==",
    )
    status = raw(desk, f"GET {desk.root}/ HTTP/1.1", f"Host: 127.0.0.1:{desk.port}", *wish)
    assert status.split()[1] != "101"


def test_what_is_too_large_is_refused_with_a_sentence(client: httpx.Client) -> None:
    answer = client.post("ask/check?name=x.mat", content=b"x" * 100_001)
    assert (answer.status_code, answer.json()["error"]) == (
        413,
        "That is larger than the desk's limit of 0.1 MB.",
    )


def test_what_comes_in_parts_and_grows_too_large_is_refused(client: httpx.Client) -> None:
    """Nothing says beforehand how much it will be."""
    answer = client.post("ask/check?name=x.mat", content=(b"x" * 10_000 for _ in range(12)))
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "query",
    ["", "name=a&name=b", "name=a&size=3&name=b&size=x", "name=a&size=1&name=b&size=1", "name=a&size=-1"],
)
def test_files_that_do_not_fit_their_sizes_are_refused(client: httpx.Client, query: str) -> None:
    assert client.post(f"ask/check?{query}", content=b"abc").status_code == 400


def test_a_task_that_is_none_is_not_there(client: httpx.Client) -> None:
    for task in ("analyse", "exec", "__class__", "check/"):
        assert client.post(f"ask/{task}?name=x", content=b"x").status_code in {404, 307}


def test_without_a_folder_there_is_none(client: httpx.Client) -> None:
    assert client.get("folder").status_code == 404
    assert client.get("folder/file?path=/etc/passwd").status_code == 404
    assert client.post("folder/save?path=x", content=b"x").status_code == 404


def test_not_more_is_held_of_all_requests_than_there_is_room_for() -> None:
    room = Room(most=10)
    with room.taking() as take, room.taking() as another:
        take(6)
        with pytest.raises(RefusalError, match="The desk is busy"):
            another(5)
        another(4)
    assert room.taken == 0
