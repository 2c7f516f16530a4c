"""What was done with the dice, as it stands behind the colon of a turn; remembered by its text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.findings import reason
from kotra_notation.formats.kotra import hops, icelandic, positions, spelling
from kotra_notation.formats.kotra.lines import StatementAt, said_behind
from kotra_notation.formats.kotra.parsing import UnreadableError, facts, parsed, part, tokens
from kotra_notation.implied import seen_by
from kotra_notation.model import Blank, CannotMove, Deed, NotRecorded, Play, Reached, SetPosition, Unread

if TYPE_CHECKING:
    from lark import Token, Tree


# `b/20` and `3/o`: where the other points are numbers, these letters are none but bar and off.
MIXED = re.compile(r"(?<![\w/])b/\d|\d/o(?!\w)", re.I)


class Done(NamedTuple):
    """A deed, the offset at which it ends, and the marks and the comment behind it."""

    deed: Deed
    end: int
    behind: tuple[StatementAt, ...]


@lru_cache(maxsize=1 << 15)
def remembered(text: str, seat: int, path: bool, shorthand: bool = False) -> Done | UnreadableError:
    """Return what a deed says, or why it says nothing; the same text is read once."""
    try:
        return read(text, seat, path, shorthand)
    except UnreadableError as error:
        return error


def read(text: str, seat: int, path: bool, shorthand: bool = False) -> Done:
    """Return what a deed says; `path` where plain numbers count along the own path. raises if nothing.

    `shorthand`: any text may stand for a play, and is kept; so is one that gives points by both names.
    """
    try:
        tree = _tree(text, shorthand)
    except UnreadableError:
        if (written := icelandic.deed(text)) is None:
            raise
        done = read(written, seat, path, shorthand)
        shift = len(text) - len(written)
        behind = [
            statement_at._replace(start=statement_at.start + shift, end=statement_at.end + shift)
            for statement_at in done.behind
        ]
        return Done(done.deed, done.end + shift, tuple(behind))
    behind = said_behind(tree, "play")
    end = len(text[: behind[0].start if behind else None].rstrip())
    said = part(tree)
    return Done(_deed(said, seat, path) if said else Blank(), end, tuple(behind))


def _tree(text: str, shorthand: bool) -> Tree[Token]:
    try:
        tree = parsed(text, "deed")
    except UnreadableError:
        if not shorthand:
            raise
        return parsed(text, "short")
    mixed = shorthand and any(MIXED.search(way) for way in tokens(part(tree) or tree, "WAY"))
    return parsed(text, "short") if mixed else tree


def is_dance(text: str) -> bool:
    """Return whether a text says that nothing can be played."""
    done = remembered(text, 0, False)
    return isinstance(done, Done) and isinstance(done.deed, CannotMove)


def stands_alone(text: str) -> bool:
    """Return whether a text that stands for a play is read as such without a word before it, in shorthand."""
    try:
        done = read(text, 0, False, shorthand=True)
    except UnreadableError:
        return False
    return done.deed == Unread(text=text) and not done.behind


def read_play(text: str, seat: int, path: bool) -> Play:
    """The play a ruling names."""
    tree = part(parsed(text, "ways"))
    assert tree
    return _play(tree, seat, path)


def _deed(tree: Tree[Token], seat: int, path: bool) -> Deed:
    match str(tree.data):
        case "play" | "no_hops":
            return _play(tree, seat, path)
        case "cannot":
            return CannotMove()
        case "unknown":
            return NotRecorded()
        case "by_hand":
            return Unread(text=str(tree.children[0]).rstrip())
        case "unread":
            return Unread(text=spelling.unquoted(facts(tree)["STRING"]))
        case name:
            return _reached(tree, 1 - seat, illegal=name == "illegal")


def _play(tree: Tree[Token], seat: int, path: bool) -> Play:
    ways = [hop for way in tokens(tree, "WAY") for hop in hops.hops_of(way, seat, path)]
    return Play(hops=tuple(ways), half="HALF" in facts(tree))


def _reached(tree: Tree[Token], following: int, *, illegal: bool) -> Reached:
    (board,) = tokens(tree, "BOARD")
    text = board[1:-1]
    try:
        there = SetPosition(position=positions.read(text))
        shown = there if positions.says_side(text) else seen_by(there, following)
        return Reached(position=shown.position, illegal=illegal)
    except ValueError as error:
        raise UnreadableError(board.start_pos or 0, "unreadable-position", reason(error)) from None
