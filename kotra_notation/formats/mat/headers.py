"""The tags `; [Key "value"]` of a match text, in the words of the model, and the rules they state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

PREFIX = "mat:"

KEYS = {
    "Event": "event",
    "Round": "round",
    "EventDate": "date",
    "EventTime": "time",
    "Site": "place",
    "Transcriber": "transcriber",
    "Annotator": "annotator",
}

# The variants by what their names hold (`3-chequer hypergammon`, `NackGammon`).
VARIANTS = ("nackgammon", "hypergammon")

# The key of the length that stood in a record which is no match.
LENGTH = "Length"

# The cube limit that programs write when they mean none.
NO_LIMIT = 1024


def info(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The tags under readable keys where they have one, else under their own with the notation's name."""
    return tuple((KEYS.get(key, PREFIX + key), value) for key, value in tags)


def tag(key: str) -> str | None:
    """The tag a key of the model is written under, None for a key of another notation."""
    if key.startswith(PREFIX):
        return key.removeprefix(PREFIX)
    return next((name for name, word in KEYS.items() if word == key), None)


def rules(tags: Mapping[str, str], length: int | None) -> str | None:
    """The rules the tags state, None where they say nothing that a reader would not suppose."""
    stated = [f"variant={variant}" for variant in VARIANTS if variant in tags.get("Variation", "").lower()]
    if length and (crawford := _switch(tags, "Crawford")) == "off":
        stated.append(f"crawford={crawford}")
    if not length:
        stated += [
            f"{option}={value}"
            for option, key in (("texas", "Jacoby"), ("beavers", "Beaver"))
            if (value := _switch(tags, key))
        ]
    limit = tags.get("CubeLimit", "")
    if re.fullmatch("[0-9]{1,9}", limit) and 0 < int(limit) < NO_LIMIT:
        stated.append(f"cube.limit={int(limit)}")
    return ",".join(["modern", *stated]) if stated else None


def _switch(tags: Mapping[str, str], key: str) -> str | None:
    return {"on": "on", "yes": "on", "off": "off", "no": "off"}.get(tags.get(key, "").lower())
