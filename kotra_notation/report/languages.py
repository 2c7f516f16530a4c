"""The language a record is written in, where it says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kotra_notation.model import Comment, Match
from kotra_notation.words.tongues import LANGUAGES

HEADERS = ("language", "lang")


def record_language(match: Match) -> str:
    """The code of a language we speak, as the headers say, else most comments; nothing where none is said."""
    for key, value in match.info:
        if key.rpartition(":")[2].lower() in HEADERS and (code := _spoken(value)):
            return code
    counted = Counter(code for language in _of_comments(match) if (code := _spoken(language)))
    return counted.most_common(1)[0][0] if counted else ""


def _of_comments(match: Match) -> Iterator[str]:
    for events in (match.remarks, *(game.events for game in match.games)):
        yield from (event.language for event in events if isinstance(event, Comment) and event.language)


def _spoken(text: str) -> str:
    """The code of a language we speak in a tag such as `is-IS`, or the name of one."""
    said = text.strip().lower()
    names = {name.lower(): code for code, name in LANGUAGES.items()}
    code = names.get(said, said.replace("_", "-").partition("-")[0])
    return code if code in LANGUAGES else ""
