"""A game of a match text, read from its bytes and made on two boards as long as it is sound.

Compiled with the kernel, and like it of ints, bytes and lists of ints only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kotra_notation.fast.kernel import BAR, HOP, POINT, TARGET, KernelBoards
from kotra_notation.fast.throw_texts import (
    BEARS_OFF,
    BLANK,
    CLOSE,
    EMPTY,
    KNOWN,
    MARKED,
    NEWLINE,
    NINE,
    UNTOLD,
    ZERO,
    KnownThrow,
    Throw,
    known_throw,
    number_at,
    throw_at,
)
from kotra_notation.rules.worth import START

if TYPE_CHECKING:
    from mypy_extensions import i64

# The men of a side at the start, as it sees them.
SIDE: Final = [max(men, 0) for men in START]
MEN: Final = sum(SIDE)

# What rows of a match text are made of.
LETTER_S: Final = 115
DOUBLES: Final = b"Doubles => "
TAKES: Final = b"Takes"
DROPS: Final = b"Drops"
WINS: Final = b"Wins "
LOSSES: Final = b"Losses "
CONCEDES: Final = b"Concedes"
POINTS: Final = b" point"
MATCH: Final = b" and the match"

# How much of a number a hop takes in a log, and what is done beside throws.
HOP_BITS: Final = 12
DOUBLED: Final = 0
TAKEN: Final = 1
DROPPED: Final = 2
WON: Final = 3

# No right cell begins before this where there are columns, a lone left one at this at the latest.
NARROWEST: Final = 24
LEFT: Final = 12
# How far from the name above it a lone right cell may begin; blanks behind a number that has a left cell.
SLACK: Final = 3
NEAR: Final = 2

# How long a row is at most whose throws are read by their texts.
LONGEST_ROW: Final = 120
# How rows begin that are looked for so.
NUMBERED: Final = 200
NUMBERS: Final = [b"%3d) " % (number + 1) for number in range(NUMBERED)]
WIDE_NUMBERS: Final = [b"  %d) " % (number + 1) for number in range(NUMBERED)]
BLANKS: Final = b" "


class KernelGame(KernelBoards):
    """A game of a match text from its first row on.

    `column` is where the right name begins. `number` is that of the row read last, `seat` who threw last, -1
    before the first throw; `turns` were made; `hits_marked` and `hits_bare` are 0 where no hit is marked, or
    none is not. `owner` of the cube and who has `offered` it are seats or -1. `winner`, `points` and `match`
    are as written. `plain` says that nothing is compiled: then throws are read by their texts.

    Where a game is `logged`, of each throw its place is kept in `places`, seat and dice in `thrown` (64 for
    seat 1, seven times the first die, the second), and its hops in order in `plays`, `HOP_BITS` each: source
    and target in five bits, whether a hit is marked, and whether there is one. `acts` has four numbers of all
    else that was done: how many turns were made before, whose it is, what, and the cube or the points.
    """

    def __init__(self, data: bytes, column: i64, plain: bool) -> None:
        super().__init__(SIDE[:], SIDE[:], MEN, MEN)
        self.data = data
        self.column = column
        self.plain = plain
        self.number: i64 = 0
        self.seat: i64 = -1
        self.turns: i64 = 0
        self.hits_marked: i64 = 0
        self.hits_bare: i64 = 0
        # How many points either side lacks, 0 where there is no match; whether there is no cube.
        self.need_1: i64 = 0
        self.need_2: i64 = 0
        self.crawford = False
        self.cube: i64 = 1
        self.owner: i64 = -1
        self.offered: i64 = -1
        # Nothing may come but an answer or a result: a double waits, or the game has ended, since all men are
        # off, the cube was dropped, a throw was not played or a side says what it has lost.
        self.closed = False
        self.dropped = False
        self.untold = False
        self.loser: i64 = -1
        self.winner: i64 = -1
        self.points: i64 = 0
        self.match = False
        self.logged = False
        self.places: list[int] = []
        self.plays: list[int] = []
        self.thrown = bytearray()
        self.acts: list[int] = []

    def read(self, at: i64, end: i64) -> i64:
        """Reads row after row, to the result; the place behind it, -1 where something is not clear."""
        while at < end and self.winner < 0:
            if self.plain and not self.closed and not self.logged:
                at = self._known_rows(at)
                if at < 0:
                    return -1
            at = self._row(at)
            if at < 0:
                return -1
        return at if self.winner >= 0 else -1

    def _known_rows(self, at: i64) -> i64:
        """Reads rows of two throws by their texts; where the first other row begins, -1 if not sound."""
        data = self.data
        while self.number < NUMBERED:
            number = NUMBERS[self.number]
            if not data.startswith(number, at):
                number = WIDE_NUMBERS[self.number]
                if not data.startswith(number, at):
                    return at
            left_at: i64 = at + len(number)
            stop: i64 = data.find(b"\n", left_at)
            right_at: i64 = data.find(b":", left_at + 3, stop) - 2
            if right_at - at < NARROWEST or stop - at > LONGEST_ROW or data[right_at - 1] != BLANK:
                return at
            text = data[left_at:right_at].rstrip(BLANKS)
            left = KNOWN.get(text) or known_throw(text)
            text = data[right_at:stop].rstrip(BLANKS)
            right = KNOWN.get(text) or known_throw(text)
            if left[2] < 0 or right[2] < 0:
                return at
            if not self._steps(0, left) and not self._throw(0, left_at, left[0] or throw_at(data, left_at)):
                return -1
            if not self._steps(1, right) and not self._throw(
                1, right_at, right[0] or throw_at(data, right_at)
            ):
                return -1
            self.number += 1
            at = stop + 1
        return at

    def _steps(self, seat: i64, known: KnownThrow) -> bool:
        """Makes a throw if no number can enter, or step by step if it uses all of it with hits as it says.

        So it is sound. False says nothing of it, and nothing is made.
        """
        throw, steps, bars, flags = known
        if self.seat != 1 - seat or self.closed:
            return False
        mine, theirs = self.first, self.second
        if seat:
            mine, theirs = theirs, mine
        if throw:
            if throw[4] != EMPTY or not mine[BAR] or theirs[throw[1]] < 2 or theirs[throw[2]] < 2:
                return False
        elif mine[BAR] != bars or (flags & BEARS_OFF and not self._are_home(seat, mine)):
            return False
        made = 0
        for source, target, opposite, mark in steps:
            if not mine[source] or (opposite and theirs[opposite] != mark):
                break
            mine[source] -= 1
            mine[target] += 1
            if mark:
                theirs[opposite] = 0
                theirs[BAR] += 1
            made += 1
        else:
            if flags:
                if flags & MARKED:
                    self.home = 0
                    self.hits_marked = 1
                if flags & BEARS_OFF and mine[0] == (self.men_2 if seat else self.men_1):
                    self.over = self.closed = True
            self.seat = seat
            self.turns += 1
            return True
        for source, target, opposite, mark in steps[:made]:
            mine[source] += 1
            mine[target] -= 1
            if mark:
                theirs[opposite] = 1
                theirs[BAR] -= 1
        return False

    def _row(self, begun: i64) -> i64:
        """Reads a row; where the next line begins, -1 for what is not clear."""
        data = self.data
        at = begun
        byte: i64 = data[at]
        while byte == BLANK:
            at += 1
            byte = data[at]
        seat: i64 = 0
        if ZERO <= byte <= NINE:
            number = number_at(data, at)
            at += number & 7
            if number >> 3 != self.number + 1 or data[at] != CLOSE or data[at + 1] != BLANK:
                return -1
            self.number += 1
            at += 1
            near = at + NEAR
            while data[at] == BLANK:
                at += 1
            if at > near or at - begun > LEFT:
                seat = self._side(at - begun)
        elif byte == NEWLINE and self.loser >= 0:
            return at + 1
        elif data[at : at + 5] == WINS:
            seat = self._side(at - begun)
        else:
            return -1
        if seat < 0:
            return -1
        while True:
            throw = throw_at(data, at)
            behind = at + throw[0]
            if behind == at:
                behind = self._deed(at, seat)
                if behind < 0:
                    return -1
            elif not self._throw(seat, at, throw):
                return -1
            at = behind
            byte = data[at]
            while byte == BLANK:
                at += 1
                byte = data[at]
            if byte == NEWLINE:
                return at + 1
            if seat or at == behind or at - begun < NARROWEST or self.winner >= 0:
                return -1
            seat = 1

    def _side(self, column: i64) -> i64:
        """Return whose a cell is that stands alone in its line, -1 where that is not clear."""
        right = self.column
        if right < NARROWEST:
            return -1
        if right - SLACK <= column <= right + SLACK:
            return 1
        return 0 if 0 < column <= LEFT < right - SLACK else -1

    def _deed(self, at: i64, seat: i64) -> i64:
        """Reads an action with the cube or a result; the place behind it, or -1."""
        data = self.data
        word = data[at : at + 5]
        if word == WINS:
            return self._result(at + 5, seat)
        if word in (TAKES, DROPS):
            if self.offered != 1 - seat:
                return -1
            self.offered = -1
            if word == TAKES:
                self._act(seat, TAKEN, 0)
                self.cube *= 2
                self.owner = seat
                self.closed = False
            else:
                self._act(seat, DROPPED, 0)
                self.owner = 1 - seat
                self.dropped = True
            return at + 5
        if data[at : at + 11] == DOUBLES:
            value = number_at(data, at + 11)
            if value >> 3 != 2 * self.cube or not self._may_double(seat):
                return -1
            self.offered = seat
            self.closed = True
            self._act(seat, DOUBLED, value >> 3)
            return at + 11 + (value & 7)
        if data[at : at + 7] == LOSSES and self.offered < 0 and self.loser < 0:
            lost = number_at(data, at + 7)
            self.loser = seat
            self.closed = True
            self.points = lost >> 3
            return self._points(at + 7 + (lost & 7)) if self.points else -1
        if data[at : at + 8] == CONCEDES and not self.closed:
            self.loser = seat
            self.closed = True
            return at + 8
        return -1

    def _act(self, seat: i64, what: i64, value: i64) -> None:
        if self.logged:
            self.acts += [self.turns, seat, what, value]

    def _may_double(self, seat: i64) -> bool:
        need = self.need_2 if seat else self.need_1
        if self.closed or self.crawford or self.seat != 1 - seat or self.owner == 1 - seat:
            return False
        return need == 0 or need > self.cube

    def _result(self, at: i64, seat: i64) -> i64:
        """Reads what a seat wins; the place behind it, or -1."""
        won = number_at(self.data, at)
        points = won >> 3
        if self.offered >= 0 or points == 0 or (self.untold and self.seat == seat):
            return -1
        if self.loser == seat or self.points not in (0, points):
            return -1
        self.winner = seat
        self.points = points
        self._act(seat, WON, points)
        at = self._points(at + (won & 7))
        if at >= 0 and self.data[at : at + 14] == MATCH:
            self.match = True
            at += 14
        return at

    def _points(self, at: i64) -> i64:
        """The place behind the word for points, or -1."""
        if self.data[at : at + 6] != POINTS:
            return -1
        return at + 7 if self.data[at + 6] == LETTER_S else at + 6

    def _throw(self, seat: i64, at: i64, throw: Throw) -> bool:
        """Makes a throw that is written there, if it is sound and the seat's turn."""
        _, one, two, hops, marks = throw
        if self.closed or (self.seat != 1 - seat and (self.seat == seat or one == two)):
            return False
        if marks == UNTOLD or not self.sound(seat, one, two, hops):
            if marks < EMPTY:
                return False
            self.untold = True
            self.closed = True
        elif self.over:
            self.closed = True
        if hops and (self.hits or marks):
            if marks & ~self.hits:
                return False
            self.hits_marked |= marks
            self.hits_bare |= self.hits & ~marks
        self.seat = seat
        self.turns += 1
        if self.logged:
            self.places.append(at)
            self.thrown.append(seat << 6 | 7 * one + two)
            self.plays.append(self._play(hops, marks))
        return True

    def _play(self, hops: i64, marks: i64) -> i64:
        """Hops as they are logged."""
        play: i64 = 0
        hits = self.hits
        while hops:
            hop = (hops & POINT) << 7 | (hops >> TARGET & POINT) << 2 | (marks & 1) << 1 | (hits & 1)
            play = play << HOP_BITS | hop
            hops >>= HOP
            hits >>= 1
            marks >>= 1
        return play
