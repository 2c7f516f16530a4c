"""The records of a TrueMoneyGames file: number, code and words, remembered by their text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from kotra_notation.formats.acts import deed_of, tree_of
from kotra_notation.formats.plays import REMEMBERED, hops_by_word
from kotra_notation.model import Blank, Deed, Play, Unread

STARTS = ("throw", "play", "cube")
THROW, AUTOMATIC, PLAY, DOUBLE, TAKE, BEAVER, PASS = 1, 2, 4, 5, 7, 8, 10
TIME, TIME_TOO = 17, 22

# The codes of wins, with the word for the win; a plain one is also that of a drop.
WINS: dict[int, str | None] = {14: None, 15: "gammon", 16: "backgammon"}
CODES = {kind: code for code, kind in WINS.items()}

GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*:\s*(-?[0-9]{1,9})\s*-\s*(-?[0-9]{1,9})\s*$", re.I)
THROWN = re.compile(r"[ \t]*(-?)[1-9][0-9]{0,5}[ \t]+1[ \t]+([1-6])([1-6]):[ \t]*$")
PLAYED = re.compile(r"[ \t]*(-?)[1-9][0-9]{0,5}[ \t]+4[ \t]+(\S.*)$")
WON = re.compile(r"([0-9]{1,9})(?![0-9])")
MATCH = re.compile(r"\band the match\W*$", re.I)
_NUMBER = re.compile(r"-?[0-9]{1,6}$")


class NumberedRecord(NamedTuple):
    """A record: the number with its sign, the code, and what stands behind."""

    number: str
    code: int
    text: str

    @property
    def seat(self) -> int | None:
        """The side the sign names, None where the number is 0."""
        return None if not self.number.strip("-0") else int(self.number[0] == "-")


def record(line: str) -> NumberedRecord | None:
    """The record of a line, None for any other."""
    number, code, text = [*line.split(None, 2), "", "", ""][:3]
    if not _NUMBER.match(number) or not (code.isascii() and code.isdigit() and len(code) < 4):
        return None
    return NumberedRecord(number, int(code), text.rstrip())


@lru_cache(maxsize=REMEMBERED)
def dice(text: str) -> tuple[int, int] | None:
    """The dice of a throw, None where it has none."""
    tree = tree_of("tmg", text, "throw", STARTS)
    if tree is None:
        return None
    said = str(tree.children[0])
    return int(said[0]), int(said[-1])


@lru_cache(maxsize=REMEMBERED)
def deed(text: str) -> Deed:
    """Return what a play says, unread where it is none."""
    if not text:
        return Blank()
    hops = hops_by_word(text)
    if hops and any(hop[:2] != (0, 0) for hop in hops):
        return Play(hops=hops)
    tree = tree_of("tmg", text, "play", STARTS)
    return (deed_of(tree) if tree else None) or Unread(text=text)


@lru_cache(maxsize=REMEMBERED)
def value(text: str) -> int | None:
    """The value the cube is turned to, None where none is written; ValueError where it is something else."""
    tree = tree_of("tmg", text, "cube", STARTS)
    if tree is None:
        raise ValueError(f"{text!r} says nothing of the cube.")
    return int(str(tree.children[0])) if tree.children else None
