"""GNU Backgammon imports what is written as match text, in every dialect, as the same match."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.formats.mat.dialects import LAYOUTS
from tests.games import quick_match
from tests.witness import actions, boards, imported, results


@pytest.mark.parametrize("dialect", LAYOUTS)
@pytest.mark.parametrize("seed", [2, 5])
def test_the_same_match(dialect: str, seed: int, tmp_path: Path) -> None:
    match = quick_match(seed)
    there = imported("mat", kn.write(match, f"mat:{dialect}").content, tmp_path)
    assert boards(there) == boards(match)
    assert actions(there) == actions(match)
    assert results(there) == results(match)


@pytest.mark.parametrize("dialect", ["gnubg", "xg", "studio"])
def test_a_dialect_with_signs_in_its_body_is_known_again(dialect: str) -> None:
    content = kn.write(quick_match(5), f"mat:{dialect}").content
    assert isinstance(content, str)
    assert kn.read(content.encode()).dialect == dialect
