"""Game text: the games of JellyFish and GammonEmpire read and written."""

from __future__ import annotations

from functools import partial

import pytest

from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.gam import parse_names
from kotra_notation.model import Match
from referees import transcripts


def read(text: str, format: str | None = None) -> Reading:
    return read_source(Source(text.encode()), format)


def names(match: Match) -> tuple[str, str]:
    return match.players[0].name, match.players[1].name


text = partial(transcripts.written, notation="gam")


# Reading


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
    found = parse_names(line)
    assert found is not None
    assert found.names == expected


@pytest.mark.parametrize(
    "line", ["", "  ", "; anna bjarni", "  1) 31:", "31: 8/5", "Wins 2 points", "x" * 500]
)
def test_lines_that_hold_no_names(line: str) -> None:
    assert parse_names(line) is None


# Writing


# Properties


def test_long_lines_of_blanks_cost_no_time() -> None:
    read("a b\n" + "x" + " " * 100_000 + "\n" * 50_000 + "y  z\n" * 3, "gam")


# GNU Backgammon
