"""A limit to the time that a piece of work may take, on systems that have an alarm clock."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

SOON, AGAIN = 0.001, 1.0  # seconds
BETWEEN = (__name__, "contextlib", "signal")
# Where a module is being imported; what is broken off there may not be imported again.
IMPORTS = "<frozen importlib"
MEGABYTE = 1_000_000


class OutOfTime(BaseException):
    """The work has taken longer than it may; no `except Exception` on the way holds it up."""


def for_size(seconds: float, size: int) -> float:
    """What a file of that size may take: so many seconds, and as many again for each megabyte."""
    return seconds * (1 + size / MEGABYTE)


def can_ring() -> bool:
    """Whether a limit can be kept: there is an alarm clock, and this is the thread that hears it."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """OutOfTime where what is done within takes longer; elsewhere than in the main thread it goes on."""
    if not can_ring():
        yield
        return
    ring = partial(_ring, _imports(sys._getframe()))
    before, otherwise = signal.signal(signal.SIGALRM, ring), sys.unraisablehook

    def lost(what: UnraisableHookArgs) -> None:
        # What is raised while an object is cleared away reaches nobody: it rings anew.
        if isinstance(what.exc_value, OutOfTime):
            signal.setitimer(signal.ITIMER_REAL, SOON, AGAIN)
        else:
            otherwise(what)

    sys.unraisablehook = lost
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = otherwise


def _imports(frame: FrameType | None) -> int:
    """Return how many frames of imports a frame stands in."""
    count = 0
    while frame is not None:
        count += frame.f_code.co_filename.startswith(IMPORTS)
        frame = frame.f_back
    return count


def _ring(imports: int, number: int, frame: FrameType | None) -> None:
    between = frame is not None and frame.f_globals.get("__name__") in BETWEEN
    if not between and _imports(frame) <= imports:
        raise OutOfTime
    # Between the work and the clock nothing is raised, as that would leave the clock running, nor while
    # the work imports more than was being imported before it; it rings anew.
    if any(signal.getitimer(signal.ITIMER_REAL)):
        signal.setitimer(signal.ITIMER_REAL, SOON, AGAIN)
