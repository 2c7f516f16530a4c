"""The samples show what their README says, and the README of the project shows what the program prints."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.findings import Finding
from referees.samples import EACH
from tests.records import ROOT, SAMPLES

FAULTY = {
    "cube.mat": ["C304"],
    "forn.kotra": ["P233", "S417"],
    "late.kotra": ["P204"],
    "oversight.kotra": ["P204"],
    "reading.mat": ["N103", "N103"],
    "rules.kotra": ["D502"],
    "score.mat": ["S401"],
    "slip.mat": ["P201"],
    "stood.kotra": ["P201"],
    "turns.mat": ["P214"],
}


def faults(path: Path) -> list[Finding]:
    reading = kn.read(path)
    found = [*reading.findings, *(one for match in reading.matches for one in kn.replay(match).findings)]
    return [one for one in found if one.severity != "note"]


def sentences(path: Path) -> list[str]:
    return [f"{one.code} in line {one.span and one.span.line}: {one.message}" for one in faults(path)]


@pytest.mark.parametrize("path", sorted((SAMPLES / "sound").iterdir()), ids=lambda path: path.name)
def test_a_sound_sample_is_sound(path: Path) -> None:
    assert sentences(path) == []


@pytest.mark.parametrize("path", sorted((SAMPLES / "notations").iterdir()), ids=lambda path: path.name)
def test_a_sample_of_another_notation_is_sound(path: Path) -> None:
    assert sentences(path) == []


@pytest.mark.parametrize("path", sorted((SAMPLES / "faulty").iterdir()), ids=lambda path: path.name)
def test_a_faulty_sample_shows_its_fault(path: Path) -> None:
    assert [one.code for one in faults(path)] == FAULTY[path.name]


def test_every_sample_is_in_the_readme() -> None:
    text = (SAMPLES / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:sound|faulty|notations)/[^`]+)`", text))
    assert named == {f"{path.parent.name}/{path.name}" for path in EACH}


def test_the_python_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.S)
    names: dict[str, object] = {}
    exec(code, names)
    assert str(names["page"]).startswith("<!DOCTYPE html>")
    printed = capsys.readouterr().out
    assert "pips" in printed
    assert "┌" in printed


def test_two_commands_stand_in_one_block() -> None:
    section = (
        (ROOT / "README.md").read_text(encoding="utf-8").split("## Two commands", 1)[1].split("## ", 1)[0]
    )
    blocks = re.findall(r"```sh\n(.*?)```", section, re.S)
    assert [len(block.strip().splitlines()) for block in blocks] == [2]
