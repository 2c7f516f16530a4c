"""`kotra archive query`: what is answered, what is refused, and that nothing can be changed or got out."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Timer

import pyarrow.parquet as pq
import pytest

from kotra_notation.archive.store import Store
from kotra_notation.archive.views import READING, QueryError, _nodes, connect, reading, run_query
from kotra_notation.jobs.cells import csv_cell, grid, json_text, shown_cell, unique_names
from tests.calls import kotra
from tests.records import rows

pytestmark = pytest.mark.middle
HOSTILE = "\x1b[31m‮=1+1\x9b2J\nrest"


def asked(archive: Path, *words: str, stdin: bytes = b"") -> str:
    result = kotra("archive", "query", archive, *words, stdin=stdin)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def running(archive: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "kotra_notation", "archive", "query", str(archive), *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_parquet_holds_the_rows(archive: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.parquet"
    asked(
        archive,
        "SELECT i, i * 1.5 AS j FROM range(2500) t(i)",
        "--output-format",
        "parquet",
        "-o",
        str(target),
    )
    assert pq.read_table(target)["i"].to_pylist() == list(range(2500))


def test_parquet_is_printed_whole(archive: Path, tmp_path: Path) -> None:
    result = kotra("archive", "query", archive, "SELECT 7 AS i", "--output-format", "parquet")
    assert pq.read_table(io.BytesIO(result.stdout_bytes)).to_pylist() == [{"i": 7}]


def test_a_limit_is_kept(archive: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    asked(archive, "FROM range(5000)", "--output-format", "parquet", "--limit", "1500", "-o", str(target))
    assert pq.read_metadata(target).num_rows == 1500


@rows
def test_what_reads_is_answered(archive: Path, sql: str) -> None:
    base = connect(Store.open(archive))
    assert list(run_query(base, sql).rows)[:0] == []


WRITES = [
    "COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "COPY (SELECT 1) TO '{new}'",
    "WITH a AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) FROM a",
    "WITH a AS (WITH b AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) FROM b) FROM a",
    "DESCRIBE WITH a AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) FROM a",
    "SUMMARIZE WITH a AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) FROM a",
    "FROM query('WITH a AS (COPY (SELECT 1) TO ''{part}'' (USE_TMP_FILE false)) FROM a')",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN (ANALYZE) COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)",
    "EXPLAIN ANALYZE WITH a AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) FROM a",
    "WITH a AS (INSERT INTO comments VALUES (1, 1, 1, 1, 'x') RETURNING *) FROM a",
    "WITH a AS (DELETE FROM decisions RETURNING *) FROM a",
    "EXPORT DATABASE '{new}'",
    "ATTACH '{new}'",
    "CREATE TABLE x AS SELECT 1",
    "CREATE OR REPLACE VIEW games AS SELECT 1",
    "DROP VIEW games",
    "INSERT INTO games SELECT * FROM games",
    "SET threads = 1",
    "PRAGMA threads = 1",
    "CALL enable_logging(storage = 'file', storage_config = {{'path': '{new}'}})",
    "FROM enable_logging(storage = 'file', storage_config = {{'path': '{new}'}})",
    "FROM enable_profiling(save_location = '{new}')",
    "PREPARE x AS SELECT 1",
    "BEGIN",
    "CHECKPOINT",
    "VACUUM",
    "INSTALL httpfs",
    "LOAD httpfs",
    "FROM sqlite_scan('{outside}', 'x')",
]
READS = [
    "FROM read_text('{outside}')",
    "FROM '{outside}'",
    "FROM read_csv('{outside}')",
    "FROM read_blob('{manifest}')",
    "FROM glob('{folder}/*')",
    "FROM read_parquet('{folder}/parts/*/files.parquet')",
    "FROM read_csv('http://127.0.0.1:9/x.csv')",
    "FROM query('FROM read_text(''{outside}'')')",
    "EXPLAIN ANALYZE FROM read_text('{outside}')",
    "FROM rows_of_the_test",
    "SELECT getenv('HOME')",
]


@pytest.mark.parametrize("sql", WRITES + READS)
def test_nothing_is_written_and_no_other_file_is_read(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    folder = shutil.copytree(archive, tmp_path / "archive")
    desk = tmp_path / "desk"
    desk.mkdir()
    monkeypatch.chdir(desk)
    outside = tmp_path / "secret.csv"
    outside.write_text("secret\nkept\n", encoding="utf-8")
    before = contents(tmp_path)
    facts = {
        "part": Store.open(folder).paths("comments")[0],
        "new": desk / "new",
        "outside": outside,
        "folder": folder,
        "manifest": folder / "archive.json",
    }
    result = kotra("archive", "query", folder, sql.format(**facts))
    assert (result.exit_code, "kept" in result.output, contents(tmp_path)) == (2, False, before)


def test_a_part_of_a_statement_that_is_not_known_to_read_is_refused(archive: Path) -> None:
    base = connect(Store.open(archive))
    parsed = json.loads(base.execute("SELECT json_serialize_sql('FROM games')").fetchall()[0][0])
    assert set(_nodes(parsed)) == {"SELECT_NODE"} <= READING
    with pytest.raises(QueryError, match="read-only"):
        reading(base, "WITH a AS (UPDATE games SET game = 1 RETURNING *) FROM a")


def test_a_file_is_left_as_it_was_where_the_statement_fails_midway(archive: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.csv"
    target.write_text("unchanged", encoding="utf-8")
    sql = "SELECT CAST(CASE WHEN i = 90000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(100000) t(i)"
    result = kotra("archive", "query", archive, sql, "-o", target)
    assert (result.exit_code, target.read_text(encoding="utf-8"), len(list(tmp_path.iterdir()))) == (
        2,
        "unchanged",
        1,
    )


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_statement_that_fails_midway_says_so(archive: Path, tmp_path: Path, form: str) -> None:
    sql = "SELECT CAST(CASE WHEN i = 90000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(100000) t(i)"
    result = kotra("archive", "query", archive, sql, "--output-format", form, "-o", tmp_path / "out")
    assert (result.exit_code, "Conversion Error" in result.stderr) == (2, True)


def test_nothing_but_the_answer_is_said(archive: Path) -> None:
    """The database's own interpreter layer tells of what it still holds, where it is not looked through."""
    line = [sys.executable, "-m", "kotra_notation", "archive", "query", str(archive), "SELECT 1 AS one"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    assert (done.stderr, "one" in done.stdout) == ("", True)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C is heard here, also where the tests run in the background and it is not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_long_question_can_be_stopped(archive: Path) -> None:
    sql = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE hash(a.range, b.range) = 1"
    base = connect(Store.open(archive))
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(run_query(base, sql).rows)
    assert time.monotonic() - begun < 20


def test_a_cell_is_harmless_wherever_it_is_shown() -> None:
    assert shown_cell(HOSTILE) == "�[31m=1+1�2J rest"
    cells = {"=1+1": "'=1+1", " +1": "' +1", "-2": "'-2", "@x": "'@x", "a-b": "a-b", "\x1b[2J": "�[2J"}
    assert {text: csv_cell(text) for text in cells} == cells
    assert [csv_cell(number) for number in (-2, 1.5)] == [-2, 1.5]
    text = json_text([HOSTILE, float("nan"), b"\x00", 2**70])
    assert text.isprintable()
    assert json.loads(text) == [HOSTILE, None, "00", 2**70]
    assert unique_names(["a", "a", "a_2", "a"]) == ["a", "a_2", "a_2_2", "a_3"]


GRIDS: dict[str, tuple[list[str], list[list[str]], list[bool], int | None, str]] = {
    "too wide": (
        ["who", "what", "n"],
        [["Álfhildur", "x" * 50, "12"]],
        [False, False, True],
        30,
        "Álfhildur  xxxxxxxxxxxxxx…  12",
    ),
    "too many columns": (
        [f"column{at}" for at in range(6)],
        [list("abcdef")] * 2,
        [False] * 6,
        20,
        "column2  c",
    ),
    "signs of two columns": (["name", "n"], [["日本", "1"], ["é", "2"]], [False, True], None, "日本  1"),
    "written from the right": (["name", "n"], [["אבג", "1"]], [False, True], None, "\u2068אבג\u2069   1"),
}


@pytest.mark.parametrize(("heads", "cells", "numbers", "width", "third"), GRIDS.values(), ids=GRIDS)
def test_a_table_stays_straight(
    heads: list[str], cells: list[list[str]], numbers: list[bool], width: int | None, third: str
) -> None:
    assert list(grid(heads, cells, numbers, width))[2] == third


def test_standard_output_that_is_closed_ends_it_quietly(archive: Path) -> None:
    with running(archive, "FROM range(10000000)", "--output-format", "csv") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
