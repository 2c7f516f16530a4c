"""What the ending of a file's name says of the notation in it."""

from __future__ import annotations

import os

from kotra_notation.formats import FORMATS, named

# An ending that any text may have.
TEXT = ".txt"


def ending(path: str) -> str:
    """The ending of a name, in small letters."""
    return os.path.splitext(path)[1].lower()


def asked_for(target: str) -> str | None:
    """The name of the notation that is written under such a name; None where its ending tells none."""
    written = [name for name, format in FORMATS.items() if format.written]
    fitting = [name for name in written if ending(target) in FORMATS[name].suffixes]
    # Match text shares its suffix with others, and is what most people mean.
    return "mat" if "mat" in fitting else next(iter(fitting), None)


def read_only(target: str) -> str | None:
    """The name of the notation that files of such a name are in, where it is read and not written."""
    fitting = [format for format in FORMATS.values() if ending(target) in format.suffixes]
    written = any(format.written for format in fitting)
    return None if written or not fitting or ending(target) == TEXT else fitting[0].name


def names_another(target: str, source: str, format: str) -> bool:
    """Return whether the name of the target says clearly that it is in another notation than its source."""
    there = ending(target)
    if there in (TEXT, ending(source), *named(format).suffixes):
        return False
    return any(there in other.suffixes for other in FORMATS.values())
