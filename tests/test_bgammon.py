"""Replays of bgammon.org: read, and written again as they were."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kotra_notation as kn
from kotra_notation.api import supplied
from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    Beaver,
    Blank,
    CannotMove,
    Comment,
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
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from referees import models
from referees.games import random_match
from referees.seeds import some
from referees.told import told

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


def turn(seat: int, *hops: tuple[int, int]) -> Turn:
    return Turn(seat=seat, dice=(3, 1), deed=Play(hops=tuple(Hop(*hop) for hop in hops)))


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


def test_a_throw_that_says_no_play_is_one_that_allows_none() -> None:
    (again,) = read(written(match(Turn(seat=0, dice=(3, 1), deed=Blank())))[0]).matches
    assert again.games[0].events == (Turn(seat=0, dice=(3, 1), deed=CannotMove()),)


def test_events_without_a_head_are_read() -> None:
    reading = read("1 r 3-1 8/5 6/5\n2 r 6-4 1/7 7/11\n", "bgammon")
    assert [found.code for found in reading.findings] == ["N111", "N108"]
    assert len(reading.matches[0].games[0].events) == 2


def test_fewer_games_than_the_index_names_is_a_file_broken_off() -> None:
    assert [found.code for found in read("bgammon-replay 00000048\n" + GAME).findings] == ["N112"]


def test_what_is_written_is_what_the_server_writes() -> None:
    text, lost = written(read(GAME + "2 d 2 1\n1 r 5-5\n2 r 4-2 bar/4 22/off\n1 t\n").matches[0])
    assert (text, lost) == (GAME + "2 d 2 1\n1 r 5-5\n2 r 4-2 bar/4 22/off\n1 t\n", [])


def test_the_index_counts_bytes() -> None:
    stated = match(turn(0, (8, 5)))
    named = Match(players=(Player(name="Þórdís"), Player(name="Bo")), length=5, games=stated.games * 2)
    writing = write_matches([named], "bgammon").content
    assert isinstance(writing, str)
    second = int(writing.splitlines()[1].split()[1])
    assert writing.encode()[second:].startswith("i 0 Þórdís".encode())


@pytest.mark.parametrize(
    ("events", "lost"),
    [
        ((Double(seat=0, value=2),), "L604 a double"),
        ((Double(seat=0), Take(seat=1)), "L604 a double"),
        ((Take(seat=1),), "L604 a take"),
        ((Beaver(seat=1, value=4),), "L608 a beaver"),
        ((Resignation(seat=0, size=2),), "L604 an offer to resign"),
        ((Comment(text="hm"),), "L601 hm"),
        ((turn(0, (8, 31)),), "L604 the roll 31"),
        ((ResultClaim(seat=0, points=0.5),), "L609 0.5 points"),
        ((ResultClaim(seat=0, points=1, match=True),), "L609 1 points"),
        ((ResultClaim(seat=0, points=1, kind="single"),), "L609 1 points, single"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_held_is_said_once_for_each(events: tuple[Event, ...], lost: str) -> None:
    said = written(match(*events))[1]
    assert said[0] == lost
    assert len(said) == len({*said})


def test_names_of_several_words_are_joined_and_said() -> None:
    text, lost = written(Match(players=(Player(name="Anna Jóns"), Player()), length=1, games=(Game(),)))
    assert " Anna_Jóns _ 1 " in text
    assert lost == ["L603 Anna Jóns", "L603 "]


@pytest.mark.parametrize("date", ["2026-03-07", "2026.03.07"])
def test_the_date_is_the_time_of_the_first_game(date: str) -> None:
    names = (Player(name="A"), Player(name="B"))
    text, lost = written(Match(length=1, info=(("date", date),), players=names, games=(Game(),)))
    assert "i 1772841600 A B" in text
    assert lost == ([] if "-" in date else [f"L603 date: {date}"])


def test_a_refused_resignation_is_said() -> None:
    refused = match(turn(0, (8, 5)), Resignation(seat=1, size=1), ResignationAnswer(seat=0, accepted=False))
    text, lost = written(refused)
    assert " t" not in text
    assert lost == ["L604 an offer to resign", "L604 a resignation refused"]


@pytest.mark.parametrize("seed", some(range(12), 3))
def test_a_lawful_match_is_read_again_as_it_was(seed: int) -> None:
    stated = supplied(random_match(seed, said=seed % 2 == 0), "bgammon")
    text, lost = written(stated)
    assert [f"{said[:4]} {said[-6:]}" for said in lost] == ["L609 points"] * bool(stated.length)
    (again,) = read(text).matches
    assert told(again, hits=False) == told(stated, hits=False)
    assert written(again) == (text, [])
    assert [found.code for found in kn.replay(again).findings if found.severity != "note"] == []


@settings(max_examples=300)
@given(st.lists(models.matches, max_size=2))
def test_nothing_is_lost_unsaid(stated: list[Match]) -> None:
    writing = write_matches(stated, "bgammon")
    assert isinstance(writing.content, str)
    again = read_source(Source(writing.content.encode()), "bgammon")
    if not writing.findings:
        assert [told(one, hits=False) for one in again.matches] == [told(one, hits=False) for one in stated]


def test_a_match_without_a_game_leaves_no_line_and_that_is_said() -> None:
    assert written(Match()) == ("", ["L604 a match without a game"])


@pytest.mark.parametrize("text", ["", " 5 point match\n", "i am no replay\n", "bgammon\n"])
def test_other_texts_are_not_claimed(text: str) -> None:
    format = recognise(Source(text.encode()))
    assert format is None or format.name != "bgammon"
