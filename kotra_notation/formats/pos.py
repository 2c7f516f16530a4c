"""JellyFish's position file, `.pos`: one position in binary, versions 124 to 126.

It holds the men, the side on roll and its dice, the cube, score and length, Crawford, Jacoby and beavers.
The names of the players, the level of the program, the last play and the position before it belong to a
session of JellyFish and are left out. Settled by GNU Backgammon 1.07, whose reader and writer agree: player 1
is the first seat, has the negative numbers, and stands on the points of his own numbering.

Leniencies of the reader:

- What stands behind the position.
- Dice thrown or the sign of a die, where the side on roll has not thrown yet.
- Jacoby and beavers in a match, a score in a single game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from struct import Struct, error
from typing import NamedTuple

from kotra_notation.board import Cube, Position, Standing, on_board, turned
from kotra_notation.findings import N_, finding, phrase, reason
from kotra_notation.formats.format import Format, Reading, Source, Writing
from kotra_notation.formats.losses import Ledger
from kotra_notation.formats.positions import lost

# How many numbers stand between the version and the cube; the last three are options.
OPTIONS = {124: 0, 125: 3, 126: 5}
NEWEST = 126
SHORT = Struct("<h")
INDICES = 26
SHIFT = 20  # is added to every count of men
MEN = 15
MOST = 2**15 - 1
MATCH, SINGLE_GAME = KINDS = 1, 3
TWO_PLAYERS = 1
LEVEL = 7
BEFORE_CRAWFORD, CRAWFORD, AFTER_CRAWFORD = 1, 2, 3
NOT_THROWN = 2  # is added to the player on roll
NAMES = (b"White", b"Black")


def looks_like(source: Source) -> bool:
    """Whether a version is followed by numbers that a position file has there."""
    try:
        _head(Numbers(source.data))
    except (error, ValueError):
        return False
    return True


def read(source: Source) -> Reading:
    """The position of a file."""
    try:
        return Reading(positions=(_position(source.data),))
    except error:
        found = finding("file-breaks-off", what=phrase("the position"))
    except ValueError as why:
        found = finding("unreadable-position", why=reason(why))
    return Reading(findings=(found,))


class Numbers:
    """The numbers and texts of a file in their order; `struct.error` where it ends before."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def next(self) -> int:
        """The next number."""
        (number,) = SHORT.unpack_from(self.data, self.at)
        self.at += SHORT.size
        return int(number)

    def several(self, count: int) -> list[int]:
        """The next numbers."""
        return [self.next() for _ in range(count)]

    def pass_text(self) -> None:
        """Go behind the next text, whose length is its first byte."""
        if self.at >= len(self.data):
            raise error
        self.at += 1 + self.data[self.at]


class PosHead(NamedTuple):
    """What stands before the names."""

    cube_used: bool
    jacoby: bool
    beavers: bool
    value: int
    owner: int
    on_roll: int
    length: int
    score: tuple[int, int]


def _head(numbers: Numbers) -> PosHead:
    """The numbers before the names; ValueError where no position file has them."""
    version = numbers.next()
    if version not in OPTIONS:
        raise ValueError(f"JellyFish has no position file of version {version}.")
    cube_used, jacoby, beavers = (numbers.several(OPTIONS[version]) or [1, 0, 0])[-3:]
    value, owner, on_roll, *_ = numbers.several(6)
    kind, _, _, length, first, second = numbers.several(6)
    if kind not in KINDS or owner not in range(3) or on_roll not in range(3 + NOT_THROWN):
        raise ValueError("There is no such kind of game, or no such player.")
    if why := _wrong({"cube": value, "length": length, "score": min(first, second)}):
        raise ValueError(why)
    length = 0 if kind == SINGLE_GAME else length
    score = (first, second) if length else (0, 0)
    money = not length
    return PosHead(
        bool(cube_used), bool(jacoby) and money, bool(beavers) and money, value, owner, on_roll, length, score
    )


def _position(data: bytes) -> Position:
    """The position of a file; ValueError where it holds none, `struct.error` where it breaks off."""
    numbers = Numbers(data)
    head = _head(numbers)
    numbers.pass_text()
    numbers.pass_text()
    _, crawford, _ = numbers.several(3)
    numbers.pass_text()
    dice = tuple(abs(die) for die in numbers.several(2))
    counts = [count - SHIFT for count in numbers.several(2 * INDICES)[::2]]
    thrown = head.on_roll <= NOT_THROWN and all(1 <= die <= 6 for die in dice)
    seat = 1 if head.on_roll in (2, 2 + NOT_THROWN) else 0
    return Position(
        points=_points(counts, seat),
        seat=seat,
        cube=Cube(value=head.value, owner=head.owner - 1 if head.owner else None),
        dice=(dice[0], dice[1]) if thrown else None,
        standing=Standing(
            score=head.score,
            length=head.length,
            crawford=head.length > 0 and crawford == CRAWFORD,
            jacoby=head.jacoby,
            beavers=head.beavers,
            cube_limit=None if head.cube_used else 1,
        ),
    )


IMPOSSIBLE = {
    "length": N_("The length cannot be {number}."),
    "score": N_("The score cannot be {number}."),
    "cube": N_("The cube cannot be {number}."),
}


def _wrong(numbers: dict[str, int]) -> str:
    """Which of some numbers cannot be so, nothing where all can."""
    for name, number in numbers.items():
        if number < (name == "cube"):
            return phrase(IMPOSSIBLE[name], number=number)
    return ""


def _points(counts: list[int], seat: int) -> tuple[int, ...]:
    """The men seen by the side on roll, from what is counted for the second player."""
    first = tuple(-count for count in counts)
    if why := _impossible(first):
        raise ValueError(why)
    return first if seat == 0 else turned(first)


def _impossible(first: tuple[int, ...]) -> str:
    """Why no board has these men as the first seat sees them, nothing where one has."""
    if len(first) != INDICES or first[0] > 0 or first[-1] < 0:
        return phrase("Checkers stand on the other side's bar.")
    men = max(on_board(first), on_board(turned(first)))
    return phrase("One side has {men} checkers.", men=men) if men > MEN else ""


def write(positions: Iterable[Position], dialect: str | None = None) -> Writing:
    """The file of one position."""
    ledger = Ledger()
    several = list(positions)
    why = (
        _refusal(several[0])
        if len(several) == 1
        else phrase("{number} positions; a .pos holds one", number=len(several))
    )
    if why:
        return Writing(content=b"", findings=(finding("game-not-expressible", written=why),))
    content = b"".join(_parts(several[0]))
    for kind, what in lost(several[0], _position(content)):
        ledger.lose(kind, what)
    return Writing(content=content, findings=tuple(ledger.findings))


def _refusal(position: Position) -> str:
    """Why a position cannot be written at all, nothing where it can."""
    try:
        position.refuse_old_game("a .pos")
    except ValueError as refused:
        return str(refused)
    standing, cube = position.standing, position.cube
    if why := _impossible(position.seen_by(0)):
        return why
    numbers = {"length": standing.length, "score": min(standing.score), "cube": cube.value}
    if any(number > MOST for number in (*numbers.values(), *standing.score)):
        return phrase("The file has no number beyond {most}.", most=MOST)
    return _wrong(numbers)


def _parts(position: Position) -> Iterator[bytes]:
    """The parts of the file in their order."""
    standing, cube = position.standing, position.cube
    dice = position.dice if position.dice and all(1 <= die <= 6 for die in position.dice) else (0, 0)
    match = standing.length > 0
    options = (standing.cube_limit != 1, standing.jacoby and not match, standing.beavers and not match)
    on_roll = 1 + position.seat + (0 if dice[0] else NOT_THROWN)
    owner = 0 if cube.owner is None else 1 + cube.owner
    yield _shorts(NEWEST, 0, 0, *options, cube.value, owner, on_roll, 0, 0, 0)
    kind = MATCH if match else SINGLE_GAME
    yield _shorts(kind, TWO_PLAYERS, LEVEL, standing.length, *(standing.score if match else (0, 0)))
    yield from (bytes([len(name)]) + name for name in NAMES)
    yield _shorts(0, _crawford(standing), 0) + b"\0"
    yield _shorts(*dice)
    yield _shorts(*(SHIFT - count for count in position.seen_by(0) for _ in ("now", "before")))


def _crawford(standing: Standing) -> int:
    if standing.crawford and standing.length:
        return CRAWFORD
    return (
        AFTER_CRAWFORD if standing.length - 1 in standing.score and standing.length > 1 else BEFORE_CRAWFORD
    )


def _shorts(*numbers: int) -> bytes:
    return b"".join(SHORT.pack(int(number)) for number in numbers)


FORMAT = Format(
    title="Position of JellyFish, .pos",
    suffixes=(".pos",),
    looks_like=looks_like,
    read=read,
    write_positions=write,
    binary=True,
)
