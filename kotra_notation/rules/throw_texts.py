"""A throw of a match text, read from its bytes: `31: 8/5 6/5` as one number.

Compiled with the kernel, and like it of ints, bytes and lists of ints only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.rules.kernel import BAR, HOP, MARK, MOST_HOPS, TARGET

if TYPE_CHECKING:
    from mypy_extensions import i64

NEWLINE: Final = 10
BLANK: Final = 32
OPEN: Final = 40
CLOSE: Final = 41
STAR: Final = 42
SLASH: Final = 47
ZERO: Final = 48
NINE: Final = 57
COLON: Final = 58
CANNOT_MOVE: Final = b"Cannot Move"
QUESTION: Final = b" ????"

# A throw is one number: how many bytes it takes, its dice, whether nothing or question marks stand for its
# play, and its hops.
LENGTH: Final = 63
DIE: Final = 7
DIE_1: Final = 6
DIE_2: Final = 9
EMPTY: Final = 1 << 12
UNTOLD: Final = 1 << 13
HOPS: Final = 14
HEAD: Final = (1 << HOPS) - 1
ALL_HOPS: Final = HOPS + MOST_HOPS * HOP
MARKS: Final = 1 << MARK | 1 << MARK + HOP | 1 << MARK + 2 * HOP | 1 << MARK + 3 * HOP


def throw_at(data: bytes, at: i64) -> i64:
    """The throw that is written there, `31: 8/5 6/5`; -1 where none is clear."""
    begun = at
    one: i64 = data[at]
    two: i64 = data[at + 1]
    one -= ZERO
    two -= ZERO
    if one < 1 or one > 6 or two < 1 or two > 6 or data[at + 2] != COLON:
        return -1
    at += 3
    throw = one << DIE_1 | two << DIE_2
    shift: i64 = HOPS
    while data[at] == BLANK and data[at + 1] != BLANK and data[at + 1] != NEWLINE and data[at + 3] != COLON:
        start = shift
        source = point_at(data, at + 1)
        if source < 0:
            if shift > HOPS:
                return -1
            shift = ALL_HOPS
            if data[at + 1 : at + 12] == CANNOT_MOVE:
                at += 12
                break
            if data[at : at + 5] == QUESTION:
                at += 5
                throw |= UNTOLD
                break
            return -1
        at += 1 + (source & 7)
        source >>= 3
        if data[at] != SLASH:
            return -1
        while data[at] == SLASH:
            target = point_at(data, at + 1)
            if target < 0 or target >> 3 >= source or shift == ALL_HOPS:
                return -1
            at += 1 + (target & 7)
            target >>= 3
            hop = source | target << TARGET
            if data[at] == STAR:
                hop |= 1 << MARK
                at += 1
            throw |= hop << shift
            shift += HOP
            source = target
        if data[at] == OPEN:
            times: i64 = data[at + 1]
            times -= ZERO
            width = shift - start
            if times < 2 or times > 4 or data[at + 2] != CLOSE or start + times * width > ALL_HOPS:
                return -1
            at += 3
            way = (throw >> start) & ~MARKS
            while times > 1:
                throw |= way << shift
                shift += width
                times -= 1
    if shift == HOPS:
        throw |= EMPTY
    if (data[at] != BLANK and data[at] != NEWLINE) or at - begun > LENGTH:
        return -1
    return throw | at - begun


def point_at(data: bytes, at: i64) -> i64:
    """The point that is written there, times eight, and how many bytes it takes; -1 for none."""
    byte: i64 = data[at]
    if ZERO <= byte <= NINE:
        point = byte - ZERO
        byte = data[at + 1]
        if ZERO <= byte <= NINE:
            point = point * 10 + byte - ZERO
            return point << 3 | 2 if 10 <= point <= BAR else -1
        return point << 3 | 1
    word = data[at : at + 3]
    if word == b"bar" or word == b"Bar":
        return BAR << 3 | 3
    return 3 if word == b"off" or word == b"Off" else -1


def number_at(data: bytes, at: i64) -> i64:
    """The number that is written there, times eight, and how many figures it has, five at most."""
    number: i64 = 0
    figures: i64 = 0
    byte: i64 = data[at]
    while ZERO <= byte <= NINE and figures < 5:
        number = number * 10 + byte - ZERO
        figures += 1
        byte = data[at + figures]
    return number << 3 | figures
