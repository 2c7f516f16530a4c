"""Findings of other packages: the example of the documentation, and all that can be wrong with one."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.check import at_once
from kotra_notation.features.check.plugins import GROUP
from tests.calls import kotra
from tests.records import rows

DOCUMENT = Path(__file__).parent.parent / "docs" / "plugins.md"
RECORD = (
    "kotra 1\nwhite: Anna\nblack: Björn Ósk\nlength: 1\n"
    "game 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW wins 1 by resignation\n"
)


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
    return str(found)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which packages can be installed, and a record beside it."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.chdir(tmp_path)
    Path("match.mat").write_text(RECORD, encoding="utf-8")
    return folder


def install(folder: Path, module: str, text: str, *points: str) -> None:
    """A distribution as an installer leaves it."""
    sys.modules.pop(module, None)
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    info = folder / f"{module}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("\n".join([f"[{GROUP}]", *points, ""]), encoding="utf-8")


@pytest.fixture
def club(site: Path) -> Path:
    """The package of the documentation."""
    points = tomllib.loads(block("toml"))["project"]["entry-points"][GROUP]
    install(site, "club_findings", block("python"), *[f"{name} = {value}" for name, value in points.items()])
    return site


@pytest.mark.usefixtures("club")
def test_the_example_of_the_documentation_finds_what_it_says() -> None:
    done = kotra("check", "match.mat", "--plugin", "CLUB")
    assert done.stdout.startswith(block("text"))
    assert (done.exit_code, kotra("check", "match.mat", "--plugin", "CLUB", "--strict").exit_code) == (0, 1)
    assert "CLUB1" not in kotra("check", "match.mat").stdout


@pytest.mark.usefixtures("club")
def test_its_findings_count_as_ours_do() -> None:
    (found,) = kn.check("match.mat", plugins=["CLUB"]).findings
    assert (found.code, found.match, found.seat, found.severity) == ("CLUB1", 1, 0, "warning")
    assert kn.check("match.mat", plugins=["CLUB"], ignore=["CLUB"]).findings == ()
    assert kotra("check", "match.mat", "--plugin", "CLUB", "--ignore", "CLUB1").exit_code == 0
    (file,) = json.loads(kotra("check", "match.mat", "--plugin", "CLUB", "--json").stdout)["files"]
    assert [one["code"] for one in file["findings"]] == ["CLUB1"]
    log = json.loads(kotra("check", "match.mat", "--plugin", "CLUB", "--output-format", "sarif").stdout)
    assert [one["id"] for one in log["runs"][0]["tool"]["driver"]["rules"]] == ["CLUB1"]
    assert [one["ruleIndex"] for one in log["runs"][0]["results"]] == [0]


@pytest.mark.usefixtures("club")
def test_it_is_asked_of_files_that_are_proved_sound_at_once(tmp_path: Path) -> None:
    sound = DOCUMENT.parent.parent / "samples" / "sound" / "reykjavik.mat"
    for name in ("1.mat", "2.mat"):
        (tmp_path / "day").mkdir(exist_ok=True)
        (tmp_path / "day" / name).write_bytes(sound.read_bytes())
    assert kotra("check", "day", "--plugin", "CLUB").stdout.count("CLUB1 name-short") == 4


KIND = 'import kotra_notation as kn\nK = kn.Kind("BAD1", "k", kn.Severity.NOTE, None, "x", "")\n'
YIELDING = KIND + "def findings(replay):\n    yield kn.Finding(kind=K, severity=K.severity)\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def findings(replay):\n    return 1 // 0\n", "ZeroDivisionError: integer division or mod"),
        ("def findings(replay):\n    raise SystemExit\n", "SystemExit"),
        ("def findings(replay):\n    return None\n", "TypeError: 'NoneType' object is not iterable"),
        ("def findings(replay):\n    yield 'CLUB1'\n", "TypeError: str is no Finding"),
        (YIELDING.replace("BAD1", "P203"), "ValueError: P203 is no code of BAD"),
        (YIELDING.replace("BAD1", "BADLY1"), "ValueError: BADLY1 is no code of BAD"),
        (YIELDING.replace("severity)", "severity, written=1j)"), "TypeError: complex has no row"),
    ],
)
def test_one_that_fails_is_a_finding_and_all_else_is_judged(site: Path, text: str, said: str) -> None:
    install(site, "bad_findings", text, "BAD = bad_findings:findings")
    Path("match.mat").write_text(RECORD.replace("24/14", "24/13"), encoding="utf-8")
    done = kotra("check", "match.mat", "--plugin", "BAD")
    assert f"N139 plugin-fault  The plug-in BAD failed on this match ({said}" in done.stdout
    assert "P201" in done.stdout
    assert (done.exit_code, done.stderr) == (1, "")


@rows
def test_one_that_cannot_be_asked_is_a_sentence(site: Path, points: tuple[str, ...], said: str) -> None:
    install(site, "bad_findings", "NUMBER = 1\n", *points)
    done = kotra("check", "match.mat", "--plugin", "BAD")
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    with pytest.raises(ValueError, match=re.escape(said)):
        kn.check("match.mat", plugins=["BAD"])


@pytest.mark.usefixtures("club")
def test_settings_of_a_folder_name_no_plug_ins_and_who_owns_the_machine_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for text in ('plugins = ["CLUB"]\n', '[check]\nplugin = ["CLUB"]\n'):
        Path("kotra.toml").write_text(text, encoding="utf-8")
        refused = kotra("check", "match.mat")
        assert refused.exit_code == 2
        assert "name them with --plugin, or in KOTRA_PLUGINS" in refused.stderr
    Path("kotra.toml").unlink()
    monkeypatch.setenv("KOTRA_PLUGINS", "CLUB")
    assert at_once.answer(["check", "match.mat"]) is None
    done = kotra("check", "match.mat")
    assert "CLUB1 name-short" in done.stdout
    assert done.stderr == "kotra: Plug-ins from KOTRA_PLUGINS: CLUB.\n"
    assert kotra("check", "match.mat", "--plugin", "CLUB").stderr == ""
