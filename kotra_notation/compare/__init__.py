"""Comparing: two records of a match aligned, and what differs between them."""

from __future__ import annotations

from kotra_notation.compare.aligning import Alignment, GamePair, aligned
from kotra_notation.compare.difference import Derived, Difference, DifferenceKind, RemarkCount
from kotra_notation.compare.differences import Comparison, compared
from kotra_notation.compare.seats import exchanged

__all__ = [
    "Alignment",
    "Comparison",
    "Derived",
    "Difference",
    "DifferenceKind",
    "GamePair",
    "RemarkCount",
    "aligned",
    "compared",
    "exchanged",
]
