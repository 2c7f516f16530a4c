"""`kotra archive export` of tables: CSV, Parquet and SQLite, all about the same matches, without persons."""

from __future__ import annotations

import csv
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import Result

from kotra_notation.archive.export import tables
from kotra_notation.archive.export.tables import letters
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from referees.archives import made
from tests.calls import kotra
from tests.records import full_disk, write_files

pytestmark = pytest.mark.middle
LIMITED = "length > 0"
OF_MATCHES = [name for name in TABLES if name not in ("files", "findings")]
NAMES = ("Þórdís", "Óladóttir", "Össur", "Ægir", "Jón Jónsson")
RECORD = """kotra 1
white: Þórdís Óladóttir
black: Össur Ægir
length: 1
event: Minningarmót Þórdísar; Össur vann
place: Reykjavík
transcriber: Jón Jónsson
game 1 0-0
W 31: 8/5 6/5
#Vel leikið, Össur!
B 64: 24/13
W wins 1
"""


def export(archive: Path, target: Path | str, to: str, *words: str) -> Result:
    return kotra("archive", "export", archive, target, "--to", to, *words)


def count(archive: Path, table: str, condition: str = "true") -> int:
    rows = connect(Store.open(archive)).execute(f'SELECT count(*) FROM "{table}" WHERE {condition}')
    return int(rows.fetchall()[0][0])


def of_csv(path: Path, table: str) -> int:
    with open(path / f"{table}.csv", encoding="utf-8", newline="") as file:
        return len(list(csv.DictReader(file)))


def of_parquet(path: Path, table: str) -> int:
    return int(pq.read_metadata(path / f"{table}.parquet").num_rows)


def of_sqlite(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as base:
        return int(base.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])


COUNTS: dict[str, Callable[[Path, str], int]] = {"csv": of_csv, "parquet": of_parquet, "sqlite": of_sqlite}


@pytest.mark.parametrize("to", COUNTS)
def test_every_row_is_there_or_those_about_the_chosen_matches(archive: Path, tmp_path: Path, to: str) -> None:
    assert export(archive, tmp_path / "all", to).exit_code == 0
    every = {name: count(archive, name) for name in TABLES}
    assert {name: COUNTS[to](tmp_path / "all", name) for name in TABLES} == every
    export(archive, tmp_path / "out", to, "--where", LIMITED)
    chosen = f"match IN (SELECT match FROM matches WHERE {LIMITED})"
    files = f"file IN (SELECT file FROM matches WHERE {LIMITED})"
    expected = {name: count(archive, name, chosen) for name in OF_MATCHES}
    expected["files"] = count(archive, "files", files)
    expected["findings"] = count(archive, "findings", f"{chosen} OR (match IS NULL AND {files})")
    assert {name: COUNTS[to](tmp_path / "out", name) for name in TABLES} == expected
    assert 0 < expected["turns"] < every["turns"]


def test_parquet_keeps_every_value(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out", "parquet")
    store = Store.open(archive)
    for name in TABLES:
        there = [row for part in store.manifest.parts.values() for row in store.table(part, name).to_pylist()]
        assert pq.read_table(tmp_path / "out" / f"{name}.parquet").to_pylist() == there


def test_a_database_is_asked_by_match_through_an_index(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out.sqlite", "sqlite")
    with closing(sqlite3.connect(tmp_path / "out.sqlite")) as base:
        plan = [
            base.execute(f'EXPLAIN QUERY PLAN SELECT * FROM "{name}" WHERE match = 1').fetchone()[3]
            for name in OF_MATCHES
        ]
        assert [step for step in plan if "USING INDEX" not in step] == []
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_an_answer_is_one_file(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "a.parquet", "parquet", "--query", "SELECT match, [1, 2] AS list FROM matches")
    assert pq.read_table(tmp_path / "a.parquet")["list"].to_pylist()[0] == [1, 2]


def test_no_text_of_a_stranger_is_a_formula_in_csv(tmp_path: Path) -> None:
    record = RECORD.replace("Þórdís Óladóttir", '=cmd|"/c calc"!A1').replace("Reykjavík", "\u00a0＋1\u202e")
    made(tmp_path / "archive", write_files(tmp_path / "in", {"a.kotra": record}))
    export(tmp_path / "archive", tmp_path / "out", "csv")
    with open(tmp_path / "out" / "matches.csv", encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["player0"] == """'=cmd|"/c calc"!A1"""
    assert row["player1"] == "Össur Ægir"
    assert row["place"].startswith("'")
    assert "\u202e" not in row["place"]
    asked = kotra("archive", "query", tmp_path / "archive", "SELECT * FROM matches", "--output-format", "csv")
    (same,) = csv.DictReader(asked.stdout.splitlines())
    assert all(row[name] == same[name] for name in ("player0", "player1", "place", "event"))


def test_a_full_disk_under_a_database(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = sqlite3.connect

    def small(*given: Any, **how: Any) -> sqlite3.Connection:
        base: sqlite3.Connection = connect(*given, **how)
        base.execute("PRAGMA max_page_count = 20")
        return base

    with monkeypatch.context() as patched:  # coverage, too, has a database
        patched.setattr(sqlite3, "connect", small)
        done = export(archive, tmp_path / "e.db", "sqlite")
    full = f"kotra: {tmp_path / 'e.db'}: the disk is full; make room and try again.\n"
    assert (done.exit_code, done.stderr, list(tmp_path.iterdir())) == (2, full, [])


def test_a_table_can_be_left_out(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out", "csv", "--without", "turns", "--without", "positions")
    assert {path.stem for path in (tmp_path / "out").iterdir()} == set(TABLES) - {"turns", "positions"}


@pytest.mark.parametrize("to", ["csv", "sqlite"])
def test_no_half_is_left(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    monkeypatch.setattr(tables, "_plain", full_disk)
    monkeypatch.setattr(tables, "_values", full_disk)
    done = export(archive, tmp_path / "out", to)
    assert (done.exit_code, os.listdir(tmp_path)) == (2, [])
    assert done.stderr.endswith("out: the disk is full; make room and try again.\n")


@pytest.mark.parametrize("to", COUNTS)
def test_without_persons_no_name_is_left(tmp_path: Path, to: str) -> None:
    made(tmp_path / "archive", write_files(tmp_path / "Þórdís", {"Össur.kotra": RECORD}))
    export(tmp_path / "archive", tmp_path / "out", to, "--anonymous")
    files = [tmp_path / "out"] if to == "sqlite" else sorted((tmp_path / "out").iterdir())
    if to == "parquet":
        written = "".join(str(pq.read_table(path).to_pylist()) for path in files)
    else:
        written = "".join(path.read_bytes().decode("utf-8", "replace") for path in files)
    written = written.replace("Þórdísar", "")
    assert [name for name in (*NAMES, "Reykjavík", str(tmp_path)) if name in written] == []
    assert "Vel leikið, B!" in written


def test_a_person_has_the_same_letters_everywhere(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out", "parquet", "--anonymous")
    asked = connect(Store.open(archive)).execute("SELECT match, player0, player1 FROM matches").fetchall()
    names = {match: players for match, *players in asked}
    seen: dict[str, set[str]] = {}
    for row in pq.read_table(tmp_path / "out/matches.parquet").to_pylist():
        for name, mask in zip(names[row["match"]], (row["player0"], row["player1"]), strict=True):
            seen.setdefault(name, set()).add(mask)
    assert all(len(masks) == 1 for masks in seen.values())
    assert len({mask for masks in seen.values() for mask in masks}) == len(seen) > 10


def test_letters_go_on_behind_z() -> None:
    assert [letters(number) for number in (0, 25, 26, 27, 701, 702)] == ["A", "Z", "AA", "AB", "ZZ", "AAA"]


@pytest.mark.parametrize("to", ["csv", "parquet", "sqlite"])
def test_the_same_archive_gives_the_same_bytes(archive: Path, tmp_path: Path, to: str) -> None:
    for name in ("a", "b"):
        export(archive, tmp_path / name, to, "--where", LIMITED)
    one, other = tmp_path / "a", tmp_path / "b"
    pairs = [(one, other)] if to == "sqlite" else [(path, other / path.name) for path in one.iterdir()]
    assert [a.name for a, b in pairs if a.read_bytes() != b.read_bytes()] == []
