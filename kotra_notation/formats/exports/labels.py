"""The words of a program in several languages, from one table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


class Labels:
    """The words of a program in its other languages, each by the English ones."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._english = {word: english for english, words in table.items() for word in words}
        longest_first = sorted(self._english, key=len, reverse=True)
        self._word = re.compile("|".join(map(_whole, longest_first)))

    def english(self, line: str) -> str:
        """A line with every label in English."""
        return self._word.sub(lambda found: self._english[found[0]], line)


def _whole(word: str) -> str:
    """A word where it is not part of a longer one."""
    before, behind = (r"(?<!\w)" if word[0].isalnum() else ""), (r"(?!\w)" if word[-1].isalnum() else "")
    return f"{before}{re.escape(word)}{behind}"
