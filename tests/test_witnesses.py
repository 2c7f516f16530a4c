"""GNU Backgammon reads the same in files of many notations: those made for it, and those that we write."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.board import Position, position
from kotra_notation.formats import snowie
from kotra_notation.formats.mat.lines import LAYOUTS
from referees.games import quick_match
from referees.pos_files import NAMES, pos_file
from referees.witness import actions, boards, imported, results, run, said_of
from tests.records import codes, content, read

pytestmark = pytest.mark.middle
START = "-b----E-C---eE---c-e----B-"
BAR = "aB---cE-C---eB---c-c----BA"
WITNESSED = [
    f"{START}:1:1:1:31:4:1:0:5:10",
    f"{BAR}:1:1:-1:31:4:1:0:5:10",
    f"{BAR}:2:-1:-1:00:4:1:1:5:10",
    f"{BAR}:2:-1:1:52:1:4:0:5:10",
    f"{BAR}:0:0:1:00:0:0:0:0:10",
    f"{BAR}:0:0:-1:64:0:0:1:0:10",
]


@pytest.mark.parametrize("dialect", LAYOUTS)
@pytest.mark.parametrize("seed", [2, 5])
def test_match_text_is_the_same_match_in_every_dialect(dialect: str, seed: int, tmp_path: Path) -> None:
    match = quick_match(seed)
    there = imported("mat", content([match], f"mat:{dialect}"), tmp_path)
    assert (boards(there), actions(there), results(there)) == (boards(match), actions(match), results(match))


@pytest.mark.parametrize("dialect", ["gnubg", "xg", "studio"])
def test_a_dialect_with_signs_in_its_body_is_known_again(dialect: str) -> None:
    assert read(content([quick_match(5)], f"mat:{dialect}")).dialect == dialect


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
    there, here = kn.read(tmp_path / "out.sgf").matches[0], read(text).matches[0]
    assert boards(there) == boards(here)
    for match in (there, here):
        assert kn.replay(match).games[0].frames[-1].after.stakes.cube.owner == owner


@pytest.mark.parametrize("kind", ["sgg", "tmg"])
def test_made_matches_are_read_alike(corpus: Path, tmp_path: Path, kind: str) -> None:
    data = (corpus / "made" / f"sample.{kind}").read_bytes()
    (match,) = read(data).matches
    assert said_of(imported(kind, data, tmp_path), swapped=True) == said_of(match)


def test_made_oldmoves_and_positions_are_read_alike(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.oldmoves").read_bytes()
    (match,) = read(data).matches
    there = imported("oldmoves", data, tmp_path)
    assert codes([found for found in kn.replay(match).findings if found.severity == "error"]) == []
    assert (boards(match), actions(match)) == (boards(there), actions(there))
    assert [game.score for game in match.games] == [game.score for game in there.games]
    path = corpus / "made" / "sample-position.txt"
    shown = position("4HPwATDgc/ABMA:UQmgABAAEAAE")
    assert read(path.read_bytes()).positions == (shown,)
    line = path.read_text(encoding="utf-8")
    assert read((corpus / "made" / "sample.pos").read_bytes()).positions == (
        snowie.position(line, ("gnubg", "root"), 0),
    )
    found = re.search(
        r"Position ID: (\S+)\s+Match ID\s*: (\S+)",
        run([f'import snowietxt "{path}"', "show board"], tmp_path),
    )
    assert found
    assert position(f"{found[1]}:{found[2]}") == shown


def without_jacoby(shown: Position) -> Position:
    """The position without what the witness says of its own setting."""
    return replace(shown, standing=replace(shown.standing, jacoby=False, beavers=False))


@pytest.mark.parametrize("xgid", WITNESSED)
def test_a_position_file_of_ours_is_the_same_position(tmp_path: Path, xgid: str) -> None:
    shown = position(f"XGID={xgid}")
    shown = replace(shown, standing=replace(shown.standing, cube_limit=None))
    (tmp_path / "in.pos").write_bytes(pos_file(shown))
    run(["import pos in.pos", "export position snowietxt out.txt"], tmp_path)
    line = (tmp_path / "out.txt").read_text(encoding="utf-8")
    assert without_jacoby(snowie.position(line, NAMES, 0)) == without_jacoby(shown)


@pytest.mark.parametrize("xgid", WITNESSED)
def test_a_position_file_of_theirs_is_the_same_position(tmp_path: Path, xgid: str) -> None:
    names = ("gnubg", "root")
    commands = [f"set xgid XGID={xgid}", "export position pos out.pos", "export position snowietxt out.txt"]
    run(commands, tmp_path)
    line = (tmp_path / "out.txt").read_text(encoding="utf-8")
    theirs = (tmp_path / "out.pos").read_bytes()
    first = theirs[37 : 37 + theirs[36]].decode()
    expected = snowie.position(line, names if first == names[0] else names[::-1], 0)
    (shown,) = read(theirs).positions
    assert without_jacoby(shown) == without_jacoby(expected)
