"""Settings of the folders below the file of settings: how the records there are judged."""

from __future__ import annotations

import os
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Any
from unicodedata import normalize

from kotra_notation.cli.failing import complain, fail
from kotra_notation.cli.names import check_code, did_you_mean, ruleset_named, split_codes
from kotra_notation.cli.speaking import say
from kotra_notation.features.check.job import Judging
from kotra_notation.jobs.paths import FOLDERS, JUDGING, STDIN, printable


def check_folders(path: str, tables: Any) -> Mapping[str, Mapping[str, Any]]:
    """The tables of folders as they stand in a file; leaves with a complaint where they cannot be."""
    if not isinstance(tables, Mapping) or not all(isinstance(item, Mapping) for item in tables.values()):
        fail(
            "{key} must be tables, such as {example}.",
            about=printable(path),
            key=FOLDERS,
            example=f'[{FOLDERS}."2024/*"]',
        )
    for pattern, table in tables.items():
        for key, value in table.items():
            name = f'{FOLDERS}."{pattern}".{key}'
            if key not in JUDGING:
                guess = did_you_mean(key, JUDGING)
                fail("unknown setting {key}.{guess}", about=printable(path), key=repr(name), guess=guess)
            listed = isinstance(value, list) and all(isinstance(item, str) for item in value)
            if not (isinstance(value, str) or (listed and JUDGING[key])):
                kind = say("a list of strings") if JUDGING[key] else say("a single value")
                fail("{key} must be {kind}.", about=printable(path), key=name, kind=kind)
    return tables


def settings_of_file(
    path: str, tables: Mapping[str, Mapping[str, Any]], file: str
) -> dict[str, tuple[str, Any]]:
    """Return what is set of a file or folder, with the pattern that sets it; what stands later prevails."""
    within = _within(os.path.dirname(path), file)
    fitting = [pattern for pattern in tables if within is not None and _fits(within, pattern)]
    values = {key: (pattern, value) for pattern in fitting for key, value in tables[pattern].items()}
    return dict(sorted(values.items()))


def _within(folder: str, file: str) -> str | None:
    """The path of a file below a folder, with strokes; None of one that lies elsewhere."""
    if file == STDIN:
        return None
    try:
        relative = os.path.relpath(os.path.abspath(file), folder)
    except ValueError:
        return None  # on another drive of Windows
    return None if relative.split(os.sep)[0] == os.pardir else relative.replace(os.sep, "/")


def _fits(within: str, pattern: str) -> bool:
    """Return whether a path is a pattern's, or lies in a folder that is."""
    # macOS takes names of files apart into letters and accents.
    bare, path = normalize("NFC", pattern.rstrip("/")), normalize("NFC", within)
    return any(fnmatchcase(name, wanted) for name in (path, f"{path}/") for wanted in (bare, f"{bare}/*"))


def codes_of(table: Mapping[str, Any], key: str) -> list[str]:
    """Return the codes that stand under a key, as a list or in one string."""
    value = table.get(key, ())
    return [code for text in ([value] if isinstance(value, str) else value) for code in split_codes(text)]


class JudgedByFolder:
    """Says of each file by what it is judged: as was asked, unless its folder has settings that count.

    What is `fixed` was typed, or is nothing to the command.
    """

    def __init__(
        self, path: str, tables: Mapping[str, Mapping[str, Any]], asked: Judging, fixed: frozenset[str]
    ) -> None:
        self.path, self.tables, self.asked, self.fixed = path, tables, asked, fixed
        self._told: set[str] = set()
        # A word that is unknown ends the command before it begins.
        self._rules = {
            table["rules"]: ruleset_named(table["rules"]) for table in tables.values() if "rules" in table
        }
        for table in tables.values():
            for code in (*codes_of(table, "select"), *codes_of(table, "ignore")):
                check_code(code)

    def of(self, file: str) -> Judging:
        """Return the judging of a file; the first time that a folder's settings count, say so."""
        set_here = settings_of_file(self.path, self.tables, file)
        found = {key: setting for key, setting in set_here.items() if key not in self.fixed}
        if not found:
            return self.asked
        for key, (pattern, _) in found.items():
            self._tell(pattern, key)
        values = {key: value for key, (_, value) in found.items()}
        rules = self._rules[values["rules"]] if "rules" in values else self.asked.rules
        select, ignore = (
            codes_of(values, key) if key in values else getattr(self.asked, key)
            for key in ("select", "ignore")
        )
        return Judging(rules, select, ignore)

    def _tell(self, pattern: str, key: str) -> None:
        name = f'{FOLDERS}."{pattern}".{key}'
        if name not in self._told:
            self._told.add(name)
            complain("{file} sets {names}.", file=printable(self.path), names=name)
