"""What a page asks with, an object of JSON, and the refusal of what is not as it must be."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from kotra_notation.words import phrase

Row = dict[str, Any]
Kind = TypeVar("Kind")


NOT_UNDERSTOOD = phrase("The page and the desk do not understand each other; load the page anew.")


class AskedError(ValueError):
    """A refusal with a status of its own, and what the page can do about it as data."""

    def __init__(self, error: str, status: int = 422, **facts: object) -> None:
        super().__init__(error)
        self.status = status
        self.facts = facts


def object_of(body: bytes) -> Row:
    """The object that a body is; a refusal where it is none."""
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise AskedError(NOT_UNDERSTOOD, 400)
    return asked


def fact(asked: Row, name: str, kind: type[Kind]) -> Kind:
    """Return what is asked with under a name, of a kind; a refusal where it is of another, or missing."""
    value = asked.get(name)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise AskedError(NOT_UNDERSTOOD, 400)
    return value


def line_of(asked: Row) -> int | None:
    """The line that is asked about, if one is."""
    return None if asked.get("line") is None else fact(asked, "line", int)
