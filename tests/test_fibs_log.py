"""Logs of FIBS: what belongs to a game is read from among all else, and the boards decide."""

from __future__ import annotations

import pytest

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Match, Turn
from referees import fibs_session
from referees.fibs_session import View
from referees.games import random_match
from referees.told import told


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


@pytest.mark.parametrize("direction", [-1, 1])
@pytest.mark.parametrize("colour", [-1, 1])
@pytest.mark.parametrize("first", ["anna", "You"])
@pytest.mark.parametrize("seed", range(3))
def test_a_lawful_match_is_read_from_its_log(seed: int, first: str, colour: int, direction: int) -> None:
    stated = random_match(seed)
    reading = read(fibs_session.log(stated, View(first=first, colour=colour, direction=direction)))
    assert [found.message for found in reading.findings] == []
    (again,) = reading.matches
    assert told(again, hits=False).games == told(stated, hits=False).games


@pytest.mark.parametrize("seed", range(3))
def test_own_plays_are_told_by_the_boards_alone(seed: int) -> None:
    stated = random_match(seed, 3)
    reading = read(fibs_session.log(stated, View(first="You", tells_plays=False)))
    assert [found.message for found in reading.findings] == []
    (again,) = reading.matches
    assert positions(again) == positions(stated)
    assert [found.code for found in kn.replay(again).findings if found.severity != "note"] == []


def positions(whole: Match) -> list[tuple[int, ...]]:
    """The men behind each turn."""
    games = kn.replay(whole).games
    return [
        tuple(frame.after.seen_by(0))
        for game in games
        for frame in game.frames
        if isinstance(frame.event, Turn)
    ]


def test_a_log_is_written_in_other_notations() -> None:
    (again,) = read(fibs_session.log(random_match(1), View())).matches
    assert [found.code for found in kn.write(supplied(again, "mat"), "mat").findings] == []
