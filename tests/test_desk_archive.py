"""The rooms of an archive on the desk: what they say is in the tables, and they only read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from httpx import Client

from referees.archives import made
from tests.archive_desk import served
from tests.test_archive_pages import record
from tests.test_cli_check import kotra

pytestmark = pytest.mark.middle


@contextmanager
def asking(folder: Path) -> Iterator[Client]:
    with served(folder) as desk, Client(base_url=desk.address, timeout=90) as client:
        yield client


@pytest.fixture(scope="module")
def desk(archive: Path) -> Iterator[Client]:
    with asking(archive) as client:
        yield client


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """An archive of four matches of two events, one of them with an error."""
    folder = tmp_path / "matches"
    folder.mkdir()
    records = (
        record(length="3"),
        record("Þórdís Æsudóttir", "Dagur", event="Vetrarmót", date="2025.03.04"),
        record("Dagur", "Anna", round="2"),
        record("Björn", "Dagur", reply="24/13", length="5"),
    )
    for number, text in enumerate(records):
        (folder / f"{number}.kotra").write_text(text, encoding="utf-8")
    made(tmp_path / "archive", folder)
    return tmp_path / "archive"


def said(text: str) -> str:
    """The words of a page."""
    shown = re.sub(r"<(style|script)>.*?</\1>", "", text, flags=re.S)
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown)))


def get(client: Client, path: str, status: int = 200, **wishes: str | int) -> str:
    answer = client.get(f"archive/{path}".rstrip("/") + (f"?{urlencode(wishes)}" if wishes else ""))
    assert answer.status_code == status, said(answer.text)
    return answer.text


def listed(page: str) -> list[str]:
    """The matches of a list, as they are called."""
    return [said(one).strip() for one in re.findall(r"<th scope=row class=match>(.*?)</th>", page)]


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_start_says_how_much_there_is(own: Path) -> None:
    with asking(own) as client:
        page = get(client, "")
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert {name: said(fact).strip() for name, fact in facts.items()} == {
        "Matches": "4",
        "Players": "4",
        "Events": "2",
        "Games": "4",
        "Rolls": "8",
        "Years": "2025–2026",
        "Matches with errors": "1",
    }
    assert len(listed(page)) == 4


@pytest.mark.parametrize(
    ("words", "matches"),
    [
        ("thordis", ["Þórdís Æsudóttir – Dagur"]),
        ("ÞÓRDÍS aesu", ["Þórdís Æsudóttir – Dagur"]),
        ("vetrarmot 2025", ["Þórdís Æsudóttir – Dagur"]),
        ("dagur haust 2026", ["Dagur – Anna", "Björn – Dagur"]),
        ("nobody", []),
        ("%", []),
        ("' OR 1=1 --", []),
    ],
)
def test_every_word_is_looked_for_as_it_is_typed(own: Path, words: str, matches: list[str]) -> None:
    with asking(own) as client:
        assert sorted(listed(get(client, "", q=words))) == sorted(matches)


def test_a_part_is_what_the_page_shows(own: Path) -> None:
    with asking(own) as client:
        page, part = get(client, "", q="anna"), client.get("archive?q=anna&part=1").json()
    assert part["said"] == "2 matches"
    assert part["html"].strip() in page


def test_the_verdict_is_that_of_the_tables(own: Path) -> None:
    with asking(own) as client:
        rows = re.findall(r'<td class="findings (\w*)".*?>([^<>]*)</td>', get(client, ""))
    assert sorted(rows) == [("", "clean")] * 3 + [("error", "1 error")]


def one_match(client: Client, words: str) -> str:
    (found,) = re.findall(r'href="([^"]*/report\?match=\d+)"', get(client, "", q=words))
    return unescape(found)


def test_a_match_opens_as_its_report_with_its_own_policy(own: Path) -> None:
    with asking(own) as client:
        answer = client.get(one_match(client, "vetrarmot"))
    assert answer.status_code == 200
    assert "Þórdís Æsudóttir" in answer.text
    assert "8/5 6/5" in answer.text
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts ")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', answer.text)
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy


@pytest.mark.parametrize("form", ["kotra", "mat", "sgf", "json"])
def test_a_match_is_downloaded_in_a_notation(own: Path, form: str, tmp_path: Path) -> None:
    with asking(own) as client:
        address = one_match(client, "vetrarmot").replace("/report?", "/record?")
        answer = client.get(f"{address}&to={form}&anyway=1")
    name = re.findall("filename\\*=UTF-8''(.*)", answer.headers["content-disposition"])[0]
    assert name.startswith("2025-03-04-thordis-aesudottir-dagur-")
    path = tmp_path / name
    path.write_bytes(answer.content)
    assert kotra("check", path).exit_code == 0


def test_what_a_notation_does_not_hold_is_said_before(own: Path) -> None:
    with asking(own) as client:
        address = one_match(client, "vetrarmot").replace("/report?", "/record?")
        page = client.get(f"{address}&to=snowie").text
        assert "would not hold all of the match" in said(page)
        (way,) = re.findall(r'class=button href="([^"]*)"', page)
        assert "attachment" in client.get(f"archive/record{unescape(way)}").headers["content-disposition"]


def test_a_record_that_is_gone_or_changed_is_named(own: Path) -> None:
    with asking(own) as client:
        address = one_match(client, "vetrarmot")
        path = own.parent / "matches" / "1.kotra"
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        assert "has changed since the archive was built" in said(client.get(address).text)
        path.unlink()
        refused = client.get(address)
    assert refused.status_code == 422
    assert "1.kotra: It was gone when it was to be read." in said(refused.text)


@pytest.mark.parametrize(
    "match", ["1", "0", "-1", "x", "1; DROP TABLE matches", "9" * 30, "../../etc/passwd", "1e3"]
)
@pytest.mark.parametrize("path", ["report", "record"])
def test_a_match_there_is_not_is_refused(desk: Client, path: str, match: str) -> None:
    page = get(desk, path, 422, match=match, to="kotra")
    assert "class=refused" in page


@pytest.mark.parametrize("to", ["", "nothing", "../mat", "mat:nothing", "<b>"])
def test_a_notation_there_is_not_is_refused(desk: Client, to: str) -> None:
    address = re.findall(r"/report\?match=(\d+)", get(desk, "", q="Vetrarmót"))[0]
    assert "class=refused" in get(desk, "record", 422, match=address, to=to)


def test_players_are_listed_with_whom_they_were_decided_to_be(own: Path) -> None:
    kotra("archive", "people", own, "--merge", "Anna", "Björn", "--as", "Anna", "--who", "Jón", "--why", "so")
    with asking(own) as client:
        players = get(client, "players")
        assert re.findall(r"<bdi>([^<]*)</bdi></a> <small>([^<]*)</small>", players) == [
            ("Anna", "also Björn")
        ]
        (way,) = re.findall(r'href="([^"]*name=Anna)"', players)
        page = client.get(unescape(way)).text
        assert "Also written" in said(page)
        found = re.findall(r"<bdi>([^<]*)</bdi></a>", get(client, "players", q="thor"))
        assert found == ["Þórdís Æsudóttir"]


def test_an_event_has_its_page_and_leads_to_its_players(own: Path) -> None:
    with asking(own) as client:
        page = get(client, "event", name="Haustmót")
        assert "Each against each" in said(page)
        ways = {unescape(one) for one in re.findall(r'href="([^"]*/player\?name=[^"]*)"', page)}
        assert ways
        assert all(client.get(way).status_code == 200 for way in ways)


@pytest.mark.parametrize("path", ["player", "event"])
@pytest.mark.parametrize("name", ["", "nobody", "../../x", "' OR ''='"])
def test_a_name_that_nobody_bears_is_refused(desk: Client, path: str, name: str) -> None:
    assert "No match in the archive bears this name." in said(get(desk, path, 422, name=name))
