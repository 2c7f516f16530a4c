"""Settings of a folder: `kotra.toml`, or `[tool.kotra]` of `pyproject.toml`, in it or in one above."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from kotra_notation.cli.commands import COMMANDS
from kotra_notation.cli.failing import fail
from kotra_notation.cli.names import did_you_mean
from kotra_notation.cli.speaking import say
from kotra_notation.jobs.paths import FOLDERS, JUDGING, OWN, PLUGINS, printable, read_settings, settings_path
from kotra_notation.words.tongues import N_

if TYPE_CHECKING:
    from kotra_notation.cli.settings_folders import JudgedByFolder
    from kotra_notation.features.check.job import Judging

# What may be set: nothing that runs a program, reads a template or writes a file, as the folder may be a
# stranger's. What stands before the tables of commands holds for every command that has such an option.
SETTABLE = (
    "by", "convention", "diagrams", "exclude", "ignore", "labels", "language", "level", "max-size", "paper",
    "rules", "select", "strict", "summary", "theme", "time-limit", "view",
)  # fmt: skip
LANGUAGE = "language"
NO_PLUGINS = N_(
    "settings in a folder cannot load plug-ins, because these run code and the folder may not be yours; "
    "name them with --plugin, or in {variable}."
)


class Settings(NamedTuple):
    """The file of the settings, and what stands in it; no file, and nothing."""

    path: str = ""
    values: Mapping[str, Any] = {}
    folders: Mapping[str, Mapping[str, Any]] = {}

    def of_file(self, file: str) -> dict[str, tuple[str, Any]]:
        """Return what is set of a file by the folders it lies in, each with the pattern that sets it."""
        if not self.folders:
            return {}
        from kotra_notation.cli.settings_folders import settings_of_file

        return settings_of_file(self.path, self.folders, file)

    def defaults(self, command: Any, file: str = "") -> dict[str, Any]:
        """Return the settings of a command's options, by the names of its parameters."""
        own = self.values.get(command.name, {})
        options = settable(command)
        for key in own:
            if key.rstrip("s") == "plugin":
                fail(NO_PLUGINS, about=printable(self.path), variable=PLUGINS)
            if key not in options:
                _unknown(self.path, f"{command.name}.{key}", did_you_mean(key, options))
        general = {key: value for key, value in self.values.items() if key in options and key != LANGUAGE}
        by_folder = {key: value for key, (_, value) in self.of_file(file).items()} if file else {}
        chosen = {**general, **own, **{key: value for key, value in by_folder.items() if key in options}}
        for key, value in chosen.items():
            if options[key].multiple and isinstance(value, str):
                chosen[key] = value = [value]
            if isinstance(value, dict) or isinstance(value, list) is not options[key].multiple:
                kind = say("a list of strings") if options[key].multiple else say("a single value")
                fail("{key} must be {kind}.", about=printable(self.path), key=key, kind=kind)
        if "exclude" in chosen:
            from kotra_notation.folder_search import from_here

            folder = os.path.dirname(self.path)
            chosen["exclude"] = [from_here(str(pattern), folder) for pattern in chosen["exclude"]]
        return {options[key].name: value for key, value in chosen.items()}


def settings() -> Settings:
    """The settings that hold here; leaves with a complaint where they cannot be read."""
    path = settings_path()
    if not path:
        return Settings()
    values = _table(path)
    if not path.endswith(OWN):
        values = values.get("tool", {}).get("kotra", {})
    values = dict(values)
    folders = values.pop(FOLDERS, {})
    if folders != {}:
        from kotra_notation.cli.settings_folders import check_folders

        folders = check_folders(path, folders)
    for key, value in values.items():
        if key.rstrip("s") == "plugin" and not isinstance(value, Mapping):
            fail(NO_PLUGINS, about=printable(path), variable=PLUGINS)
        if key == "tool":
            fail("[tool.kotra] is for pyproject.toml; leave that line out here.", about=printable(path))
        if key not in (COMMANDS if isinstance(value, Mapping) else SETTABLE):
            _unknown(path, key, did_you_mean(key, [*SETTABLE, *COMMANDS, FOLDERS]))
    return Settings(path, values, folders)


def by_folder(context: Any, asked: Judging) -> JudgedByFolder | None:
    """Return the judging of each file where folders have settings; options that were typed prevail."""
    in_force = settings()
    if not in_force.folders:
        return None
    from kotra_notation.cli.settings_folders import JudgedByFolder

    # What the command has no option for does not count in it.
    sources = {name: context.get_parameter_source(name) for name in JUDGING}
    fixed = frozenset(name for name, source in sources.items() if not source or source.name == "COMMANDLINE")
    return JudgedByFolder(in_force.path, in_force.folders, asked, fixed)


def settable(command: Any) -> dict[str, Any]:
    """The parameters of a command that may be set, by the long names of their options."""
    names = {
        word[2:]: parameter
        for parameter in command.params
        for word in parameter.opts
        if word.startswith("--")
    }
    return {name: option for name, option in names.items() if name in SETTABLE}


def _table(path: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(read_settings(path).decode())
    except (OSError, ValueError) as error:
        fail("the settings cannot be read: {why}.", about=printable(path), why=error)


def _unknown(path: str, key: str, guess: str) -> None:
    fail("unknown setting {key}.{guess}", about=printable(path), key=repr(key), guess=guess)
