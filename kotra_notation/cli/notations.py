"""The notations that options and names of files ask for."""

from __future__ import annotations

import codecs

from kotra_notation.cli.failing import fail
from kotra_notation.cli.speaking import because
from kotra_notation.jobs.files import printable


def known_notation(name: str, from_: str | None, encoding: str | None) -> None:
    """Complain of formats and encodings that do not exist."""
    from kotra_notation.formats import named

    try:
        named(name)
        if from_:
            named(from_)
    except ValueError as error:
        fail(because(error))
    if encoding:
        try:
            "".encode(encoding)
            codecs.lookup(encoding)
        except LookupError:
            fail(
                "--encoding: there is no text encoding {name}; utf-8, cp1252, iso-8859-1 are some.",
                name=repr(encoding),
            )


def by_suffix(target: str) -> str:
    """The format the name of the target asks for."""
    from kotra_notation.formats import FORMATS
    from kotra_notation.jobs.endings import asked_for

    if (name := asked_for(target)) is None:
        fail(
            "its name tells no format; name one with --to ({known}).",
            about=printable(target),
            known=", ".join(name for name, format in FORMATS.items() if format.written),
        )
    return name
