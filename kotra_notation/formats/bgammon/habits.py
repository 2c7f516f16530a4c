"""How a bgammon replay is changed in place: its hand, and the index of its games by offset."""

from __future__ import annotations

import re

from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.hands import Hand, Plain

_INDEX = re.compile(rb"^bgammon-replay ([0-9]{8})(?=\r?$)", re.M)
_HEAD = re.compile(rb"^i[ \t]", re.M)


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a replay."""
    return Hand(
        dice=re.compile(r"[12]\s+r\s+([0-9])-([0-9])\s*"),
        spells=Plain.of(text, "bar", "off"),
    )


def indexed(before: bytes, after: bytes) -> bytes:
    """The file with the offsets of its games as they now are, where they were right before."""
    offsets = [head.start() for head in _HEAD.finditer(before)]
    stated = [int(line[1]) for line in _INDEX.finditer(before)]
    if stated != offsets:
        return after
    now = iter([head.start() for head in _HEAD.finditer(after)])
    return _INDEX.sub(lambda line: b"bgammon-replay %08d" % next(now), after)


HABITS = Habits(hand=hand, indexed=indexed)
