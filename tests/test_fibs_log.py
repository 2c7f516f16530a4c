"""Logs of FIBS: what belongs to a game is read from among all else, and the boards decide."""

from __future__ import annotations

from functools import partial

import pytest

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.formats import read_source, recognise
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Event, Hop, Match, Play, Turn
from referees import fibs_session, transcripts
from referees.fibs_session import View
from referees.games import random_match
from referees.told import told

START = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"


def board(
    turn: int = 1, men: str = START, dice: str = "0:0:0:0", *, score: str = "0:0", names: str = "You:bjarni"
) -> str:
    return f"board:{names}:5:{score}:{men}:{turn}:{dice}:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0\n"


def read(text: str) -> Reading:
    return read_source(Source(text.encode()))


only = partial(transcripts.only, notation="fibs-log")


def events(text: str) -> tuple[Event, ...]:
    return only(board() + text).games[0].events


def turn(seat: int, dice: tuple[int, int], *hops: tuple[int, int]) -> Turn:
    return Turn(seat=seat, dice=dice, deed=Play(hops=tuple(Hop(*hop) for hop in hops)))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("board:You:bjarni:5:0:0", "52 fields, not 5"),
        (board().replace(":5:0:0:", ":x:0:0:", 1).strip(), "whole number"),
        (board().replace("2:0:0:0:0:5:", "2:0:0:0:0:15:", 1).strip(), "at most 15"),
    ],
)
def test_a_board_that_cannot_be_read_is_said(line: str, why: str) -> None:
    reading = read(board() + "You roll 3 and 1.\n" + line + "\nYou move 8-5 6-5 .\n")
    assert [(found.code, found.span and found.span.line) for found in reading.findings] == [("N110", 3)]
    assert why in reading.findings[0].message
    assert reading.matches[0].games[0].events == (turn(0, (3, 1), (8, 5), (6, 5)),)


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


@pytest.mark.parametrize("text", ["", "board: maple\n", "You roll 3 and 1.\n", " 5 point match\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "fibs-log"
