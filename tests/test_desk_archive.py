"""The rooms of an archive on the desk: what they say is in the tables, and they only read."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from html import unescape
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from httpx import Client

from kotra_notation.archive import tasks
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.store import Store
from kotra_notation.desk.archive import routes
from kotra_notation.desk.settings import DeskSettings
from referees.archives import made
from tests.archive_desk import asking, get, said
from tests.test_archive_pages import record
from tests.test_cli_check import kotra
from tests.test_report_index import HOSTILE, Parts

pytestmark = pytest.mark.middle


@pytest.fixture(scope="module")
def desk(archive: Path) -> Iterator[Client]:
    with asking(archive) as client:
        yield client


def four(folder: Path) -> Path:
    """An archive of four matches of two events, one of them with an error."""
    matches = folder / "matches"
    matches.mkdir()
    records = (
        record(length="3"),
        record("Þórdís Æsudóttir", "Dagur", event="Vetrarmót", date="2025.03.04").replace(
            "8/5 6/5", "8/5 6/5 !"
        ),
        record("Dagur", "Anna", round="2"),
        record("Björn", "Dagur", reply="24/13", length="5"),
    )
    for number, text in enumerate(records):
        (matches / f"{number}.kotra").write_text(text, encoding="utf-8")
    made(folder / "archive", matches)
    return folder / "archive"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A desk of those four; not to be changed."""
    with asking(four(tmp_path_factory.mktemp("own"))) as client:
        yield client


def listed(page: str) -> list[str]:
    """The matches of a list, as they are called."""
    return [said(one).strip() for one in re.findall(r"<th scope=row class=match>(.*?)</th>", page)]


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_start_says_how_much_there_is(own: Client) -> None:
    page = get(own, "")
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
def test_every_word_is_looked_for_as_it_is_typed(own: Client, words: str, matches: list[str]) -> None:
    assert sorted(listed(get(own, "", q=words))) == sorted(matches)


def test_a_part_is_what_the_page_shows(own: Client) -> None:
    page, part = get(own, "", q="anna"), own.get("archive?q=anna&part=1").json()
    assert part["said"] == "2 matches"
    assert part["html"].strip() in page


def test_a_part_that_is_refused_is_a_sentence(own: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tasks.PACKAGES, "archive", ("no_such_package",))
    refused = own.get("archive?q=anna&part=1")
    assert (refused.status_code, [*refused.json()]) == (503, ["error"])


def test_the_verdict_is_that_of_the_tables(own: Client) -> None:
    rows = re.findall(r'<td class="findings (\w*)".*?>([^<>]*)</td>', get(own, ""))
    assert sorted(rows) == [("", "clean")] * 3 + [("error", "1 error")]


def ways(page: str, to: str) -> list[str]:
    """Where a page leads to by links of the archive that go on so."""
    found = re.findall(r'href="/[^"/]*/(archive/?' + re.escape(to) + r'[^"]*)"', page)
    return [unescape(one) for one in found]


def one_match(client: Client, words: str) -> str:
    (found,) = re.findall(r'href="[^"]*/(archive/report\?match=\d+)"', get(client, "", q=words))
    return str(found)


def test_a_match_opens_as_its_report_with_its_own_policy(own: Client) -> None:
    answer = own.get(one_match(own, "vetrarmot"))
    assert answer.status_code == 200
    assert "Þórdís Æsudóttir" in answer.text
    assert "8/5 6/5" in answer.text
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts ")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', answer.text)
    assert "default-src 'none'" in policy
    assert "connect-src" not in policy


@pytest.mark.parametrize("form", ["kotra", "mat", "sgf", "json"])
def test_a_match_is_downloaded_in_a_notation(own: Client, form: str, tmp_path: Path) -> None:
    address = one_match(own, "vetrarmot").replace("/report?", "/record?")
    answer = own.get(f"{address}&to={form}&anyway=1")
    name = re.findall("filename\\*=UTF-8''(.*)", answer.headers["content-disposition"])[0]
    assert name.startswith("2025-03-04-thordis-aesudottir-dagur.")
    path = tmp_path / name
    path.write_bytes(answer.content)
    assert kotra("check", path).exit_code == 0


def test_what_a_notation_does_not_hold_is_said_before(own: Client) -> None:
    address = one_match(own, "vetrarmot").replace("/report?", "/record?")
    page = own.get(f"{address}&to=mat").text
    assert "cannot store all of the match" in said(page)
    (way,) = re.findall(r'class=button href="([^"]*)"', page)
    assert "attachment" in own.get(f"archive/record{unescape(way)}").headers["content-disposition"]


def test_a_record_that_is_gone_or_changed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "matches" / "1.kotra"
    with asking(four(tmp_path)) as client:
        address = one_match(client, "vetrarmot")
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        changed = client.get(address)
        path.unlink()
        gone = client.get(address)
    assert (changed.status_code, gone.status_code) == (422, 422)
    assert "1.kotra: It has changed since the archive was built; build the archive again." in said(
        changed.text
    )
    assert "1.kotra: It was deleted before it could be read." in said(gone.text)


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


def test_players_are_listed_with_whom_they_were_decided_to_be(tmp_path: Path) -> None:
    folder = four(tmp_path)
    kotra(
        "archive", "people", folder, "--merge", "Anna", "Björn", "--as", "Anna", "--who", "Jón", "--why", "so"
    )
    with asking(folder) as client:
        players = get(client, "players")
        assert re.findall(r"<bdi>([^<]*)</bdi></a> <small>([^<]*)</small>", players) == [
            ("Anna", "also Björn")
        ]
        page = client.get(ways(players, "player?name=Anna")[0]).text
        assert "Also written Björn" in said(page)
        assert re.findall(r"<bdi>([^<]*)</bdi></a>", get(client, "players", q="thor")) == ["Þórdís Æsudóttir"]


def test_a_player_leads_to_his_matches_and_to_questions_about_him(own: Client) -> None:
    page = get(own, "player", name="Dagur")
    assert {*ways(page, "question?")} == {
        f"archive/question?name={name}&player=Dagur"
        for name in ("pr-by-player", "luck", "opening-plays", "blunders")
    }
    (matches,) = ways(page, "?q=")
    assert len(listed(own.get(matches).text)) == 3


def test_an_event_has_its_page_and_leads_to_its_players(own: Client) -> None:
    page = get(own, "event", name="Haustmót")
    assert "Cross table" in said(page)
    players = ways(page, "player?name=")
    assert {own.get(one).status_code for one in players} == {200}
    assert len(set(players)) == 3


@pytest.mark.parametrize("path", ["player", "event"])
@pytest.mark.parametrize("name", ["", "nobody", "../../x", "' OR ''='"])
def test_a_name_that_nobody_bears_is_refused(own: Client, path: str, name: str) -> None:
    assert "No match in the archive has this name." in said(get(own, path, 422, name=name))


def test_strangers_words_stay_words(tmp_path: Path) -> None:
    """Every page of a hostile archive has the tags, attributes and links that one of plain names has."""
    seen: list[list[Parts]] = []
    for kind, names in (
        ("plain", [f"Name {number}" for number in range(len(HOSTILE))]),
        ("hostile", HOSTILE),
    ):
        folder = tmp_path / kind
        folder.mkdir()
        for number, name in enumerate(names):
            text = record(name, "Anna", event=name, date=name, round=name, transcriber=name)
            (folder / f"{number}.kotra").write_text(text, encoding="utf-8")
        made(tmp_path / f"{kind}-archive", folder)
        with asking(tmp_path / f"{kind}-archive") as client:
            pages = [get(client, path) for path in ("", "players", "events")]
            pages += [get(client, "player", name=name) for name in names]
            pages += [get(client, "event", name=name) for name in names]
            pages.append(get(client, "sql", sql="SELECT player0, event FROM matches"))
            pages.append(get(client, "positions", position="start"))
        seen.append([Parts(page) for page in pages])
    for plain, hostile in zip(*seen, strict=True):
        assert sorted(hostile.tags) == sorted(plain.tags)
        assert {name for name, _ in hostile.attributes} <= {name for name, _ in plain.attributes}
        assert not [link for link in hostile.links if link.startswith("javascript:")]


def test_nothing_of_the_archive_is_changed(tmp_path: Path) -> None:
    folder = four(tmp_path)
    before = files(tmp_path)
    with asking(folder) as client:
        address = one_match(client, "vetrarmot")
        for path in ("", "players", "events", "questions", "sql?sql=SELECT+1", "positions?position=start"):
            assert client.get(f"archive/{path}").status_code in (200, 307)
        client.get(address)
        client.get(f"{address}&to=mat".replace("/report?", "/record?"))
    assert files(tmp_path) == before


def test_an_archive_that_is_built_anew_is_seen_by_the_next_request(tmp_path: Path) -> None:
    folder = four(tmp_path)
    with asking(folder) as client:
        assert len(listed(get(client, ""))) == 4
        (tmp_path / "matches" / "4.kotra").write_text(record("Una", "Egill"), encoding="utf-8")
        made(folder, tmp_path / "matches")
        assert len(listed(get(client, ""))) == 5
        table = next((folder / "parts").rglob("matches.parquet"))
        table.unlink()
        assert "matches.parquet: the table is gone. Rebuild the archive." in said(get(client, "", 422))
        made(folder, tmp_path / "matches")
        assert len(listed(get(client, ""))) == 5


PLACES = (
    "",
    "players",
    "events",
    "player?name=Anna",
    "question?name=luck",
    "sql?sql=FROM+matches",
    "positions?position=start",
)


@pytest.mark.parametrize("wrong", ["bytes", "columns", "list", "names"])
def test_an_archive_that_is_damaged_on_purpose_is_refused_in_a_sentence(tmp_path: Path, wrong: str) -> None:
    folder = four(tmp_path)
    for table in ("matches", "turns", "games", "decisions", "positions"):
        path = next((folder / "parts").rglob(f"{table}.parquet"))
        if wrong == "bytes":
            path.write_bytes(b"\xff" * path.stat().st_size)
        elif wrong == "columns":
            size = path.stat().st_size
            pq.write_table(pa.table({"match": [1]}), path)
            path.write_bytes(path.read_bytes()[:size].ljust(size, b"\0"))
    listed_in = folder / "archive.json"
    if wrong == "list":
        listed_in.write_text(
            listed_in.read_text(encoding="utf-8").replace('"parts"', '"../parts"'), encoding="utf-8"
        )
    if wrong == "names":
        (folder / "people.toml").write_text("[[person]]\nname = 3\n", encoding="utf-8")
    with asking(folder) as client:
        answers = [client.get(f"archive/{place}".rstrip("/")) for place in PLACES]
        assert client.get("archive/questions").status_code == 200
    assert {answer.status_code for answer in answers} <= {200, 422}
    refused = [said(one.text) for one in answers if one.status_code == 422]
    assert refused
    assert not [one for one in refused if "Please report it" in one or "Traceback" in one]


@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_a_path_of_a_hostile_archive_gives_nothing(tmp_path: Path, kind: str) -> None:
    """A pipe would be waited for, a link leads to another file."""
    secret = tmp_path / "secret.txt"
    secret.write_text("kept by its owner", encoding="utf-8")
    folder = four(tmp_path)
    with asking(folder) as client:
        address = one_match(client, "vetrarmot")
        path = tmp_path / "matches" / "1.kotra"
        path.unlink()
        if kind == "pipe":
            os.mkfifo(path)
        elif kind == "link":
            path.symlink_to(secret)
        answer = client.get(address)
    assert answer.status_code == 422
    assert "kept by its owner" not in answer.text


def test_no_other_machine_is_asked_for_a_record(tmp_path: Path) -> None:
    folder = four(tmp_path)
    store = Store.open(folder)
    (id,) = store.manifest.parts
    tables = {path.stem: path.read_bytes() for path in store.within(id).glob("*.parquet")}
    lying = pq.read_table(pa.BufferReader(tables["files"]))
    paths = pa.array([f"http://127.0.0.1:9/{number}" for number in range(lying.num_rows)])
    tables["files"] = parquet("files", lying.set_column(lying.column_names.index("path"), "path", paths))
    store.commit([store.write_part(tables)], ["."], store.manifest.tables)
    with asking(folder) as client:
        page = client.get(one_match(client, "vetrarmot"))
    assert page.status_code == 422
    assert re.search(r"Its record is elsewhere, at http://127.0.0.1:9/\d,", said(page.text))


def test_without_the_packages_a_sentence_names_the_extra(
    own: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(tasks.PACKAGES, "archive", ("duckdb", "no_such_package"))
    for path in ("", "players", "question?name=luck", "sql", "positions", "report?match=1"):
        answer = own.get(f"archive/{path}".rstrip("/"))
        assert answer.status_code == 503
        assert 'no_such_package: pip install "kotra-notation[archive]"' in said(answer.text)


def test_a_desk_of_a_network_has_no_archive(archive: Path) -> None:
    desk = DeskSettings(port=1, archive=archive, password="a password")
    assert routes(desk) == []
    assert routes(DeskSettings(port=1)) == []
