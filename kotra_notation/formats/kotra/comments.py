"""Comments in `.kotra`: `# text`, `#[Anna; is] text` by an author in a language, `#+ text` to go on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kotra_notation.formats.kotra import spelling

_CREDIT = rf"(\s*{spelling.STRING}\s*|[^\];\"]*)"
_NOTE = re.compile(rf"#(?:(\+)(?=\s|$)|\[{_CREDIT}(?:;{_CREDIT})?\])?(.*)", re.DOTALL)
_PLAIN_CREDIT = re.compile(r'[^\s\];"](?:[^\];"]*[^\s\];"])?')


class Note(NamedTuple):
    """What one comment line says; `more` where it goes on with the comment before it."""

    more: bool
    author: str | None
    language: str | None
    text: str


def read_note(text: str) -> Note:
    """A comment line as read; every text that begins with `#` is one."""
    found = _NOTE.fullmatch(text)
    assert found
    more, author, language, said = found.groups()
    return Note(bool(more), _credit(author), _credit(language), spelling.read_rest(said))


def note_lines(text: str, author: str | None, language: str | None) -> Iterator[str]:
    """A comment as it is written, one line for each of its own."""
    head = "#"
    if author is not None or language is not None:
        head += "[" + _credited(author) + ("" if language is None else f"; {_credited(language)}") + "]"
    for line in text.split("\n"):
        yield f"{head} {spelling.rest(line)}".rstrip()
        head = "#+"


def _credit(written: str | None) -> str | None:
    return spelling.read_word(written.strip()) if written and not written.isspace() else None


def _credited(name: str | None) -> str:
    if name is None:
        return ""
    return (
        name if _PLAIN_CREDIT.fullmatch(name) and not spelling.UNSAFE.search(name) else spelling.quoted(name)
    )
