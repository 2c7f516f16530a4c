"""The texts that people read: sentences of findings, filled with facts, and phrases."""

from __future__ import annotations

from collections.abc import Iterable

from kotra_notation.late import late

__all__ = late(__name__)


def nearest_word(word: str, known: Iterable[str], least: float = 0.4) -> str:
    """Return the known word that is nearest, one that begins alike before others; empty if none is near."""
    from difflib import get_close_matches

    words = list(known)
    longer = [name for name in words if name.startswith(word.rstrip("s"))]
    return next(iter(get_close_matches(word, longer or words, n=1, cutoff=least)), "")
