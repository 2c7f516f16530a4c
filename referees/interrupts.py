"""Ctrl-C for tests that run in the background, where a process begins without hearing it."""

from __future__ import annotations

import signal


def heard() -> None:
    """Let this process, which has just begun, hear Ctrl-C: for `preexec_fn`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
