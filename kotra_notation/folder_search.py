"""Folder search: which files and folders below a folder are looked at. Every command that searches asks here.

Skipped are:

- hidden files and folders, backups (`.orig`), and the results of `kotra watch` beside their files;
- what a `.gitignore` names: of the folder itself, of those below, and of those above it in its work tree;
- virtual environments (`pyvenv.cfg`), caches (`CACHEDIR.TAG`) and `node_modules`;
- what is excluded (`excluding`). Patterns are those of a `.gitignore`; one with a stroke in it counts from
  the current folder.

A folder that is named itself is always searched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

# The name of what a file was before it was changed in place.
BACKUP = ".orig"
# The ends of names of what a watch writes: for people, and for programs.
WATCHED = (".check.txt", ".check.json")
GITIGNORE, WORK_TREE = ".gitignore", ".git"
# A folder with such a file in it, or of such a name, holds nothing that somebody wrote.
MARKS = ("pyvenv.cfg", "CACHEDIR.TAG")
FOREIGN = ("node_modules", "__MACOSX")
# The largest file of patterns that is read.
LARGEST = 1_000_000
_EXCLUDED: ContextVar[tuple[str, ...]] = ContextVar("excluded", default=())


class Pattern(NamedTuple):
    """A line of a `.gitignore` as a regular expression over paths below a folder."""

    shape: re.Pattern[str]
    folders_only: bool
    keeps: bool

    def fits(self, path: str, *, is_folder: bool) -> bool:
        """Return whether a path below the folder of the pattern is named by it."""
        return (is_folder or not self.folders_only) and self.shape.fullmatch(path) is not None


class PatternFile(NamedTuple):
    """The patterns of a file, in their order, and the folder that they count from."""

    folder: str
    patterns: tuple[Pattern, ...]

    def verdict(self, path: str, *, is_folder: bool) -> bool | None:
        """Return whether a path is to be skipped; None where no pattern names it. The last one counts."""
        below = path.removeprefix(self.folder).replace(os.sep, "/").lstrip("/")
        for pattern in reversed(self.patterns):
            if pattern.fits(below, is_folder=is_folder):
                return not pattern.keeps
        return None


class Skipping(NamedTuple):
    """The entries to skip in a folder: `ignored` by the `.gitignore` of it and those above, nearest last."""

    excluded: PatternFile
    ignored: tuple[PatternFile, ...] = ()

    def list_entries(self, folder: str) -> tuple[list[os.DirEntry[str]], Skipping]:
        """Return the entries of a folder that are looked at, by name, and what is skipped below; OSError."""
        with os.scandir(folder) as entries:
            dir_entries = sorted(entries, key=lambda entry: entry.name)
        names = {entry.name for entry in dir_entries}
        ignored = () if WORK_TREE in names else self.ignored
        own = _read(folder) if GITIGNORE in names else None
        here = Skipping(self.excluded, (*ignored, own) if own else ignored)
        return [entry for entry in dir_entries if not here._skips(entry, names)], here

    def _skips(self, entry: os.DirEntry[str], names: set[str]) -> bool:
        if entry.name.startswith(".") or entry.name.endswith(BACKUP):
            return True
        if any(entry.name.removesuffix(ending) in names - {entry.name} for ending in WATCHED):
            return True
        is_folder = entry.is_dir(follow_symlinks=False)
        if is_folder and (
            entry.name in FOREIGN or any(os.path.exists(os.path.join(entry.path, mark)) for mark in MARKS)
        ):
            return True
        if not (self.ignored or self.excluded.patterns):
            return False
        path = os.path.abspath(entry.path)
        if self.excluded.verdict(path, is_folder=is_folder):
            return True
        verdicts = (file.verdict(path, is_folder=is_folder) for file in reversed(self.ignored))
        return next((verdict for verdict in verdicts if verdict is not None), False)


@contextmanager
def excluding(patterns: Sequence[str]) -> Iterator[None]:
    """Leave out what these patterns name in every search within."""
    before = _EXCLUDED.set(tuple(patterns))
    try:
        yield
    finally:
        _EXCLUDED.reset(before)


def skipping(folder: str) -> Skipping:
    """Return what is skipped in a folder that is searched, beside what its own `.gitignore` names."""
    path, above = os.path.abspath(folder), []
    if not os.path.exists(os.path.join(path, WORK_TREE)):
        for upward in _upwards(path):
            above.append(_read(upward))
            if os.path.exists(os.path.join(upward, WORK_TREE)):
                break
        else:
            above = []  # no work tree, so nothing above counts
    excluded = PatternFile("", tuple(_patterns([from_here(one) for one in _EXCLUDED.get()])))
    return Skipping(excluded, tuple(file for file in reversed(above) if file))


def from_here(pattern: str, folder: str = os.curdir) -> str:
    """Return a pattern that counts from a folder as one that counts from anywhere."""
    keeps, bare = pattern[: pattern.startswith("!")], pattern.removeprefix("!")
    if "/" not in bare.rstrip("/") or os.path.isabs(bare):
        return pattern
    base = re.sub(r"([*?\[])", r"[\1]", os.path.abspath(folder).replace(os.sep, "/"))
    return f"{keeps}{base.rstrip('/')}/{bare.removeprefix('./').lstrip('/')}"


def files_below(folder: str, *, deep: bool = True, skip: Skipping | None = None) -> Iterator[str | OSError]:
    """Yield the files in a folder and then those below it; for a folder that cannot be listed its error."""
    try:
        entries, below = (skip or skipping(folder)).list_entries(folder)
    except OSError as error:
        yield error
        return
    folders = []
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            folders.append(entry.path)
        elif os.path.isfile(entry.path):
            yield entry.path
    for path in folders if deep else ():
        yield from files_below(path, skip=below)


def _upwards(folder: str) -> Iterator[str]:
    while (above := os.path.dirname(folder)) != folder:
        yield (folder := above)


def _read(folder: str) -> PatternFile | None:
    """Return the patterns of a folder's `.gitignore`; None where it has none that can be read."""
    try:
        with open(os.path.join(folder, GITIGNORE), encoding="utf-8", errors="surrogateescape") as file:
            lines = file.read(LARGEST).splitlines()
    except OSError:
        return None
    return PatternFile(os.path.abspath(folder), tuple(_patterns(lines)))


def _patterns(lines: Iterable[str]) -> Iterator[Pattern]:
    """Yield the patterns of lines; comments and empty lines are none."""
    for line in lines:
        text = re.sub(r"(?<!\\) +$", "", line)
        if not text or text.startswith("#"):
            continue
        keeps, text = text.startswith("!"), text.removeprefix("!")
        bare = text.rstrip("/")
        if not bare:
            continue
        anywhere = "" if "/" in bare else "(?:.*/)?"
        try:
            shape = re.compile(anywhere + _shape(bare.removeprefix("/")), re.S)
        except re.error:
            continue
        yield Pattern(shape, text.endswith("/"), keeps)


def _shape(pattern: str) -> str:
    """Return a pattern of a `.gitignore` as a regular expression."""
    shape, at = "", 0
    for found in re.finditer(r"(?:(?<=/)|^)\*\*/|/\*\*$|\*+|\?|\[[!^]?\]?[^]]*\]|\\(.)", pattern):
        shape += re.escape(pattern[at : found.start()])
        sign, at = found[0], found.end()
        if sign == "**/":
            shape += "(?:.*/)?"
        elif sign == "/**":
            shape += "/.*"
        elif sign[0] == "*":
            shape += "[^/]*"
        elif sign == "?":
            shape += "[^/]"
        elif sign[0] == "[":
            inner = sign[1:-1].replace("\\", "\\\\").replace("[", "\\[")
            shape += f"[{'^' + inner[1:] if inner[:1] in ('!', '^') else inner}]"
        else:
            shape += re.escape(found[1])
    return shape + re.escape(pattern[at:])
