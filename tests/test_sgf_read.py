"""Reading SGF: what each property becomes, what is forgiven, and that nothing makes the reader raise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.replay import replay

ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"
MATCH = "MI[length:5][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]RU[Crawford]"


def reading(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


# charsets


@pytest.mark.parametrize(
    ("charset", "encoding"), [("UTF-8", "utf-8"), ("ISO-8859-1", "cp1252"), ("ISO-8859-2", "iso8859_2")]
)
def test_charsets(charset: str, encoding: str) -> None:
    name = "Łukasz" if encoding == "iso8859_2" else "Þórdís"
    text = f"(;FF[4]GM[6]CA[{charset}]MI[length:1]PW[{name}];W[31])"
    (read,) = reading(text.encode(encoding)).matches
    assert read.players[0].name == name


def test_a_charset_that_does_not_fit_is_passed_over() -> None:
    text = "(;FF[4]GM[6]CA[UTF-8]MI[length:1]PW[Ása];W[31])"
    (read,) = reading(text.encode("cp1252")).matches
    assert read.players[0].name == "Ása"
    for charset in ("nothing", "idna", "unicode_escape", "zlib", "..", "UTF-16"):
        (read,) = reading(text.replace("UTF-8", charset).encode()).matches
        assert read.players[0].name == "Ása"


# what is wrong


def hardly(data: bytes) -> None:
    """Whatever these bytes are, reading, replay and writing give findings and nothing else."""
    read = read_source(Source(data), "sgf")
    for found in read.findings:
        assert found.message
    for one in read.matches:
        replay(one)
    write_matches(read.matches, "sgf")


WORDS = "( ) ; [ ] W B W[31hefe] B[double] W[take] A[0] DA MI[length:5] GM[6] FF[4] C[x] RE[W+2R] KN[2]"
PARTS = ("\\", "\n", "AE[a:y]", "AW[a]", "DI[31]", "CV[2]", *WORDS.split(" "))


@settings(max_examples=200)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=40))
def test_made_up_text_gives_findings_only(parts: list[str]) -> None:
    hardly(("(;GM[6]" + "".join(parts)).encode("utf-8", "replace"))


def test_no_more_than_a_hundred_lines_around_the_trees_are_said() -> None:
    read = reading(f"(;{ROOT}{MATCH};W[31hefe])\n" + "nothing\n" * 10_000)
    assert [one.code for one in read.findings] == ["N102"] * 100 + ["N114"]
