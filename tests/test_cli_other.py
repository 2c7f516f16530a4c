"""Commands, as rows of `tests/facts/commands/` cannot state them: lists, packages, comparisons."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import kotra_notation as kn
from kotra_notation.board.themes import THEMES
from kotra_notation.cli.commands import COMMANDS
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.fast import kernel
from kotra_notation.features.config import schema_of_settings
from kotra_notation.findings import BY_CODE
from kotra_notation.formats import FORMATS
from kotra_notation.installation import VERSION, kernel_is_compiled
from tests.calls import kotra
from tests.records import full_disk

SAMPLES = Path(__file__).parents[1] / "samples"
START = "4HPwATDgc/ABMA"


def test_every_notation_is_listed_and_says_what_its_reader_accepts() -> None:
    assert [row["name"] for row in json.loads(kotra("formats", "--json").stdout)["formats"]] == list(FORMATS)
    for name, format in FORMATS.items():
        said = kotra("formats", name).stdout
        assert said.startswith(f"{name}: {format.title}\n")
        assert said.index("Recognised because ") < said.index("The reader accepts:")


def test_every_rule_of_a_finding_can_be_read() -> None:
    for rule in {kind.rule for kind in BY_CODE.values() if kind.rule}:
        assert kotra("explain", rule).exit_code == 0


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "archive"])
def test_the_help_of_a_command_has_an_example(command: str) -> None:
    assert f"Example: kotra {command}" in " ".join(kotra(command, "--help").stdout.split())


def test_the_version_says_how_the_kernel_runs() -> None:
    assert kernel_is_compiled() == (not kernel.__file__.endswith(".py"))
    way = "compiled" if kernel_is_compiled() else "plain Python"
    assert kotra("--version").stdout == f"kotra {VERSION} ({way})\n"


def test_the_help_of_a_board_names_every_theme() -> None:
    assert {name for name in THEMES if name in kotra("board", "--help").stdout} == set(THEMES)


def test_labels_may_be_left_out_and_a_theme_reaches_the_pixels() -> None:
    """The programs that make pixels know no custom properties: they are given plain colours."""

    def picture(form: str, *words: str) -> bytes:
        return kotra("board", START, "--output-format", form, *words).stdout_bytes

    assert picture("svg").count(b"<text") == picture("svg", "--labels", "none").count(b"<text") + 24
    plain, wood = picture("png"), picture("png", "--theme", "wood")
    assert plain == picture("png") != wood


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = kotra("board", START, "-o", tmp_path / "a.png")
    assert result.exit_code == 2
    assert 'pip install "kotra-notation[png]"' in result.stderr
    assert not (tmp_path / "a.png").exists()


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.replace", full_disk)
    assert kotra("board", START, "-o", tmp_path / "board.svg").exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_schema_takes_what_may_be_set_and_nothing_else() -> None:
    schema = schema_of_settings()
    jsonschema.validate({"folders": {"2024/*": {"rules": "modern", "ignore": ["P2"]}}}, schema)
    good = {"ignore": ["N1"], "time-limit": 3, "check": {"strict": True}, "report": {"theme": "wood"}}
    jsonschema.validate(good, schema)
    for bad in (
        {"ignore": "N1"},
        {"watch": {"run": "x"}},
        {"check": {"theme": "wood"}},
        {"folders": {"x": {"theme": "wood"}}},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)


@pytest.mark.middle
@pytest.mark.parametrize("words", [("best", START, "31"), ("analyse", "m.mat", "-o", "out.kotra")])
def test_without_numpy_it_says_what_to_install(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise ImportError('none here')\n", encoding="utf-8")
    (tmp_path / "m.mat").write_bytes((SAMPLES / "sound" / "reykjavik.mat").read_bytes())
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(SAMPLES.parent)])}
    command = [sys.executable, "-m", "kotra_notation", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert 'The engine needs the package numpy: pip install "kotra-notation[engine]"' in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.middle
def test_the_engine_has_an_answer_for_every_legal_play_best_first() -> None:
    pytest.importorskip("numpy")
    for words in (
        (START, "31"),
        ("forn", "31", "--rules", "forn-1977"),
        ("W: r1 t3 u3 v3 w3 x2; B: m15", "61", "--rules", "forn-de"),
    ):
        answer, legal = (json.loads(kotra(verb, *words, "--json").stdout) for verb in ("best", "legal"))
        plays = [*legal["plays"], *legal.get("half", ())]
        assert sorted((row["play"], row["position"]) for row in answer["plays"]) == sorted(
            (row["play"], row["position"]) for row in plays
        )
        value = "points" if "rules" in answer else "equity"
        best, *others = answer["plays"]
        assert set(best["chances"]) <= {*OUTCOMES, "win", "win_gammon", "win_backgammon", "lose_gammon"} | {
            "lose_backgammon"
        }
        losses = [row["loss"] for row in others]
        assert losses == sorted(losses)
        assert losses == pytest.approx([best[value] - row[value] for row in others], abs=2e-5)


@pytest.mark.middle
def test_each_position_of_a_file_of_them_is_answered() -> None:
    pytest.importorskip("numpy")
    path = SAMPLES / "notations" / "stodur.txt"
    answers = [json.loads(line) for line in kotra("best", "--batch", path).stdout.splitlines()]
    assert [answer["position"] for answer in answers] == [
        position.xgid() for position in kn.read(path).positions
    ]
    assert all("plays" in answer or "cube" in answer for answer in answers)


@pytest.mark.middle
def test_a_certain_win_of_the_old_game_is_worth_its_points() -> None:
    pytest.importorskip("numpy")
    found = kn.evaluate("W: x1 off14; B: m15", rules="forn-1977,points.uttekt=5")
    assert found.rules == "forn-1977,points.uttekt=5"
    assert found.shares["uttekt"] == pytest.approx(1, abs=0.05)
    assert found.equity == found.cubeless == pytest.approx(5, abs=0.25)


def test_a_conversion_in_python_has_an_encoding_and_refuses_an_unknown_one(tmp_path: Path) -> None:
    source = tmp_path / "x.kotra"
    source.write_text("kotra 1\nlength: 1\nwhite: Þórður\ngame 1 0-0\nW 31: 8/5 6/5\n", encoding="utf-8")
    content = kn.convert(source, "mat", encoding="cp1252").content
    assert isinstance(content, bytes)
    assert content.count(b"\xde") == 1
    with pytest.raises(ValueError, match="latin-17"):
        kn.convert(source, "mat", encoding="latin-17")
