"""Records in a zip or a gzip file are read where they are; commands that write ask for them unpacked."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kotra_notation as kn
from kotra_notation.cli.app import app
from kotra_notation.jobs.files import Opened, Trouble
from kotra_notation.jobs.sources import open_paths
from tests.records import rows

SAMPLES = Path(__file__).parents[1] / "samples"
SOUND, FAULTY = SAMPLES / "sound" / "reykjavik.mat", SAMPLES / "faulty" / "slip.mat"
COMPRESSED: list[tuple[str, Any]] = [("gz", gzip), ("xz", lzma), ("bz2", bz2)]


@pytest.fixture
def day(tmp_path: Path) -> Path:
    path = tmp_path / "day.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.write(SOUND, "day/reykjavik.mat")
        archive.write(FAULTY, "day/slip.mat")
        archive.writestr("day/readme.txt", "Friday")
        archive.writestr("__MACOSX/day/._slip.mat", "x")
        archive.writestr("day/.hidden.mat", "x")
    return path


def kotra(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, [*map(str, words)])
    return result.exit_code, result.output


def test_a_zip_is_checked_as_a_folder(day: Path) -> None:
    status, text = kotra("check", day)
    assert status == 1
    assert f"{day}/day/slip.mat:18:6: error P201" in text
    assert "2 files, 1 skipped (unknown format): 1 error." in text
    assert [Path(file.path).name for file in kn.check(day).files] == ["reykjavik.mat", "slip.mat"]
    assert kotra("stats", day)[0] == 1


@pytest.mark.parametrize(("ending", "module"), COMPRESSED)
def test_a_compressed_file_is_one_record(tmp_path: Path, ending: str, module: Any) -> None:
    path = tmp_path / f"match.mat.{ending}"
    path.write_bytes(module.compress(SOUND.read_bytes()))
    assert kotra("check", path)[0] == 0
    assert kotra("show", path)[0] == 0
    page = tmp_path / "match.html"
    assert kotra("report", path, "-o", page)[0] == 0
    assert 'download="match.mat.gz"' in page.read_text(encoding="utf-8")
    assert str(path) in kotra("check", path)[1]
    status, text = kotra("fix", path, "--in-place")
    assert (status, "a packed file cannot be overwritten" in text) == (2, True)
    assert module.decompress(path.read_bytes()) == SOUND.read_bytes()
    path.write_bytes(path.read_bytes()[:200])
    assert "it is damaged" in kotra("check", path)[1]
    path.write_bytes(SOUND.read_bytes())
    assert "it is damaged" in kotra("check", path)[1]
    path.write_bytes(module.compress(bytes(5_000_000)))
    assert "it is larger than 1 MB" in kotra("check", path, "--max-size", 1)[1]


def test_one_of_several_is_not_taken_for_the_whole(day: Path, tmp_path: Path) -> None:
    for words in (["merge", day, day, "-o", tmp_path / "x.mat"], ["diff", day, day]):
        status, text = kotra(*words)
        assert (status, "unpack it first" in text) == (2, True)


def test_what_is_damaged_empty_or_too_large_is_named(day: Path, tmp_path: Path) -> None:
    broken, empty = tmp_path / "broken.zip", tmp_path / "empty.zip"
    broken.write_bytes(day.read_bytes()[:300])
    zipfile.ZipFile(empty, "w").close()
    cut = tmp_path / "cut.gz"
    cut.write_bytes(gzip.compress(SOUND.read_bytes())[:200])
    for path in (broken, empty, cut):
        (trouble,) = open_paths([str(path)], 1_000_000)
        assert isinstance(trouble, Trouble)
        assert kotra("check", path)[0] == 2
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("big.mat", b"\0" * 5_000_000)
        archive.writestr("small.mat", SOUND.read_bytes())
    large, small = open_paths([str(bomb)], 1_000_000)
    assert isinstance(large, Trouble)
    assert isinstance(small, Opened)


def test_a_tar_and_a_damaged_member_are_named(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "day.tar.gz", "w:gz") as archive:
        archive.add(SOUND, "day/reykjavik.mat")
    assert "tar archive" in kotra("check", tmp_path / "day.tar.gz")[1]
    with zipfile.ZipFile(tmp_path / "day.zip", "w", zipfile.ZIP_LZMA) as packed:
        packed.write(SOUND, "reykjavik.mat")
    data = bytearray((tmp_path / "day.zip").read_bytes())
    data[60:120] = bytes(60)
    (tmp_path / "day.zip").write_bytes(data)
    status, text = kotra("check", tmp_path / "day.zip")
    assert (status, "damaged" in text) == (2, True)


@pytest.fixture
def packed_day(day: Path) -> Path:
    """Return a folder with a match: as it is, in each kind of compressed file, and in a zip."""
    folder = day.parent / "packed"
    folder.mkdir()
    day.rename(folder / "day.zip")
    (folder / "plain.mat").write_bytes(SOUND.read_bytes())
    for ending, module in COMPRESSED:
        (folder / f"{ending}.mat.{ending}").write_bytes(module.compress(SOUND.read_bytes()))
    with tarfile.open(folder / "other.tar.gz", "w:gz") as archive:
        archive.add(SOUND, "reykjavik.mat")
    zipfile.ZipFile(folder / "empty.zip", "w").close()
    return folder


@rows
def test_packed_files_in_a_folder_are_read(packed_day: Path, tmp_path: Path, words: str, part: str) -> None:
    names = {"day": packed_day, "out": tmp_path / "out"}
    text = kotra(*(word.format(**names) for word in words.split()))[1]
    written = "\n".join(map(str, names["out"].rglob("*")))
    assert part.format(**names) in text + written


def test_packed_files_in_a_folder_are_not_overwritten(packed_day: Path) -> None:
    before = {path: path.read_bytes() for path in packed_day.iterdir()}
    status, text = kotra("fix", packed_day, "--in-place")
    assert (status, text.count("a packed file cannot be overwritten; unpack it first.\n")) == (2, 1)
    assert {path: path.read_bytes() for path in packed_day.iterdir()} == before
