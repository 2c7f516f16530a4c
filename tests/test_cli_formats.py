"""`kotra formats` from outside: the list, the table, one notation, and why a file is taken for one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kotra_notation.formats import FORMATS
from tests.test_cli_check import SOUND, kotra


def test_every_notation_is_listed() -> None:
    result = kotra("formats")
    assert all(any(line.startswith(name) for line in result.stdout.splitlines()) for name in FORMATS)
    listed = json.loads(kotra("formats", "--json").stdout)["formats"]
    assert [row["name"] for row in listed] == list(FORMATS)


def test_the_table_says_what_each_can_hold() -> None:
    lines = kotra("formats").stdout.splitlines()
    head = next(line for line in lines if line.startswith(" ") and "kotra" in line)
    comments = next(line for line in lines if line.startswith("comments"))
    held = dict(zip(head.split(), comments.split()[1:], strict=True))
    assert (held["kotra"], held["mat"]) == ("yes", "-")


def test_what_a_notation_holds_in_part_is_not_promised_whole() -> None:
    (analysis,) = [line for line in kotra("formats").stdout.splitlines() if line.startswith("analysis")]
    assert analysis.count("in part") == 1
    assert "In part: analysis, extras." in kotra("formats", "sgf").stdout
    assert json.loads(kotra("formats", "sgf", "--json").stdout)["holds_in_part"] == ["analysis", "extras"]


@pytest.mark.parametrize("name", FORMATS)
def test_formats_name_lists_what_the_reader_accepts(name: str) -> None:
    result = kotra("formats", name)
    assert result.exit_code == 0
    assert result.stdout.startswith(f"{name}: {FORMATS[name].title}\n")
    assert "Recognised because " in result.stdout
    assert "The reader accepts:" in result.stdout


def test_a_notation_that_is_not_known() -> None:
    result = kotra("formats", "mta")
    assert result.exit_code == 2
    assert "Did you mean mat?" in result.stderr


def test_why_a_file_is_taken_for_a_notation(tmp_path: Path) -> None:
    path = tmp_path / "x.sgf"
    path.write_text(SOUND, encoding="utf-8")
    result = kotra("formats", "--why", path)
    assert "mat, dialect jellyfish, utf-8: a line near the begi" in result.stdout
    told = json.loads(kotra("formats", "--why", path, "--json").stdout)
    assert (told["format"], told["encoding"]) == ("mat", "utf-8")


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"MATLAB 5.0 MAT-file, Platform: x", "a MATLAB data file"),
        (b"PK\x03\x04xxxx", "a ZIP archive"),
        (b'[Event "x"]\n[Site "y"]\n\n1. e4 e5\n', "a chess record"),
        (b"%PDF-1.4", "a PDF document"),
        (b'{"format":"BGF","version":"1.0"}\n\x1f\x8b', "a record in BGBlitz's own binary format"),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "x.mat"
    path.write_bytes(data)
    for words in (("check",), ("formats", "--why")):
        result = kotra(*words, path)
        assert result.exit_code == 2
        assert f"This is {said}" in result.stderr
