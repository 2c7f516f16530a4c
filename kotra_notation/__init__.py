"""Reads recorded matches of kotra, checks every play, scores them and publishes them.

import kotra_notation as kn

reading = kn.read("match.mat")
replay = kn.replay(reading.matches[0])
for found in (*reading.findings, *replay.findings):
    print(found.code, found.message)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from kotra_notation.version import VERSION

if TYPE_CHECKING:
    from kotra_notation.api import plays as plays
    from kotra_notation.api import position as position
    from kotra_notation.api import read as read
    from kotra_notation.api import write as write
    from kotra_notation.board import Position as Position
    from kotra_notation.findings import Finding as Finding
    from kotra_notation.model import Match as Match
    from kotra_notation.replay import Replay as Replay
    from kotra_notation.replay import replay as replay
    from kotra_notation.report import report as report

__version__ = VERSION

# Each public name and its home; a home is imported when its name is first asked for.
_HOMES = {
    "Finding": "findings",
    "Match": "model",
    "Position": "board",
    "Replay": "replay",
    "plays": "api",
    "position": "api",
    "read": "api",
    "replay": "replay",
    "report": "report",
    "write": "api",
}

__all__ = ["Finding", "Match", "Position", "Replay", "plays", "position", "read", "replay", "report", "write"]


class _Package(ModuleType):
    """The package: a public name is found at its home, also where a module bears the same name."""

    def __getattr__(self, name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(__all__)


sys.modules[__name__].__class__ = _Package
