"""Terminals of any width and encoding: what a command writes there, and what there is of one."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import copy_context
from functools import cache
from unittest.mock import patch

import typer.main

from kotra_notation.cli import main

# A program makes all commands of the package anew; here they are made once.
_get_command = cache(typer.main.get_command)


class Screen(io.TextIOWrapper):
    """What is written to a terminal of an encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding, newline="\n")

    def isatty(self) -> bool:
        """So commands are told."""
        return True

    def data(self) -> bytes:
        """Return the bytes that were written."""
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue()

    def text(self) -> str:
        """All that was written."""
        return self.data().decode(self.encoding)


class Pipe(Screen):
    """What is written to a pipe."""

    def isatty(self) -> bool:
        """So commands are told."""
        return False


@contextmanager
def _as_before() -> Iterator[None]:
    """What a command does to the interpreter it has for itself is undone."""
    limits = gc.get_threshold()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.enable()
        gc.set_threshold(*limits)


def on_screen(*words: str, width: int = 80, encoding: str = "utf-8", **environment: str) -> tuple[int, str]:
    """The status of a command, and what it writes on a terminal, its standard error among it."""
    settings = {"COLUMNS": str(width), "TERM": "xterm", "KOTRA_LANGUAGE": "en", **environment}
    screen = Screen(encoding)
    with patch.dict("os.environ", settings, clear=True):
        status = _status(words, b"", screen, screen)
    return status, screen.text()


def piped(*words: str, stdin: bytes = b"", **environment: str) -> tuple[int, bytes, bytes]:
    """Return the status of a command, its standard output and its standard error, which go to pipes."""
    out, err = Pipe("utf-8"), Pipe("utf-8")
    with patch.dict("os.environ", {"COLUMNS": "110", **environment}):
        status = _status(words, stdin, out, err)
    return status, out.data(), err.data()


def _status(words: Sequence[str], stdin: bytes, out: Screen, err: Screen) -> int:
    source = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    with (
        _as_before(),
        patch.multiple(sys, argv=["kotra", *words], stdin=source, stdout=out, stderr=err),
        patch.object(sys.modules["__main__"], "__package__", ""),  # so the parser finds its name
        patch("typer.main.get_command", _get_command),
    ):
        try:
            copy_context().run(main)  # the language that it speaks stays its own
        except SystemExit as end:
            return int(end.code or 0)
    return 0
