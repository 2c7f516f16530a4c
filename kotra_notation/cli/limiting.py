"""A limit to the time that a piece of work may take, on systems that have an alarm clock."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

AGAIN = 1.0  # seconds


class Overrun(BaseException):
    """The work took longer than it may; no handler of ordinary errors stops it."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Work that Overrun ends after so many seconds, in the main thread; without an alarm clock it goes on."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    # It rings until it is heard: what is raised while an object is cleared away gets lost.
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: object) -> None:
    raise Overrun
