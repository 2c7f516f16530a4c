"""Whether two turns are played alike: by their hops where these tell, else by the boards they lead to."""

from __future__ import annotations

from kotra_notation.compare.likeness import displacement
from kotra_notation.model import Blank, CannotMove, Deed, Hop, NotRecorded, Play, Reached, Turn, Unread
from kotra_notation.replay import Frame


def alike(turn: Turn, other: Turn, *, marked: bool) -> bool | None:
    """Return whether two turns are played alike, None where the board has to be asked.

    It has to be where the same men are shifted on other ways, which may hit on one of them only, unless both
    records have their hits `marked`; marks alone make no difference.
    """
    a, b = turn.deed, other.deed
    if a == b or {type(a), type(b)} <= {Blank, CannotMove}:
        return True
    if isinstance(a, NotRecorded | Unread) or isinstance(b, NotRecorded | Unread):
        return False
    if isinstance(a, Play) and isinstance(b, Play):
        if a.half != b.half:
            return False
        if _ways(a.hops) == _ways(b.hops):
            return True
        if displacement(a.hops) != displacement(b.hops):
            return False
        return True if marked and _hits(a.hops) == _hits(b.hops) else None
    return None


def lead_alike(turn: Turn, other: Turn, frame: Frame, other_frame: Frame) -> bool:
    """Return whether two turns lead from the same board to the same; else whether they shift the same men.

    Where a play is found to be at fault its board is what the replay supposes, and the text counts.
    """
    seat = turn.seat
    told = _tells(frame) and _tells(other_frame)
    if told and frame.before.seen_by(seat) == other_frame.before.seen_by(seat):
        return frame.after.seen_by(seat) == other_frame.after.seen_by(seat)
    shifted = _shifted(turn.deed)
    return shifted is not None and shifted == _shifted(other.deed)


def _tells(frame: Frame) -> bool:
    """Return whether a frame's board is what the record says."""
    reached = isinstance(frame.event, Turn) and isinstance(frame.event.deed, Reached)
    return frame.certain and (reached or not any(finding.code[0] == "P" for finding in frame.findings))


def _hits(hops: tuple[Hop, ...]) -> set[int]:
    return {hop.target for hop in hops if hop.taken}


def _ways(hops: tuple[Hop, ...]) -> list[tuple[int, int]]:
    return sorted([(source, target) for source, target, _ in hops])


def _shifted(deed: Deed) -> tuple[tuple[int, int], ...] | None:
    match deed:
        case Play(hops=hops):
            return displacement(hops)
        case Blank() | CannotMove():
            return ()
        case _:
            return None
