"""A command run for each result: without a shell, its words fixed before anything is put into them."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Mapping

from kotra_notation.jobs.files import why
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

PLACEHOLDER = re.compile(r"\{(\w+)\}")
PLACEHOLDERS = ("file", "result", "status", "verdict", "errors", "warnings", "notes")
STANDARD_ERROR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """The words of a command with its placeholders, and how many seconds it may take."""

    words: tuple[str, ...]
    limit: float

    def run(self, facts: Mapping[str, str], data: bytes) -> str:
        """Run it with data on its standard input; what went wrong, or nothing.

        What it prints goes to standard error, so that standard output holds our lines alone.
        """
        words = [PLACEHOLDER.sub(lambda found: facts[found[1]], word) for word in self.words]
        try:
            process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=STANDARD_ERROR, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = why(error) if isinstance(error, OSError) else str(error)
            return phrase("the command could not be run: {why}", why=reason)
        with process:
            try:
                process.communicate(data, timeout=self.limit)
            except subprocess.TimeoutExpired:
                end(process)
                return phrase(
                    "the command took longer than {seconds} seconds and was ended", seconds=self.limit
                )
            except BaseException:
                end(process)
                raise
        if process.returncode:
            return phrase("the command ended with status {status}", status=process.returncode)
        return ""


def command(text: str, limit: float) -> Command:
    """The command that a text spells; ValueError where it spells none that can be run."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise ValueError(phrase("--run: a quotation mark in it is not closed.")) from error
    if not words:
        raise ValueError(phrase("--run takes a command; this one is empty."))
    if PLACEHOLDER.search(words[0]):
        raise ValueError(phrase("--run begins with the name of a program, and not with a placeholder."))
    known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    for name in PLACEHOLDER.findall(" ".join(words)):
        if name not in PLACEHOLDERS:
            raise ValueError(
                phrase("--run: {word} is no placeholder; there are {known}.", word=f"{{{name}}}", known=known)
            )
    if shutil.which(words[0]) is None:
        raise ValueError(phrase("--run: there is no program {name} that can be run.", name=repr(words[0])))
    return Command(words=words, limit=limit)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it started, where the system knows what that is."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
