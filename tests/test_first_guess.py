"""What people try first works, or leads to what does; tasks are rows: a command, its status, what it says."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.cli.commands import COMMANDS
from kotra_notation.cli.elsewhere import pointers
from kotra_notation.cli.names import did_you_mean
from referees.seeds import part
from tests.calls import SOUND, kotra
from tests.records import SAMPLES, rows
from tests.test_study import another

POINTERS, ARCHIVE_POINTERS = pointers("words"), pointers("archive")
MATCH = Path(__file__).parents[1] / "docs" / "match.kotra"


def typed(*words: object, status: int = 0) -> str:
    result = kotra(*words)
    assert (result.exit_code, result.exception is None or status > 0) == (status, True), result.output
    return result.output


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("numpy")
    path = tmp_path_factory.mktemp("analysed") / "match.kotra"
    said = typed("analyse", MATCH, "-o", path)
    assert f"Wrote {path}." in said
    assert "PR " in said
    assert len([line for line in said.splitlines() if "best: " in line]) == 5
    return path


@pytest.mark.parametrize("word", POINTERS)
def test_a_word_of_other_programs_leads_to_a_command(word: str) -> None:
    assert word not in COMMANDS
    assert f"Did you mean {POINTERS[word]}?" in typed(word, status=2)
    assert POINTERS[word].split()[1].rstrip(",") in COMMANDS


@pytest.mark.parametrize("word", ARCHIVE_POINTERS)
def test_a_word_below_archive_leads_to_a_command(word: str) -> None:
    assert f"Did you mean {ARCHIVE_POINTERS[word]}?" in typed("archive", word, "folder", status=2)
    assert typed("archive", ARCHIVE_POINTERS[word].split()[2].rstrip(","), "--help")


def test_the_pr_and_the_worst_errors_of_a_player(analysed: Path) -> None:
    text = typed("stats", analysed, "--errors", 3, "--player", "hrafn")
    assert "\nPR " in text
    errors = [line.split() for line in text.splitlines() if "best: " in line]
    assert [line[1] for line in errors] == ["Hrafn"] * 3
    turn = typed("show", analysed, "--at", errors[0][0])
    assert errors[0][3] in turn
    best = typed("best", analysed, "--at", errors[0][0], "--most", 1)
    assert best.split("  ")[1].strip().removeprefix("1. ") in text


def test_every_error_that_is_listed_can_be_shown_and_asked_about(analysed: Path) -> None:
    errors = [
        line.split() for line in typed("stats", analysed, "--errors", 40).splitlines() if "best: " in line
    ]
    assert len(errors) > 15
    for turn, _, made, *_ in part(errors):
        assert "(played)" in typed("show", analysed, "--at", turn)
        best = typed("best", analysed, "--at", turn)
        assert "level quick" in best
        assert ("Double, take " in best) >= (not made[0].isdigit())


def test_the_cube_stands_above_the_plays_of_a_turn_with_a_double(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    path = tmp_path / "match.kotra"
    path.write_text(
        "kotra 1\nwhite: Anna\nblack: Egill\nlength: 5\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\n"
        "W doubles 2\nB takes\nW 52: 13/8 6/4\n"
    )
    for words in (("best",), ("board", "--best")):
        text = typed(*words, path, "--at", "1.3")
        assert re.search(r"^Double, take +[+-]\d.*^ +1\. ", text, re.M | re.S), text
    assert {"cube", "plays"} <= json.loads(typed("best", path, "--at", "1.3", "--json")).keys()
    verdict = kn.best(path, at="1.3")
    assert (verdict.cube is not None, verdict.plays != ()) == (True, True)
    assert "Double, take" not in typed("best", path, "--at", "1.2")
    assert "Egill" in typed("board", path, "--at", "1.3")


def test_no_share_is_less_than_nothing() -> None:
    for form in ("text", "json"):
        assert "-0.0" not in typed("best", "W: 1x5 off10; B: 1x2 off13", "--output-format", form)


def test_an_analysis_of_a_record_with_errors_says_so(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    slip = SAMPLES / "faulty" / "slip.mat"
    assert "The record has 1 error: see kotra check." in typed(
        "analyse", slip, "-o", tmp_path / "slip.kotra", status=1
    )
    for analysed in ("2 records analysed", "2 analysed before"):
        said = typed("analyse", slip, MATCH, "-o", tmp_path / "out/", status=1)
        assert f"{slip}: The record has 1 error" in said
        assert analysed in said
        assert "1 with errors (see kotra check)" in said


def test_a_position_of_a_turn_keeps_score_and_cube(analysed: Path) -> None:
    pytest.importorskip("numpy")
    (line,) = [
        row for row in typed("best", analysed, "--at", "5.7", "--json").splitlines() if "position" in row
    ][:1]
    assert ":4:4:0:5:10" in line
    for option in (["--side", "W"], ["--batch", "-"]):
        assert "cannot be combined" in typed("best", analysed, "--at", "5.7", *option, status=2)


def test_a_player_who_is_not_there_is_named(analysed: Path) -> None:
    assert "there is no player 'Zorro'; the players are 'Sólveig', 'Hrafn'." in typed(
        "stats", analysed, "--player", "Zorro", status=2
    )
    assert "must be 0 or more" in typed("stats", analysed, "--errors", "-1", status=2)
    with pytest.raises(ValueError, match="0 or more"):
        kn.stats(analysed, errors=-1)


def test_only_the_matches_of_the_player_are_shown(analysed: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.kotra"
    other.write_text(analysed.read_text(encoding="utf-8").replace("Hrafn", "Ugla"), encoding="utf-8")
    text = typed("stats", analysed, other, analysed, "--player", "hrafn").partition("Copies, which")[0]
    assert ("Ugla" in text, "other.kotra" in text, text.count("Hrafn  ") > 0) == (False, False, True)
    assert not [line for line in text.splitlines() if line.startswith("Sólveig  ")]
    files = json.loads(typed("stats", analysed, other, "--player", "hrafn", "--json"))["files"]
    assert [len(file["matches"]) for file in files] == [1, 0]


def test_unknown_luck_is_no_luck_of_zero(tmp_path: Path) -> None:
    other = tmp_path / "other.kotra"
    match = another((kn.Player(name="Þorsteinn"), kn.Player(name="Anna")))
    other.write_text(str(kn.write(match, "kotra").content), encoding="utf-8")
    text = typed("stats", SAMPLES / "notations" / "laugardalur.sgf", other)
    (total,) = [line for line in text.splitlines() if line.startswith("Þorsteinn  ")]
    assert total.split()[-1] == "–"


@pytest.fixture(scope="module")
def copies(analysed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a match, a copy with the analysis, one of other names, another match."""
    folder = tmp_path_factory.mktemp("copies")
    text = analysed.read_text(encoding="utf-8")
    (folder / "a.kotra").write_bytes(MATCH.read_bytes())
    (folder / "b.kotra").write_text(text, encoding="utf-8")
    (folder / "c.kotra").write_text(text.replace("Hrafn", "Ugla"), encoding="utf-8")
    match = another((kn.Player(name="Sólveig"), kn.Player(name="Hrafn")))
    (folder / "d.kotra").write_text(str(kn.write(match, "kotra").content), encoding="utf-8")
    return folder


def test_several_matches_are_added_up_for_each_player_and_copies_count_once(copies: Path) -> None:
    text = typed("stats", copies, copies / "b.kotra")
    sums = [line.split() for line in text.splitlines() if re.match(r"(Sólveig|Hrafn|Ugla)  .*\d  ", line)]
    assert sorted(line[:2] for line in sums) == [["Hrafn", "2"], ["Sólveig", "2"]]
    sheets = [kn.stats(copies / name).files[0].matches[0].sheet for name in ("b.kotra", "d.kotra")]
    decisions = [sum(sheet.sides[seat].side.counting for sheet in sheets if sheet) for seat in (0, 1)]
    assert {line[0]: int(line[2]) for line in sums} == dict(zip(("Sólveig", "Hrafn"), decisions, strict=True))
    assert "Copies, which are not counted: 2" in text
    assert "c.kotra (Sólveig – Ugla): the same match as " in text
    assert {plan.player: plan.matches for plan in kn.study(copies)} == {"Sólveig": 2, "Hrafn": 2}


def test_the_errors_of_several_matches_are_one_list(copies: Path) -> None:
    text = typed("stats", copies, "--errors", 4)
    assert text.count("Worst errors") == 1
    errors = [line.split() for line in text.splitlines() if "best: " in line]
    losses = [float(word.replace("−", "-")) for words in errors for word in words if word[0] == "−"]
    assert (len(errors), losses) == (4, sorted(losses))
    assert {Path(words[-1]).name for words in errors} <= {"b.kotra", "d.kotra"}


def test_names_of_copies_that_differ_are_named_by_every_command(copies: Path, tmp_path: Path) -> None:
    there = re.compile(r"The players there are Sólveig – (Ugla|Hrafn)\.")
    for words in (["standings"], ["check", "--across"], ["site", "-o", tmp_path / "site"]):
        text = typed(*words, copies)
        assert len(there.findall(text)) == 1, text
        assert ".." not in text.replace("[...]", "")
    players = (tmp_path / "site" / "index_players.html").read_text(encoding="utf-8")
    assert "Ugla" not in players.partition("<table")[2]
    assert "2 matches (and 2 copies)" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["legal", "best"])
def test_dice_may_be_two_words(command: str) -> None:
    assert typed(command, "start", 3, 1) == typed(command, "start", 31)
    if command == "best":
        assert typed(command, "start", "--most", 3, 31).count(". ") == 3


def test_a_longer_name_is_meant_by_its_beginning() -> None:
    known = ["endings", "opening-plays", "first-cube"]
    assert did_you_mean("openings", known) == " Did you mean opening-plays?"
    assert did_you_mean("ending", known) == " Did you mean endings?"
    assert did_you_mean("first", known) == " Did you mean first-cube?"


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
