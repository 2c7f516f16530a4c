"""The version of the package, whether its kernel is compiled, and where its documentation lies."""

from __future__ import annotations

import os
from functools import cache

VERSION = "0.1.0"


def kernel_is_compiled() -> bool:
    """Return whether `fast/kernel.py` is run as machine code; it is looked for, not imported."""
    from importlib.machinery import PathFinder

    kernel = PathFinder.find_spec("kernel", [os.path.join(os.path.dirname(__file__), "fast")])
    return kernel is not None and not str(kernel.origin).endswith(".py")


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
