"""How far an engine itself is off: what a decision loses on average where it plays by its own choice."""

from __future__ import annotations

# Points a decision, by the beginning of an engine's name; an engine that is not here has not been measured.
NOISE = {"Kotra ": 0.0065}
OLD_NOISE: dict[str, float] = {}  # the same for the old game, in its points


def noise_of(source: str, *, in_points: bool = False) -> float | None:
    """The points a decision by which an engine is off, in either game; None where that is not known."""
    known = OLD_NOISE if in_points else NOISE
    return next(
        (known[name] for name in sorted(known, key=len, reverse=True) if source.startswith(name)), None
    )
