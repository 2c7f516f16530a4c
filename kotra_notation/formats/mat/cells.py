"""What a cell of a match text says: read by the grammar once and remembered by its text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.formats.acts import Threw
from kotra_notation.formats.mat.verbs import CELL, in_english, nearest
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_in
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play, Unread

if TYPE_CHECKING:
    from lark import Token, Tree

UNKNOWN_DICE = (0, 0)


@dataclass(frozen=True, slots=True)
class ThrewRemarked(Threw):
    """The same with a mark on it, or with the position line of an illegal play."""

    mark: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Did:
    """An action without dice by its verb: double, take, drop, beaver, raccoon, resign, forfeit."""

    verb: str
    value: int | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A result; `kind` is the word for the win, where one is written."""

    points: int
    lost: bool
    match: bool
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class Garbled:
    """Nothing the grammar knows, from `offset` on.

    Where the dice could be read, `deed` is the play, and `rest` what is no part of any; a play with
    parts that cannot be read is unread as a whole.
    """

    offset: int
    dice: tuple[int, int] | None = None
    deed: Deed | None = None
    rest: str = ""


@dataclass(frozen=True, slots=True)
class Noted:
    """A cell that ends before `end`, and the note behind it."""

    content: Threw | Did | Ended
    end: int
    note: str


Content = Threw | Did | Ended | Noted | Garbled

_THROW = re.compile(r"[0-9]{2}:(?: |$)")
_LEADING_DICE = re.compile(r"([0-9])[ \-–−‐‑]?([0-9])\s*[:;.,]\s*")
_SHORT_DICE = re.compile(r"([1-6])-?([1-6])(?:\s*:|(?![\d/*-]))")
_WORD = re.compile(r"\S+")
_MARKS = re.compile(r"[?!]{1,2}(?=\s)")
_BRACKETED = re.compile(r"(?<!\s)\s+(?P<note>\([^()]*\)|\[[^][]*\]|\{[^{}]*\})$")
# Signs of the printer for those of the keyboard.
_SIGNS = str.maketrans(
    {**dict.fromkeys("–−‐‑", "-"), **dict.fromkeys("⁄∕", "/"), **dict.fromkeys("⇒→➔", "=>")}
)
_WORDS = re.compile(r"(?!(?:bar|off)\b)\b[^\W\d_]{2,}|[0-9]:[0-9]", re.I)  # what no play is made of
_PART_OF_A_PLAY = re.compile(r"[0-9/]|\b(?:bar|off)\b", re.I)


class Contents(dict[str, Content]):
    """What cells say by their texts, without blanks at either end; when there are too many, all go."""

    def __missing__(self, text: str) -> Content:
        if len(self) >= REMEMBERED:
            self.clear()
        said = self[text] = _read(text)
        return said


content = Contents().__getitem__


def _read(text: str) -> Content:
    if _THROW.match(text):
        ways = [_way(word) for word in text[3:].split()]
        if None not in ways:
            hops = tuple([hop for way in ways if way for hop in way])
            return Threw((int(text[0]), int(text[1])), Play(hops=hops) if hops else Blank())
    said = _parsed(text) or _noted(text)
    if said is None and not text.isascii():
        said = _parsed(text.translate(_SIGNS))
    if said is None and (english := in_english(text.translate(_SIGNS))):
        said = _parsed(english)
    return said or _garbled(text)


@lru_cache(maxsize=REMEMBERED)
def short_content(text: str) -> Content:
    """The same where plays are written short: a play that cannot be read is kept as it is."""
    dice = _SHORT_DICE.match(text)
    if not dice:
        return content(text)
    play = text[dice.end() :].strip()
    said = content(f"{dice[1]}{dice[2]}: {play}")
    return (
        Threw((int(dice[1]), int(dice[2])), Unread(text=play)) if isinstance(said, Garbled | Noted) else said
    )


@lru_cache(maxsize=REMEMBERED)
def _way(word: str) -> tuple[Hop, ...] | None:
    """The hops of one word, of which a few hundred make nearly all plays; None for any other word."""
    word = word if word.isascii() else word.translate(_SIGNS)
    said = _parsed(f"11: {word}") if "/" in word or "-" in word else None
    if type(said) is Threw and isinstance(said.deed, Play):
        return said.deed.hops
    return None


def _parsed(text: str) -> Content | None:
    """What the grammar makes of a text; None if nothing."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        return _said(parser("mat").parse(text))
    except UnexpectedInput:
        return None


def _noted(text: str) -> Noted | None:
    """A cell with a note behind it: in brackets, or words behind a play."""
    bracketed = _BRACKETED.search(text)
    if bracketed and _WORDS.search(bracketed["note"]):
        end, note = bracketed.start(), bracketed["note"]
    else:
        rest = _garbled(text).rest
        start = len(text) - len(rest)
        if not rest or not start:
            return None
        marks = _MARKS.match(rest)
        end = start + marks.end() if marks else len(text[:start].rstrip())
        note = text[end:].strip()
        if not note[0].isalpha() or CELL.match(note) or nearest(note):
            return None
    said = _parsed(text[:end]) if end else None
    return Noted(said, end, note) if said is not None and not isinstance(said, Noted | Garbled) else None


def _garbled(text: str) -> Garbled:
    """How much can be told of a text that the grammar does not know."""
    dice = _LEADING_DICE.match(text)
    if not dice:
        return Garbled(0, rest=text)
    thrown = (int(dice[1]), int(dice[2]))
    hops: list[Hop] = []
    for word in _WORD.finditer(text, dice.end()):
        way = _way(word[0])
        if way is None:
            offset, rest = word.start(), text[word.start() :]
            break
        hops += way
    else:
        offset, rest = 0, ""
    if hops and not _PART_OF_A_PLAY.search(rest):
        return Garbled(offset, thrown, Play(hops=tuple(hops)), rest)
    return Garbled(offset, thrown, Unread(text=text[dice.end() :]))


def _said(tree: Tree[Token]) -> Content | None:
    parts = tree.children
    match tree.data:
        case "not_recorded":
            return Threw(UNKNOWN_DICE, NotRecorded())
        case "turn":
            return _threw(str(parts[0]), parts[1:])
        case "double" | "take" | "drop":
            return Did(str(tree.data), _value(parts), _of_type(parts, "MARK"))
        case "beaver":
            animal = "beaver" if _of_type(parts, "BEAVERS") else "raccoon"
            return Did(animal, _value(parts), _of_type(parts, "MARK"))
        case "result":
            lost, match = _of_type(parts, "LOSES"), _of_type(parts, "AND_THE_MATCH")
            kind = _of_type(parts, "KIND").strip("()").lower() or None
            return Ended(int(_of_type(parts, "POINTS")), bool(lost), bool(match), kind)
        case "forfeits":
            return Did("forfeit")
        case _:
            return Did("resign")


def _of_type(parts: list[Tree[Token] | Token], kind: str) -> str:
    return next((str(part) for part in parts if getattr(part, "type", "") == kind), "")


def _value(parts: list[Tree[Token] | Token]) -> int | None:
    value = _of_type(parts, "VALUE")
    return int(value) if value else None


def _threw(dice: str, parts: list[Tree[Token] | Token]) -> Threw | None:
    thrown = (int(dice[0]), int(dice[-1]))
    if not parts:
        return Threw(thrown, Blank())
    play = parts[0]
    assert not isinstance(play, str)
    match play.data:
        case "hops":
            hops = hops_in(play)
            within = all(0 <= point <= 25 for hop in hops for point in hop[:2])
            mark = _of_type(parts, "MARK")
            if not within:
                return None
            return ThrewRemarked(thrown, Play(hops=hops), mark) if mark else Threw(thrown, Play(hops=hops))
        case "no_play":
            return Threw(thrown, CannotMove())
        case "illegal":
            return ThrewRemarked(thrown, NotRecorded(), line=str(play.children[0])[1:-1])
        case _:
            return Threw(thrown, NotRecorded())
