"""Logs of FIBS: what belongs to a game is read from among all else, and the boards decide."""

from __future__ import annotations

import pytest

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.model import Match, Turn
from referees import fibs_session
from referees.fibs_session import View
from referees.games import random_match
from referees.told import told
from tests.records import codes, only


@pytest.mark.parametrize("direction", [-1, 1])
@pytest.mark.parametrize("colour", [-1, 1])
@pytest.mark.parametrize("first", ["anna", "You"])
@pytest.mark.parametrize("seed", range(3))
def test_a_lawful_match_is_read_from_its_log(seed: int, first: str, colour: int, direction: int) -> None:
    stated = random_match(seed)
    again = only(fibs_session.log(stated, View(first=first, colour=colour, direction=direction)))
    assert told(again, hits=False).games == told(stated, hits=False).games


@pytest.mark.parametrize("seed", range(3))
def test_own_plays_are_told_by_the_boards_alone(seed: int) -> None:
    stated = random_match(seed, 3)
    again = only(fibs_session.log(stated, View(first="You", tells_plays=False)))
    assert positions(again) == positions(stated)
    assert [found.code for found in kn.replay(again).findings if found.severity != "note"] == []


def positions(whole: Match) -> list[tuple[int, ...]]:
    """The men behind each turn."""
    frames = [frame for game in kn.replay(whole).games for frame in game.frames]
    return [tuple(frame.after.seen_by(0)) for frame in frames if isinstance(frame.event, Turn)]


def test_a_log_is_written_in_other_notations() -> None:
    again = only(fibs_session.log(random_match(1), View()))
    assert codes(kn.write(supplied(again, "mat"), "mat").findings) == []
