"""A launcher for the desk in the menu of the system, so that nobody needs a terminal to open it."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kotra_notation.jobs.files import write_whole
from kotra_notation.processes import BEGINNING
from kotra_notation.values import dataclass

DESKTOP = """[Desktop Entry]
Type=Application
Name=Kotra
Comment=Check, write and play matches of kotra and backgammon
Exec={command}
Terminal=true
Categories=Game;BoardGame;
"""
# What a command line of a desktop file has a backslash before, and what its values double.
_SPECIAL = re.compile(r'["`$\\]')
BATCH = "@echo off\r\nchcp 65001 >nul\r\ntitle Kotra\r\n{command}\r\nif errorlevel 1 pause\r\n"
SCRIPT = "#!/bin/sh\nexec {command}\n"


@dataclass(frozen=True, slots=True)
class Launcher:
    """The file that opens the desk, as the system wants it; `runs`: it is a program."""

    path: Path
    text: str
    runs: bool

    def install(self) -> None:
        """Write the file; OSError where that cannot be done."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(self.path), self.text)
        if self.runs:
            self.path.chmod(0o755)

    def remove(self) -> None:
        """Remove the file; OSError where there is none."""
        self.path.unlink()


def launcher(
    folder: Path | None,
    options: Sequence[str] = (),
    *,
    platform: str = sys.platform,
    environ: Mapping[str, str] = os.environ,
    home: Path | None = None,
) -> Launcher:
    """Return the launcher of a desk on a folder, or on none, with further options of the command."""
    words = [*BEGINNING, "kotra_notation", "desk", *options, *([str(folder)] if folder else [])]
    home = home or Path.home()
    if platform == "win32":
        roaming = Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
        menu = roaming / "Microsoft" / "Windows" / "Start Menu" / "Programs"
        return Launcher(menu / "Kotra.bat", BATCH.format(command=" ".join(map(_batch_word, words))), False)
    if platform == "darwin":
        return Launcher(
            home / "Applications" / "Kotra.command", SCRIPT.format(command=shlex.join(words)), True
        )
    ordered = Path(environ.get("XDG_DATA_HOME", ""))
    data = ordered if ordered.is_absolute() else home / ".local" / "share"
    command = " ".join(map(_desktop_word, words))
    return Launcher(data / "applications" / "kotra-desk.desktop", DESKTOP.format(command=command), False)


def _batch_word(word: str) -> str:
    """Return a word of a batch file; a name of a file on Windows has no quotes in it."""
    return '"{}"'.format(word.replace("%", "%%"))


def _desktop_word(word: str) -> str:
    """Return a word of the command line of a desktop file, quoted and then escaped as every value is."""
    quoted = _SPECIAL.sub(r"\\\g<0>", word).replace("%", "%%")
    escaped = quoted.replace("\\", r"\\").replace("\n", r"\n").replace("\t", r"\t")
    return f'"{escaped}"'
