"""The languages we speak: texts looked up in their catalogues, numbers and dates written as they are there."""

from __future__ import annotations

import gettext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "is": "íslenska", "de": "Deutsch", "da": "dansk", "sv": "svenska"}
DOMAIN = "kotra"
CATALOGUES = Path(__file__).parent / "locale"


def N_(text: str) -> str:  # noqa: N802 - the mark that extraction knows
    """The text itself, marked as one to be translated where it is shown."""
    return text


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language."""

    language: str
    catalogue: gettext.NullTranslations

    def say(self, text: str, **facts: object) -> str:
        """The text in this language, what stands in braces filled in."""
        said = self.catalogue.gettext(text) if text else ""
        return said.format_map(facts) if facts else said

    def count(self, one: str, many: str, number: int, **facts: object) -> str:
        """The form of a text that goes with a number, `{number}` filled in."""
        return self.catalogue.ngettext(one, many, number).format_map({"number": number, **facts})


@cache
def tongue(language: str) -> Tongue:
    """A language by its code; ValueError for one that we do not speak."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no texts in {language!r}; known: {', '.join(LANGUAGES)}.")
    if language == "en":
        return Tongue(language, gettext.NullTranslations())
    return Tongue(language, gettext.translation(DOMAIN, CATALOGUES, [language], fallback=True))


ENGLISH = tongue("en")
