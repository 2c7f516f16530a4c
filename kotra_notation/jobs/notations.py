"""Notations as one chooses among them, and what a file's name says of its notation."""

from __future__ import annotations

import os

from kotra_notation.errors import UnknownFormat
from kotra_notation.formats import FORMATS, find_format
from kotra_notation.jobs.paths import printable
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# An ending that any text may have.
TEXT = ".txt"


def ending(path: str) -> str:
    """The ending of a name, in small letters."""
    return os.path.splitext(path)[1].lower()


def notation_of_name(target: str) -> str | None:
    """The name of the notation that is written under such a name; None where its ending tells none."""
    written = [name for name, format in FORMATS.items() if format.can_write]
    fitting = [name for name in written if ending(target) in FORMATS[name].suffixes]
    # Match text shares its suffix with others, and is what most people mean.
    return "mat" if "mat" in fitting else next(iter(fitting), None)


def read_only_notation(target: str) -> str | None:
    """The name of the notation that files of such a name are in, where it is read and not written."""
    fitting = [format for format in FORMATS.values() if ending(target) in format.suffixes]
    written = any(format.can_write for format in fitting)
    return None if written or not fitting or ending(target) == TEXT else fitting[0].name


def notation_of_file(target: str) -> str:
    """Return the notation that the extension of a file to write names; raise UnknownFormat if none."""
    name = notation_of_name(target) or read_only_notation(target)
    if name is None:
        raise UnknownFormat("{file}: the extension names no notation.", file=printable(target))
    return name


def names_another_notation(target: str, source: str, format: str) -> bool:
    """Return whether the name of the target says clearly that it is in another notation than its source."""
    there = ending(target)
    if there in (TEXT, ending(source), *find_format(format).suffixes):
        return False
    return any(there in other.suffixes for other in FORMATS.values())


USUAL = ("kotra", "mat", "sgf", "json")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenNotation:
    """A notation, or one of its dialects, by what `kotra convert --to` calls it.

    `matches`: a file of it holds a whole match, and not a game or positions only.
    """

    name: str
    title: str
    matches: bool


def written_notations(tongue: Tongue = ENGLISH) -> tuple[WrittenNotation, ...]:
    """Return every notation that is written, with its dialects, those that most people want first."""
    names = [*dict.fromkeys((*USUAL, *FORMATS))]
    return tuple(
        WrittenNotation(
            name=f"{name}:{dialect}" if dialect else name,
            title=f"{tongue.say(format.title)}, {dialect}" if dialect else tongue.say(format.title),
            matches=format.write is not None,
        )
        for name, format in ((name, FORMATS[name]) for name in names)
        if format.can_write
        for dialect in ("", *format.dialects)
    )


def name_in_notation(name: str, format: str, mark: str = "") -> str:
    """Return what a file is called in a notation, with a mark behind its name: `day-fixed.mat`."""
    stem, dot, suffix = name.rpartition(".")
    suffixes = find_format(format).suffixes
    kept = f".{suffix}" if dot and f".{suffix.lower()}" in suffixes else suffixes[0]
    return f"{stem or name}{mark}{kept}"
