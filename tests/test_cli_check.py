"""`kotra check`, as rows of `tests/facts/commands/` cannot state it: processes, odd bytes, crowds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from email.message import Message
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.installation import documentation
from referees.samples import EACH
from tests.calls import SLIP, SOUND, kotra, outside
from tests.records import write_files


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    return write_files(tmp_path, {"slip.mat": SLIP}) / "slip.mat"


def test_a_finding_leads_to_its_page_if_there_is_a_site(slip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shown() -> tuple[str | None, list[str]]:
        log = json.loads(kotra("check", slip, "--output-format", "sarif").stdout)
        page = kn.report(kn.replay(kn.read(slip).matches[0]))
        (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
        return rule.get("helpUri"), re.findall(r'<a href="(http[^"]*)">P201</a>', page)

    assert shown() == (None, [])
    named = Message()
    named["Project-URL"] = "Documentation, https://kotra.example/docs/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: named)
    monkeypatch.setattr("kotra_notation.installation.documentation", documentation.__wrapped__)
    address = "https://kotra.example/docs/findings/P201.html"
    assert shown() == (address, [address])


def test_what_is_broken_off_is_not_written(slip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kotra_notation.features.check.output.TextPrinter.end", broken)
    kotra("check", slip, "-o", slip.with_name("output.txt"))
    assert not slip.with_name("output.txt").exists()


def test_of_very_many_files_the_table_is_shown_only_where_it_is_asked_for(tmp_path: Path) -> None:
    write_files(tmp_path, {f"{number:03}.mat": SOUND if number else SLIP for number in range(101)})
    many, brief = kotra("check", tmp_path), kotra("check", tmp_path, "--summary")
    assert ("players" in many.stdout, "P201" in many.stdout) == (False, True)
    assert (brief.exit_code, "P201" in brief.stdout, brief.stdout.count("clean")) == (1, False, 100)


@pytest.mark.parametrize(
    "text",
    [
        SOUND.replace("Anna", "An\0na"),
        SOUND.replace("Anna", "\x1b[31m\u202eAnna"),
        SOUND.replace("31: 8/5 6/5", "31: " + "8/5 " * 20_000),
        "\n" * 50_000 + SOUND + "x" * 300_000,
    ],
    ids=["NUL", "escapes", "long cell", "long lines and many"],
)
def test_hostile_text_is_read_without_harm(text: str, tmp_path: Path) -> None:
    result = kotra("check", write_files(tmp_path, {"hostile.mat": text}) / "hostile.mat")
    assert isinstance(result.exception, SystemExit | None)
    assert result.exit_code in (0, 1)
    assert not set("\x1b\0\u202e") & set(result.stdout)


def test_a_name_of_odd_bytes_is_shown(tmp_path: Path) -> None:
    name = os.fsdecode(b"na\xffme.mat")
    done = outside("check", str(write_files(tmp_path, {name: SLIP}) / name))
    assert done.returncode == 1
    assert "na\N{REPLACEMENT CHARACTER}me.mat:5:6:".encode() in done.stdout


@pytest.mark.parametrize("words", ["check pipe", "convert pipe a.kotra", "report pipe -o a.html"])
def test_a_named_pipe_is_not_waited_for(words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    result = kotra(*words.split())
    assert (result.exit_code, os.listdir()) == (2, ["pipe"])
    assert "it is not a regular file; copy its content into one, or pipe it in as -." in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_under_the_output_is_said(slip: Path) -> None:
    words = [sys.executable, "-m", "kotra_notation", "check", str(slip)]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, timeout=60)
    said = b"kotra: what was to be printed could not be written: No space left on device.\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.middle
def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    games = "".join(f"\n Game {i}\n A : 9     B : 9\n  1) 31: 8/5 6/4\n" for i in range(1, 300))
    (tmp_path / "many.mat").write_text(" 0 point match\n" + games, encoding="utf-8")
    command = f"{sys.executable} -m kotra_notation check {tmp_path / 'many.mat'} | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=60)
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@pytest.mark.parametrize("path", EACH, ids=lambda path: path.name)
def test_what_is_said_of_a_damaged_record_is_said_of_a_match_that_is_there(path: Path) -> None:
    data = path.read_bytes()
    for part in (data[: len(data) // 3], data[len(data) // 3 :], data[: len(data) // 2] + b"\nhm\n" + data):
        reading = read_source(Source(part, path.name))
        assert all((found.match or 0) <= len(reading.matches) for found in reading.findings)
