"""TrueMoneyGames files: what a record says, what is written, and what GNU Backgammon makes of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    CannotMove,
    Deed,
    Double,
    Drop,
    Event,
    Extra,
    Forfeit,
    Game,
    Hop,
    Match,
    Play,
    Player,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from referees import transcripts
from referees.witness import imported, said_of

HEAD = "Player1: 1 anna 0.0\nPlayer2: 2 bjarni 0.0\nLength: 5\n\nGame 1: 0-0\n"
NAMES = (Player(name="anna"), Player(name="bjarni"))


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def events(rows: str) -> tuple[Event, ...]:
    """What the records of a game say, none of it in doubt."""
    reading = read(HEAD + rows)
    assert (reading.format, reading.findings) == ("tmg", ())
    return reading.matches[0].games[0].events


def match(*acts: Event, length: int | None = 5, rules: str | None = None, **other: object) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=acts)
    return Match(players=NAMES, length=length, rules=rules, games=(game,), **other)  # type: ignore[arg-type]


lost = partial(transcripts.lost, notation="tmg")


def content(*matches: Match) -> str:
    written = write_matches(matches, "tmg").content
    assert isinstance(written, str)
    return written


def rows(*acts: Event) -> list[str]:
    """The records of a game, with nothing lost."""
    assert lost(match(*acts)) == []
    return content(match(*acts)).split("Game", 1)[1].splitlines()[1:]


def turn(seat: int, dice: int, deed: Deed | None = None, *hops: tuple[int, ...]) -> Turn:
    played = deed or Play(hops=tuple(Hop(*hop) for hop in hops))
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=played)


OPENING = turn(0, 31, None, (8, 5), (6, 5))


# reading


@pytest.mark.parametrize(
    "lines", ["   1  1 31:\n   1  4 8/5 6/5\n", "1 1 3-1\n1 4 8-5 6-5\n", "\t7 1 31:\n\n\t7 4 8/5, 6/5 \n"]
)
def test_a_throw_and_its_play_are_one_turn(lines: str) -> None:
    assert events(lines) == (OPENING,)


@pytest.mark.parametrize(
    ("written", "deed"),
    [
        ("-2 4 bar/24* 8/7(2) 6/off", Play(hops=(Hop(25, 24, 1), Hop(8, 7), Hop(8, 7), Hop(6, 0)))),
        ("-2 4 0/0", CannotMove()),
        ("-2 4 0/0 0/0", CannotMove()),
        ("-2 4 Cannot move", CannotMove()),
        ("-2 4", Blank()),
        ("", Blank()),
    ],
)
def test_deeds(written: str, deed: Deed) -> None:
    assert events(f"  -2  1 11:\n{written}\n") == (turn(1, 11, deed),)


def test_the_cube() -> None:
    lines = (
        "0 2 Automatic to 2\n1 5 Double to 4\n-2 7 Take\n-3 5 Double to 8\n4 8 Beaver to 16\n"
        "-5 8 Beaver to 32\n6 7 Take\n7 5 Double\n-8 10 Pass\n"
    )
    assert events(lines) == (
        AutomaticDouble(value=2),
        Double(seat=0, value=4),
        Take(seat=1),
        Double(seat=1, value=8),
        Beaver(seat=0, value=16),
        Beaver(seat=1, value=32, level=2),
        Double(seat=0),
        Drop(seat=1),
    )


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("-9 14 2 bjarni wins 2 points", ResultClaim(seat=1, points=2)),
        ("9 15 4 anna wins 4 points", ResultClaim(seat=0, points=4, kind="gammon")),
        ("0 16 3 bjarni wins 3 points", ResultClaim(seat=1, points=3, kind="backgammon")),
        ("9 14 1", ResultClaim(seat=0, points=1)),
        ("9 14 1 anna wins 1 point and the match", ResultClaim(seat=0, points=1, match=True)),
    ],
)
def test_results(line: str, claim: ResultClaim) -> None:
    assert events(line + "\n") == (claim,)


def test_a_side_is_out_of_time() -> None:
    lines = "-8 1 ?\n-8 17 bjarni is out of time\n0 22 anna\n"
    forfeits = (Forfeit(seat=1, reason="time"), Forfeit(seat=0, reason="time"))
    assert events(lines) == (Extra(key="tmg:row", value="-8 1 ?"), *forfeits)


def test_what_a_game_holds_beside_its_turns_is_kept() -> None:
    lines = "Beavers: 1\n0 19 57.68 0.00 43.57 0.00 Settlement\n"
    assert events(lines) == (
        Extra(key="tmg:Beavers", value="1"),
        Extra(key="tmg:row", value="0 19 57.68 0.00 43.57 0.00 Settlement"),
    )


# writing


# in both directions


def test_the_made_sample_is_read_as_gnu_backgammon_reads_it(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.tmg").read_bytes()
    (one,) = read(data).matches
    assert said_of(imported("tmg", data, tmp_path), swapped=True) == said_of(one)


@pytest.mark.parametrize("line", ["hm\n", "1\t", "1 4 8/5 ", "Player1: 1 ", "Game 1: 0-0\n", "0/0 ", "\n"])
def test_long_files_take_no_longer_than_they_are_long(line: str) -> None:
    read(HEAD + line * 20_000)
