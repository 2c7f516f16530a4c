"""The records of an `.xg` file as Delphi lays them out, and what its numbers stand for.

Each field stands on its natural boundary, little-endian; a structure names only the fields that are read.
"""

from __future__ import annotations

from struct import Struct

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


def _start(men: dict[int, int]) -> bytes:
    """A position in which both sides have these men on their own points."""
    points = [men.get(point, 0) - men.get(25 - point, 0) for point in range(26)]
    return bytes(count & 255 for count in points)


USUAL = _start({24: 2, 13: 5, 8: 3, 6: 5})
STARTS = {
    NACKGAMMON: _start({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
    HYPERGAMMON: _start({24: 1, 23: 1, 22: 1}),
}


def level_name(level: int) -> str:
    """Return what the program calls a level."""
    return LEVEL_NAMES.get(level) or f"level {level}"
