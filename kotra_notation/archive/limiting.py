"""How much memory this process may take, on systems that can be asked for that."""

from __future__ import annotations

import sys
from pathlib import Path

try:
    import resource
except ImportError:  # there is none on Windows
    resource = None  # type: ignore[assignment]

_PAGES = Path("/proc/self/statm")


def limit_memory(most: int) -> None:
    """Let this process take so many bytes beyond what it has; above that there is a MemoryError."""
    if resource is None or not sys.platform.startswith("linux"):
        return
    taken = int(_PAGES.read_text().split()[0]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    wanted = taken + most
    if hard == resource.RLIM_INFINITY or wanted < hard:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
