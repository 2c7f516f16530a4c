"""A lock on a file that is gone when the process that holds it is, however that ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # there is none on Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt


@contextmanager
def held(path: Path) -> Iterator[bool]:
    """Whether the lock could be had; it is let go at the end."""
    with open(path, "a+b") as file:
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            yield False
            return
        yield True
