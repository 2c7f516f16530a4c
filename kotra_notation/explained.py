"""The pages that explain each kind of finding, by code or by name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from kotra_notation import words
from kotra_notation.findings import BY_CODE
from kotra_notation.findings.gone import what_became_of
from kotra_notation.resources import folder
from kotra_notation.words.tongues import ENGLISH, N_, Tongue

# What every page says, and what a page says at its end in other languages than English.
FRAME = (
    N_("Why it matters"),
    N_("How to fix it"),
    N_("Where the rule stands"),
    N_("Example"),
    N_("Severity: error"),
    N_("Severity: warning"),
    N_("Severity: note"),
    N_("Fixed:"),
)
FRAMED = re.compile(rf"^((?:## )?)({'|'.join(map(re.escape, FRAME))})$", re.M)
FOUND = N_("Found: {code} in line {line}.")
FOUND_IN = re.compile(r"^Found: (`\w+`) in line (\d+)\.$", re.M)
PARTLY = N_("What stands here in English is not translated yet.")
HINT = "{hint}"  # where a page says what the terminal says: the advice has one home


@cache
def _pages() -> dict[str, Path]:
    return {path.stem.split("-", 1)[0]: path for path in sorted(folder("pages").glob("*.md"))}


def codes() -> list[str]:
    """The codes that have a page."""
    return list(_pages())


def page(word: str, tongue: Tongue = ENGLISH) -> str | None:
    """The page of a code such as `P203` or a name such as `point-held`; None for any other word.

    Of a code that no kind has any more it says what became of it. In other languages than English the
    headings are told and what to look at, and the page says that the rest of it is not.
    """
    for code, path in _pages().items():
        if word.upper() == code or word.lower() == path.stem.split("-", 1)[1]:
            hint = words.hint(BY_CODE[code].hint, words.WordedFacts({}, tongue))
            text = path.read_text(encoding="utf-8").replace(HINT, hint)
            return text if tongue is ENGLISH else _told(text, tongue)
    return what_became_of(word)


def _told(text: str, tongue: Tongue) -> str:
    """A page with the lines of its frame in a language."""
    text = FRAMED.sub(lambda found: found[1] + tongue.say(found[2]), text)
    text = FOUND_IN.sub(lambda found: tongue.say(FOUND, code=found[1], line=found[2]), text)
    return f"{text.rstrip()}\n\n{tongue.say(PARTLY)}\n"
