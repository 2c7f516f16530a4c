"""Notations of other packages, found by their entry points of the group `kotra_notation.formats`.

The name of the entry point is that of the notation, and what it leads to is a `Format`. One that cannot be
used is a warning, and all goes on without it.
"""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterator
from dataclasses import replace

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
                raise TypeError(phrase("{place} is no Format", place=point.value))
            if point.name in known:
                raise ValueError(phrase("the name is taken"))
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
    said = phrase("The notation {name} cannot be used: {why}.", name=name, why=why or type(error).__name__)
    warnings.warn(NotationWarning(said), stacklevel=2)
