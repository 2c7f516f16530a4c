"""`kotra fix` on a folder, and on records that are mended where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.test_cli_check import kotra

pytestmark = pytest.mark.middle


FAULTY = Path(__file__).parents[1] / "samples" / "faulty"
SLIP, TURNS = FAULTY / "slip.mat", FAULTY / "turns.mat"
SOUND_FILE = FAULTY.parent / "sound" / "reykjavik.mat"
SOUND = SOUND_FILE.read_bytes()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two records with a slip, one of them deeper, a sound one, and a file that is none."""
    day = tmp_path / "day"
    (day / "late").mkdir(parents=True)
    (day / "a.mat").write_bytes(SLIP.read_bytes())
    (day / "late" / "b.mat").write_bytes(TURNS.read_bytes())
    (day / "sound.mat").write_bytes(SOUND)
    (day / "hotel.txt").write_text("two rooms\n", encoding="utf-8")
    return day


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def mended(path: Path, where: Path) -> bytes:
    """The record mended by itself."""
    assert kotra("fix", path, "-o", where).exit_code == 0
    return where.read_bytes()


def test_every_record_of_a_folder_goes_to_another_under_its_name(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    assert kotra("fix", folder).stderr == "3 records, 2 can be fixed (-o FOLDER writes), 1 skipped\n"
    result = kotra("fix", folder, "-o", tmp_path / "new")
    assert result.exit_code == 0
    assert result.stderr == "3 records, 2 fixed, 1 skipped\n"
    assert contents(folder) == before
    assert contents(tmp_path / "new") == {
        "a.mat": mended(SLIP, tmp_path / "one"),
        "late/b.mat": mended(TURNS, tmp_path / "two"),
        "sound.mat": SOUND,
    }


def test_without_a_target_a_folder_is_told_of_and_left(folder: Path) -> None:
    before = contents(folder)
    result = kotra("fix", folder)
    assert (result.exit_code, contents(folder)) == (0, before)
    assert f"{folder / 'a.mat'}: 1 sure repair." in result.stdout
    assert "sound.mat" not in result.stdout


def test_in_place_keeps_what_was_there_beside_it(folder: Path, tmp_path: Path) -> None:
    before = contents(folder)
    assert kotra("fix", folder, "--in-place").exit_code == 0
    assert contents(folder) == before | {
        "a.mat": mended(SLIP, tmp_path / "one"),
        "a.mat.orig": before["a.mat"],
        "late/b.mat": mended(TURNS, tmp_path / "two"),
        "late/b.mat.orig": before["late/b.mat"],
    }


def test_backups_are_no_records_of_a_folder(folder: Path) -> None:
    kotra("fix", folder, "--in-place")
    assert kotra("check", folder).exit_code == 0
    assert kotra("fix", folder, "--in-place").stderr == "3 records, 1 skipped\n"


def test_a_file_is_mended_in_place_and_a_sound_one_is_not_touched(folder: Path) -> None:
    for path in (folder / "a.mat", folder / "sound.mat"):
        assert kotra("fix", path, "--in-place").exit_code == 0
    assert (folder / "a.mat.orig").read_bytes() == SLIP.read_bytes()
    assert not (folder / "sound.mat.orig").exists()


def test_a_backup_is_never_written_over(folder: Path) -> None:
    (folder / "a.mat.orig").write_text("mine\n", encoding="utf-8")
    for source in (folder / "a.mat", folder):
        result = kotra("fix", source, "--in-place")
        assert result.exit_code == 2
        assert (
            f"kotra: {folder / 'a.mat'}: {folder / 'a.mat.orig'} already exists; move or rename it.\n"
            in result.stderr
        )
        assert (folder / "a.mat").read_bytes() == SLIP.read_bytes()


def test_a_mended_folder_is_never_written_over(folder: Path, tmp_path: Path) -> None:
    kotra("fix", folder, "-o", tmp_path / "new")
    again = kotra("fix", folder, "-o", tmp_path / "new")
    assert (again.exit_code, again.stderr.count("already exists; use --force")) == (2, 3)
    assert kotra("fix", folder, "-o", tmp_path / "new", "--force").exit_code == 0


def test_a_folder_may_go_into_a_folder_within_it(folder: Path) -> None:
    assert kotra("fix", folder, "-o", folder / "new").exit_code == 0
    assert {path.name for path in (folder / "new").rglob("*.mat")} == {"a.mat", "b.mat", "sound.mat"}


def test_a_folder_as_json_is_its_files(folder: Path) -> None:
    document = json.loads(kotra("fix", folder, "--json").stdout)
    assert [Path(one["path"]).name for one in document["files"]] == ["a.mat", "sound.mat", "b.mat"]
    assert [len(one["proposals"]) for one in document["files"]] == [1, 0, 1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "FOLDER"], "the target is the source itself"),
        (["-o", "FOLDER/a.mat"], "a.mat: several files need a folder"),
        (["--interactive", "--in-place"], "name a file."),
        (["--match", "1"], "name a file."),
    ],
)
def test_what_a_folder_cannot_be_asked_is_said(words: list[str], said: str, folder: Path) -> None:
    before = contents(folder)
    result = kotra("fix", folder, *(word.replace("FOLDER", str(folder)) for word in words))
    assert (result.exit_code, contents(folder)) == (2, before)
    assert said in result.stderr


@pytest.mark.parametrize(
    ("answer", "said"),
    [(b"1\n", "a.mat: 1 line is changed; no errors left."), (b"s\n", "Nothing changed; 1 error left.")],
)
def test_the_last_answer_is_followed_by_what_came_of_it(answer: bytes, said: str, folder: Path) -> None:
    result = kotra("fix", folder / "a.mat", "--interactive", "--in-place", stdin=answer)
    assert result.stdout.rstrip().endswith(said)
    assert (folder / "a.mat.orig").exists() == (answer == b"1\n")


@pytest.mark.parametrize(
    ("record", "twice", "ending"),
    [
        (SOUND_FILE, (5,), "1 line is removed; no errors left."),
        (SOUND_FILE, (5, 8), "2 lines are removed; no errors left."),
        (SLIP, (8,), "2 lines are changed; no errors left."),
    ],
)
def test_removed_lines_are_counted(record: Path, twice: tuple[int, ...], ending: str, tmp_path: Path) -> None:
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    rows = [
        line
        for line in lines
        for _ in range(2 if line.startswith(tuple(f"{row:3})" for row in twice)) else 1)
    ]
    (tmp_path / "twice.mat").write_text("".join(rows), encoding="utf-8")
    result = kotra("fix", tmp_path / "twice.mat", "-o", tmp_path / "new.mat")
    assert ending in result.output


def test_a_record_on_standard_output_is_told_of_beside_it(folder: Path, tmp_path: Path) -> None:
    result = kotra("fix", folder / "a.mat", "-o", "-")
    assert result.stdout_bytes == mended(SLIP, tmp_path / "one")
    assert "1 sure repair." in result.stderr
