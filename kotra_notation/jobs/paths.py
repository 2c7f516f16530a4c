"""Paths of strangers, printed and opened without harm, and the file with the settings of a folder."""

from __future__ import annotations

import os

STDIN = "-"


def printable(path: str | os.PathLike[str]) -> str:
    """A path as it can be printed whatever its bytes are."""
    text = os.fsencode(path).decode("utf-8", "replace")
    return text if text.isprintable() else without_controls(text)


def ending(path: str) -> str:
    """The ending of a name, in small letters."""
    return os.path.splitext(path)[1].lower()


def without_controls(text: str) -> str:
    """A text with a sign in place of every character that cannot be printed."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def without_waiting(path: str, flags: int) -> int:
    """A file opened so that nothing is waited for: some that look ordinary, as in /proc, are none."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


OWN, SHARED = "kotra.toml", "pyproject.toml"
TABLE = b"[tool.kotra"
LARGEST = 1_000_000
# The table of settings by folders, and what may be set there: what changes a judgement, which is said where
# it is set. Of each whether it is a list.
FOLDERS = "folders"
# Whose plug-ins are asked on this machine, by whom it belongs to: settings may be a stranger's.
PLUGINS = "KOTRA_PLUGINS"
JUDGING = {"ignore": True, "rules": False, "select": True}


def settings_path() -> str:
    """Return the file of the settings that hold here; nothing where there is none."""
    above = os.path.abspath(os.curdir)
    while True:
        folder, above = above, os.path.dirname(above)
        if os.path.isfile(own := os.path.join(folder, OWN)):
            return own
        if _has_table(shared := os.path.join(folder, SHARED)):
            return shared
        if above == folder:
            return ""


def read_settings(path: str) -> bytes:
    """Return what stands in a file, as far as settings go; OSError where it cannot be opened."""
    with open(path, "rb") as file:
        return file.read(LARGEST)


def _has_table(path: str) -> bool:
    try:
        return TABLE in read_settings(path)
    except OSError:
        return False
