"""The words of both games, from `terms.toml`: what they mean, and what they are read as in a record."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple

TABLE = os.path.join(os.path.dirname(__file__), "terms.toml")
Place = Literal["line", "deed", "win", "award"]
_PLACES: tuple[Place, ...] = ("line", "deed", "win", "award")
_ENDINGS = re.compile(r"\{([^{}]*)\}")


class Term(NamedTuple):
    """A word with the other words for it, what it means, and the rules that say so."""

    names: tuple[str, ...]
    meaning: str
    rules: tuple[str, ...] = ()


@cache
def terms() -> tuple[Term, ...]:
    """Every term, in the order of the table."""
    return tuple(_term(row) for row in _table().values())


def meanings(word: str) -> tuple[Term, ...]:
    """Every term that a word stands for; those that are called so come first."""
    return _meanings().get(plain(word), ())


def term(word: str) -> Term | None:
    """The term that a word stands for first, whatever its letters and the signs between its parts."""
    return next(iter(meanings(word)), None)


def known_words() -> list[str]:
    """Every word that stands for a term."""
    return list(_meanings())


@cache
def read_as(place: Place) -> Mapping[str, str]:
    """Return what each word of a place in a record is read as, by the word in small letters."""
    return {plain(word): meant for row in _table().values() for meant, word in _read(row, place)}


def meant_by(word: str, place: Place) -> str | None:
    """Return what a word is read as in a place of a record, None where it is no such word."""
    return read_as(place).get(plain(word))


def plain(word: str) -> str:
    """A word in small letters, with single blanks between its parts."""
    return " ".join(word.casefold().replace("_", " ").split())


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    import tomllib  # only who meets such a word pays for it

    with open(TABLE, "rb") as file:
        return tomllib.load(file)


def _term(row: Mapping[str, Any]) -> Term:
    return Term(tuple(row["names"]), row["meaning"], tuple(row.get("rules", ())))


@cache
def _meanings() -> Mapping[str, tuple[Term, ...]]:
    called: dict[str, list[Term]] = {}
    for words in (_names, _other_words):
        for row in _table().values():
            for word in map(plain, words(row)):
                if _term(row) not in called.setdefault(word, []):
                    called[word].append(_term(row))
    return {word: tuple(found) for word, found in called.items()}


def _names(row: Mapping[str, Any]) -> Iterator[str]:
    yield from row["names"]


def _other_words(row: Mapping[str, Any]) -> Iterator[str]:
    for word in row.get("also", ()):
        yield from _with_endings(word)
    for place in _PLACES:
        yield from (word for _, word in _read(row, place))


def _read(row: Mapping[str, Any], place: Place) -> Iterator[tuple[str, str]]:
    """Yield what is read in a place, and each word that is read as it."""
    for meant, words in row.get(place, {}).items():
        yield from ((meant, form) for word in words for form in _with_endings(word))


def _with_endings(word: str) -> Iterator[str]:
    """Every form of a word whose endings stand in braces."""
    parts = _ENDINGS.split(word)
    choices = (part.split(",") if index % 2 else [part] for index, part in enumerate(parts))
    return map("".join, itertools.product(*choices))
