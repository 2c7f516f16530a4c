"""The best play on a board, and the best choice at every score, held against `kn.best`."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kotra_notation as kn
from tests.calls import kotra
from tests.records import rows

pytest.importorskip("numpy")


START = "4HPwATDgc/ABMA"


def test_the_five_best_stand_below_the_board_and_in_the_document() -> None:
    found = kn.best(START, "31")
    bare = kotra("board", START, "--dice", "31", "--play", found.plays[0].text)
    done = kotra("board", START, "--dice", "31", "--best")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith(bare.stdout)
    best, *five, engine = done.stdout.removeprefix(bare.stdout).splitlines()
    assert best == f"Best: {found.plays[0].text}, equity {found.plays[0].equity:+.3f}"
    assert len(five) == 5
    assert all(play.text in line for play, line in zip(found.plays, five, strict=False))
    assert engine.startswith(found.engine)
    found = json.loads(kotra("board", START, "--dice", "31", "--best", "--json").stdout)
    assert [one["play"] for one in found["best"]["plays"]] == [
        play.text for play in kn.best(START, "31").plays[:5]
    ]


def test_a_picture_has_arrows_of_the_best_play_if_there_is_one(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    done = kotra("board", START, "--dice", "31", "--best", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    assert f"The arrows show {kn.best(START, '31').plays[0].text}." in path.read_text("utf-8")
    assert done.stdout.startswith("Best: ")
    printed = kotra("board", START, "--dice", "31", "--best", "--output-format", "svg")
    assert printed.stdout == path.read_text("utf-8")
    assert printed.stderr.startswith("Best: ")
    path = tmp_path / "board.svg"
    position = "W: bar1 6x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 24x3"
    done = kotra("board", position, "--side", "W", "--dice", "66", "--best", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    assert "no legal play" in done.stdout
    assert "The arrows show" not in path.read_text("utf-8")


def test_of_the_old_game_it_says_points_and_by_which_rules() -> None:
    done = kotra("board", "W: a10 c1 s2 bar1 off1; B: m7 x6 bar2", "--dice", "31", "--best")
    assert re.search(r"^Best: .*, [+−][\d.]+ points$", done.stdout, re.M)
    assert done.stdout.splitlines()[-1].endswith("in points, rules forn-1977")


@rows
def test_what_cannot_be_done_is_a_sentence(words: tuple[str, ...], why: str) -> None:
    done = kotra("board", *words, "--best")
    assert done.exit_code == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


SCORES = {(1, 1): "6:6:0:7", (2, 4): "5:3:0:7", (1, 3): "6:4:1:7", (4, 1): "3:6:1:7", (7, 7): "0:0:0:7"}


@pytest.mark.parametrize("dice", [64, None])
@pytest.mark.parametrize(("need", "other"), SCORES)
def test_a_choice_is_that_of_the_position_at_the_score(need: int, other: int, dice: int | None) -> None:
    xgid = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice or '00'}:{SCORES[need, other]}:10"
    there = kn.best_scores("start", dice).verdicts[need - 1][other - 1]
    asked = kn.best(xgid)
    assert there.cube == asked.cube
    assert [(play.text, play.equity) for play in there.plays] == [(p.text, p.equity) for p in asked.plays]


def test_the_other_side_on_roll_has_its_own_needs() -> None:
    start = kn.position("start")
    scores = kn.best_scores(start, 64, size=3).choices()
    assert kn.best_scores(replace(start, seat=1), 64, size=3).choices() == scores
    assert scores != tuple(zip(*scores, strict=True))


def test_every_score_has_the_letter_of_its_choice() -> None:
    table = kn.best_scores("start", 64)
    letters = {letter: choice for choice, letter in table.letters().items()}
    cells = table.cells()
    assert [[letters[cell.upper()] for cell in row] for row in cells] == [
        list(row) for row in table.choices()
    ]
    for row, verdicts in zip(cells, table.verdicts, strict=True):
        for cell, best in zip(row, verdicts, strict=True):
            assert cell.islower() == (best.loss(best.plays[1]) < 0.01)
    assert {cell.islower() for row in cells for cell in row} == {True, False}


def test_the_command_prints_the_table_and_its_legend_whatever_the_score_of_a_turn() -> None:
    table = kn.best_scores("start", 64)
    lines = kotra("best", "start", "64", "--scores").stdout.splitlines()
    assert [line.split()[1:] for line in lines[1:8]] == table.cells()
    assert lines[9] == f"   A  {next(iter(table.lines()))[0]}"
    said = json.loads(kotra("best", "start", "64", "--scores", "--json").stdout)
    assert said == table.as_json()
    assert [row["choice"] for row in said["scores"]] == [text for row in table.choices() for text in row]
    turn = kotra("best", Path("docs/match.kotra"), "--at", "1.1", "--scores", "--json")
    assert len(json.loads(turn.stdout)["scores"]) == 49


def test_a_picture_has_a_box_for_each_score(tmp_path: Path) -> None:
    table = kn.best_scores("start", 64)
    root = ElementTree.fromstring(table.svg())
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if text and len(text) == 1 and text.isalpha()] == [
        *(cell for row in table.cells() for cell in row),
        *table.letters().values(),
    ]
    assert kotra("best", "start", "64", "--scores", "-o", tmp_path / "s.svg").exit_code == 0
    assert (tmp_path / "s.svg").read_text("utf-8") == f"{table.svg()}\n"
    pytest.importorskip("resvg_py")
    assert kotra("best", "start", "64", "--scores", "-o", tmp_path / "s.png").exit_code == 0
    assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")


@rows
def test_what_has_no_table_is_refused(words: tuple[str, ...], why: str) -> None:
    result = kotra("best", *words)
    assert (result.exit_code, result.stdout, why in result.stderr) == (2, "", True)


@pytest.mark.parametrize("size", [0, 26])
def test_a_table_has_a_size(size: int) -> None:
    with pytest.raises(kn.KotraError, match="1 to 25"):
        kn.best_scores("start", 31, size=size)
