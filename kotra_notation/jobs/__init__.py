"""The small layer that features share: files opened, read and written, rows of JSON. It prints nothing."""

from __future__ import annotations

DONE, FOUND, FAILED = 0, 1, 2
