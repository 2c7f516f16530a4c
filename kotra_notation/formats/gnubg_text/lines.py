"""Lines of GNU Backgammon's text export in words, parsed once and remembered by their text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from kotra_notation.formats import exports
from kotra_notation.formats.plays import REMEMBERED
from kotra_notation.formats.recorder import tree_of, words
from kotra_notation.values import dataclass

STARTS = ("said", "alert", "proper")
SIZES = {"single": 1, "gammon": 2, "backgammon": 3}
SIGNS = {"doubtful": "?!", "bad": "?", "very bad": "??"}
LUCK = {"lucky": "!", "very lucky": "!!", "unlucky": "?", "very unlucky": "??"}

# Lines of the board: the arrow of the side on roll may stand on either side of it.
BOARD = re.compile(r"[ \t]*[v^]?[ \t]*(?:[|]|\+-?[0-9]{1,2}-)")
HEADING = re.compile(r"Move number\s+([0-9]{1,9}):\s+(.*\S)")
# The names of a head may hold commas and digits; the widest first name is taken.
HEAD = re.compile(
    r"The score \(after ([0-9]{1,9}) games?\) is: (.{0,400}) ([0-9]{1,9}), (.{0,400}?) ([0-9]{1,9})"
    r"(?: \(match to ([0-9]{1,9}) points?\))?(, Crawford game|, post-Crawford play)?\s*$"
)
IDS = re.compile(r"\s*(?:GNU Backgammon\s+)?(Position|Match) ID\s*:\s*(\S+)\s*$")
PIPS = re.compile(r"Pip counts: O ([0-9]{1,4}), X ([0-9]{1,4})\s*$")
INFO = re.compile(r"(Date|Event|Round|Place|Annotator|Comments|.{0,400}'s rating): ?(.*)$")
SKILL = re.compile(r"\s*\[([a-z ]+)\]\s*$")
STATISTICS = re.compile(
    r"(?:Game statistics for game|Match statistics|Session statistics|Output generated)\b"
)
ROLLED = re.compile(r"Rolled [1-6]{2}(?: \( *([-+]?[0-9]{1,9}(?:[.,][0-9]{1,9})?%?)\))?:?\s*$")
FOOTER = re.compile(r"\s*by GNU Backgammon ([^\s()]{1,80})")
SUBJECT = re.compile(
    r"(.{0,400}?) "
    r"((?:to play|on roll|moves|cannot move|(?:re)?doubles|accepts|rejects|resigns|offers to|wins)\b.*)$"
)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement about a side: the verb with its dice or its number."""

    verb: str
    dice: tuple[int, int] | None = None
    value: int | None = None


class Alert(NamedTuple):
    """A mark, and on what it stands; a wrong cube action has its sign in the next line."""

    aspect: Literal["play", "cube", "luck"]
    sign: str = ""


class Proper(NamedTuple):
    """The right cube action in our words, and the share of wrong answers that would change it."""

    best: str
    percent: str = ""


@lru_cache(maxsize=REMEMBERED)
def parse_statement(text: str) -> Statement | None:
    """Return what is said of a side, None where it cannot be read."""
    tree = tree_of("gnubg-text", text, "said", STARTS)
    terminals = words(tree) if tree else {}
    dice = (int(terminals["DICE"][0]), int(terminals["DICE"][1])) if "DICE" in terminals else None
    value = int(terminals["VALUE"]) if "VALUE" in terminals else SIZES.get(terminals.get("SIZE", ""))
    return Statement(str(tree.data), dice, value) if tree else None


@lru_cache(maxsize=1000)
def parse_alert(text: str) -> Alert | None:
    """The mark of a line `Alert: …`, None where it cannot be read."""
    if (tree := tree_of("gnubg-text", text, "alert", STARTS)) is None:
        return None
    terminals = words(tree)
    if "PLAY" in terminals:
        return Alert("play", SIGNS[terminals["SKILL"]])
    if "ROLL" in terminals:
        return Alert("luck", LUCK[terminals["LUCK"]])
    return Alert("cube")


@lru_cache(maxsize=1000)
def parse_proper(text: str) -> Proper | None:
    """The right cube action of a line, None where it cannot be read."""
    if (tree := tree_of("gnubg-text", text, "proper", STARTS)) is None:
        return None
    terminals = words(tree)
    if "UNKNOWN" in terminals:
        return Proper("")
    action = exports.best(terminals["DOUBLE"], terminals.get("ANSWER", ""))
    return Proper(action, terminals.get("PERCENT", "").strip("()"))
