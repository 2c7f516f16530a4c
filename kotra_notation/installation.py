"""The package as it is installed: version, compiled or not, documentation, folders of data and for caches."""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


VERSION = "1.0.0"


def kernel_is_compiled() -> bool:
    """Return whether `fast/kernel.py` is run as machine code; it is looked for, not imported."""
    from importlib.machinery import PathFinder

    kernel = PathFinder.find_spec("kernel", [os.path.join(os.path.dirname(__file__), "fast")])
    return kernel is not None and not str(kernel.origin).endswith(".py")


def read_table(module: str, name: str) -> dict[str, Any]:
    """Return a table of TOML that lies beside a module."""
    import tomllib  # a command that needs no table does not pay for it

    with open(os.path.join(os.path.dirname(module), name), "rb") as file:
        return tomllib.load(file)


@cache
def documentation(page: str) -> str:
    """The address of a page of the documentation, `findings/P203.html`; nothing where there is no site.

    The site is what `pyproject.toml` names as Documentation among the addresses of the project.
    """
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        named = metadata("kotra-notation").get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    sites = [one.partition(", ")[2] for one in named if one.startswith("Documentation, ")]
    return f"{sites[0].rstrip('/')}/{page}" if sites else ""


def finding_page(code: str) -> str:
    """The address of the page of a finding; nothing where there is no site."""
    return documentation(f"findings/{code}.html")


def version_line() -> str:
    """The version as it is printed."""
    return f"kotra {VERSION} ({'compiled' if kernel_is_compiled() else 'plain Python'})"


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
