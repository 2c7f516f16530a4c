"""What is proposed for seeded slips is held against what was played as it should be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotra_notation.model import Turn
from kotra_notation.repair.edits import Edit
from referees.slips import Slip, slips
from referees.stood import stood
from tools.repair_cases import applied, measured, misled, missed_there
from tools.repairs import figures, of_slips, of_stood

pytestmark = pytest.mark.middle


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


def test_easy_slips_are_mended_with_a_row_for_each_kind(easy: list[Slip]) -> None:
    assert figures([measured(slip) for slip in easy]) == (1.0, 1.0, 0.0)
    lines = of_slips(easy, None, 0, memory=False).splitlines()
    assert [line[:26].strip() for line in lines] == [
        "kind",
        "source and target confused",
        "turn written twice",
        "all",
    ]


def test_the_edit_that_takes_a_slip_back_does_not_mislead_and_another_does(easy: list[Slip]) -> None:
    slip, place, edit = easy[0], easy[0].game - 1, mending(easy[0])
    assert not misled(slip, place, edit)
    (turn,) = edit.new
    assert isinstance(turn, Turn)
    assert misled(slip, place, replace(edit, new=(replace(turn, dice=(7, 7)),)))
    assert applied(slip.match.games[place], edit) == slip.truth.games[place]


def test_a_gap_where_a_turn_is_lost_is_in_the_right_place_and_none_elsewhere(gap: Slip) -> None:
    assert missed_there(gap, gap.match)
    games = list(gap.match.games)
    game = games[gap.game - 1]
    games[gap.game - 1] = replace(game, events=game.events[:-1])
    assert not missed_there(gap, replace(gap.match, games=tuple(games)))


def test_plays_that_stood_are_left_alone() -> None:
    some = stood(2, 1, ["another man than the one on the bar"])
    assert of_stood(some, None, 0, memory=False).splitlines()[-1].split()[2:4] == ["100.0%", "100.0%"]
