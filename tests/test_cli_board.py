"""`kotra board` from outside: themes, arrows, outlines, sizes, and pictures as files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kotra_notation.board.themes import THEMES
from tests.test_cli_check import kotra

START = "W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5"
OLD = "W: a10 c1 s2 bar1 off1; B: m7 x6 bar2"
PNG = b"\x89PNG\r\n\x1a\n"


def picture(*words: str) -> str:
    result = kotra("board", *words, "--output-format", "svg")
    assert result.exit_code == 0, result.stderr
    return result.stdout


def test_a_play_is_drawn_and_told() -> None:
    assert "The arrows show 8/5 6/5." in picture(START, "--play", "8/5 6/5")
    assert "The arrows show 13/11 11/7 13/11 11/7." in picture(START, "--play", "13/11/7(2)")


def test_a_hit_is_found_on_the_board() -> None:
    blot = "W: 24x2 13x5 8x3 6x5; B: 24x1 20x1 13x5 8x3 6x5"
    assert "The arrows show 8/5* 6/5." in picture(blot, "--play", "8/5 6/5")


def test_a_play_of_the_old_game_has_letters() -> None:
    assert "The arrows show bar/c a/d." in picture(OLD, "--play", "bar/c a/d")


def test_a_play_is_shown_on_the_edge_of_a_board_in_text() -> None:
    drawn = kotra("board", START, "--play", "13/11 6/5", "--output-format", "ascii").stdout
    assert drawn.splitlines()[-2].startswith(" +----^-------------+---+-x--^-------------+")
    assert drawn.splitlines()[1].startswith(" +-x----------------+---+------------------+")


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("8/3/2 7/1", "no checker left on 7"),
        ("6/1", "the other side holds 1"),
        ("5/8", "5/8 does not move forward"),
        ("8/99", "is not a play"),
        ("99/8", "is not a play"),
        ("nonsense", "is not a play"),
        ("", "is not a play"),
        ("x" * 4000, "is not a play"),
    ],
)
def test_a_play_that_does_not_fit_gets_a_sentence(play: str, why: str) -> None:
    result = kotra("board", START, "--play", play, "--output-format", "svg")
    assert result.exit_code == 2
    assert why in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 200


def test_dice_are_drawn_in_every_form() -> None:
    assert " 3 1 " in kotra("board", START, "--dice", "3-1").stdout
    assert "<title>White to play 3-1</title>" in picture(START, "--dice", "31")


@pytest.mark.parametrize(("position", "mark"), [(START, "5,6"), (OLD, "s, t")])
def test_points_are_marked_by_their_labels(position: str, mark: str) -> None:
    said = ", ".join(mark.replace(",", " ").split())
    assert f"Marked: {said}." in picture(position, "--mark", mark)


def test_labels_may_be_left_out() -> None:
    assert picture(START).count("<text") == picture(START, "--labels", "none").count("<text") + 24


@pytest.mark.parametrize(
    "words",
    [
        ["--theme", "wod", "--output-format", "svg"],
        ["--labels", "all"],
        ["--mark", "25", "--output-format", "svg"],
        ["--mark", "a", "--output-format", "svg"],
        ["--size", "5", "--output-format", "svg"],
        ["--size", "99999", "--output-format", "png"],
        ["--dice", "07"],
        ["--output-format", "gif"],
        ["--play", "8/5", "--json"],
        ["--mark", "5", "--json"],
        ["--size", "300", "-o", "board.txt"],
    ],
)
def test_what_cannot_be_drawn_gets_one_sentence(words: list[str]) -> None:
    result = kotra("board", START, *words)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert not result.stdout


def test_the_help_names_every_theme() -> None:
    assert {name for name in THEMES if name in kotra("board", "--help").stdout} == set(THEMES)


def test_an_unknown_theme_gets_a_near_one() -> None:
    assert "Did you mean wood?" in kotra("board", START, "--theme", "wod", "--output-format", "svg").stderr


def test_a_file_is_what_its_name_says(tmp_path: Path) -> None:
    assert kotra("board", START, "-o", tmp_path / "a.PNG", "--size", "300").exit_code == 0
    data = (tmp_path / "a.PNG").read_bytes()
    assert data.startswith(PNG)
    assert int.from_bytes(data[16:20], "big") == 300


def test_a_picture_goes_to_standard_output() -> None:
    result = kotra("board", START, "--output-format", "png")
    assert result.stdout_bytes.startswith(PNG)


def test_the_same_position_has_the_same_bytes() -> None:
    first, second = (kotra("board", OLD, "--output-format", "png").stdout_bytes for _ in range(2))
    assert first == second


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    result = kotra("board", START, "-o", tmp_path / "a.png")
    assert result.exit_code == 2
    assert 'pip install "kotra-notation[png]"' in result.stderr
    assert not (tmp_path / "a.png").exists()


def test_the_colours_of_a_theme_reach_the_pixels() -> None:
    """The programs that make pixels know no custom properties: they are given plain colours."""
    plain, wood = (
        kotra("board", START, "--output-format", "png", "--theme", theme).stdout_bytes
        for theme in ("paper", "wood")
    )
    assert plain != wood
