"""The tags `; [Key "value"]` of a match text, in the words of the model, and the rules they state."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from kotra_notation.signs import HEADER as HEADER

PREFIX = "mat:"

KEYS = {
    "Event": "event",
    "Round": "round",
    "EventDate": "date",
    "EventTime": "time",
    "Site": "place",
    "Transcriber": "transcriber",
    "Annotator": "annotator",
    "Video": "video",
}

# The variants by what their names hold (`3-chequer hypergammon`, `NackGammon`).
VARIANTS = ("nackgammon", "hypergammon")

_TAGS = {word: tag for tag, word in KEYS.items()}

# The tags of the options that are on or off.
RULES = {"crawford": "Crawford", "texas": "Jacoby", "beavers": "Beaver"}
# Every tag that says how a match is judged.
JUDGED = (*RULES.values(), "Variation", "CubeLimit")
SWITCH = {"on": "on", "yes": "on", "true": "on", "off": "off", "no": "off", "false": "off"}

# Every known tag by its letters, whatever their case: OpenGammon writes `Cubelimit`.
_KNOWN = {key.casefold(): key for key in (*KEYS, *JUDGED)}

# The key of the length that stood in a record which is no match.
LENGTH = "Length"

# The cube limit that programs write when they mean none.
NO_LIMIT = 1024


def known(key: str) -> str:
    """Return a known tag as it is usually spelled, any other as it stands."""
    return _KNOWN.get(key.casefold(), key)


def info(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The tags under readable keys where they have one, else under their own with the notation's name."""
    return tuple((KEYS.get(key, PREFIX + key), value) for key, value in tags)


def line(key: str, value: str) -> str | None:
    """The line a header of the model is written as; None where it would not be read as the same."""
    name = key.removeprefix(PREFIX) if key.startswith(PREFIX) else _TAGS.get(key, "")
    written = f'; [{name} "{value}"]'
    read = HEADER.fullmatch(written)
    if read is None or "\n" in written:
        return None
    return written if info([(known(read[1]), read[2])]) == ((key, value),) else None


def read_rules(tags: Mapping[str, str], length: int | None) -> list[str]:
    """The options the tags state, but for what a reader would suppose."""
    variation = tags.get("Variation", "").lower()
    stated = [f"variant={variant}" for variant in VARIANTS if variant in variation]
    for option, key in RULES.items():
        value = SWITCH.get(tags.get(key, "").lower())
        if value and (option == "crawford") == bool(length) and (option, value) != ("crawford", "on"):
            stated.append(f"{option}={value}")
    limit = tags.get("CubeLimit", "")
    if re.fullmatch("[0-9]{1,9}", limit) and 0 < int(limit) < NO_LIMIT:
        stated.append(f"cube.limit={int(limit)}")
    return stated


def not_known(tags: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The tags that say how a match is judged, with values that say nothing known."""
    return [(key, value) for key, value in tags if key in JUDGED and value and not _has_meaning(key, value)]


def _has_meaning(key: str, value: str) -> bool:
    if key == "Variation":
        return any(name in value.lower() for name in (*VARIANTS, "backgammon"))
    if key == "CubeLimit":
        return bool(re.fullmatch("[0-9]{1,9}", value))
    return value.lower() in SWITCH


def rule_tag(option: str) -> tuple[str, str] | None:
    """The tag that states an option (`texas=on`), None for one that no tag states."""
    name, _, value = option.partition("=")
    if name == "variant":
        return "Variation", value.capitalize()
    if name == "cube.limit":
        return "CubeLimit", value
    return (RULES[name], value.capitalize()) if name in RULES else None
