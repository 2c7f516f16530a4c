"""Which of the plays that were weighed is the one that was made."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.model import Candidate, NotRecorded, Turn, Unread
from kotra_notation.replay import Frame
from kotra_notation.replay.studies import hops_of
from kotra_notation.rules import throw_of
from kotra_notation.rules.walking import displaced, walks


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
