"""The desk of a network is entered by its password: once for each browser, and guesses are few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from kotra_notation.desk.guard import BROWSERS, COOKIE, GUESSES, GUESSES_OF_ALL, Sessions
from kotra_notation.desk.settings import DeskSettings
from tests.apart import run
from tests.desk_served import asking, served

PASSWORD = "hnefi og hnefi"


@pytest.fixture
def desk() -> Iterator[DeskSettings]:
    with served(password=PASSWORD) as desk:
        yield desk


@pytest.fixture
def client(desk: DeskSettings) -> Iterator[httpx.Client]:
    with asking(desk) as client:
        yield client


def guess(client: httpx.Client, password: str) -> httpx.Response:
    return client.post("login", data={"password": password})


def test_without_the_password_there_is_only_its_page(client: httpx.Client) -> None:
    for path in ("", "write", "ask/check", "folder", "shelf/x", "nothing"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["location"]) == (303, "/login")
    assert client.post("ask/check?name=x", content=b"x").status_code == 401
    assert client.get("login").status_code == 200


def test_the_password_lets_in_and_its_cookie_is_for_no_script_and_no_other_site(client: httpx.Client) -> None:
    answer = guess(client, PASSWORD)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip() for part in cookie.split(";")}
    assert client.get("").status_code == 200
    assert client.post("ask/check?name=x", content=b"x").status_code == 200


@pytest.mark.parametrize("wrong", ["", "x", PASSWORD.upper(), PASSWORD + " ", "\0", "x" * 4000, "þ" * 99])
def test_another_word_lets_nobody_in(client: httpx.Client, wrong: str) -> None:
    assert guess(client, wrong).status_code in {403, 413}
    assert client.get("").status_code == 303


def test_guesses_are_few_even_for_the_right_word(client: httpx.Client) -> None:
    assert [guess(client, f"wrong {number}").status_code for number in range(GUESSES)] == [403] * GUESSES
    assert guess(client, PASSWORD).status_code == 429
    assert client.get("").status_code == 303


def test_another_address_is_believed_of_no_one(client: httpx.Client) -> None:
    for number in range(GUESSES):
        guess(client, f"wrong {number}")
    elsewhere = client.post("login", data={"password": PASSWORD}, headers={"x-forwarded-for": "9.9.9.9"})
    assert elsewhere.status_code == 429


def test_a_guess_that_was_not_looked_at_is_told_so(client: httpx.Client) -> None:
    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(lambda number: guess(client, f"wrong {number}"), range(20)))
    assert Counter(one.status_code for one in answers) == {403: GUESSES, 429: 20 - GUESSES}


@pytest.mark.parametrize("cookie", ["x", "", "x" * 32, '"', "a=b; " * 50 + "c"])
def test_a_cookie_that_is_made_up_is_none(client: httpx.Client, cookie: str) -> None:
    assert client.get("", headers={"cookie": f"{COOKIE}={cookie}"}).status_code == 303


def test_a_network_has_no_folder_whatever_it_was_begun_with(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("records")
    with served(password=PASSWORD, folder=folder) as desk, asking(desk) as client:
        guess(client, PASSWORD)
        assert client.get("folder").status_code == 404
        assert client.post("folder/save?path=x.mat", content=b"x").status_code == 404
        assert folder.name not in client.get("").text
    assert list(folder.iterdir()) == []


async def guesses(sessions: Sessions, addresses: list[str]) -> int:
    """How many of some guesses were heard, one from each address."""
    heard = 0
    for address in addresses:
        heard += sessions.may_guess(address)
        await sessions.enter("wrong", address)
    return heard


def test_guesses_from_many_addresses_are_few_too_and_a_minute_later_there_are_others() -> None:

    now = 0.0
    sessions = Sessions(PASSWORD, lambda: now)
    setattr(sessions, "_slow", lambda password: password.encode())  # noqa: B010
    addresses = [f"10.0.0.{number}" for number in range(100)]
    assert run(guesses(sessions, addresses)) == GUESSES_OF_ALL
    now += 61
    assert sessions.may_guess("10.0.0.1")


def test_one_stays_in_for_half_a_day_and_not_more_come_than_there_is_room_for() -> None:

    now = 0.0
    sessions = Sessions(PASSWORD, lambda: now)
    setattr(sessions, "_slow", lambda password: b"the same")  # noqa: B010
    setattr(sessions, "_digest", b"the same")  # noqa: B010

    async def enter(count: int) -> list[str | None]:
        return [await sessions.enter(PASSWORD, "10.0.0.1") for _ in range(count)]

    first, *others = run(enter(BROWSERS + 1))
    assert first is not None
    assert others[-1] is not None
    assert (sessions.knows(first), sessions.knows(others[-1])) == (False, True)
    now += 12 * 3600 + 1
    assert not sessions.knows(others[-1])


HOSTS = [("192.168.1.20:{port}", 303), ("[fe80::1]:{port}", 303), ("localhost:{port}", 303)]
HOSTS += [("evil.example:{port}", 421), ("192.168.1.20", 421), ("192.168.1.20.evil.example:{port}", 421)]


@pytest.mark.parametrize(("host", "status"), HOSTS)
def test_a_network_asks_by_addresses_and_not_by_names_of_others(
    desk: DeskSettings, client: httpx.Client, host: str, status: int
) -> None:
    assert client.get("", headers={"host": host.format(port=desk.port)}).status_code == status
