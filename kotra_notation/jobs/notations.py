"""Notations to choose from, the notation that a file name means, and records written in one."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import replace

from kotra_notation.api import supplied
from kotra_notation.board import Position
from kotra_notation.errors import KotraError, LossRefused, NotWritten, UnknownFormat
from kotra_notation.findings import Finding, finding, sentences
from kotra_notation.formats import FORMATS, find_format, write_matches, write_positions
from kotra_notation.formats.format import Content, Format, Reading, Source, Writing
from kotra_notation.formats.holding import Thing, reduce_matches
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.paths import ending, printable
from kotra_notation.model import SetPosition
from kotra_notation.reading import read_in_full, unread_error
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# An ending that any text may have.
TEXT = ".txt"


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


NEWLINES = {"lf": "\n", "crlf": "\r\n", "cr": "\r"}
UTF_8 = "utf-8"
# What stands for a sign that an encoding has neither itself nor its letter without the mark.
UNKNOWN = "?"
PLAINER = dict(zip("–—‘’“”„ðÐøØłŁđĐ", '--\'\'"""dDoOlLdD', strict=True))
PLAINER |= {"…": "...", "þ": "th", "Þ": "Th", "ß": "ss", "æ": "ae", "Æ": "Ae"}


def check_encoding(name: str | None) -> str | None:
    """The encoding of that name; ValueError where there is none for texts."""
    try:
        "".encode(name or "utf-8")
    except LookupError:
        raise KotraError(
            "unknown text encoding {name}; some are utf-8, utf-16, cp1252, iso-8859-1.", name=repr(name)
        ) from None
    return name


def check_newline(name: str | None) -> str | None:
    """The line end of that name; ValueError where there is none."""
    if name is not None and name not in NEWLINES:
        raise KotraError(
            "unknown line ending {name}; use one of {choices}.", choices=", ".join(NEWLINES), name=repr(name)
        )
    return name


def encode_content(content: Content, format: Format, encoding: str | None, newline: str | None) -> Writing:
    """Encode a text as asked; bytes, and a text without wishes, stay as they are."""
    if isinstance(content, bytes) or (encoding is None and newline is None):
        return Writing(content=content)
    text = content
    if newline:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", NEWLINES[newline])
    name = codecs.lookup(encoding or UTF_8).name
    if format.file.charset and name != UTF_8:
        text = text.replace(format.file.charset.format(UTF_8.upper()), format.file.charset.format(name), 1)
    lacking = sorted({sign for sign in text if not sign.isascii() and not _has(name, sign)})
    instead = {sign: _plainer(sign, name) for sign in lacking}
    lost = [
        finding("sign-lost", written=sign, encoding=name, instead=other) for sign, other in instead.items()
    ]
    return Writing(
        content=text.translate({ord(sign): other for sign, other in instead.items()}).encode(name),
        findings=tuple(lost),
    )


def _has(encoding: str, sign: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _plainer(sign: str, encoding: str) -> str:
    """The nearest that an encoding has to a sign: the letter without its mark."""
    for other in (PLAINER.get(sign, ""), unicodedata.normalize("NFKD", sign)):
        if plain := "".join(letter for letter in other if _has(encoding, letter)):
            return plain
    return UNKNOWN


@dataclass(frozen=True, slots=True)
class ConvertOptions:
    """Options for reading and writing sources."""

    name: str
    dialect: str | None = None
    from_: str | None = None
    encoding: str | None = None
    strict: bool = False
    split: bool = False
    shorthand: bool = False
    max_size: int = 0
    limit: float = LIMIT
    to_encoding: str | None = None
    newline: str | None = None


def read_for(file: Opened, options: ConvertOptions) -> Reading:
    """Return what a source says; ValueError where it is no record."""
    source = Source(file.data, file.path, options.encoding, shorthand=options.shorthand)
    reading = read_in_full(source, options.from_)
    if not reading.format:
        raise unread_error(reading)
    if not reading.matches and not reading.positions:
        why_not = next((finding for finding in reading.findings if finding.severity == "error"), None)
        if why_not:
            raise KotraError(
                "there is no match in this file, so there is nothing to convert. {finding}", finding=why_not
            )
        raise KotraError("there is no match in this file, so there is nothing to convert.")
    return reading


def fill_from_source(reading: Reading, options: ConvertOptions) -> ConvertOptions:
    """Return the options with the notation and the dialect of the source, where none was named."""
    if options.name:
        return options
    own = find_format(reading.format or "")
    if not own.can_write:
        raise NotWritten("{format} can be read but not written.", format=own.name)
    return replace(
        options, name=own.name, dialect=reading.dialect if reading.dialect in own.dialects else None
    )


def write_contents(reading: Reading, options: ConvertOptions) -> tuple[list[Content], list[Finding]]:
    """The files a source makes, and what they could not hold; ValueError where they cannot be.

    Where no notation is named it stays in its own.
    """
    options = fill_from_source(reading, options)
    target = find_format(options.name)
    if not target.can_write:
        raise NotWritten("{format} can be read but not written.", format=target.name)
    if reading.matches and target.write:
        parts = [[match] for match in reading.matches] if options.split else [[*reading.matches]]
        resigned = reading.format != "" and Thing.RESIGNATIONS not in find_format(reading.format).holds
        writings = [
            write_matches(
                [supplied(match, options.name, resigned=resigned) for match in part],
                options.name,
                options.dialect,
            )
            for part in parts
        ]
    else:
        shown_only, losses = positions_of(reading)
        writings = [
            write_positions(shown_only, options.name, options.dialect),
            Writing(content="", findings=losses),
        ]
    as_asked = [
        encode_content(written.content, target, options.to_encoding, options.newline) for written in writings
    ]
    lost = [finding for writing in (*writings, *as_asked) for finding in writing.findings]
    if options.strict and lost:
        raise LossRefused("{finding} Strict conversion allows no loss.", finding=lost[0])
    grave = next((finding for finding in lost if finding.severity == "error"), None)
    if grave is not None:
        raise KotraError(sentences(grave))
    files = [writing.content for writing in as_asked if writing.content]
    if not files:
        raise KotraError("there is no match in this file, so there is nothing to convert.")
    return files, lost


def positions_of(reading: Reading) -> tuple[list[Position], tuple[Finding, ...]]:
    """The positions of a source, those of games that only show one too, and what is told beside them.

    ValueError for a record in which something is played.
    """
    left, ledger = reduce_matches(reading.matches, frozenset({Thing.SETUPS}))
    positions = list(reading.positions)
    for ledger.match, match in enumerate(left, 1):
        for what in (
            *(player.name for player in match.players),
            *(f"{key}: {header}" for key, header in match.info),
        ):
            if what:
                ledger.lose("header-lost", what)
        for game in match.games:
            if not all(isinstance(event, SetPosition) for event in game.events):
                raise KotraError("this format can store positions, but not matches.")
            positions += [event.position for event in game.events if isinstance(event, SetPosition)]
    return positions, tuple(ledger.findings)


SUFFIX = ".kotra"
# What is no name for a file on one system or another.
RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.I)
# What a proposed name has of a player, in bytes: two of these and a number are still a name.
LONGEST_WORD = 50


def propose_name(players: tuple[str, str]) -> str:
    """Return a name for a record of two players."""
    words = [cut_bytes(re.sub(r"[\W_]+", "-", player.lower()).strip("-"), LONGEST_WORD) for player in players]
    stem = "-".join(filter(None, words)) or "match"
    return f"{'match-' if RESERVED.match(f'{stem}.') else ''}{stem}{SUFFIX}"


def cut_bytes(word: str, most: int) -> str:
    """Return a word of so many bytes at most; no character is cut in two."""
    return word.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")
