"""GamesGrid records: what a line says, what is written, and what GNU Backgammon makes of it."""

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
    Comment,
    Double,
    Drop,
    Event,
    Game,
    Hop,
    Match,
    Opening,
    Play,
    Player,
    Resignation,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from referees import transcripts
from referees.witness import imported, said_of

HEAD = "anna vs. bjarni\nGame 1.0-0/5\n\n"
NAMES = (Player(name="anna"), Player(name="bjarni"))


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def events(rows: str, head: str = HEAD) -> tuple[Event, ...]:
    """What the lines of a game say, none of it in doubt."""
    reading = read(head + rows)
    assert (reading.format, reading.findings) == ("sgg", ())
    return reading.matches[0].games[0].events


def head(text: str, game: str = "Game 1.0-0/5") -> Match:
    reading = read(f"anna vs. bjarni\n{text}\n{game}\n")
    said = ["by hand"] if "by hand" in text else []  # a line without a meaning
    assert [one.written for one in reading.findings] == said
    return reading.matches[0]


def match(*acts: Event, length: int | None = 5, rules: str | None = None, **other: object) -> Match:
    game = Game(number=1, score=ScoreClaim(score=(0, 0)), events=acts)
    return Match(players=NAMES, length=length, rules=rules, games=(game,), **other)  # type: ignore[arg-type]


lost = partial(transcripts.lost, notation="sgg")


def rows(*acts: Event) -> list[str]:
    """The lines of a game, with nothing lost."""
    assert lost(match(*acts)) == []
    return [line for line in content(match(*acts)).split("Game", 1)[1].split("\n")[1:] if line]


def content(*matches: Match) -> str:
    written = write_matches(matches, "sgg").content
    assert isinstance(written, str)
    return written


def turn(seat: int, dice: int, *hops: tuple[int, ...]) -> Turn:
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=Play(hops=tuple(Hop(*hop) for hop in hops)))


DANCE = Turn(seat=0, dice=(6, 2), deed=CannotMove())
OPENING = turn(0, 31, (8, 5), (6, 5))


# reading


@pytest.mark.parametrize(
    "lines",
    [
        "1\t31:\n1\t31: 8/5, 6/5\n",
        "1\t31: 8/5, 6/5\n",
        "1\t31: 8/5 6/5\n",
        "1\t31:\n1\t31:\n1\t31: 8/5, 6/5\n1\t31: 8/5, 6/5\n1\t31:\n",
        "1\t31: \n1\t31: 8/5,6/5.\n",
        "1\t31:\n\n1\t3-1: 8-5, 6-5\n",
        "  1      31:\n  1      31: 8/5, 6/5\n",
    ],
)
def test_a_throw_and_its_play_are_one_turn(lines: str) -> None:
    assert events(lines) == (OPENING,)


def test_two_tabs_are_the_second_side() -> None:
    assert events("1\t\t31:\n1\t\t31: 8/5, 6/5\n") == (turn(1, 31, (8, 5), (6, 5)),)
    assert events("1               31: 8/5, 6/5\n") == (turn(1, 31, (8, 5), (6, 5)),)


def test_every_kind_of_hop() -> None:
    assert events("9\t11: bar/24*, 8/7(2), 6/off\n") == (turn(0, 11, (25, 24, 1), (8, 7), (8, 7), (6, 0)),)


def test_a_dance_repeated_is_one() -> None:
    assert events("3\t62: O-O\n3\t62: O-O\n3\t\t62: O-O\n4\t62: o-o\n") == (
        DANCE,
        Turn(seat=1, dice=(6, 2), deed=CannotMove()),
        DANCE,
    )


@pytest.mark.parametrize("dice", [" -", " -:", " -: O-O"])
def test_a_side_closed_out_has_no_dice(dice: str) -> None:
    assert events(f"30\t{dice}\n") == (Turn(seat=0, dice=(0, 0), deed=CannotMove()),)


def test_the_cube() -> None:
    assert events(
        "2\tDouble to 2\n2\tDouble to 2\n2\t\tAccept\n2\t\tAccept\n5\t\tdouble to 4\n6\tBeaver to 8\n"
        "6\t\tRaccoon to 16\n7\tDouble to 32\n7\t\tPass\n"
    ) == (
        Double(seat=0, value=2),
        Take(seat=1),
        Double(seat=1, value=4),
        Beaver(seat=0, value=8),
        Beaver(seat=1, value=16, level=2),
        Double(seat=0, value=32),
        Drop(seat=1),
    )


def test_automatic_doubles() -> None:
    lines = "11: Automatic double\n1\t44: Automatic double to 4\n00: Automatic double\n"
    assert events(lines) == (
        Opening(dice=(1, 1)),
        AutomaticDouble(),
        Opening(dice=(4, 4)),
        AutomaticDouble(value=4),
        AutomaticDouble(),
    )


@pytest.mark.parametrize("lines", ["5\t62:\n5\tResign\n", "5\t62:\n5\t62: Resign\n", "5\t62: Resign\n"])
def test_a_resignation_behind_a_throw(lines: str) -> None:
    thrown = Turn(seat=0, dice=(6, 2), deed=Blank())
    assert events(lines + "bjarni wins 2 points.\n") == (
        thrown,
        Resignation(seat=0),
        ResultClaim(seat=1, points=2),
    )


@pytest.mark.parametrize(
    ("line", "claim"),
    [
        ("bjarni wins 2 points.", ResultClaim(seat=1, points=2)),
        ("Anna  wins 1 point", ResultClaim(seat=0, points=1)),
        ("anna wins 3 points and the match.", ResultClaim(seat=0, points=3, match=True)),
    ],
)
def test_results(line: str, claim: ResultClaim) -> None:
    assert events(line + "\n") == (claim,)


def test_other_lines_are_comments() -> None:
    lines = "hello\n2 good rolls: yes\n\nsomebody wins 2 points.\n1\t31: 8/5, 6/5\nwell played\n"
    assert events(lines) == (
        Comment(text="hello\n2 good rolls: yes"),
        Comment(text="somebody wins 2 points."),
        OPENING,
        Comment(text="well played"),
    )


# writing


# in both directions


def test_the_made_sample_is_read_as_gnu_backgammon_reads_it(corpus: Path, tmp_path: Path) -> None:
    data = (corpus / "made" / "sample.sgg").read_bytes()
    (one,) = read(data).matches
    assert said_of(imported("sgg", data, tmp_path), swapped=True) == said_of(one)


@pytest.mark.parametrize("line", ["hm\n", "1\t", "9\t31: 8/5,\n", " vs. ", "wins 1 ", "Game 1.0-0\n", "\n"])
def test_long_files_take_no_longer_than_they_are_long(line: str) -> None:
    read(HEAD + line * 20_000)
