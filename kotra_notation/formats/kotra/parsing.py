"""The grammar of `.kotra` at work: a line or a deed to its tree, or where and why it cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from kotra_notation.formats.parsers import parser

if TYPE_CHECKING:
    from lark import Token, Tree

STARTS = ("line", "deed", "short", "ways")


class UnreadableError(ValueError):
    """A text that could not be read: from which offset, and the kind of finding it is."""

    def __init__(self, start: int, kind: str = "", why: str = "") -> None:
        super().__init__(why)
        self.start = start
        self.kind = kind
        self.why = why


Remembered = TypeVar("Remembered")


def or_raise(remembered: Remembered | UnreadableError) -> Remembered:
    """Return what was remembered of a text; raises what was remembered against it."""
    if isinstance(remembered, UnreadableError):
        raise UnreadableError(remembered.start, remembered.kind, remembered.why)
    return remembered


def parsed(text: str, start: str) -> Tree[Token]:
    """The tree of a text; UnreadableError at the first character that fits nothing."""
    from lark.exceptions import UnexpectedInput  # as in `parsers`: only who reads pays for it

    try:
        return parser("kotra", *STARTS).parse(text, start=start)
    except UnexpectedInput as error:
        ended = getattr(getattr(error, "token", None), "type", "") == "$END"
        raise UnreadableError(len(text) if ended else error.pos_in_stream or 0) from None


def facts(tree: Tree[Token]) -> dict[str, str]:
    """The first token of each kind in a tree, and the token of each named part of it."""
    said: dict[str, str] = {}
    for child in tree.children:
        if isinstance(child, str):
            said.setdefault(child.type, str(child))
        else:
            said[str(child.data)] = str(child.children[0])
    return said


def part(tree: Tree[Token]) -> Tree[Token] | None:
    """The first part of a tree that is not a token."""
    return next((child for child in tree.children if not isinstance(child, str)), None)


def tokens(tree: Tree[Token], kind: str) -> list[Token]:
    """All tokens of one kind that stand in a tree itself."""
    return [child for child in tree.children if isinstance(child, str) and child.type == kind]
