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

from kotra_notation.errors import InvalidCommand
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
        words = [PLACEHOLDER.sub(lambda match: facts[match[1]], word) for word in self.words]
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
                end_process(process)
                return phrase(
                    "the command took longer than {seconds} seconds and was stopped", seconds=self.limit
                )
            except BaseException:
                end_process(process)
                raise
        if process.returncode:
            return phrase("the command ended with status {status}", status=process.returncode)
        return ""


def parse_command(text: str, limit: float) -> Command:
    """The command that a text spells; ValueError where it spells none that can be run."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise InvalidCommand("the command has an unclosed quotation mark.") from error
    if not words:
        raise InvalidCommand("the command is empty.")
    if PLACEHOLDER.search(words[0]):
        raise InvalidCommand("the command must begin with the name of a program, not with a placeholder.")
    known = ", ".join(f"{{{name}}}" for name in PLACEHOLDERS)
    for name in PLACEHOLDER.findall(" ".join(words)):
        if name not in PLACEHOLDERS:
            raise InvalidCommand(
                "there is no placeholder {word}; known: {known}.", word=f"{{{name}}}", known=known
            )
    if shutil.which(words[0]) is None:
        raise InvalidCommand("there is no program {name} to run.", name=repr(words[0]))
    return Command(words=words, limit=limit)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End a command with all that it started, where the system knows what that is."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
