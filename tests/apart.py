"""What needs a loop of events of its own, in a thread: a driven browser has one in that of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Value = TypeVar("Value")


def apart(job: Callable[[], Value]) -> Value:
    """What a job gives in a thread of its own."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(job).result()


def run(work: Coroutine[Any, Any, Value]) -> Value:
    """What comes of a coroutine."""
    return apart(lambda: asyncio.run(work))
