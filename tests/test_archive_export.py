"""`kotra archive export` of matches and of tables: written anew from their sources, whole or not at all."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import Result

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.archive.commands.exporting import Files
from kotra_notation.archive.export import tables
from kotra_notation.archive.export.originals import KnownMatch, Rewritten, file_name
from kotra_notation.archive.export.tables import letters
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.formats import find_format
from kotra_notation.formats.holding import Thing
from referees.archives import asked, made, packed
from referees.seeds import some
from tests.calls import kotra
from tests.records import full_disk, rows, write_files
from tests.test_report_index import HOSTILE

SOUND = """kotra 1
white: {white}
black: {black}
length: 1
date: 2026-01-02
transcriber: Þórdís Óladóttir
game 1 0-0
W 31: 8/5 6/5
#[Þórdís Óladóttir] Vel leikið, {white}!
B 64: 24/14
W wins 1
"""


def record(white: str = "Anna", black: str = "Björn") -> str:
    return SOUND.format(white=white, black=black)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    return write_files(tmp_path / "matches", {"one.kotra": record(), "two.kotra": record("Helga", "Össur")})


@pytest.fixture
def own(sources: Path, tmp_path: Path) -> Path:
    """An archive that may be changed, of two matches."""
    made(tmp_path / "archive", sources)
    return tmp_path / "archive"


def export(archive: Path, target: Path | str, to: str, *words: str) -> Result:
    return kotra("archive", "export", archive, target, "--to", to, *words)


def players(folder: Path) -> list[tuple[str, ...]]:
    matches = [match for path in folder.iterdir() for match in kn.read(path).matches]
    return sorted(tuple(player.name for player in match.players) for match in matches)


@pytest.mark.middle
def test_kotra_holds_every_match_as_its_source_does(archive: Path, tmp_path: Path) -> None:
    said = json.loads(export(archive, tmp_path / "out", "kotra", "--json").stdout)
    for one in said["matches"]:
        (again,) = kn.read(tmp_path / "out" / one["written"][0]).matches
        reading = kn.read(Path(one["path"]))
        resigned = Thing.RESIGNATIONS not in find_format(reading.format).holds
        assert again == supplied(reading.matches[one["number"] - 1], "kotra", resigned=resigned)
    assert len(said["matches"]) == asked(archive, "SELECT count(*) FROM matches")[0][0]


SOME = "rules = 'modern' AND errors = 0 AND games > 1"


@pytest.mark.middle
@pytest.mark.parametrize("notation", some(["kotra", "mat", "sgf", "ogxm"], 2))
def test_a_stream_holds_every_match(archive: Path, notation: str) -> None:
    done = export(archive, "-", notation, "--where", SOME)
    number = asked(archive, f"SELECT count(*) FROM matches WHERE {SOME}")[0][0]
    assert len(kn.read(done.stdout_bytes).matches) == number > 5


def test_what_lies_in_containers_is_taken_out_of_them(tmp_path: Path) -> None:
    containers = {
        "a.zip": packed("zip", {"inner/one.kotra": record().encode()}),
        "b.tar.gz": packed("tar.gz", {"two.kotra": record("Helga", "Össur").encode()}),
        "three.kotra.gz": gzip.compress(record("Una", "Egill").encode()),
    }
    made(tmp_path / "archive", write_files(tmp_path / "packed", containers))
    done = export(tmp_path / "archive", tmp_path / "out", "kotra")
    assert done.exit_code == 0
    assert players(tmp_path / "out") == [("Anna", "Björn"), ("Helga", "Össur"), ("Una", "Egill")]


@pytest.mark.middle
@pytest.mark.parametrize("name", ["a.zip", "b.tar"])
def test_a_container_that_is_gone_or_another_is_said(tmp_path: Path, name: str) -> None:
    container = tmp_path / name
    container.write_bytes(packed(name[2:], {"one.kotra": record().encode()}))
    made(tmp_path / "archive", container)
    container.write_bytes(b"no container")
    done = export(tmp_path / "archive", tmp_path / "out", "kotra")
    assert (done.exit_code, done.stdout) == (2, "0 matches written, 1 not exported.\n")
    assert f"{name}/one.kotra: not exported: It is no longer in " in done.stderr


@pytest.mark.parametrize("name", [*HOSTILE, "../../etc/passwd", "/", "..", "con", "x" * 5000, "\x00", ""])
def test_no_name_leads_out_of_the_folder(name: str) -> None:
    said = file_name(KnownMatch(7, 1, name, (name, name)))
    assert set(said) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert 2 < len(said) < 100
    assert said != "con"


@rows
def test_a_file_is_named_for_its_day_and_its_players(day: str, players: tuple[str, str], name: str) -> None:
    assert file_name(KnownMatch(4711, 2, day, players)) == name


def test_a_second_match_of_a_name_gets_a_number(tmp_path: Path) -> None:
    files = Files(tmp_path, str(tmp_path), ".mat", anonymous=False, force=False)
    known = KnownMatch(1, 1, "", ("Anna", "Jón"))
    split = Rewritten(replace(known, players=("Anna", "Jón 2")), "", ("1", "2"))
    written = [
        files.put(match) for match in (Rewritten(known, "", ("x",)), split, Rewritten(known, "", ("y",)))
    ]
    assert written == [["anna-jon.mat"], ["anna-jon-2-1.mat", "anna-jon-2-2.mat"], ["anna-jon-2.mat"]]
    assert files.put(Rewritten(known, "", ("1", "2"))) == ["anna-jon-3-1.mat", "anna-jon-3-2.mat"]


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_a_source_may_have_any_name(tmp_path: Path) -> None:
    made(tmp_path / "archive", write_files(tmp_path / "matches", {"Bj\udcf6rn.kotra": record()}))
    result = export(tmp_path / "archive", tmp_path / "out", "kotra")
    assert result.exit_code == 0, result.stderr
    assert players(tmp_path / "out") == [("Anna", "Björn")]


def test_what_fails_half_way_leaves_nothing(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.listdir(own.parent)
    monkeypatch.setattr(Path, "write_bytes", full_disk)
    done = export(own, own.parent / "out", "kotra")
    assert (done.exit_code, os.listdir(own.parent)) == (2, before)
    assert done.stderr.endswith("out: the disk is full; make room and try again.\n")


def test_without_persons_no_name_is_left(own: Path, tmp_path: Path) -> None:
    export(own, tmp_path / "out", "kotra", "--anonymous")
    written = "".join(path.name + path.read_text("utf-8") for path in (tmp_path / "out").iterdir())
    assert not re.search("anna|björn|helga|össur|þórdís", written, re.I)
    assert players(tmp_path / "out") == [("A", "B"), ("A", "B")]


@pytest.mark.slow
def test_the_same_archive_gives_the_same_bytes_however_many_write(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "one.ogxm", "ogxm", "--where", "rules = 'modern'")
    export(archive, tmp_path / "two.ogxm", "ogxm", "--where", "rules = 'modern'", "--jobs", "2")
    assert (tmp_path / "one.ogxm").read_bytes() == (tmp_path / "two.ogxm").read_bytes() != b""


@pytest.mark.middle
@pytest.mark.parametrize("option", ["--matches", "--where"])
def test_a_choice_that_writes_is_refused(archive: Path, tmp_path: Path, option: str) -> None:
    copy = shutil.copytree(archive, tmp_path / "archive")
    part = next((copy / "parts").glob("*/files.parquet"))
    before = part.read_bytes()
    writing = f"WITH a AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT match FROM a"
    sql = writing if option == "--matches" else f"match IN ({writing})"
    result = kotra("archive", "export", copy, tmp_path / "out", "--to", "kotra", option, sql)
    assert (result.exit_code, part.read_bytes() == before) == (2, True)


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


@pytest.mark.middle
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


@pytest.mark.middle
def test_parquet_keeps_every_value_and_an_answer_is_one_file(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out", "parquet")
    store = Store.open(archive)
    for name in TABLES:
        there = [row for part in store.manifest.parts.values() for row in store.table(part, name).to_pylist()]
        assert pq.read_table(tmp_path / "out" / f"{name}.parquet").to_pylist() == there
    export(archive, tmp_path / "a.parquet", "parquet", "--query", "SELECT match, [1, 2] AS list FROM matches")
    assert pq.read_table(tmp_path / "a.parquet")["list"].to_pylist()[0] == [1, 2]


@pytest.mark.middle
def test_a_database_is_asked_by_match_through_an_index(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out.sqlite", "sqlite")
    with closing(sqlite3.connect(tmp_path / "out.sqlite")) as base:
        plan = [
            base.execute(f'EXPLAIN QUERY PLAN SELECT * FROM "{name}" WHERE match = 1').fetchone()[3]
            for name in OF_MATCHES
        ]
        assert [step for step in plan if "USING INDEX" not in step] == []
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


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


@pytest.mark.middle
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


@pytest.mark.middle
def test_a_table_can_be_left_out(archive: Path, tmp_path: Path) -> None:
    export(archive, tmp_path / "out", "csv", "--without", "turns", "--without", "positions")
    assert {path.stem for path in (tmp_path / "out").iterdir()} == set(TABLES) - {"turns", "positions"}


@pytest.mark.middle
@pytest.mark.parametrize("to", ["csv", "sqlite"])
def test_no_half_is_left(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    monkeypatch.setattr(tables, "_plain", full_disk)
    monkeypatch.setattr(tables, "_values", full_disk)
    done = export(archive, tmp_path / "out", to)
    assert (done.exit_code, os.listdir(tmp_path)) == (2, [])
    assert done.stderr.endswith("out: the disk is full; make room and try again.\n")


@pytest.mark.parametrize("to", COUNTS)
def test_without_persons_no_name_is_left_in_tables(tmp_path: Path, to: str) -> None:
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


@pytest.mark.middle
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


@pytest.mark.middle
@pytest.mark.parametrize("to", ["csv", "parquet", "sqlite"])
def test_the_same_archive_gives_the_same_bytes(archive: Path, tmp_path: Path, to: str) -> None:
    for name in ("a", "b"):
        export(archive, tmp_path / name, to, "--where", LIMITED)
    one, other = tmp_path / "a", tmp_path / "b"
    pairs = [(one, other)] if to == "sqlite" else [(path, other / path.name) for path in one.iterdir()]
    assert [a.name for a, b in pairs if a.read_bytes() != b.read_bytes()] == []
