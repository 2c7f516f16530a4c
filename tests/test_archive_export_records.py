"""`kotra archive export` of matches: written anew from their sources, chosen, whole or not at all."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import Result

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.archive.commands.exporting import Files
from kotra_notation.archive.export.originals import KnownMatch, Rewritten, file_name
from kotra_notation.formats import find_format
from kotra_notation.formats.holding import Thing
from referees.archives import asked, made, packed
from referees.seeds import some
from tests.calls import kotra
from tests.records import full_disk, rows, write_files
from tests.test_report_index import HOSTILE

pytestmark = pytest.mark.middle

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


def test_kotra_holds_every_match_as_its_source_does(archive: Path, tmp_path: Path) -> None:
    said = json.loads(export(archive, tmp_path / "out", "kotra", "--json").stdout)
    for one in said["matches"]:
        (again,) = kn.read(tmp_path / "out" / one["written"][0]).matches
        reading = kn.read(Path(one["path"]))
        resigned = Thing.RESIGNATIONS not in find_format(reading.format).holds
        assert again == supplied(reading.matches[one["number"] - 1], "kotra", resigned=resigned)
    assert len(said["matches"]) == asked(archive, "SELECT count(*) FROM matches")[0][0]


SOME = "rules = 'modern' AND errors = 0 AND games > 1"


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


@pytest.mark.parametrize("option", ["--matches", "--where"])
def test_a_choice_that_writes_is_refused(archive: Path, tmp_path: Path, option: str) -> None:
    copy = shutil.copytree(archive, tmp_path / "archive")
    part = next((copy / "parts").glob("*/files.parquet"))
    before = part.read_bytes()
    writing = f"WITH a AS (COPY (SELECT 1) TO '{part}' (USE_TMP_FILE false)) SELECT match FROM a"
    sql = writing if option == "--matches" else f"match IN ({writing})"
    result = kotra("archive", "export", copy, tmp_path / "out", "--to", "kotra", option, sql)
    assert (result.exit_code, part.read_bytes() == before) == (2, True)
