"""The pages that explain each kind of finding, by code or by name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from kotra_notation import words
from kotra_notation.findings import BY_CODE
from kotra_notation.findings.gone import what_became_of
from kotra_notation.resources import folder

HINT = "{hint}"  # where a page says what the terminal says: the advice has one home


@cache
def _pages() -> dict[str, Path]:
    return {path.stem.split("-", 1)[0]: path for path in sorted(folder("pages").glob("*.md"))}


def codes() -> list[str]:
    """The codes that have a page."""
    return list(_pages())


def page(word: str) -> str | None:
    """The page of a code such as `P203` or a name such as `point-held`; None for any other word.

    Of a code that no kind has any more it says what became of it.
    """
    for code, path in _pages().items():
        if word.upper() == code or word.lower() == path.stem.split("-", 1)[1]:
            hint = words.hint(BY_CODE[code].hint, words.WordedFacts({}))
            return path.read_text(encoding="utf-8").replace(HINT, hint)
    return what_became_of(word)
