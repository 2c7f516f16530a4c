"""A cache of tables that are made once: in the folder for caches of the user, each sealed with its hash.

A file begins with the digest of what it is said to be and of what it holds; where that does not fit, or a
number is no chance and no equity, the table is made anew. The digest that a recipe is known by names its
edition only: a processor that rounds otherwise makes other last bits, and keeps them too. Where nothing can
be written a table is made and lives in memory.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Table = NDArray[np.float32]

KIND = np.dtype("<f4")
SEAL = hashlib.sha256().digest_size
# What another edition has kept goes if it is so many seconds old; two that are used side by side stay.
A_DAY = 86_400


class Recipe(NamedTuple):
    """A table that can be made: its name, its shape, the digest of its numbers, and how; none is beyond 1."""

    name: str
    shape: tuple[int, ...]
    digest: str
    make: Callable[[], Table]


def kept_table(recipe: Recipe, folder: Path | None) -> Table:
    """The table: from its file in the folder, else made and, if it is as it should be, written there."""
    path = folder / f"{recipe.name}-{recipe.digest[:12]}.table" if folder else None
    found = read_table(path, recipe) if path else None
    if found is not None:
        return found
    table = recipe.make()
    if path and write_table(path, recipe, table):
        remove_outdated(path, recipe)
        found = read_table(path, recipe)
    return table if found is None else found


def digest_of(table: Table) -> str:
    """The digest of the numbers of a table."""
    return hashlib.sha256(np.ascontiguousarray(table, KIND).data).hexdigest()


def _sealing(recipe: Recipe) -> hashlib._Hash:
    """What a seal is made with, before the numbers are added."""
    return hashlib.sha256(f"{recipe.name} {recipe.digest}\n".encode())


def read_table(path: Path, recipe: Recipe) -> Table | None:
    """The table of a file, left where it is until it is looked at; None if the file is another one."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size != SEAL + KIND.itemsize * int(np.prod(recipe.shape)):
                return None
            seal = file.read(SEAL)
            if hashlib.file_digest(file, lambda: _sealing(recipe)).digest() != seal:
                return None
            table = np.asarray(np.memmap(file, KIND, "r", offset=SEAL, shape=recipe.shape))
            return table if table.min() >= -1 and table.max() <= 1 else None
    except (OSError, ValueError):
        return None


def write_table(path: Path, recipe: Recipe, table: Table) -> bool:
    """Writes a table whole or not at all; whether it could."""
    part, seal = None, _sealing(recipe)
    numbers = np.ascontiguousarray(table, KIND).data
    seal.update(numbers)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.stem, delete=False) as file:
            part = file.name
            file.write(seal.digest())
            file.write(numbers)
        os.replace(part, path)
    except OSError:
        if part:
            with suppress(OSError):
                os.unlink(part)
        return False
    return True


def remove_outdated(path: Path, recipe: Recipe) -> None:
    """Takes away what other editions of the recipe have kept, or left half written, beside a file."""
    ours = re.compile(rf"{re.escape(recipe.name)}-[0-9a-f]{{12}}(\.f4|\.table|[a-z0-9_]{{8}})")
    with suppress(OSError):
        for other in path.parent.iterdir():
            outdated = other != path and ours.fullmatch(other.name) and not other.is_symlink()
            if outdated and other.is_file() and time.time() - other.stat().st_mtime > A_DAY:
                other.unlink()
