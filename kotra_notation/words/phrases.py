"""Words that know what they say: English as text, and told in any language where they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, N_, Tongue


class Nouns(NamedTuple):
    """The English words of a game for its men and throws, which fill `{checker}` or `{Checkers}` in a text.

    A text speaks of today's game where it is not told which. The other languages have one word for both
    games, so a translation writes its own and has no such fact.
    """

    checker: str
    checkers: str
    roll: str
    rolls: str
    rolled: str
    rerolled: str

    @property
    def facts(self) -> dict[str, str]:
        """The words by what stands in braces for them."""
        words = self._asdict()
        return words | {name.capitalize(): word.capitalize() for name, word in words.items()}


MODERN_NOUNS = Nouns("checker", "checkers", "roll", "rolls", "rolled", "rerolled")
OLD_NOUNS = Nouns("man", "men", "throw", "throws", "thrown", "thrown again")


_NOUNS = MODERN_NOUNS.facts

# How much of what a stranger wrote a sentence repeats, and how much of a reason, which is a sentence of ours.
LONGEST = 120
LONGEST_REASON = 400

# How many men or numbers of a throw there are: the fact that says it in a word, and the words.
COUNTED = {"count_word": "count", "bar_word": "bar", "die_word": "die"}
NUMBERS = {1: N_("one"), 2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six")}

APART = "\u2068\u2069"  # between these stands what turns nothing outside


@runtime_checkable
class Telling(Protocol):
    """A value that can tell itself in sentences, as a finding does."""

    def told(self, tongue: Tongue, /) -> Sequence[str]:
        """Its sentences in a language."""


class Phrase(str):
    """An English string that can be told in other languages; `original` has its facts in braces."""

    __slots__ = ("facts", "original")
    original: str
    facts: Mapping[str, Any]

    def reading(self, english: str) -> Phrase:
        """Return the phrase with its English made shorter or cleaned."""
        return _phrase(english, self.original, self.facts)

    def with_facts(self, **facts: Any) -> Phrase:
        """Return the same phrase with further facts, which its text does not name."""
        return _phrase(str(self), self.original, {**self.facts, **facts})

    def reword(self, nouns: Nouns) -> Phrase:
        """Return the phrase in the words of a game."""
        facts = reword(self.facts, nouns)
        return _phrase(_fill(self.original, facts, ENGLISH), self.original, facts)

    def __reduce__(self) -> tuple[Any, ...]:
        return _phrase, (str(self), self.original, self.facts)


def _phrase(english: str, original: str, facts: Mapping[str, Any]) -> Phrase:
    made = Phrase(english)
    made.original = original
    made.facts = facts
    return made


def phrase(text: str, /, **facts: Any) -> Phrase:
    """A text, what stands in braces filled in, that is looked up where it is told."""
    return _phrase(_fill(text, facts, ENGLISH), text, facts)


def reword(facts: Mapping[str, Any], nouns: Nouns) -> dict[str, Any]:
    """Facts with the words of a game, those in phrases too."""
    own = {name: _phrase(noun, noun, {}) for name, noun in nouns.facts.items()}
    said = {name: one.reword(nouns) if isinstance(one, Phrase) else one for name, one in facts.items()}
    return own | said


def sentences(value: Telling) -> Phrase:
    """Return what something tells of itself, as a phrase."""
    return _phrase(told(value, ENGLISH), "{it}", {"it": value})


def reason(error: Exception) -> str:
    """Return the phrase that an error was raised with, or that it tells itself, where there is one."""
    if isinstance(error, Telling):
        return sentences(error)
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
        return str(value) if tongue is ENGLISH else _fill(tongue.say(value.original), value.facts, tongue)
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


def shorten(text: str, longest: int = LONGEST) -> str:
    """A text of a stranger in one line, and not too long."""
    text = oneline(text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


class WordedFacts(dict[str, str]):
    """Facts as words of a language, each put in words when a sentence first names it.

    One that is missing is said as nothing, a noun as today's game has it; `plain` has them as they were.
    """

    __slots__ = ("plain", "tongue")

    def __init__(self, plain: Mapping[str, Any], tongue: Tongue = ENGLISH) -> None:
        super().__init__()
        self.plain = plain
        self.tongue = tongue

    def __missing__(self, name: str) -> str:
        number = self.plain.get(COUNTED.get(name, ""))
        if isinstance(number, int):
            said = self.tongue.say(NUMBERS.get(number, str(number)))
        elif name in self.plain:
            fact = self.plain[name]
            text = fact if type(fact) is str else told(fact, self.tongue)
            said = _within(text, LONGEST_REASON if name == "why" else LONGEST)
        else:
            said = _NOUNS.get(name, "")
        self[name] = said
        return said


def _within(text: str, longest: int) -> str:
    """A fact as it stands in a sentence: one line, no control characters, not too long; apart as it was."""
    if len(text) > 1 and text[0] + text[-1] == APART:
        return APART[0] + shorten(text[1:-1], longest) + APART[1]
    return shorten(text, longest)


def _fill(text: str, facts: Mapping[str, Any], tongue: Tongue) -> str:
    if not facts and "{" not in text:
        return text
    return text.format_map({**_NOUNS, **{name: told(fact, tongue) for name, fact in facts.items()}})


NEAR = N_("Did you mean {near}?")

# What became of an unlawful or unknown play, behind its sentence.
ENDINGS = {
    "stood": N_("; later plays fit, so it was allowed to stand"),
    "slip": N_("; probably a typo: {meant} fits the {roll} and all later plays"),
    "idle": N_("; probably nothing was played: that fits the {roll} and all later plays"),
    "uncertain": N_("; the position after this play is uncertain, so the plays after it are not checked"),
    "corrected": N_("; it was corrected to {meant}"),
    "goes-on": N_("; the record continues"),
    "because": N_(": {why}"),
    "left": N_("; the other side apparently left the match"),
}


def message(text: str | Plural, facts: WordedFacts) -> str:
    """The sentence with the facts of a finding; one that it lacks leaves a gap, never an exception."""
    tongue = facts.tongue
    if isinstance(text, Plural):
        number = facts.plain.get(text.by)
        sentence = tongue.catalogue.ngettext(text.one, text.many, number if isinstance(number, int) else 2)
    else:
        sentence = tongue.say(text)
    ending = tongue.say(ENDINGS.get(str(facts.plain.get("fate", "none")), ""))
    return f"{' '.join(sentence.format_map(facts).split()).rstrip('.')}{ending.format_map(facts)}."


def hint(text: str, facts: WordedFacts) -> str:
    """Return what to look at, or nothing; before it what a word is near to, where that is known."""
    near = facts.tongue.say(NEAR).format_map(facts) if facts.plain.get("near") else ""
    return f"{near} {facts.tongue.say(text).format_map(facts)}".strip()
