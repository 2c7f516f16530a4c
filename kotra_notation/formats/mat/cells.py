"""What a cell of a match text says: read by the grammar once and remembered by its text."""

from __future__ import annotations

import re
from functools import lru_cache

from kotra_notation.formats.acts import Act, Did, Ended, Remembered, Threw, act_of, tree_of, words
from kotra_notation.formats.mat.verbs import CELL, in_english, nearest
from kotra_notation.formats.plays import REMEMBERED, ordinary_hops
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play, Unread
from kotra_notation.values import dataclass


@dataclass(frozen=True, slots=True)
class ThrewRemarked(Threw):
    """The same with a mark on it, or with the position line of an illegal play."""

    mark: str = ""
    line: str = ""


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

    content: Act
    end: int
    note: str


Content = Act | Noted | Garbled

_THROW = re.compile(r"[0-9]{2}:(?: |$)")
_LEADING_DICE = re.compile(r"([0-9])[ \-–−‐‑]?([0-9])\s*[:;.,]\s*")
_SHORT_DICE = re.compile(r"([1-6])-?([1-6])(?:\s*:|(?![\d/*-]))")
# A cell as most are written that is no play; what it says, `grammar/mat.lark` says too.
_ORDINARY = re.compile(
    r"(Double)s(?: => ([0-9]{1,9}))?|(Take|Drop)s|Wins ([0-9]{1,9}) points?( and the match)?"
    r"|([0-9])([0-9]): (?:Cannot Move|(\?{4}))"
)
_WORD = re.compile(r"\S+")
_MARKS = re.compile(r"[?!]{1,2}(?=\s)")
_BRACKETED = re.compile(r"(?<!\s)\s+(?P<note>\([^()]*\)|\[[^][]*\]|\{[^{}]*\})$")
# Signs of the printer for those of the keyboard.
_SIGNS = str.maketrans(
    {**dict.fromkeys("–−‐‑", "-"), **dict.fromkeys("⁄∕", "/"), **dict.fromkeys("⇒→➔", "=>")}
)
_WORDS = re.compile(r"(?!(?:bar|off)\b)\b[^\W\d_]{2,}|[0-9]:[0-9]", re.I)  # what no play is made of
_PART_OF_A_PLAY = re.compile(r"[0-9/]|\b(?:bar|off)\b", re.I)


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


content = Remembered(_read).__getitem__


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
    if ordinary := ordinary_hops(word):
        return ordinary
    said = _parsed(f"11: {word}") if "/" in word or "-" in word else None
    if type(said) is Threw and isinstance(said.deed, Play):
        return said.deed.hops
    return None


def _parsed(text: str) -> Content | None:
    """Return what the grammar makes of a text; None if nothing."""
    if (ordinary := _ordinary(text)) is not None:
        return ordinary
    tree = tree_of("mat", text)
    act = act_of(tree) if tree else None
    if tree is None or not isinstance(act, Threw):
        return act
    for illegal in tree.find_data("illegal"):
        return ThrewRemarked(act.dice, NotRecorded(), line=str(illegal.children[0])[1:-1])
    mark = words(tree).get("MARK")
    return ThrewRemarked(act.dice, act.deed, mark) if mark else act


def _ordinary(text: str) -> Act | None:
    """What a cell says that is written as most are, for which no grammar is asked; None for any other."""
    if not (cell := _ORDINARY.fullmatch(text)):
        return None
    double, value, answer, points, match, first, second, unknown = cell.groups()
    if double or answer:
        return Did((double or answer).lower(), int(value) if value else None)
    if points:
        return Ended(int(points), match=bool(match))
    return Threw((int(first), int(second)), NotRecorded() if unknown else CannotMove())


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
    """Return how much can be told of a text that the grammar does not know."""
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
