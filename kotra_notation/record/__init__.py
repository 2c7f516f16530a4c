"""A transcript being written or edited: drafts, an editor's text, and the engine as an opponent."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile


def count_common(first: Sequence[str], second: Sequence[str]) -> int:
    """Count the lines, or the characters, that two texts begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(first, second, strict=False)))
