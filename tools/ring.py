"""A memory of rows that are learned from again and again; new rows take the places of the oldest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Ring:
    """So many rows of arrays that belong together."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.arrays: list[NDArray[Any]] = []
        self.size = 0
        self.next = 0
        self.due = 0.0

    def __len__(self) -> int:
        return self.size

    def add(self, *rows: NDArray[Any]) -> None:
        """Remember rows."""
        if not self.arrays:
            self.arrays = [np.empty((self.limit, *array.shape[1:]), array.dtype) for array in rows]
        places = (self.next + np.arange(len(rows[0]))) % self.limit
        for array, new in zip(self.arrays, rows, strict=True):
            array[places] = new
        self.next = (self.next + len(places)) % self.limit
        self.size = min(self.size + len(places), self.limit)

    def sample(self, count: int, chance: np.random.Generator) -> list[NDArray[Any]]:
        """Draw so many rows; a row may come twice."""
        which = chance.integers(0, self.size, count)
        return [array[which] for array in self.arrays]

    def times(self, rows: int, at_once: int) -> range:
        """Return how often to sample so many at once to see `rows` rows, fewer until the ring is full."""
        self.due += rows * self.size / self.limit
        often = int(self.due / at_once)
        self.due -= often * at_once
        return range(often)
