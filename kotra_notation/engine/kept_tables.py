"""A cache of tables that are made once: in the folder for caches of the user, and nothing without their hash.

What lies there is believed only if its digest is the one that is known here; else the table is made anew.
Where nothing can be written it is made and lives in memory.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Table = NDArray[np.float32]

KIND = np.dtype("<f4")


class Recipe(NamedTuple):
    """A table that can be made: its name, its shape, the digest of its bytes, and how."""

    name: str
    shape: tuple[int, ...]
    digest: str
    make: Callable[[], Table]


def kept_table(recipe: Recipe, folder: Path | None) -> Table:
    """The table: from its file in the folder, else made and, if it is as it should be, written there."""
    path = folder / f"{recipe.name}-{recipe.digest[:12]}.f4" if folder else None
    found = read_table(path, recipe) if path else None
    if found is not None:
        return found
    table = recipe.make()
    if path and digest_of(table) == recipe.digest and write_table(path, table):
        found = read_table(path, recipe)
    return table if found is None else found


def digest_of(table: Table) -> str:
    """The digest that a table is known by."""
    return hashlib.sha256(np.ascontiguousarray(table, KIND).data).hexdigest()


def read_table(path: Path, recipe: Recipe) -> Table | None:
    """The table of a file, left where it is until it is looked at; None if the file is another one."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != KIND.itemsize * int(np.prod(recipe.shape)):
                return None
            if hashlib.file_digest(file, "sha256").hexdigest() != recipe.digest:
                return None
            return np.asarray(np.memmap(file, KIND, "r", shape=recipe.shape))
    except (OSError, ValueError):
        return None


def write_table(path: Path, table: Table) -> bool:
    """Writes a table whole or not at all; whether it could."""
    part = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.stem, delete=False) as file:
            part = file.name
            file.write(table.data)
        os.replace(part, path)
    except OSError:
        if part:
            with suppress(OSError):
                os.unlink(part)
        return False
    return True


def cache_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path | None:
    """Where programs keep what they can make again, as each system has it; None without a home."""
    ordered = Path(environ.get("XDG_CACHE_HOME", ""))
    if ordered.is_absolute():
        return ordered / "kotra-notation"
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if platform == "win32":
        local = Path(environ.get("LOCALAPPDATA", ""))
        return (local if local.is_absolute() else home / "AppData" / "Local") / "kotra-notation" / "Cache"
    return home / ("Library/Caches" if platform == "darwin" else ".cache") / "kotra-notation"
