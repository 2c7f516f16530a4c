"""Terminals of any width and encoding: what a command writes there, and what there is of one."""

from __future__ import annotations

import gc
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from unittest.mock import patch

from kotra_notation.cli import main


class Screen(io.TextIOWrapper):
    """What is written to a terminal of an encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding, newline="\n")

    def isatty(self) -> bool:
        """So commands are told."""
        return True

    def text(self) -> str:
        """All that was written."""
        self.flush()
        data = self.buffer
        assert isinstance(data, io.BytesIO)
        return data.getvalue().decode(self.encoding)


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
    with (
        _as_before(),
        patch.dict("os.environ", settings, clear=True),
        patch.multiple(sys, argv=["kotra", *words], stdout=screen, stderr=screen),
        patch.object(sys.modules["__main__"], "__package__", ""),  # so the parser finds its name
    ):
        try:
            copy_context().run(main)  # the language that it speaks stays its own
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
    return status, screen.text()
