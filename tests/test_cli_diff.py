"""`kotra diff` from outside: what it prints, its statuses, and the page."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import html5lib
import pytest
from hypothesis import HealthCheck, given, settings
from typer.testing import CliRunner

from kotra_notation.cli.app import app
from kotra_notation.compare import compare_matches
from kotra_notation.features.diff.text import DiffPaper, side_by_side, unified_diff
from kotra_notation.model import Match
from kotra_notation.report.contrast import contrast, html
from kotra_notation.report.templating import hash_source
from kotra_notation.words.lines import width
from kotra_notation.words.tongues import ENGLISH
from referees.models import matches
from tests.calls import kotra

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


@pytest.mark.parametrize("columns", [60, 80, 133])
def test_no_line_is_too_wide(files: tuple[Path, Path], columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiffPaper, "of_terminal", lambda: DiffPaper(columns))
    assert max(width(line) for line in printed(*files).splitlines()) <= columns


def coloured(files: tuple[Path, Path]) -> str:
    words = ["diff", *map(str, files)]
    return CliRunner().invoke(app, words, color=True).stdout


def test_colours_are_for_terminals(files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in printed(*files)
    monkeypatch.setattr(DiffPaper, "of_terminal", lambda: DiffPaper(100, coloured=True))
    assert "\x1b[31m  3 Þorgerður" in coloured(files)


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
