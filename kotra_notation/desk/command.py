"""`kotra desk`: a page on one's own machine to check, write, mend and play; for a network by a password."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import typer

from kotra_notation.archive.tasks import is_archive
from kotra_notation.cli.failing import DONE, complain, fail, fail_at
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.options import Language, MaxSize, argument, flag, option
from kotra_notation.cli.speaking import say, user_tongue
from kotra_notation.installation import cache_folder
from kotra_notation.jobs.files import MAX_SIZE, why, write_whole
from kotra_notation.processes import BEGINNING
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from kotra_notation.desk.settings import DeskSettings

INSTALL = 'pip install "kotra-notation[desk]"'
# Where the password of a network stands, if it is not asked for; a word of the command would be seen by all.
PASSWORD = "KOTRA_DESK_PASSWORD"
SHORTEST = 8


def desk(
    folder: str | None = argument(
        "[FOLDER]", "A folder of records, where new ones are saved, or an archive.", default=None
    ),
    port: int | None = option("--port", "The port (default: 28077, or a free one).", "PORT"),
    no_browser: bool = flag("--no-browser", "Print the address; do not open a browser."),
    host: str | None = option("--host", "Share on the network at this address (password).", "ADDRESS"),
    install: bool = flag("--install", "Add the desk on this folder to the applications menu."),
    uninstall: bool = flag("--uninstall", "Remove it from the applications menu."),
    max_size: MaxSize = MAX_SIZE,
    language: Language = None,
) -> None:
    """Open the desk in your browser: check, fix, write and play.

    The page is local to this computer, at a private address that stays the same at the next start. Records
    are saved in the folder that you name; without one nothing is saved. Press Ctrl-C to stop.

    With --host everyone on the network who knows the password can open the page. The command asks for a
    password, or reads it from KOTRA_DESK_PASSWORD; no folder is shown and nothing is saved.

    --install adds Kotra to the applications menu (Start menu on Windows, Applications on macOS). The window
    that it opens stays there while the desk runs; close it to stop the desk.

    Status 0: ended normally. 2: could not start.

    Example: kotra desk day/

    Example: kotra desk day/ --install

    Example: kotra desk --host 192.168.1.20 --port 8000
    """  # fmt: skip
    try:
        from kotra_notation.desk import serving
        from kotra_notation.desk.settings import (
            OWN_MACHINE,
            PATIENCE,
            PATIENCE_WITH_MANY,
            DeskSettings,
            kept_token,
        )
    except ImportError as error:
        fail("The desk needs the package {package}: {command}", package=error.name, command=INSTALL)
    if folder is not None and not Path(folder).is_dir():
        if Path(folder).is_file():
            fail_at(folder, phrase("it is a file; name its folder"))
        fail_at(folder, phrase("there is no such folder"))
    if host is not None and folder is not None:
        fail("With --host the desk saves nothing and shows no folder; do not name one.")
    if install or uninstall:
        _change_menu(folder, language, install=install)
    size = in_bytes(max_size)
    password = "" if host is None else _password()
    try:
        at = serving.listen(host or OWN_MACHINE, port or 0)
    except (OSError, OverflowError) as error:
        fail(
            "{host}, port {port}: {why}.",
            host=host or OWN_MACHINE,
            port=port or 0,
            why=why(error) if isinstance(error, OSError) else str(error),
        )
    path = Path(folder).resolve() if folder is not None else None
    archive = path is not None and is_archive(path)
    settings = DeskSettings(
        port=at.getsockname()[1],
        host=host or OWN_MACHINE,
        password=password,
        token=kept_token(cache_folder(), path),
        folder=None if archive else path,
        archive=path if archive else None,
        tongue=user_tongue(),
        max_size=size,
        seconds=PATIENCE if host is None else PATIENCE_WITH_MANY,
    )
    serving.serve(
        settings, at, browse=not no_browser and host is None, ready=lambda: _print_address(settings)
    )
    raise typer.Exit(DONE)


def _change_menu(folder: str | None, language: str | None, *, install: bool) -> NoReturn:
    """Write the launcher of the desk, or remove it, and say so."""
    options = ("--language", language) if language else ()
    menu = launcher(Path(folder).resolve() if folder is not None else None, options)
    try:
        if install:
            menu.install()
        else:
            menu.remove()
    except FileNotFoundError:
        fail("Kotra is not in your applications menu: there is no {path}.", path=menu.path)
    except OSError as error:
        fail_at(str(menu.path), why(error))
    if install:
        complain(
            "Wrote {path}: Kotra is in your applications menu. To remove it: kotra desk --uninstall",
            path=menu.path,
        )
    else:
        complain("Removed {path}: Kotra is no longer in your applications menu.", path=menu.path)
    raise typer.Exit(DONE)


def _print_address(settings: DeskSettings) -> None:
    """Say where the desk is."""
    if settings.password:
        complain(
            "The desk is at {address} for everyone who knows the password. Press Ctrl-C to stop.",
            address=settings.address,
        )
    else:
        complain("The desk is at {address} Press Ctrl-C to stop.", address=settings.address)


def _password() -> str:
    """Return the password that is set, or ask for it without showing it; fail where it is too short."""
    from getpass import getpass

    password = os.environ.get(PASSWORD)
    if password is None:
        question = say("A password for the desk, at least {number} characters:", number=SHORTEST)
        try:
            password = getpass(f"{question} ")
        except (EOFError, OSError, KeyboardInterrupt):
            password = ""
    if len(password) < SHORTEST:
        fail(
            "A desk on the network needs a password of at least {number} characters; you can set it in "
            "{name}.",
            number=SHORTEST,
            name=PASSWORD,
        )
    return password


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
