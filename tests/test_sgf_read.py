"""Reading SGF: what each property becomes, what is forgiven, and that nothing makes the reader raise."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board import Cube
from kotra_notation.formats import read_source, recognise, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Event, Match, SetPosition
from kotra_notation.replay import replay

ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]"
MONEY = "MI[length:0][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]RU[Jacoby]"
MATCH = "MI[length:5][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]RU[Crawford]"


def reading(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def match(text: str) -> Match:
    read = reading(text)
    assert [(found.code, found.message) for found in read.findings if found.code != "N136"] == []
    (only,) = read.matches
    return only


def events(nodes: str, head: str = MATCH) -> list[Event]:
    return list(match(f"(;{ROOT}{head}{nodes})").games[0].events)


# what happens


def test_mod_match_3_a_cube_turned_before_a_game_of_a_match_is_no_agreement() -> None:
    for head, found in ((MONEY, False), (MATCH, True)):
        told = replay(match(f"(;{ROOT}{head}CV[2];W[31hefe])")).findings
        assert ("automatic-double-not-allowed" in [one.kind.name for one in told]) is found


def test_a_set_up_board_with_its_dice_and_cube() -> None:
    nodes = ";PL[B]AE[a:y]AW[a][a][f][y]AB[x:w][y]\n;PL[B]DI[31]\n;CV[4]\n;CP[w]"
    (event,) = events(nodes)
    assert isinstance(event, SetPosition)
    position = event.position
    assert position.seen_by(0) == (-1, 2, 0, 0, 0, 0, 1, *(0,) * 16, -1, -1, 1)
    assert (position.seat, position.dice, position.cube) == (1, (3, 1), Cube(value=4, owner=0))


def test_a_board_without_a_cube_keeps_the_one_before() -> None:
    read = events(";W[double];B[take];AE[a:y]AW[a]AB[x];W[21az]")
    assert [one.position.cube for one in read if isinstance(one, SetPosition)] == [Cube(value=2, owner=1)]


# the head


# what is said of it


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


def test_another_game_is_refused_in_one_sentence() -> None:
    for root in ("(;FF[4]GM[1]SZ[19];B[pd])(;FF[4]GM[1];B[pd])", "(;FF[4]SZ[19];B[pd])"):
        read = reading(root)
        assert [(found.code, found.facts["game"]) for found in read.findings] == [("N115", "a record of Go")]
        assert read.matches == ()


def test_recognition() -> None:
    def named(text: str) -> str | None:
        found = recognise(Source(text.encode()))
        return found.name if found else None

    assert named("(;GM[6];W[31])") == "sgf"
    assert named("(\n;FF[4]GM[6])") == "sgf"
    assert named("\ufeffA mail.\n\n(;FF[4]GM[6])") == "sgf"
    assert named(f"(;{ROOT}{MATCH}GC[\n 5 point match\n Game 1\n])") == "sgf"
    assert named(" 5 point match\n\n Game 1\n Anna (;x : 0  B : 0\n") == "mat"
    assert named("(; not this") is None


@pytest.mark.parametrize(
    "text",
    [
        "(" * 10**5,
        ";" * 10**5,
        "XX[a]" * 10**5,
        "W[31" * 4 * 10**4,
        ";W[31" * 4 * 10**4 + "]",
        "(;B[31])" * 4 * 10**4,
        "(;" * 4 * 10**4,
        "[" * 10**5,
        "A" * 10**5,
        "C[" + "\\" * 10**5,
        ";DA[" + "1 " * 10**5 + "])",
        "x(x)" * 4 * 10**4,
    ],
    ids=lambda text: text[:6],
)
def test_lying_texts_take_bounded_time(text: str) -> None:
    begin = time.process_time()
    read = reading(f"(;{ROOT}{MATCH}{text}")
    assert time.process_time() - begin < 10
    assert len(read.findings) < 200


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
