"""Hints have a budget for a file: behind it everything is found all the same, and the output says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.features.check import checking
from kotra_notation.repair.effort import HINTS_FOR_FILE, HINTS_TURNS, HintPurse

MATCH = "kotra 1\nwhite: A\nblack: B\nlength: 3\ngame 1\nW 31: 8/5 6/4\nB drops\n"


def test_many_matches_share_one_budget() -> None:
    found = kn.check((MATCH * 150).encode()).findings
    (left_out,) = [one for one in found if one.code == "N146"]
    assert left_out.match is not None
    hinted = {one.match for one in found if one.meant}
    assert hinted == set(range(1, left_out.match))
    assert sum(one.severity == "error" for one in found) == 300


def test_a_few_matches_have_all_their_hints() -> None:
    found = kn.check((MATCH * 10).encode()).findings
    assert "N146" not in [one.code for one in found]
    assert {one.match for one in found if one.meant} == set(range(1, 11))


def test_nothing_is_given_once_all_is_spent() -> None:
    purse = HintPurse()
    given = [purse.for_match()() for _ in range(2)]
    assert all(one.turns == HINTS_TURNS for one in given)
    given[1].turns -= HINTS_FOR_FILE
    assert purse.for_match()().spent


def test_of_many_faulty_files_the_first_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checking, "MOST_SEARCHED", 2)
    for number in range(5):
        (tmp_path / f"{number}.kotra").write_text(MATCH)
        (tmp_path / f"{number}.txt").write_text("no record")
    checking.print_checked([str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert sum("meant: " in line or "Possible: " in line for line in lines) == 2
    assert [line.partition(":")[0] for line in lines if " N146 " in line] == [f"{tmp_path}/2.kotra"]
