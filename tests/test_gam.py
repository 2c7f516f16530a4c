"""Game text: the games of JellyFish and GammonEmpire read and written."""

from __future__ import annotations

from functools import partial

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.gam import names_of
from kotra_notation.model import (
    Comment,
    Double,
    Drop,
    Extra,
    Hop,
    Match,
    Play,
    ResultClaim,
    Take,
    Turn,
)
from referees import transcripts

JELLYFISH = """\
 Anna María                     Bjarni
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Takes
  3) 61: 13/7 8/7
"""
EMPIRE = """\
 anna bjarni
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2)  Doubles => 2                Drops
      Wins 1 point

 anna bjarni
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22
                                  Wins 2 points
"""


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


only = partial(transcripts.only, notation="gam")


def names(match: Match) -> tuple[str, str]:
    return match.players[0].name, match.players[1].name


lost = partial(transcripts.lost, notation="gam")


text = partial(transcripts.written, notation="gam")


# Reading


def test_a_game_of_jellyfish() -> None:
    match = only(JELLYFISH)
    assert (names(match), match.length, match.rules) == (("Anna María", "Bjarni"), 0, None)
    (game,) = match.games
    assert (game.number, game.score) == (1, None)
    assert game.events == (
        Turn(seat=0, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5)))),
        Turn(seat=1, dice=(6, 4), deed=Play(hops=(Hop(24, 18), Hop(18, 14)))),
        Double(seat=0, value=2),
        Take(seat=1),
        Turn(seat=0, dice=(6, 1), deed=Play(hops=(Hop(13, 7), Hop(8, 7)))),
    )


def test_events_have_their_places() -> None:
    assert [event.span for event in only(JELLYFISH).games[0].events][:2] == [(2, 6, 17), (2, 34, 49)]


def test_the_games_of_gammon_empire() -> None:
    match = only(EMPIRE)
    assert names(match) == ("anna", "bjarni")
    assert [game.number for game in match.games] == [1, 2]
    assert match.games[0].events[-2:] == (Drop(seat=1), ResultClaim(seat=0, points=1))
    assert match.games[1].events[0] == Turn(
        seat=1, dice=(3, 1), deed=Play(hops=(Hop(8, 5), Hop(6, 5)))
    )  # nobody stands in the left column
    assert match.games[1].events[-1] == ResultClaim(seat=1, points=2)
    assert [read(JELLYFISH).dialect, read(EMPIRE).dialect] == ["jellyfish", "empire"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("anna bjarni", ("anna", "bjarni")),
        ("anna\tbjarni", ("anna", "bjarni")),
        (" Anna María  Bjarni Jón ", ("Anna María", "Bjarni Jón")),
        (f" {'Anna  María':31}Bjarni", ("Anna  María", "Bjarni")),
        (f" {'Anna Guðrún Jónsdóttir Bri':28}Bjarni", ("Anna Guðrún Jónsdóttir Bri", "Bjarni")),
        (f" {'Anna Gudrun Jonsdottir af Felli':30} Bjarni", ("Anna Gudrun Jonsdottir af Felli Bjarni", "")),
        (f" {'Anna Gudrun Jonsdottir a Felli':30} Bjarni", ("Anna Gudrun Jonsdottir a Felli", "Bjarni")),
        ("Anna", ("Anna", "")),
        ("Anna María Jónsdóttir", ("Anna María Jónsdóttir", "")),
        (f"{'':32}Bjarni", ("", "Bjarni")),
    ],
)
def test_names_are_parted(line: str, expected: tuple[str, str]) -> None:
    found = names_of(line)
    assert found is not None
    assert found.names == expected


@pytest.mark.parametrize(
    "line", ["", "  ", "; anna bjarni", "  1) 31:", "31: 8/5", "Wins 2 points", "x" * 500]
)
def test_lines_that_hold_no_names(line: str) -> None:
    assert names_of(line) is None


@pytest.mark.parametrize(
    "other",
    [
        " Anna : 0                       Bjarni : 0\n  1) 31: 8/5 6/5\n",  # match text
        "anna vs. bjarni\nGame 1.0-0/3\n1\t31: 8/5, 6/5\n",
        "Game 1: 0-0\n   1  1 31:\n",
        "To do today\n 1) 31 apples\n",
        "anna bjarni\n",
        "",
    ],
)
def test_other_files_are_not_claimed(other: str) -> None:
    assert read(other).format != "gam"


def test_names_that_are_missing_are_said() -> None:
    reading = read("  1) 31: 8/5 6/5                 64: 24/18 18/14\n", "gam")
    assert [(found.code, found.span) for found in reading.findings] == [("N111", (1, 3, 49))]
    assert len(reading.matches[0].games[0].events) == 2


def test_other_names_over_a_first_row_begin_a_match() -> None:
    first, second = read(EMPIRE + " dagur edda\n  1) 31: 8/5 6/5\n").matches
    assert (names(first), names(second)) == (("anna", "bjarni"), ("dagur", "edda"))
    assert [len(first.games), len(second.games)] == [2, 1]


def test_a_letter_around_a_game_gives_it_no_names() -> None:
    head = "From: anna@example.org\nSubject: leikurinn\n\nHæ Björn,\nhere it is!\n\n"
    reading = read(f"{head}{JELLYFISH}\nKveðja,\nAnna\n", "gam")
    (match,), sound = reading.matches, only(JELLYFISH)
    assert names(match) == names(sound)
    assert match.games[0].events[: len(sound.games[0].events)] == sound.games[0].events
    assert [(one.code, one.span and one.span.line) for one in reading.findings][:3] == [
        ("N102", 1),
        ("N102", 2),
        ("N102", 4),
    ]


def test_a_line_that_is_none_of_this_is_kept() -> None:
    reading = read(JELLYFISH + "thanks for the game\n  4) 21: 6/5 6/4\n")
    assert [(found.code, found.span, found.game) for found in reading.findings] == [("N102", (5, 1, 20), 1)]
    assert reading.matches[0].games[0].events[-2] == Extra(key="gam:line", value="thanks for the game")


def test_a_cell_that_cannot_be_read_is_kept() -> None:
    reading = read(JELLYFISH.replace("18/14", "18/14 $%"))
    assert [found.code for found in reading.findings] == ["N103"]
    assert Extra(key="gam:cell", value="$%") in reading.matches[0].games[0].events


def test_comments() -> None:
    match = read("; a cold day\n" + JELLYFISH + "# abandoned\nabandoned\n", "gam").matches[0]
    assert match.remarks == (Comment(text="a cold day"),)
    assert match.games[0].events[-2:] == (Comment(text="abandoned"), Comment(text="abandoned"))


def test_an_empty_file() -> None:
    assert [found.code for found in read("\n", "gam").findings] == ["N132"]


# Writing


# Properties


def test_long_lines_of_blanks_cost_no_time() -> None:
    read("a b\n" + "x" + " " * 100_000 + "\n" * 50_000 + "y  z\n" * 3, "gam")


# GNU Backgammon
