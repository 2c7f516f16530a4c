"""Which of several engines in a record is listened to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kotra_notation.replay import Replay
from kotra_notation.statistics.analysis import Analysis, analysis
from kotra_notation.statistics.counted import Frames

# What the engines are called for short.
SHORT = {"gnubg": "gnu backgammon", "gnu": "gnu backgammon", "xg": "extreme gammon"}


def by_one(found: Analysis, replay: Replay, frames: Frames, name: str | None = None) -> Analysis | None:
    """The analysis by the engine that is meant by a name, None where it does not speak in the record.

    Without a name it is the engine that weighed most. `found` is what all of them said; what nobody is
    named for is taken for the word of the only engine that is.
    """
    chosen = _most_heard(found) if name is None else called(name, found.engines)
    if chosen is None:
        return None
    said = {decision.engine for decision in found.decisions} | {fortune.engine for fortune in found.fortunes}
    return found if said <= {chosen, ""} else analysis(replay, frames, chosen)


def _most_heard(found: Analysis) -> str:
    """The engine that weighed most decisions, the first of those that weighed as many; empty for none."""
    counts = Counter(decision.engine for decision in found.decisions)
    counts.update(fortune.engine for fortune in found.fortunes)
    return max(found.engines, key=lambda name: counts[name], default="")


def called(name: str, engines: Sequence[str]) -> str | None:
    """The engine that is meant by a name or a part of it, in great letters or small; None where none is."""
    asked = name.strip().casefold()
    asked = SHORT.get(asked, asked)
    known = {engine.casefold(): engine for engine in engines}
    return known.get(asked) or next((one for low, one in known.items() if asked and asked in low), None)
