"""The text of an event without hops that says something else: the words and numbers in it that differ."""

from __future__ import annotations

import re
from dataclasses import fields

from kotra_notation.formats.patching.exchange import Cut, recut
from kotra_notation.model import Event

_TOKEN = re.compile(r"[0-9]+|[^\W\d]+|\s+|[^\w\s]")


def merged(text: str, before: str, after: str) -> str | None:
    """The text with those words exchanged that differ between two spellings, where it has them."""
    words, was, now = (list(_TOKEN.finditer(one)) for one in (text, before, after))
    words, was, now = ([one for one in row if not one[0].isspace()] for row in (words, was, now))
    if not len(words) == len(was) == len(now):
        return _one_number(text, before, after)
    cuts = []
    for word, one, two in zip(words, was, now, strict=True):
        if one[0] != two[0]:
            if word[0] != one[0]:
                return None
            cuts.append(Cut(*word.span(), two[0]))
    return recut(text, cuts) if cuts else None


def with_numbers(text: str, old: Event, new: Event) -> str | None:
    """The text with the numbers of an event exchanged, each of which has to stand there once."""
    cuts: list[Cut] = []
    for one in fields(old):
        was, now = getattr(old, one.name), getattr(new, one.name)
        if not one.compare or was == now:
            continue
        if not (_whole(was) and _whole(now)):
            return None
        found = list(re.finditer(rf"(?<![0-9.]){was:.0f}(?![0-9.])", text))
        if len(found) != 1:
            return None
        cuts.append(Cut(*found[0].span(), f"{now:.0f}"))
    return recut(text, cuts) if cuts else None


def _whole(number: object) -> bool:
    return isinstance(number, int | float) and not isinstance(number, bool) and number % 1 == 0


def _one_number(text: str, before: str, after: str) -> str | None:
    """The text with the only number exchanged that differs between two spellings, if it has that once."""
    was, now = (re.findall(r"[0-9]+", one) for one in (before, after))
    differing = [(one, two) for one, two in zip(was, now, strict=False) if one != two]
    if len(was) != len(now) or len(differing) != 1:
        return None
    found = list(re.finditer(rf"(?<![0-9]){differing[0][0]}(?![0-9])", text))
    return recut(text, [Cut(*found[0].span(), differing[0][1])]) if len(found) == 1 else None
