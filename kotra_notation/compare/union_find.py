"""Union-find: things put together into heaps, pair by pair, with no more known of each than what is in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

Thing = TypeVar("Thing", int, str)


class UnionFind(Generic[Thing]):
    """Things that each lie in a heap of their own until they are joined; the least stands for its heap."""

    def __init__(self, things: Iterable[Thing] = ()) -> None:
        self._above: dict[Thing, Thing] = {thing: thing for thing in things}

    def root(self, thing: Thing) -> Thing:
        """The thing that stands for a heap."""
        while (above := self._above.setdefault(thing, thing)) != thing:
            self._above[thing] = self._above[above]
            thing = above
        return thing

    def join(self, things: Iterable[Thing]) -> None:
        """Put the heaps of some things together."""
        roots = sorted({self.root(thing) for thing in things})
        for one in roots[1:]:
            self._above[one] = roots[0]

    def numbers(self) -> dict[Thing, int]:
        """The number of the heap of each thing."""
        given: dict[Thing, int] = {}
        return {thing: given.setdefault(self.root(thing), len(given)) for thing in sorted(self._above)}
