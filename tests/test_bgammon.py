"""Replays of bgammon.org: read, and written again as they were."""

from __future__ import annotations

import pytest

from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    CannotMove,
    Double,
    Drop,
    Event,
    Extra,
    Game,
    Hop,
    Match,
    Play,
    Player,
    Resignation,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)

GAME = """\
bgammon-replay 00000024
i 1767225600 Anna Bjarni 5 0 0 1 2 0
1 r 3-1 8/5 6/5
2 r 6-4 1/7 7/11
"""


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


def only(text: str) -> tuple[Game, Match]:
    reading = read(text)
    assert [(found.code, found.message) for found in reading.findings] == []
    (match,) = reading.matches
    return match.games[0], match


def match(*events: Event, length: int | None = 5, score: tuple[int, int] = (0, 0)) -> Match:
    game = Game(number=1, score=ScoreClaim(score=score), events=events)
    return Match(players=(Player(name="Anna"), Player(name="Bjarni")), length=length, games=(game,))


def written(stated: Match) -> tuple[str, list[str]]:
    writing = write_matches([stated], "bgammon")
    assert isinstance(writing.content, str)
    return writing.content, [f"{found.code} {found.written}" for found in writing.findings]


def test_a_replay_is_recognised_and_its_head_read() -> None:
    game, whole = only(GAME)
    assert whole.players == (Player(name="Anna"), Player(name="Bjarni"))
    assert (whole.length, whole.info) == (5, (("date", "2026-01-01"),))
    assert game.score == ScoreClaim(score=(0, 0))
    assert game.events[-1] == ResultClaim(seat=0, points=2)


def test_player_2_stands_in_the_numbers_of_player_1() -> None:
    game, _ = only(GAME + "2 r 2-2 bar/2 19/off\n")
    _, second, third, _ = game.events
    assert second == Turn(seat=1, dice=(6, 4), deed=Play(hops=(Hop(24, 18), Hop(18, 14))))
    assert isinstance(third, Turn)
    assert third.deed == Play(hops=(Hop(25, 23), Hop(6, 0)))


def test_a_roll_alone_allows_no_play() -> None:
    game, _ = only(GAME + "1 r 6-6\n")
    assert game.events[2] == Turn(seat=0, dice=(6, 6), deed=CannotMove())


def test_a_double_stands_with_its_answer() -> None:
    game, _ = only(GAME + "1 d 2 1\n2 d 4 0\n")
    assert game.events[2:6] == (Double(seat=0, value=2), Take(seat=1), Double(seat=1, value=4), Drop(seat=0))


def test_ending_early_is_resigning() -> None:
    game, _ = only(GAME + "2 t\n")
    assert game.events[2:] == (Resignation(seat=1), ResultClaim(seat=0, points=2))


def test_a_time_that_says_more_than_the_date_is_kept() -> None:
    game, whole = only("i 1767229261 Anna Bjarni 5 0 0 0 0 0\n")
    assert whole.info == (("date", "2026-01-01"),)
    assert game.events == (Extra(key="bgammon:started", value="1767229261"),)


@pytest.mark.parametrize(
    ("points", "loser", "meant"),
    [(1, "5/off", 2), (2, "5/off", 2), (2, "8/2", 4), (4, "8/2", 4), (3, "8/2", 6)],
)
def test_points_of_a_game_borne_off_are_those_of_the_cube_too(points: int, loser: str, meant: int) -> None:
    game, _ = only(f"i 0 A B 9 0 0 2 {points} 0\n2 d 2 1\n1 r 6-5 {loser}\n2 r 6-5 24/off\n")
    assert game.events[-1] == ResultClaim(seat=1, points=meant)


def test_another_length_begins_another_match() -> None:
    first, second = read(GAME + "i 0 Anna Bjarni 7 0 0 0 0 0\n1 r 3-1 8/5 6/5\n").matches
    assert (first.length, second.length) == (5, 7)


def test_a_score_that_did_not_grow_begins_another_match() -> None:
    assert len(read(GAME + "i 0 Anna Bjarni 5 0 0 0 0 0\n").matches) == 2
    assert len(read(GAME + "i 0 Anna Bjarni 5 2 0 0 0 0\n").matches) == 1


def test_another_game_is_said_and_passed_over() -> None:
    reading = read("i 1 Anna Bjarni 5 0 0 1 1 2\n1 r 6-5-4 1/6\n" + GAME)
    assert [(found.code, found.facts["game"]) for found in reading.findings] == [("N115", "tabula")]
    assert len(reading.matches[0].games) == 1


@pytest.mark.parametrize(
    "line", ["3 r 3-1 8/5", "1 r 3-1-1 8/5", "1 r 31", "1 r 3-1 8/99", "1 d 2", "1 q", "x"]
)
def test_a_line_that_cannot_be_read_is_said_and_kept(line: str) -> None:
    reading = read(GAME + line + "\n2 r 5-5\n")
    assert [(found.code, found.span and found.span.line) for found in reading.findings] == [("N102", 5)]
    assert reading.matches[0].games[0].events[2:4] == (
        Extra(key="bgammon:line", value=line),
        Turn(seat=1, dice=(5, 5), deed=CannotMove()),
    )


def test_events_without_a_head_are_read() -> None:
    reading = read("1 r 3-1 8/5 6/5\n2 r 6-4 1/7 7/11\n", "bgammon")
    assert [found.code for found in reading.findings] == ["N111", "N108"]
    assert len(reading.matches[0].games[0].events) == 2


def test_fewer_games_than_the_index_names_is_a_file_broken_off() -> None:
    assert [found.code for found in read("bgammon-replay 00000048\n" + GAME).findings] == ["N112"]


@pytest.mark.parametrize("text", ["", " 5 point match\n", "i am no replay\n", "bgammon\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "bgammon"
