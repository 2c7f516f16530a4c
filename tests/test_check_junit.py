"""`kotra check --output-format junit`: a test case for each file, valid XML whatever is in it."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from tests.calls import SLIP, SOUND, WARNED, kotra


def suite(*words: str | Path, status: int) -> Element:
    done = kotra("check", *words, "--output-format", "junit")
    assert done.exit_code == status, done.output
    return fromstring(done.stdout_bytes)


def cases(root: Element) -> dict[str, list[str]]:
    return {Path(case.attrib["name"]).name: [part.tag for part in case] for case in root}


def counts(root: Element) -> tuple[str, str, str]:
    return root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("a.mat", SOUND), ("b.mat", SLIP), ("c.mat", WARNED)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_file_is_a_test_case_that_warnings_fail_only_if_strict(folder: Path) -> None:
    root = suite(folder, status=1)
    assert cases(root) == {"a.mat": [], "b.mat": ["failure"], "c.mat": ["system-out"]}
    assert counts(root) == ("3", "1", "0")
    [failure] = root.iter("failure")
    assert failure.attrib["type"] == "P201"
    assert f"{folder}/b.mat:5:6: error P201 die-not-thrown  {failure.attrib['message']}" == failure.text
    assert cases(suite(folder, "--strict", status=1))["c.mat"] == ["failure"]
    assert cases(suite(folder, "--errors-only", status=1)) == {"b.mat": ["failure"]}


def test_what_cannot_be_read_is_an_error_or_a_failure(folder: Path) -> None:
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0" * 100)
    root = suite(folder / "a.mat", folder / "none.mat", folder / "photo.jpg", status=2)
    assert cases(root) == {"a.mat": [], "photo.jpg": ["failure"], "none.mat": ["error"]}
    assert counts(root) == ("3", "1", "1")
    assert counts(suite(folder / "none.mat", status=2)) == ("1", "0", "1")


def test_findings_across_files_are_with_their_files(folder: Path) -> None:
    (folder / "d.mat").write_bytes((folder / "a.mat").read_bytes())
    results = folder.parent / "results.csv"
    results.write_text("player_1;player_2;score\nAnna;Bjarni;0-1\nAnna;Bjarni;7-5\n")
    root = suite(folder / "a.mat", folder / "d.mat", "--results", results, status=1)
    assert cases(root) == {"a.mat": ["failure"], "d.mat": ["system-out"], "results.csv": ["system-out"]}


@pytest.mark.parametrize("name", ["<\"&'>", "a\x01b\x1b[31m", "\u202eevil", "]]>", "😀"])
def test_hostile_names_are_valid_xml(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"{name}.mat"
    path.write_text(SLIP.replace("Anna", name), encoding="utf-8")
    root = suite(path, status=1)
    assert len(root) == 1
    assert "\x1b" not in root[0].attrib["name"]
