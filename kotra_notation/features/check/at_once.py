"""Answers given before the command-line parser is loaded: the version, a check without options."""

from __future__ import annotations

import gc
import os
import stat
from typing import TYPE_CHECKING

from kotra_notation.cli import speaking
from kotra_notation.cli.commands import bare_path, resolve_words
from kotra_notation.cli.streams import echo, echo_lines
from kotra_notation.jobs.paths import PLUGINS, settings_path

if TYPE_CHECKING:
    from kotra_notation.words.tongues import Tongue

# How many bytes are tried.
MOST = 32_000_000


def answer(words: list[str]) -> int | None:
    """The status of a call that was answered; None for one that the parser has to see."""
    if any(name.endswith("_COMPLETE") for name in os.environ):
        return None  # a shell asks what it may complete
    if bare_path(words):
        return None  # what is done with it is said
    words = resolve_words(words)
    if words == ["--version"]:
        from kotra_notation.installation import version_line

        echo(version_line())
        return 0
    command, *paths = words or [""]
    if command != "check" or not paths or any(_is_for_the_parser(path) for path in paths):
        return None
    if PLUGINS in os.environ or settings_path():
        return None
    speaking.begin()
    if len(paths) == 1 and (lines := sound_lines(paths[0], speaking.user_tongue())):
        echo_lines(lines)
        return 0
    from kotra_notation.features.check.checking import print_checked

    gc.enable()
    return print_checked(paths)


def _is_for_the_parser(word: str) -> bool:
    """Return whether a word is an option, or one that is spelled out on Windows."""
    return word.startswith("-") or (os.name == "nt" and any(sign in word for sign in "*?[~$%"))


def sound_lines(path: str, tongue: Tongue) -> list[str]:
    """Return the lines that `kotra check` prints of a file that is sound; none of any other."""
    from kotra_notation.fast.proof import prove_record
    from kotra_notation.features.check.text import CheckSum, render_file, render_proof, render_sum

    try:
        record = prove_record(_content(path))
    except Exception:
        return []  # what is wrong is said where the file is read
    if not record:
        return []
    format, dialect, encoding, proof = record
    return [
        render_file(path, format, dialect, encoding, tongue),
        render_proof(proof, tongue),
        render_sum(CheckSum(files=1), tongue),
    ]


def _content(path: str) -> bytes:
    """Return the bytes of an ordinary file; none where there are too many."""
    from kotra_notation.jobs.paths import without_waiting

    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode) or status.st_size > MOST:
        return b""
    with open(path, "rb", opener=without_waiting) as file:
        data = file.read(MOST + 1)
    return data if len(data) <= MOST else b""
