"""PartyGammon's games read."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.formats import FORMATS, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    Beaver,
    Blank,
    CannotMove,
    Double,
    Drop,
    Event,
    Extra,
    Hop,
    Match,
    Play,
    Resignation,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from kotra_notation.replay import replay
from referees import transcripts
from referees.games import quick_match, spelled
from referees.witness import boards, results

TEXT = """\
BoardId=12
Creator=anna
MATCHLENGTH=3
GAME_1_PLAYER_1=anna
GAME_1_PLAYER_2=bjarni
GAME_1_GAMEPLAY=1 100 R 31 8/5 6/5#2 101 R 64 24/18 18/14#1 Doubles#2 Takes
GAME_1_SCORE1=2
GAME_1_SCORE2=0
GAME_2_PLAYER_1=anna
GAME_2_PLAYER_2=bjarni
GAME_2_GAMEPLAY=2 7 R 31 8/5 6/5#1 8 R 66#2 Double#1 Drop
GAME_2_SCORE1=2
GAME_2_SCORE2=1
"""


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


only = partial(transcripts.only, notation="party")


def event(item: str) -> Event:
    """What an action says."""
    reading = read(f"GAME_1_PLAYER_1=a\nMATCHLENGTH=1\nGAME_1_GAMEPLAY={item}")
    assert reading.findings == ()
    (found,) = reading.matches[0].games[0].events
    return found


def test_a_match() -> None:
    match = only(TEXT)
    assert [player.name for player in match.players] == ["anna", "bjarni"]
    assert (match.length, match.rules) == (3, None)
    assert match.info == (("party:BoardId", "12"), ("party:Creator", "anna"))
    first, second = match.games
    assert (first.number, first.score) == (1, None)
    assert first.events == (
        Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5)))),
        Turn(seat=1, dice=(6, 4), deed=Play(hops=(Hop(24, 18), Hop(18, 14)))),
        Double(seat=0),
        Take(seat=1),
        ResultClaim(seat=0, points=2),
    )
    assert (second.number, second.score) == (2, ScoreClaim(score=(2, 0)))
    assert second.events[-2:] == (Drop(seat=0), ResultClaim(seat=1, points=1))


def test_events_have_their_places() -> None:
    events = only(TEXT).games[0].events
    assert [one.span for one in events[:3]] == [(6, 17, 35), (6, 36, 58), (6, 59, 68)]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("1 100 R 31 bar/22* 6/off", Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(25, 22, 1), Hop(6, 0))))),
        ("2 100 R 31", Turn(seat=1, dice=(3, 1), deed=Blank())),
        ("2 100 R 31 cannot move", Turn(seat=1, dice=(3, 1), deed=CannotMove())),
        ("1 31 8/4", Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 4),)))),
        ("1 100 31 8/4", Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 4),)))),
        ("1 Double", Double(seat=0)),
        ("1 Doubles => 2", Double(seat=0, value=2)),
        ("1 Beaver", Beaver(seat=0)),
        ("2 accepts", Take(seat=1)),
        ("2 Passes", Drop(seat=1)),
        ("2 Resigns", Resignation(seat=1)),
    ],
)
def test_actions(item: str, expected: Event) -> None:
    assert event(item) == expected


@pytest.mark.parametrize(
    "item", ["3 100 R 31", "1", "1 100 R 71 8/5", "1 100 R 31 8/5 hm", "1 31 30/5", "hm"]
)
def test_an_action_that_cannot_be_read_is_kept(item: str) -> None:
    reading = read(f"GAME_1_PLAYER_1=a\nMATCHLENGTH=1\nGAME_1_GAMEPLAY=1 Double#{item}#2 Take")
    assert [(found.code, found.span) for found in reading.findings] == [("N103", (3, 26, 26 + len(item)))]
    assert reading.matches[0].games[0].events == (
        Double(seat=0),
        Extra(key="party:item", value=item),
        Take(seat=1),
    )


def test_a_line_that_cannot_be_read_is_kept() -> None:
    reading = read(TEXT + "hello\nGAME_2_SCORE1=two\n")
    assert [found.code for found in reading.findings] == ["N102", "N102"]
    assert [remark.value for remark in reading.matches[0].remarks if isinstance(remark, Extra)] == [
        "hello",
        "GAME_2_SCORE1=two",
    ]


def test_keys_in_any_order_and_letter_case() -> None:
    assert read("\r\n".join(reversed(TEXT.splitlines())), "party").matches[0].games == only(TEXT).games
    keys = [line.partition("=") for line in TEXT.splitlines()]
    assert only("\n".join(f" {key.lower()} = {value}" for key, _, value in keys)).games == only(TEXT).games


@pytest.mark.parametrize("scores", [(0, 0), (2, 1)])
def test_a_score_that_no_side_alone_has_gained_is_a_score(scores: tuple[int, int]) -> None:
    text = TEXT.replace("GAME_1_SCORE1=2", f"GAME_1_SCORE1={scores[0]}")
    text = text.replace("GAME_1_SCORE2=0", f"GAME_1_SCORE2={scores[1]}")
    assert only(text).games[0].events[-1] == ScoreClaim(score=scores)


def test_names_that_change_are_said() -> None:
    reading = read(TEXT.replace("GAME_2_PLAYER_1=anna", "GAME_2_PLAYER_1=edda"))
    assert [(found.code, found.span.line) for found in reading.findings if found.span] == [("N116", 9)]


def test_a_length_that_is_missing_is_said() -> None:
    reading = read(TEXT.replace("MATCHLENGTH=3\n", ""))
    assert [found.code for found in reading.findings] == ["N108"]


def test_other_files() -> None:
    assert read("BoardId=12\nhello\n").format == ""
    assert [found.code for found in read("BoardId=12\nCreator=anna\n").findings] == ["N106"]
    assert FORMATS["party"].write is None


# Properties


def party(match: Match) -> str:
    """A match as the site would write it."""
    lines, score = ["BoardId=1", "Creator=x", f"MATCHLENGTH={match.length}"], [0, 0]
    for game in match.games:
        items, head = [], f"GAME_{game.number}"
        for number, one in enumerate(game.events):
            if isinstance(one, Turn):
                hops = one.deed.hops if isinstance(one.deed, Play) else ()
                play = spelled(hops).replace("25/", "bar/").replace("/0", "/off").replace("*", "")
                items.append(f"{one.seat + 1} {number} R {one.dice[0]}{one.dice[1]} {play}".rstrip())
            elif isinstance(one, ResultClaim):
                score[one.seat] += int(one.points or 0)
        names = [f"{head}_PLAYER_{seat + 1}={player.name}" for seat, player in enumerate(match.players)]
        scores = [f"{head}_SCORE{seat + 1}={points}" for seat, points in enumerate(score)]
        lines += [*names, f"{head}_GAMEPLAY={'#'.join(items)}", *scores]
    return "\n".join(lines) + "\n"


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_legal_games_are_read_without_a_finding(seed: int) -> None:
    match = quick_match(seed, 2)
    again = only(party(match))
    assert (again.players, again.length, results(again)) == (match.players, 0, results(match))
    assert boards(again) == boards(match)
    assert {found.code for found in replay(again).findings} <= {"P212", "D504"}


def test_the_sample_that_gnu_backgammon_accepts(corpus: Path) -> None:
    reading = read_source(Source((corpus / "made" / "sample-party.gam").read_bytes()))
    assert (reading.format, reading.findings) == ("party", ())
    (match,) = reading.matches
    assert ([player.name for player in match.players], match.length) == (["anna", "bjarni"], 3)
    assert results(match) == [(0, 2)]
    assert len(match.games[0].events) == 7
