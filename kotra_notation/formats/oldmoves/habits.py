"""How a list of oldmoves is changed in place: its hand, and what its reader tells from scores."""

from __future__ import annotations

import re
from dataclasses import replace

from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.hands import Hand, Plain
from kotra_notation.model import Event, Resignation, ResultClaim


def hand(text: str, dialect: str | None) -> Hand:
    """The hand of a list."""
    return Hand(
        dice=re.compile(r"[XO]\s*:\s*\(([0-9])[ \t,\-]+([0-9])\)\s*"),
        spells=Plain.of(text, "bar", "off", stroke="-"),
        cannot_move="can't move",
        opposite="O",
    )


def as_written(event: Event) -> Event | None:
    """The event without what a resignation cost, which scores tell, and without results that they tell."""
    if isinstance(event, Resignation):
        return replace(event, size=None)
    return None if isinstance(event, ResultClaim) and event.derived else event


HABITS = Habits(hand=hand, stated=as_written)
