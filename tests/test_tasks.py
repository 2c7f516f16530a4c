"""What people try first, by what they are: each task is a command, its status, and something it says.

A command that fails here is one that a director, a transcriber, a webmaster, an archivist, a programmer, a
historian or a player would have to look up.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from tests.calls import SOUND, kotra
from tests.records import rows

SAMPLES = Path(__file__).parents[1] / "samples"
SHORT = " 3 point match\n\n Game 1\n Anna : 0    Bjarni : 0\n  1) 31: 5pt      62: 24 13\n"
TABLE = "Spieler 1;Spieler 2;Ergebnis\nSteinunn;Kolfinna;4-0\nAnna;Carl;3-2\n"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"

# Those that need the engine's or the archive's packages.
FURTHER = [
    ("best start 31", 0, "1. 8/5 6/5"),
    (f"best {XGID}", 0, "No double"),
    ("check match.mat --analyse", 1, "P201"),
    ("analyse match.mat -o weighed.kotra", 1, "rolls and cube decisions"),
    ("archive build day.zip -o arc --workers 1", 1, "of these with errors"),
]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as such people have it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KOTRA_LANGUAGE", "en")
    slip = (SAMPLES / "faulty" / "slip.mat").read_bytes()
    day = tmp_path / "day"
    day.mkdir()
    (day / "slip.mat").write_bytes(slip)
    (day / "one.mat").write_text(SOUND, "utf-8")
    shutil.copy(SAMPLES / "faulty" / "cube.mat", day)
    shutil.copy(SAMPLES / "sound" / "reykjavik.mat", day / "sound.mat")
    texts = {"de.csv": TABLE, "hand.mat": SHORT, "empty.mat": ""}
    for name, text in texts.items():
        Path(name).write_text(text, "utf-8")
    Path("match.mat").write_bytes(slip)
    Path("mail.txt").write_bytes(b"".join(b"> " + line for line in slip.splitlines(keepends=True)))
    Path("cr.mat").write_bytes(slip.replace(b"\n", b"\r"))
    Path("r.xlsx").write_bytes(b"PK\x03\x04...")
    with zipfile.ZipFile("day.zip", "w") as packed:
        packed.write("day/slip.mat")
    return tmp_path


def tried(command: str, status: int, said: str) -> None:
    import shlex

    stdin = Path("match.mat").read_bytes()
    done = kotra(*shlex.split(command), stdin=stdin)
    assert (done.exit_code, said in done.output) == (status, True), done.output


@pytest.mark.usefixtures("place")
@rows
def test_a_task(command: str, status: int, said: str) -> None:
    tried(command, status, said)


@pytest.mark.middle
@pytest.mark.usefixtures("place")
@pytest.mark.parametrize(("command", "status", "said"), FURTHER, ids=lambda one: str(one)[:40])
def test_a_task_that_takes_an_extra(command: str, status: int, said: str) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("duckdb")
    tried(command, status, said)


@pytest.mark.usefixtures("place")
def test_the_ending_of_a_file_tells_its_form() -> None:
    kotra("check", "day", "-o", "day.csv")
    assert Path("day.csv").read_text("utf-8").startswith("file,match,player_1")
    kotra("check", "day", "-o", "day.json")
    assert Path("day.json").read_text("utf-8").startswith('{\n  "version": 1')
    kotra("check", "day", "--output-format", "text", "-o", "day.csv")
    assert Path("day.csv").read_text("utf-8").startswith("day/cube.mat:")
