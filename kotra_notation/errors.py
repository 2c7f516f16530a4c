"""Refusals: exceptions with a class for what could not be done, and a sentence for people.

The sentence names no option of a command; the commands add what helps there (`cli/speaking.py`). Its phrase
carries the class, so that a command finds the hint where the sentence has become part of another.
"""

from __future__ import annotations

from typing import Any

from kotra_notation.words.phrases import Phrase, phrase, shorten

# The fact of a phrase that holds the class of the refusal.
ERROR = "refusal"


class KotraError(ValueError):
    """The base class of all refusals, a ValueError; its text is a sentence for the user."""

    def __init__(self, text: str, /, **facts: Any) -> None:
        """Make the error of a text whose facts stand in braces; a finished phrase is taken as it is."""
        if isinstance(text, Phrase):
            super().__init__(text.with_facts(**{ERROR: type(self)}))
        else:
            super().__init__(phrase(text, **facts, **{ERROR: type(self)}))


class WrongType(KotraError, TypeError):  # noqa: N818
    """Raised for a value of a type that a function does not take."""


def wrong_type(value: object, wanted: str) -> WrongType:
    """Return the error for a value that is not what is `wanted`, a phrase."""
    return WrongType("{value} is not {wanted}.", value=shorten(repr(value), 60), wanted=wanted)


class FileExists(KotraError):  # noqa: N818 - named as what happened, as in httpx
    """Raised if a file would be overwritten without permission."""


class FileTooLarge(KotraError):  # noqa: N818
    """Raised if a file exceeds the size limit."""


class NothingToCheck(KotraError):  # noqa: N818
    """Raised if there is no file to work on."""


class UnknownFormat(KotraError):  # noqa: N818
    """Raised if the format of a file is unknown."""


class NoSuchFormat(UnknownFormat):
    """There is no format of that name."""


class NotWritten(KotraError):  # noqa: N818
    """Raised if a format can be read but not written."""


class SeveralMatches(KotraError):  # noqa: N818
    """Raised if a file holds several matches and one is needed."""


class SeveralPages(SeveralMatches):
    """A file holds several matches, and one of them is wanted, or a page of each."""


class DamagedArchive(KotraError):  # noqa: N818
    """A table of an archive is not as it was written."""


class LossRefused(KotraError):  # noqa: N818
    """Raised if a strict conversion would lose something."""


class InvalidCommand(KotraError):  # noqa: N818
    """A command to be run is none."""


def refusal_in(text: object) -> Phrase | None:
    """Return the phrase of a refusal that a text is, or has among its facts; its class is the fact ERROR.

    A plain KotraError says nothing beyond its sentence.
    """
    if not isinstance(text, Phrase):
        return None
    if text.facts.get(ERROR, KotraError) is not KotraError:
        return text
    return next(filter(None, map(refusal_in, text.facts.values())), None)
