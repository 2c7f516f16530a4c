"""Replay: folds the events of a match over a state under one rule set; knows no notation."""

from __future__ import annotations

from dataclasses import replace as changed

from kotra_notation.model import Match
from kotra_notation.replay.completed import Wants, completed
from kotra_notation.replay.frames import Frame, GameReplay, Passage, Replay
from kotra_notation.replay.inference import inferred
from kotra_notation.rules import Ruleset, named
from kotra_notation.rules.state import Award

__all__ = ["Award", "Frame", "GameReplay", "Passage", "Replay", "Wants", "completed", "replay"]

MODERN = "modern"


def replay(match: Match, rules: str | Ruleset | None = None, *, tracked: bool = False) -> Replay:
    """The match replayed under the rules it states, or those given; nothing stops it.

    `tracked`: the track of every game is kept from the first, for those who will ask for it.
    """
    if isinstance(rules, Ruleset):
        return inferred(match, rules, tracked=tracked)
    stated = named(rules or match.rules or MODERN)
    result = inferred(match, stated.ruleset, tracked=tracked)
    if not stated.findings:
        return result
    found = tuple(one.at(span=match.span) for one in stated.findings)
    return changed(result, findings=(*found, *result.findings))
