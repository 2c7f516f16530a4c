"""`kotra board --best`: the board with the best play of a roll, and the five best below it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import kotra_notation as kn
from tests.calls import kotra
from tests.records import rows

pytest.importorskip("numpy")

START = "4HPwATDgc/ABMA"


def test_the_five_best_stand_below_the_board() -> None:
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


def test_a_picture_has_arrows_of_the_best_play(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    done = kotra("board", START, "--dice", "31", "--best", "-o", str(path))
    assert done.exit_code == 0, done.stderr
    assert f"The arrows show {kn.best(START, '31').plays[0].text}." in path.read_text("utf-8")
    assert done.stdout.startswith("Best: ")
    printed = kotra("board", START, "--dice", "31", "--best", "--output-format", "svg")
    assert printed.stdout == path.read_text("utf-8")
    assert printed.stderr.startswith("Best: ")


def test_the_document_has_the_five_best() -> None:
    found = json.loads(kotra("board", START, "--dice", "31", "--best", "--json").stdout)
    assert [one["play"] for one in found["best"]["plays"]] == [
        play.text for play in kn.best(START, "31").plays[:5]
    ]


def test_a_roll_that_cannot_be_played_has_no_arrows(tmp_path: Path) -> None:
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
