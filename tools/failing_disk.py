"""A disk of which the n-th call fails: what SQLite does with a file system of its own, done to Python's.

Calls of the system are counted that concern what lies below some folders: looking, listing, opening, reading,
writing, seeing to it that something is on the disk, closing, renaming, removing. What C++ does beside Python
is not seen.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

# By the name in `os`: whether a full disk can be the reason that it fails.
CALLS = {
    "chmod": False,
    "fstat": False,
    "fsync": True,
    "listdir": False,
    "lstat": False,
    "mkdir": True,
    "open": True,
    "remove": False,
    "rename": True,
    "replace": True,
    "rmdir": False,
    "scandir": False,
    "stat": False,
    "unlink": False,
}
WAYS = {"EIO": errno.EIO, "ENOSPC": errno.ENOSPC}


@dataclass
class Disk:
    """The call that fails, in which way, and whether all later ones do too; `failed` tells which it was."""

    folders: tuple[str, ...]
    number: int
    way: str
    lasting: bool = False
    calls: int = 0
    failed: str = ""

    def call(self, what: str, path: object, *, filling: bool) -> None:
        """Count a call, and let it fail where it is its turn."""
        if self.way == "ENOSPC" and not filling:
            return
        self.calls += 1
        if self.calls == self.number or (self.lasting and self.calls > self.number):
            self.failed = self.failed or f"{what} {path}"
            raise OSError(WAYS[self.way], os.strerror(WAYS[self.way]), str(path))

    def ours(self, path: object) -> bool:
        """Whether something lies below the folders."""
        try:
            text = os.fsdecode(path)  # type: ignore[arg-type]
        except TypeError:
            return False
        return text.startswith(self.folders)


class _File:
    """An open file of which reading, writing and closing count."""

    def __init__(self, disk: Disk, file: Any, path: str) -> None:
        self._disk, self._file, self._path = disk, file, path

    def read(self, *size: int) -> Any:
        self._disk.call("read", self._path, filling=False)
        return self._file.read(*size)

    def write(self, data: Any) -> Any:
        try:
            self._disk.call("write", self._path, filling=True)
        except OSError:
            self._file.write(data[: len(data) // 2])
            raise
        return self._file.write(data)

    def close(self) -> None:
        open = not self._file.closed
        self._file.close()
        if open:
            self._disk.call("close", self._path, filling=True)

    def __enter__(self) -> _File:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _Entry:
    """What a folder holds, asked for its size and time."""

    def __init__(self, disk: Disk, entry: os.DirEntry[str]) -> None:
        self._disk, self._entry = disk, entry

    def stat(self, **how: bool) -> os.stat_result:
        self._disk.call("stat", self._entry.path, filling=False)
        return self._entry.stat(**how)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)

    def __fspath__(self) -> str:
        return self._entry.path


def _opening(disk: Disk, whole: Callable[..., Any]) -> Callable[..., Any]:
    def open(path: Any, mode: str = "r", *rest: Any, **how: Any) -> Any:
        if not disk.ours(path):
            return whole(path, mode, *rest, **how)
        disk.call("open", path, filling="r" not in mode)
        return _File(disk, whole(path, mode, *rest, **how), str(path))

    return open


def _calling(disk: Disk, name: str, whole: Callable[..., Any], handles: dict[int, str]) -> Callable[..., Any]:
    def call(*given: Any, **how: Any) -> Any:
        place = handles.get(given[0]) if given and isinstance(given[0], int) else (given or (None,))[0]
        if place is None and how.get("dir_fd") in handles:
            place = handles[how["dir_fd"]]
        if isinstance(place, str) and how.get("dir_fd") in handles:
            place = os.path.join(handles[how["dir_fd"]], place)
        if not disk.ours(place):
            return whole(*given, **how)
        disk.call(name, place, filling=CALLS[name])
        answer = whole(*given, **how)
        if name == "open":
            handles[answer] = os.fsdecode(place)  # type: ignore[arg-type]
        return _listing(disk, answer) if name == "scandir" else answer

    return call


@contextmanager
def _listed(disk: Disk, entries: Any) -> Iterator[Any]:
    with entries:
        yield (_Entry(disk, entry) for entry in entries)


def _listing(disk: Disk, entries: Any) -> Any:
    return _listed(disk, entries)


@contextmanager
def failing(disk: Disk) -> Iterator[Disk]:
    """Within this the disk fails."""
    handles: dict[int, str] = {}
    with ExitStack() as stack:
        opened = _opening(disk, builtins.open)
        stack.enter_context(patch.object(builtins, "open", opened))
        stack.enter_context(patch.object(io, "open", opened))
        for name in CALLS:
            stack.enter_context(patch.object(os, name, _calling(disk, name, getattr(os, name), handles)))
        yield disk
