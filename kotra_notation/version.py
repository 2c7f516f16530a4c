"""The version of the package, and whether its kernel is compiled."""

from __future__ import annotations

from importlib.machinery import PathFinder
from pathlib import Path

VERSION = "0.1.0"


def kernel_is_compiled() -> bool:
    """Whether `rules/kernel.py` is run as machine code; it is looked for, not imported."""
    kernel = PathFinder.find_spec("kernel", [str(Path(__file__).parent / "rules")])
    return kernel is not None and not str(kernel.origin).endswith(".py")
