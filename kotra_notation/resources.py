"""Where the folders that are not code lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@cache
def folder(name: str) -> Path:
    """The folder `grammar`, `templates`, `docs` or `pages`."""
    from pathlib import Path

    package = Path(__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
