"""Progress of work, on standard error where that is a terminal and the work lasts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from time import monotonic
from typing import TypeVar

from kotra_notation.cli.speaking import count, say, user_tongue
from kotra_notation.cli.streams import transient

Some = TypeVar("Some")
# Work that takes less is not told of, in seconds; and how often the rest is.
SHORT, OFTEN = 1.0, 0.2


class ProgressLine:
    """A line that is written anew now and then, and taken away at the end."""

    def __init__(self) -> None:
        self._begun = self._said = monotonic()
        self._shown = False
        self._seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def due(self) -> float:
        """Return how long the work has lasted, in seconds, if it is time to tell of it; else nothing."""
        if not self._seen:
            return 0
        now = monotonic()
        return now - self._begun if now - self._begun > SHORT and now - self._said > OFTEN else 0

    def show(self, text: str) -> None:
        """Write it."""
        self._said, self._shown = monotonic(), True
        transient(text)

    def end(self) -> None:
        """Take it away."""
        if self._shown:
            transient("")


def share_words(done: float, whole: float, lasted: float) -> str:
    """Return how much of the work is done, and how long the rest takes if it goes on so."""
    left = lasted * (whole - done) / done
    return say("{share} % done, {time} left", share=int(100 * done / whole), time=clock(left))


def clock(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 60:
        return say("{seconds} s", seconds=user_tongue().number(round(seconds, 1 if seconds < 10 else None)))
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


@contextmanager
def track_share(whole: float) -> Iterator[Callable[[float], None]]:
    """Yield what tells how much of some work is done."""
    line = ProgressLine()

    def tell(done: float) -> None:
        if done and (lasted := line.due()):
            line.show(share_words(done, whole, lasted))

    try:
        yield tell
    finally:
        line.end()


def track_parts(work: Iterable[Some], whole: float) -> Iterator[Some]:
    """The parts of some work, of which how much is done is told."""
    with track_share(whole) as tell:
        for done, part in enumerate(work, 1):
            yield part
            tell(done)


def track_files(files: Iterable[Some], whole: Callable[[], int] | None = None) -> Iterator[Some]:
    """The files, told of one by one: of how many, if they are counted or `whole` can count them."""
    line = ProgressLine()
    known = len(files) if isinstance(files, Sized) else 0
    try:
        for done, file in enumerate(files, 1):
            yield file
            if lasted := line.due():
                known = known or (whole() if whole else -1)
                counted = count("{number} file", "{number} files", done)
                share = f"{counted}, {share_words(done, known, lasted)}" if known >= done else counted
                line.show(share)
    finally:
        line.end()
