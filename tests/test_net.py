"""A fault of ours, put into one file of several: one sentence names the file, and the others go on."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from kotra_notation.alarm import for_size
from kotra_notation.formats import FORMATS
from kotra_notation.jobs import guarding
from kotra_notation.replay import replay
from kotra_notation.words import phrase
from tests.calls import kotra
from tests.records import rows

pytestmark = pytest.mark.middle


RECORD = """ 1 point match

 Game 1
 {name} : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
      Wins 1 point and the match
"""
SENTENCE = "(ZeroDivisionError in "
REPORT = "Please report it"

# What every fault is put before: the name of a player that stands in one file alone.
BROKEN = "Brotinn"

Put = Callable[[str], None]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Three records; the work on the second meets the fault."""
    folder = tmp_path / "day"
    folder.mkdir()
    made = []
    for name, player in (("a.mat", "Anna"), ("b.mat", BROKEN), ("c.mat", "Cecilía")):
        made.append(folder / name)
        made[-1].write_text(RECORD.format(name=player), encoding="utf-8")
    return made


def concerns(value: object) -> bool:
    return BROKEN in repr(value)


@pytest.fixture
def put(monkeypatch: pytest.MonkeyPatch) -> Put:
    """Puts a fault into functions: what is given to them, or comes of it, tells for which record."""

    def broken(path: str) -> None:
        module, _, name = path.rpartition(".")
        home = import_module(module)
        whole: Any = getattr(home, name)

        def failing(*args: Any, **named: Any) -> Any:
            result = whole(*args, **named)
            if concerns(args) or concerns(named) or concerns(result):
                raise ZeroDivisionError("a fault of ours")
            return result

        monkeypatch.setattr(home, name, failing)

    return broken


@pytest.fixture
def shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is proved sound at once; all goes the ordinary way."""
    monkeypatch.setenv("KOTRA_DOOR", "shut")


@pytest.fixture
def bad_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    mat = FORMATS["mat"]

    def failing(source: Any) -> Any:
        if BROKEN.encode() in source.data:
            raise ZeroDivisionError("a fault of ours")
        return mat.read(source)

    monkeypatch.setitem(FORMATS, "mat", replace(mat, read=failing))


def said(result: Result) -> str:
    """What is said of the fault, which is one line and no traceback."""
    assert "Traceback" not in result.output
    assert result.exit_code == 2, result.output
    lines = [line for line in result.stderr.splitlines() if SENTENCE in line]
    assert len(lines) == 1, result.output
    assert "b.mat: " in lines[0]
    assert REPORT in lines[0]
    return lines[0]


@pytest.mark.parametrize(
    ("place", "form"),
    [
        *(("features.check.job.replay_edited", form) for form in ("text", "json", "sarif", "github")),
        ("features.check.job.match_row", "json"),
    ],
)
def test_check_goes_on(files: list[Path], put: Put, place: str, form: str, shut: None) -> None:
    put(f"kotra_notation.{place}")
    result = kotra("check", files[0].parent, "--output-format", form)
    said(result)
    if form == "json":
        found = {Path(one["path"]).name: one["findings"] for one in json.loads(result.stdout)["files"]}
        assert set(found) == {"a.mat", "b.mat", "c.mat"}
        assert [(one["code"], one["severity"]) for one in found["b.mat"]] == [("N131", "error")]
        assert found["a.mat"] == found["c.mat"] == []
    elif form == "text":
        assert result.stdout.endswith("\n3 files: 2 clean, 1 not checked.\n")
        assert re.search(r"b\.mat +not checked\n", result.stdout)
    else:
        assert "N131" in result.stdout


def test_check_goes_on_after_a_fault_of_the_door(files: list[Path], put: Put) -> None:
    """What the door cannot say is read as all records are."""
    put("kotra_notation.features.check.job.prove_record")
    result = kotra("check", *files)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.endswith("\n3 files: no problems found.\n")


def test_check_goes_on_after_a_fault_of_a_reader(files: list[Path], bad_reader: None, shut: None) -> None:
    result = kotra("check", *files)
    assert "test_net.py:" in said(result) or "formats/__init__.py:" in said(result)
    assert "3 files: 2 clean, 1 not checked." in result.stdout


def test_check_goes_on_after_a_fault_in_what_was_probably_meant(files: list[Path], put: Put) -> None:
    files[1].write_text(files[1].read_text("utf-8").replace("6/5", "6/4"), encoding="utf-8")
    put("kotra_notation.repair.Hints")
    said(kotra("check", *files))


def test_convert_goes_on_in_a_folder(files: list[Path], put: Put, tmp_path: Path) -> None:
    put("kotra_notation.jobs.notations.write_matches")
    result = kotra("convert", files[0].parent, tmp_path / "out", "--to", "sgf")
    said(result)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.sgf", "c.sgf"]
    assert "2 files written" in result.stderr


def test_join_names_the_file(files: list[Path], bad_reader: None, tmp_path: Path) -> None:
    said(kotra("convert", files[0].parent, tmp_path / "all.kotra", "--join"))
    assert not (tmp_path / "all.kotra").exists()


@rows
def test_a_fault_is_said_and_nothing_written(
    files: list[Path], put: Put, tmp_path: Path, place: str, call: str
) -> None:
    if call.startswith("fix"):
        files[1].write_text(files[1].read_text("utf-8").replace("6/5", "6/4"), encoding="utf-8")
    put(f"kotra_notation.{place}")
    records = {"a": files[0], "b": files[1]}
    said(kotra(*(records.get(word, tmp_path / word if "new." in word else word) for word in call.split())))
    assert sorted(tmp_path.rglob("*.*")) == files


@rows
def test_an_index_goes_on(files: list[Path], put: Put, tmp_path: Path, place: str) -> None:
    put(f"kotra_notation.{place}")
    said(kotra("report", files[0].parent, "-o", tmp_path / "site", "--index"))
    assert {"a.html", "c.html", "index.html"} <= {path.name for path in (tmp_path / "site").iterdir()}
    assert not (tmp_path / "site" / "b.html").exists()
    assert "a.html" in (tmp_path / "site" / "index.html").read_text("utf-8")


def test_same_goes_on(files: list[Path], put: Put) -> None:
    put("kotra_notation.features.same.job.sketch")
    result = kotra("same", *files)
    said(result)
    assert "2 files" in result.stdout


@rows
def test_stats_goes_on(files: list[Path], put: Put, place: str) -> None:
    put(f"kotra_notation.{place}")
    result = kotra("stats", *files)
    said(result)
    assert result.stdout.count("Not analysed yet") == 2


def test_what_a_file_is_says_it(files: list[Path], bad_reader: None) -> None:
    said(kotra("formats", "--why", files[1]))


def test_watch_goes_on(files: list[Path], put: Put, shut: None) -> None:
    put("kotra_notation.features.check.job.replay_edited")
    result = kotra("watch", files[0].parent, "--once", "--every", "0.01")
    said(result)
    assert "2 files checked, 1 could not be checked" in result.stdout


def test_wrong_values_are_faults_and_larger_files_may_take_longer() -> None:
    assert guarding.is_fault(ValueError("invalid literal for int()"))
    assert guarding.is_fault(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "no"))
    assert not guarding.is_fault(ValueError(phrase("There is no match in this file.")))
    assert not guarding.is_fault(BrokenPipeError())
    assert for_size(60, 0) == 60
    assert for_size(60, 2_000_000) == 180


COMMANDS: dict[str, list[str]] = {
    "check": ["check", "b"],
    "convert": ["convert", "b", "-", "--to", "sgf"],
    "report": ["report", "b", "-o", "-"],
    "same": ["same", "b"],
    "fix": ["fix", "b"],
    "diff": ["diff", "b", "a"],
    "merge": ["merge", "b", "a", "-o", "-"],
    "anonymize": ["anonymize", "b", "-", "--to", "mat"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_takes_too_long_is_given_up(
    files: list[Path], monkeypatch: pytest.MonkeyPatch, command: str, shut: None
) -> None:
    mat = FORMATS["mat"]

    def slow(source: Any) -> Any:
        while BROKEN.encode() in source.data:
            time.sleep(0.01)
        return mat.read(source)

    monkeypatch.setitem(FORMATS, "mat", replace(mat, read=slow))
    words = [str(files["abc".index(word)]) if word in ("a", "b") else word for word in COMMANDS[command]]
    result = kotra(*words, "--time-limit", "0.1")
    assert result.exit_code == 2
    assert "b.mat" in result.stderr
    assert "longer than 0.1 seconds" in result.stderr


def test_the_time_limit_is_a_finding(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(match: Any, rules: Any, kept: Any) -> Any:
        while concerns(match):
            time.sleep(0.01)
        return replay(match, rules)

    monkeypatch.setenv("KOTRA_DOOR", "shut")
    kotra("check", *files)  # so that everything is loaded
    monkeypatch.setattr("kotra_notation.features.check.job.replay_edited", slow)
    result = kotra("check", *files, "--json", "--time-limit", "1")
    assert result.exit_code == 2
    found = [one["code"] for file in json.loads(result.stdout)["files"] for one in file["findings"]]
    assert found == ["N130"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("seconds", ["0", "nan"])
def test_a_time_limit_is_a_number_of_seconds(files: list[Path], command: str, seconds: str) -> None:
    words = [str(files["abc".index(word)]) if word in ("a", "b") else word for word in COMMANDS[command]]
    result = kotra(*words, "--time-limit", seconds)
    assert result.exit_code == 2
    assert "--time-limit must be a number of seconds" in result.stderr


def test_where_there_is_no_alarm_clock_a_limit_that_was_asked_for_is_said_not_to_be_kept(
    files: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kotra_notation.cli.files.can_ring", lambda: False)
    result = kotra("check", *files, "--time-limit", "5")
    assert result.exit_code == 0
    assert "--time-limit cannot be enforced" in result.stderr
    assert kotra("check", *files).stderr == ""


def test_the_limit_holds_in_every_process_of_a_conversion(files: list[Path], tmp_path: Path) -> None:
    words = ("convert", files[0].parent, tmp_path / "out", "--to", "sgf", "--jobs", "2")
    result = kotra(*words, "--time-limit", "0.000001")
    assert result.exit_code == 2
    assert result.stderr.count("longer than 1e-06 seconds") == 3
    assert not (tmp_path / "out").exists()


def test_the_whole_of_a_fault_is_shown_to_those_who_ask(
    files: list[Path], bad_reader: None, monkeypatch: pytest.MonkeyPatch, shut: None
) -> None:
    monkeypatch.setenv("KOTRA_TRACEBACK", "1")
    result = kotra("check", files[1])
    assert "Traceback" in result.stderr
    assert "ZeroDivisionError: a fault of ours" in result.stderr
