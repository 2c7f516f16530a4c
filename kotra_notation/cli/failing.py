"""Leaving with a sentence and status 2 when something could not be done."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

import typer

DONE, FOUND, FAILED = 0, 1, 2


def complain(sentence: str) -> None:
    """Say on standard error what is wrong."""
    typer.echo(f"kotra: {sentence}", err=True)


def fail(sentence: str) -> NoReturn:
    """Say what could not be done, and leave."""
    complain(sentence)
    raise typer.Exit(FAILED)


def near(word: str, known: Iterable[str]) -> str:
    """A question with the nearest known word, or nothing."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.4)
    return f" Did you mean {found[0]}?" if found else ""


def one_of(what: str, word: str, known: Iterable[str]) -> str:
    """The word if it is known, else a complaint that names those that are."""
    choices = list(known)
    if word in choices:
        return word
    fail(f"{what} is one of {', '.join(choices)}, not {word!r}.{near(word, choices)}")
