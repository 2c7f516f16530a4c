"""Files looked at again and again: told when one of them changes, without help from the system."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator

Stamp = tuple[int, int, int]
PAUSE = 0.4  # seconds


def pause(seconds: float = PAUSE) -> None:
    """Wait until it is worth looking again."""
    time.sleep(seconds)


def changes(source: str, paths: Callable[[], Iterable[str]], wait: Callable[[], None]) -> Iterator[None]:
    """Yield once for each change of any of the paths after this call.

    A change that takes the source away is not told: programs that save put another file in its place.
    """
    return _changes(source, paths, wait, stamps(paths()))


def _changes(
    source: str, paths: Callable[[], Iterable[str]], wait: Callable[[], None], before: dict[str, Stamp]
) -> Iterator[None]:
    while True:
        wait()
        now = stamps(paths())
        if now != before and os.path.exists(source):
            before = now
            yield


def stamps(paths: Iterable[str]) -> dict[str, Stamp]:
    """Return what tells one content of a file from the next: which file it is, its time and its size."""
    return {path: stamp for path in paths if (stamp := _stamp(path))}


def _stamp(path: str) -> Stamp | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size
