"""Settings of a folder: found upwards, below what is typed, said where they change a judgement."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from kotra_notation.cli.app import app
from kotra_notation.features.check import at_once
from kotra_notation.features.config.command import schema_of_settings
from kotra_notation.jobs import stamps

SLIP = Path(__file__).parents[1] / "samples" / "faulty" / "slip.mat"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    below = tmp_path / "day" / "one"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    monkeypatch.delenv("KOTRA_LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    return tmp_path


def kotra(*words: object, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], input=stdin)


def test_what_is_set_above_holds_and_what_is_typed_goes_before_it(folder: Path) -> None:
    (folder / "kotra.toml").write_text('ignore = ["P2"]\nlanguage = "is"\n', "utf-8")
    quiet = kotra("check", SLIP)
    assert (quiet.exit_code, "1 sniðgengnar" in quiet.stdout) == (0, True)
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
        ("langage = 'is'", "check", "unknown setting 'langage'. Did you mean language?"),
        ("[watch]\nrun = 'rm -r .'", "watch", "unknown setting 'watch.run'."),
        ("[report]\ntemplate = 'x'", "report", "unknown setting 'report.template'."),
        ("[chek]\nstrict = true", "check", "unknown setting 'chek'. Did you mean check?"),
        ("ignore = 2", "check", "ignore must be a list of strings."),
        ("rules = ['x']", "check", "rules must be a single value."),
        ("rules = 'moden'", "check", "Did you mean modern?"),
        ("[", "check", "the settings cannot be read:"),
        ("folders = 3", "check", 'folders must be tables, such as [folders."2024/*"].'),
        ('[folders."x"]\ntheme = "wood"', "check", """unknown setting 'folders."x".theme'."""),
        ('[folders."x"]\nrule = "modern"', "check", "Did you mean rules?"),
        ('[folders."x"]\nignore = 2', "check", 'folders."x".ignore must be a list of strings.'),
        ('[folders."x"]\nrules = "moden"', "check", "Did you mean modern?"),
        ('[folders."x"]\nselect = ["Q"]', "check", "no finding code begins with 'Q'."),
        ('[folder."x"]\nselect = ["Q"]', "check", "Did you mean folders?"),
    ],
)
def test_what_cannot_be_set_is_said(folder: Path, text: str, command: str, said: str) -> None:
    (folder / "kotra.toml").write_text(text, "utf-8")
    found = kotra(command, SLIP)
    assert (found.exit_code, said in found.stderr) == (2, True), found.stderr


SWAPPED = '[folders."old/*"]\nignore = ["P2"]\n[folders."new"]\nrules = "forn-de"\n'


def test_a_folder_has_settings_of_its_own_for_the_records_in_it(folder: Path) -> None:
    (folder / "kotra.toml").write_text(f'ignore = ["S"]\n{SWAPPED}[check]\nselect = ["P"]\n', "utf-8")
    old, new = folder / "old" / "deep", folder / "new"
    for below in (old, new):
        below.mkdir(parents=True)
        (below / "slip.mat").write_bytes(SLIP.read_bytes())
    assert kotra("check", old / "slip.mat").exit_code == 0
    both = json.loads(kotra("check", folder / "old", new, "--json").stdout)["files"]
    assert [one["matches"][0]["rules"] for one in both] == ["modern", "forn-de"]
    assert both[0]["findings"] == []
    said = kotra("check", folder / "old", new, "--json").stderr
    assert said.count('kotra.toml sets folders."old/*".ignore.') == 1
    assert kotra("check", folder / "old", "--ignore", "S").exit_code == 1
    (folder / "day" / "slip.mat").write_bytes(SLIP.read_bytes())
    assert kotra("check", folder / "day").exit_code == 1
    asked = kotra("show", new / "slip.mat", "--rules", "forn-de")
    shown = kotra("show", new / "slip.mat")
    assert (shown.exit_code, shown.stdout) == (asked.exit_code, asked.stdout)
    assert "kotra.toml sets rules." in shown.stderr


def test_what_is_in_force_for_a_file_is_shown(folder: Path) -> None:
    (folder / "kotra.toml").write_text(f'ignore = ["S"]\n{SWAPPED}[check]\nignore = ["P"]\n', "utf-8")
    shown = kotra("config", folder / "old" / "x.mat").stdout.splitlines()
    assert shown[1:] == ["    ignore = ['P2']    # folders.\"old/*\""]
    assert kotra("config", SLIP).stdout.splitlines()[1:] == ["    ignore = ['S']", "    check.ignore = ['P']"]
    whole = json.loads(kotra("config", "--json").stdout)["settings"]
    assert whole["folders"] == {"old/*": {"ignore": ["P2"]}, "new": {"rules": "forn-de"}}
    assert "    folders.\"old/*\".ignore = ['P2']" in kotra("config").stdout
    one = json.loads(kotra("config", folder / "new", "--json").stdout)["settings"]
    assert one == {"ignore": ["S"], "rules": "forn-de", "check": {"ignore": ["P"]}}


def test_the_last_folder_that_fits_prevails(folder: Path) -> None:
    (folder / "kotra.toml").write_text(
        '[folders."*"]\nrules = "modern"\nignore = ["N"]\n[folders."a/"]\nrules = "forn-de"\n', "utf-8"
    )
    for name, rules in (("a/x.mat", "forn-de"), ("ab/x.mat", "modern"), ("b/a/x.mat", "modern")):
        held = json.loads(kotra("config", folder / name, "--json").stdout)["settings"]
        assert held == {"rules": rules, "ignore": ["N"]}, name
    assert json.loads(kotra("config", folder.parent / "x.mat", "--json").stdout)["settings"] == {}
    assert json.loads(kotra("config", "-", "--json").stdout)["settings"] == {}


def test_a_watch_judges_by_the_folder_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stamps, "pause", lambda seconds: None)
    (folder / "new").mkdir()
    (folder / "new" / "a.mat").write_bytes(SLIP.read_bytes())
    before = kotra("watch", folder, "--once", "--no-results").stdout
    (folder / "kotra.toml").write_text(SWAPPED + 'ignore = ["P"]\n', "utf-8")
    after = kotra("watch", folder, "--once", "--no-results")
    assert after.stdout != before
    assert 'sets folders."new".rules.' in after.stderr
    assert "ignore" not in after.stderr


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


def test_standard_input_is_the_file_that_it_is_said_to_be(folder: Path) -> None:
    (folder / "kotra.toml").write_text(SWAPPED, "utf-8")
    named = ("-", "--stdin-filename", folder / "open.mat")
    found = kotra("check", *named, stdin=SLIP.read_bytes())
    assert (found.exit_code, f"{folder / 'open.mat'}:18:6: error P201" in found.stdout) == (1, True)
    sarif = json.loads(kotra("check", *named, "--output-format", "sarif", stdin=SLIP.read_bytes()).stdout)
    (result,) = sarif["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith("/open.mat")
    told = kotra("fix", *named, "-o", folder / "open.mat", stdin=SLIP.read_bytes())
    assert (told.exit_code, f"{folder / 'open.mat'}:18:6" in told.stdout) == (0, True)
    assert [path.name for path in folder.glob("open*")] == ["open.mat"]
    assert (
        kotra("check", "--stdin-filename", folder / "old" / "a.mat", stdin=SLIP.read_bytes()).exit_code == 0
    )
    assert "kotra.toml sets rules" in kotra("fix", "-", f"--stdin-filename={folder}/new/a.mat").stderr


@pytest.mark.parametrize("command", ["check", "fix"])
def test_a_name_for_what_is_not_read_is_refused(folder: Path, command: str) -> None:
    result = kotra(command, SLIP, "--stdin-filename", "a.mat")
    assert (result.exit_code, "give - as the path" in result.stderr) == (2, True)
