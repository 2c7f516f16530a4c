"""Comparing: two records of a match aligned, and what differs between them."""

from __future__ import annotations

from kotra_notation.compare.aligning import Alignment, GamePair, align, exchange_seats
from kotra_notation.compare.difference import Derived, Difference, DifferenceKind, RemarkCount
from kotra_notation.compare.differences import Comparison, compare_matches

__all__ = [
    "Alignment",
    "Comparison",
    "Derived",
    "Difference",
    "DifferenceKind",
    "GamePair",
    "RemarkCount",
    "align",
    "compare_matches",
    "exchange_seats",
]
