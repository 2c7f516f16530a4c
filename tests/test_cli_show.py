"""`kotra show` and `kotra board --at`: a match in the terminal, and the board before one of its turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kotra_notation.cli.app import app

SAMPLES = Path(__file__).parents[1] / "samples"
SLIP = SAMPLES / "faulty" / "slip.mat"
WEIGHED = SAMPLES / "notations" / "skafl.xg"
LOTA = SAMPLES / "sound" / "lota.kotra"
OLD = SAMPLES / "sound" / "forn-1977.kotra"


def kotra(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words], env={"KOTRA_LANGUAGE": "en"})


@pytest.mark.parametrize("play", ["off/5 6/5", "8/bar 6/5"])
def test_a_play_that_no_man_can_make_is_shown_without_arrows(tmp_path: Path, play: str) -> None:
    path = tmp_path / "match.kotra"
    path.write_text(f"kotra 1\nwhite: A\nblack: B\n\ngame 1 0-0\nW 31: 8/5 6/5\nB 31: {play}\n", "utf-8")
    assert f"31: {play} [Error P" in kotra("show", path, "--at", "1.2").stdout
    for notation in ("html", "txt", "md"):
        done = kotra("report", path, "-o", tmp_path / f"page.{notation}")
        lines = done.stderr.splitlines()
        assert (done.exit_code, "see kotra check" in lines[0], len(lines)) == (1, True, 2)


def test_the_turns_stand_in_two_columns_game_by_game() -> None:
    said = kotra("show", LOTA).stdout
    assert said.startswith("Gunnhildur – Ásgrímur\n")
    assert [said.count(f"Game {number}, ") for number in (1, 2, 3)] == [1, 1, 1]
    one = kotra("show", LOTA, "--game", 2).stdout
    assert "Game 2, " in one
    assert "Game 1, " not in one
    assert one[one.index("Game 2") :].splitlines()[:12] == said[said.index("Game 2") :].splitlines()[:12]


@pytest.mark.parametrize("place", [("--at", "1.17"), ("--game", 1, "--turn", 17)])
def test_a_turn_is_shown_with_its_board_and_what_is_said_of_it(place: tuple[object, ...]) -> None:
    said = kotra("show", SLIP, *place).stdout
    assert said.count("13 14 15 16 17 18") == 1
    assert "XGID=--B--BCbCBABc-----bd--b-b-:0:0:-1:31:0:0:0:3:10" in said
    assert "17 31: 7/5 18/15* [Error P201]" in said
    assert "Almost certainly meant: 31: 7/6 18/15*" in said


def test_the_board_before_a_turn_is_drawn_as_any_other(tmp_path: Path) -> None:
    shown = kotra("board", SLIP, "--at", "1.17", "--json").stdout
    assert '"xgid": "XGID=--B--BCbCBABc-----bd--b-b-:0:0:-1:31:0:0:0:3:10"' in shown
    assert kotra("board", SLIP, "--at", "1.17", "-o", tmp_path / "x.svg").exit_code == 0
    assert (tmp_path / "x.svg").read_text("utf-8").startswith("<svg")
    assert "Game 2" in kotra("show", OLD, "--at", "2.3").stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", SLIP, "--at", "1.177"), "there is no turn 177 in game 1; it has 53."),
        (("show", SLIP, "--at", "9"), "there is no game 9; the match has 1, from 1 to 1."),
        (("show", SLIP, "--at", "x.1"), "'x.1' is not a turn; write game and turn, such as 3.12."),
        (("show", SLIP, "--turn", "1"), "--turn needs --game."),
        (("show", SLIP, "--at", "1.1", "--game", "1"), "--at gives game and turn; leave --game out."),
        (("board", "nowhere.mat", "--at", "1.1"), "nowhere.mat: no such file"),
    ],
)
def test_what_is_not_there_is_said(words: tuple[object, ...], said: str) -> None:
    result = kotra(*words)
    assert (result.exit_code, said in result.stderr) == (2, True)
