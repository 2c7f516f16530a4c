"""The records of an `.xg` file as Delphi lays them out, its boards and plays, and what its numbers stand for.

Each field stands on its natural boundary, little-endian; a structure names only the fields that are read. A
board is bytes seen by one player, and hops are counted from 0.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from struct import Struct, unpack

from kotra_notation.board import BAR, Cube, Points, Standing
from kotra_notation.formats.plays import REMEMBERED, spell_play
from kotra_notation.model import CannotMove, Hop, Play, Player
from kotra_notation.values import dataclass

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
NO_DECISION = -100
NO_CUBE_LIMIT = 10

LEVEL_NAMES = {level: f"{level + 1}-ply" for level in range(7)} | {
    12: "3-ply red", 100: "rollout", 998: "Book", 999: "Book", 1000: "XG Roller", 1001: "XG Roller+",
    1002: "XG Roller++",
}  # fmt: skip
BY_ROLLOUT = 100
SITES = {
    0: "GammonSite", 1: "FIBS", 2: "TrueMoneyGames", 3: "GridGammon", 4: "DailyGammon", 5: "NetGammon",
    7: "Play65", 9: "PartyGammon", 11: "BGRoom", 15: "XG Mobile",
}  # fmt: skip
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


def seen_by(active: int, board: bytes) -> bytes:
    """Return a board that player 1 sees as the active one does, and back."""
    return board if active == 1 else board[::-1].translate(_NEGATIVE)


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


EPOCH = datetime(1899, 12, 30)
LATEST = 200_000  # days, in the 25th century
MOST_AUTOMATIC = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class XgHeader:
    """The match header; players by seat, the file's player 1 is seat 0."""

    version: int = 0
    marked: bool = False
    players: tuple[Player, Player] = (Player(), Player())
    length: int | None = None
    variation: int = 0
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    automatic: int | None = None
    cube_limit: int | None = None
    info: tuple[tuple[str, str], ...] = ()
    comments: tuple[int, int] = (-1, -1)

    @property
    def start(self) -> bytes:
        """The board at the beginning of a game, the same for both players."""
        return STARTS.get(self.variation, USUAL)

    @property
    def men(self) -> tuple[int, int]:
        """Return how many men each side has."""
        return (3, 3) if self.variation == HYPERGAMMON else (15, 15)

    def rules(self, *, raccoons: bool) -> str | None:
        """Return the rules, None where the header says nothing that a reader would not suppose."""
        stated = []
        if self.variation in VARIANTS:
            stated.append(f"variant={VARIANTS[self.variation]}")
        if self.length:
            stated += ["crawford=off"] * (not self.crawford)
        elif self.length == 0:
            stated += [f"texas={_switch(self.jacoby)}", f"beavers={_switch(self.beavers)}"]
            stated += ["raccoons=on"] * raccoons
        if self.automatic is not None:
            stated.append(f"auto_doubles={self.automatic}")
        if self.cube_limit is not None:
            stated.append(f"cube.limit={self.cube_limit}")
        return ",".join(["modern", *stated]) if stated else None

    def standing(self, score: tuple[int, int], *, crawford: bool) -> Standing:
        """Return what stands around a position of the file."""
        money = not self.length
        facts = {"crawford": crawford, "jacoby": self.jacoby and money, "beavers": self.beavers and money}
        return Standing(score=score, length=self.length or 0, cube_limit=self.cube_limit, **facts)


NO_HEADER = XgHeader()


def _switch(on: bool) -> str:
    return "on" if on else "off"


def wide(content: bytes) -> str:
    """Return a wide string, as far as it goes."""
    return content.decode("utf-16-le", "replace").partition("\0")[0].strip()


def short(content: bytes) -> str:
    """Return a short string of old versions: its length, then bytes of Windows-1252."""
    return content[1 : 1 + content[0]].decode("cp1252", "replace").replace("\0", " ").strip()


def moment(days: float) -> datetime | None:
    """Return a Delphi date, None where there is none."""
    if not 1 <= days <= LATEST:
        return None
    return EPOCH + timedelta(seconds=round(days * 86400))


def read(record: bytes, begin: int) -> XgHeader:
    """Return what a match header says."""
    (
        first, second, length, variation, crawford, jacoby, beavers, automatic, elo1, elo2, experience1,
        experience2, date, event, game_id, level1, level2, _, _, _, place, mode, _, round_, _,
    ) = PLAYERS.unpack_from(record, begin)  # fmt: skip
    version, mark = VERSION.unpack_from(record, begin)
    words = {"event": short(event), "place": short(place), "round": short(round_)}
    names = [short(first), short(second)]
    if version >= WIDE_SINCE:
        event, first, second, place, round_ = map(wide, WIDE.unpack_from(record, begin))
        names = [first or names[0], second or names[1]]
        wide_words = {"event": event, "place": place, "round": round_}
        words = {key: text or words[key] for key, text in wide_words.items()}
    marked = mark == HEADER_MARK
    money = length == UNLIMITED
    ratings = ((elo1, experience1, level1), (elo2, experience2, level2))
    left, right = (_player(name, *rating, marked=marked) for name, rating in zip(names, ratings, strict=True))
    limit, most_automatic = _limits(record, begin, version if marked else 0)
    return XgHeader(
        version=version if marked else 0, marked=marked, players=(left, right),
        length=0 if money else length if 0 < length < UNLIMITED else None, variation=variation,
        crawford=crawford, jacoby=jacoby, beavers=beavers,
        automatic=min(max(most_automatic, 1), MOST_AUTOMATIC) if automatic and money else None,
        cube_limit=limit,
        info=tuple(_info(record, begin, words, date, version, mode, game_id)) if marked else (),
        comments=MONEY.unpack_from(record, begin)[6:8] if marked else (-1, -1),
    )  # fmt: skip


def _player(name: str, elo: float, experience: int, level: int, *, marked: bool) -> Player:
    if not marked or not 0 < elo < 10_000:
        return Player(name=name)
    extras = {"experience": str(experience)}
    if level >= 0:
        extras["XG:plays at"] = level_name(level)
    return Player(name=name, rating=f"{elo:.2f}", extras=extras)


def _limits(record: bytes, begin: int, version: int) -> tuple[int | None, int]:
    """Return the cube limit, None where there is none, and how many automatic doubles are allowed."""
    if version < LIMITS_SINCE:
        return None, 1
    power, automatic = LIMITS.unpack_from(record, begin)
    return (1 << power if 0 <= power < NO_CUBE_LIMIT else None), automatic


def _info(
    record: bytes, begin: int, words: dict[str, str], date: float, version: int, mode: int, game_id: int
) -> list[tuple[str, str]]:
    """Return the headers that are stated, in the order and the words of the program's own text export."""
    when = moment(date)
    *_, win, loss, currency, fee, _, site = MONEY.unpack_from(record, begin)
    stated = [
        ("place", words["place"]),
        ("XG:Match ID", str(game_id) if game_id else ""),
        ("event", words["event"]),
        ("round", words["round"]),
        ("date", when.strftime("%Y.%m.%d") if when else ""),
        ("time", when.strftime("%H.%M") if when else ""),
    ]
    if version >= TRANSCRIBER_SINCE:
        stated.append(("transcriber", wide(TRANSCRIBER.unpack_from(record, begin)[0])))
    stated.append(("XG:Site", SITES.get(site, f"site {site}") if site >= 0 else ""))
    stated.append(("XG:Mode", MODES[mode] if 0 < mode < len(MODES) else ""))
    for key, amount in (("Win", win), ("Loss", loss), ("Fee", fee)):
        stated.append((f"XG:{key}", f"{amount:g}" if amount else ""))
    stated.append(("XG:Currency", str(currency) if currency and (win or loss or fee) else ""))
    if version >= CLOCK_SINCE:
        kind, per_game, begin_with, per_turn, penalty, *_ = CLOCK.unpack_from(record, begin)
        clock = CLOCKS[kind] if 0 < kind < len(CLOCKS) else f"clock {kind}" if kind else ""
        every = " for each game" if per_game else ""
        times = f"{begin_with}+{per_turn} seconds{every}, {penalty} points for running out"
        stated.append(("XG:Clock", f"{clock} {times}" if clock else ""))
    return [(key, value) for key, value in stated if value]
