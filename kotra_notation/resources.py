"""The folders of the package that are not code, and the user's cache."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@cache
def folder(name: str) -> Path:
    """The folder `grammar`, `templates`, `docs` or `pages`."""
    from pathlib import Path

    package = Path(__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def cache_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path | None:
    """Return where programs keep what they can make again, as each system has it; None without a home."""
    from pathlib import Path

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
