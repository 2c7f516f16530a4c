"""The token of a desk, kept for its folder: a bookmark and an open tab outlive a restart.

It lies in the user's own cache, in a file that nobody else may read. Without a cache each start has its own.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from kotra_notation.resources import cache_folder

TOKEN = re.compile(r"[\w-]{32}", re.ASCII)


def kept_token(folder: Path | None) -> str:
    """Return the token of the desk of a folder, or of a desk without one."""
    return token_in(cache_folder(), folder)


def token_in(cache: Path | None, folder: Path | None) -> str:
    """Return the token that a cache keeps for a folder, else a new one, which it keeps then."""
    token = secrets.token_urlsafe(24)
    if cache is None:
        return token
    path = cache / f"desk-{sha256(os.fsencode(folder or '')).hexdigest()[:16]}.token"
    if (found := _read(path)) is not None:
        return found
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
            file.write(token)
    return token


def _read(path: Path) -> str | None:
    """Return the token in a file of our own that nobody else may read; None for any other file."""
    try:
        with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), encoding="ascii") as file:
            found = os.fstat(file.fileno())
            token = file.read(100) if stat.S_ISREG(found.st_mode) else ""
    except (OSError, ValueError):
        return None
    if os.name == "posix" and (found.st_uid != os.getuid() or found.st_mode & 0o077):
        return None
    return token if TOKEN.fullmatch(token) else None
