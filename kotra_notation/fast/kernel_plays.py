"""Modern kotra at speed: the boards that the plays of a throw lead to, those of `engine.legal_plays`.

Ints, lists of ints and bytes only: mypyc compiles the file as it stands, and it runs as well without.
"""

from __future__ import annotations

from struct import Struct
from typing import TYPE_CHECKING, Final

from kotra_notation.fast.kernel import BAR, HOME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

# A byte of a packed board: no men, one of the others; the rest are own men above, the others' below.
NONE: Final = 64
BLOT: Final = 63
COUNTS: Final = bytes([(byte - 64) & 255 for byte in range(256)])
SIGNED: Final = Struct("26b")
# What a step adds to a packed board, by its die and its source; and what a hit adds, by the target.
MOVES: Final = [
    [(1 << 8 * (source - die) if source > die else 0) - (1 << 8 * source) for source in range(26)]
    for die in range(7)
]
HITS: Final = [(1 << 8 * target) - 1 for target in range(26)]


def pack_board(points: Sequence[int]) -> int:
    """A board, seen by its mover, as one number: for each point a byte, its men and 64."""
    return int.from_bytes(bytes([men + NONE for men in points]), "little")


def unpack_board(board: int) -> tuple[int, ...]:
    """The points of a board that is one number."""
    return SIGNED.unpack(board.to_bytes(26, "little").translate(COUNTS))


def plays(board: int, one: i64, two: i64) -> dict[int, int]:
    """The boards a roll leads to, packed, each with one way: a byte a step, 8 × the source + die."""
    levels: list[dict[int, int]] = [{board: 0}]
    if one == two:
        count: i64 = 0
        while count < 4 and levels[-1]:
            levels.append(_step_boards(levels[-1], one, True))
            count += 1
        best = levels[-1] or levels[-2]
    else:
        high: i64 = one if one > two else two
        low: i64 = two if one > two else one
        high_first = _step_boards(levels[0], high, False)
        low_first = _step_boards(levels[0], low, False)
        both = _step_boards(low_first, high, False)
        both.update(_step_boards(high_first, low, False))
        best = both or high_first or low_first or levels[0]
        low_first.update(high_first)
        levels += [low_first, both]
    if _men(board) > 4:
        return best
    # A step that ends the game needs no further one.
    found: dict[int, int] = {}
    for level in levels[1:]:
        for after, way in level.items():
            if after not in found and _men(after) == 0:
                found[after] = way
    for after, way in best.items():
        if after not in found:
            found[after] = way
    return found


def _men(board: int) -> i64:
    """Return how many men the mover has on the board."""
    men: i64 = 0
    for there in board.to_bytes(26, "little"):
        if there > NONE:
            men += there - NONE
    return men


def _step_boards(reached: dict[int, int], die: i64, downwards: bool) -> dict[int, int]:
    """The boards behind one more number; the men of equal ones are moved from the highest `downwards`."""
    further: dict[int, int] = {}
    moves = MOVES[die]
    for board, way in reached.items():
        points = board.to_bytes(26, "little")
        source: i64 = BAR
        while source > 0 and points[source] <= NONE:
            source -= 1
        top = source
        if downwards and way:
            last: i64 = way & 255
            if last >> 3 < source:
                source = last >> 3
        while source > 0:
            if points[source] > NONE:
                target: i64 = source - die
                if target > 0:
                    there: i64 = points[target]
                    if there >= BLOT:
                        after = board + moves[source]
                        if there == BLOT:
                            after += HITS[target]
                        if after not in further:
                            further[after] = way << 8 | source * 8 + die
                elif top <= HOME and (target == 0 or source == top):
                    after = board + moves[source]
                    if after not in further:
                        further[after] = way << 8 | source * 8 + die
            if source == BAR:
                break
            source -= 1
    return further
