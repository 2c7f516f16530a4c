"""What one line of `.kotra` says, remembered by its text; nothing here knows a place in a file."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from kotra_notation.formats.kotra import icelandic
from kotra_notation.formats.kotra.comments import read_note
from kotra_notation.formats.kotra.parsing import UnreadableError, parsed, part, tokens
from kotra_notation.formats.kotra.statements import CUBE, STATEMENTS, Statement, build
from kotra_notation.model import Mark

if TYPE_CHECKING:
    from lark import Token, Tree


class StatementAt(NamedTuple):
    """A statement and the offsets it stands between."""

    statement: Statement
    start: int
    end: int


@lru_cache(maxsize=1 << 14)
def remembered(text: str) -> tuple[StatementAt, ...] | UnreadableError:
    """Return what a line says, or why it says nothing; the same line is read once."""
    try:
        return read(text)
    except UnreadableError as error:
        return error


def read(text: str) -> tuple[StatementAt, ...]:
    """Return what a line says: a statement, then the marks and the comment behind it; raises if nothing."""
    if icelandic.RULED in text and (said := _printed(text)):
        return said
    try:
        return _read(text)
    except UnreadableError:
        if said := _printed(text):
            return said
        raise


def _printed(text: str) -> tuple[StatementAt, ...]:
    """Return what a line says in the words of a page of ours or of a source, nothing where it has none."""
    words, sign, note = text.partition("#")
    written = icelandic.line(words.strip())
    if written is None:
        return ()
    try:
        statement, *behind = _read(f"{written} {sign}{note}".rstrip())
    except UnreadableError as error:
        if error.kind:
            raise
        return ()
    shift = len(words) - len(written) - 1
    start = len(words) - len(words.lstrip())
    placed = [said._replace(start=said.start + shift, end=said.end + shift) for said in behind]
    return (statement._replace(start=start, end=len(words.rstrip())), *placed)


def _read(text: str) -> tuple[StatementAt, ...]:
    tree = parsed(text, "line")
    statement = part(tree)
    assert statement
    name = str(statement.data)
    behind = said_behind(tree, "cube" if name in CUBE else "play")
    end = behind[0].start if behind else len(text)
    end = len(text[:end].rstrip())
    start = len(text) - len(text.lstrip())
    return (StatementAt(STATEMENTS[name](statement), start, end), *behind)


def said_behind(tree: Tree[Token], aspect: Literal["play", "cube"]) -> list[StatementAt]:
    """The marks and the comment at the end of a line or a deed."""
    said = [
        StatementAt(build(Mark, sign=str(token), aspect=aspect), *_offsets(token))
        for token in tokens(tree, "MARK")
    ]
    return said + [StatementAt(read_note(token), *_offsets(token)) for token in tokens(tree, "NOTE")]


def _offsets(token: Token) -> tuple[int, int]:
    return token.start_pos or 0, token.end_pos or 0
