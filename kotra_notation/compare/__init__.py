"""Comparing: two records of a match aligned, and what differs between them."""

from __future__ import annotations

from kotra_notation.compare.aligning import Alignment, GamePair, aligned
from kotra_notation.compare.seats import exchanged

__all__ = ["Alignment", "GamePair", "aligned", "exchanged"]
