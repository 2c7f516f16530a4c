"""Settings of a folder: found upwards, below what is typed, said where they change a judgement."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from kotra_notation.cli import at_once
from kotra_notation.cli.app import app
from kotra_notation.cli.config import schema_of_settings

SLIP = Path(__file__).parents[1] / "samples" / "faulty" / "slip.mat"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    below = tmp_path / "day" / "one"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    monkeypatch.delenv("KOTRA_LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


def kotra(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def test_what_is_set_above_holds_and_what_is_typed_goes_before_it(folder: Path) -> None:
    (folder / "kotra.toml").write_text('ignore = ["P2"]\nlanguage = "is"\n', "utf-8")
    quiet = kotra("check", SLIP)
    assert (quiet.exit_code, "ekkert er rangt" in quiet.stdout) == (0, True)
    assert "kotra.toml" in quiet.stderr
    loud = kotra("--language", "en", "check", SLIP, "--ignore", "S")
    assert (loud.exit_code, "error P201" in loud.stdout, loud.stderr) == (1, True, "")
    assert at_once.answer(["check", str(SLIP)]) is None
    (folder / "day" / "kotra.toml").write_text("", "utf-8")
    assert kotra("check", SLIP).exit_code == 1


def test_a_command_has_a_table_of_its_own_and_a_project_a_place_for_it(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[tool.kotra.check]\nselect = ["S"]\n', "utf-8")
    assert kotra("check", SLIP).exit_code == 0
    shown = json.loads(kotra("config", "--json").stdout)
    assert shown == {"path": str(folder / "pyproject.toml"), "settings": {"check": {"select": ["S"]}}}
    assert "check.select = ['S']" in kotra("config").stdout
    (folder / "day" / "pyproject.toml").write_text("[project]\n", "utf-8")
    assert kotra("check", SLIP).exit_code == 0


@pytest.mark.parametrize(
    ("text", "command", "said"),
    [
        ("langage = 'is'", "check", "nothing is set by 'langage'. Did you mean language?"),
        ("[watch]\nrun = 'rm -r .'", "watch", "nothing is set by 'watch.run'."),
        ("[report]\ntemplate = 'x'", "report", "nothing is set by 'report.template'."),
        ("[chek]\nstrict = true", "check", "nothing is set by 'chek'. Did you mean check?"),
        ("ignore = 'P2'", "check", "ignore must be a list of texts."),
        ("rules = ['x']", "check", "rules must be one value."),
        ("rules = 'moden'", "check", "Did you mean modern?"),
        ("[", "check", "the settings cannot be read:"),
    ],
)
def test_what_cannot_be_set_is_said(folder: Path, text: str, command: str, said: str) -> None:
    (folder / "kotra.toml").write_text(text, "utf-8")
    found = kotra(command, SLIP)
    assert (found.exit_code, said in found.stderr) == (2, True), found.stderr


def test_the_schema_takes_what_may_be_set_and_nothing_else() -> None:
    schema = schema_of_settings()
    good = {"ignore": ["N1"], "time-limit": 3, "check": {"strict": True}, "report": {"theme": "wood"}}
    jsonschema.validate(good, schema)
    for bad in ({"ignore": "N1"}, {"watch": {"run": "x"}}, {"check": {"theme": "wood"}}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)
