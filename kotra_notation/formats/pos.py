"""JellyFish's position file, `.pos`: one position in binary, versions 124 to 126.

It holds the checkers, the side on roll, the dice, the cube, score and length, Crawford, Jacoby and beavers.
The players' names, the program's level, the last play and the position before it are left out. As in GNU
Backgammon 1.07, which reads and writes this format, player 1 is seat 0, has the negative numbers and uses its
own point numbers.

The reader accepts:

- Data after the position.
- Dice, or the sign of a die, before the side on roll has rolled.
- Jacoby and beavers in a match, a score in a single game.
"""

from __future__ import annotations

from dataclasses import replace
from struct import Struct, error

from kotra_notation.board import Cube, Position, Standing, flip_points, on_board
from kotra_notation.errors import KotraError
from kotra_notation.findings import N_, finding, phrase, reason
from kotra_notation.formats.format import FileFacts, Format, Reading, Source

# How many numbers stand between the version and the cube; the last three are options.
OPTIONS = {124: 0, 125: 3, 126: 5}
INDICES = 26
SHIFT = 20  # is added to every count of men
MEN = 15
MOST = 2**15 - 1
MATCH, SINGLE_GAME = KINDS = 1, 3
CRAWFORD = 2  # before it 1, after it 3
NOT_THROWN = 2  # is added to the player on roll


def looks_like(source: Source) -> bool:
    """Return whether a version number comes first, then the numbers of a position file."""
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
        return Reading(findings=(finding("file-breaks-off", what=phrase("the position")),))
    except ValueError as why:
        return Reading(findings=(finding("unreadable-position", why=reason(why)),))


class Numbers:
    """The numbers and texts of a file in their order; `struct.error` where it ends before."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def several(self, count: int) -> tuple[int, ...]:
        """The next numbers."""
        numbers: tuple[int, ...] = Struct(f"<{count}h").unpack_from(self.data, self.at)
        self.at += 2 * count
        return numbers

    def pass_text(self) -> None:
        """Go behind the next text, whose length is its first byte."""
        if self.at >= len(self.data):
            raise error
        self.at += 1 + self.data[self.at]


def _head(numbers: Numbers) -> tuple[Cube, int, Standing]:
    """The cube, the side on roll and the standing; ValueError where no position file has such numbers."""
    (version,) = numbers.several(1)
    if version not in OPTIONS:
        raise ValueError(f"JellyFish has no position file of version {version}.")
    cube_used, jacoby, beavers = (numbers.several(OPTIONS[version]) or (1, 0, 0))[-3:]
    value, owner, on_roll, *_ = numbers.several(6)
    kind, _, _, length, first, second = numbers.several(6)
    if kind not in KINDS or owner not in range(3) or on_roll not in range(3 + NOT_THROWN):
        raise ValueError("There is no such kind of game, or no such player.")
    for name, number in {"cube": value, "length": length, "score": min(first, second)}.items():
        if number < (name == "cube"):
            raise KotraError(IMPOSSIBLE[name], number=number)
    length = 0 if kind == SINGLE_GAME else length
    standing = Standing(
        score=(first, second) if length else (0, 0), length=length, jacoby=bool(jacoby) and not length,
        beavers=bool(beavers) and not length, cube_limit=None if cube_used else 1,
    )  # fmt: skip
    return Cube(value=value, owner=owner - 1 if owner else None), on_roll, standing


def _position(data: bytes) -> Position:
    """The position of a file; ValueError where it holds none, `struct.error` where it breaks off."""
    numbers = Numbers(data)
    cube, on_roll, standing = _head(numbers)
    numbers.pass_text()
    numbers.pass_text()
    _, crawford, _ = numbers.several(3)
    numbers.pass_text()
    first, second = (abs(die) for die in numbers.several(2))
    counts = [count - SHIFT for count in numbers.several(2 * INDICES)[::2]]
    thrown = on_roll <= NOT_THROWN and 1 <= first <= 6 and 1 <= second <= 6
    seat = 1 if on_roll in (2, 2 + NOT_THROWN) else 0
    standing = replace(standing, crawford=standing.length > 0 and crawford == CRAWFORD)
    dice = (first, second) if thrown else None
    return Position(points=_points(counts, seat), seat=seat, cube=cube, dice=dice, standing=standing)


IMPOSSIBLE = {
    "length": N_("The length cannot be {number}."),
    "score": N_("The score cannot be {number}."),
    "cube": N_("The cube cannot be {number}."),
}


def _points(counts: list[int], seat: int) -> tuple[int, ...]:
    """Return the men seen by the side on roll, from what is counted for the second player."""
    first = tuple(-count for count in counts)
    if len(first) != INDICES or first[0] > 0 or first[-1] < 0:
        raise KotraError("There are checkers on the other side's bar.")
    if (men := max(on_board(first), on_board(flip_points(first)))) > MEN:
        raise KotraError("One side has {men} checkers.", men=men)
    return first if seat == 0 else flip_points(first)


FORMAT = Format(
    title="Position of JellyFish, .pos", suffixes=(".pos",), looks_like=looks_like, read=read,
    file=FileFacts(binary=True),
)  # fmt: skip
