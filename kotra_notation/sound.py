"""The door: a match text that is sound in every respect is proved so at once, and nothing else is said.

What is not proved is read and replayed as everything is, with all its findings. A record that is proved gives
the same results there and no finding, not even a note; `tools.proofs` and the tests hold it to that.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kotra_notation.rules.modern import START, WINS, win_size
from kotra_notation.rules.outcome import is_crawford
from kotra_notation.rules.rows import NARROWEST, NEWLINE, KernelRows

# The men of a side at the start, as it sees them.
SIDE = [max(men, 0) for men in START]

# Blank lines, tags that say nothing of how a match is judged, and its length.
HEAD = re.compile(
    rb'(?:; \[(?:Event|Round|Place|Annotator|Site) "[^"\n\[\]]*"\] *\n'
    rb'|; \[EventDate "(?:[12][0-9]{3}\.(?:0[1-9]|1[0-2])\.(?:[01][1-9]|10|2[0-8]))?"\] *\n|[ ]*\n)*'
    rb" ?(0|[1-9][0-9]?) point match *\n(?:[ ]*\n)*"
)
GAME = re.compile(
    rb" ?Game ([1-9][0-9]?) *\n"
    rb" ?([A-Za-z\x80-\xff][A-Za-z.'\x80-\xff-]*(?: [A-Za-z.'\x80-\xff-]+)*) : ([0-9]{1,2})"
    rb" {2,}([A-Za-z\x80-\xff][A-Za-z.'\x80-\xff-]*(?: [A-Za-z.'\x80-\xff-]+)*) : ([0-9]{1,2}) *\n"
)
NUMBER = re.compile(rb" *([1-9][0-9]{0,3})\)( +)")
WORDS = re.compile(
    rb"Doubles => ([0-9]{1,4})|(Takes)|(Drops)|Wins ([1-9][0-9]{0,3}) points?( and the match)?"
)
BLANKS = re.compile(rb" *")
LONE = re.compile(rb" +(?=Wins )")
GAP = re.compile(rb"(?: *\n)*")
# Blanks behind the number of a row that has a left cell; where a lone left cell begins at the latest; how far
# from the name above it a lone right one may begin.
NEAR, LEFT, SLACK = 2, 12, 3
PADDING = b"\n\n" + b" " * 16


class ProvedGame(NamedTuple):
    """The result of one game."""

    winner: int
    points: int
    kind: str
    turns: int
    crawford: bool


class Proof(NamedTuple):
    """What comes of a match that is sound."""

    players: tuple[str, str]
    length: int
    games: tuple[ProvedGame, ...]
    score: tuple[int, int]


def proved(data: bytes) -> Proof | None:
    """What comes of a match text if it is sound in every respect; None says nothing."""
    try:
        data.decode()
    except ValueError:
        return None
    head = HEAD.match(data)
    if head is None or b"\r" in data or b"\t" in data or b"\0" in data:
        return None
    length, at, size = int(head[1]), head.end(), len(data)
    data += PADDING
    score = before = (0, 0)
    games: list[ProvedGame] = []
    players: tuple[bytes, bytes] | None = None
    hit = marked = 0
    while at < size:
        named = GAME.match(data, at)
        if named is None or (length and max(score) >= length):
            return None
        if int(named[1]) != len(games) + 1 or (int(named[3]), int(named[5])) != score:
            return None
        if (named[2], named[4]) != (players or (named[2], named[4])) or named[2] == named[4]:
            return None
        players = named[2], named[4]
        crawford = bool(is_crawford(length, score, before))
        column = named.start(4) - data.rfind(b"\n", 0, named.start(4)) - 1
        game = _Game(data, length, score, crawford, column)
        if (at := game.read(named.end(), size)) < 0:
            return None
        rows = game.rows
        hit, marked = hit + rows.hit, marked + rows.marked_hits
        games.append(ProvedGame(game.winner, game.points, game.kind, rows.turns, crawford))
        before = score
        score = score[0] + game.points * (game.winner == 0), score[1] + game.points * (game.winner == 1)
        if game.match and not (length and score[game.winner] >= length):
            return None
        gap = GAP.match(data, at)
        assert gap is not None
        at = gap.end()
    unfinished = length and max(score) < length
    if players is None or unfinished or marked not in (0, hit):
        return None
    one, two = (name.decode() for name in players)
    return Proof((one, two), length, tuple(games), score)


class _Game:
    """One game: its rows by the kernel, cube and result around them."""

    def __init__(self, data: bytes, length: int, score: tuple[int, int], crawford: bool, column: int) -> None:
        self.data = data
        self.rows = KernelRows(data, SIDE[:], SIDE[:])
        self.length = length
        self.need = [length - points for points in score]
        self.crawford = crawford
        self.column = column
        self.cube = 1
        self.owner: int | None = None
        self.offered: int | None = None  # who has doubled and waits for an answer
        self.winner = -1
        self.points = 0
        self.kind = ""
        self.match = False
        self.dropped = False

    def read(self, at: int, size: int) -> int:
        """The rows from `at` on, to the result; the place behind it, or -1 where something is not clear."""
        rows, data = self.rows, self.data
        while self.winner < 0:
            if self.offered is None and not self.dropped:
                at = rows.run(at, size)
                if at < 0:
                    return -1
            else:
                rows.inside = False
            if at >= size:
                return -1
            if rows.inside:
                if data[at] == NEWLINE:
                    at += 1
                    continue
                seat, place = 1, at
            elif number := NUMBER.match(data, at):
                if int(number[1]) != rows.number + 1:
                    return -1
                rows.number += 1
                place = number.end()
                seat = 0 if len(number[2]) <= NEAR else self._side(place - at)
            elif lone := LONE.match(data, at):
                place = lone.end()
                seat = self._side(place - at)
            else:
                return -1
            if seat < 0:
                return -1
            at = self._cells(place, seat)
            if at < 0:
                return -1
        return at

    def _side(self, column: int) -> int:
        """Whose a cell is that stands alone in its line, -1 where that is not clear."""
        if abs(column - self.column) <= SLACK:
            return 1
        return 0 if column <= LEFT < self.column - SLACK else -1

    def _cells(self, at: int, seat: int) -> int:
        """The cells from `at` on, the first of a seat; where the next line begins, or -1."""
        data = self.data
        while True:
            behind = self._cell(at, seat)
            if behind < 0:
                return -1
            blanks = BLANKS.match(data, behind)
            assert blanks is not None
            at = blanks.end()
            if data[at] == NEWLINE:
                return at + 1
            column = at - data.rfind(b"\n", 0, at) - 1
            if seat == 1 or at == behind or column < NARROWEST or self.winner >= 0:
                return -1
            seat = 1

    def _cell(self, at: int, seat: int) -> int:
        """A throw, an action with the cube or a result; the place behind it, or -1."""
        rows = self.rows
        words = WORDS.match(self.data, at)
        if words is None:
            return -1 if self.offered is not None or self.dropped else rows.throw(at, seat)
        value, takes, drops, points, match = words.groups()
        if value:
            barred = self.crawford or self.owner not in (None, seat) or rows.seat in (seat, -1)
            useless = self.length and self.need[seat] <= self.cube
            if (
                barred
                or useless
                or rows.over
                or self.offered is not None
                or self.dropped
                or int(value) != 2 * self.cube
            ):
                return -1
            self.offered = seat
        elif takes or drops:
            if self.offered != 1 - seat:
                return -1
            self.offered = None
            if takes:
                self.cube, self.owner = 2 * self.cube, seat
            else:
                self.dropped = True
                self.owner = 1 - seat
        elif not self._ends(seat, int(points), match is not None):
            return -1
        return words.end()

    def _ends(self, seat: int, points: int, match: bool) -> bool:
        """Whether a result that is written is what the game has come to."""
        rows = self.rows
        if self.offered is not None:
            return False
        if self.dropped:
            worth, winner, kind = self.cube, self.owner, "drop"
        elif rows.over:
            winner = rows.seat
            loser = rows.first if winner else rows.second
            size = win_size(tuple(loser), loser[0])
            if size > 1 and not self.length and self.owner is None:
                return False  # it would be single by Jacoby's rule, which nobody has said
            worth, kind = size * self.cube, WINS[size - 1]
        elif not rows.turns:
            return False
        else:
            winner, kind = seat, "resign"
            worth = points if points in (self.cube, 2 * self.cube, 3 * self.cube) else 0
        self.winner, self.points, self.kind, self.match = seat, points, kind, match
        return winner == seat and worth == points
