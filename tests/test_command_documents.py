"""Tables and walks of the documentation are complete; the tournament's example is printed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.compare.difference import DifferenceKind
from kotra_notation.features.watch import files
from kotra_notation.features.watch.files import PLACEHOLDERS
from kotra_notation.findings import recording
from kotra_notation.repair.edits import reasons
from tests.calls import kotra
from tests.records import ROOT

DOCUMENT = ROOT / "docs" / "repair.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
FAULTY = ROOT / "samples" / "faulty"
COMMANDS = ("fix", "diff", "merge", "same")
SHARED = {"--help", "--help-all", "--language"}


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def table(text: str, head: str) -> list[list[str]]:
    """The cells of a table by the head of its first column."""
    rows = text.split(f"| {head} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def fields(text: str) -> Iterator[str]:
    """The fields of a table; one that begins with a dot stands beside the one named before it."""
    for cell, *_ in table(text, "field"):
        beside = ""
        for word in words(cell):
            if word.startswith("."):
                yield f"{beside}{word}"
            else:
                beside = word.rpartition(".")[0]
                yield word


def paths(value: object, at: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield f"{at}{key}"
            yield from paths(one, f"{at}{key}.")
    elif isinstance(value, list):
        for one in value:
            yield from paths(one, at)


def printed(command: str, folder: Path) -> object:
    """A document in which there is every field."""
    slip, lost = FAULTY / "slip.mat", folder / "lost.mat"
    text = (FAULTY / "turns.mat").read_text(encoding="utf-8")
    lost.write_text(text.replace("Vetrarmót", "Sumarmót"), encoding="utf-8")
    given: dict[str, list[str | Path]] = {
        "fix": [slip],
        "diff": [slip, lost],
        "merge": [slip, lost, "-o", folder / "new.mat"],
        "same": [slip, lost],
    }
    return json.loads(kotra(command, *given[command], "--json").stdout)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_field_of_the_json_is_told(command: str, tmp_path: Path) -> None:
    told = list(fields(section(f"`kotra {command}`")))
    assert sorted(told) == sorted(set(paths(printed(command, tmp_path))))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_told(command: str) -> None:
    known = set(re.findall(r"^  (--?[a-z-]+)", kotra(command, "--help-all").stdout, re.M)) - SHARED - {"-h"}
    told = [
        word.split()[0] for cell, *_ in table(section(f"`kotra {command}`"), "option") for word in words(cell)
    ]
    assert sorted(told) == sorted(known)


def test_every_kind_of_slip_and_of_difference_is_told() -> None:
    listed = [word for _, kinds in table(section("`kotra fix`"), "typo in") for word in words(kinds)]
    assert sorted(listed) == sorted(reasons()["why"])
    only = next(meaning for option, meaning in table(section("`kotra diff`"), "option") if "--only" in option)
    assert words(only) == [kind.value for kind in DifferenceKind]


ARCHIVES = (ROOT / "docs" / "archive.md").read_text(encoding="utf-8")
SECTION = ARCHIVES.split("\n## Watching a folder\n", 1)[1].split("\n## ", 1)[0]


@pytest.mark.middle
def test_every_option_placeholder_and_field_of_watch_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = set(re.findall(r"^  (--?[a-z-]+)", kotra("watch", "--help-all").stdout, re.M))
    told = [word.split()[0] for cell, _ in table(SECTION, "option") for word in words(cell)]
    assert sorted(told) == sorted(known - {"--language", "--help-all", "-h"})
    told = [word.strip("{}") for cell, _ in table(SECTION, "placeholder") for word in words(cell)]
    assert told == list(PLACEHOLDERS)
    monkeypatch.setattr(files, "pause", lambda seconds: None)
    done = kotra("watch", FAULTY, "--once", "--to-folder", tmp_path, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [key for line in lines for key in line if f"`{key}`" not in SECTION] == []


TOURNAMENT = ROOT / "docs" / "tournament.md"
TABLE = re.compile(r"<!-- results.csv -->\n```csv\n(.*?)^```$", re.M | re.S)
SHOWN = re.compile(r"(<!-- day: (.+?) -->\n```text\n)(.*?)^```$", re.M | re.S)


def test_the_example_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text = TOURNAMENT.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("results.csv").write_text(TABLE.findall(text)[0], encoding="utf-8")
    Path("day").mkdir()
    [(_, names, block)] = SHOWN.findall(text)
    for name in names.split():
        [sample] = (ROOT / "samples").rglob(name)
        shutil.copy(sample, "day")
    printed = kotra("check", "day", "--results", "results.csv").stdout
    if request.config.getoption("--update-golden"):
        TOURNAMENT.write_text(SHOWN.sub(lambda found: f"{found[1]}{printed}```", text), encoding="utf-8")
        return
    assert block == printed


def test_every_finding_across_files_is_told() -> None:
    codes = {kind.code for kind in recording.ACROSS_KINDS}
    assert codes == set(re.findall(r"pages/(\w\d{3})-", TOURNAMENT.read_text(encoding="utf-8")))


ROW = re.compile(r"^\| (.+?) \| ([\d,]+) \| (\d+) \| (\d+) \| ([\d,]+) \|$", re.M)


@pytest.mark.middle
def test_the_walks_are_those_of_the_document() -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tools.walks"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    stays = {title: int(stays.replace(",", "")) for title, *_, stays in ROW.findall(printed)}
    shown = [title for title, *_ in ROW.findall((ROOT / "docs" / "architecture.md").read_text("utf-8"))]
    assert list(stays) == shown
    assert stays["a cube action judged"] <= 8
    assert stays["… a row with a cube action"] <= 12
    assert stays["a turn to its place in the page"] <= 20
