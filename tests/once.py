"""What takes long to make is made once for all workers of a run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that `make` fills: the first worker that asks makes it, the others wait for it."""
    base = factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / f"once-{name}"
    done, failed = folder / ".done", folder / ".failed"
    try:
        folder.mkdir()
    except FileExistsError:
        while not done.exists():
            assert not failed.exists(), f"another worker could not make {name}"
            time.sleep(0.1)
        return folder
    try:
        make(folder)
    except BaseException:
        failed.touch()
        raise
    done.touch()
    return folder
