"""The languages we speak: texts looked up in their catalogues, numbers and dates as written there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Protocol

from kotra_notation.late import late_pattern

if TYPE_CHECKING:
    from jinja2 import Environment


LANGUAGES = {"en": "English", "is": "íslenska", "de": "Deutsch", "da": "dansk", "sv": "svenska"}
DOMAIN = "kotra"
PAGES = "pages"  # the catalogue of what only the pages of findings say
CATALOGUES = os.path.join(os.path.dirname(__file__), "locale")

# Where a language is looked for, as gettext does; a name such as `is_IS.UTF-8` begins with its code.
SETTINGS = ("KOTRA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")

_DATE = late_pattern(r"([0-9]{4})[-.]([0-9]{2})[-.]([0-9]{2})")
_LONGEST_MONTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def N_(text: str) -> str:  # noqa: N802 - the mark that extraction knows
    """The text itself, marked as one to be translated where it is shown."""
    return text


MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


class Catalogue(Protocol):
    """Texts by their English originals."""

    def gettext(self, message: str) -> str:
        """The text for a text."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The form of a text that goes with a number."""


class _Originals:
    """The catalogue of English: every text stands for itself."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


class Tongue:
    """One language."""

    __slots__ = ("catalogue", "language")

    def __init__(self, language: str, catalogue: Catalogue) -> None:
        self.language = language
        self.catalogue = catalogue

    def __reduce__(self) -> tuple[Callable[[str], Tongue], tuple[str]]:
        """Let another process look the catalogue up again."""
        return tongue, (self.language,)

    def say(self, text: str, /, **facts: object) -> str:
        """The text in this language, what stands in braces filled in."""
        said = self.catalogue.gettext(text) if text else ""
        return said.format_map(facts) if facts else said

    def count(self, one: str, many: str, number: float, /, **facts: object) -> str:
        """The form of a text that goes with a number, `{number}` filled in; halves go as several do."""
        form = self.catalogue.ngettext(
            one, many, int(number) if isfinite(number) and number == int(number) else 2
        )
        return form.format_map({"number": self.points(number), **facts})

    def number(self, value: float, digits: int | None = None) -> str:
        """A number with so many digits behind the comma, or as many as it has."""
        written = f"{value:g}" if digits is None else f"{value:.{digits}f}"
        return written if self.language == "en" else written.replace(".", ",")

    def signed_number(self, value: float, digits: int | None = None) -> str:
        """A number with its sign, plus for what is rounded to nothing."""
        sign = "−" if (value if digits is None else round(value, digits)) < 0 else "+"
        return sign + self.number(abs(value), digits)

    def points(self, value: float) -> str:
        """Points as people write them, halves with the sign ½."""
        if not isfinite(value * 2) or value * 2 != int(value * 2):
            return self.number(value)
        whole, half = divmod(int(abs(value) * 2), 2)
        sign = "-" if value < 0 else ""
        return f"{sign}{whole or ''}½" if half else f"{sign}{whole}"

    def date(self, text: str) -> str:
        """A date such as 2026-11-21 or 2026.11.21 with the name of its month; any other text as it stands."""
        written = _DATE.fullmatch(text)
        if written is None:
            return text
        year, month, day = (int(part) for part in written.groups())
        if not (1 <= month <= 12 and 1 <= day <= _LONGEST_MONTHS[month - 1]):
            return text
        return self.say("{day} {month} {year}", day=day, month=self.say(MONTHS[month - 1]), year=year)

    def list_items(self, items: Sequence[str]) -> str:
        """All of several things: `a, b and c`."""
        return self._join(items, N_("{some} and {last}"))

    def either(self, items: Sequence[str]) -> str:
        """One of several things: `a, b or c`."""
        return self._join(items, N_("{some} or {last}"))

    def _join(self, items: Sequence[str], pattern: str) -> str:
        if len(items) < 2:
            return "".join(items)
        return self.say(pattern, some=", ".join(items[:-1]), last=items[-1])


ENGLISH = Tongue("en", _Originals())


@cache
def tongue(language: str, domain: str = DOMAIN) -> Tongue:
    """A language by its code, with the texts of a catalogue; ValueError for one that we do not speak."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no texts in {language!r}; known: {', '.join(LANGUAGES)}.")
    if language == "en":
        return ENGLISH
    import gettext

    return Tongue(language, gettext.translation(domain, CATALOGUES, [language], fallback=True))


def preferred_language(environment: Mapping[str, str]) -> str:
    """The code of the language that the settings of a system ask for; English where we do not speak it."""
    asked = next((value for name in SETTINGS if (value := environment.get(name))), "")
    code = re.split(r"[_.@-]", asked, maxsplit=1)[0].lower()
    return code if code in LANGUAGES else "en"


def install(environment: Environment, tongue: Tongue) -> None:
    """Let the templates of an environment speak; facts are escaped, the texts of the catalogues are ours.

    In their texts facts stand as `%(name)s` and a per cent sign twice, as Jinja asks; the texts of Python
    have braces. Only those without facts can be the same.
    """
    environment.add_extension("jinja2.ext.i18n")
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        tongue.catalogue.gettext, tongue.catalogue.ngettext, newstyle=True
    )
    environment.filters |= {"number": tongue.number, "points": tongue.points, "date": tongue.date}
    environment.globals["lang"] = tongue.language
