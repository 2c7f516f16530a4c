"""GNU Backgammon imports what is written as match text, in every dialect, as the same match."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.formats.mat.dialects import LAYOUTS
from referees.games import quick_match
from referees.witness import actions, boards, imported, results, run

pytestmark = pytest.mark.middle


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


@pytest.mark.parametrize(("sign", "owner"), [("0", None), ("1", 1), ("-1", 0)])
def test_a_position_set_by_xg_is_the_same_one(sign: str, owner: int | None, tmp_path: Path) -> None:
    """The witness writes match text without the position, so its SGF is asked."""
    text = (
        "11 point match\n\n Game 1\n Anna : 0                        Bjarni : 1\n"
        f"; Set Pos=----cBD-D-B--A--Abcdc---A-/{sign}\n"
        "  1) 21: 16/15 15/13             61: 7/1 6/5\n"
    )
    (tmp_path / "in.mat").write_text(text)
    run(["import mat in.mat", "save match out.sgf"], tmp_path)
    there, here = kn.read(tmp_path / "out.sgf").matches[0], kn.read(text.encode()).matches[0]
    assert boards(there) == boards(here)
    for match in (there, here):
        assert kn.replay(match).games[0].frames[-1].after.stakes.cube.owner == owner
