"""Spellings of names: which of very many may be one person's found by keys, never all with all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations, groupby, pairwise, product
from zlib import crc32

from kotra_notation.compare.naming import Words, spelt, words

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
    """How two spellings are alike."""

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


def alike(spellings: Mapping[str, int]) -> list[Alike]:
    """The pairs that may be one person's, of spellings with the number of their matches; in order.

    Of spellings with the same words only the most frequent is held against names that are otherwise alike.
    """
    often = sorted(spellings, key=lambda name: (-spellings[name], name))
    forms: dict[Words, list[str]] = {}
    for name in often:
        if found := words(name):
            forms.setdefault(found, []).append(name)
    heads = {form: names[0] for form, names in forms.items()}
    ways = (
        _same_words(forms.values()),
        _joined(heads),
        _beside(often, heads),
        _shorter(heads),
        _typos(heads),
    )
    return sorted(set(chain.from_iterable(ways)))


def _pair(one: str, other: str, how: Likeness) -> Alike:
    return Alike(min(one, other), max(one, other), how)


def _same_words(forms: Iterable[Sequence[str]]) -> Iterator[Alike]:
    for names in forms:
        first = spelt(names[0])
        for name in names[1:]:
            yield _pair(names[0], name, Likeness.LETTERS if spelt(name) == first else Likeness.ORDER)


def _joined(heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Names whose words are written in one, or apart."""
    together: dict[str, str] = {}
    for name in heads.values():
        first = together.setdefault("".join(spelt(name)), name)
        if first != name:
            yield _pair(first, name, Likeness.LETTERS)


def _beside(names: Iterable[str], heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Names that stand beside another, in brackets or quotes."""
    for name in names:
        if match := _BESIDE.search(name):
            outside = f"{name[: match.start()]} {name[match.end() :]}"
            for part in (match[1], outside):
                other = heads.get(words(part))
                if other and other != name:
                    yield _pair(name, other, Likeness.NICK)


def _shorter(heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Names that are another with initials for some words, or without some words."""
    longer: dict[Words, list[tuple[str, Likeness]]] = {}
    for form, name in heads.items():
        for short, how in _shorter_forms(form):
            if short in heads:
                longer.setdefault(short, []).append((name, how))
    for short, those in longer.items():
        for name, how in those if len(those) <= _ANYBODY else ():
            yield _pair(heads[short], name, how)


def _shorter_forms(form: Words) -> Iterator[tuple[Words, Likeness]]:
    """Yield what a name is with initials or without some words; one of its words stays whole."""
    if not 1 < len(form) <= _MOST_WORDS:
        return
    for kept in product((_WHOLE, _INITIAL, _GONE), repeat=len(form)):
        parts = [
            word if how == _WHOLE else word[:1] for word, how in zip(form, kept, strict=True) if how != _GONE
        ]
        if any(len(part) > 1 for part in parts) and (short := tuple(sorted(parts))) != form:
            yield short, Likeness.PART if _GONE in kept else Likeness.INITIALS


def _typos(heads: Mapping[Words, str]) -> Iterator[Alike]:
    """Names in which one letter is another, is missing, or has changed places with the next."""
    texts = [text for form in heads if len(text := " ".join(form)) >= _LEAST_LETTERS]
    keys: list[int] = []
    owners: list[int] = []
    for number, text in enumerate(texts):
        # Names that differ in a number are different: guest17 is not guest18.
        digits = "".join(sign for sign in text if sign.isdigit())
        shorter = {text[:at] + text[at + 1 :] for at in range(len(text)) if not text[at].isdigit()}
        found = {crc32(f"{digits}/{one}".encode()) for one in (text, *shorter)}
        keys += found
        owners += [number] * len(found)
    for one, other in _sharing(keys, owners):
        if one_letter_otherwise(texts[one], texts[other]):
            mine, theirs = (heads[tuple(texts[at].split(" "))] for at in (one, other))
            yield _pair(mine, theirs, Likeness.TYPO)


def _sharing(keys: Sequence[int], owners: Sequence[int]) -> set[tuple[int, int]]:
    """The pairs of owners that have a key in common."""
    packed = sorted([key << _OWNER_BITS | owner for key, owner in zip(keys, owners, strict=True)])
    found: set[tuple[int, int]] = set()
    for _, same in groupby(packed, lambda one: one >> _OWNER_BITS):
        some = [one & (1 << _OWNER_BITS) - 1 for one in same]
        if len(some) > 1:
            found.update(combinations(some, 2) if len(some) <= _FEW else pairwise(some))
    return found


def one_letter_otherwise(one: str, other: str) -> bool:
    """Return whether one letter is another, missing, or changed over with the next; digits are never."""
    if len(one) > len(other):
        one, other = other, one
    at = next((at for at, sign in enumerate(one) if sign != other[at]), len(one))
    here, there = one[at:], other[at:]
    if any(sign.isdigit() for sign in here[:1] + there[:1]):
        return False
    if len(one) < len(other):
        return len(other) - len(one) == 1 and here == there[1:]
    changed = here[:2] == there[:2][::-1] and here[2:] == there[2:]
    return here[1:] == there[1:] or changed
