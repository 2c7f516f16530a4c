"""A throw of a match text, read from its bytes: `31: 8/5 6/5` as some numbers.

Compiled with the kernel, and like it of ints, bytes and lists of ints only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from kotra_notation.fast.kernel import BAR, HOP, MOST_HOPS, POINT, TARGET

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

# Behind the last row, so that nothing is looked for behind the end.
PADDING: Final = b"\n" + b" " * 32 + b"\n"

# How many bytes a throw takes, its dice, its hops as the kernel has them, and a bit for each of them that is
# marked as a hit; instead of marks, that nothing or question marks stand for its play.
Throw: TypeAlias = "tuple[i64, i64, i64, i64, i64]"
EMPTY: Final = 16
UNTOLD: Final = 32
# How long a throw is at most, and how many bits all its hops.
LONGEST: Final = 63
ALL_HOPS: Final = MOST_HOPS * HOP
# How many texts of throws are remembered at most.
REMEMBERED: Final = 100_000


def throw_at(data: bytes, at: i64) -> Throw:
    """The throw that is written there, `31: 8/5 6/5`; one of no bytes where none is clear."""
    nothing: Throw = (0, 0, 0, 0, 0)
    begun = at
    one: i64 = data[at]
    two: i64 = data[at + 1]
    one -= ZERO
    two -= ZERO
    if one < 1 or one > 6 or two < 1 or two > 6 or data[at + 2] != COLON:
        return nothing
    at += 3
    hops: i64 = 0
    shift: i64 = 0
    marks: i64 = 0
    mark: i64 = 1
    while data[at] == BLANK:
        byte: i64 = data[at + 1]
        if byte in (BLANK, NEWLINE) or data[at + 3] == COLON:
            break
        start = shift
        source = point_at(data, at + 1)
        if source < 0:
            if shift:
                return nothing
            shift = ALL_HOPS
            if data[at + 1 : at + 12] == CANNOT_MOVE:
                at += 12
                break
            if data[at : at + 5] == QUESTION:
                at += 5
                marks = UNTOLD
                break
            return nothing
        at += 1 + (source & 7)
        source >>= 3
        byte = data[at]
        if byte != SLASH:
            return nothing
        while byte == SLASH:
            target = point_at(data, at + 1)
            if target < 0 or target >> 3 >= source or shift == ALL_HOPS:
                return nothing
            at += 1 + (target & 7)
            target >>= 3
            hops |= (source | target << TARGET) << shift
            shift += HOP
            byte = data[at]
            if byte == STAR:
                marks |= mark
                at += 1
                byte = data[at]
            mark <<= 1
            source = target
        if byte == OPEN:
            times: i64 = data[at + 1]
            times -= ZERO
            width = shift - start
            if times < 2 or times > 4 or data[at + 2] != CLOSE or start + times * width > ALL_HOPS:
                return nothing
            at += 3
            way = hops >> start
            while times > 1:
                hops |= way << shift
                shift += width
                times -= 1
            mark = 1 << shift // HOP
    if shift == 0:
        marks = EMPTY
    if (data[at] != BLANK and data[at] != NEWLINE) or at - begun > LONGEST:
        return nothing
    return at - begun, one, two, hops, marks


def point_at(data: bytes, at: i64) -> i64:
    """The point that is written there, times eight, and how many bytes it takes; -1 for none."""
    byte: i64 = data[at]
    if ZERO <= byte <= NINE:
        point = byte - ZERO
        byte = data[at + 1]
        if byte < ZERO or byte > NINE:
            return point << 3 | 1
        point = point * 10 + byte - ZERO
        if point < 10 or point > BAR:
            return -1
        return point << 3 | 2
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


# A step of a man: source, target, the target as the other side sees it, 0 behind the board, and whether it is
# marked as a hit. A part of a throw is a word of it, `8/5*`: its steps by numbers that fit; which dice they
# use, one for the first or any of a double and `SECOND` for the second; and flags.
Step: TypeAlias = "tuple[int, int, int, int]"
Part: TypeAlias = "tuple[list[Step], int, int]"
SECOND: Final = 1000  # more than a row has words
BEARS_OFF: Final = 1
MARKED: Final = 2
NO_PART: Final[Part] = ([], 2 * SECOND, 0)
DICE: Final = range(1, 7)
# The parts by the text of their dice, `31:`, and their own, and how much uses all of the dice.
PARTS: Final[dict[bytes, dict[bytes, Part]]] = {b"%d%d:" % (die, other): {} for die in DICE for other in DICE}
ALL_USED: Final = {dice: MOST_HOPS if dice[0] == dice[1] else 1 + SECOND for dice in PARTS}
# Throws by their texts: the steps that use all of a throw, how many of the first begin on the bar, and flags;
# of others, the throw alone.
KnownThrow: TypeAlias = "tuple[Throw | None, list[Step], int, int]"
KNOWN: Final[dict[bytes, KnownThrow]] = {}
# No throw: it has less than no steps on the bar. (Compiled, a tuple has no identity.)
UNCLEAR: Final[KnownThrow] = (None, [], -1, 0)


def known_throw(text: bytes) -> KnownThrow:
    """The throw that a text is, which is remembered; `UNCLEAR` where it is none."""
    words = text.split(b" ")
    parts = PARTS.get(words[0])
    if parts is None:
        return UNCLEAR
    steps: list[Step] = []
    used = flags = bars = 0
    for word in words[1:]:
        part = parts.get(word) or _learn_part(words[0], word)
        steps += part[0]
        used += part[1]
        flags |= part[2]
    throw: Throw | None = None
    if used != ALL_USED[words[0]]:
        throw = throw_at(text + PADDING, 0)
        if throw[0] < len(text):
            return UNCLEAR
        steps = []
        flags = 0
    while bars < len(steps) and steps[bars][0] == BAR:
        bars += 1
    known = throw, steps, bars, flags
    if len(KNOWN) < REMEMBERED:
        KNOWN[text] = known
    return known


def _learn_part(dice: bytes, word: bytes) -> Part:
    """The part that a word is, which is remembered; one that uses too much where it is not clear alone."""
    text = dice + b" " + word
    throw = throw_at(text + PADDING, 0)
    part = _part_of(throw) if throw[3] and throw[0] == len(text) else NO_PART
    if part[1] != NO_PART[1]:
        PARTS[dice][word] = part
    return part


def _part_of(throw: Throw) -> Part:
    """The steps of a throw by numbers that fit."""
    _, one, two, hops, marks = throw
    left = [one] * MOST_HOPS if one == two else [one, two]
    steps: list[Step] = []
    used = flags = 0
    if marks:
        flags = MARKED
    while hops:
        source, target = hops & POINT, hops >> TARGET & POINT
        if target == 0:
            flags |= BEARS_OFF
        while source > target:
            die = source - target if source - target in left else left[0] if left else BAR + 1
            if die > source - target:
                return NO_PART
            left.remove(die)
            used += 1 if die == one else SECOND
            opposite, mark = BAR - source + die if source > die else 0, marks & (source - die == target)
            steps.append((source, source - die, opposite, mark))
            source -= die
        hops >>= HOP
        marks >>= 1
    return steps, used, flags
