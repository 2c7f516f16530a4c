"""The version of the package, and whether its kernel is compiled."""

from __future__ import annotations

import os

VERSION = "0.1.0"


def kernel_is_compiled() -> bool:
    """Whether `rules/kernel.py` is run as machine code; it is looked for, not imported."""
    from importlib.machinery import PathFinder

    kernel = PathFinder.find_spec("kernel", [os.path.join(os.path.dirname(__file__), "rules")])
    return kernel is not None and not str(kernel.origin).endswith(".py")


def version_line() -> str:
    """The version as it is printed."""
    return f"kotra {VERSION} ({'compiled' if kernel_is_compiled() else 'plain Python'})"
