"""The lines of a GamesGrid record: games, results, and what a numbered line says, remembered by its text."""

from __future__ import annotations

import re
from functools import lru_cache

from kotra_notation.formats.acts import UNKNOWN_DICE, Act, Threw, act_of, tree_of, words
from kotra_notation.formats.plays import REMEMBERED, hops_by_word
from kotra_notation.model import Blank, CannotMove, Play, Unread
from kotra_notation.values import dataclass

DEEP = 4  # another match begins with a line of two names so deeply indented
SECOND = 12  # where tabs have become blanks, the second side's text begins behind this column

VERSUS = " vs. "
ROW = re.compile(r"[ \t]*([0-9]{1,6})([ \t]+)(?=\S)")
AUTOMATIC = re.compile(r"\s*[0-9]{2} *: *automatic", re.I)
GAME = re.compile(
    r"\s*Game\s+([0-9]{1,6})\s*\.\s*([0-9]{1,9})(\*?)\s*-\s*([0-9]{1,9})(\*?)\s*(?:/\s*([0-9]{1,6})\s*)?$",
    re.I,
)
RESULT = re.compile(r"(?:^|(?<=\s))wins\s+([0-9]{1,9})\s+points?(\s+and\s+the\s+match)?\s*\.?\s*$", re.I)

_THROW = re.compile(r"[1-6]{2}:(?: |$)")
_DICE = re.compile(r"([0-9])[ \-]?([0-9])\s*:")


class GaveUp(Threw):
    """Dice, and the game given up instead of a play."""


@dataclass(frozen=True, slots=True)
class Tied:
    """Equal opening dice that turned the cube."""

    dice: tuple[int, int]
    value: int | None = None


@lru_cache(maxsize=REMEMBERED)
def act(text: str) -> Act | Tied | None:
    """Return what a numbered line says behind its tabs, None where it says nothing known."""
    if _THROW.match(text) and ("/" in text or len(text) < 5):
        hops = hops_by_word(text[3:].replace(",", " "))
        if hops is not None:
            return Threw((int(text[0]), int(text[1])), Play(hops=hops) if hops else Blank())
    return _parsed(text) or _unread(text)


def versus(line: str) -> tuple[str, str] | None:
    """The two names of a line `A vs. B`, None for any other."""
    first, sign, second = f"{line.rstrip()} ".replace("\t", " ").partition(VERSUS)
    return (first.strip(), second.strip()) if sign else None


def winner(line: str, names: tuple[str, str]) -> tuple[int, re.Match[str]] | None:
    """The seat a result names, and what it says; None where it names neither."""
    claim = RESULT.search(line)
    if claim is None:
        return None
    name = line[: claim.start()].strip()
    if name in names:
        return names.index(name), claim
    small = [known.casefold() for known in names]
    return (small.index(name.casefold()), claim) if name.casefold() in small else None


def _parsed(text: str) -> Act | Tied | None:
    tree = tree_of("sgg", text)
    if tree is None:
        return None
    if tree.data == "closed_out":
        return Threw(UNKNOWN_DICE, CannotMove())
    if tree.data == "automatic":
        said = words(tree)
        dice, value = said["DICE"], said.get("VALUE")
        return Tied((int(dice[0]), int(dice[-1])), int(value) if value else None)
    act = act_of(tree)
    resigns = isinstance(act, Threw) and any(tree.find_data("resigns"))
    return GaveUp(act.dice, act.deed) if isinstance(act, Threw) and resigns else act


def _unread(text: str) -> Threw | None:
    """Dice with something behind them that is no play."""
    dice = _DICE.match(text)
    return Threw((int(dice[1]), int(dice[2])), Unread(text=text[dice.end() :].strip())) if dice else None
