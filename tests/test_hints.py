"""Hints beside findings: which have none, and how much is spent on what nobody asked for."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings

import kotra_notation as kn
from kotra_notation.features.check import checking
from kotra_notation.findings import Severity
from kotra_notation.model import Match
from kotra_notation.repair import Hints, with_hint
from kotra_notation.repair.effort import HINTS_FOR_FILE, HINTS_TURNS, HintPurse, little
from kotra_notation.replay import replay
from referees.models import matches

pytestmark = pytest.mark.middle
ROWS = "".join(f"{row:3}) 31: 8/2 6/4                 64: 24/11 18/14\n" for row in range(1, 51))
GAMES = " 1 point match\n\n" + "".join(
    f" Game {number}\n Anna : 0                       Bjarni : 0\n{ROWS}\n" for number in range(1, 41)
)


def test_a_note_has_no_hint() -> None:
    replayed = replay(kn.read("kotra 1\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/18* 13/9\n").matches[0])
    (note,) = [one for one in replayed.findings if one.severity is Severity.NOTE]
    assert with_hint(note, Hints(replayed)) is note


def test_hints_for_many_faulty_games_cost_little_in_all() -> None:
    replayed = replay(kn.read(GAMES).matches[0])
    begun = process_time()
    hints = Hints(replayed, little())
    for one in replayed.findings:
        with_hint(one, hints)
    assert process_time() - begun < 10


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(matches)
def test_any_finding_of_any_match_has_a_hint_or_none(match: Match) -> None:
    replayed = replay(match)
    hints = Hints(replayed, little())
    assert all(hints.hint(one).isprintable() for one in replayed.findings)


FAULTY = "kotra 1\nwhite: A\nblack: B\nlength: 3\ngame 1\nW 31: 8/5 6/4\nB drops\n"


def test_many_matches_share_one_budget_and_few_have_all() -> None:
    found = kn.check((FAULTY * 150).encode()).findings
    (left_out,) = [one for one in found if one.code == "N146"]
    assert left_out.match is not None
    hinted = {one.match for one in found if one.meant}
    assert hinted == set(range(1, left_out.match))
    assert sum(one.severity == "error" for one in found) == 300
    found = kn.check((FAULTY * 10).encode()).findings
    assert "N146" not in [one.code for one in found]
    assert {one.match for one in found if one.meant} == set(range(1, 11))
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
        (tmp_path / f"{number}.kotra").write_text(FAULTY)
        (tmp_path / f"{number}.txt").write_text("no record")
    checking.print_checked([str(tmp_path)])
    lines = capsys.readouterr().out.splitlines()
    assert sum("meant: " in line or "Possible: " in line for line in lines) == 2
    assert [line.partition(":")[0] for line in lines if " N146 " in line] == [f"{tmp_path}/2.kotra"]
