"""Position files of JellyFish, version 126, made number by number for tests of the reader."""

from __future__ import annotations

from struct import pack

from kotra_notation.board import Position

NAMES = ("White", "Black")


def pos_file(position: Position) -> bytes:
    """Return the file of a position."""
    standing, cube, dice = position.standing, position.cube, position.dice or (0, 0)
    length, score = standing.length, standing.score if standing.length else (0, 0)
    money = int(not length)
    owner = 0 if cube.owner is None else 1 + cube.owner
    on_roll = 1 + position.seat + (0 if dice[0] else 2)
    crawford = 2 if standing.crawford else 3 if length > 1 and length - 1 in score else 1
    options = (int(standing.cube_limit != 1), standing.jacoby * money, standing.beavers * money)
    men = [20 - count for count in position.seen_by(0) for _ in ("now", "before")]
    return b"".join(
        [
            pack("<12h", 126, 0, 0, *options, cube.value, owner, on_roll, 0, 0, 0),
            pack("<6h", 3 if money else 1, 1, 7, length, *score),
            *(bytes([len(name)]) + name.encode() for name in NAMES),
            pack("<3hb", 0, crawford, 0, 0),
            pack(f"<{2 + len(men)}h", *dice, *men),
        ]
    )
