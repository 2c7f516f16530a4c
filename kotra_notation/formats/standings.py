"""What a position says beside the men, held against the rules: the cube, the score, the Crawford game."""

from __future__ import annotations

from kotra_notation.board import Position
from kotra_notation.findings import Finding, Phrase, finding, phrase
from kotra_notation.model import Span


def standing_fault(position: Position, span: Span) -> Finding | None:
    """What cannot be so in any game; one thing a position."""
    for rule, why in (
        ("MOD-CUBE-4", _cube(position)),
        ("MOD-MATCH-1", _over(position)),
        ("MOD-MATCH-2", _crawford(position)),
    ):
        if why:
            return finding("position-impossible", span=span, why=why, rule=rule)
    return None


def _cube(position: Position) -> Phrase | None:
    cube, limit = position.cube, position.standing.cube_limit
    if cube.owner is not None and cube.value == 1:
        return phrase("a cube at 1 belongs to nobody")
    if limit is not None and cube.value > max(limit, 1):
        return phrase("the cube stands at {value}, and its limit is {limit}", value=cube.value, limit=limit)
    return None


def _over(position: Position) -> Phrase | None:
    length, (first, second) = position.standing.length, position.standing.score
    if not length or max(first, second) < length:
        return None
    return phrase(
        "at {first}-{second} a {length}-point match is over", first=first, second=second, length=length
    )


def _crawford(position: Position) -> Phrase | None:
    standing = position.standing
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
    if position.cube.value > 1:
        return phrase("the cube is not turned in the Crawford game")
    return None
