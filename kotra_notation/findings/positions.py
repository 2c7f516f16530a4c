"""What beside the checkers of a position cannot be so in any game: the cube, the score, the Crawford game."""

from __future__ import annotations

from kotra_notation.findings import Finding, finding
from kotra_notation.model import SetPosition
from kotra_notation.words import Phrase, phrase


def impossible_position(event: SetPosition) -> Finding | None:
    """Return the finding for the first thing in a position that cannot be so, None where nothing is."""
    for rule, reason in (("MOD-CUBE-4", _cube), ("MOD-MATCH-1", _over), ("MOD-MATCH-2", _crawford)):
        if why := reason(event):
            return finding("position-impossible", span=event.span, why=why, rule=rule)
    return None


def _cube(event: SetPosition) -> Phrase | None:
    cube, limit = event.position.cube, event.position.standing.cube_limit
    if cube.owner is not None and cube.value == 1:
        return phrase("a cube at 1 belongs to nobody")
    if limit is not None and cube.value > max(limit, 1):
        return phrase("the cube is at {value}, but its limit is {limit}", value=cube.value, limit=limit)
    return None


def _over(event: SetPosition) -> Phrase | None:
    length, (first, second) = event.position.standing.length, event.position.standing.score
    if not length or max(first, second) < length:
        return None
    return phrase(
        "at {first}-{second} a {length}-point match is over", first=first, second=second, length=length
    )


def _crawford(event: SetPosition) -> Phrase | None:
    standing = event.position.standing
    if not standing.crawford:
        return None
    first, second = standing.score
    if (first == standing.length - 1) == (second == standing.length - 1):
        return phrase(
            "at {first}-{second} in a {length}-point match there is no Crawford game",
            first=first,
            second=second,
            length=standing.length,
        )
    if event.position.cube.value > 1:
        return phrase("the cube is not turned in the Crawford game")
    return None
