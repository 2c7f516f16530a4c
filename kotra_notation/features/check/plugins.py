"""Findings of other packages, by their entry points of the group `kotra.findings`.

The name of the entry point is what the codes of its findings begin with; what it leads to takes a replay and
yields findings. Whatever it does wrong is one finding, and all else is judged as without it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kotra_notation.errors import KotraError
from kotra_notation.findings import Finding, finding
from kotra_notation.jobs.rows import document, finding_row
from kotra_notation.replay import Replay
from kotra_notation.values import dataclass

GROUP = "kotra.findings"
NAME = re.compile(r"[A-Z]{2,12}")
CODE = re.compile(r"[A-Z]{2,12}[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Plugin:
    """A plug-in by its name; `find` gives what it finds in a match."""

    name: str
    find: Callable[[Replay], Iterable[Finding]]

    def check(self, replayed: Replay) -> list[Finding]:
        """Return what it finds in a match, or, where it fails, a finding that says why."""
        try:
            return [_check_finding(self.name, one) for one in self.find(replayed)]
        except (Exception, SystemExit) as error:  # whatever stands in a module of others
            return [finding("plugin-fault", plugin=self.name, why=_why(error))]


def plugins(names: Iterable[str]) -> tuple[Plugin, ...]:
    """The plug-ins of these names; ValueError for one that is not installed, or cannot be loaded."""
    if not (wanted := list(dict.fromkeys(names))):
        return ()
    installed = dict(_find_entry_points())
    return tuple([_plugin(name, installed) for name in wanted])


def _find_entry_points() -> Iterator[tuple[str, Any]]:
    """The entry points by their names, of which one of our form alone can be the beginning of a code."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        if NAME.fullmatch(point.name):
            yield point.name, point


def _plugin(name: str, installed: dict[str, Any]) -> Plugin:
    if name not in installed:
        raise KotraError(
            "There is no plug-in {name}; installed: {names}.",
            name=repr(name),
            names=", ".join(sorted(installed)) or "–",
        )
    try:
        find = installed[name].load()
        if not callable(find):
            raise TypeError(f"{installed[name].value} is no function")
    except (Exception, SystemExit) as error:
        raise KotraError("The plug-in {name} cannot be loaded: {why}.", name=name, why=_why(error)) from error
    return Plugin(name, find)


def _check_finding(name: str, found: object) -> Finding:
    """Return what a plug-in found, where it is a finding, has a code of its own, and can be put in words."""
    if not isinstance(found, Finding):
        raise TypeError(f"{type(found).__name__} is no Finding")
    if not (CODE.fullmatch(found.code) and found.code.rstrip("0123456789") == name):
        raise ValueError(f"{found.code} is no code of {name}")
    document(finding_row(found))
    return found


def _why(error: BaseException) -> str:
    """Return what an error says on one line, with its kind."""
    message = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {message}" if message else type(error).__name__
