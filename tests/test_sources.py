"""Sources of commands: files, folders, zips and gzip, patterns; and files that exist."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import tarfile
import zipfile
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import kotra_notation as kn
from kotra_notation.jobs.files import Opened, Trouble, is_ours
from kotra_notation.jobs.sources import list_sources, open_paths, plan_targets
from tests import calls
from tests.records import SAMPLES, rows

SOUND, FAULTY = SAMPLES / "sound" / "reykjavik.mat", SAMPLES / "faulty" / "slip.mat"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two folders with a file of the same name, a zip and a gzip file of records, and a note."""
    monkeypatch.chdir(tmp_path)
    for name in ("mon/1.mat", "tue/1.mat", "tue/late/2.mat"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_bytes(SOUND.read_bytes())
    Path("tue/note.txt").write_text("Friday", "utf-8")
    with zipfile.ZipFile("day.zip", "w") as packed:
        packed.write(SOUND, "a/3.mat")
    Path("4.mat.gz").write_bytes(gzip.compress(SOUND.read_bytes()))


def typed(command: str, status: int = 0, stdin: bytes = b"") -> str:
    result = calls.kotra(*command.split(), stdin=stdin)
    assert result.exit_code == status, result.output
    return result.output


def files(folder: str) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*") if path.is_file())


@rows
def test_a_source_has_a_name_in_the_target(paths: str, names: str) -> None:
    found = [source.name for source in list_sources(paths.split()) if not isinstance(source, Trouble)]
    assert [name.replace(os.sep, "/") for name in found] == names.split()


@rows
def test_several_sources_go_to_a_folder(command: str, written: str) -> None:
    Path("out").mkdir()
    typed(command, stdin=SOUND.read_bytes())
    assert files("out") == sorted(written.split())


@rows
def test_what_cannot_be_is_one_sentence_and_nothing_is_written(command: str, said: str) -> None:
    before = files(".")
    assert said in typed(command, 2)
    assert files(".") == before


@pytest.mark.parametrize("given", ["", "Friday"])
@rows
def test_a_named_file_without_a_match_is_no_success_and_the_others_are_done(given: str, command: str) -> None:
    if command.startswith("analyse"):
        pytest.importorskip("numpy")
    Path("named.mat").write_text(given, "utf-8")
    said = typed(command, 2)
    assert "named.mat" in said
    assert "skipped" not in said
    assert " out" not in command or files("out")


@rows
def test_a_file_that_is_there_is_overwritten_if_kotra_wrote_it_or_by_force(command: str, ours: bool) -> None:
    path = next(Path(word) for word in command.split() if word.startswith("x"))
    assert f"kotra: Wrote {path}.\n" in typed(command).replace(f"Wrote {path}:", f"kotra: Wrote {path}.\n")
    written = path.read_bytes()
    assert is_ours(str(path)) == ours
    again = typed(command, 0 if ours else 2)
    assert ours or f"{path} already exists; use --force to overwrite it, or another name with -o." in again
    path.write_text("mine", "utf-8")
    typed(command, 2)
    assert path.read_text("utf-8") == "mine"
    typed(f"{command} --force")
    assert path.read_bytes() == written
    assert [name for name in os.listdir() if name.startswith(".")] == []


def test_devices_take_what_they_are_given_and_nothing_is_written_outside_of_the_target(
    tmp_path: Path,
) -> None:
    if os.name == "posix":
        typed("convert mon/1.mat -o /dev/null --to sgf")
    with zipfile.ZipFile("evil.zip", "w") as packed:
        packed.write(SOUND, "../../evil.mat")
        packed.writestr("a/../../../evil.mat", SOUND.read_bytes())
        packed.writestr("/sound.mat", SOUND.read_bytes())
    typed("convert evil.zip out/ --to sgf")
    assert files("out") == ["sound.sgf"]
    assert not any(tmp_path.parent.glob("evil*"))
    Path("out/mon").symlink_to(tmp_path)
    with pytest.raises(kn.KotraError, match="outside the target folder"):
        plan_targets(["mon", "tue"], "out", ".sgf")


def test_pictures_of_all_turns_are_made_and_say_who_made_them() -> None:
    pytest.importorskip("resvg_py")
    for form in ("svg", "png"):
        said = typed(f"board mon/1.mat --all -o {form}/ --output-format {form} --theme wood")
        assert "Wrote 53 boards" in said
        typed(f"board mon/1.mat --at 1.17 --theme wood -o one.{form}")
        assert Path(f"one.{form}").read_bytes() == Path(form, f"1-01.17.{form}").read_bytes()
        assert len(files(form)) == 53
    Path("svg/1-01.02.svg").write_text("mine", "utf-8")
    Path("svg/1-01.01.svg").unlink()
    assert "already exists" in typed("board mon/1.mat --all -o svg/", 2)
    assert len(files("svg")) == 52
    assert "--dice is for one position" in typed("board mon/1.mat --all -o svg/ --dice 31", 2)
    assert "choose" in typed("board mon/1.mat", 2)
    typed("board start -o x.png")
    data = Path("x.png").read_bytes()
    length = int.from_bytes(data[33:37])
    chunk = data[37 : 41 + length]
    assert chunk == b"tEXtSoftware\0kotra-notation"
    assert int.from_bytes(data[41 + length : 45 + length]) == crc32(chunk)
    typed("board nackgammon -o x.png")
    Path("x.png").write_bytes(data[:33] + data[45 + length :])
    typed("board start -o x.png", 2)


def test_several_matches_are_shown_one_behind_the_other() -> None:
    said = typed("show tue day.zip --game 1")
    assert said.count("Steinunn – Kolfinna") == 3
    assert "tue/note.txt: " in said
    assert "== day.zip/a/3.mat ==" in said
    assert "== mon" not in typed("show mon")


def test_a_site_is_brought_up_to_date() -> None:
    assert "Wrote 2 pages and an index" in typed("site mon day.zip -o site/")
    before = {name: Path("site", name).read_bytes() for name in files("site")}
    assert {"index.html", "feed.atom", "mon-1.html", "day-a-3.html"} < set(before)
    assert "Wrote 2 pages and an index" in typed("report mon day.zip -o site")
    assert {name: Path("site", name).read_bytes() for name in files("site")} == before
    Path("site/mon-1.html").write_text("mine", "utf-8")
    assert "mon-1.html already exists; use --force" in typed("site mon day.zip -o site/", 2)
    typed("site mon day.zip -o site/ --force")
    assert {name: Path("site", name).read_bytes() for name in files("site")} == before


def test_an_analysis_of_several_files_goes_on_and_spares_what_was_edited() -> None:
    pytest.importorskip("numpy")
    assert "2 records analysed" in typed("analyse mon day.zip -o an/ --jobs 1")
    assert files("an") == ["day/a/3.kotra", "mon/1.kotra"]
    assert "2 analysed before" in typed("analyse mon day.zip -o an/ --jobs 1")
    edited = Path("an/mon/1.kotra")
    edited.write_text(edited.read_text("utf-8") + "# Well played.\n", "utf-8")
    os.utime(edited, (0, 0))
    assert "already exists; use --force" in typed("analyse mon -o an/mon --jobs 1", 2)
    assert edited.read_text("utf-8").endswith("# Well played.\n")
    typed("analyse mon -o an/mon --jobs 1 --force")
    assert "Well played" not in edited.read_text("utf-8")


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
    result = calls.kotra(*words)
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
