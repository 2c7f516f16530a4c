"""Work in a thread that another thread may end: because nobody wants it any more, or it takes too long."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import TypeVar

from kotra_notation.alarm import OutOfTime

Result = TypeVar("Result")

# So often the end is told again: what is raised while an object is cleared away reaches nobody.
AGAIN = 0.5


class StoppedError(Exception):
    """The work was ended from outside."""


class Stoppable:
    """One piece of work; it is ended between any two steps of Python, and nothing holds that up."""

    def __init__(self) -> None:
        self.stopped = False
        self._lock = threading.Lock()
        self._thread: int | None = None
        self._telling: threading.Timer | None = None

    def run(self, work: Callable[[], Result]) -> Result:
        """What the work gives; StoppedError where it was ended before it came to that."""
        try:
            try:
                self._begin()
                done = work()
            finally:
                self._leave()
        except OutOfTime:
            # The end may have been told while the work was being left.
            self._leave()
            raise StoppedError from None
        if self.stopped:
            raise StoppedError
        return done

    def stop(self) -> None:
        """End the work, or keep it from being begun."""
        with self._lock:
            self.stopped = True
            self._tell()

    def _begin(self) -> None:
        with self._lock:
            if self.stopped:
                raise OutOfTime
            self._thread = threading.get_ident()

    def _leave(self) -> None:
        with self._lock:
            if self._thread is not None:
                _raise_in(self._thread, None)
            self._thread = None
            if self._telling is not None:
                self._telling.cancel()

    def _tell(self) -> None:
        if self._thread is None:
            return
        _raise_in(self._thread, OutOfTime)
        self._telling = threading.Timer(AGAIN, self.stop)
        self._telling.daemon = True
        self._telling.start()


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Raise an error in another thread at its next step; None takes back one that was not raised yet."""
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
