"""Names of players: plain spellings, whether two may be one person's, and the names that headers give.

Case, accents, order of words, initials and ratings are set aside. Similar names among very many are found by
keys, never by comparing all with all.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import chain, combinations, groupby, pairwise, product
from typing import NamedTuple
from unicodedata import combining, normalize
from zlib import crc32

from kotra_notation.model import Match
from kotra_notation.values import dataclass

# Letters that no decomposition takes apart, as they are written where a keyboard has none of them.
_PLAIN = str.maketrans(
    {"ð": "d", "đ": "d", "þ": "th", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "ß": "ss", "ı": "i"}
)


class _Letters(dict[int, str]):
    """Every sign in a plain spelling, worked out when it is first met."""

    def __missing__(self, sign: int) -> str:
        plain = "".join(letter for letter in normalize("NFKD", chr(sign)) if not combining(letter))
        self[sign] = plain.translate(_PLAIN)
        return self[sign]


_LETTERS = _Letters()
_RATING = re.compile(r"[,(\[ ]+\d{3,4}(?:[.,]\d+)?[)\]]?\s*$")
_WORD = re.compile(r"[^\W_]+")
# Program defaults where no name is known.
_NOBODY = {"white", "black", "player", "player1", "player2", "me", "you", "x", "o", "a", "b"}
_NOBODY |= {"1 player", "2 player"}
_ALIKE = 0.75

Words = tuple[str, ...]


def words(name: str) -> Words:
    """Return the words of a name, plain and in the order of the alphabet; none for a mere title."""
    parts = sorted(written_words(name))
    return () if " ".join(parts) in _NOBODY else tuple(parts)


def usual_spellings(names: Iterable[str]) -> dict[str, str]:
    """Return for each name the most frequent spelling of that player.

    Case, accents and the order of the words make no difference.
    """
    times = Counter(names)
    usual: dict[Words, str] = {}
    for name in sorted(times, key=lambda name: (-times[name], name)):
        usual.setdefault(player_key(name), name)
    return {name: usual[key] if (key := player_key(name)) else name for name in times}


def player_key(name: str) -> Words:
    """Return what all spellings of a player's name share; a name without a letter stands for itself."""
    return words(name) or ((name.strip(),) if name.strip() and not written_words(name) else ())


def written_words(name: str) -> Words:
    """Return the words of a name, plain and in the order in which they are written, without a rating."""
    return tuple(_WORD.findall(_RATING.sub("", name).casefold().translate(_LETTERS)))


def may_be_same(name: Words, other: Words) -> bool:
    """Return whether two names may be one person's, spelt otherwise."""
    if not name or not other:
        return False
    if name == other or _is_within(name, other) or _is_within(other, name):
        return True
    return SequenceMatcher(None, " ".join(name), " ".join(other), autojunk=False).ratio() >= _ALIKE


def _is_within(few: Sequence[str], many: Sequence[str]) -> bool:
    """Return whether each word of a name is a word of the other or its initial, and one of them is whole."""
    left = list(many)
    whole = False
    for word in sorted(few, key=len, reverse=True):
        if word in left:
            whole = whole or len(word) > 1
            left.remove(word)
            continue
        longer = next((other for other in left if len(word) == 1 and other.startswith(word)), None)
        if longer is None:
            return False
        left.remove(longer)
    return whole


# Headers such as `mat:Player 1` name the players too, beside the names over the columns.

_PLAYER = re.compile(r"(?:player *([12])|white|black|pw|pb)", re.I)
# eXtreme Gammon's tag `Player 1` names the right-hand column (formats.xg).
_SEATS = {"1": 1, "2": 0}


class NumberedName(NamedTuple):
    """A name in a header, the number that stands with it, and the seat whose name it is like."""

    name: str
    number: str | None
    seat: int | None


def header_names(match: Match) -> Iterator[NumberedName]:
    """Yield the players whom headers name; the seat is None where a name is like neither, or like both."""
    seats = [set(written_words(player.name)) for player in match.players]
    for key, name in match.info:
        header = _PLAYER.fullmatch(key.rpartition(":")[2])
        if header and name.strip():
            shared = [len(seat_words.intersection(written_words(name))) for seat_words in seats]
            seat = shared.index(max(shared)) if shared[0] != shared[1] else None
            yield NumberedName(name.strip(), header[1], seat)


def other_names(match: Match) -> tuple[str | None, str | None]:
    """Return the names of headers for seats whose column has another; one like neither goes to the other."""
    names = list(header_names(match))
    taken = {name.seat for name in names}
    others: list[str | None] = [None, None]
    for name in names:
        seat = name.seat
        if seat is None:
            left = {0, 1} - taken
            seat = left.pop() if len(left) == 1 else _SEATS.get(name.number or "")
        if seat is not None and words(name.name) != words(match.players[seat].name):
            others[seat] = others[seat] or name.name
    return others[0], others[1]


# Similar spellings among very many names.

# Names that stand in another in brackets or quotes: "Anna Jónsdóttir (anna_k)".
_BESIDE = re.compile(r"[(\[{\"“„«‘']([^()\[\]{}\"“”„«»‘’']{2,40})[)\]}\"”“»’']")
# Names of more words have too many shorter forms.
_MOST_WORDS = 5
# A shorter form that so many names have is anybody's.
_ANYBODY = 20
# A letter is otherwise only in names of so many.
_LEAST_LETTERS = 6
_WHOLE, _INITIAL, _GONE = range(3)
# So many names with one key are compared each with each; more of them in a chain.
_FEW = 12
# A key and the number of its owner in one number.
_OWNER_BITS = 32


class Likeness(StrEnum):
    """The kinds of likeness of two spellings."""

    LETTERS = "letters"
    ORDER = "order"
    NICK = "nick"
    INITIALS = "initials"
    PART = "part"
    TYPO = "typo"


@dataclass(frozen=True, slots=True, order=True)
class Alike:
    """Two spellings, the first before the other, and how they are alike."""

    one: str
    other: str
    how: Likeness


def similar_names(spellings: Mapping[str, int]) -> list[Alike]:
    """Return the pairs that may be one person's, of spellings with the number of their matches; in order.

    Of spellings with the same words only the most frequent is held against names that are otherwise alike.
    """
    often = sorted(spellings, key=lambda name: (-spellings[name], name))
    forms: dict[Words, list[str]] = {}
    for name in often:
        if form := words(name):
            forms.setdefault(form, []).append(name)
    heads = {form: names[0] for form, names in forms.items()}
    ways = (
        _same_words(forms.values()),
        _joined_names(heads),
        _beside(often, heads),
        _shorter(heads),
        _typos(heads),
    )
    return sorted(set(chain.from_iterable(ways)))


def _pair(name: str, other: str, how: Likeness) -> Alike:
    return Alike(min(name, other), max(name, other), how)


def _same_words(forms: Iterable[Sequence[str]]) -> Iterator[Alike]:
    for first, *others in forms:
        for name in others:
            yield _pair(
                first,
                name,
                Likeness.LETTERS if written_words(name) == written_words(first) else Likeness.ORDER,
            )


def _joined_names(heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Yield names whose words are written in one, or apart."""
    together: dict[str, str] = {}
    for name in heads.values():
        first = together.setdefault("".join(written_words(name)), name)
        if first != name:
            yield _pair(first, name, Likeness.LETTERS)


def _beside(names: Iterable[str], heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Yield names that stand beside another, in brackets or quotes."""
    for name in names:
        if match := _BESIDE.search(name):
            for part in (match[1], f"{name[: match.start()]} {name[match.end() :]}"):
                other = heads.get(words(part))
                if other and other != name:
                    yield _pair(name, other, Likeness.NICK)


def _shorter(heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Yield names that are another with initials for some words, or without some words."""
    longer: dict[Words, list[tuple[str, Likeness]]] = {}
    for form, name in heads.items():
        for short, how in _shorter_forms(form):
            if short in heads:
                longer.setdefault(short, []).append((name, how))
    for short, names in longer.items():
        for name, how in names if len(names) <= _ANYBODY else ():
            yield _pair(heads[short], name, how)


def _shorter_forms(form: Words) -> Iterator[tuple[Words, Likeness]]:
    """Yield a name with initials or without some words; one of its words stays whole."""
    if not 1 < len(form) <= _MOST_WORDS:
        return
    for kept in product((_WHOLE, _INITIAL, _GONE), repeat=len(form)):
        parts = [
            word if how == _WHOLE else word[:1] for word, how in zip(form, kept, strict=True) if how != _GONE
        ]
        if any(len(part) > 1 for part in parts) and (short := tuple(sorted(parts))) != form:
            yield short, Likeness.PART if _GONE in kept else Likeness.INITIALS


def _typos(heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Yield names in which one letter is another, is missing, or has changed places with the next."""
    texts = [text for form in heads if len(text := " ".join(form)) >= _LEAST_LETTERS]
    packed: list[int] = []
    for number, text in enumerate(texts):
        # Names that differ in a number are different: guest17 is not guest18.
        digits = "".join(sign for sign in text if sign.isdigit())
        shorter = {text[:at] + text[at + 1 :] for at in range(len(text)) if not text[at].isdigit()}
        keys = {crc32(f"{digits}/{part}".encode()) for part in (text, *shorter)}
        packed += [key << _OWNER_BITS | number for key in keys]
    pairs: set[tuple[int, int]] = set()
    for _, same_key in groupby(sorted(packed), lambda key: key >> _OWNER_BITS):
        owners = [key & (1 << _OWNER_BITS) - 1 for key in same_key]
        if len(owners) > 1:
            pairs.update(combinations(owners, 2) if len(owners) <= _FEW else pairwise(owners))
    for number, other in pairs:
        if is_one_letter_otherwise(texts[number], texts[other]):
            mine, theirs = (heads[tuple(texts[owner].split(" "))] for owner in (number, other))
            yield _pair(mine, theirs, Likeness.TYPO)


def is_one_letter_otherwise(name: str, other: str) -> bool:
    """Return whether one letter is another, missing, or changed over with the next; digits are never."""
    if len(name) > len(other):
        name, other = other, name
    same = next((index for index, sign in enumerate(name) if sign != other[index]), len(name))
    here, there = name[same:], other[same:]
    if any(sign.isdigit() for sign in here[:1] + there[:1]):
        return False
    if len(name) < len(other):
        return len(other) - len(name) == 1 and here == there[1:]
    changed = here[:2] == there[:2][::-1] and here[2:] == there[2:]
    return here[1:] == there[1:] or changed
