"""Words that know what they say: English as text, and told in any language where they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from kotra_notation.words.nouns import MODERN_NOUNS, Nouns
from kotra_notation.words.tongues import ENGLISH, Tongue

_NOUNS = MODERN_NOUNS.facts

# How much of what a stranger wrote a sentence repeats, and how much of a reason, which is a sentence of ours.
LONGEST = 120
LONGEST_REASON = 400


@runtime_checkable
class Telling(Protocol):
    """What can tell itself in sentences, as a finding does."""

    def told(self, tongue: Tongue, /) -> Sequence[str]:
        """Its sentences in a language."""


class Phrase(str):
    """A text in English that can be told in other languages too.

    To all who do not ask it is the English string. `original` is the text with its facts in braces.
    """

    __slots__ = ("facts", "original")
    original: str
    facts: Mapping[str, Any]

    def reading(self, english: str) -> Phrase:
        """The same phrase with its English made shorter or cleaned."""
        return _made(english, self.original, self.facts)

    def worded(self, nouns: Nouns) -> Phrase:
        """The same phrase in the words of a game."""
        facts = worded(self.facts, nouns)
        return _made(_filled(self.original, facts, ENGLISH), self.original, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (str(self), self.original, self.facts)


def _made(english: str, original: str, facts: Mapping[str, Any]) -> Phrase:
    made = Phrase(english)
    made.original = original
    made.facts = facts
    return made


def phrase(text: str, /, **facts: Any) -> Phrase:
    """A text, what stands in braces filled in, that is looked up where it is told."""
    return _made(_filled(text, facts, ENGLISH), text, facts)


def worded(facts: Mapping[str, Any], nouns: Nouns) -> dict[str, Any]:
    """Facts with the words of a game, those in phrases too."""
    own = {name: _made(noun, noun, {}) for name, noun in nouns.facts.items()}
    said = {name: one.worded(nouns) if isinstance(one, Phrase) else one for name, one in facts.items()}
    return own | said


def sentences(value: Telling) -> Phrase:
    """What something tells of itself, as a phrase."""
    return _made(told(value, ENGLISH), "{it}", {"it": value})


def reason(error: Exception) -> str:
    """What an error says: the phrase it was raised with, where it was."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Phrase) else str(error)


@dataclass(frozen=True, slots=True)
class Plural:
    """A text in two forms; the number in the fact named `by` chooses."""

    one: str
    many: str
    by: str


def n_(one: str, many: str, by: str) -> Plural:
    """A text in two forms, marked as one to be translated where it is shown."""
    return Plural(one, many, by)


def told(value: object, tongue: Tongue) -> str:
    """A phrase, a number or several in a language; any other value as it stands."""
    if type(value) is str:
        return value
    if isinstance(value, Phrase):
        return str(value) if tongue is ENGLISH else _filled(tongue.say(value.original), value.facts, tongue)
    if isinstance(value, Telling):
        return " ".join(value.told(tongue)).strip()
    if isinstance(value, float):
        return tongue.number(value)
    if isinstance(value, tuple):
        return tongue.either([told(one, tongue) for one in value])
    return "" if value is None else str(value)


def oneline(text: str) -> str:
    """A text of a stranger without line ends and control characters."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else " " for sign in text)


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text of a stranger in one line, and not too long."""
    text = oneline(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _filled(text: str, facts: Mapping[str, Any], tongue: Tongue) -> str:
    if not facts and "{" not in text:
        return text
    return text.format_map({**_NOUNS, **{name: told(fact, tongue) for name, fact in facts.items()}})
