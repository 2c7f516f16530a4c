"""The lines of a text with their ends: one is added, exchanged or taken out, the others stay as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kotra_notation.words import phrase

_END = re.compile(r"(\r\n|\r|\n)")
_NO_CHARACTER = re.compile("[\ud800-\udfff]")


class DraftLines:
    """The lines of a text, counted from 1 as the readers count them, each with the end it has."""

    def __init__(self, text: str) -> None:
        parts = _END.split(text)
        self._texts = parts[::2]
        self._ends = [*parts[1::2], ""]

    @property
    def end(self) -> str:
        """Return how the lines of the text end."""
        return next(filter(None, self._ends), "\n")

    @property
    def count(self) -> int:
        """Return how many lines there are; behind the last end stands no line."""
        return len(self._texts) - (not self._texts[-1])

    def __getitem__(self, number: int) -> str:
        return self._texts[number - 1]

    def __str__(self) -> str:
        return "".join([part for pair in zip(self._texts, self._ends, strict=True) for part in pair])

    def behind(self, texts: Sequence[str]) -> str:
        """The text with lines behind its last."""
        return str(self) + ("" if not self._texts[-1] else self.end) + "".join(map(self._ended, texts))

    def exchanged(self, number: int, *texts: str) -> str:
        """The text with a line exchanged for others, or for none."""
        at = number - 1
        before, after = self._text(0, at), self._text(at + 1, len(self._texts))
        if not texts:
            return before + after
        return before + self.end.join(texts) + self._ends[at] + after

    def before(self, number: int) -> str:
        """The text up to a line."""
        return self._text(0, number - 1)

    def _text(self, start: int, stop: int) -> str:
        pairs = zip(self._texts[start:stop], self._ends[start:stop], strict=True)
        return "".join([part for pair in pairs for part in pair])

    def _ended(self, text: str) -> str:
        return text + self.end


def refuse_broken(text: str) -> None:
    """Raise ValueError for a text with half characters, which no file can hold."""
    if _NO_CHARACTER.search(text):
        raise ValueError(phrase("Half a character stands in the text; no file can hold that."))
