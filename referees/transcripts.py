"""Short records in the tests: a `.kotra` text replayed, and what is read and written in a notation."""

from __future__ import annotations

from kotra_notation.findings import TAKEN_AS_WRITTEN, Finding
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Source
from kotra_notation.model import Match
from kotra_notation.replay import Replay, replay


def read(text: str) -> Match:
    """The match of a `.kotra` text that reads without findings."""
    reading = read_source(Source(text.encode()), "kotra")
    assert reading.findings == ()
    return reading.matches[0]


def game(*lines: str, length: int = 0, rules: str = "modern", score: str = "0-0") -> Replay:
    """The replay of one game that White begins with 31 and Black goes on with 64."""
    head = f"kotra 1\nlength: {length}\nrules: {rules}\ngame 1 {score}\n"
    return replay(read(head + "\n".join(["W 31: 8/5 6/5", "B 64: 24/14", *lines]) + "\n"))


def bare(*lines: str, length: int = 0, rules: str = "modern", score: str = "0-0") -> Replay:
    """The replay of one game of these lines alone."""
    head = f"kotra 1\nlength: {length}\nrules: {rules}\ngame 1 {score}\n"
    return replay(read(head + "\n".join(lines) + "\n"))


def wrong(replayed: Replay) -> list[Finding]:
    """What was found, but for what is only taken as it is written."""
    return [found for found in replayed.findings if found.kind.name not in TAKEN_AS_WRITTEN]


def names(replayed: Replay) -> list[str]:
    """The names of what was found, but for what is only taken as it is written."""
    return [found.kind.name for found in wrong(replayed)]


def result(replayed: Replay, number: int = 1) -> tuple[int | None, float, str]:
    """Winner, points and kind of a game."""
    one = replayed.games[number - 1]
    return one.winner, one.points, one.kind
