"""Rows of throws in a match text, read from its bytes and made on two boards as far as they are sound.

Compiled with the kernel, and like it of ints, bytes and lists of ints only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.rules.kernel import BAR, KernelBoards

if TYPE_CHECKING:
    from mypy_extensions import i64

# What rows of a match text are made of.
NEWLINE: Final = 10
BLANK: Final = 32
OPEN: Final = 40
CLOSE: Final = 41
STAR: Final = 42
SLASH: Final = 47
ZERO: Final = 48
NINE: Final = 57
COLON: Final = 58
NARROWEST: Final = 24  # no right cell begins before this where there are columns
CANNOT_MOVE: Final = b"Cannot Move"


class KernelRows(KernelBoards):
    """The rows of one game of a match text, made on two boards from the bytes of the file.

    `turns` have been made, `hit` and `marked` men were hit; `number` is that of the row read last, `seat` who
    threw last, -1 before the first throw. The bytes end with more than a line that says nothing.
    """

    def __init__(self, data: bytes, first: list[int], second: list[int]) -> None:
        super().__init__(first, second)
        self.data = data
        self.number: i64 = 0
        self.seat: i64 = -1
        self.turns: i64 = 0
        self.hit: i64 = 0
        self.marked_hits: i64 = 0
        self.inside = False

    def run(self, at: i64, end: i64) -> i64:
        """Where the first line begins that is no row of two sound throws.

        Where the first of the two is one, and made, the second begins there, and this is `inside` a row; -1
        where a row is not clear.
        """
        data = self.data
        self.inside = False
        while at < end:
            i: i64 = at
            while data[i] == BLANK:
                i += 1
            number: i64 = 0
            while ZERO <= data[i] <= NINE and number < 10000:
                number = number * 10 + data[i] - ZERO
                i += 1
            if number != self.number + 1 or data[i] != CLOSE or data[i + 1] != BLANK:
                return at
            i = self.throw(i + 2, 0)
            if i < 0:
                return at
            self.number = number
            begun = i
            while data[i] == BLANK:
                i += 1
            if data[i] != NEWLINE and (i == begun or i - at < NARROWEST):
                return -1
            behind = self.throw(i, 1)
            if behind < 0:
                self.inside = True
                return i
            i = behind
            while data[i] == BLANK:
                i += 1
            if data[i] != NEWLINE:
                return -1
            at = i + 1
        return at

    def throw(self, at: i64, seat: i64) -> i64:
        """Reads a throw and makes it, if it is sound and the seat's turn; the place behind it, or -1."""
        if self.seat == seat or self.over:
            return -1
        behind = self._read(at)
        if behind < 0:
            return -1
        data = self.data
        dice_1: i64 = data[at]
        dice_2: i64 = data[at + 1]
        if (self.turns == 0 and dice_1 == dice_2) or not self.sound(seat, dice_1 - ZERO, dice_2 - ZERO):
            return -1
        k: i64 = 0
        while k < self.count:
            if self.hits >> k & 1:
                self.hit += 1
                self.marked_hits += self.marked[k]
            elif self.marked[k]:
                # A mark that is wrong: what was made cannot be gone on with.
                return -1
            k += 1
        self.seat = seat
        self.turns += 1
        return behind

    def _read(self, at: i64) -> i64:
        """Notes the hops of a throw, `31: 8/5 6/5`; the place behind them, or -1 where that is not clear."""
        data = self.data
        if data[at + 2] != COLON:
            return -1
        at += 3
        count: i64 = 0
        while data[at] == BLANK and data[at + 1] != BLANK and data[at + 1] != NEWLINE:
            if data[at + 3] == COLON:
                break
            at += 1
            begun = count
            source = self._point(at)
            if source < 0:
                if begun or data[at : at + 11] != CANNOT_MOVE:
                    return -1
                at += 11
                break
            at += source & 7
            source >>= 3
            if data[at] != SLASH:
                return -1
            while data[at] == SLASH:
                target = self._point(at + 1)
                if target < 0 or count == 8:
                    return -1
                at += 1 + (target & 7)
                target >>= 3
                if target >= source:
                    return -1
                self.source[count] = source
                self.target[count] = target
                self.marked[count] = 0
                if data[at] == STAR:
                    self.marked[count] = 1
                    at += 1
                count += 1
                source = target
            if data[at] == OPEN:
                times: i64 = data[at + 1]
                times -= ZERO
                if times < 2 or times > 4 or data[at + 2] != CLOSE:
                    return -1
                at += 3
                length = count - begun
                while times > 1 and count + length <= 8:
                    k: i64 = 0
                    while k < length:
                        self.source[count] = self.source[count - length]
                        self.target[count] = self.target[count - length]
                        self.marked[count] = 0
                        count += 1
                        k += 1
                    times -= 1
                if times > 1:
                    return -1
            if data[at] != BLANK and data[at] != NEWLINE:
                return -1
        self.count = count
        return at

    def _point(self, at: i64) -> i64:
        """The point that is written there, times eight, and how many bytes it takes; -1 for none."""
        data = self.data
        byte: i64 = data[at]
        if ZERO <= byte <= NINE:
            point: i64 = byte - ZERO
            byte = data[at + 1]
            if ZERO <= byte <= NINE:
                point = point * 10 + byte - ZERO
                return point << 3 | 2 if 10 <= point <= BAR else -1
            return point << 3 | 1
        word = data[at : at + 3]
        if word in (b"bar", b"Bar"):
            return BAR << 3 | 3
        return 3 if word in (b"off", b"Off") else -1
