"""What people read: the sentences of findings, which facts fill, and phrases that know what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kotra_notation.words.english import ENDINGS, NEAR, NUMBERS
from kotra_notation.words.nouns import MODERN_NOUNS
from kotra_notation.words.phrases import LONGEST, LONGEST_REASON, shortened, told
from kotra_notation.words.phrases import Phrase as Phrase
from kotra_notation.words.phrases import Plural as Plural
from kotra_notation.words.phrases import n_ as n_
from kotra_notation.words.phrases import phrase as phrase
from kotra_notation.words.phrases import reason as reason
from kotra_notation.words.phrases import sentences as sentences
from kotra_notation.words.phrases import worded as worded
from kotra_notation.words.tongues import ENGLISH, Tongue

_NOUNS = MODERN_NOUNS.facts
APART = "\u2068\u2069"  # between these stands what turns nothing outside


def message(text: str | Plural, facts: Mapping[str, Any], tongue: Tongue = ENGLISH) -> str:
    """The sentence with the facts of a finding; one that it lacks leaves a gap, never an exception."""
    words = _Facts(facts, tongue)
    if isinstance(text, Plural):
        number = facts.get(text.by)
        many = number if isinstance(number, int) else 2
        sentence = tongue.catalogue.ngettext(text.one, text.many, many).format_map(words)
    else:
        sentence = tongue.say(text).format_map(words)
    ending = tongue.say(ENDINGS.get(str(facts.get("fate", "none")), "")).format_map(words)
    return " ".join(sentence.split()).rstrip(".") + ending + "."


def hint(text: str, facts: Mapping[str, Any], tongue: Tongue = ENGLISH) -> str:
    """What to look at, or nothing."""
    words = _Facts(facts, tongue)
    near = tongue.say(NEAR).format_map(words) if facts.get("near") else ""
    return f"{near} {tongue.say(text).format_map(words)}".strip()


class _Facts(dict[str, str]):
    """Facts as words of a language; one that is missing is said as nothing, a noun as today's game has it."""

    def __init__(self, facts: Mapping[str, Any], tongue: Tongue) -> None:
        super().__init__(
            {
                name: _word(told(fact, tongue), LONGEST_REASON if name == "why" else LONGEST)
                for name, fact in facts.items()
            }
        )
        for name in ("count", "bar", "die"):
            if isinstance(number := facts.get(name), int):
                self[f"{name}_word"] = tongue.say(NUMBERS.get(number, str(number)))

    def __missing__(self, key: str) -> str:
        return _NOUNS.get(key, "")


def _word(text: str, longest: int) -> str:
    """A fact as it stands in a sentence: one line, no control characters, not too long; apart as it was."""
    if len(text) > 1 and text[0] + text[-1] == APART:
        return APART[0] + shortened(text[1:-1], longest) + APART[1]
    return shortened(text, longest)
