"""The notations that records are written in, as one chooses among them."""

from __future__ import annotations

from kotra_notation.formats import FORMATS, named
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

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
    """Every notation that is written, each followed by its dialects, those that most people want first."""
    names = [*dict.fromkeys((*USUAL, *FORMATS))]
    return tuple(
        WrittenNotation(
            name=f"{name}:{dialect}" if dialect else name,
            title=f"{tongue.say(format.title)}, {dialect}" if dialect else tongue.say(format.title),
            matches=format.write is not None,
        )
        for name, format in ((name, FORMATS[name]) for name in names)
        if format.written
        for dialect in ("", *format.dialects)
    )


def renamed(name: str, format: str, mark: str = "") -> str:
    """Return what a file is called in a notation, with a mark behind its name: `day-fixed.mat`."""
    stem, dot, suffix = name.rpartition(".")
    suffixes = named(format).suffixes
    kept = f".{suffix}" if dot and f".{suffix.lower()}" in suffixes else suffixes[0]
    return f"{stem or name}{mark}{kept}"
