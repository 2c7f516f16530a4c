"""Small `.xg` files made up field by field at the offsets of the published description; nobody in them lived.

Nothing here is taken from the reader: a field in the wrong place of either shows.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from struct import pack, pack_into

ONE, TWO = "Auðun Högnason", "Bergþóra Ýmisdóttir"  # ONE is the file's player 1, seat 0
START = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)
NOTHING = (0,) * 26
NOT_ANALYSED = -1000.0
MONEY = 99999

Board = Sequence[int]
Hops = Sequence[tuple[int, int]]


def record(kind: int, *fields: tuple[int, str, object]) -> bytes:
    """A record of a type with fields at their offsets; a sequence fills a field of several numbers."""
    made = bytearray(2560)
    made[8] = kind
    for offset, form, value in fields:
        values = value if isinstance(value, tuple | list) else (value,)
        pack_into("<" + form, made, offset, *values)
    return bytes(made)


def short(text: str, size: int) -> bytes:
    raw = text.encode("cp1252", "replace")[: size - 1]
    return bytes([len(raw)]) + raw.ljust(size - 1, b"\0")


def wide(text: str) -> bytes:
    return text.encode("utf-16-le")[:256].ljust(258, b"\0")


def match_header(
    *,
    one: str = ONE,
    two: str = TWO,
    length: int = 3,
    version: int = 30,
    mark: int = 0x494C4D44,
    variation: int = 0,
    crawford: bool = True,
    jacoby: bool = False,
    beavers: bool = False,
    automatic: int = 0,
    cube_limit: int = 10,
    place: str = "Hóll",
    comments: tuple[int, int] = (-1, -1),
    more: Iterable[tuple[int, str, object]] = (),
) -> bytes:
    wides = [(622 + 258 * at, "258s", wide(text)) for at, text in enumerate(("Vormót", one, two, place, "2"))]
    return record(
        0,
        (9, "41s", short(one, 41)),
        (50, "41s", short(two, 41)),
        (92, "2i", (length, variation)),
        (100, "4?", (crawford, jacoby, beavers, automatic > 0)),
        (104, "2d", (1712.5, 1650.25)),
        (120, "2i", (120, 45)),
        (128, "d", 46000.5),
        (136, "129s", short("Vormót", 129)),
        (268, "3i", (12345, -1, -1)),
        (283, "129s", short(place, 129)),
        (552, "2i", (version, mark)),
        (576, "2i", comments),
        (608, "3i", (-1, cube_limit, automatic)),
        *(wides if version >= 24 else ()),
        (1960, "258s", wide("Ritari Ritarason")),
        *more,
    )


def game_header(
    score: tuple[int, int] = (0, 0),
    *,
    number: int = 1,
    crawford: bool = False,
    board: Board = START,
    automatic: int = 0,
    comments: tuple[int, int] = (-1, -1),
) -> bytes:
    """Scores stand player 1 first."""
    return record(
        1,
        (12, "2i", score),
        (20, "?", crawford),
        (21, "26b", tuple(board)),
        (48, "i", number),
        (56, "3i", (*comments, automatic)),
    )


@dataclass(frozen=True)
class Decision:
    """An evaluation of the cube: equities of no double, double and take, double and pass."""

    equities: tuple[float, float, float]
    hold: tuple[float, ...] = (0.01, 0.1, 0.4, 0.6, 0.2, 0.02, 0.25)
    doubled: tuple[float, ...] = (0.01, 0.1, 0.39, 0.61, 0.2, 0.02, 0.26)
    level: int = 3
    beaver: int = 0


def cube(
    active: int,
    board: Board,
    *,
    doubled: int = 0,
    answer: int = -1,
    beaver: int = -1,
    raccoon: int = -1,
    power: int = 0,
    decision: Decision | None = None,
    errors: tuple[float, float] = (NOT_ANALYSED, NOT_ANALYSED),
    comment: int = -1,
    rollout: int = -1,
    edited: bool = False,
    flagged: bool = False,
    invalid: int = 0,
    times: tuple[int, int] = (0, 0),
) -> bytes:
    """The board is seen by player 1."""
    evaluation: list[tuple[int, str, object]] = [(120, "h", -100)]
    if decision is not None:
        evaluation = [
            (92, "i", decision.level),
            (122, "h", decision.beaver),
            (124, "7f", decision.hold),
            (152, "3f", decision.equities),
            (168, "7f", decision.doubled),
        ]
    return record(
        2,
        (12, "6i", (active, doubled, answer, beaver, raccoon, power)),
        (36, "26b", tuple(board)),
        *evaluation,
        (200, "d", errors[0]),
        (216, "d", errors[1]),
        (224, "i", rollout),
        (240, "2d", (NOT_ANALYSED, NOT_ANALYSED)),
        (260, "i", invalid),
        (288, "?", flagged),
        (292, "i", comment),
        (296, "?", edited),
        (304, "2i", times),
    )


@dataclass(frozen=True)
class Weighed:
    """A candidate: hops on the mover's own points, equity, six shares in the file's order, level, rollout."""

    hops: Hops
    equity: float
    shares: tuple[float, ...] = (0.01, 0.1, 0.4, 0.6, 0.2, 0.02)
    level: int = 3
    rollout: int = -1


def move(
    active: int,
    before: Board,
    hops: Hops,
    dice: tuple[int, int],
    *,
    after: Board | None = None,
    candidates: Sequence[Weighed] = (),
    power: int = 0,
    played: bool = True,
    luck: float = NOT_ANALYSED,
    comment: int = -1,
    invalid: int = 0,
    flagged: bool = False,
    edited: bool = False,
) -> bytes:
    """The board before is seen by player 1, the one after by the mover, as the hops make it unless given."""
    own = board_of(before, active)
    reached = tuple(after) if after is not None else made(own, hops) if played else NOTHING
    fields: list[tuple[int, str, object]] = []
    for at, one in enumerate(candidates):
        fields += [
            (124 + 68 + 26 * at, "26b", made(own, one.hops)),
            (124 + 900 + 8 * at, "8b", coded(one.hops, -1)),
            (124 + 1156 + 4 * at, "h", one.level),
            (124 + 1284 + 28 * at, "7f", (*one.shares, one.equity)),
            (2344 + 4 * at, "i", one.rollout),
        ]
    return record(
        3,
        (9, "26b", tuple(before)),
        (35, "26b", reached),
        (64, "i", active),
        (68, "8i", coded(hops, -1) if played else (0,) * 8),
        (100, "3i", (*dice, power)),
        (120, "i", len(candidates)),
        (124, "26b", own),
        (188, "i", len(candidates)),
        *fields,
        (2308, "?", played),
        (2312, "2d", (NOT_ANALYSED, luck)),
        (2480, "i", invalid),
        (2520, "?", flagged),
        (2524, "i", comment),
        (2528, "?", edited),
    )


def game_end(score: tuple[int, int], winner: int, points: int, way: int) -> bytes:
    return record(4, (12, "2i", score), (24, "3i", (winner, points, way)))


def match_end(score: tuple[int, int], winner: int) -> bytes:
    return record(5, (12, "3i", (*score, winner)))


def rollout(games: int, *, error: float = 0.01, seed: int = 7) -> bytes:
    made = bytearray(2184)
    for offset, form, value in (
        (24, "i", 1296),
        (28, "i", 2),
        (44, "i", 3),
        (64, "i", seed),
        (84, "i", games),
    ):
        pack_into("<" + form, made, offset, value)
    pack_into("<2f", made, 2020, error, error * 2)
    pack_into("<i", made, 2140, games * 2)
    return bytes(made)


def rtf(text: str) -> bytes:
    words = "".join(sign if ord(sign) < 128 else f"\\u{ord(sign)}?" for sign in text).replace("\n", "\\par ")
    return (
        b"{\\rtf1\\ansi\\ansicpg1252\\uc1{\\fonttbl{\\f0 Arial;}}\x01\x02\\pard\\f0 "
        + words.encode()
        + b"\\par}"
    )


def coded(hops: Hops, end: int) -> tuple[int, ...]:
    """Hops as the file counts points: from 0, bar 24; those of a file end where a hop would begin at -1."""
    numbers = [number - 1 for hop in hops for number in hop]
    return tuple((numbers + [end] * 8)[:8])


def board_of(board: Board, active: int) -> tuple[int, ...]:
    return tuple(board) if active == 1 else tuple(-count for count in reversed(board))


def made(board: Board, hops: Hops) -> tuple[int, ...]:
    men = list(board)
    for source, target in hops:
        men[source] -= 1
        if target > 0:
            if men[target] == -1:
                men[target], men[0] = 0, men[0] - 1
            men[target] += 1
    return tuple(men)


def hops_of(play: str) -> list[tuple[int, int]]:
    """`13/8 6/off` as pairs of points."""
    names = {"bar": 25, "off": 0}
    return [
        (names.get(source) or int(source), names[target] if target in names else int(target))
        for source, target in (hop.split("/") for hop in play.split())
    ]


@dataclass
class Recorder:
    """The records of a match as it is played; the board is seen by player 1."""

    records: list[bytes] = field(default_factory=list)
    board: tuple[int, ...] = START

    def add(self, *records: bytes) -> Recorder:
        self.records += records
        return self

    def game(self, score: tuple[int, int] = (0, 0), **more: object) -> Recorder:
        self.board = START
        return self.add(game_header(score, **more))  # type: ignore[arg-type]

    def turn(self, active: int, dice: str, play: str, **more: object) -> Recorder:
        """A cube record without a decision, and the play."""
        hops = hops_of(play)
        before = self.board
        self.add(cube(active, before, doubled=-2))
        self.add(move(active, before, hops, (int(dice[0]), int(dice[1])), **more))  # type: ignore[arg-type]
        self.board = board_of(made(board_of(before, active), hops), active)
        return self

    def file(self, *, rollouts: bytes = b"", comments: bytes = b"") -> bytes:
        return container(b"".join(self.records), rollouts=rollouts, comments=comments)


def container(
    records: bytes, *, rollouts: bytes = b"", comments: bytes = b"", indexed: bool = True, remark: str = ""
) -> bytes:
    """The file around the records."""
    head = bytearray(8232)
    pack_into("<4s2IqI", head, 0, b"RGMH", 1, 8232, 0, 4)
    head[40 + 3 * 2048 :] = remark.encode("utf-16-le").ljust(2048, b"\0")
    contents = {"temp.xg": records, "temp.xgi": records[:2560] + records[-2560:]}
    contents |= {name: held for name, held in (("temp.xgr", rollouts), ("temp.xgc", comments)) if held}
    archive, index = b"", b""
    for name, content in contents.items():
        packed = zlib.compress(content, 9)
        index += bytes([len(name)]) + name.encode().ljust(255, b"\0") + bytes(256)
        index += pack("<3iI4B", len(content), len(packed), len(archive), zlib.crc32(content), 0, 2, 0, 0)
        archive += packed
    if not indexed:
        return bytes(head) + b"JPEG" + archive
    packed = zlib.compress(index)
    end = pack("<I5i12x", zlib.crc32(archive + packed), len(contents), 1, len(packed), len(archive), 1)
    return bytes(head) + b"JPEG" + archive + packed + end


def sample() -> bytes:
    """A match to 3 in two games with comments, evaluations and a rollout."""
    comments = [rtf("Fyrsta ákvörðunin.\nÖnnur lína."), rtf("Spilað of hratt.")]
    weighed = [
        Weighed(hops_of("8/5 6/5"), 0.218, (0.005, 0.112, 0.447, 0.553, 0.169, 0.009), 100, 0),
        Weighed(hops_of("24/23 13/10"), 0.004, (0.005, 0.128, 0.499, 0.501, 0.131, 0.007), 3),
    ]
    match = Recorder([match_header(version=32, comments=(0, -1))])
    match.game().turn(1, "31", "8/5 6/5", candidates=weighed, luck=0.13)
    match.turn(-1, "65", "24/18 18/13").turn(1, "64", "24/18 18/14")
    match.turn(-1, "42", "8/4 6/4", comment=1)
    decision = Decision((0.412, 0.655, 1.0))
    match.add(cube(1, match.board, doubled=1, answer=0, decision=decision, errors=(0.0, -0.345)))
    match.add(game_end((1, 0), 1, 1, 0))
    match.game((1, 0), number=2).turn(1, "42", "8/4 6/4").turn(-1, "53", "8/3 6/3")
    match.turn(1, "61", "13/7 8/7")
    match.add(cube(-1, match.board, doubled=-2), move(-1, match.board, [], (6, 6), played=False))
    match.add(game_end((3, 0), 1, 2, 102), match_end((3, 0), 1))
    return match.file(rollouts=rollout(1296), comments=b"\r\n".join([*comments, b""]))


def sample_position() -> bytes:
    """A position with a throw and two candidates."""
    board = (0, -2, 0, 0, 0, 2, 4, 0, 2, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -4, 0, 0, -1, 0, 2, 0)
    weighed = [
        Weighed(hops_of("24/20 13/7"), 0.104, level=1002),
        Weighed(hops_of("24/14"), 0.081, level=1002),
        Weighed(hops_of("13/3"), -0.02, level=1),
    ]
    records = [
        match_header(length=7),
        game_header((2, 4), board=board),
        cube(1, board, doubled=-2),
        move(1, board, [], (6, 4), played=False, candidates=weighed),
    ]
    return container(b"".join(records))
