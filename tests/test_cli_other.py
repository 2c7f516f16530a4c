"""Commands and first words, as rows of `tests/facts/commands/` cannot state them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

import kotra_notation as kn
from kotra_notation.board.themes import THEMES
from kotra_notation.cli.commands import COMMANDS, RARE, bare_path, resolve_words
from kotra_notation.cli.helping import COMPLAINTS, complaint
from kotra_notation.cli.speaking import begin, speak
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.fast import kernel
from kotra_notation.features.check import at_once
from kotra_notation.features.config import schema_of_settings
from kotra_notation.findings import BY_CODE
from kotra_notation.formats import FORMATS
from kotra_notation.installation import VERSION, kernel_is_compiled
from kotra_notation.rules import RULESETS, named
from tests.calls import kotra
from tests.records import SAMPLES, full_disk, rows
from tests.terminals import on_screen, piped

START = "4HPwATDgc/ABMA"


def test_every_notation_and_rule_is_listed_and_can_be_read() -> None:
    assert [row["name"] for row in json.loads(kotra("formats", "--json").stdout)["formats"]] == list(FORMATS)
    for name, format in FORMATS.items():
        said = kotra("formats", name).stdout
        assert said.startswith(f"{name}: {format.title}\n")
        assert said.index("Recognised because ") < said.index("The reader accepts:")
    for rule in {kind.rule for kind in BY_CODE.values() if kind.rule}:
        assert kotra("explain", rule).exit_code == 0
    assert {name for name in THEMES if name in kotra("board", "--help").stdout} == set(THEMES)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "archive"])
def test_the_help_of_a_command_has_an_example(command: str) -> None:
    assert f"Example: kotra {command}" in " ".join(kotra(command, "--help").stdout.split())


def test_the_version_says_how_the_kernel_runs() -> None:
    assert kernel_is_compiled() == (not kernel.__file__.endswith(".py"))
    way = "compiled" if kernel_is_compiled() else "plain Python"
    assert kotra("--version").stdout == f"kotra {VERSION} ({way})\n"


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
def test_each_position_of_a_file_is_answered_and_a_certain_win_worth_its_points() -> None:
    pytest.importorskip("numpy")
    path = SAMPLES / "notations" / "stodur.txt"
    answers = [json.loads(line) for line in kotra("best", "--batch", path).stdout.splitlines()]
    assert [answer["position"] for answer in answers] == [
        position.xgid() for position in kn.read(path).positions
    ]
    assert all("plays" in answer or "cube" in answer for answer in answers)
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


SOUND, FAULTY = SAMPLES / "sound" / "reykjavik.mat", SAMPLES / "faulty" / "slip.mat"


@rows
def test_the_first_word(words: str, meant: str) -> None:
    places = {"sound": SOUND, "faulty": FAULTY}
    assert resolve_words(words.format(**places).split()) == meant.format(**places).split()


def test_a_file_is_checked_without_the_word_and_a_folder_is_the_one_where_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert at_once.answer([str(SOUND)]) == 0
    Path("check").write_bytes(FAULTY.read_bytes())
    status, found, _ = piped("check")
    assert (status, b"P201" in found) == (1, True)


@rows
def test_a_bare_name_before_other_words_is_said_to_be_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    (tmp_path / "club").mkdir()
    monkeypatch.chdir(tmp_path)
    assert bare_path(words.split()) == said


@pytest.mark.parametrize("columns", [40, 80, 140])
@pytest.mark.parametrize("language", ["en", "is"])
def test_the_list_of_commands_is_whole_and_as_wide_as_the_window(columns: int, language: str) -> None:
    _, said = on_screen("--help", width=columns, KOTRA_LANGUAGE=language)
    assert "..." not in said.replace("[ARGS]...", "")
    assert max(map(len, said.splitlines())) <= columns
    listed = re.findall(r"^  ([a-z]+)  ", said, re.M)
    assert [name for name in listed if name in COMMANDS] == [name for name in COMMANDS if name not in RARE]


def test_positions_that_games_begin_with_rules_and_options_have_the_names_of_the_field() -> None:
    assert kn.position("start").points == RULESETS["modern"].facts.start
    assert kn.position("Nackgammon").points == named("nackgammon").ruleset.facts.start
    assert kn.position("forn", 1).points == kn.position("W: a15; B: m15", 1).points
    assert named("backgammon,jacoby=on") == named("modern,texas=on")
    assert named("Hypergammon,beaver=on") == named("modern,variant=hypergammon,beavers=on")


WORDS = {"name": "X", "near": "Y", "names": "Z", "number": 2, "why": "W"}


@pytest.mark.parametrize("pattern", [*COMPLAINTS, "Something new."])
def test_every_complaint_is_known_by_its_own_pattern_and_another_left_as_it_stands(pattern: str) -> None:
    begin()
    speak("is")
    said = complaint(pattern.format(**WORDS))
    begin()
    assert (said != pattern.format(**WORDS)) == (pattern in COMPLAINTS)
    assert ("Y" in said) == ("{near}" in pattern)


@pytest.mark.parametrize("language", ["is", "de", "da", "sv"])
@rows
def test_why_a_text_is_no_position_is_said_in_every_language(language: str, text: str) -> None:
    english, told = (kotra("--language", word, "board", text) for word in ("en", language))
    assert (told.exit_code, told.stderr != english.stderr) == (2, True)
