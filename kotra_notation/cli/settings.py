"""Settings of a folder: `kotra.toml`, or `[tool.kotra]` of `pyproject.toml`, in it or in one above."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from kotra_notation.cli.commands import COMMANDS
from kotra_notation.cli.failing import fail
from kotra_notation.cli.names import near
from kotra_notation.cli.settings_place import OWN, place, read
from kotra_notation.cli.speaking import say
from kotra_notation.jobs.paths import printable

# What may be set: nothing that runs a program, reads a template or writes a file, as the folder may be a
# stranger's. What stands before the tables of commands holds for every command that has such an option.
SETTABLE = (
    "by", "convention", "diagrams", "ignore", "labels", "language", "level", "max-size", "paper", "rules",
    "select", "strict", "summary", "theme", "time-limit", "view",
)  # fmt: skip
LANGUAGE = "language"
# What changes a judgement, and is said where it is set.
JUDGING = ("ignore", "rules", "select")


class Settings(NamedTuple):
    """The file of the settings, and what stands in it; no file, and nothing."""

    path: str = ""
    values: Mapping[str, Any] = {}

    def defaults(self, command: Any) -> dict[str, Any]:
        """What is set of a command's options, by the names of its parameters."""
        own = self.values.get(command.name, {})
        options = settable(command)
        for key in own:
            if key not in options:
                _unknown(self.path, f"{command.name}.{key}", near(key, options))
        general = {key: value for key, value in self.values.items() if key in options and key != LANGUAGE}
        found = {**general, **own}
        for key, value in found.items():
            if isinstance(value, dict) or isinstance(value, list) is not options[key].multiple:
                kind = say("a list of texts") if options[key].multiple else say("one value")
                fail("{key} must be {kind}.", about=printable(self.path), key=key, kind=kind)
        return {options[key].name: value for key, value in found.items()}


def settings() -> Settings:
    """The settings that hold here; leaves with a complaint where they cannot be read."""
    path = place()
    if not path:
        return Settings()
    values = _table(path)
    if not path.endswith(OWN):
        values = values.get("tool", {}).get("kotra", {})
    for key, value in values.items():
        if key not in (COMMANDS if isinstance(value, Mapping) else SETTABLE):
            _unknown(path, key, near(key, [*SETTABLE, *COMMANDS]))
    return Settings(path, values)


def settable(command: Any) -> dict[str, Any]:
    """The parameters of a command that may be set, by the long names of their options."""
    names = {word[2:]: one for one in command.params for word in one.opts if word.startswith("--")}
    return {name: one for name, one in names.items() if name in SETTABLE}


def _table(path: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(read(path).decode())
    except (OSError, ValueError) as error:
        fail("the settings cannot be read: {why}.", about=printable(path), why=error)


def _unknown(path: str, key: str, guess: str) -> None:
    fail("nothing is set by {key}.{guess}", about=printable(path), key=repr(key), guess=guess)
