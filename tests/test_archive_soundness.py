"""Archives that know their own tables: what is gone, cut or turned is said, and made anew."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from kotra_notation.archive.build import inventory
from kotra_notation.archive.manifest import SEAL
from kotra_notation.archive.store import MANIFEST, ArchiveError, Store
from referees.archives import asked, generated, made, rows
from referees.seeds import some
from tests.calls import kotra
from tests.records import write_files
from tests.test_archive_build import SOUND
from tools.archive_damage import ASKED, WAYS, Trials

pytestmark = pytest.mark.middle


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return generated(tmp_path_factory.mktemp("matches"), 3, 1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, matches: Path) -> Path:
    folder = tmp_path_factory.mktemp("whole") / "archive"
    made(folder, matches)
    return folder


@pytest.fixture
def archive(tmp_path: Path, whole: Path) -> Path:
    shutil.copytree(whole, tmp_path / "archive")
    return tmp_path / "archive"


def table(archive: Path, name: str) -> Path:
    (path,) = archive.glob(f"parts/*/{name}")
    return path


def turn_a_bit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


# what is asked of an archive that is damaged


@pytest.mark.parametrize("name", some(ASKED, 3))
@pytest.mark.parametrize("lost", ["turns.parquet", "positions.keys"])
def test_a_table_that_is_gone_stops_every_answer(archive: Path, name: str, lost: str) -> None:
    path = table(archive, lost)
    path.unlink()
    result = kotra("archive", name.split()[0], archive, *ASKED[name])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"kotra: {path}: the table is gone. ")
    assert f"kotra archive build --verify -o {archive} " in result.stderr


def test_a_table_that_is_cut_stops_every_answer(archive: Path) -> None:
    path = table(archive, "files.parquet")
    path.write_bytes(path.read_bytes()[:100])
    result = kotra("archive", "audit", archive)
    assert (result.exit_code, "the table has 100 bytes" in result.stderr) == (2, True)


@pytest.mark.parametrize("name", ["query", "audit", "find", "people"])
def test_a_table_that_cannot_be_read_is_named(archive: Path, name: str) -> None:
    """Its size is right, its end is not: no program can read it."""
    for lost in ("turns", "matches"):
        path = table(archive, f"{lost}.parquet")
        path.write_bytes(path.read_bytes()[:-8] + b"\xff" * 8)
    result = kotra("archive", name, archive, *ASKED[name])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "has changed since it was written" in result.stderr
    assert f"kotra archive build --verify -o {archive}" in result.stderr


# kotra archive verify


def test_everything_that_is_damaged_is_named(archive: Path) -> None:
    turns, games, keys = (
        table(archive, name) for name in ("turns.parquet", "games.parquet", "positions.keys")
    )
    turn_a_bit(turns)
    games.unlink()
    keys.write_bytes(b"")
    result = kotra("archive", "verify", archive)
    rebuild = "3 are damaged. Rebuild them: kotra archive build"
    assert (result.exit_code, rebuild in result.stdout) == (1, True)
    told = json.loads(kotra("archive", "verify", archive, "--json").stdout)
    damaged = {one["path"]: one["how"] for one in told["damaged"]}
    assert damaged == {str(turns): "bytes", str(games): "gone", str(keys): "size"}
    tables = len(list(archive.glob("parts/*/*"))) + 1
    assert (told["version"], told["parts"], told["tables"]) == (1, 1, tables)


def test_the_list_of_parts_holds_what_was_written(archive: Path) -> None:
    said = json.loads((archive / MANIFEST).read_text("utf-8"))
    ((_, tables),) = said["parts"].items()
    assert tables["turns.parquet"]["rows"] == asked(archive, "SELECT count(*) FROM turns")[0][0]
    assert tables["turns.parquet"]["bytes"] == table(archive, "turns.parquet").stat().st_size
    assert len(tables["positions.keys"]["sha256"]) == len(said[SEAL]) == 64


# building on what is damaged


@pytest.mark.parametrize("named", [True, False])
def test_what_is_gone_is_made_anew_of_named_or_old_sources(archive: Path, matches: Path, named: bool) -> None:
    before = rows(archive)
    table(archive, "turns.parquet").unlink()
    sources = [matches] if named else []
    result = kotra("archive", "build", *sources, "-o", archive, "--workers", "1", "--json")
    assert (result.exit_code, "turns.parquet: the table is gone" in result.stderr) == (0, True)
    told = json.loads(result.stdout)
    assert (told["new"], len(told["damaged"]), told["lost"]) == (4, 1, [])
    assert rows(archive) == before
    assert kotra("archive", "verify", archive).exit_code == 0


def test_a_turned_bit_is_found_by_verify_and_mended(archive: Path, matches: Path) -> None:
    before = rows(archive)
    turn_a_bit(table(archive, "turns.parquet"))
    assert made(archive, matches).damaged == ()
    assert [one.path.name for one in made(archive, matches, verify=True).damaged] == ["turns.parquet"]
    assert rows(archive) == before


def test_a_turned_bit_is_never_written_into_a_new_part(archive: Path, matches: Path, tmp_path: Path) -> None:
    """A part is written anew when a file of it is gone; what it is made from has to be sound."""
    fewer = tmp_path / "matches"
    shutil.copytree(matches, fewer)
    made(tmp_path / "other", fewer)
    turn_a_bit(table(tmp_path / "other", "turns.parquet"))
    next(fewer.glob("*.mat")).unlink()
    with pytest.raises(ArchiveError, match="Rebuild the archive"):
        made(tmp_path / "other", fewer)
    made(tmp_path / "other", fewer, verify=True)
    made(tmp_path / "third", fewer)
    assert rows(tmp_path / "other") == rows(tmp_path / "third")


@pytest.mark.parametrize("lost", ["turns.parquet", "files.parquet"])
def test_other_sources_are_read_for_what_was_theirs(archive: Path, tmp_path: Path, lost: str) -> None:
    before = rows(archive)
    table(archive, lost).unlink()
    done = made(archive, write_files(tmp_path / "other", {"one.kotra": SOUND}))
    assert (done.new, done.lost) == (5, ())
    after = rows(archive)
    assert all(set(before[name]) < set(after[name]) for name in ("files", "matches", "turns"))


@pytest.mark.parametrize(("lost", "named"), [("turns.parquet", "first/a.kotra"), ("files.parquet", "first")])
def test_what_cannot_be_had_again_is_said(tmp_path: Path, lost: str, named: str) -> None:
    write_files(tmp_path, {f"{name}/a.kotra": f"{SOUND}# {name}\n" for name in ("first", "second")})
    archive = tmp_path / "archive"
    made(archive, tmp_path / "first")
    damaged = table(archive, lost)
    made(archive, tmp_path / "second")
    damaged.unlink()
    (tmp_path / "first").rename(tmp_path / "away")
    result = kotra("archive", "build", "-o", archive, "--workers", "1")
    assert result.exit_code == 2
    assert f"is missing: {tmp_path / named}. " in result.stderr
    statuses = asked(archive, "SELECT status, count(*) FROM files GROUP BY ALL ORDER BY ALL")
    assert statuses == [("read", 1), ("vanished", 1)]
    (tmp_path / "away").rename(tmp_path / "first")
    assert kotra("archive", "build", "-o", archive, "--workers", "1").exit_code == 0
    made(tmp_path / "other", tmp_path / "first", tmp_path / "second")
    there = "SELECT path, file, status FROM files WHERE status = 'read' ORDER BY ALL"
    assert asked(archive, there) == asked(tmp_path / "other", there)
    assert rows(archive)["turns"] == rows(tmp_path / "other")["turns"]


def test_where_all_sources_are_gone_what_is_sound_stays(tmp_path: Path) -> None:
    archive, sources = tmp_path / "archive", one_by_one(tmp_path, "first", "second")
    before = asked(archive, "SELECT count(*) FROM turns")[0][0]
    for source in sources:
        source.unlink()
    result = kotra("archive", "build", "-o", archive, "--workers", "1")
    assert (result.exit_code, asked(archive, "SELECT count(*) FROM turns")) == (0, [(before,)])
    Path(Store.open(archive).paths("turns")[0]).unlink()
    result = kotra("archive", "build", "-o", archive, "--workers", "1")
    assert (result.exit_code, asked(archive, "SELECT count(*) FROM turns")) == (2, [(before // 2,)])
    assert "first.kotra: it is gone and cannot be read." in result.stderr


def one_by_one(folder: Path, *names: str) -> list[Path]:
    """Build on an archive a file after the other, each another record."""
    write_files(folder, {f"{name}.kotra": f"{SOUND}# {name}\n" for name in names})
    sources = [folder / f"{name}.kotra" for name in names]
    for source in sources:
        made(folder / "archive", source)
    return sources


def test_a_copy_elsewhere_gives_back_what_it_had_in_the_damaged_part(tmp_path: Path) -> None:
    """The content of copies is there once, in the part of the first; the second has a row alone."""
    archive, (first,) = tmp_path / "archive", one_by_one(tmp_path, "first")
    damaged = table(archive, "turns.parquet")
    second = write_files(tmp_path, {"second.kotra": first.read_bytes()}) / "second.kotra"
    made(archive, second)
    before = rows(archive)
    damaged.unlink()
    first.unlink()
    made(archive, second)
    after = rows(archive)
    assert (after["turns"], after["matches"]) == (before["turns"], before["matches"])
    assert len(after["turns"]) > 0


def test_what_lay_in_a_zip_that_has_not_changed_is_found_there_again(tmp_path: Path, matches: Path) -> None:
    zipped = Path(shutil.make_archive(str(tmp_path / "all"), "zip", matches))
    made(tmp_path / "archive", zipped)
    before = rows(tmp_path / "archive")
    table(tmp_path / "archive", "findings.parquet").unlink()
    made(tmp_path / "archive", zipped)
    assert rows(tmp_path / "archive") == before


def test_a_part_that_was_left_half_written_is_not_gone_on_from(archive: Path, matches: Path) -> None:
    """So does a machine leave a file that loses its power while it is written."""
    before = rows(archive)
    (archive / MANIFEST).unlink()
    turn_a_bit(table(archive, "turns.parquet"))
    assert made(archive, matches).new == 4
    assert rows(archive) == before


def test_only_sound_small_parts_are_put_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "MOST_SMALL", 2)
    one_by_one(tmp_path, "a")
    turn_a_bit(table(tmp_path / "archive", "turns.parquet"))
    with pytest.raises(ArchiveError, match="Rebuild the archive"):
        one_by_one(tmp_path, "b", "c")
    assert len(Store.open(tmp_path / "archive").manifest.parts) == 2


def test_damage_is_never_another_answer_once_it_was_looked_for(tmp_path: Path) -> None:
    trials = Trials(tmp_path, Random(7), ("query", "find"))
    for number in range(len(WAYS)):
        trials.one(number)
    assert trials.wrong == []
