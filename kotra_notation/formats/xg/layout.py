"""The records of an `.xg` file as Delphi lays them out, its boards and plays, and what its numbers stand for.

Each field stands on its natural boundary, little-endian; a structure names only the fields that are read. A
board is bytes seen by one player, and hops are counted from 0.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct, unpack

from kotra_notation.board import BAR, Cube, Points
from kotra_notation.formats.plays import REMEMBERED, spell_play
from kotra_notation.model import CannotMove, Hop, Play

MAGIC = b"RGMH"
RECORD = 2560
ROLLOUT = 2184
TYPE = 8  # the byte of a record that tells its type
MATCH, GAME, CUBE, MOVE, GAME_END, MATCH_END = range(6)
MOST_CANDIDATES = 32

# The head of the file: header version, header size, thumbnail offset and size; comments as wide characters.
FILE_HEAD = Struct("<4x2IqI")
FILE_COMMENTS = slice(40 + 3 * 2048, 40 + 4 * 2048)

# The match header: version and mark; what every version has; what came later, by the version it came with.
HEADER_MARK = 0x494C4D44
VERSION = Struct("<552xiI")
PLAYERS = Struct("<9x41s41sxii4?2d2id129s3xi2i3?129si?129s2xi")
MONEY = Struct("<560x3i3?x2i?3x2fifii")
LIMITS, LIMITS_SINCE = Struct("<612x2i"), 8
WIDE, WIDE_SINCE = Struct("<622x258s258s258s258s258s"), 24
CLOCK, CLOCK_SINCE = Struct("<1912xi?3x6i"), 25
TRANSCRIBER, TRANSCRIBER_SINCE = Struct("<1960x258s"), 30

# The game header, its automatic doubles from version 26 on.
GAME_HEAD = Struct("<12x2i?26sxi?3x3i")
AUTOMATIC_SINCE = 26

# The cube record: the action; the evaluation of the decision; errors, comment, marks, times left.
CUBE_HEAD = Struct("<12x6i26s")
DECISION = Struct("<92xi2i2ii4h7f3f2h7f")
CUBE_TAIL = Struct("<200xd8xdi12x2d4xi24x?3xi?3xi2i")
EDITED_SINCE, TIMES_SINCE = 24, 28

# The move record: the play; the candidates; error, luck, marks, comment.
MOVE_HEAD = Struct("<9x26s26s3xi32s2ii8xi")
CANDIDATES = 124
CANDIDATE_POSITIONS, CANDIDATE_PLAYS, CANDIDATE_LEVELS, CANDIDATE_NUMBERS = (
    CANDIDATES + offset for offset in (68, 900, 1156, 1284)
)
LEVELS = [Struct("<" + "hxx" * count) for count in range(MOST_CANDIDATES + 1)]
NUMBERS = [Struct(f"<{7 * count}f") for count in range(MOST_CANDIDATES + 1)]
ROLLOUTS = [Struct(f"<2344x{count}i") for count in range(MOST_CANDIDATES + 1)]
MOVE_TAIL = Struct("<2308x?3x2d8xd128x3i36x?3xi?")

GAME_FOOT = Struct("<12x2i?3x3i4x2d")
MATCH_FOOT = Struct("<12x3i2d2id")

# A rollout: truncated, greatest number of games, levels of plays, seed, cube levels; games, two errors.
ROLLOUT_SETTINGS = Struct("<?23x3i8x2i12xi")
ROLLOUT_RESULT = Struct("<84xi1932x2f112xi")

UNLIMITED = 99999
NOT_ANALYSED = -999  # what stands below it is no number; XG writes -1000
NO_DECISION = -100
NO_CUBE_LIMIT = 10

LEVEL_NAMES = {
    **{level: f"{level + 1}-ply" for level in range(7)},
    12: "3-ply red",
    100: "rollout",
    998: "Book",
    999: "Book",
    1000: "XG Roller",
    1001: "XG Roller+",
    1002: "XG Roller++",
}
BY_ROLLOUT = 100

SITES = {
    0: "GammonSite",
    1: "FIBS",
    2: "TrueMoneyGames",
    3: "GridGammon",
    4: "DailyGammon",
    5: "NetGammon",
    7: "Play65",
    9: "PartyGammon",
    11: "BGRoom",
    15: "XG Mobile",
}
MODES = ("free", "tutor", "teaching", "coaching", "competition", "ironman", "custom")
CLOCKS = ("none", "Fischer", "Bronstein")

NACKGAMMON, HYPERGAMMON, LONGGAMMON = 1, 2, 3
VARIANTS = {NACKGAMMON: "nackgammon", HYPERGAMMON: "hypergammon"}


BOARD = Struct("26b")
NO_BOARD = bytes(26)
MEN = 15
GREATEST_POWER = 20  # of the cube

_PLAY = Struct("<8i")
_END = 255  # where a hop of a candidate would begin
_NEGATIVE = bytes(-count & 255 for count in range(256))

Way = tuple[Hop, ...]


def _start_of(men: dict[int, int]) -> bytes:
    """Return a position in which both sides have these men on their own points."""
    points = [men.get(point, 0) - men.get(25 - point, 0) for point in range(26)]
    return bytes(count & 255 for count in points)


USUAL = _start_of({24: 2, 13: 5, 8: 3, 6: 5})
STARTS = {
    NACKGAMMON: _start_of({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    HYPERGAMMON: _start_of({24: 1, 23: 1, 22: 1}),
}


def level_name(level: int) -> str:
    """Return what the program calls a level."""
    return LEVEL_NAMES.get(level) or f"level {level}"


def turn_board(board: bytes) -> bytes:
    """Return a board as the other player sees it."""
    return board[::-1].translate(_NEGATIVE)


def seen_by(active: int, board: bytes) -> bytes:
    """Return a board that player 1 sees as the active one does, and back."""
    return board if active == 1 else turn_board(board)


def points_of(board: bytes) -> Points:
    """Return the men on a board; ValueError where one side has more than there are."""
    counts: Points = BOARD.unpack(board)
    own, other = sum([n for n in counts if n > 0]), -sum([n for n in counts if n < 0])
    if max(own, other) > MEN or counts[0] > 0 or counts[BAR] < 0:
        raise ValueError(f"{own} and {other} men, {counts[BAR]} and {-counts[0]} of them on the bar")
    return counts


def hops_of(play: tuple[int, ...]) -> Way:
    """Return the hops of a play written as from, to, from, to …; ValueError for a point that is none."""
    way: list[Hop] = []
    for source, target in zip(play[::2], play[1::2], strict=True):
        if source == -1:
            break
        if not (0 <= source < BAR and target < BAR - 1):
            raise ValueError(f"from {source} to {target}")
        way.append(Hop(source + 1, max(target + 1, 0)))
    return tuple(way)


@lru_cache(maxsize=REMEMBERED)
def deed_of(play: bytes) -> Play | CannotMove:
    """Return what a move record says was played."""
    way = hops_of(_PLAY.unpack(play))
    return Play(hops=way) if way else CannotMove()


def choice_of(play: bytes) -> str:
    """Return a candidate as it is spelled, empty where it is no play; bytes behind its end mean nothing."""
    if play[2] == _END:
        return _choice(play[:2])
    return _choice(play[:4] if play[4] == _END else play[:6] if play[6] == _END else play)


@lru_cache(maxsize=REMEMBERED)
def _choice(play: bytes) -> str:
    numbers = unpack(f"{len(play)}b", play)
    words = [_hop(*hop) for hop in zip(numbers[::2], numbers[1::2], strict=True)]
    return " ".join(words) if all(words) else ""


@lru_cache(maxsize=1 << 12)
def _hop(source: int, target: int) -> str:
    try:
        return "" if source == target else spell_play(hops_of((source, target)))
    except ValueError:
        return ""


def board_after(board: bytes, way: Way) -> bytes:
    """Return the board after a play, legal or not, seen by the player who made it."""
    men = bytearray(board)
    for source, target, _ in way:
        men[source] = men[source] - 1 & 255
        if target:
            if men[target] == 255:
                men[target] = 0
                men[0] = men[0] - 1 & 255
            men[target] = men[target] + 1 & 255
    return bytes(men)


def cube_of(power: int, automatic: int, first: int) -> Cube:
    """Return the cube of a power of two: above 0 for player 1, who sits at `first`, below for player 2."""
    owner = None if not power else first if power > 0 else 1 - first
    return Cube(value=1 << min(abs(power) + automatic, GREATEST_POWER), owner=owner)
