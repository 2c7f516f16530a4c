"""GNU Backgammon's position id (14 characters) and match id (12 characters), read and written.

A position id is seen from the side on roll and does not name it; a match id does. Whose decision it is
follows from the offer and is not kept; the state of the game is written as "playing" and not read.
"""

from __future__ import annotations

import re

from kotra_notation.board.points import CENTRED, Cube, Fields, Points, Standing, flip_points
from kotra_notation.board.wording import LENGTH, OwnWord, PositionError

POSITION_LENGTH = 14
MATCH_LENGTH = 12
POSITION, MATCH = OwnWord("GNU position id"), OwnWord("GNU match id")
MEN = 15

# Bit offset and width of each field of a match id.
MATCH_FIELDS = {
    "cube": (0, 4),
    "owner": (4, 2),
    "on_roll": (6, 1),
    "crawford": (7, 1),
    "state": (8, 3),
    "decision": (11, 1),
    "doubled": (12, 1),
    "resigned": (13, 2),
    "die": (15, 3),
    "other_die": (18, 3),
    "length": (21, 15),
    "score": (36, 15),
    "other_score": (51, 15),
    "no_jacoby": (66, 1),
}
NOBODY = 3
PLAYING = 1
RESIGNED = ("single", "gammon", "backgammon")


def spell_id(points: Points) -> str:
    """The position id of these men, who are seen by the side on roll."""
    check(points)
    bits = "".join("1" * max(count, 0) + "0" for side in (flip_points(points), points) for count in side[1:])
    return pack(int(bits[::-1], 2), 10)


def read(text: str) -> Points:
    """The men of a position id, seen by the side on roll."""
    bits = f"{unpack(text, POSITION_LENGTH, POSITION):080b}"[::-1]
    runs = [len(run) for run in bits.split("0")]
    theirs, mine = [0, *runs[:25]], [0, *runs[25:50]]
    if len(runs) < 50:
        raise PositionError("The GNU position id {text} has too many checkers; was it mistyped?", text=text)
    for i in range(1, 25):
        if mine[i] and theirs[25 - i]:
            raise PositionError(
                "The GNU position id {text} has both sides on one point; was it mistyped?", text=text
            )
    points = tuple(mine[i] - theirs[25 - i] if i else -theirs[25] for i in range(26))
    check(points)
    if spell_id(points) != text:
        raise PositionError(
            "The GNU position id {text} has more in it than a position; was it mistyped?", text=text
        )
    return points


def check(points: Points) -> None:
    """Raise ValueError for men that no position id holds."""
    sides = points, flip_points(points)
    for men in (sum(max(count, 0) for count in side) for side in sides):
        if men > MEN:
            raise PositionError(
                "One side has {men} checkers; a GNU position id holds at most {most} per side.",
                men=men,
                most=MEN,
            )
    if all(side[25] and all(-count >= 2 for count in side[19:25]) for side in sides):
        raise PositionError(
            "Both sides are on the bar against a closed board; a GNU position id cannot hold that."
        )


def spelled_match(
    *, seat: int, cube: Cube, dice: tuple[int, int] | None, offer: str | None, standing: Standing
) -> str:
    """The match id of a position of the modern game in which `seat` is on roll."""
    high, low = sorted(dice or (0, 0), reverse=True)
    values = {
        "cube": cube.log2,
        "owner": NOBODY if cube.owner is None else cube.owner,
        "on_roll": seat,
        "crawford": int(standing.crawford),
        "state": PLAYING,
        "decision": seat if offer is None else 1 - seat,
        "doubled": int(offer is not None and offer not in RESIGNED),
        "resigned": RESIGNED.index(offer) + 1 if offer in RESIGNED else 0,
        "die": high,
        "other_die": low,
        "length": standing.length,
        "score": standing.score[0],
        "other_score": standing.score[1],
        "no_jacoby": int(not standing.jacoby),
    }
    number = 0
    for name, (offset, width) in MATCH_FIELDS.items():
        if values[name] >> width:
            raise PositionError(
                "A GNU match id cannot hold {name} {value}.", name=name.replace("_", " "), value=values[name]
            )
        number |= values[name] << offset
    return pack(number, 9)


def read_match(text: str) -> Fields:
    """Return what a match id says; the men are left empty."""
    number = unpack(text, MATCH_LENGTH, MATCH)
    said = {name: number >> offset & (1 << width) - 1 for name, (offset, width) in MATCH_FIELDS.items()}
    die, other = said["die"], said["other_die"]
    if max(die, other) > 6 or (die == 0) != (other == 0):
        raise PositionError(
            "The GNU match id {text} shows the dice {one}-{other}; was it mistyped?",
            text=text,
            one=die,
            other=other,
        )
    if said["owner"] == 2:
        raise PositionError("The GNU match id {text} has an invalid cube owner; was it mistyped?", text=text)
    length, owner = said["length"], said["owner"]
    return Fields(
        points=(0,) * 26,
        seat=said["on_roll"],
        cube=CENTRED
        if owner == NOBODY and not said["cube"]
        else Cube(value=1 << said["cube"], owner=None if owner == NOBODY else owner),
        dice=(die, other) if die else None,
        offer="double" if said["doubled"] else RESIGNED[said["resigned"] - 1] if said["resigned"] else None,
        standing=Standing(
            score=(said["score"], said["other_score"]),
            length=length,
            crawford=bool(said["crawford"]),
            jacoby=not length and not said["no_jacoby"],
        ),
    )


def pack(number: int, size: int) -> str:
    """A number as base64 of its bytes, the lowest first, without padding."""
    import base64

    return base64.b64encode(number.to_bytes(size, "little")).decode("ascii").rstrip("=")


def unpack(text: str, length: int, kind: OwnWord) -> int:
    """The number that `pack` wrote as text."""
    import base64

    if len(text) != length:
        raise PositionError(LENGTH, kind=kind, length=length, text=text[:40], count=len(text))
    if not re.fullmatch("[A-Za-z0-9+/]*", text):
        raise PositionError(
            "A {kind} has only the letters A–Z and a–z, digits, + and /; “{text}” has others.",
            kind=kind,
            text=text,
        )
    raw = base64.b64decode(text + "=" * (-length % 4))
    return int.from_bytes(raw, "little")
