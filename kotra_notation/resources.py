"""Where the folders that are not code lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


@cache
def folder(name: str) -> Path:
    """The folder `grammar`, `templates`, `docs` or `pages`."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name
