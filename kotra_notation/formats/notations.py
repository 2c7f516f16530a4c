"""The notations by name, in the order in which a file is shown to them; each is imported when asked for."""

from __future__ import annotations

import re
import warnings
from collections.abc import Collection, Iterator, MutableMapping
from dataclasses import replace
from importlib import import_module

from kotra_notation.findings import phrase
from kotra_notation.formats.format import Format, Source

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
                raise ValueError(phrase("the name is already used"))
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
        ("kotra", rb"kotra"),
        ("bgammon", rb"bgammon-replay|i[ \t]+[0-9]+[ \t]"),
        ("snowie", rb";\s*[01]\s*;"),
        ("fibs-log", rb"board:"),
        ("oldmoves", rb"score[ \t]+is|is x - "),
        ("sgg", rb"vs"),
        ("tmg", rb"player"),
        ("gnubg-text", rb"the score \(after|move number"),
        ("xg-text", rb"xgid=|extreme gammon version"),
        ("bgblitz-text", rb"position-id:"),
        ("mat", rb"point|game|1[).][ \t]+[1-6][ -]?[1-6][ \t]*:"),
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
        format = self._known[name]
        if format is None:
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
