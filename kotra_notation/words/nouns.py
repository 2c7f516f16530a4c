"""The words of a game in English: what its men and its throws are called.

A text names them in braces, `{checker}`, and speaks of today's game where it is not told which. The other
languages have one word for both games, so a translation writes its own and has no such fact.
"""

from __future__ import annotations

from typing import NamedTuple


class Nouns(NamedTuple):
    """What fills the braces, in the order of use; each can begin a text too, as `{Checkers}`."""

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
