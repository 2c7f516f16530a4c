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

SAMPLES = Path(__file__).parents[1] / "samples"
SHORT = " 3 point match\n\n Game 1\n Anna : 0    Bjarni : 0\n  1) 31: 5pt      62: 24 13\n"
TABLE = "Spieler 1;Spieler 2;Ergebnis\nSteinunn;Kolfinna;4-0\nAnna;Carl;3-2\n"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"

# A command, its status, and what it says on either stream; words in quotes hold blanks.
TASKS = [
    # a director
    ("check day", 1, "4 files: 2 errors."),
    ("check day --summary", 1, "verdict"),
    ("check day -o day.csv", 1, ""),
    ("check day -o sheet.csv", 1, ""),
    ("check day --results de.csv", 1, "Anna – Carl"),
    ("check day --across", 1, "match-twice"),
    ("check day --results r.xlsx", 2, "save the sheet as CSV"),
    ("check day.zip", 1, "day.zip/day/slip.mat:18"),
    ("check -q day", 1, "1 error"),
    ("check day --fix", 2, "kotra fix"),
    ("check day --select P", 1, "P201"),
    ("watch day --once --no-results --results de.csv", 1, "results-"),
    ("same day", 0, "rolls are the same"),
    ("merge day/sound.mat day/slip.mat -o merged.mat", 0, ""),
    # a transcriber
    ("check - --stdin-filename open.mat", 1, "open.mat:18:6: error P201"),
    ("fix match.mat --in-place", 0, "1 sure repair"),
    ("fix day -o fixed", 0, "2 fixed"),
    ("fix match.mat -i", 2, "--interactive"),
    ("show match.mat --at 1.17", 0, "Kolfinna"),
    ("show day.zip/day/slip.mat", 0, "Kolfinna"),
    ("show match.mat day", 0, "== day/slip.mat =="),
    ("convert --shorthand hand.mat written.mat", 0, "P227"),
    ("check mail.txt", 1, "mail.txt:18:8"),
    ("check cr.mat", 1, "cr.mat:18:6"),
    ("convert match.mat old.mat --to-encoding cp1252 --newline crlf", 0, ""),
    ("convert match.mat -o new.sgf", 0, ""),
    ("check empty.mat", 2, "There is no match in this file"),
    ("diff match.mat day/sound.mat", 1, "1 difference"),
    ("fix match.mat cr.mat", 0, "2 can be fixed"),
    ("fix match.mat cr.mat -o fixed/", 0, "2 fixed"),
    ("convert match.mat cr.mat out --to sgf", 0, "2 records, 2 files written"),
    ("convert 'day/*.mat' out/ --to sgf", 0, "4 records, 4 files written"),
    ("convert day.zip out/ --to sgf", 0, "1 record, 1 file written"),
    ("convert match.mat cr.mat both.sgf --join", 0, "Wrote both.sgf"),
    ("convert match.mat cr.mat", 2, "cr.mat already exists; use --force to overwrite it, or another"),
    ("check https://example.org/a.mat", 2, "download the file"),
    ("explain P2", 0, "P203 point-held: "),
    # a webmaster
    ("report match.mat", 1, "Wrote match.html"),
    ("report match.mat -o part.html --embed", 1, ""),
    ("report match.mat -o wood.html --theme wood --picture p.svg", 1, ""),
    ("report day -o site --index", 1, "Wrote 4 pages and an index"),
    ("site day -o site/", 1, "Wrote 4 pages and an index"),
    ("site day.zip -o site/", 1, "Wrote 1 page and an index"),
    ("report day/one.mat day/slip.mat -o site/", 1, "Wrote 2 pages and an index"),
    ("report match.mat -o pages/", 1, "Wrote pages/match.html"),
    ("publish day", 2, "kotra site day/"),
    ("board match.mat --all -o boards/", 0, "Wrote 53 pictures to boards/"),
    ("board match.mat --all", 2, "give one with -o"),
    ("report match.mat -o page.md --language is", 1, ""),
    ("board start --dice 31 --play '8/5 6/5' -o board.svg", 0, ""),
    ("anonymize match.mat -", 0, "names of players: 2"),
    # a programmer
    ("check match.mat -o found.sarif", 1, ""),
    ("check match.mat --json", 1, '"code": "P201"'),
    ("formats json --schema", 0, "json-schema.org"),
    ("config --schema", 0, "kotra.toml"),
    ("formats --why match.mat", 0, "dialect gnubg"),
    # a historian
    ("explain forn", 0, "The old Icelandic game"),
    ("explain nackgammon", 0, "23-point"),
    ("anonymize day open", 2, "give it with --to"),
    ("anonymize day open --to sgf", 0, "4 files written"),
    ("explain jan", 0, "dead men"),
    ("explain FORN-JAN", 0, "E: the text says so"),
    ("rules forn-1977 forn-de", 0, "FORN-OPEN-1"),
    ("legal forn 32 --rules forn-1977", 0, "2 legal plays."),
    ("board forn", 0, "l  k  j"),
    # a player
    ("check match.mat --rules jacoby=on", 2, "Did you mean modern,jacoby=on?"),
    ("check match.mat --rules backgammon", 1, "P201"),
    ("explain 'pip count'", 0, "The distance from one point to the next."),
    ("explain gammon --language is", 0, "tvöfalt"),
    ("met 3 5", 0, "to win the match"),
    ("legal start 31", 0, "16 legal plays; kotra best lists them best first."),
    ("quiz match.mat -o quiz.html", 2, "kotra analyse"),
    ("stats match.mat", 1, "kotra analyse"),
]
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
@pytest.mark.parametrize(("command", "status", "said"), TASKS, ids=lambda one: str(one)[:40])
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
