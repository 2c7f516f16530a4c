"""`kotra convert` from outside: folders, several matches in a file, encodings, what is refused."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import kotra_notation as kn
from tests.test_cli_check import SAMPLES, SOUND, kotra


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    (folder / "vor").mkdir(parents=True)
    (folder / "a.mat").write_text(SOUND, encoding="utf-8")
    (folder / "vor" / "b.mat").write_text(SOUND.replace("Anna", "Signý"), encoding="utf-8")
    (folder / "notes.txt").write_text("Ekki skrá.\n", encoding="utf-8")
    (folder / ".hidden.mat").write_text(SOUND, encoding="utf-8")
    return folder


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_folder_becomes_a_folder(archive: Path, tmp_path: Path) -> None:
    result = kotra("convert", archive, tmp_path / "out", "--to", "kotra")
    assert result.exit_code == 0
    assert names(tmp_path / "out") == ["a.kotra", "vor/b.kotra"]
    assert "2 records, 2 files written, 1 skipped" in result.stderr


def test_several_at_once_make_the_same_files(archive: Path, tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        assert kotra("convert", archive, tmp_path / name, "--to", "kotra", "--jobs", jobs).exit_code == 0
    one, two = (
        {name: (tmp_path / n / name).read_bytes() for name in names(tmp_path / n)} for n in ("one", "two")
    )
    assert one == two


def test_a_folder_needs_a_format(archive: Path, tmp_path: Path) -> None:
    result = kotra("convert", archive, tmp_path / "out")
    assert result.exit_code == 2
    assert "--to" in result.stderr


def test_two_files_of_one_name_keep_their_endings(archive: Path, tmp_path: Path) -> None:
    (archive / "a.txt").write_text(SOUND, encoding="utf-8")
    assert kotra("convert", archive, tmp_path / "out", "--to", "kotra").exit_code == 0
    assert {"a-mat.kotra", "a-txt.kotra"} < set(names(tmp_path / "out"))
    (archive / "a-mat.mat").write_text(SOUND, encoding="utf-8")
    result = kotra("convert", archive, tmp_path / "other", "--to", "kotra")
    assert result.exit_code == 2
    assert "would both become" in result.stderr
    assert not (tmp_path / "other").exists()


def test_what_lies_in_the_target_folder_is_not_written_over(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.kotra").write_text("mine", encoding="utf-8")
    result = kotra("convert", archive, out, "--to", "kotra")
    assert result.exit_code == 2
    assert "a.kotra already exists; use --force to overwrite it" in result.stderr
    assert (out / "a.kotra").read_text(encoding="utf-8") == "mine"
    assert (out / "vor" / "b.kotra").exists()
    assert kotra("convert", archive, out, "--to", "kotra", "--force").exit_code == 0
    assert (out / "a.kotra").read_text(encoding="utf-8").startswith("kotra 1")


def test_nothing_is_written_out_of_the_target_folder(archive: Path, tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    os.symlink(elsewhere, out / "vor")
    result = kotra("convert", archive, out, "--to", "kotra")
    assert result.exit_code == 2
    assert "outside the target folder" in result.stderr
    assert names(elsewhere) == []


def test_the_target_may_lie_in_the_source(archive: Path) -> None:
    for _ in range(2):
        result = kotra("convert", archive, archive / "kotra", "--to", "kotra", "--force")
        assert result.exit_code == 0
        assert names(archive / "kotra") == ["a.kotra", "vor/b.kotra"]


def test_what_is_done_to_a_folder_as_json(archive: Path, tmp_path: Path) -> None:
    result = kotra("convert", archive, tmp_path / "out", "--to", "kotra", "--json")
    files = json.loads(result.stderr)["files"]
    assert [(Path(file["path"]).name, len(file["written"]), file["refused"]) for file in files] == [
        ("a.mat", 1, None),
        ("b.mat", 1, None),
    ]


def test_a_target_is_named_as_an_argument_or_an_option(tmp_path: Path) -> None:
    source, target = tmp_path / "m.mat", tmp_path / "m.kotra"
    source.write_text(SOUND, encoding="utf-8")
    assert kotra("convert", source, "-o", target).exit_code == 0
    assert kn.read(target).matches[0].players[0].name == "Anna"
    assert "name a target" in kotra("convert", source).stderr
    assert "several files need a folder" in kotra("convert", source, target, "-o", target).stderr
    assert "m.kotra already exists; use --force" in kotra("convert", source, target).stderr
    assert kotra("convert", source, target, "--force").exit_code == 0


def test_a_rating_that_is_lost_is_called_one(tmp_path: Path) -> None:
    source = tmp_path / "m.mat"
    source.write_text(SOUND.replace("Anna :", "Anna,1600.50 :"), encoding="utf-8")
    result = kotra("convert", source, tmp_path / "n.mat", "--to", "mat:gnubg")
    assert "Anna: rating 1600.50" in result.stderr


def test_several_matches_are_split_and_joined(archive: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.kotra"
    assert kotra("convert", archive, both, "--join").exit_code == 0
    assert [match.players[0].name for match in kn.read(both).matches] == ["Anna", "Signý"]
    assert kotra("convert", both, tmp_path / "day.mat", "--split").exit_code == 0
    parts = [kn.read(tmp_path / f"day-{number}.mat").matches for number in (1, 2)]
    assert [[match.players[0].name for match in part] for part in parts] == [["Anna"], ["Signý"]]
    assert "day-1.mat already exists" in kotra("convert", both, tmp_path / "day.mat", "--split").stderr


def test_an_encoding_that_is_stated_overrules(tmp_path: Path) -> None:
    source, target = tmp_path / "m.mat", tmp_path / "m.kotra"
    source.write_bytes(SOUND.replace("Anna", "Øystein").encode("cp850"))
    assert kotra("convert", source, target, "--encoding", "cp850").exit_code == 0
    assert kn.read(target).matches[0].players[0].name == "Øystein"
    result = kotra("convert", source, target, "--encoding", "latin-17")
    assert result.exit_code == 2
    assert "--encoding: unknown text encoding 'latin-17'" in result.stderr


def test_bytes_that_do_not_fit_a_stated_encoding_are_said(tmp_path: Path) -> None:
    source = tmp_path / "m.mat"
    source.write_bytes(SOUND.replace("Anna", "Þóra").encode("cp1252"))
    result = kotra("convert", source, tmp_path / "m.kotra", "--encoding", "utf-8")
    assert "N105" in result.stderr


def test_the_old_game_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    source, target = tmp_path / "old.kotra", tmp_path / "old.mat"
    source.write_text("kotra 1\nrules: forn-1977\ngame 1\nW 31: a/d a/b\n", encoding="utf-8")
    result = kotra("convert", source, target)
    assert result.exit_code == 2
    assert "cannot store this game: forn-1977" in result.stderr
    assert not target.exists()


def test_what_is_lost_often_is_said_once(tmp_path: Path) -> None:
    source = tmp_path / "m.kotra"
    source.write_text("kotra 1\nlength: 0\ngame 1 0-0\nW 31: 8/5 6/5 !\nB 64: 24/14 !\n", encoding="utf-8")
    lines = kotra("convert", source, tmp_path / "m.mat").stderr.splitlines()
    (line,) = [line for line in lines if "L602" in line]
    assert line.startswith("kotra: line 4: ")
    assert line.endswith("!. (2 times)")


def test_what_is_joined_and_what_is_passed_over(archive: Path, tmp_path: Path) -> None:
    result = kotra("convert", archive, tmp_path / "all.kotra", "--join")
    assert "notes.txt: skipped" in result.stderr
    (archive / "odd.mat").write_text(SOUND.replace("8/5 6/5", "8/5 6/x"), encoding="utf-8")
    said = kotra("convert", archive, tmp_path / "more.kotra", "--join").stderr
    assert f"kotra: {archive / 'odd.mat'}: line " in said


def test_the_number_of_jobs_is_one_or_more(archive: Path, tmp_path: Path) -> None:
    assert kotra("convert", archive, tmp_path / "out", "--to", "kotra", "--jobs", "-3").exit_code == 2


def test_a_text_is_match_text_where_nothing_else_is_said(tmp_path: Path) -> None:
    source = tmp_path / "m.mat"
    source.write_text(SOUND, encoding="utf-8")
    assert kotra("convert", source, tmp_path / "m.txt").exit_code == 0
    assert kn.read(tmp_path / "m.txt").format == "mat"


def test_a_page_is_not_written_over_its_record(tmp_path: Path) -> None:
    source = tmp_path / "m.mat"
    source.write_text(SOUND, encoding="utf-8")
    assert "the target is the source itself" in kotra("report", source, "-o", source).stderr
    assert "need a folder" in kotra("report", tmp_path, "-o", tmp_path / "x.html").stderr
    assert source.read_text(encoding="utf-8") == SOUND


@pytest.mark.parametrize("dialect", ["xgid", "gnubg", "ogid", "text"])
def test_positions_are_written_as_positions(tmp_path: Path, dialect: str) -> None:
    source, target = tmp_path / "p.kotra", tmp_path / "p.txt"
    source.write_text("kotra 1\ngame\nsetup W: 8x3 6x12; B: 6x15; W to play\n# Why?\n", encoding="utf-8")
    assert kotra("convert", source, target, "--to", f"positions:{dialect}").exit_code == 0
    (position,) = kn.read(target).positions
    assert position.text() == "W: 8x3 6x12; B: 6x15"


SIGNS = "kotra 1\nlength: 1\nwhite: Þórður\nblack: Łukasz\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\n"


@pytest.mark.parametrize(
    ("words", "names", "lost"),
    [
        (("--to-encoding", "utf-16"), "Þórður Łukasz", ""),
        (("--to-encoding", "cp1252", "--newline", "crlf"), "Þórður Lukasz", "Ł"),
        (("--to-encoding", "iso-8859-1"), "Þórður Lukasz", "Ł"),
        (("--to-encoding", "ascii"), "Thordur Lukasz", "ÞóðŁ"),
        (("--newline", "cr"), "Þórður Łukasz", ""),
    ],
)
@pytest.mark.parametrize("target", ["x.mat", "x.sgf", "x.kotra"])
def test_an_encoding_and_line_ends_are_written_as_asked_and_read_again(
    words: tuple[str, ...], names: str, lost: str, target: str, tmp_path: Path
) -> None:
    source, written = tmp_path / "signs.kotra", tmp_path / target
    source.write_text(SIGNS, encoding="utf-8")
    said = kotra("convert", source, written, *words)
    assert said.exit_code == 0
    assert sorted(lost) == sorted(
        line.split(" has no ")[1][0] for line in said.stderr.splitlines() if "L611" in line
    )
    match = kn.read(written).matches[0]
    assert [player.name for player in match.players] == names.split()
    data = written.read_bytes()
    if "--newline" in words:
        ends = {"cr": b"\r", "crlf": b"\r\n"}[words[-1]]
        assert set(re.findall(rb"\r?\n|\r", data)) == {ends}
    strict = kotra("convert", source, tmp_path / f"strict-{target}", *words, "--strict")
    assert strict.exit_code == (2 if "L6" in said.stderr else 0)


def test_an_encoding_or_a_line_end_that_there_is_not_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "x.kotra"
    source.write_text(SIGNS, encoding="utf-8")
    for words, why in (
        (("--to-encoding", "latin-17"), "--to-encoding: unknown text encoding 'latin-17'"),
        (("--newline", "nl"), "--newline: unknown line ending 'nl'; use one of lf, crlf, cr."),
    ):
        said = kotra("convert", source, tmp_path / "y.mat", *words)
        assert (said.exit_code, why in said.stderr) == (2, True)
    assert kn.convert(source, "mat", encoding="cp1252").content.count(b"\xde") == 1  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="latin-17"):
        kn.convert(source, "mat", encoding="latin-17")


def test_a_notation_that_is_only_read_is_said_to_be(tmp_path: Path) -> None:
    source = tmp_path / "m.mat"
    source.write_text(SOUND, encoding="utf-8")
    said = kotra("convert", source, tmp_path / "m.xg")
    assert (said.exit_code, "m.xg: xg can be read but not written" in said.stderr) == (2, True)


def test_a_record_that_goes_to_standard_output_stays_in_its_notation(tmp_path: Path) -> None:
    source = tmp_path / "signs.kotra"
    source.write_text(SIGNS, encoding="utf-8")
    assert kotra("convert", source, "-").stdout.startswith("kotra 1\n")
    nameless = kotra("anonymize", source, "-").stdout
    assert nameless.startswith("kotra 1\n")
    assert "Þórður" not in nameless
    binary = kotra("convert", SAMPLES / "notations" / "skafl.xg", "-")
    assert (binary.exit_code, binary.stdout) == (2, "")
    assert "xg can be read but not written; --to " in binary.stderr
    joined = kotra("convert", tmp_path, "-", "--join")
    assert (joined.exit_code, "--to" in joined.stderr) == (2, True)


def test_what_is_lost_often_is_said_once_with_its_games(tmp_path: Path) -> None:
    game = "game {number} 0-0\nW 31: 8/5 6/5\n# {word}\nB resigns 1\n"
    words = {1: "slow", 2: "slow", 3: "quick", 4: "slow"}
    games = "".join(game.format(number=number, word=word) for number, word in words.items())
    (tmp_path / "a.kotra").write_text(f"kotra 1\nwhite: Anna\nblack: Björn\nlength: 0\n{games}", "utf-8")
    said = kotra("convert", tmp_path / "a.kotra", tmp_path / "a.mat").stderr
    assert "comment: slow. (3 times, games 1–2, 4)\n" in said
    assert "comment: quick.\n" in said


@pytest.mark.parametrize("notation", ["sgg", "tmg", "gam", "oldmoves", "bgammon", "snowie", "pos", "xg"])
def test_a_folder_for_a_notation_that_is_only_read_is_refused_once(
    archive: Path, tmp_path: Path, notation: str
) -> None:
    refused = kotra("convert", archive, tmp_path / "out", "--to", notation)
    assert refused.exit_code == 2
    assert (
        refused.stderr == f"kotra: {notation} can be read but not written; choose another format with --to.\n"
    )
    assert not (tmp_path / "out").exists()
