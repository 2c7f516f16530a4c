"""Questions, SQL and positions on the desk: answered as by the command line, and within limits."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx import Client

from kotra_notation.archive.ask.questions.catalogue import QUESTIONS
from kotra_notation.desk import archive as rooms
from kotra_notation.desk import archive_tasks
from referees.seeds import part
from tests.archive_desk import asking, get, said
from tests.test_cli_check import kotra

pytestmark = pytest.mark.middle


@pytest.fixture(scope="module")
def desk(archive: Path) -> Iterator[Client]:
    with asking(archive) as client:
        yield client


def rows(page: str, anchor: str = "answer") -> list[list[str]]:
    """The rows of a table, what stands small beside a value left out."""
    (table,) = re.findall(rf'<section id="?{anchor}"?>.*?<tbody>(.*?)</tbody>', page, flags=re.S)
    lines = re.findall(r"<tr>(.*?)</tr>", table, flags=re.S)
    cells = [re.findall(r"<t[hd].*?>(.*?)</t[hd]>", line, flags=re.S) for line in lines]
    return [[said(re.sub(r"<small>.*?</small>", "", cell)).strip() for cell in row] for row in cells]


def answered(archive: Path, *words: str) -> str:
    result = kotra("archive", *words[:1], archive, *words[1:])
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_all_questions_are_listed_with_their_words(desk: Client) -> None:
    page = get(desk, "questions")
    assert re.findall(r"question\?name=([\w-]+)", page) == list(QUESTIONS)
    assert all(one.title in said(page) for one in QUESTIONS.values())


@pytest.mark.parametrize("name", part(QUESTIONS, 3))
def test_a_question_is_answered_as_by_the_command(desk: Client, archive: Path, name: str) -> None:
    printed = list(csv.DictReader(io.StringIO(answered(archive, "ask", name, "--output-format", "csv"))))
    page = get(desk, "question", name=name)
    shown = rows(page) if printed else []
    assert len(shown) == min(len(printed), archive_tasks.ROWS)
    first, column = next(iter(QUESTIONS[name].columns.items()))
    if column.form.name == "TEXT":
        assert [row[0] for row in shown] == [row[first] for row in printed][: archive_tasks.ROWS]
    answer = desk.get(f"archive/question?name={name}&form=csv")
    assert answer.text == answered(archive, "ask", name, "--output-format", "csv")
    assert f"filename*=UTF-8''{name}.csv" in answer.headers["content-disposition"]


def test_a_share_has_its_bar_and_its_bounds(desk: Client) -> None:
    page = get(desk, "question", name="starting-advantage")
    (cell,) = re.findall(r"<td class=number data-label=\"share\".*?</td>", page, flags=re.S)[:1]
    value, low, high = re.search(r">([\d.]+) %</bdi> <small>(\d+) to (\d+) %<", cell).groups()  # type: ignore[union-attr]
    assert int(low) <= float(value) <= int(high)
    assert f'class=bounds d="M{low} 3H{high}"' in cell
    assert f'class=value d="M{round(float(value))} 0V6"' in cell


def test_wishes_narrow_a_question(desk: Client, archive: Path) -> None:
    wishes = {"rules": "modern", "player": "steinunn", "length": "3", "since": "2026", "until": "2026-12"}
    options = [word for name, wish in wishes.items() for word in (f"--{name}", wish)]
    printed = json.loads(answered(archive, "ask", "match-lengths", *options, "--json"))
    answer = desk.get("archive/question", params={"name": "match-lengths", "form": "json", **wishes}).json()
    assert answer == printed
    page = desk.get("archive/question", params={"name": "match-lengths", **wishes}).text
    matches = printed["matches"]
    assert f"1 row · {matches} match" in said(page)
    assert 'name=player value="steinunn"' in page


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"name": "nothing"}, "There is no question 'nothing'."),
        ({"name": "../luck"}, "There is no question '../luck'."),
        ({"name": "luck", "player": "nobody"}, "No match fits these choices."),
        ({"name": "luck", "since": "yesterday"}, "is not a day, month or year"),
        ({"name": "luck", "length": "x"}, "'x' is not a number."),
        ({"name": "luck", "length": "-1"}, "'-1' is not a number."),
    ],
)
def test_what_cannot_be_asked_is_said(desk: Client, wishes: dict[str, str], sentence: str) -> None:
    assert sentence in said(get(desk, "question", 422, **wishes))


def test_a_statement_is_answered_as_by_the_command(desk: Client, archive: Path) -> None:
    sql = "SELECT player0, length, errors / 3 AS third FROM matches ORDER BY match"
    for form in ("csv", "json"):
        answer = desk.get("archive/sql", params={"sql": sql, "form": form})
        assert answer.text == answered(archive, "query", sql, "--output-format", form)
    shown = rows(get(desk, "sql", sql=sql))
    assert [row[0] for row in shown] == [one["player0"] for one in answer.json()["rows"]]
    assert "options text the rules, with the options that differ" in said(get(desk, "sql"))


def test_a_statement_that_is_wrong_is_told_with_its_place(desk: Client) -> None:
    page = get(desk, "sql", 422, sql="SELECT nothing FROM matches")
    assert "LINE 1: SELECT nothing FROM matches" in said(page)
    assert ">SELECT nothing FROM matches</textarea>" in page


SECRET = "kept by nobody but its owner"


@pytest.mark.parametrize(
    "sql",
    [
        "COPY matches TO '{there}/out.csv'",
        "COPY (SELECT 1) TO '{there}/out.parquet'",
        "EXPORT DATABASE '{there}/out'",
        "ATTACH '{there}/out.db'",
        "CREATE TABLE t AS SELECT 1",
        "CREATE VIEW v AS SELECT 1",
        "DROP VIEW matches",
        "DELETE FROM matches",
        "INSERT INTO decided VALUES ('a', 'b')",
        "WITH gone AS (DELETE FROM decided RETURNING *) SELECT * FROM gone",
        "SET enable_external_access = true",
        "SET memory_limit = '1TB'",
        "RESET temp_directory",
        "PRAGMA database_list",
        "CALL pragma_version()",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SELECT 1; SELECT 2",
        "SELECT * FROM '{there}/secret.txt'",
        "SELECT * FROM read_text('{there}/secret.txt')",
        "SELECT * FROM read_blob('{there}/*')",
        "SELECT * FROM read_csv('{there}/secret.txt')",
        "SELECT * FROM read_json('{there}/secret.txt')",
        "SELECT * FROM read_parquet('{there}/other.parquet')",
        "SELECT * FROM glob('{there}/*')",
        "SELECT * FROM 'http://127.0.0.1:{port}/x.csv'",
        "SELECT getenv('HOME')",
        "EXPLAIN ANALYZE COPY matches TO '{there}/out.csv'",
    ],
)
def test_a_statement_reads_nothing_else_and_writes_nothing(desk: Client, tmp_path: Path, sql: str) -> None:
    (tmp_path / "secret.txt").write_text(SECRET, encoding="utf-8")
    asked = sql.format(there=tmp_path, port=desk.base_url.port)
    for form in ("", "csv", "json"):
        answer = desk.get("archive/sql", params={"sql": asked, "form": form})
        assert answer.status_code == 422, answer.text
        assert SECRET not in answer.text
    assert os.listdir(tmp_path) == ["secret.txt"]


def test_a_page_has_so_many_rows_and_no_long_cells(desk: Client) -> None:
    page = get(desk, "sql", sql="SELECT range, repeat('x', 100000) FROM range(1000000)")
    assert len(rows(page)) == archive_tasks.ROWS
    assert f"The first {archive_tasks.ROWS} rows; download a file to get all of them." in said(page)
    assert len(page) < 1_000_000
    assert len(desk.get("archive/sql?sql=FROM+range(100000)&form=csv").text.splitlines()) == 100_001


def test_a_file_that_is_too_large_is_refused(desk: Client) -> None:
    page = get(desk, "sql", 422, sql="SELECT repeat('x', 1000) FROM range(100000)", form="csv")
    assert "The answer is larger than 64 MB" in said(page)


LONG = "SELECT sum(range % 7) FROM range(1000000000000)"


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT DISTINCT a.range * b.range FROM range(100000) a, range(100000) b",
        "SELECT repeat('x', 2000000000)",
        "SELECT list_aggregate(range(400000000), 'sum')",
        "SELECT array_agg(repeat('x', 1000)) FROM range(10000000)",
    ],
)
def test_what_takes_too_much_memory_is_refused_and_the_desk_stays(desk: Client, sql: str) -> None:
    page = get(desk, "sql", 422, sql=sql)
    assert "class=refused" in page
    assert rows(get(desk, "sql", sql="SELECT 1")) == [["1"]]


def test_what_takes_too_long_is_ended_and_others_do_not_wait(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "SECONDS", 4.0)
    with asking(archive, processes=2) as client:
        get(client, "sql", sql="SELECT 1")
        answers: list[str] = []
        begun = time.monotonic()
        asked = threading.Thread(target=lambda: answers.append(get(client, "sql", 422, sql=LONG)))
        asked.start()
        while asked.is_alive() and time.monotonic() - begun < 1:
            time.sleep(0.05)
        before = time.monotonic()
        assert rows(get(client, "sql", sql="SELECT 7")) == [["7"]]
        assert client.get("").status_code == 200
        assert time.monotonic() - before < 2.5
        asked.join(30)
        (page,) = answers
        assert "It took too long and was stopped." in said(page)
        assert time.monotonic() - begun < 20


def places(page: str) -> list[str]:
    return re.findall(r"<small>(game \d+, turn \d+)", page)


@pytest.mark.parametrize("within", ["0", "1"])
@pytest.mark.parametrize("dice", ["", "31", "6-5"])
def test_a_position_is_found_as_by_the_command(desk: Client, archive: Path, dice: str, within: str) -> None:
    words = ["--position", "start", "--within", within, *(["--dice", dice] if dice else [])]
    printed = kotra("archive", "find", archive, *words, "--json", "--limit", "200")
    wanted = [f"game {one['game']}, turn {one['turn']}" for one in json.loads(printed.stdout)["found"]]
    assert wanted
    page = get(desk, "positions", position="start", dice=dice, within=within)
    assert places(page) == wanted
    assert sum(int(row[2]) for row in rows(page, "played")) == len(wanted)
    if dice:
        assert {row[0] for row in rows(page, "played")} == {"-".join(dice.replace("-", ""))}


def test_a_roll_leads_to_its_place_in_the_report(desk: Client) -> None:
    page = get(desk, "positions", position="start", dice="31")
    address, anchor = re.findall(r'href="/[^"/]*/(archive/report\?match=\d+)#(g\d+-t\d+)"', page)[0]
    assert re.search(rf'id="?{anchor}"?[ >]', desk.get(address).text)


def test_how_it_ended_is_told(desk: Client) -> None:
    ends = {row[4] for row in rows(get(desk, "positions", position="start"), "throws")}
    assert any(re.fullmatch(r".+ won, \w+, [\d½]+ points?", one) for one in ends)


def test_a_position_of_the_old_game_and_a_pattern_are_found(desk: Client) -> None:
    page = get(desk, "positions", position="forn")
    assert places(page)
    assert "kotra-board" in page.split("class=found")[1]
    assert places(get(desk, "positions", pattern="roll on bar"))


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"position": "nothing"}, "is not an XGID"),
        ({"position": "../../etc/passwd"}, "is not an XGID"),
        ({"position": "W: 24x2; B: 1x1"}, "White has 2 checkers, but each side has 15"),
        ({"position": "start", "dice": "70"}, "are not dice"),
        ({"position": "forn", "within": "3"}, "0, 1 or 2"),
        ({"position": "start", "within": "x"}, "is not a number"),
        ({"pattern": "W holds everything"}, "the pattern"),
        ({"pattern": "<script>"}, "the pattern"),
    ],
)
def test_what_is_no_position_is_said(desk: Client, wishes: dict[str, str], sentence: str) -> None:
    assert sentence in said(get(desk, "positions", 422, **wishes))


def test_nothing_found_is_said(desk: Client) -> None:
    page = get(desk, "positions", position="W: 1x15; B: 1x15")
    assert "Nothing was found." in said(page)
