"""Standard streams that are closed, broken or of another encoding: no traceback, and a status."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.records import rows

pytestmark = pytest.mark.middle


SOUND = """ 1 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
      Wins 1 point and the match
"""
START = "4HPwATDgc/ABMA"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "sound.mat").write_text(SOUND, encoding="utf-8")
    (tmp_path / "slip.mat").write_text(SOUND.replace("6/5", "6/4"), encoding="utf-8")
    return tmp_path


def shell(folder: Path, command: str, **more: str) -> tuple[int, str, str]:
    """What a command line of `kotra` ends with and prints."""
    line = command.replace("kotra", f'"{sys.executable}" -m kotra_notation', 1)
    done = subprocess.run(
        ["bash", "-c", line], cwd=folder, capture_output=True, timeout=60, env={**os.environ, **more}
    )
    told = done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
    assert "Traceback" not in "".join(told)
    return done.returncode, *told


@rows
def test_a_closed_stream_takes_what_is_printed(folder: Path, command: str, status: int) -> None:
    assert shell(folder, command)[0] == status


def test_with_standard_error_closed_the_findings_are_printed(folder: Path) -> None:
    status, out, _ = shell(folder, "kotra check slip.mat 2>&-")
    assert status == 1
    assert "P201" in out


@pytest.mark.parametrize("command", ["check -", "fix -"])
def test_a_closed_standard_input_is_said(folder: Path, command: str) -> None:
    status, _, err = shell(folder, f"kotra {command} <&-")
    assert status == 2
    assert "-: standard input is closed." in err


@pytest.mark.parametrize("command", ["convert sound.mat - --to sgf", "report sound.mat -o -"])
def test_a_document_that_cannot_be_put_out_is_said(folder: Path, command: str) -> None:
    status, _, err = shell(folder, f"kotra {command} >&-")
    assert status == 2
    assert err == "kotra: what was to be printed could not be written: Bad file descriptor.\n"


def test_where_nobody_reads_any_more_nothing_is_said_to_be_an_error_of_the_record(folder: Path) -> None:
    many = "sound.mat " * 300
    status, out, err = shell(
        folder, f"kotra check {many} --output-format json | true; exit ${{PIPESTATUS[0]}}"
    )
    assert (status, out, err) == (2, "", "")


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_board_is_drawn_with_the_signs_that_there_are(folder: Path, encoding: str) -> None:
    line = f'"{sys.executable}" -m kotra_notation board {START}'
    done = subprocess.run(
        ["bash", "-c", line],
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    drawn = done.stdout.decode(encoding)
    assert "\\u" not in drawn
    assert drawn.isascii() or encoding == "cp437"
    assert "+---" in drawn or "┌" in drawn


def test_a_document_has_the_same_bytes_in_every_encoding(folder: Path) -> None:
    text = SOUND.replace("Anna", "Łucja").replace("Bjarni", "Þórdís")
    (folder / "sound.mat").write_text(text, encoding="utf-8")
    plain = shell(folder, "kotra convert sound.mat - --to kotra")
    assert plain[0] == 0
    assert "Łucja" in plain[1]
    assert shell(folder, "kotra convert sound.mat - --to kotra", PYTHONIOENCODING="latin-1") == plain


@pytest.mark.skipif(not os.path.exists("/proc/self/mem"), reason="a file of Linux")
def test_a_file_that_would_have_to_be_waited_for_is_not(folder: Path) -> None:
    fifo = folder / "pipe.mat"
    os.mkfifo(fifo)
    status, _, err = shell(folder, "kotra check pipe.mat sound.mat")
    assert status == 2
    assert "pipe.mat: it is not a regular file" in err


def test_what_is_open_but_gives_nothing_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kotra_notation.jobs import files, sources

    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    monkeypatch.setattr(os, "open", lambda path, flags: reading)
    (found,) = sources.open_paths([str(folder / "sound.mat")], 1000)
    os.close(writing)
    assert isinstance(found, files.Trouble)
    assert "no data to read" in found.why


def test_a_fault_outside_of_every_file_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from kotra_notation import cli

    def broken() -> None:
        raise KeyError("no-double-pass")

    monkeypatch.setattr(cli, "_run", broken)
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert err.startswith("kotra: Internal error")
    assert "(KeyError in cli/" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(("words", "status"), [("--version", 0), ("explain nothing-such", 2)])
def test_a_program_that_has_loaded_arrow_is_not_torn_down(words: str, status: int) -> None:
    code = (
        "import atexit, sys, types\n"
        "atexit.register(print, 'torn down')\n"
        f"sys.modules['pyarrow'], sys.argv = types.ModuleType('pyarrow'), ['kotra', *'{words}'.split()]\n"
        "from kotra_notation.cli import program\n"
        "program()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == status
    assert "torn down" not in done.stdout
    assert done.stdout or done.stderr
