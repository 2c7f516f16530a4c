"""Leaving with a sentence and status 2 when something could not be done."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

import typer

from kotra_notation.cli.speaking import say, tell
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.status import DONE as DONE
from kotra_notation.jobs.status import FAILED as FAILED
from kotra_notation.jobs.status import FOUND as FOUND


def complain(text: str, /, *, about: str = "", **facts: object) -> None:
    """Say on standard error what is wrong, and with which file."""
    place = f"{about}: " if about else ""
    typer.echo(f"kotra: {place}{say(text, **facts)}", err=True)


def fail(text: str, /, *, about: str = "", **facts: object) -> NoReturn:
    """Say what could not be done, and leave."""
    complain(text, about=about, **facts)
    raise typer.Exit(FAILED)


def complain_at(path: str, why: str) -> None:
    """Say what is wrong with a file."""
    complain(sentence(why), about=printable(path))


def sentence(why: str) -> str:
    """What is wrong, with a full stop behind it."""
    words = tell(why)
    return words if words.endswith(".") else f"{words}."


def fail_at(path: str, why: str) -> NoReturn:
    """Say what is wrong with a file, and leave."""
    complain_at(path, why)
    raise typer.Exit(FAILED)


def near(word: str, known: Iterable[str]) -> str:
    """A question with the nearest known word, or nothing."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.4)
    return f" {say('Did you mean {near}?', near=found[0])}" if found else ""


def one_of(what: str, word: str, known: Iterable[str]) -> str:
    """The word if it is known, else a complaint that names those that are."""
    choices = list(known)
    if word in choices:
        return word
    question = near(word, choices)
    said = say(
        "{option} is one of {choices}, not {word}.", option=what, choices=", ".join(choices), word=repr(word)
    )
    fail(said + question)


def known_code(word: str) -> None:
    """Leave with a complaint where no kind of finding has a code that begins so."""
    from kotra_notation.findings import BY_CODE

    if not any(code.startswith(word) for code in BY_CODE):
        fail(say("no code of a finding begins with {word}.", word=repr(word)) + near(word, BY_CODE))
