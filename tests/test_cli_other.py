"""The other commands from outside: convert, report, legal, board, explain, and the lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.board import position
from kotra_notation.findings import BY_CODE
from tests.test_cli_check import SLIP, SOUND, kotra

START = "4HPwATDgc/ABMA"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"
TEXT = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "match.mat"
    path.write_text(SOUND, encoding="utf-8")
    return path


def test_there_and_back_again(source: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "match.kotra", tmp_path / "again.mat"
    assert kotra("convert", source, first).exit_code == 0
    assert first.read_text(encoding="utf-8").startswith("kotra 1\nwhite: Anna\n")
    result = kotra("convert", first, second)
    assert (result.exit_code, result.stderr) == (0, "")
    assert kn.read(second).matches == kn.read(source).matches


def test_losses_are_named_and_strict_refuses_them(tmp_path: Path) -> None:
    source = tmp_path / "match.kotra"
    source.write_text(
        "kotra 1\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/5 !\n# Vel leikið.\nW wins 1\n", encoding="utf-8"
    )
    target = tmp_path / "match.mat"
    refused = kotra("convert", source, target, "--strict")
    assert refused.exit_code == 2
    assert not target.exists()
    result = kotra("convert", source, target)
    assert result.exit_code == 0
    assert "line 4: warning L602 annotation-lost" in result.stderr
    assert "line 5: warning L601 comment-lost" in result.stderr
    data = kotra("convert", source, target, "--output", "json")
    assert [found["code"] for found in json.loads(data.stderr)["findings"]] == ["L602", "L601"]


def test_the_target_may_be_standard_output(source: Path) -> None:
    result = kotra("convert", source, "-", "--to", "kotra")
    assert result.stdout.startswith("kotra 1\n")


def test_an_unlawful_play_is_converted_as_it_is(tmp_path: Path) -> None:
    source, target = tmp_path / "slip.mat", tmp_path / "slip.kotra"
    source.write_text(SLIP, encoding="utf-8")
    assert kotra("convert", source, target).exit_code == 0
    assert "W 31: 8/5 6/4\n" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match.mat"], "the target is the source itself"),
        (["out.xyz"], "its name tells no format"),
        (["out.mat", "--to", "kotar"], "Did you mean kotra?"),
        (["out.mat", "--to", "mat:gnu"], "not written in a dialect 'gnu'"),
        (["out.txt", "--to", "positions"], "and no matches"),
        (["nowhere/out.kotra"], "not written"),
    ],
)
def test_a_conversion_that_cannot_be_is_refused(
    source: Path, words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(source.parent)
    before = sorted(source.parent.rglob("*"))
    result = kotra("convert", "match.mat", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert sorted(source.parent.rglob("*")) == before


def test_the_report_is_written_whole(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "match.html"
    assert kotra("report", source, "-o", target).exit_code == 0
    page = target.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert page.rstrip().endswith("</html>")
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    assert kotra("report", source, "-o", "-", "--title", "Úrslit").stdout.count("Úrslit") == 2


def test_a_report_is_of_one_match(tmp_path: Path) -> None:
    source = tmp_path / "two.mat"
    source.write_text(SOUND + "\n" + SOUND.replace("Anna", "Signý"), encoding="utf-8")
    assert "it holds 2 matches" in kotra("report", source, "-o", tmp_path / "out.html").stderr
    assert "Signý" in kotra("report", source, "-o", "-", "--match", "2").stdout
    assert kotra("report", source, "-o", "-", "--match", "3").exit_code == 2


@pytest.mark.parametrize("asked", [START, XGID, XGID.removeprefix("XGID="), TEXT])
def test_legal_answers_in_the_spelling_it_is_asked_in(asked: str) -> None:
    result = kotra("legal", "--output", "json", "--", asked, "3-1")
    answer = json.loads(result.stdout)
    assert (answer["rules"], answer["dice"]) == ("modern", [3, 1])
    assert len(answer["plays"]) == 16
    places = [play["position"] for play in answer["plays"]]
    assert places == sorted(places)
    assert {len(place) for place in places} if asked == START else True
    for play in answer["plays"]:
        position(play["position"])


def test_an_xgid_passes_the_turn() -> None:
    answer = json.loads(kotra("legal", XGID, "31", "--output", "json").stdout)
    places = {play["play"]: play["position"] for play in answer["plays"]}
    assert places["8/5 6/5"] == "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10"


def test_no_legal_play_is_one_empty_entry() -> None:
    answer = json.loads(
        kotra("legal", "W: bar1 8x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 20x3", "31", "--output", "json").stdout
    )
    assert [play["play"] for play in answer["plays"]] == [""]


def test_a_batch_is_answered_line_by_line() -> None:
    lines = [
        {"position": START, "dice": [3, 1]},
        {"position": "nonsense", "dice": [3, 1]},
        {"position": START, "dice": [7, 1]},
        {"position": TEXT, "dice": "66", "side": "B", "rules": "modern,dice.higher_die=off"},
        {"position": START, "dice": [3, 1], "rules": "modren"},
        {"dice": [3, 1]},
    ]
    asked = "".join(json.dumps(line) + "\n" for line in lines) + "{\n"
    result = kotra("legal", "--batch", "-", stdin=asked.encode())
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [sorted(answer) for answer in answers] == [
        ["dice", "plays", "rules"],
        ["error"],
        ["error"],
        ["dice", "plays", "rules"],
        ["error"],
        ["error"],
        ["error"],
    ]
    assert answers[3]["rules"] == "modern,dice.higher_die=off"
    assert result.exit_code == 1


@pytest.mark.parametrize("words", [["xyz", "31"], [START, "77"], [START], [START, "31", "--side", "X"]])
def test_legal_says_what_it_cannot_do(words: list[str]) -> None:
    result = kotra("legal", *words)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1


def test_the_board_in_every_form(tmp_path: Path) -> None:
    assert "13 14 15" in kotra("board", START).stdout
    assert kotra("board", START, "--output", "ascii").stdout.isascii()
    assert kotra("board", START, "--output", "svg").stdout.startswith("<svg ")
    assert kotra("board", START, "-o", tmp_path / "board.svg").exit_code == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")
    spelled = json.loads(kotra("board", START, "--output", "json").stdout)
    assert spelled["text"] == TEXT
    assert "m n o" in " ".join(kotra("board", "W: a15; B: m15").stdout.lower().split())
    assert kotra("board", "W: a16; B: m15").exit_code == 2
    assert kotra("board", START, "--bottom", "Q").exit_code == 2


def test_explain_prints_the_page_or_the_rule() -> None:
    assert kotra("explain", "P203").stdout.startswith("# P203 point-held\n")
    assert kotra("explain", "point-held").stdout == kotra("explain", "p203").stdout
    assert kotra("explain", "MOD-CUBE-2").stdout.startswith("MOD-CUBE-2  Who may double")
    unknown = kotra("explain", "point-hold")
    assert unknown.exit_code == 2
    assert "Did you mean point-held?" in unknown.stderr


def test_every_rule_of_a_finding_can_be_read() -> None:
    for rule in {kind.rule for kind in BY_CODE.values() if kind.rule}:
        assert kotra("explain", rule).exit_code == 0


def test_the_lists() -> None:
    assert "Match text, the .mat family" in kotra("formats").stdout
    assert {row["name"] for row in json.loads(kotra("formats", "--output", "json").stdout)["formats"]} >= {
        "kotra",
        "mat",
    }
    assert kotra("rules").stdout.startswith("modern ")
    shown = kotra("rules", "modern,texas=on").stdout
    assert "texas=on" in shown
    assert "Differences from today's practice" in shown
    options = json.loads(kotra("rules", "modern", "--output", "json").stdout)["options"]
    assert {option["name"] for option in options} >= {"texas", "beavers", "cube.limit"}
    assert kotra("rules", "modren").exit_code == 2
    assert kotra("--version").stdout.startswith("kotra ")
