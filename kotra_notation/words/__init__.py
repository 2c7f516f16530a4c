"""The texts that people read: sentences of findings, filled with facts, and phrases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kotra_notation.late import late

if TYPE_CHECKING:
    from kotra_notation.words.phrases import Phrase as Phrase
    from kotra_notation.words.phrases import Plural as Plural
    from kotra_notation.words.phrases import WordedFacts as WordedFacts
    from kotra_notation.words.phrases import hint as hint
    from kotra_notation.words.phrases import message as message
    from kotra_notation.words.phrases import n_ as n_
    from kotra_notation.words.phrases import phrase as phrase
    from kotra_notation.words.phrases import reason as reason
    from kotra_notation.words.phrases import reword as reword
    from kotra_notation.words.phrases import sentences as sentences
    from kotra_notation.words.terms import meant_by as meant_by

__all__ = late(
    __name__,
    {
        "phrases": "Phrase Plural WordedFacts hint message n_ phrase reason reword sentences",
        "terms": "meant_by",
    },
)


def nearest_word(word: str, known: Iterable[str], least: float = 0.4) -> str:
    """Return the known word that is nearest, one that begins alike before others; empty if none is near."""
    from difflib import get_close_matches

    words = list(known)
    longer = [name for name in words if name.startswith(word.rstrip("s"))]
    return next(iter(get_close_matches(word, longer or words, n=1, cutoff=least)), "")
