"""Pages that were made and are to be seen in a window of their own: kept in memory for some minutes."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

# How long a thing is kept, and how many bytes of all.
SECONDS = 600.0
MOST = 64_000_000


class PageShelf:
    """Pages at addresses that nobody can guess; what is old goes, and where there is no room, the oldest."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._clock = clock
        self._things: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    def put(self, thing: bytes) -> str:
        """The name under which a thing is kept."""
        name = secrets.token_urlsafe(18)
        self._things[name] = self._clock() + SECONDS, thing
        self._clear()
        return name

    def get(self, name: str) -> bytes | None:
        """The thing of a name; None where there is none any more."""
        self._clear()
        return self._things[name][1] if name in self._things else None

    @property
    def size(self) -> int:
        """Return how many bytes are kept."""
        return sum(len(thing) for _, thing in self._things.values())

    def _clear(self) -> None:
        now = self._clock()
        while self._things and (next(iter(self._things.values()))[0] <= now or self.size > self._most):
            self._things.popitem(last=False)
