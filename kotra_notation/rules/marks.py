"""The memory of a rule set beyond the men, as bits of one number: pairs for the mover and the other side.

The first six bits last from turn to turn; what stands above them is forgotten when a turn ends. The
modern game remembers nothing.
"""

from __future__ import annotations

from dataclasses import replace

from kotra_notation.board import Memory

FRESH, OTHER_FRESH = 1, 2  # has not thrown yet
UNLOCKED, OTHER_UNLOCKED = 4, 8  # has stood on the 12th point
STACK, OTHER_STACK = 16, 32  # the four men of a first 6-6 stand unmoved
LASTING = 63
BROKEN = 64  # one of the four has left in this turn

_RUNNER = 7  # the point of the one man who makes all steps of a first double
_ENTERED = 12  # how many men have entered on each of the points 24 to 19
_EACH = 3


def from_other_side(marks: int) -> int:
    """The lasting marks as the other side sees them."""
    return (marks & 0b010101) << 1 | (marks & 0b101010) >> 1


def marks_of(memory: Memory | None, seat: int) -> int:
    """Return what a position remembers, as `seat` sees it."""
    if memory is None:
        return 0
    marks = 0
    for own, pair in ((FRESH, memory.fresh), (UNLOCKED, memory.unlocked), (STACK, memory.stack)):
        marks |= own * pair[seat] | own * 2 * pair[1 - seat]
    return marks


def pair(marks: int, own: int, seat: int) -> tuple[bool, bool]:
    """One of the pairs by seat, from marks as `seat` sees them."""
    mine, other = bool(marks & own), bool(marks & own * 2)
    return (other, mine) if seat else (mine, other)


def with_marks(memory: Memory | None, marks: int, seat: int) -> Memory:
    """The memory with what the marks say that `seat` sees."""
    return replace(
        memory or Memory(),
        fresh=pair(marks, FRESH, seat),
        unlocked=pair(marks, UNLOCKED, seat),
        stack=pair(marks, STACK, seat),
    )


def runner(marks: int) -> int:
    """The point the running man has reached; 0 where none runs."""
    return marks >> _RUNNER & 31


def running(marks: int, point: int) -> int:
    """The marks with the running man on another point."""
    return marks & ~(31 << _RUNNER) | point << _RUNNER


def count_entered(marks: int, point: int) -> int:
    """Return how many men have entered on a point in this turn."""
    return marks >> _ENTERED + _EACH * (24 - point) & 7


def entering(marks: int, point: int) -> int:
    """The marks with one more man entered on a point."""
    return marks + (1 << _ENTERED + _EACH * (24 - point))
