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
from typing import Any

import pyarrow.parquet as pq
import pytest

from kotra_notation.archive.store import Store
from kotra_notation.archive.views import READING, QueryError, _nodes, connect, reading, run_query
from kotra_notation.jobs.cells import csv_cell, grid, json_text, shown_cell, unique_names
from tests.calls import kotra, outside
from tests.records import rows, write_files

pytestmark = pytest.mark.middle
HOSTILE = "\x1b[31m‮=1+1\x9b2J\nrest"


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("limit", [(), ("--limit", "1500")])
def test_parquet_holds_the_rows_up_to_a_limit(archive: Path, tmp_path: Path, limit: tuple[str, ...]) -> None:
    words = ("SELECT i, i * 1.5 AS j FROM range(2500) t(i)", "--output-format", "parquet", *limit)
    assert kotra("archive", "query", archive, *words, "-o", tmp_path / "out.parquet").exit_code == 0
    rows = list(range(1500 if limit else 2500))
    assert pq.read_table(tmp_path / "out.parquet")["i"].to_pylist() == rows
    result = kotra("archive", "query", archive, *words)
    assert pq.read_table(io.BytesIO(result.stdout_bytes))["i"].to_pylist() == rows


@rows
def test_what_reads_is_answered(archive: Path, sql: str) -> None:
    base = connect(Store.open(archive))
    assert list(run_query(base, sql).rows)[:0] == []


@rows
def test_nothing_is_written_and_no_other_file_is_read(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    folder = shutil.copytree(archive, tmp_path / "archive")
    monkeypatch.chdir(write_files(tmp_path, {"secret.csv": "secret\nkept\n"}))
    before = contents(tmp_path)
    facts: dict[str, Any] = {"folder": folder, "manifest": folder / "archive.json", "new": tmp_path / "new"}
    facts |= {"part": Store.open(folder).paths("comments")[0], "outside": tmp_path / "secret.csv"}
    result = kotra("archive", "query", folder, sql.format(**facts))
    assert (result.exit_code, "kept" in result.output, contents(tmp_path)) == (2, False, before)


def test_a_part_of_a_statement_that_is_not_known_to_read_is_refused(archive: Path) -> None:
    base = connect(Store.open(archive))
    parsed = json.loads(base.execute("SELECT json_serialize_sql('FROM games')").fetchall()[0][0])
    assert set(_nodes(parsed)) == {"SELECT_NODE"} <= READING
    with pytest.raises(QueryError, match="read-only"):
        reading(base, "WITH a AS (UPDATE games SET game = 1 RETURNING *) FROM a")


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_statement_that_fails_leaves_the_file_and_says_so(archive: Path, tmp_path: Path, form: str) -> None:
    target = write_files(tmp_path, {"out": "unchanged"}) / "out"
    sql = "SELECT CAST(CASE WHEN i = 90000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(100000) t(i)"
    result = kotra("archive", "query", archive, sql, "--output-format", form, "-o", target, "--force")
    assert (result.exit_code, "Conversion Error" in result.stderr) == (2, True)
    assert contents(tmp_path) == {str(target): b"unchanged"}


def test_nothing_but_the_answer_is_said(archive: Path) -> None:
    """The database's own interpreter layer tells of what it still holds, where it is not looked through."""
    done = outside("archive", "query", str(archive), "SELECT 1 AS one")
    assert (done.stderr, b"one" in done.stdout) == (b"", True)


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


@rows
def test_a_table_stays_straight(
    heads: list[str], cells: list[list[str]], numbers: list[bool], width: int, third: str
) -> None:
    assert list(grid(heads, cells, numbers, width or None))[2] == third


def test_standard_output_that_is_closed_ends_it_quietly(archive: Path) -> None:
    command = [sys.executable, "-m", "kotra_notation", "archive", "query", str(archive)]
    command += ["FROM range(10000000)", "--output-format", "csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
