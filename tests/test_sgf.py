"""SGF: charsets, trees of any text, and matches that come back; the rest is in `tests/facts`."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from kotra_notation import model
from kotra_notation.api import supplied
from kotra_notation.formats import write_matches
from referees import models
from referees.games import quick_match, random_match
from referees.seeds import some
from tests.records import codes, content, read
from tools.survival import roundtrip_match


@pytest.mark.parametrize(
    ("charset", "encoding"), [("UTF-8", "utf-8"), ("ISO-8859-1", "cp1252"), ("ISO-8859-2", "iso8859_2")]
)
def test_charsets(charset: str, encoding: str) -> None:
    name = "Łukasz" if encoding == "iso8859_2" else "Þórdís"
    text = f"(;FF[4]GM[6]CA[{charset}]MI[length:1]PW[{name}];W[31])"
    (match,) = read(text.encode(encoding)).matches
    assert match.players[0].name == name


@pytest.mark.parametrize("charset", ["UTF-8", "nothing", "idna", "unicode_escape", "zlib", "..", "UTF-16"])
def test_a_charset_that_does_not_fit_is_passed_over(charset: str) -> None:
    text = f"(;FF[4]GM[6]CA[{charset}]MI[length:1]PW[Ása];W[31])"
    (match,) = read(text.encode("cp1252" if charset == "UTF-8" else "utf-8")).matches
    assert match.players[0].name == "Ása"


def test_no_more_than_a_hundred_lines_around_the_trees_are_said() -> None:
    reading = read("(;FF[4]GM[6]MI[length:5]PW[Anna]PB[Bjarni];W[31hefe])\n" + "nothing\n" * 10_000)
    assert codes(reading.findings) == ["N102"] * 100 + ["N114"]


@pytest.mark.parametrize("seed", some(range(6), 2))
def test_legal_matches_come_back(seed: int) -> None:
    for written in (quick_match(seed, games=2), random_match(seed, 3, said=bool(seed % 2))):
        assert roundtrip_match(written, "sgf").proved
        text = content([supplied(written, "sgf")], "sgf")
        assert content(read(text).matches, "sgf") == text


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(models.matches)
def test_hostile_matches_come_back_or_are_said(written: model.Match) -> None:
    """Nothing raises, and where no loss is said every event comes back."""
    writing = write_matches([written], "sgf")
    reading = read(str(writing.content).encode("utf-8", "replace"), "sgf")
    if writing.findings or not written.games:
        return
    (match,) = reading.matches
    for before, after in zip(written.games, match.games, strict=True):
        told_otherwise = model.ResultClaim | model.Resignation | model.ResignationAnswer | model.Comment
        events = [without_hits(event) for event in before.events if not isinstance(event, told_otherwise)]
        assert [event for event in events if event not in after.events] == []


def without_hits(event: model.Event) -> model.Event:
    if isinstance(event, model.Turn) and isinstance(event.deed, model.Play):
        hops = tuple(hop._replace(taken=0) for hop in event.deed.hops)
        return model.Turn(seat=event.seat, dice=event.dice, deed=model.Play(hops=hops))
    return event
