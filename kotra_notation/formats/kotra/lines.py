"""Statements and deeds of single lines of `.kotra`, remembered by their text, without a place in a file."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from kotra_notation import model
from kotra_notation.findings import reason
from kotra_notation.formats.kotra import other_words, positions, spelling
from kotra_notation.formats.kotra.statements import (
    CUBE,
    STATEMENTS,
    LineFacts,
    Statement,
    UnreadableError,
    build,
    parse,
    part,
    tokens,
)
from kotra_notation.implied import seen_by

if TYPE_CHECKING:
    from lark import Token, Tree


class StatementAt(NamedTuple):
    """A statement and the offsets it stands between."""

    statement: Statement
    start: int
    end: int

    def move(self, shift: int) -> StatementAt:
        """Return it further on."""
        return self._replace(start=self.start + shift, end=self.end + shift)


# `W doubles, B takes`: two actions of the cube, or an offer to resign and its answer, on one line.
_TWO_ACTIONS = re.compile(r"(\s*[WBHS]\s[^#,;:/]+)[,;/]\s*([WBHS]\s[^#,;:/]+(?:#[\s\S]*)?)", re.I)


@lru_cache(maxsize=1 << 14)
def read_cached(text: str) -> tuple[StatementAt, ...] | UnreadableError:
    """Return what a line says, or why it says nothing; the same line is read once."""
    try:
        return read(text)
    except UnreadableError as error:
        return error


def read(text: str) -> tuple[StatementAt, ...]:
    """Return what a line says: a statement, then the marks and the comment behind it; raises if nothing."""
    if other_words.RULED in text and (statements := _read_printed(text)):
        return statements
    try:
        return _read(text)
    except UnreadableError as error:
        if not error.kind and (statements := _read_printed(text)):
            return statements
        raise


def _read_printed(text: str) -> tuple[StatementAt, ...]:
    """Return what a line says in the words of a page of ours or of a source; empty if it has none."""
    words, sign, note = text.partition("#")
    if together := _TWO_ACTIONS.fullmatch(text):
        first, second = (read_cached(part) for part in together.groups())
        if not isinstance(first, UnreadableError) and not isinstance(second, UnreadableError):
            return (*first, *[statement.move(together.start(2)) for statement in second])
    start = len(words) - len(words.lstrip())
    written = other_words.line(words.strip())
    if written is None:
        return ()
    try:
        statement, *behind = _read(f"{written} {sign}{note}".rstrip())
    except UnreadableError as error:
        if error.kind:
            raise UnreadableError(start, error.kind, error.why) from None
        return ()
    shift = len(words) - len(written) - 1
    moved = [annotation.move(shift) for annotation in behind]
    return (statement._replace(start=start, end=len(words.rstrip())), *moved)


def _read(text: str) -> tuple[StatementAt, ...]:
    tree = parse(text, "line")
    statement = part(tree)
    assert statement
    name = str(statement.data)
    behind = _annotations(tree, "cube" if name in CUBE else "play")
    end = len(text[: behind[0].start if behind else None].rstrip())
    start = len(text) - len(text.lstrip())
    return (StatementAt(STATEMENTS[name](LineFacts(statement)), start, end), *behind)


def _annotations(tree: Tree[Token], aspect: Literal["play", "cube"]) -> list[StatementAt]:
    statements: list[StatementAt] = []
    for token in (*tokens(tree, "MARK"), *tokens(tree, "NOTE")):
        mark = token.type == "MARK"
        note = build(model.Mark, sign=str(token), aspect=aspect) if mark else spelling.read_note(token)
        statements.append(StatementAt(note, token.start_pos or 0, token.end_pos or 0))
    return statements


# `b/20` and `3/o`: where the other points are numbers, these letters are none but bar and off.
MIXED = re.compile(r"(?<![\w/])b/\d|\d/o(?!\w)", re.I)


class DeedAt(NamedTuple):
    """A deed, the offset at which it ends, and the marks and the comment behind it."""

    deed: model.Deed
    end: int
    behind: tuple[StatementAt, ...]


@lru_cache(maxsize=1 << 15)
def read_deed_cached(text: str, seat: int, path: bool, shorthand: bool = False) -> DeedAt | UnreadableError:
    """Return what a deed says, or why it says nothing; the same text is read once."""
    try:
        return read_deed(text, seat, path, shorthand)
    except UnreadableError as error:
        return error


def read_deed(text: str, seat: int, path: bool, shorthand: bool = False) -> DeedAt:
    """Return what a deed says, or raise; `path`: plain numbers count along the own path.

    `shorthand`: any text may stand for a play, and is kept; so is one that gives points by both names.
    """
    try:
        tree = _deed_tree(text, shorthand)
    except UnreadableError:
        if (written := other_words.deed(text)) is None:
            raise
        shift = len(text) - len(written)
        try:
            done = read_deed(written, seat, path, shorthand)
        except UnreadableError as error:
            raise UnreadableError(max(error.start + shift, 0), error.kind, error.why) from None
        return DeedAt(done.deed, done.end + shift, tuple([note.move(shift) for note in done.behind]))
    behind = _annotations(tree, "play")
    end = len(text[: behind[0].start if behind else None].rstrip())
    deed = part(tree)
    return DeedAt(_deed(deed, seat, path) if deed else model.Blank(), end, tuple(behind))


def _deed_tree(text: str, shorthand: bool) -> Tree[Token]:
    try:
        tree = parse(text, "deed")
    except UnreadableError:
        if not shorthand:
            raise
        return parse(text, "short")
    mixed = shorthand and any(MIXED.search(way) for way in tokens(part(tree) or tree, "WAY"))
    return parse(text, "short") if mixed else tree


def is_dance(text: str) -> bool:
    """Return whether a text says that nothing can be played."""
    done = read_deed_cached(text, 0, False)
    return isinstance(done, DeedAt) and isinstance(done.deed, model.CannotMove)


def stands_alone(text: str) -> bool:
    """Return whether a text that stands for a play is read as one in shorthand, without a word before it."""
    try:
        done = read_deed(text, 0, False, shorthand=True)
    except UnreadableError:
        return False
    return done.deed == model.Unread(text=text) and not done.behind


def read_play(text: str, seat: int, path: bool) -> model.Play:
    """Return the play a ruling names."""
    tree = part(parse(text, "ways"))
    assert tree
    return _play(tree, seat, path)


def _deed(tree: Tree[Token], seat: int, path: bool) -> model.Deed:
    match str(tree.data):
        case "play" | "no_hops":
            return _play(tree, seat, path)
        case "cannot":
            return model.CannotMove()
        case "unknown":
            return model.NotRecorded()
        case "by_hand":
            return model.Unread(text=str(tree.children[0]).rstrip())
        case "unread":
            return model.Unread(text=LineFacts(tree).unquote())
        case kind:
            return _parse_reached(tree, 1 - seat, illegal=kind == "illegal")


def _play(tree: Tree[Token], seat: int, path: bool) -> model.Play:
    ways = [hop for way in tokens(tree, "WAY") for hop in spelling.read_hops(way, seat, path)]
    return model.Play(hops=tuple(ways), half=bool(tokens(tree, "HALF")))


def _parse_reached(tree: Tree[Token], following: int, *, illegal: bool) -> model.Reached:
    (board,) = tokens(tree, "BOARD")
    text = board[1:-1]
    try:
        event = model.SetPosition(position=positions.read(text))
        event = event if positions.says_side(text) else seen_by(event, following)
        return model.Reached(position=event.position, illegal=illegal)
    except ValueError as error:
        raise UnreadableError(board.start_pos or 0, "unreadable-position", reason(error)) from None
