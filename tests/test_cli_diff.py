"""`kotra diff` from outside: what it prints, its statuses, and the page."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import html5lib
import pytest
from hypothesis import HealthCheck, given, settings
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.compare import compare_matches
from kotra_notation.features.diff.text import DiffPaper
from kotra_notation.model import Match
from kotra_notation.report.contrast import contrast, html
from kotra_notation.report.contrast_text import side_by_side, unified_diff
from kotra_notation.report.templating import hash_source
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import ENGLISH
from referees.models import matches
from tests.test_cli_check import kotra

HEAD = "kotra 1\nwhite: Þorgerður Brák Skallagrímsdóttir\nblack: Örn\nlength: 5\n"
GAME = "game 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\nW 42: 8/4 6/4\nB 44: 13/9(2) 6/2(2)\nW 61: 13/7 8/7\n"
SLIP = GAME.replace("W 42: 8/4 6/4", "W 42: 24/20 6/4\n# Hér er ágreiningur.")
LOST = GAME.replace("B 44: 13/9(2) 6/2(2)\n", "")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Two records that differ in a play and a comment."""
    return written(tmp_path / "a.kotra", HEAD + GAME), written(tmp_path / "b.kotra", HEAD + SLIP)


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def printed(*words: str | Path) -> str:
    result = kotra("diff", *words)
    assert result.exit_code == 1, result.stderr
    return result.stdout


def test_records_that_say_the_same_are_status_0(tmp_path: Path) -> None:
    one = written(tmp_path / "a.kotra", HEAD + GAME)
    assert kotra("convert", one, tmp_path / "b.mat").exit_code == 0
    result = kotra("diff", one, tmp_path / "b.mat")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "The two records agree.")


def test_two_columns_show_the_turns_around_a_difference(files: tuple[Path, Path]) -> None:
    assert printed(*files, "--context", "1") == (
        "A a.kotra: Þorgerður Brák Skallagrímsdóttir – Örn\n"
        "B b.kotra: Þorgerður Brák Skallagrímsdóttir – Örn\n"
        "2 differences (Plays 1, Comments 1)\n"
        "\n"
        "Game 1\n"
        "  2 Örn 64: 24/14                                    2 Örn 64: 24/14\n"
        "  3 Þorgerður 42: 8/4 6/4                        |   3 Þorgerður 42: 24/20 6/4\n"
        "                                                 >     Comments: Hér er ágreiningur.\n"
        "  4 Örn 44: 13/9(2) 6/2(2)                           4 Örn 44: 13/9(2) 6/2(2)\n"
    )


def test_one_column_shows_a_above_b(files: tuple[Path, Path]) -> None:
    assert printed(*files, "--context", "0", "--unified") == (
        "--- a.kotra\n"
        "+++ b.kotra\n"
        "# 2 differences\n"
        "@@ Game 1 @@\n"
        "-   3 Þorgerður 42: 8/4 6/4\n"
        "+   3 Þorgerður 42: 24/20 6/4\n"
        "+     Comments: Hér er ágreiningur.\n"
    )


def test_a_turn_that_one_record_lacks_stands_alone(tmp_path: Path) -> None:
    one, other = written(tmp_path / "a", HEAD + GAME), written(tmp_path / "b", HEAD + LOST)
    lines = [line for line in printed(one, other).splitlines() if line.endswith("<")]
    assert [line.split("  <")[0].strip() for line in lines] == ["4 Örn 44: 13/9(2) 6/2(2)"]


@pytest.mark.parametrize("columns", [60, 80, 133])
def test_no_line_is_wider_than_the_terminal(
    files: tuple[Path, Path], columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DiffPaper, "of_terminal", lambda: DiffPaper(columns))
    assert max(width(line) for line in printed(*files).splitlines()) <= columns


def coloured(files: tuple[Path, Path]) -> str:
    words = ["diff", *map(str, files)]
    return CliRunner().invoke(app, words, color=True).stdout


def test_colours_are_for_terminals(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in printed(*files)
    monkeypatch.setattr(DiffPaper, "of_terminal", lambda: DiffPaper(100, coloured=True))
    assert "\x1b[31m  3 Þorgerður" in coloured(files)


def test_only_what_is_asked_for_counts(files: tuple[Path, Path]) -> None:
    assert kotra("diff", *files, "--only", "cube,score").exit_code == 0
    assert "Comments 1)" in printed(*files, "--only", "comments")


def test_json_has_every_difference_with_its_place(files: tuple[Path, Path]) -> None:
    (match,) = json.loads(printed(*files, "--json"))["matches"]
    play = match["differences"][0]
    assert (play["kind"], play["game"], play["turn"], play["seat"]) == (
        "plays",
        {"a": 1, "b": 1},
        {"a": 3, "b": 3},
        0,
    )
    assert (play["a"]["text"], play["a"]["line"]) == ("42: 8/4 6/4", 8)
    assert (play["b"]["text"], play["b"]["line"]) == ("42: 24/20 6/4", 8)


def test_json_names_the_files_by_their_paths_and_the_match_that_was_chosen(files: tuple[Path, Path]) -> None:
    one, other = files
    one.write_text(2 * (HEAD + GAME), encoding="utf-8")
    (match,) = json.loads(printed(one, other, "--json", "--match", "2"))["matches"]
    assert (match["a"]["path"], match["b"]["path"]) == (str(one), str(other))
    assert match["number"] == 2


def test_a_name_is_told_with_its_side(files: tuple[Path, Path]) -> None:
    other = written(files[1], (HEAD + GAME).replace("Örn", "Ari"))
    assert "- Black: Örn\n+ Black: Ari\n" in printed(files[0], other, "--unified", "--only", "names")


def test_matches_are_held_against_each_other_in_order(tmp_path: Path) -> None:
    one = written(tmp_path / "a", HEAD + GAME + "\n" + HEAD + SLIP)
    other = written(tmp_path / "b", HEAD + GAME)
    text = printed(one, other)
    assert text.startswith("Match 1: Þorgerður Brák Skallagrímsdóttir – Örn\n")
    assert text.endswith("Match 2, only in A\n")
    assert kotra("diff", one, other, "--match", "1").exit_code == 0
    assert kotra("diff", one, other, "--match", "2").exit_code == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere.mat",), "nowhere.mat: no such file"),
        (("--only", "playz"), "Did you mean plays?"),
        (("--match", "3"), "there is no match 3"),
        (("--context", "-1"), "--context must be a number of turns"),
        (("--rules", "chess"), "chess"),
        (("-o", "nowhere/new.html"), "no such folder; create it first"),
        (("--from", "matt"), "mat"),
    ],
)
def test_what_cannot_be_done_is_status_2(files: tuple[Path, Path], words: tuple[str, ...], said: str) -> None:
    both = files if words[0].startswith("-") else files[:1]
    if words[0] == "--match":
        files[0].write_text(2 * (HEAD + GAME), encoding="utf-8")
    result = kotra("diff", *both, *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_the_output_is_neither_of_the_records(files: tuple[Path, Path]) -> None:
    before = files[1].read_bytes()
    assert kotra("diff", *files, "-o", files[1]).exit_code == 2
    assert files[1].read_bytes() == before


def page(files: tuple[Path, Path], *words: str) -> str:
    target = files[0].parent / "page.html"
    assert kotra("diff", *files, "-o", target, *words).exit_code == 1
    return target.read_text(encoding="utf-8")


def test_the_page_is_valid_and_asks_for_nothing(files: tuple[Path, Path]) -> None:
    text = page(files)
    html5lib.HTMLParser(strict=True).parse(text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.S)
    assert f"style-src '{hash_source(style)}'" in text
    assert not re.findall(r"<script|<link(?! rel=\"icon\" href=\"data:)|url\(|src=", text)


def test_the_page_has_both_boards_at_a_difference(files: tuple[Path, Path]) -> None:
    assert page(files).count("<svg") == 2


def test_no_place_of_a_page_of_several_matches_is_named_twice(tmp_path: Path) -> None:
    one = written(tmp_path / "a", 2 * (HEAD + GAME))
    other = written(tmp_path / "b", 2 * (HEAD + SLIP))
    places = re.findall(r' id="(.*?)"', page((one, other)))
    assert places == ["m1-g1", "m2-g1"]


@pytest.mark.middle
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(matches, matches)
def test_any_two_matches_are_shown(one: Match, other: Match) -> None:
    view = contrast(compare_matches(one, other), ("a", "b"), ENGLISH, boards=4)
    text = side_by_side(view, DiffPaper(80)) + unified_diff(view, DiffPaper(40))
    assert [sign for sign in text if unicodedata.category(sign) == "Cc" and sign != "\n"] == []
    html5lib.HTMLParser(strict=True).parse(html([view], [], ENGLISH))


def test_the_page_is_the_same_every_time(files: tuple[Path, Path]) -> None:
    assert page(files) == page(files)


def test_words_of_a_record_break_out_of_nothing(tmp_path: Path) -> None:
    attack = '"><script>window.pwned=1</script><b x="'
    one = written(tmp_path / "a.kotra", HEAD.replace("Örn", attack) + GAME)
    other = written(tmp_path / "b.kotra", HEAD + SLIP.replace("ágreiningur", attack))
    text = page((one, other))
    html5lib.HTMLParser(strict=True).parse(text)
    assert "<script" not in text
