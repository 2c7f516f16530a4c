"""BKG records: what a line says, and that nothing in a file does harm."""

from __future__ import annotations

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    CannotMove,
    Comment,
    Deed,
    Double,
    Drop,
    Event,
    Extra,
    Hop,
    Play,
    ResultClaim,
    Take,
    Turn,
    Unread,
)
from kotra_notation.replay import replay

RECORD = """\
Black  6 1   13/7 8/7
White  5 2   12-17, 1-3
Black  Doubles         Accepted
Black  3 3   8/5 8/5 6/3 6/3
White wins a gammon
White  4 2   17-21, 19-21
Black  Doubles
Black wins a game
"""


def read(text: str) -> Reading:
    return read_source(Source(text.encode()), "bkg")


def events(line: str) -> tuple[Event, ...]:
    """What a line says, none of it in doubt."""
    reading = read(line + "\n")
    assert reading.findings == ()
    return reading.matches[0].games[0].events


def test_a_record_is_a_session_for_money() -> None:
    reading = read_source(Source(RECORD.encode()))
    (match,) = reading.matches
    assert (reading.format, reading.findings, match.length) == ("bkg", (), 0)
    assert [player.name for player in match.players] == ["Black", "White"]
    assert match.games[0].events == (
        Turn(seat=0, dice=(6, 1), deed=Play(hops=(Hop(13, 7), Hop(8, 7)))),
        Turn(seat=1, dice=(5, 2), deed=Play(hops=(Hop(13, 8), Hop(24, 22)))),
        Double(seat=0),
        Take(seat=1),
        Turn(seat=0, dice=(3, 3), deed=Play(hops=(Hop(8, 5), Hop(8, 5), Hop(6, 3), Hop(6, 3)))),
        ResultClaim(seat=1, kind="gammon"),
    )
    assert match.games[1].events[-3:] == (Double(seat=0), Drop(seat=1), ResultClaim(seat=0))


def test_a_record_is_replayed() -> None:
    lawful = RECORD.replace("Black  Doubles         Accepted\n", "").replace(
        "Black  3 3", "White  Doubles         Accepted\nBlack  3 3", 1
    )
    found = [one for one in replay(read(RECORD).matches[0]).findings if one.severity != "note"]
    assert [one.kind.name for one in found] == []
    assert "double-out-of-turn" in [one.kind.name for one in replay(read(lawful).matches[0]).findings]


@pytest.mark.parametrize(
    ("line", "seat", "deed"),
    [
        ("Black  3 1   8/5 6/5", 0, Play(hops=(Hop(8, 5), Hop(6, 5)))),
        ("black 31 8-5,6-5", 0, Play(hops=(Hop(8, 5), Hop(6, 5)))),
        ("Black  3-1   25/22 1/0", 0, Play(hops=(Hop(25, 22), Hop(1, 0)))),
        ("White  3 1   0-3, 24-25", 1, Play(hops=(Hop(25, 22), Hop(1, 0)))),
        ("White  3 1   bar-3, 24-off", 1, Play(hops=(Hop(25, 22), Hop(1, 0)))),
        ("White  3 1", 1, CannotMove()),
    ],
)
def test_turns(line: str, seat: int, deed: Deed) -> None:
    assert events(line) == (Turn(seat=seat, dice=(3, 1), deed=deed),)


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("White wins a backgammon", ResultClaim(seat=1, kind="backgammon")),
        ("Black wins gammon", ResultClaim(seat=0, kind="gammon")),
        ("Black wins a game", ResultClaim(seat=0)),
        ("Black wins 2 points", ResultClaim(seat=0, points=2)),
        ("Black wins", ResultClaim(seat=0)),
    ],
)
def test_wins(line: str, claim: ResultClaim) -> None:
    assert events(line) == (claim,)


def test_other_lines_are_comments() -> None:
    match = read("Monte Carlo\nBlack  3 1   8/5 6/5\nwell played\n").matches[0]
    assert match.remarks == (Comment(text="Monte Carlo"),)
    assert match.games[0].events[1:] == (Comment(text="well played"),)


@pytest.mark.parametrize(
    ("line", "kind", "kept"),
    [
        ("Black  3 1   8/5 6", "unreadable-cell", Turn(seat=0, dice=(3, 1), deed=Unread(text="3 1   8/5 6"))),
        ("Black  3 1   x", "unreadable-cell", Turn(seat=0, dice=(3, 1), deed=Unread(text="x"))),
        ("Black  3 1   30/2", "unreadable-cell", Turn(seat=0, dice=(3, 1), deed=Unread(text="3 1   30/2"))),
        ("Black sleeps", "unreadable-line", Extra(key="bkg:line", value="Black sleeps")),
    ],
)
def test_what_cannot_be_read_is_said_and_kept(line: str, kind: str, kept: Event) -> None:
    reading = read(line + "\n")
    assert [found.kind.name for found in reading.findings] == [kind]
    assert reading.matches[0].games[0].events == (kept,)


@pytest.mark.parametrize("text", ["Black 31: 8/5 6/5\n", "White: Anna\nBlack: Bjarni\n", "hm\n"])
def test_other_files_are_not_taken_for_it(text: str) -> None:
    assert read_source(Source(text.encode())).format != "bkg"


def test_a_file_without_games_is_empty() -> None:
    assert [found.kind.name for found in read("hm\n").findings] == ["format-mismatch"]


@pytest.mark.parametrize("line", ["Black ", "Black  3 1 ", "8/5 ", "wins ", "\n"])
def test_long_files_take_no_longer_than_they_are_long(line: str) -> None:
    read("Black  3 1 " + line * 20_000)
