"""Names put together into heaps, with no more known of a heap than what is in it."""

from __future__ import annotations

from collections.abc import Iterable


class Heaps:
    """Spellings put together, with no more than that."""

    def __init__(self, spellings: Iterable[str]) -> None:
        self.parents = {name: name for name in spellings}

    def root(self, name: str) -> str:
        """The spelling that stands for a heap."""
        while (above := self.parents.setdefault(name, name)) != name:
            self.parents[name] = self.parents[above]
            name = above
        return name

    def join(self, names: Iterable[str]) -> None:
        """Put spellings together."""
        roots = sorted({self.root(name) for name in names})
        for one in roots[1:]:
            self.parents[one] = roots[0]

    def all(self) -> dict[str, int]:
        """The number of the heap of each spelling."""
        numbers: dict[str, int] = {}
        return {name: numbers.setdefault(self.root(name), len(numbers)) for name in sorted(self.parents)}
