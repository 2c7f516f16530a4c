"""Work that is ended: by an alarm clock, on systems that have one, or by another thread.

What another thread stops looks by itself whether it is still wanted, in functions that are called often
(`heed_stop`). Nothing is raised in it from outside: what is raised while a thread imports a module leaves the
lock of the import taken for ever, and all others wait for it.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

Result = TypeVar("Result")

SOON, AGAIN = 0.001, 1.0  # seconds
BETWEEN = (__name__, "contextlib", "signal")
# Where a module is being imported; what is broken off there may not be imported again.
IMPORTS = "<frozen importlib"
MEGABYTE = 1_000_000


class OutOfTime(BaseException):
    """The work has taken longer than it may; no `except Exception` on the way holds it up."""


def for_size(seconds: float, size: int) -> float:
    """Return what a file of that size may take: so many seconds, and as many again for each megabyte."""
    return seconds * (1 + size / MEGABYTE)


def can_ring() -> bool:
    """Return whether a limit can be kept: there is an alarm clock, and this is the thread that hears it."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """OutOfTime where what is done within takes longer; elsewhere than in the main thread it goes on."""
    if not can_ring():
        yield
        return
    ring = partial(_ring, _imports(sys._getframe()))
    before, otherwise = signal.signal(signal.SIGALRM, ring), sys.unraisablehook

    def ring_again(what: UnraisableHookArgs) -> None:
        # What is raised while an object is cleared away reaches nobody: it rings anew.
        if isinstance(what.exc_value, OutOfTime):
            signal.setitimer(signal.ITIMER_REAL, SOON, AGAIN)
        else:
            otherwise(what)

    sys.unraisablehook = ring_again
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


# The threads whose work nobody wants any more.
_UNWANTED: set[int] = set()


class StoppedError(BaseException):
    """The work was stopped from outside; no `except Exception` on the way holds it up."""


def heed_stop() -> None:
    """Raise StoppedError where the work of this thread was stopped."""
    if _UNWANTED and threading.get_ident() in _UNWANTED:
        raise StoppedError


class Stoppable:
    """One piece of work, which ends at the next `heed_stop` once it was stopped."""

    def __init__(self) -> None:
        self.stopped = False
        self._lock = threading.Lock()
        self._thread: int | None = None

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work and return its result; StoppedError where it was stopped before it had one."""
        with self._lock:
            if self.stopped:
                raise StoppedError
            self._thread = thread = threading.get_ident()
        try:
            done = work()
        finally:
            with self._lock:
                self._thread = None
                _UNWANTED.discard(thread)
        if self.stopped:
            raise StoppedError
        return done

    def stop(self) -> None:
        """Stop the work, or keep it from being begun."""
        with self._lock:
            self.stopped = True
            if self._thread is not None:
                _UNWANTED.add(self._thread)
