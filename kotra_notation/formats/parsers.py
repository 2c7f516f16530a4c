"""Lark parsers of the notations, built when first asked for; what a text says is remembered by the text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from kotra_notation.installation import folder

if TYPE_CHECKING:
    from lark import Lark


@cache
def parser(grammar: str, *starts: str) -> Lark:
    """The LALR parser of a grammar file, which begins at `start` unless told otherwise."""
    from lark import Lark  # costs 50 ms, which a command that reads nothing must not pay

    grammars = folder("grammar")
    return Lark(
        (grammars / f"{grammar}.lark").read_text(encoding="utf-8"),
        import_paths=[str(grammars)],
        parser="lalr",
        lexer="contextual",
        start=list(starts) or "start",
        maybe_placeholders=False,
    )
