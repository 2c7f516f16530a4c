"""Leaving with a sentence and status 2 when something could not be done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from kotra_notation.cli.speaking import error_text, say, tell
from kotra_notation.cli.streams import echo
from kotra_notation.jobs import DONE as DONE
from kotra_notation.jobs import FAILED as FAILED
from kotra_notation.jobs import FOUND as FOUND
from kotra_notation.jobs.paths import printable


def complain(text: str, /, *, about: str = "", **facts: object) -> None:
    """Say on standard error what is wrong, and with which file."""
    prefix = f"{about}: " if about else ""
    echo(f"kotra: {prefix}{say(text, **facts)}", err=True)


def leave(status: int) -> NoReturn:
    """Leave a command with a status."""
    import typer

    raise typer.Exit(status)


def fail(text: str, /, *, about: str = "", **facts: object) -> NoReturn:
    """Say what could not be done, and leave."""
    complain(text, about=about, **facts)
    leave(FAILED)


def complain_at(path: str, why: str) -> None:
    """Say what is wrong with a file."""
    complain(sentence(why), about=printable(path))


def nothing_done(passed_over: int) -> int:
    """Say that there was nothing to work on, as no file is in a known format; the status of that."""
    from kotra_notation.jobs.files import nothing_to_check

    complain_at("", nothing_to_check(passed_over).why)
    return FAILED


def sentence(why: str) -> str:
    """Return what is wrong, with a full stop behind it."""
    words = tell(why)
    return words if words.endswith(".") else f"{words}."


def fail_at(path: str, why: str) -> NoReturn:
    """Say what is wrong with a file, and leave."""
    complain_at(path, why)
    leave(FAILED)


@contextmanager
def or_fail(about: str = "") -> Iterator[None]:
    """Leaves with the sentence of a ValueError that is raised within."""
    try:
        yield
    except ValueError as error:
        fail(error_text(error), about=about)
