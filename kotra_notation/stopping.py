"""Work in a thread that another thread may stop: because nobody wants it any more, or it takes too long.

The work looks by itself whether it is still wanted, in functions that are called often (`heed_stop`). Nothing
is raised in it from outside: what is raised while a thread imports a module leaves the lock of the import
taken for ever, and all others wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, get_ident
from typing import TypeVar

Result = TypeVar("Result")

# The threads whose work nobody wants any more.
_UNWANTED: set[int] = set()


class StoppedError(BaseException):
    """The work was stopped from outside; no `except Exception` on the way holds it up."""


def heed_stop() -> None:
    """Raise StoppedError where the work of this thread was stopped."""
    if _UNWANTED and get_ident() in _UNWANTED:
        raise StoppedError


class Stoppable:
    """One piece of work, which ends at the next `heed_stop` once it was stopped."""

    def __init__(self) -> None:
        self.stopped = False
        self._lock = Lock()
        self._thread: int | None = None

    def run(self, work: Callable[[], Result]) -> Result:
        """Do the work and return its result; StoppedError where it was stopped before it had one."""
        with self._lock:
            if self.stopped:
                raise StoppedError
            self._thread = thread = get_ident()
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
