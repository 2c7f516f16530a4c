"""Which of the plays that were weighed is the one that was made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from kotra_notation.board import BAR, OFF
from kotra_notation.model import Candidate, Hop, NotRecorded, Turn, Unread
from kotra_notation.replay import Frame
from kotra_notation.rules import throw_of
from kotra_notation.rules.walking import displaced, walks

LONGEST = 200
MOST = 4
_WAY = re.compile(r"((?:bar|off|[0-9]{1,2})(?:/(?:bar|off|[0-9]{1,2})\*?)+)(?:\(([1-4])\))?")
_NAMED = {"bar": BAR, "off": OFF}

Hops = tuple[Hop, ...]


def played(candidates: Sequence[Candidate], frame: Frame | None) -> int | None:
    """The place of the play that was made; None where it is not known or was not weighed."""
    for place, candidate in enumerate(candidates):
        if candidate.extras.get("played") == "yes":
            return place
    return None if frame is None else _compared(candidates, frame)


def _compared(candidates: Sequence[Candidate], frame: Frame) -> int | None:
    """The play that leads where the game went on."""
    turn = frame.event
    if not isinstance(turn, Turn) or isinstance(turn.deed, NotRecorded | Unread) or not frame.certain:
        return None
    before, after = frame.before.seen_by(turn.seat), frame.after.seen_by(turn.seat)
    ways = [hops_of(candidate.choice) for candidate in candidates]
    for place, way in enumerate(ways):
        if way is not None and displaced(before, way) == after:
            return place
    if after == before:
        return None
    ruleset = frame.before.setting.ruleset
    throw = throw_of(ruleset, frame.before.node(turn.seat), turn.dice, singly=turn.singly)
    for place, way in enumerate(ways):
        if way and any(tuple(walk.node.points) == after for walk in walks(ruleset, throw, way)):
            return place
    return None


@lru_cache(maxsize=20_000)
def hops_of(text: str) -> Hops | None:
    """The hops of a play as candidates are spelled, `bar/22 8/5*`; None for what is no play."""
    hops: list[Hop] = []
    if len(text) > LONGEST:
        return None
    for word in text.split():
        found = _WAY.fullmatch(word)
        if found is None:
            return None
        landings = found[1].split("/")
        points = [_NAMED.get(one.rstrip("*")) for one in landings]
        places = [
            point if point is not None else int(one.rstrip("*"))
            for point, one in zip(points, landings, strict=True)
        ]
        if max(places) > BAR:
            return None
        way = [
            Hop(source, target, int(one.endswith("*")))
            for (source, target), one in zip(pairwise(places), landings[1:], strict=True)
        ]
        hops += way * int(found[2] or 1)
    return tuple(hops)
