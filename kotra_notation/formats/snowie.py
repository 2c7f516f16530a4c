"""Snowie's position line: forty fields ended by semicolons, the board seen by the side on roll."""

from __future__ import annotations

from kotra_notation.board import Cube, Position, Standing
from kotra_notation.board import on_board as men_on_board

FIELDS = 40
LENGTH, JACOBY, NAMES, CRAWFORD, SCORES, CUBE, OWNER, BAR_THERE, POINTS, BAR_HERE, DICE = (
    0, 1, 5, 7, 8, 10, 11, 12, 13, 37, 38,
)  # fmt: skip


def position(line: str, names: tuple[str, str], otherwise: int) -> Position:
    """The position of a line; ValueError where it is not such a line.

    The side on roll is named first, and the board is seen by it; `otherwise` is the seat on roll where
    the names do not tell.
    """
    fields = [field.strip() for field in line.strip().removesuffix(";").split(";")]
    if len(fields) != FIELDS:
        raise ValueError(f"A Snowie position line has {FIELDS} fields, not {len(fields)}.")
    here_name = fields[NAMES]
    seat = otherwise
    if names[0] != names[1]:
        seat = 0 if here_name == names[0] else 1 if here_name == names[1] else otherwise
    number = {i: int(field) for i, field in enumerate(fields) if i not in (5, 6)}
    points = (
        -abs(number[BAR_THERE]),
        *(number[i] for i in range(POINTS, BAR_HERE)),
        abs(number[BAR_HERE]),
    )
    if max(men_on_board(points), men_on_board(tuple(-count for count in points))) > 15:
        raise ValueError("A Snowie position line holds at most 15 men of a side.")
    here, there = number[SCORES], number[SCORES + 1]
    dice = (number[DICE], number[DICE + 1])
    owner = {0: None, 1: seat, -1: 1 - seat}.get(number[OWNER])
    return Position(
        points=points,
        seat=seat,
        cube=Cube(value=max(number[CUBE], 1), owner=owner),
        dice=dice if all(1 <= die <= 6 for die in dice) else None,
        standing=Standing(
            score=(here, there) if seat == 0 else (there, here),
            length=number[LENGTH],
            crawford=bool(number[CRAWFORD]),
            jacoby=bool(number[JACOBY]) and not number[LENGTH],
        ),
    )


def spelled(position: Position, names: tuple[str, str]) -> str:
    """The line of a position, with the names of the seats."""
    seat, standing, cube = position.seat, position.standing, position.cube
    owner = 0 if cube.owner is None else 1 if cube.owner == seat else -1
    fields: list[object] = [
        standing.length,
        int(standing.jacoby),
        0,
        int(not standing.length),
        seat,
        names[seat].replace(";", ","),
        names[1 - seat].replace(";", ","),
        int(standing.crawford),
        standing.score[seat],
        standing.score[1 - seat],
        cube.value,
        owner,
        *position.points,
        *(position.dice or (0, 0)),
    ]
    return "".join(f"{field};" for field in fields)
