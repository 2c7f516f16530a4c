"""BGRoom's games read."""

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
    Take,
    Turn,
)
from kotra_notation.replay import replay
from referees import transcripts
from referees.games import quick_match, spelled
from referees.witness import actions, boards, imported

pytestmark = pytest.mark.middle


HEAD = """\
BGF version 1.2

Game 1 - anna (X) vs. bjarni (0)
Single game
"""
TEXT = f"""\
{HEAD}1.X:(3 1) 8/5 6/5
2.0:(6 4) 24/18 18/14
3.X:Double
4.X:(6 1) 13/7 8/7
5.0:(5 5) can't move

Game 2 - anna (X) vs. bjarni (0)
Single game
1.0:(3 1) 8/5 6/5
2.X:Double

anna Win the Match
"""


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


only = partial(transcripts.only, notation="bgroom")


def events(*lines: str) -> list[Event]:
    """What the lines of a game say."""
    return list(only(HEAD + "\n".join(lines)).games[0].events)


def test_a_session() -> None:
    match = only(TEXT)
    assert [player.name for player in match.players] == ["anna", "bjarni"]
    assert (match.length, match.rules) == (0, None)
    first, second = match.games
    assert first.events == (
        Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5)))),
        Turn(seat=1, dice=(6, 4), deed=Play(hops=(Hop(24, 18), Hop(18, 14)))),
        Double(seat=0),
        Take(seat=1),
        Turn(seat=0, dice=(6, 1), deed=Play(hops=(Hop(13, 7), Hop(8, 7)))),
        Turn(seat=1, dice=(5, 5), deed=CannotMove()),
    )
    assert second.number == 2
    assert second.events[1:] == (Double(seat=0), Drop(seat=1), ResultClaim(seat=0, match=True))


def test_events_have_their_places() -> None:
    assert [event.span for event in only(TEXT).games[0].events[:4]] == [
        (5, 5, 18),
        (6, 5, 22),
        (7, 5, 11),
        (8, 5, 19),  # the throw that tells of the take
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("1.X:(3 1) bar/22* 6/off", Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(25, 22, 1), Hop(6, 0))))),
        (" 12 . O : ( 3 1)", None),
        ("1.O:(3 1)", Turn(seat=1, dice=(3, 1), deed=Blank())),
        ("1.0:Double", Double(seat=1)),
        ("1.0:Accepts", Take(seat=1)),
        ("1.0:Pass", Drop(seat=1)),
        ("1.X:Resign", Resignation(seat=0)),
    ],
)
def test_actions(line: str, expected: Event | None) -> None:
    if expected is None:
        assert [found.code for found in read(HEAD + line).findings] == ["N103"]
    else:
        assert events(line) == [expected]


def test_a_beaver_is_no_take() -> None:
    assert events("1.X:Double", "2.0:Beaver", "3.X:(3 1) 8/5 6/5")[:2] == [Double(seat=0), Beaver(seat=1)]
    assert events("1.X:Double", "2.0:Beaver", "3.X:Beaver")[2] == Beaver(seat=0, level=2)


def test_a_double_at_the_end_of_a_file_that_breaks_off_is_no_drop() -> None:
    assert events("1.X:Double\n") == [Double(seat=0)]
    assert events("1.X:Double\n\n") == [Double(seat=0), Drop(seat=1)]


def test_an_empty_line_within_a_game_ends_nothing() -> None:
    assert len(events("1.X:Double", "", "2.X:(3 1) 8/5 6/5")) == 3


def test_a_game_ends_where_the_next_begins() -> None:
    again = HEAD.partition("\n\n")[2].replace("Game 1", "Game 2")
    match = only(HEAD + "1.X:Double\n" + again + "1.X:(3 1)\n")
    assert [len(game.events) for game in match.games] == [2, 1]


def test_players_who_change_their_signs_keep_their_seats() -> None:
    match = only(HEAD + "1.X:(3 1)\n\nGame 2 - bjarni (X) vs. anna (0)\nSingle game\n1.X:(6 4)\n")
    assert [player.name for player in match.players] == ["anna", "bjarni"]
    assert [game.events[0].seat for game in match.games if isinstance(game.events[0], Turn)] == [0, 1]


def test_the_sign_makes_the_seat() -> None:
    match = only(HEAD.replace("anna (X) vs. bjarni (0)", "anna (0) vs. bjarni (X)") + "1.X:(3 1)\n")
    assert [player.name for player in match.players] == ["bjarni", "anna"]


def test_other_players_begin_a_match_of_their_own() -> None:
    text = TEXT + "\nGame 1 - Edda Rós (X) vs. dagur (0)\nSingle game\n1.X:(3 1)\n"
    first, second = read(text).matches
    assert (len(first.games), [player.name for player in second.players]) == (2, ["Edda Rós", "dagur"])


def test_a_line_that_cannot_be_read_is_kept() -> None:
    reading = read(TEXT.replace("5.0:(5 5) can't move", "hello\n5.0:(5 5) 8/3 hm"))
    assert [(found.code, found.span, found.game) for found in reading.findings] == [
        ("N102", (9, 1, 6), 1),
        ("N103", (10, 5, 17), 1),
    ]
    assert reading.matches[0].games[0].events[-2:] == (
        Extra(key="bgroom:line", value="hello"),
        Extra(key="bgroom:action", value="(5 5) 8/3 hm"),
    )


def test_a_length_that_is_missing_is_said() -> None:
    reading = read(HEAD.replace("Single game\n", "") + "1.X:(3 1)\n")
    assert [found.code for found in reading.findings] == ["N108"]


def test_other_files() -> None:
    assert read("version 1.2\nGame 1\n").format != "bgroom"
    assert [found.code for found in read("BGF version 1.2\n").findings] == ["N106"]
    assert FORMATS["bgroom"].write is None


# Properties and GNU Backgammon


def bgroom(match: Match) -> str:
    """A session as the site would write it."""
    lines, (first, second) = ["BGF version 1.2", ""], match.players
    for game in match.games:
        lines += [f"Game {game.number} - {first.name} (X) vs. {second.name} (0)", "Single game"]
        turns = [event for event in game.events if isinstance(event, Turn)]
        for number, turn in enumerate(turns, 1):
            hops = turn.deed.hops if isinstance(turn.deed, Play) else ()
            play = spelled(hops).replace("*", "") or "can't move"
            lines.append(f"{number}.{'X0'[turn.seat]}:({turn.dice[0]} {turn.dice[1]}) {play}")
        lines.append("")
    return "\n".join([*lines, "Win the Match", ""])


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_legal_games_are_read_without_a_finding(seed: int) -> None:
    match = quick_match(seed, 2)
    again = only(bgroom(match))
    assert (again.players, again.length, boards(again)) == (match.players, 0, boards(match))
    assert {found.code for found in replay(again).findings} <= {"P212", "S407", "D504"}


def compared(theirs: Match, ours: Match) -> None:
    """Hold a match against what GNU Backgammon reads; it reads its own copy of a file but for the end."""
    assert theirs.players == ours.players
    complete = len(theirs.games) - 1
    assert complete > 1
    assert actions(theirs)[:complete] == actions(ours)[:complete]
    assert boards(theirs)[:complete] == boards(ours)[:complete]


def test_gnu_backgammon_reads_the_same_games(tmp_path: Path) -> None:
    text = bgroom(quick_match(1, 12))
    compared(imported("bgroom", text, tmp_path), only(text))


def test_the_sample_as_gnu_backgammon_reads_it(tmp_path: Path, corpus: Path) -> None:
    data = (corpus / "made" / "sample-bgroom.txt").read_bytes()
    (ours,) = read_source(Source(data)).matches
    assert len(ours.games) == 60
    compared(imported("bgroom", data, tmp_path), ours)
