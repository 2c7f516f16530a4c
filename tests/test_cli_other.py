"""The other commands from outside: convert, report, legal, board, explain, and the lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.board import position
from kotra_notation.fast import kernel
from kotra_notation.findings import BY_CODE
from kotra_notation.installation import VERSION, kernel_is_compiled
from tests.test_cli_check import SLIP, SOUND, kotra

pytestmark = pytest.mark.middle


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
    assert (result.exit_code, result.stderr) == (0, f"kotra: Wrote {second}.\n")
    assert kn.read(second).matches == kn.read(source).matches


@pytest.mark.parametrize(
    "command",
    [
        "diff FOLDER FOLDER/match.mat",
        "formats --why FOLDER",
        "legal --batch FOLDER",
        "merge FOLDER/match.mat FOLDER -o new.mat",
    ],
)
def test_a_folder_is_no_record_and_its_first_file_is_not_taken_for_one(
    command: str, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    result = kotra(*command.replace("FOLDER", str(source.parent)).split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert "it is a folder; name a file." in result.stderr
    assert list(elsewhere.iterdir()) == []


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
    data = kotra("convert", source, target, "--json", "--force")
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
        (["out.xyz"], "out.xyz: unknown file extension"),
        (["out.mat", "--to", "kotar"], "Did you mean kotra?"),
        (["out.mat", "--to", "mat:gnu"], "mat has no dialect 'gnu'"),
        (["out.txt", "--to", "positions"], "but not matches"),
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
    assert "<title>Úrslit</title>" in kotra("report", source, "-o", "-", "--title", "Úrslit").stdout


def test_a_report_is_of_one_match(tmp_path: Path) -> None:
    source = tmp_path / "two.mat"
    source.write_text(SOUND + "\n" + SOUND.replace("Anna", "Signý"), encoding="utf-8")
    assert "it holds 2 matches" in kotra("report", source, "-o", tmp_path / "out.html").stderr
    assert "Signý" in kotra("report", source, "-o", "-", "--match", "2").stdout
    assert kotra("report", source, "-o", "-", "--match", "3").exit_code == 2


@pytest.mark.parametrize("asked", [START, XGID, XGID.removeprefix("XGID="), TEXT])
def test_legal_answers_in_the_spelling_it_is_asked_in(asked: str) -> None:
    result = kotra("legal", "--json", "--", asked, "3-1")
    answer = json.loads(result.stdout)
    assert (answer["rules"], answer["dice"]) == ("modern", [3, 1])
    assert len(answer["plays"]) == 16
    places = [play["position"] for play in answer["plays"]]
    assert places == sorted(places)
    assert {len(place) for place in places} if asked == START else True
    for play in answer["plays"]:
        position(play["position"])


def test_an_xgid_passes_the_turn() -> None:
    answer = json.loads(kotra("legal", XGID, "31", "--json").stdout)
    places = {play["play"]: play["position"] for play in answer["plays"]}
    assert places["8/5 6/5"] == "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:7:10"


def test_legal_plays_stand_in_the_order_of_their_points_with_hits_and_their_number() -> None:
    lines = kotra("legal", "W: bar1 24x1 13x5 8x3 6x5; B: 24x1 20x1 13x5 8x3 6x5", "41").stdout.splitlines()
    assert [line.split("  ")[0] for line in lines[:-1]] == [
        "bar/24 13/9", "bar/24 8/4", "bar/24 6/2", "bar/21 24/23", "bar/21 8/7", "bar/21 6/5*", "bar/20",
    ]  # fmt: skip
    assert len({line.index("->") for line in lines[:-1]}) == 1
    assert lines[-1] == "7 legal plays; kotra best lists them best first."
    old = kotra("legal", "W: a14 d1; B: m15", "32", "--side", "W", "--rules", "forn-1977").stdout.splitlines()
    assert [line.split()[0] for line in old[:-1]] == ["a/c", "a/f", "d/i"]


def test_no_legal_play_is_one_empty_entry() -> None:
    answer = json.loads(
        kotra("legal", "W: bar1 8x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 20x3", "31", "--json").stdout
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
    assert kotra("board", START, "--output-format", "ascii").stdout.isascii()
    assert kotra("board", START, "--output-format", "svg").stdout.startswith("<svg ")
    assert kotra("board", START, "-o", tmp_path / "board.svg").exit_code == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg ")
    spelled = json.loads(kotra("board", START, "--json").stdout)
    assert spelled["text"] == TEXT
    assert "m n o" in " ".join(kotra("board", "W: a15; B: m15").stdout.lower().split())
    assert kotra("board", "W: a16; B: m15").exit_code == 2
    assert kotra("board", START, "--bottom", "Q").exit_code == 2


def test_explain_prints_the_page_or_the_rule() -> None:
    assert kotra("explain", "P203").stdout.startswith("# P203 point-held\n")
    assert kotra("explain", "point-held").stdout == kotra("explain", "p203").stdout
    assert kotra("explain", "MOD-CUBE-2").stdout.startswith("MOD-CUBE-2  Who may double")
    assert "\nAlvarleiki: villa\n" in kotra("--language", "is", "explain", "P203").stdout
    unknown = kotra("explain", "point-hold")
    assert unknown.exit_code == 2
    assert "Did you mean point-held?" in unknown.stderr


def test_every_rule_of_a_finding_can_be_read() -> None:
    for rule in {kind.rule for kind in BY_CODE.values() if kind.rule}:
        assert kotra("explain", rule).exit_code == 0


def test_the_lists() -> None:
    assert "Match text, the .mat family" in kotra("formats").stdout
    assert {row["name"] for row in json.loads(kotra("formats", "--json").stdout)["formats"]} >= {
        "kotra",
        "mat",
    }
    assert kotra("rules").stdout.startswith("modern ")
    assert "Old kotra as described in Iceland in 1977" in kotra("rules").stdout
    assert "Hugur og hönd 1977" in kotra("rules", "forn-1977").stdout
    shown = kotra("rules", "modern,texas=on").stdout
    assert "texas=on" in shown
    assert "Differences from today's practice" in shown
    options = json.loads(kotra("rules", "modern", "--json").stdout)["options"]
    assert {option["name"] for option in options} >= {"texas", "beavers", "cube.limit"}
    assert kotra("rules", "modren").exit_code == 2
    assert kotra("--version").stdout in (f"kotra {VERSION} (plain Python)\n", f"kotra {VERSION} (compiled)\n")
    assert kernel_is_compiled() == (not kernel.__file__.endswith(".py"))


HALF = "W: s1 v4 w5 x5; B: m15"
JAN = "W: n2 o2 p2 q2 r1 l1 d1 a4; B: m2 g6 h6 bar1"


def test_legal_tells_what_a_play_of_the_old_game_wins() -> None:
    assert "s/v half     ->  W: v5 w5 x5; B: m15  [stutti múkur 3.5]\n" in (
        kotra("legal", HALF, "63", "--rules", "forn-de").stdout
    )
    half = json.loads(kotra("legal", HALF, "63", "--rules", "forn-de", "--json").stdout)["half"]
    assert half == [
        {"play": "s/v half", "position": "W: v5 w5 x5; B: m15", "wins": [{"kind": "stutti", "points": 3.5}]}
    ]
    plays = json.loads(kotra("legal", JAN, "65", "--rules", "forn-de", "--json").stdout)["plays"]
    assert [play["wins"] for play in plays if play["play"] == "l/r"] == [[{"kind": "stor_jan", "points": 15}]]


def test_a_gnubg_id_with_its_match_is_answered_with_both() -> None:
    asked = f"{START}:cIkKAAAAAAAA"
    answer = json.loads(kotra("legal", asked, "31", "--json").stdout)
    assert all(play["position"].count(":") == 1 for play in answer["plays"])
    assert len({play["position"] for play in answer["plays"]}) == 16


def test_a_batch_passes_over_empty_lines_and_knows_two_sides() -> None:
    asked = json.dumps({"position": TEXT, "dice": "31", "side": "Q"})
    answers = kotra("legal", "--batch", "-", stdin=f"\n{asked}\n\n".encode()).stdout.splitlines()
    assert answers == ['{"error": "The side is W or B, not \'Q\'."}']
    assert kotra("legal", "--batch", "nowhere").exit_code == 2


def test_the_old_game_has_no_spelling_but_its_text() -> None:
    spelled = json.loads(kotra("board", "W: a15; B: m15", "--json").stdout)
    assert (spelled["xgid"], spelled["gnubg_id"], spelled["pips"]) == (None, None, [360, 360])


def test_what_cannot_be_written_is_said_and_leaves_nothing_behind(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command, why in ((("board", START), "not written"), (("report", source), "no such folder")):
        missing = kotra(*command, "-o", tmp_path / "nowhere" / "out")
        assert (missing.exit_code, why in missing.stderr) == (2, True)
    assert kotra("board", START, "-o", tmp_path).exit_code == 2

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    assert kotra("board", START, "-o", tmp_path / "board.svg").exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["match.mat"]


def test_a_device_takes_what_it_is_given() -> None:
    assert kotra("board", START, "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


def test_a_name_that_no_file_can_have_is_no_file() -> None:
    assert "NUL character" in kotra("check", "a\0b").stderr


def test_two_rule_sets_are_compared() -> None:
    shown = kotra("rules", "--compare", "forn-1977", "davidsson").stdout
    assert "entry.onto     free       empty\n" in shown
    assert "bearoff" not in shown
    assert "The two are the same." in kotra("rules", "--compare", "forn-de", "forn-de").stdout
    told = json.loads(kotra("rules", "--compare", "forn-1977", "davidsson", "--json").stdout)
    assert told["rules"] == ["forn-1977", "davidsson"]
    assert [(one["name"], one["values"]) for one in told["differences"]] == [
        ("five_off.rule", ["stack", "pass-11+stack"]),
        ("entry.onto", ["free", "empty"]),
    ]
    for words in (["--compare"], ["--compare", "forn-1977"]):
        assert kotra("rules", *words).exit_code == 2


def test_the_rule_sets_are_listed_for_programs() -> None:
    listed = json.loads(kotra("rules", "--json").stdout)["rules"]
    assert [one["name"] for one in listed] == ["modern", "forn-1977", "forn-de", "davidsson"]


def test_a_family_of_rules_is_explained() -> None:
    shown = kotra("explain", "forn-last").stdout
    assert [line for line in shown.splitlines() if line.startswith("FORN-")][:2] == [
        line for line in shown.splitlines() if line.startswith(("FORN-LAST-1", "FORN-LAST-2"))
    ]


def test_report_refuses_rules_and_formats_it_does_not_know(source: Path) -> None:
    assert "--rules: " in kotra("report", source, "-o", "-", "--rules", "modren").stderr
    assert kotra("report", source, "-o", "-", "--from", "nat").exit_code == 2


def test_rules_that_say_nothing_together_are_said(source: Path) -> None:
    result = kotra("check", source, "--rules", "modern,dice.max_use=off,dice.higher_die=on")
    assert (result.exit_code, "has no effect here" in result.stderr) == (0, True)
