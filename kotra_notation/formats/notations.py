"""The notations in the order in which they are tried, and files that are none of them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator, MutableMapping
from dataclasses import replace
from importlib import import_module

from kotra_notation.errors import KotraError
from kotra_notation.findings import phrase
from kotra_notation.formats.format import Format, Source
from kotra_notation.late import late_pattern

TAIL = 512
MARK = late_pattern(
    rb"kotra-watch 1 content:([0-9a-f]{64}|unread) way:([0-9a-f]{16})"
    rb" errors:(\d{1,9}) warnings:(\d{1,9}) notes:(\d{1,9}) failed:([01])[\"\s}]*\Z"
)


def mark(data: bytes) -> re.Match[bytes] | None:
    """The mark at the end of a file; None where it has none."""
    return MARK.search(data[-TAIL:])


_PGN = late_pattern(rb"\s*\[(?:Event|White|Black|Site) \"[^\r\n]*\"\]\s*\n")

# Files that are no record, by what they begin with.
MAGICS: dict[bytes, str] = {
    b"MATLAB ": phrase("a MATLAB data file"),
    b"\x89HDF\r\n": phrase("an HDF5 data file, such as MATLAB writes"),
    b"PK\x03\x04": phrase("a ZIP archive (unpack it first)"),
    b"\x1f\x8b": phrase("a gzip archive (unpack it first)"),
    b"\xfd7zXZ": phrase("an xz archive (unpack it first)"),
    b"BZh": phrase("a bzip2 archive (unpack it first)"),
    b"7z\xbc\xaf": phrase("a 7-Zip archive (unpack it first)"),
    b"Rar!": phrase("a RAR archive (unpack it first)"),
    b"%PDF": phrase("a PDF document"),
    b"{\\rtf": phrase("a word processor document (RTF); save it as plain text"),
    b"\xd0\xcf\x11\xe0": phrase("an old word processor document; save it as plain text"),
    **dict.fromkeys((b"\x89PNG", b"\xff\xd8\xff", b"GIF8"), phrase("a picture")),
    **dict.fromkeys((b"<!DOCTYPE", b"<html"), phrase("a web page")),
    b"SQLite format 3": phrase("a database"),
}
# Records that no reader here reads, by what they begin with.
RECORDS = {re.compile(rb'\s*\{\s*"format"\s*:\s*"BGF"'): phrase("BGBlitz's own binary format (.bgf)")}
# What `kotra check`, `fix` and `diff` print, by its first lines: a finding, a difference, two files.
_PRINTED = late_pattern(
    rb"^(?:[^\s;#{(<][^\n]*?: \S+ [A-Z]\d{3} [a-z]+(?:-[a-z0-9]+)+  |--- [^\n]+\n\+\+\+ [^\n]+\n@@ -\d)"
    rb"|\AA [^\n]+\nB [^\n]+: [^\n]+ \xe2\x80\x93 [^\n]+\n",
    re.M,
)
_FIRST = 4096

# What begins so holds no record as it stands, even where the text of one can be seen in it.
PACKED = (*(magic for magic, what in MAGICS.items() if "archive" in what), b"SQLite format 3", b"\x89PNG")


def unread_format(source: Source) -> str | None:
    """Return the format of a record that cannot be read here, None for any other file."""
    return next((what for sign, what in RECORDS.items() if sign.match(source.data)), None)


def printed_here(data: bytes) -> bool:
    """Return whether a text is what `kotra` has printed about records."""
    return _PRINTED.search(data[:_FIRST].replace(b"\r\n", b"\n")) is not None


def kind(source: Source) -> str | None:
    """Return what a file is that is no record, None where it is not known."""
    if magic := next(filter(source.data.startswith, MAGICS), None):
        return MAGICS[magic]
    if printed_here(source.data):
        return phrase("output of kotra check")
    if mark(source.data):
        return phrase("a check result written by kotra watch")
    return phrase("a chess record") if _PGN.match(source.data[:400]) else None


GROUP = "kotra_notation.formats"


class NotationWarning(UserWarning):
    """A notation of another package that cannot be used, and why, as a phrase."""


def outside(taken: Collection[str]) -> Iterator[tuple[str, Format]]:
    """The notations of other packages by name, but for those whose name is taken."""
    from importlib.metadata import EntryPoint, entry_points  # costs 30 ms, and is rarely needed

    points: list[EntryPoint] = []
    try:
        points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    except Exception as error:  # metadata of whatever package that cannot be read
        _refuse(GROUP, error)
    known = set(taken)
    for point in points:
        try:
            format = point.load()
            if not isinstance(format, Format):
                raise TypeError(phrase("{place} is not a Format", place=point.value))
            if point.name in known:
                raise KotraError("the name is already used")
        except (Exception, SystemExit) as error:  # whatever stands in a module of others
            _refuse(point.name, error)
            continue
        known.add(point.name)
        yield point.name, replace(format, name=point.name)


def looks_like(format: Format, source: Source) -> bool:
    """Return whether a file looks like a notation of another package; where asking fails, it does not."""
    try:
        return format.looks_like(source)
    except Exception as error:
        _refuse(format.name, error)
        return False


def _refuse(name: str, error: BaseException) -> None:
    why = error.args[0] if error.args and isinstance(error.args[0], str) else str(error)
    text = phrase("The notation {name} cannot be used: {why}.", name=name, why=why or type(error).__name__)
    warnings.warn(NotationWarning(text), stacklevel=2)


HEAD = 1 << 19

# The names, which are those of grammars too, and a sign that every file in a notation bears: others need not
# be shown to it.
# Signs are sought in small letters and without NULs, so that two bytes a character are as good as one, and
# their alternatives one by one: what begins with letters is found ten times as fast.
NOTATIONS: dict[str, tuple[re.Pattern[bytes], ...]] = {
    name: tuple([re.compile(one) for one in sign.split(b"|")])
    for name, sign in (
        ("xg", rb"\Argmh"),
        ("ogxm", rb"\A.?ogxm|\"plies\""),
        ("json", rb"\"kotra\"|\"matches\""),
        ("sgf", rb"\(\s*;"),
        ("pos", rb"\A[\x7c-\x7e]"),
        ("kotra", rb"kotra|\n[^\S\n]*(?:[0-9]+[.)] )?[wbhs] [1-6]-?[1-6][: \r\n]"),
        ("bgammon", rb"bgammon-replay|i[ \t]+[0-9]+[ \t]"),
        ("snowie", rb";\s*[01]\s*;"),
        ("fibs-log", rb"board:"),
        ("oldmoves", rb"score[ \t]+is|is x - "),
        ("sgg", rb"vs"),
        ("tmg", rb"player"),
        ("gnubg-text", rb"the score \(after|move number"),
        ("xg-text", rb"xgid=|extreme gammon version"),
        ("bgblitz-text", rb"position-id:"),
        ("mat", rb"point|game|[1-6][ -]?[1-6][ \t]*:[ \t]*[0-9b]|[1-6][ -]?[1-6][ \t]+[0-9bar]{1,3}/"),
        ("gam", rb"1[).]\s|[1-6][ -]?[1-6] ?: *[0-9b]"),
        ("positions", rb""),
    )
}

# `json` is Python's own.
MODULES = {"json": "json_model", "sgg": "game_sites.sgg", "tmg": "game_sites.tmg"}


def module_of(name: str) -> str:
    """Return the module of a notation that is built in."""
    return MODULES.get(name, name.replace("-", "_"))


class Notations(MutableMapping[str, Format]):
    """The formats by name, imported when they are first asked for: a command rarely needs more than two.

    Other packages are asked for theirs once, behind those built in: for a name that is not among them, a file
    that none of them knows, or the whole list.
    """

    def __init__(self) -> None:
        self._known: dict[str, Format | None] = dict.fromkeys(NOTATIONS)
        self._asked = False

    def __getitem__(self, name: str) -> Format:
        if name not in self:
            raise KeyError(name)
        if (format := self._known[name]) is None:
            format = import_module(f"{__package__}.{module_of(name)}").FORMAT
            format = self._known[name] = replace(format, name=name)
        return format

    def __setitem__(self, name: str, format: Format) -> None:
        self._known[name] = format

    def __delitem__(self, name: str) -> None:
        if name not in self:
            raise KeyError(name)
        del self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._known or name in self._all()

    def __iter__(self) -> Iterator[str]:
        first = list(self._known)
        yield from first
        yield from [name for name in self._all() if name not in first]

    def __len__(self) -> int:
        return len(self._all())

    def likely(self, data: bytes) -> Iterator[str]:
        """Those built in whose sign a file bears, in the order in which it is to be shown to them."""
        head = data[:HEAD].replace(b"\0", b"").lower()
        return (
            name
            for name, signs in NOTATIONS.items()
            if name in self._known and any(sign.search(head) for sign in signs)
        )

    def others(self) -> list[str]:
        """Those that are not built in."""
        return [name for name in self if name not in NOTATIONS]

    def _all(self) -> dict[str, Format | None]:
        if not self._asked:
            self._asked = True
            self._known.update(outside({*self._known, *NOTATIONS}))
        return self._known


FORMATS = Notations()
