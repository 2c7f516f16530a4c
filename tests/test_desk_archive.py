"""The rooms of an archive on the desk: what the tables and the commands say, within limits, and only read."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kotra_notation.archive import tasks
from kotra_notation.archive.ask.questions import QUESTIONS
from kotra_notation.archive.rows import parquet
from kotra_notation.archive.store import Store
from kotra_notation.desk import archive as rooms
from kotra_notation.desk import archive_tasks
from kotra_notation.desk.settings import DeskSettings
from referees.archives import made
from referees.seeds import part
from tests import records
from tests.calls import kotra
from tests.desk_served import DeskClient, asking, said, served
from tests.test_archive_pages import archive_of, record
from tests.test_report_index import HOSTILE, Parts

pytestmark = pytest.mark.middle
Asked = DeskClient | httpx.Client


@pytest.fixture(scope="module")
def desk(archive: Path) -> DeskClient:
    return DeskClient(archive=archive)


def four(folder: Path) -> DeskClient:
    """A desk of an archive of four matches of two events, one of them with an error."""
    error = record("Þórdís Æsudóttir", "Dagur", event="Vetrarmót", date="2025.03.04")
    records = (
        record(length="3"),
        error.replace("8/5 6/5", "8/5 6/5 !"),
        record("Dagur", "Anna", round="2"),
        record("Björn", "Dagur", reply="24/13", length="5"),
    )
    return DeskClient(archive=archive_of(folder, *records))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> DeskClient:
    """A desk of those four; not to be changed."""
    return four(tmp_path_factory.mktemp("own"))


@pytest.fixture
def mine(tmp_path: Path) -> DeskClient:
    return four(tmp_path)


def ask(client: Asked, path: str, **wishes: Any) -> httpx.Response:
    return client.get(f"archive/{path}".rstrip("/"), params=wishes)


def get(client: Asked, path: str, status: int = 200, **wishes: Any) -> str:
    answer = ask(client, path, **wishes)
    assert answer.status_code == status, said(answer.text)
    return answer.text


def refused(client: Asked, path: str, status: int = 422, **wishes: Any) -> str:
    """The sentence of a refusal."""
    (sentence,) = re.findall(
        r"<(p|pre) class=refused.*?>(.*?)</\1>", get(client, path, status, **wishes), flags=re.S
    )
    return said(sentence[1])


def listed(page: str) -> list[str]:
    """The matches of a list, as they are called."""
    return [said(name) for name in re.findall(r"<th scope=row class=match>(.*?)</th>", page)]


def ways(page: str, to: str) -> list[str]:
    """Where a page leads to by links of the archive that go on so."""
    return [*map(unescape, re.findall(r'href="/[^"/]*/(archive/?' + re.escape(to) + r'[^"]*)"', page))]


def rows(page: str, anchor: str = "answer") -> list[list[str]]:
    """The rows of a table, what stands small beside a value left out."""
    (table,) = re.findall(rf'<section id="?{anchor}"?>.*?<tbody>(.*?)</tbody>', page, flags=re.S)
    lines = re.findall(r"<tr>(.*?)</tr>", table, flags=re.S)
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", line, flags=re.S) for line in lines]
    return [[said(re.sub(r"<small>.*?</small>", "", cell)) for cell in row] for row in cells]


def number_of(client: DeskClient, words: str = "vetrarmot") -> str:
    """The number of the match that words find."""
    (way,) = ways(get(client, "", q=words), "report?match=")
    return way.rpartition("=")[2]


def printed(archive: Path, command: str, *words: str) -> str:
    result = kotra("archive", command, archive, *words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


START = {"Matches": "4", "Players": "4", "Events": "2", "Games": "4", "Rolls": "8", "Years": "2025–2026"}


def test_the_start_counts_and_lists(own: DeskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = get(own, "")
    facts = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page))
    assert {name: said(fact) for name, fact in facts.items()} == {**START, "Matches with errors": "1"}
    verdicts = re.findall(r'<td class="findings (\w*)".*?>([^<>]*)</td>', page)
    assert sorted(verdicts) == [("", "clean")] * 3 + [("error", "1 error")]
    monkeypatch.setattr(archive_tasks, "MATCHES", 3)
    assert "The newest 3 of 4." in said(get(own, ""))


@records.rows
def test_every_word_is_looked_for_as_it_is_typed(
    own: DeskClient, words: str, matches: tuple[str, ...]
) -> None:
    page, row = get(own, "", q=words), ask(own, "", q=words, part=1).json()
    assert sorted(listed(page)) == [*matches]
    assert row["said"] == f"{len(matches)} match{'' if len(matches) == 1 else 'es'}"
    assert row["html"].strip() in page


def test_a_match_opens_as_its_report_with_its_own_policy(own: DeskClient) -> None:
    answer = ask(own, "report", match=number_of(own))
    assert all(words in answer.text for words in ("Þórdís Æsudóttir", "8/5 6/5"))
    assert answer.headers["content-security-policy"].startswith("sandbox allow-scripts ")
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', answer.text)
    assert ("default-src 'none'" in policy, "connect-src" in policy) == (True, False)


@pytest.mark.parametrize("form", ["kotra", "mat", "sgf", "json"])
def test_a_match_is_downloaded_in_a_notation(own: DeskClient, form: str, tmp_path: Path) -> None:
    match = number_of(own)
    answer = ask(own, "record", match=match, to=form, anyway="1")
    (name,) = re.findall("filename\\*=UTF-8''(.*)", answer.headers["content-disposition"])
    assert name.startswith("2025-03-04-thordis-aesudottir-dagur.")
    (tmp_path / name).write_bytes(answer.content)
    assert kotra("check", tmp_path / name).exit_code == 0
    warned = ask(own, "record", match=match, to=form)
    if form == "mat":
        assert "cannot store all of the match" in said(warned.text)
        (way,) = re.findall(r'class=button href="([^"]*)"', warned.text)
        warned = own.get(f"archive/record{unescape(way)}")
    assert warned.content == answer.content


@pytest.mark.parametrize("path", ["report", "record"])
def test_a_match_or_a_notation_there_is_not_is_refused(own: DeskClient, path: str) -> None:
    for match in ("1", "0", "-1", "x", "1; DROP TABLE matches", "9" * 30, "../../etc/passwd", "1e3"):
        assert refused(own, path, match=match, to="kotra")
    for to in ("nothing", "../mat", "mat:nothing", "<b>"):
        assert refused(own, "record", match=number_of(own), to=to)


CHANGED = "1.kotra: It has changed since the archive was built; build the archive again."
SECRET = "kept by nobody but its owner"


@pytest.mark.parametrize("fate", ["changed", "deleted", "a pipe", "a link", "elsewhere"])
def test_a_record_that_is_not_as_it_was_is_named(mine: DeskClient, tmp_path: Path, fate: str) -> None:
    match, path = number_of(mine), tmp_path / "matches" / "1.kotra"
    sentence = ""
    if fate == "changed":
        path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
        sentence = CHANGED
    elif fate == "elsewhere":  # an address of another machine is asked by nobody
        store = Store.open(tmp_path / "archive")
        (id,) = store.manifest.parts
        tables = {path.stem: path.read_bytes() for path in store.within(id).glob("*.parquet")}
        lying = pq.read_table(pa.BufferReader(tables["files"]))
        paths = pa.array([f"http://127.0.0.1:9/{number}" for number in range(lying.num_rows)])
        tables["files"] = parquet("files", lying.set_column(lying.column_names.index("path"), "path", paths))
        store.commit([store.write_part(tables)], ["."], store.manifest.tables)
        match, sentence = number_of(mine), "Its record is elsewhere, at http://127.0.0.1:9/"
    else:
        path.unlink()
        if fate == "a pipe":  # it would be waited for
            os.mkfifo(path)
        elif fate == "a link":
            (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
            path.symlink_to(tmp_path / "secret.txt")
        else:
            sentence = "1.kotra: It was deleted before it could be read."
    for page in ("report", "record"):
        words = refused(mine, page, match=match, to="kotra")
        assert (sentence in words, SECRET in words) == (True, False)


def test_players_and_events_are_listed_and_lead_on(mine: DeskClient) -> None:
    page = get(mine, "player", name="Dagur")
    assert {*ways(page, "question?")} == {
        f"archive/question?name={name}&player=Dagur"
        for name in ("pr-by-player", "luck", "opening-plays", "blunders")
    }
    (matches,) = ways(page, "?q=")
    assert len(listed(mine.get(matches).text)) == 3
    page = get(mine, "event", name="Haustmót")
    assert "Cross table" in said(page)
    found = {*ways(page, "player?name=")}
    assert [mine.get(player).status_code for player in found] == [200] * 3
    who = ("--merge", "Anna", "Björn", "--as", "Anna", "--who", "Jón", "--why", "so")
    kotra("archive", "people", str(mine.desk.archive), *who)
    players = get(mine, "players")
    assert re.findall(r"<bdi>([^<]*)</bdi></a> <small>([^<]*)</small>", players) == [("Anna", "also Björn")]
    assert "Also written Björn" in said(mine.get(ways(players, "player?name=Anna")[0]).text)
    assert re.findall(r"<bdi>([^<]*)</bdi></a>", get(mine, "players", q="thor")) == ["Þórdís Æsudóttir"]
    for path in ("player", "event"):
        for name in ("", "nobody", "../../x", "' OR ''='"):
            assert "No match in the archive has this name." in refused(mine, path, name=name)


def test_strangers_words_stay_words(tmp_path: Path) -> None:
    """Every page of a hostile archive has the tags, attributes and links that one of plain names has."""
    seen: list[list[Parts]] = []
    for kind, names in (("plain", [f"Name {number}" for number in range(len(HOSTILE))]), ("bad", HOSTILE)):
        places = ("event", "date", "round", "transcriber")
        records = [record(name, "Anna", **dict.fromkeys(places, name)) for name in names]
        client = DeskClient(archive=archive_of(tmp_path / kind, *records))
        pages = [get(client, path) for path in ("", "players", "events", "positions?position=start")]
        pages += [get(client, path, name=name) for path in ("player", "event") for name in names]
        pages.append(get(client, "sql", sql="SELECT player0, event FROM matches"))
        seen.append([Parts(page) for page in pages])
    for plain, hostile in zip(*seen, strict=True):
        assert sorted(hostile.tags) == sorted(plain.tags)
        assert {name for name, _ in hostile.attributes} <= {name for name, _ in plain.attributes}
        assert not [link for link in hostile.links if link.startswith("javascript:")]


PLACES = ["", "players", "events", "player?name=Anna", "question?name=luck", "sql?sql=FROM+matches"]
PLACES += ["positions?position=start"]


def test_an_archive_is_only_read_and_seen_anew(mine: DeskClient, tmp_path: Path) -> None:
    def files() -> dict[Path, str]:
        paths = (path for path in tmp_path.rglob("*") if path.is_file())
        return {path: sha256(path.read_bytes()).hexdigest() for path in paths}

    before, match = files(), number_of(mine)
    for place in (*PLACES, "questions", "sql", f"report?match={match}", f"record?match={match}&to=mat"):
        assert mine.get(f"archive/{place}".rstrip("/")).status_code == 200
    cache = tmp_path / "archive" / "copies.json"
    assert files() == before | {cache: sha256(cache.read_bytes()).hexdigest()}
    archive, matches = tmp_path / "archive", tmp_path / "matches"
    (matches / "4.kotra").write_text(record("Una", "Egill"), encoding="utf-8")
    made(archive, matches)
    assert len(listed(get(mine, ""))) == 5
    next((archive / "parts").rglob("matches.parquet")).unlink()
    assert "matches.parquet: the table is gone. Rebuild the archive." in refused(mine, "")


@pytest.mark.parametrize("wrong", ["bytes", "columns", "list", "names"])
def test_a_damaged_archive_is_refused_in_a_sentence(mine: DeskClient, tmp_path: Path, wrong: str) -> None:
    folder = tmp_path / "archive"
    for table in ("matches", "turns", "games", "decisions", "positions"):
        path = next((folder / "parts").rglob(f"{table}.parquet"))
        size = path.stat().st_size
        if wrong == "bytes":
            path.write_bytes(b"\xff" * size)
        elif wrong == "columns":
            pq.write_table(pa.table({"match": [1]}), path)
            path.write_bytes(path.read_bytes()[:size].ljust(size, b"\0"))
    if wrong == "list":
        text = (folder / "archive.json").read_text(encoding="utf-8")
        (folder / "archive.json").write_text(text.replace('"parts"', '"../parts"'), encoding="utf-8")
    if wrong == "names":
        (folder / "people.toml").write_text("[[person]]\nname = 3\n", encoding="utf-8")
    answers = [mine.get(f"archive/{place}".rstrip("/")) for place in PLACES]
    assert get(mine, "questions")
    assert {answer.status_code for answer in answers} <= {200, 422}
    sentences = [said(answer.text) for answer in answers if answer.status_code == 422]
    assert sentences
    assert not [words for words in sentences if "Please report it" in words or "Traceback" in words]


def test_missing_packages_are_named(own: DeskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(tasks.PACKAGES, "archive", ("duckdb", "no_such_package"))
    for place in (*PLACES, "sql", "positions", "report?match=1"):
        sentence = said(get(own, place, 503))
        assert 'no_such_package: pip install "kotra-notation[archive]"' in sentence
    part = own.get("archive?q=anna&part=1")
    assert (part.status_code, [*part.json()]) == (503, ["error"])


def test_a_desk_of_a_network_has_no_archive(archive: Path) -> None:
    for desk in (DeskSettings(port=1, archive=archive, password="a password"), DeskSettings(port=1)):
        assert rooms.routes(desk) == []


@pytest.mark.parametrize("name", part(QUESTIONS, 3))
def test_a_question_is_answered_as_by_the_command(desk: DeskClient, archive: Path, name: str) -> None:
    expected = printed(archive, "ask", name, "--output-format", "csv")
    records = list(csv.DictReader(io.StringIO(expected)))
    page = get(desk, "question", name=name)
    shown = rows(page) if records else []
    assert len(shown) == min(len(records), archive_tasks.ROWS)
    first, column = next(iter(QUESTIONS[name].columns.items()))
    if column.form.name == "TEXT":
        assert [row[0] for row in shown] == [row[first] for row in records][: archive_tasks.ROWS]
    answer = ask(desk, "question", name=name, form="csv")
    assert answer.text == expected
    assert f"filename*=UTF-8''{name}.csv" in answer.headers["content-disposition"]


def test_questions_are_listed_and_a_share_has_its_bar_and_its_bounds(desk: DeskClient) -> None:
    page = get(desk, "questions")
    assert re.findall(r"question\?name=([\w-]+)", page) == list(QUESTIONS)
    assert all(question.title in said(page) for question in QUESTIONS.values())
    page = get(desk, "question", name="starting-advantage")
    (cell,) = re.findall(r"<td class=number data-label=\"share\".*?</td>", page, flags=re.S)[:1]
    ((value, low, high),) = re.findall(r">([\d.]+) %</bdi> <small>(\d+) to (\d+) %<", cell)
    assert int(low) <= float(value) <= int(high)
    assert f'class=bounds d="M{low} 3H{high}"' in cell
    assert f'class=value d="M{round(float(value))} 0V6"' in cell


def test_wishes_narrow_a_question(desk: DeskClient, archive: Path) -> None:
    wishes: dict[str, Any] = {"rules": "modern", "player": "steinunn", "length": "3", "since": "2026"}
    wishes["until"] = "2026-12"
    options = [word for name, wish in wishes.items() for word in (f"--{name}", wish)]
    expected = json.loads(printed(archive, "ask", "match-lengths", *options, "--json"))
    assert ask(desk, "question", name="match-lengths", form="json", **wishes).json() == expected
    page = get(desk, "question", name="match-lengths", **wishes)
    assert f"1 row · {expected['matches']} match" in said(page)
    assert 'name=player value="steinunn"' in page


def test_a_statement_is_answered_as_by_the_command(desk: DeskClient, archive: Path) -> None:
    sql = "SELECT player0, length, errors / 3 AS third FROM matches ORDER BY match"
    for form in ("csv", "json"):
        answer = ask(desk, "sql", sql=sql, form=form)
        assert answer.text == printed(archive, "query", sql, "--output-format", form)
    shown = rows(get(desk, "sql", sql=sql))
    assert [row[0] for row in shown] == [row["player0"] for row in answer.json()["rows"]]
    assert "options text the rules, with the options that differ" in said(get(desk, "sql"))
    assert ">SELECT nothing</textarea>" in get(desk, "sql", 422, sql="SELECT nothing")


@pytest.mark.parametrize("within", ["0", "1"])
@pytest.mark.parametrize("dice", ["", "31", "6-5"])
def test_a_position_is_found(desk: DeskClient, archive: Path, dice: str, within: str) -> None:
    words = ["--position", "start", "--within", within, *(["--dice", dice] if dice else [])]
    found = json.loads(printed(archive, "find", *words, "--json", "--limit", "200"))["found"]
    page = get(desk, "positions", position="start", dice=dice, within=within)
    assert [f"game {each['game']}, turn {each['turn']}" for each in found] == places(page) != []
    assert sum(int(row[2]) for row in rows(page, "played")) == len(found)
    if dice:
        assert {row[0] for row in rows(page, "played")} == {"-".join(dice.replace("-", ""))}
    assert any(re.fullmatch(r".+ won, \w+, [\d½]+ points?", row[4]) for row in rows(page, "throws"))
    address, anchor = re.findall(r'href="/[^"/]*/(archive/report\?match=\d+)#(g\d+-t\d+)"', page)[0]
    assert re.search(rf'id="?{anchor}"?[ >]', desk.get(address).text)


def places(page: str) -> list[str]:
    return re.findall(r"<small>(game \d+, turn \d+)", page)


def test_more_positions_are_found(desk: DeskClient, own: DeskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = get(desk, "positions", position="forn")
    assert places(page)
    assert "kotra-board" in page.split("class=found")[1]
    assert places(get(desk, "positions", pattern="roll on bar"))
    asked: dict[str, Any] = {"position": "W: 24x2 13x5 8x2 6x4 5x2; B: 24x2 13x5 8x3 6x5"}
    sides = {side: len(places(get(own, "positions", side=side, **asked))) for side in "WB"}
    assert sides == {"W": 0, "B": 4}
    assert "Nothing was found." in said(get(desk, "positions", position="W: 1x15; B: 1x15"))
    monkeypatch.setattr(archive_tasks, "THROWS", 2)
    assert "The first 2 rolls; there are more." in said(get(desk, "positions", position="start"))


@records.rows
def test_what_is_asked_in_vain(desk: DeskClient, room: str, sentence: str, wishes: dict[str, Any]) -> None:
    assert sentence in refused(desk, room, **wishes)


@records.rows
def test_a_statement_only_reads_the_archive(desk: DeskClient, tmp_path: Path, sql: str) -> None:
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    for form in ("", "csv", "json"):
        assert SECRET not in get(desk, "sql", 422, sql=sql.format(there=tmp_path), form=form)
    assert os.listdir(tmp_path) == ["secret.txt"]


def test_a_page_has_so_many_rows_and_no_long_cells(desk: DeskClient) -> None:
    page = get(desk, "sql", sql="SELECT range, repeat('x', 100000) FROM range(10000)")
    assert (len(rows(page)), len(page) < 1_000_000) == (archive_tasks.ROWS, True)
    assert f"The first {archive_tasks.ROWS} rows; download a file to get all of them." in said(page)
    assert len(ask(desk, "sql", sql="FROM range(10000)", form="csv").text.splitlines()) == 10_001


@pytest.fixture(scope="module")
def running(archive: Path) -> Iterator[httpx.Client]:
    """What asks a desk whose processes are watched."""
    with served(archive=archive, processes=2) as desk, asking(desk) as client:
        yield client


def test_what_takes_too_long_is_ended_and_others_do_not_wait(running: httpx.Client) -> None:
    get(running, "sql", sql="SELECT 1")  # which begins both processes
    with ThreadPoolExecutor(1) as thread, pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "SECONDS", 6.0)
        asked = thread.submit(refused, running, "sql", sql="SELECT sum(range % 7) FROM range(1000000000000)")
        time.sleep(1)
        patch.undo()
        assert rows(get(running, "sql", sql="SELECT 7")) == [["7"]]
        assert (running.get("").status_code, asked.done()) == (200, False)
        assert asked.result(30) == "It took too long and was stopped."


@pytest.mark.parametrize("sql", part(records.tables(__name__)["greedy"], 2))
def test_what_takes_too_much_memory_is_refused_and_the_desk_stays(running: httpx.Client, sql: str) -> None:
    assert refused(running, "sql", sql=sql)
    assert rows(get(running, "sql", sql="SELECT 1")) == [["1"]]
