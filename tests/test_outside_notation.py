"""A notation of another package, found by its entry point: it is as good as those built in."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from kotra_notation.formats import FORMATS, recognise
from kotra_notation.formats.format import Source
from kotra_notation.formats.notations import NOTATIONS, Notations
from tests.records import ROOT, rows

TALLY = Path(__file__).parent / "outside_notation"
SAMPLE = """\
tally 5: Anna / Bjarni
A 31 8/5 6/5
B 64 24/18 18/14
A 52 24/22 13/8
B doubles
A takes
B 61 14/8 8/7
"""

pytestmark = pytest.mark.middle


def entries(folder: Path, name: str, **points: str) -> None:
    """Metadata of an installed package, as an installer writes it."""
    info = folder / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    rows = "".join([f"{key} = {value}\n" for key, value in points.items()])
    (info / "entry_points.txt").write_text(f"[kotra_notation.formats]\n{rows}", encoding="utf-8")


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder with the metadata of the package, and a record in its notation."""
    project = tomllib.loads((TALLY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries(tmp_path, project["name"], **project["entry-points"]["kotra_notation.formats"])
    (tmp_path / "game.tally").write_text(SAMPLE, encoding="utf-8")
    return tmp_path


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python that finds the package, in a folder."""
    env = {"PYTHONPATH": f"{folder}:{TALLY}:{ROOT}", "KOTRA_LANGUAGE": "en", "PATH": ""}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=folder, env=env)


def kotra(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-m", "kotra_notation", *words)


def test_it_is_recognised_and_read(installed: Path) -> None:
    done = kotra(installed, "check", "game.tally")
    assert (done.returncode, done.stderr) == (0, "")
    assert kotra(installed, "formats", "--why", "game.tally").stdout.startswith(
        "game.tally: tally, utf-8: the first line says `tally`, a length and two names."
    )
    code = "import kotra_notation as kn; print(kn.read('game.tally').format)"
    assert run(installed, "-c", code).stdout == "tally\n"


def test_it_is_written_with_what_is_lost_said(installed: Path) -> None:
    assert kotra(installed, "convert", "game.tally", "game.mat").returncode == 0
    assert kotra(installed, "convert", "game.mat", "again.tally").returncode == 0
    assert (installed / "again.tally").read_text(encoding="utf-8") == SAMPLE
    text = "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nevent: Vetrarmót\ngame 1 2-0\nW 31: 8/5 6/5\n"
    (installed / "game.kotra").write_text(text, encoding="utf-8")
    done = kotra(installed, "convert", "game.kotra", "again.tally")
    assert [line.split()[-1] for line in done.stderr.splitlines() if "header-lost" in line] == ["Vetrarmót."]


def test_it_is_fixed_and_all_else_is_as_it_was(installed: Path) -> None:
    slip = SAMPLE.replace("24/18 18/14", " 24/18 18/13  ")
    (installed / "slip.tally").write_bytes(slip.replace("\n", "\r\n").encode())
    assert kotra(installed, "fix", "--in-place", "slip.tally").returncode == 0
    fixed = slip.replace("18/13", "18/14").replace("\n", "\r\n")
    assert (installed / "slip.tally").read_bytes() == fixed.encode()


def test_it_is_listed(installed: Path) -> None:
    assert "\ntally         read, written  Tally, of another package\n" in kotra(installed, "formats").stdout
    assert "The reader accepts:" in kotra(installed, "formats", "tally").stdout
    assert "Did you mean tally?" in kotra(installed, "formats", "taly").stderr


def test_the_metadata_of_packages_are_not_read_for_what_is_built_in(installed: Path) -> None:
    code = (
        "import sys, kotra_notation as kn; kn.read(sys.argv[1]); print('importlib.metadata' in sys.modules)"
    )
    assert run(installed, "-c", code, str(ROOT / "samples/sound/reykjavik.mat")).stdout == "False\n"
    assert run(installed, "-c", code, "game.tally").stdout == "True\n"


@rows
def test_a_broken_one_is_one_sentence(installed: Path, points: dict[str, str], said: str) -> None:
    (installed / "leaving.py").write_text("raise SystemExit\n", encoding="utf-8")
    entries(installed, "broken", **points)
    done = kotra(installed, "check", "game.tally", "game.tally")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"kotra: The notation {said}")


def test_one_that_fails_on_a_file_is_one_sentence(installed: Path) -> None:
    text = "from outside_notation import FORMAT\nfrom dataclasses import replace\n"
    text += "def looks_like(source): return 1 / 0\nFORMAT = replace(FORMAT, looks_like=looks_like)\n"
    (installed / "failing.py").write_text(text, encoding="utf-8")
    entries(installed, "failing", fails="failing:FORMAT")
    done = kotra(installed, "check", "game.tally")
    assert done.returncode == 0
    assert done.stderr == "kotra: The notation fails cannot be used: division by zero.\n"


def test_what_is_put_in_is_there_and_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    formats = Notations()
    formats["own"] = FORMATS["mat"]
    assert "own" in formats
    assert "own" in list(formats)
    assert len(formats) == len(list(formats)) > len(NOTATIONS)
    del formats["own"]
    del formats["mat"]
    assert "own" not in formats
    assert "mat" not in list(formats)
    with pytest.raises(KeyError):
        formats["mat"]
    own = replace(FORMATS["mat"], name="own", looks_like=lambda source: source.data == b"own")
    monkeypatch.setitem(FORMATS, "own", own)
    assert recognise(Source(b"own")) is own
