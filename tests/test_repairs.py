"""Proposals for seeded slips against what was played, and hints beside findings: what they may cost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings

import kotra_notation as kn
from kotra_notation.features.check import checking
from kotra_notation.findings import Severity
from kotra_notation.model import Match, Turn
from kotra_notation.repair import Hints, effort, with_hint
from kotra_notation.repair.edits import Edit
from kotra_notation.repair.effort import HINTS_FOR_FILE, HINTS_TURNS, HintPurse, little
from kotra_notation.replay import replay
from referees.models import matches
from referees.slips import Slip, slips
from referees.stood import stood
from tools.repair_cases import applied, measured, misled, missed_there
from tools.repairs import figures, of_slips, of_stood


@pytest.fixture(scope="module")
def easy() -> list[Slip]:
    return list(slips(4, 2, ["source and target confused", "turn written twice"], every=12))


@pytest.fixture(scope="module")
def gap() -> Slip:
    some = slips(20, 2, ["turn lost, gap left"], every=12)
    return next(slip for slip in some if slip.open and not slip.undecided)


def mending(slip: Slip) -> Edit:
    """The one edit that takes a slip in one play back."""
    pairs = zip(slip.match.games[slip.game - 1].events, slip.truth.games[slip.game - 1].events, strict=True)
    place, (old, new) = next((at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1])
    return Edit(kind="slip", place=place, old=(old,), new=(new,), cost=1.0)


@pytest.mark.middle
def test_easy_slips_are_mended_with_a_row_for_each_kind(easy: list[Slip]) -> None:
    assert figures([measured(slip) for slip in easy]) == (1.0, 1.0, 0.0)
    lines = of_slips(easy, None, 0, memory=False).splitlines()
    assert [line[:26].strip() for line in lines] == [
        "kind",
        "source and target confused",
        "turn written twice",
        "all",
    ]


@pytest.mark.middle
def test_the_edit_that_takes_a_slip_back_does_not_mislead_and_another_does(easy: list[Slip]) -> None:
    slip, place, edit = easy[0], easy[0].game - 1, mending(easy[0])
    assert not misled(slip, place, edit)
    (turn,) = edit.new
    assert isinstance(turn, Turn)
    assert misled(slip, place, replace(edit, new=(replace(turn, dice=(7, 7)),)))
    assert applied(slip.match.games[place], edit) == slip.truth.games[place]


@pytest.mark.middle
def test_a_gap_where_a_turn_is_lost_is_in_the_right_place_and_none_elsewhere(gap: Slip) -> None:
    assert missed_there(gap, gap.match)
    games = list(gap.match.games)
    game = games[gap.game - 1]
    games[gap.game - 1] = replace(game, events=game.events[:-1])
    assert not missed_there(gap, replace(gap.match, games=tuple(games)))


@pytest.mark.middle
def test_plays_that_stood_are_left_alone() -> None:
    some = stood(2, 1, ["another man than the one on the bar"])
    assert of_stood(some, None, 0, memory=False).splitlines()[-1].split()[2:4] == ["100.0%", "100.0%"]


ROWS = "".join(f"{row:3}) 31: 8/2 6/4                 64: 24/11 18/14\n" for row in range(1, 51))
GAMES = " 1 point match\n\n" + "".join(
    f" Game {number}\n Anna : 0                       Bjarni : 0\n{ROWS}\n" for number in range(1, 41)
)


def test_a_note_has_no_hint() -> None:
    replayed = replay(kn.read("kotra 1\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/18* 13/9\n").matches[0])
    (note,) = [one for one in replayed.findings if one.severity is Severity.NOTE]
    assert with_hint(note, Hints(replayed)) is note


@pytest.mark.middle
def test_hints_for_many_faulty_games_cost_little_in_all() -> None:
    replayed = replay(kn.read(GAMES).matches[0])
    begun = process_time()
    hints = Hints(replayed, little())
    for one in replayed.findings:
        with_hint(one, hints)
    assert process_time() - begun < 10


@pytest.mark.middle
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(matches)
def test_any_finding_of_any_match_has_a_hint_or_none(match: Match) -> None:
    replayed = replay(match)
    hints = Hints(replayed, little())
    assert all(hints.hint(one).isprintable() for one in replayed.findings)


FAULTY = "kotra 1\nwhite: A\nblack: B\nlength: 3\ngame 1\nW 31: 8/5 6/4\nB drops\n"


def test_many_matches_share_one_budget_and_few_have_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "HINTS_FOR_FILE", HINTS_FOR_FILE // 10)
    texts = [FAULTY.replace("game 1", f"game {number}") for number in range(1, 16)]
    found = kn.check("".join(texts).encode()).findings
    (left_out,) = [one for one in found if one.code == "N146"]
    assert left_out.match is not None
    assert left_out.span is not None
    assert (left_out.game, left_out.span.line) == (left_out.match, 7 * left_out.match - 2)
    hinted = {one.match for one in found if one.meant}
    assert hinted == set(range(1, left_out.match))
    assert sum(one.severity == "error" for one in found) == 30
    few = "".join(texts[: left_out.match - 1])
    found = kn.check(few.encode()).findings
    assert "N146" not in [one.code for one in found]
    assert {one.match for one in found if one.meant} == hinted
    monkeypatch.undo()
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
