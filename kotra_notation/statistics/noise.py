"""How far an engine itself is off: what a decision loses on average where it plays by its own choice."""

from __future__ import annotations

# Points a decision, by the beginning of an engine's name; an engine that is not here has not been measured.
NOISE = {"Kotra ": 0.0065}


def noise_of(source: str) -> float | None:
    """The points a decision by which an engine is off; None where that is not known."""
    return next(
        (NOISE[name] for name in sorted(NOISE, key=len, reverse=True) if source.startswith(name)), None
    )
