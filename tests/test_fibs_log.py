"""Logs of FIBS: what belongs to a game is read from among all else, and the boards decide."""

from __future__ import annotations

from functools import partial

import pytest

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.formats import read_source, recognise
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    Blank,
    CannotMove,
    Double,
    Drop,
    Event,
    Hop,
    Match,
    Opening,
    Play,
    Player,
    Reached,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    SetPosition,
    Take,
    Turn,
)
from referees import fibs_session, transcripts
from referees.fibs_session import View
from referees.games import random_match
from referees.told import told

START = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
AFTER = "0:-2:0:0:0:2:4:0:2:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"  # 31: 8/5 6/5
OTHER = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:3:0:2:0:-3:0:-5:0:0:0:0:2:0"


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


def test_a_board_names_players_length_and_score() -> None:
    whole = only(board(score="2:1") + "You roll 3 and 1.\n")
    assert whole.players == (Player(name="You"), Player(name="bjarni"))
    assert (whole.length, whole.games[0].score) == (5, ScoreClaim(score=(2, 1)))


def test_the_name_comes_from_the_log_in() -> None:
    text = "1 anna 1610093580 host.example.org\n" + board() + "You roll 3 and 1.\n"
    assert only(text).players[0] == Player(name="anna")


def test_watched_games_name_both() -> None:
    assert [player.name for player in only(board(names="anna:bjarni") + "anna rolls 3 and 1.\n").players] == [
        "anna",
        "bjarni",
    ]


def test_an_unlimited_match_is_money() -> None:
    assert only(board().replace(":5:0:0:", ":9999:0:0:", 1) + "You roll 3 and 1.\n").length == 0


def test_plays_are_read_in_either_numbers() -> None:
    assert events(
        "You roll 3 and 1.\nYou move 8-5 6-5 .\nbjarni rolls 6 and 4.\nbjarni moves 1-7 7-11 .\n"
    ) == (
        turn(0, (3, 1), (8, 5), (6, 5)),
        turn(1, (6, 4), (24, 18), (18, 14)),
    )


def test_a_dance_a_double_and_its_answers() -> None:
    said = "You roll 6 and 6.\nYou can't move.\nbjarni doubles. Type 'accept' or 'reject'.\n"
    assert events(said + "You accept the double.  The cube shows 2.\n") == (
        Turn(seat=0, dice=(6, 6), deed=CannotMove()),
        Double(seat=1, value=2),
        Take(seat=0),
    )
    assert events(said + "You give up. bjarni wins 1 point.\n")[2:] == (
        Drop(seat=0),
        ResultClaim(seat=1, points=1),
    )
    assert events(said + "You reject. The game is over.\n")[2:] == (Drop(seat=0),)


def test_the_opening_throw_is_the_first_throw() -> None:
    text = "You rolled 3, bjarni rolled 1\nYou move 8-5 6-5 .\n"
    assert events(text) == (Opening(dice=(3, 1)), turn(0, (3, 1), (8, 5), (6, 5)))


def test_a_resignation_has_its_size_from_the_points() -> None:
    text = "bjarni wants to resign. You will win 2 points. Type 'accept' or 'reject'.\n"
    text += "You accept and win 2 points.\nYou win the game and get 2 points.\n"
    assert events("You roll 3 and 1.\nYou move 8-5 6-5 .\n" + text)[1:] == (
        Resignation(seat=1, size=2),
        ResignationAnswer(seat=0, accepted=True),
        ResultClaim(seat=0, points=2),
    )


def test_play_goes_on_behind_a_refused_resignation() -> None:
    text = "You roll 3 and 1.\nYou want to resign. bjarni will win 1 point.\n"
    text += "bjarni rejects. The game continues.\nYou move 8-5 6-5 .\n"
    assert events(text) == (
        Resignation(seat=0, size=1),
        ResignationAnswer(seat=1, accepted=False),
        turn(0, (3, 1), (8, 5), (6, 5)),
    )


def test_the_end_of_the_match_ends_its_last_game() -> None:
    text = board(score="3:0") + "You roll 3 and 1.\nYou move 8-5 6-5 .\nYou win the 5 point match 5-0 .\n"
    assert only(text).games[0].events[-1] == ResultClaim(seat=0, points=2, match=True)


def test_a_play_that_no_line_tells_is_the_position_it_led_to() -> None:
    (first,) = events("You roll 3 and 1.\n" + board(-1, AFTER))
    assert isinstance(first, Turn)
    assert isinstance(first.deed, Reached)
    assert first.dice == (3, 1)
    assert first.deed.position.seen_by(0)[5] == 2
    assert first.deed.illegal is False


def test_a_throw_that_no_line_tells_is_taken_from_the_board() -> None:
    assert events(board(1, dice="3:1:0:0") + "You move 8-5 6-5 .\n") == (turn(0, (3, 1), (8, 5), (6, 5)),)


def test_a_board_that_differs_from_the_line_before_decides() -> None:
    reading = read(board() + "You roll 3 and 1.\nYou move 8-5 6-5 .\n" + board(-1, OTHER))
    assert [(found.code, found.span and found.span.line) for found in reading.findings] == [("N116", 4)]
    (first,) = reading.matches[0].games[0].events
    assert isinstance(first, Turn)
    assert isinstance(first.deed, Reached)
    assert first.deed.position.seen_by(0)[15] == 2


def test_a_log_that_begins_within_a_game_sets_the_position() -> None:
    first, *_ = only(board(1, AFTER) + "You roll 3 and 1.\n").games[0].events
    assert isinstance(first, SetPosition)
    assert first.position.seen_by(0)[5] == 2


def test_the_next_score_tells_what_a_game_without_an_end_brought() -> None:
    whole = only(board() + "You roll 3 and 1.\n" + board(score="0:2") + "bjarni rolls 3 and 1.\n")
    assert whole.games[0].events == (
        Turn(seat=0, dice=(3, 1), deed=Blank()),
        ResultClaim(seat=1, points=2, derived=True),
    )


def test_another_opponent_is_another_match() -> None:
    text = board() + "You roll 3 and 1.\n" + board(names="You:cecilia") + "You roll 3 and 1.\n"
    assert len(read(text).matches) == 2


def test_nothing_else_of_a_log_is_kept() -> None:
    talk = (
        "12 bjarni my address is a@b.example\n5 bjarni - - 1 0 1500.00 12 0 1600758905 host bot a@b.example\n"
    )
    reading = read(board() + talk + "cecilia rolls 3 and 1.\nYou roll 3 and 1.\n> You move 8-5 6-5 .\n")
    assert "example" not in repr(reading)
    assert len(reading.matches[0].games[0].events) == 1


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
