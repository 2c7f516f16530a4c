"""The tables of `docs/repair.md` are complete: every kind of slip, every option, every field of the JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kotra_notation.compare import DifferenceKind
from kotra_notation.repair.edits import WHY
from tests.calls import kotra

ROOT = Path(__file__).parent.parent
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


def test_every_kind_of_slip_is_listed() -> None:
    listed = [word for _, kinds in table(section("`kotra fix`"), "typo in") for word in words(kinds)]
    assert sorted(listed) == sorted(WHY)


def test_every_kind_of_difference_is_told() -> None:
    only = next(meaning for option, meaning in table(section("`kotra diff`"), "option") if "--only" in option)
    assert words(only) == [kind.value for kind in DifferenceKind]
