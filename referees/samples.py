"""The samples one by one, without the collection of games that `tools/old_collection.py` makes."""

from __future__ import annotations

from pathlib import Path

SAMPLES = Path(__file__).parents[1] / "samples"
COLLECTION = SAMPLES / "forn"
EACH = sorted(path for path in SAMPLES.glob("*/*") if path.parent != COLLECTION)
