"""Which files of a folder a search looks at, and that nothing to check is no success."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.folder_search import excluding
from kotra_notation.jobs.files import files_in
from tests.calls import kotra
from tests.records import SAMPLES, rows

SOUND = (SAMPLES / "sound" / "reykjavik.mat").read_text(encoding="utf-8")
SLIP = (SAMPLES / "faulty" / "slip.mat").read_text(encoding="utf-8")


def laid_out(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def found(folder: Path) -> list[str]:
    return [Path(path).relative_to(folder).as_posix() for path in files_in(str(folder), [])]


@rows
def test_a_search_skips_what_nobody_wrote(
    tmp_path: Path, files: dict[str, str], wanted: tuple[str, ...]
) -> None:
    assert found(laid_out(tmp_path, files)) == list(wanted)


def test_a_gitignore_above_counts_in_its_work_tree(tmp_path: Path) -> None:
    laid_out(tmp_path, {".gitignore": "day/a.mat\nb.mat", "day/a.mat": "", "day/b.mat": "", "day/c.mat": ""})
    assert found(tmp_path / "day") == ["a.mat", "b.mat", "c.mat"]
    (tmp_path / ".git").mkdir()
    assert found(tmp_path / "day") == ["c.mat"]


@rows
def test_patterns_are_excluded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, patterns: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    folder = laid_out(tmp_path / "d[a]y", {"a.mat": "", "b/c.mat": "", "b/old/d.mat": "", "e.txt": ""})
    monkeypatch.chdir(folder)
    with excluding(patterns):
        assert found(folder) == list(wanted)


def test_check_excludes_what_is_named_and_what_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out(tmp_path, {"a.mat": SOUND, "old/b.mat": SLIP, "tools/c.mat": SLIP, "day/x": ""})
    monkeypatch.chdir(tmp_path)
    assert (
        kotra("check", ".", "--exclude", "old", "--exclude", "tools/*.mat", "--exclude", "day").exit_code == 0
    )
    assert kotra("check", ".", "--exclude", "old").exit_code == 1
    (tmp_path / "kotra.toml").write_text('exclude = ["old", "tools/*.mat"]\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path / "day")  # a pattern counts from the folder of the settings
    assert kotra("check", "..").exit_code == 0
    for command in ("stats", "same"):
        assert "b.mat" not in kotra(command, "..", "--json").output


@pytest.mark.parametrize("command", ["check", "fix", "diff"])
def test_what_kotra_prints_is_no_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    laid_out(tmp_path, {"a.mat": SLIP, "b.mat": SOUND})
    monkeypatch.chdir(tmp_path)
    printed = kotra(command, "a.mat", *(["b.mat"] if command == "diff" else ()))
    (tmp_path / "day.out").write_text(printed.stdout, encoding="utf-8")
    summary = json.loads(kotra("check", ".", "--json").stdout)["summary"]
    assert (summary["files"], summary["passed_over"]) == (2, 1)


EMPTY = {"empty": {}, "unknown": {"a.txt": "a diary", "b.jpg": "\x89PNG"}}


@pytest.mark.parametrize("kind", EMPTY)
@rows
def test_nothing_to_check_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "day").mkdir()
    laid_out(tmp_path / "day", EMPTY[kind])
    result = kotra(*command.split(), "day", *(["out"] if command.startswith("convert") else ()))
    assert result.exit_code == 2
    assert "nothing to check" in result.stderr or "there is no match to ask about" in result.stderr


def test_nothing_is_not_sound(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a diary", encoding="utf-8")
    sources: list[list[str]] = [[], [str(tmp_path)], [str(tmp_path / "nobody")]]
    for source in sources:
        done = kn.check(source)
        assert not done.sound
        assert len(done.troubles) == 1
        assert done.as_json()["summary"]["unchecked"] == 1


def piped(folder: Path, text: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kotra_notation", *words]
    return subprocess.run(
        command, capture_output=True, timeout=120, cwd=folder, input=text, text=True, encoding="utf-8"
    )


@pytest.mark.middle
@pytest.mark.parametrize("words", ["", "check", "stats", "fix", "show", "same", "analyse", "convert x.sgf"])
def test_a_pipe_is_read_where_nothing_is_named(tmp_path: Path, words: str) -> None:
    (tmp_path / "other.mat").write_text(SLIP.replace("Steinunn", "Ragnar"), encoding="utf-8")
    done = piped(tmp_path, SLIP, *words.split())
    assert done.returncode in (0, 1), done.stderr
    everything = done.stdout + "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.sgf"))
    assert "Steinunn" in everything or words == "same"
    assert "Ragnar" not in everything


@pytest.mark.middle
def test_an_empty_pipe_is_nothing_and_no_source_is_the_target_of_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "sound.mat").write_text(SOUND, encoding="utf-8")
    assert piped(tmp_path, "", "check").returncode == 2
    path = tmp_path / "a.mat"
    path.write_text(SLIP, encoding="utf-8")
    assert piped(tmp_path, SOUND, "convert", "a.mat").returncode == 2
    assert path.read_text(encoding="utf-8") == SLIP
