"""Where a man lands on the way: by a number of the throw, in every spelling, or it is said."""

from __future__ import annotations

import pytest

from kotra_notation.findings import Finding
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.implied import Spelling
from kotra_notation.replay import Replay, completed, replay
from referees.transcripts import names
from tests.test_claims import money
from tests.test_replay_old import game

FREE = "W: a15; B: m15"
BAR = "W: a14 bar1; B: m15"


def old(setup: str, play: str) -> Replay:
    return game(setup, f"W {play}", "W wins 2", rules="forn-1977")


def modern(setup: str, play: str) -> Replay:
    return money(*([f"setup {setup}; W to play"] if setup else []), f"W {play}", "W wins 1")


@pytest.mark.parametrize(
    ("setup", "play", "found"),
    [
        (FREE, "64: a/g/k", []),
        (FREE, "64: a/e/k", []),
        (FREE, "64: a/k", []),
        (FREE, "64: a/p/k", ["landing-not-thrown"]),
        (FREE, "64: a/h/k", ["landing-not-thrown"]),
        (FREE, "64: a/h h/k", ["landing-not-thrown"]),
        (FREE, "64: h/k a/h", ["landing-not-thrown"]),
        (BAR, "21: bar/b/c", []),
        # The dice make this landing, and the play is the one by way of the open point (FX-37).
        (BAR, "12: bar/a/c", []),
        ("W: d1 l13 bar1; B: x3 g6 h6", "42: bar/d/f", []),
        (BAR, "21: bar/p/c", ["landing-not-thrown"]),
    ],
)
def test_forn_dice_3_a_man_lands_where_a_number_takes_him(setup: str, play: str, found: list[str]) -> None:
    assert names(old(setup, play)) == found


@pytest.mark.parametrize(
    ("setup", "play", "found"),
    [
        ("", "62: 24/18/16", []),
        ("", "62: 24/22/16", []),
        ("", "62: 24/16", []),
        ("W: 24x1 6x14; B: 4x15", "64: 24/20/14", []),
        ("W: 24x1 6x14; B: 5x2 4x13", "64: 24/18/14", []),
        ("W: 24x1 6x14; B: 5x2 4x13", "64: 24/20/14", ["landing-not-thrown"]),
        ("", "62: 24/20/16", ["landing-not-thrown"]),
        ("", "62: 24/20 20/16", ["landing-not-thrown"]),
        ("W: 24x2 13x13; B: 2x15", "33: 24/20/18 13/10(2)", ["landing-not-thrown"]),
        # Men stepped in turn, hops joined: no man can go all his way before the other.
        ("W: bar2 6x13; B: 1x15", "22: bar/21(2)", []),
        ("W: 8x2 6x13; B: 1x15", "44: 8/off(2)", []),
        ("W: 17x1 6x1 off13; B: 1x14 off1", "66: 17/off 6/off", []),
        ("W: bar2 6x13; B: 1x15", "22: bar/22/21(2)", ["landing-not-thrown"]),
    ],
)
def test_mod_move_1_a_man_lands_where_a_number_takes_him(setup: str, play: str, found: list[str]) -> None:
    assert names(modern(setup, play)) == found


def test_the_finding_names_the_landing_and_what_ends_where_the_play_does() -> None:
    (found,) = modern("", "62: 24/20/16").findings
    assert (found.facts["step"], found.expected) == ("24/20", ("24/16",))


def test_the_replay_goes_on_from_where_the_play_ends() -> None:
    replayed = money("W 62: 24/20/16", "B 31: 8/5 6/5", "W 64: 16/10 8/4", "B wins 1")
    assert names(replayed) == ["landing-not-thrown"]


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("mat", " 0 point match\n\n Game 1\n A : 0   B : 0\n  1) 62: 24/20 20/16   31: 8/5 6/5\n"),
        ("sgf", "(;GM[6]FF[4]RU[Crawford]PW[A]PB[B];W[62xttp];B[31hkfk])"),
    ],
)
def test_in_other_notations_too(format: str, text: str) -> None:
    reading = read_source(Source(text.encode()), format)
    found: list[Finding] = [*reading.findings, *(one for m in reading.matches for one in replay(m).findings)]
    assert "landing-not-thrown" in [one.kind.name for one in found]


@pytest.mark.parametrize("to", ["kotra", "json", "mat", "sgf"])
def test_a_false_landing_is_false_in_every_notation_written_from_it_or_said_to_be_lost(to: str) -> None:
    plays = ("W 31: 8/5 6/5", "B 31: 8/5 6/5", "W 33: 24/20/18 13/7", "B 31: 24/23 13/10", "W wins 1")
    text = "\n".join(("kotra 1", "length: 3", "game 1 0-0", *plays, ""))
    (match,) = read_source(Source(text.encode()), "kotra").matches
    written = write_matches([completed(replay(match), Spelling(single_steps=True))], to)
    content = written.content
    source = Source(content if isinstance(content, bytes) else content.encode())
    found = [one for again in read_source(source, to).matches for one in replay(again).findings]
    said = {one.kind.name for one in (*found, *written.findings)}
    assert said & {"landing-not-thrown", "die-not-thrown", "event-lost", "game-not-expressible"}
