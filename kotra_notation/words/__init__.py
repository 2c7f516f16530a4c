"""What people read: the sentences of the findings, by the name of the kind; facts fill them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kotra_notation.words.english import ENDINGS, HINTS, MESSAGES, NUMBERS

# How much of what a stranger wrote a sentence repeats.
LONGEST = 120


def message(name: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a finding of this kind; a fact it lacks leaves a gap, never an exception."""
    told = _told(facts)
    sentence = MESSAGES[name].format_map(told)
    ending = ENDINGS.get(str(facts.get("fate", "none")), "").format_map(told)
    return " ".join(sentence.split()).rstrip(".") + ending + "."


def hint(name: str, facts: Mapping[str, Any]) -> str:
    """What to look at, or nothing."""
    told = _told(facts)
    near = f"Did you mean {told['near']}? " if facts.get("near") else ""
    return (near + HINTS.get(name, "").format_map(told)).strip()


class _Facts(dict[str, str]):
    """Facts as words; one that is missing is said as nothing."""

    def __missing__(self, key: str) -> str:
        return ""


def _told(facts: Mapping[str, Any]) -> _Facts:
    told = _Facts({name: _word(value) for name, value in facts.items()})
    for name in ("count", "bar", "die", "numbers"):
        if isinstance(number := facts.get(name), int):
            told[f"{name}_word"] = NUMBERS.get(number, str(number))
            told[f"{name}_s"] = "" if number == 1 else "s"
    return told


def _word(value: object) -> str:
    """A fact as it stands in a sentence: one line, no control characters, not too long."""
    if value is None:
        return ""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    text = "".join(sign if sign.isprintable() else " " for sign in text)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
