"""What patterns of TextMate are made of: scopes, words, groups, references."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

Pattern = dict[str, Any]

WRITTEN = "Written by `python -m tools.textmate`; what is changed here is lost."
# Scopes that both notations have; themes know their beginnings.
NUMBERING = "constant.numeric.numbering"
DICE = "constant.numeric.dice"
SCORE = "constant.numeric.score"
HIT = "keyword.operator.hit"
COUNT = "constant.numeric.count"
MARK = "keyword.operator.mark"
POINT = "constant.other.point"
BAR, OFF = "constant.language.bar", "constant.language.off"
HOP = "punctuation.separator.hop"


class Language:
    """The patterns of one language: its name stands behind every scope, as themes expect it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def scoped(self, scope: str) -> str:
        """A scope, or several, with the name behind each."""
        return " ".join(f"{one}.{self.name}" for one in scope.split())

    def match(self, regex: str, scope: str) -> Pattern:
        """A text wherever it stands."""
        return {"match": regex, "name": self.scoped(scope)}

    def word(self, regex: str, scope: str) -> Pattern:
        """A text where no word goes on before it."""
        return self.match(rf"(?<![\w.])(?:{regex})", scope)

    def captures(self, *scopes: str) -> Pattern:
        """The colours of the groups of a match, in their order."""
        return {str(at): {"name": self.scoped(scope)} for at, scope in enumerate(scopes, 1) if scope}

    def line(self, scope: str, begin: str, begun: Iterable[str], patterns: Iterable[Pattern]) -> Pattern:
        """A whole line: the colours of the groups at its beginning, and what follows."""
        return {
            "name": self.scoped(scope),
            "begin": begin,
            "beginCaptures": self.captures(*begun),
            "end": "$",
            "patterns": list(patterns),
        }


def one_of(words: Iterable[str]) -> str:
    """A regular expression for words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=lambda one: (-len(one), one))))


def include(*names: str) -> list[Pattern]:
    """References to patterns of the repository."""
    return [{"include": f"#{name}"} for name in names]


def ungrouped(regex: str) -> str:
    """A regular expression whose groups are not counted."""
    return re.sub(r"(?<!\\)\((?!\?)|\(\?P<\w+>", "(?:", regex)


def way_of(whole: str, parts: list[Pattern]) -> Pattern:
    """The way of a man where a word begins: found as a whole, coloured part by part.

    No match with patterns for its groups: each takes a copy of the line, which long lines cannot bear.
    """
    return {"begin": rf"(?<![^\s:,])(?={whole})", "end": r"(?![\w/*()-])", "patterns": parts}
