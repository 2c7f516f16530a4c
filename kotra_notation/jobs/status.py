"""The exit status of every command: done, done with errors found, not done."""

from __future__ import annotations

DONE, FOUND, FAILED = 0, 1, 2
