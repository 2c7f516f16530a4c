"""`--from NAME` on bytes that are not NAME is an error, and a file without a game is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.findings import Severity
from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.format import Source

SAMPLES = sorted((Path(__file__).parent.parent / "samples" / "notations").iterdir())
OTHERS = {
    "nothing": b"",
    "blank lines": b"\n \n",
    "prose": b"Dear Anna,\nthis is a letter about nothing.\nYours, B.\n",
    "a page": b"<!DOCTYPE html><html><body>x</body></html>",
    "numbers": b"1 2 3\n4 5 6\n",
    "a table": b"a;b;c\n1;2;3\n",
    "brackets": b"()[]{};;;",
    "every byte": bytes(range(256)),
    "a document": b'{"a": [1, 2]}',
}
# What a notation begins with, and no game behind it.
WITHOUT_A_GAME = {
    "mat": b'; [Site "x"]\n 7 point match\n',
    "kotra": b"kotra 1\nplayers: Anna, Bjarni\n",
    "json": b'{"kotra": 1, "matches": []}',
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("other", OTHERS)
def test_what_is_not_of_a_notation_is_an_error_in_it(name: str, other: str) -> None:
    reading = read_source(Source(OTHERS[other]), name)
    grave = [one.code for one in reading.findings if one.severity is Severity.ERROR]
    assert grave
    assert len(grave) == len(set(grave)) or "N132" not in grave
    assert not [one for one in reading.findings if one.code == "N106"] or "N132" not in grave


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_record_of_another_notation_is_an_error(path: Path) -> None:
    source = Source(path.read_bytes())
    own = read_source(source).format
    silent = [
        name
        for name in FORMATS
        if name != own
        and not any(one.severity is Severity.ERROR for one in read_source(source, name).findings)
    ]
    assert silent == []


@pytest.mark.parametrize("name", WITHOUT_A_GAME)
def test_a_file_without_a_game_is_said(name: str) -> None:
    source = Source(WITHOUT_A_GAME[name])
    assert FORMATS[name].looks_like(source)
    found = read_source(source, name).findings
    assert "N106" in [one.code for one in found]
    assert "N132" not in [one.code for one in found]


def test_the_command_names_the_notation_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(OTHERS["prose"])
    result = CliRunner().invoke(app, ["check", str(path), "--from", "sgf"])
    assert result.exit_code == 1
    assert "error N132 format-mismatch  Nothing in this file can be read as SGF" in result.stdout
    assert "kotra formats --why FILE" in result.stdout
