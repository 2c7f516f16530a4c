"""The lines of a GamesGrid record: games, results, and what a numbered line says, remembered by its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_in, hops_of
from kotra_notation.model import Blank, CannotMove, Deed, Hop, Play, Unread

if TYPE_CHECKING:
    from lark import Token, Tree

NO_DICE = (0, 0)
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


@dataclass(frozen=True, slots=True)
class Threw:
    """Dice, and what was done with them; `resigns` where the game was given up instead."""

    dice: tuple[int, int]
    deed: Deed
    resigns: bool = False


@dataclass(frozen=True, slots=True)
class Did:
    """An action by its verb: double, beaver, raccoon, take, drop, resigns."""

    verb: str
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Tied:
    """Equal opening dice that turned the cube."""

    dice: tuple[int, int]
    value: int | None = None


Said = Threw | Did | Tied


@lru_cache(maxsize=REMEMBERED)
def said(text: str) -> Said | None:
    """What a numbered line says behind its tabs, None where it says nothing known."""
    if _THROW.match(text) and ("/" in text or len(text) < 5):
        hops: list[Hop] = []
        try:
            for word in text[3:].replace(",", " ").split():
                hops += hops_of(word)
        except ValueError:
            return _parsed(text) or _unread(text)
        return Threw((int(text[0]), int(text[1])), Play(hops=tuple(hops)) if hops else Blank())
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


def _parsed(text: str) -> Said | None:
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        return _meant(parser("sgg").parse(text))
    except UnexpectedInput:
        return None


def _unread(text: str) -> Threw | None:
    """Dice with something behind them that is no play."""
    dice = _DICE.match(text)
    return Threw((int(dice[1]), int(dice[2])), Unread(text=text[dice.end() :].strip())) if dice else None


def _meant(tree: Tree[Token]) -> Said | None:
    parts = tree.children
    match tree.data:
        case "turn":
            return _threw(str(parts[0]), parts[1:])
        case "closed_out":
            return Threw(NO_DICE, CannotMove())
        case "automatic":
            dice = str(parts[0])
            return Tied((int(dice[0]), int(dice[-1])), _value(parts[1:]))
        case verb:
            return Did(str(verb), _value(parts))


def _value(parts: list[Tree[Token] | Token]) -> int | None:
    return int(str(parts[0])) if parts else None


def _threw(dice: str, parts: list[Tree[Token] | Token]) -> Threw | None:
    thrown = (int(dice[0]), int(dice[-1]))
    if not parts:
        return Threw(thrown, Blank())
    deed = parts[0]
    assert not isinstance(deed, str)
    match deed.data:
        case "no_play":
            return Threw(thrown, CannotMove())
        case "resigns":
            return Threw(thrown, Blank(), resigns=True)
        case _:
            hops = hops_in(deed)
            within = all(0 <= point <= 25 for hop in hops for point in hop[:2])
            return Threw(thrown, Play(hops=hops)) if within else None
