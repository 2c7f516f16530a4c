"""The net under each file: what a command says and how it leaves where the work on a file is ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from kotra_notation.alarm import can_ring
from kotra_notation.cli.failing import complain, fail
from kotra_notation.cli.speaking import because
from kotra_notation.jobs import guarding
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.guarding import LIMIT, NotDoneError

DAY = 86_400


def in_seconds(seconds: float, option: str = "--time-limit") -> float:
    """A limit of time that an option gives; a complaint where it is none, or cannot be kept here."""
    if not 0 < seconds <= DAY:
        fail("{option} is a number of seconds, more than 0 and at most a day.", option=option)
    if seconds != LIMIT and not can_ring():
        complain("{option} cannot be kept on this system; files take as long as they take.", option=option)
    return seconds


@contextmanager
def guarded(seconds: float | None, size: int = 0) -> Iterator[None]:
    """What is done for a file of that size, as the jobs guard it; the end of a command passes."""
    leaving: BaseException | None = None
    with guarding.guarded(seconds, size):
        try:
            yield
        except (typer.Exit, typer.Abort) as end:
            leaving = end
    if leaving is not None:
        raise leaving


@contextmanager
def guarded_or_left(
    path: str, seconds: float | None, size: int = 0, *, named: bool = False
) -> Iterator[None]:
    """The same for the file that a command is about: it leaves with the sentence, as for what is refused.

    `named`: what is refused says itself which file it is about.
    """
    try:
        with guarded(seconds, size):
            yield
    except NotDoneError as error:
        fail(because(error), about=printable(path))
    except ValueError as refused:
        fail(because(refused), about="" if named else printable(path))
