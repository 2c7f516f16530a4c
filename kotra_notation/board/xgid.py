"""eXtreme Gammon's XGID, read and written: seat 1 is X at the bottom, and the board is always in its view.

The reader accepts: a missing or lower-case prefix `XGID=`; a cube limit of 10, the default, which
is read as no limit.
"""

from __future__ import annotations

import re

from kotra_notation.board.points import CENTRED, Cube, Fields, Points, Standing, flip_points
from kotra_notation.board.wording import NO_NUMBER, NO_POWER, TOO_MANY, PositionError

PREFIX = "XGID="
X = 1
MEN = 15
LIMIT = 10
OFFERS = {"D": "double", "B": "beaver", "R": "raccoon"}
SIDES = {1: X, -1: 1 - X}
FIELDS = ("cube", "cube place", "turn", "dice", "score of X", "score of O", "rules", "length", "cube limit")


def spell_xgid(
    *,
    points: Points,
    seat: int,
    cube: Cube,
    dice: tuple[int, int] | None,
    offer: str | None,
    standing: Standing,
) -> str:
    """The XGID of a position of the modern game, `points` seen by `seat`; a resignation is left out."""
    seen = points if seat == X else flip_points(points)
    check(seen)
    letters = {offer: letter for letter, offer in OFFERS.items()}
    score = standing.score
    fields = (
        cube.log2,
        place(cube.owner),
        place(seat),
        letters.get(offer or "") or "{}{}".format(*(dice or (0, 0))),
        score[X],
        score[1 - X],
        int(standing.crawford) if standing.length else standing.jacoby + 2 * standing.beavers,
        standing.length,
        LIMIT if standing.cube_limit is None else standing.cube_limit.bit_length() - 1,
    )
    return f"{PREFIX}{''.join(map(character, seen))}:{':'.join(map(str, fields))}"


def character(count: int) -> str:
    """The letter for so many men: large for X, small for O."""
    return "-" if not count else chr((64 if count > 0 else 96) + abs(count))


def place(owner: int | None) -> int:
    """Return how an XGID writes a seat."""
    return 0 if owner is None else 1 if owner == X else -1


def check(points: Points) -> None:
    """Raise ValueError for men that no XGID holds, seen by X."""
    for name, side in (("X", points), ("O", flip_points(points))):
        men = sum(max(count, 0) for count in side)
        if men > MEN:
            raise PositionError(TOO_MANY, name=name, men=men, kind="XGID", most=MEN)


def read(text: str) -> Fields:
    """Return what an XGID says."""
    body = text[len(PREFIX) :] if text[: len(PREFIX)].upper() == PREFIX else text
    board, *rest = body.split(":")
    if len(rest) != len(FIELDS):
        raise PositionError(
            "An XGID has nine fields after the board ({fields}); this one has {count}.",
            fields=", ".join(FIELDS),
            count=len(rest),
        )
    seen = men(board)
    numbers = {name: number(name, value) for name, value in zip(FIELDS, rest, strict=True) if name != "dice"}
    if numbers["turn"] not in SIDES:
        raise PositionError("The turn of an XGID is 1 for X or -1 for O, not {turn}.", turn=numbers["turn"])
    seat, dice = SIDES[numbers["turn"]], rest[FIELDS.index("dice")]
    if dice not in OFFERS and dice != "00" and not re.fullmatch("[1-6]{2}", dice):
        raise PositionError(
            "The dice of an XGID are 00, two numbers from 1 to 6, D, B or R, not “{text}”.", text=dice[:40]
        )
    return Fields(
        points=seen if seat == X else flip_points(seen),
        seat=seat,
        cube=read_cube(numbers["cube"], numbers["cube place"]),
        dice=(int(dice[0]), int(dice[1])) if dice[0] in "123456" else None,
        offer=OFFERS.get(dice),
        standing=read_standing(numbers),
    )


def men(board: str) -> Points:
    """The 26 characters of the board, seen by X."""
    if len(board) != 26:
        raise PositionError(
            "The board of an XGID has 26 characters; “{text}” has {count}.", text=board[:40], count=len(board)
        )
    wrong = re.search("[^-A-Oa-o]", board)
    if wrong:
        raise PositionError("“{sign}” in the board of this XGID is not -, A to O or a to o.", sign=wrong[0])
    for index, wrong_side, owner in ((0, str.isupper, "O"), (25, str.islower, "X")):
        if wrong_side(board[index]):
            raise PositionError(
                "The bar of {owner} in this XGID holds “{sign}”, a checker of the other side.",
                owner=owner,
                sign=board[index],
            )
    points = tuple(0 if one == "-" else ord(one) - 64 if one.isupper() else 96 - ord(one) for one in board)
    check(points)
    return points


def read_cube(power: int, where: int) -> Cube:
    """The cube from its two fields."""
    if not 0 <= power < 32:
        raise PositionError(NO_POWER, name="cube", value=power)
    if where and where not in SIDES:
        raise PositionError("The cube owner in an XGID is 0, 1 for X or -1 for O, not {value}.", value=where)
    return Cube(value=1 << power, owner=SIDES.get(where)) if power or where else CENTRED


def read_standing(numbers: dict[str, int]) -> Standing:
    """The standing from the scores, rules, length and cube limit."""
    length, rules, limit = numbers["length"], numbers["rules"], numbers["cube limit"]
    for name in ("score of X", "score of O", "length", "rules", "cube limit"):
        if numbers[name] < 0:
            raise PositionError("XGID: {name} cannot be {value}.", name=name, value=numbers[name])
    if rules > (1 if length else 3):
        raise PositionError(
            "The rules field of this XGID is 0, or 1 in the Crawford game, not {value}."
            if length
            else "The rules field of this XGID is 0 to 3: 1 for Jacoby and 2 for beavers, not {value}.",
            value=rules,
        )
    if limit > 31:
        raise PositionError(NO_POWER, name="cube limit", value=limit)
    return Standing(
        score=(numbers["score of O"], numbers["score of X"]),
        length=length,
        crawford=bool(length and rules),
        jacoby=not length and bool(rules & 1),
        beavers=not length and bool(rules & 2),
        cube_limit=None if limit == LIMIT else 1 << limit,
    )


def number(name: str, text: str) -> int:
    """A field that is a whole number."""
    if not re.fullmatch("-?[0-9]{1,6}", text):
        raise PositionError(NO_NUMBER, kind="XGID", name=name, text=text[:40])
    return int(text)
