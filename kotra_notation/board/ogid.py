"""OGID, the position id of OpenGammon and of OGXM, read and written: seat 0 is White.

`white:black:cube:dice:colour:state:score of White:score of Black:length[:move[:men]]`. A character is a
man and the point where it stands, 0 to 9 and a to p, as Black counts the points; 0 is White's bar, p Black's.
The colour is the side that acted last, so the other one is to act.

The reader accepts: a missing or lower-case prefix `OGID=`; missing fields after the colour; the checkers of a
side in any order; a dead cube or one of an unknown place, as centred. It does not keep how a position was
reached: the number of the move, the mark of a post-Crawford game, a maximum of games.
"""

from __future__ import annotations

import re

from kotra_notation.board.points import BAR, CENTRED, EMPTY, OFF, Cube, Fields, Points, Standing, flip_points
from kotra_notation.board.wording import BOTH_STAND, NO_NUMBER, TOO_MANY, OwnWord, PositionError
from kotra_notation.late import late_pattern

PREFIX = "OGID="
SHAPE = late_pattern(r"(?:OGID[=:])?[0-9a-p]*:[0-9a-p]*:[BWND?][0-9]+[OTPN]:[0-9]{0,2}:[WB](?::|$)", re.I)
PLACES = "0123456789abcdefghijklmnop"
COLOURS = "WB"
BLACK = 1
MEN = 15
OPENING = {6: 5, 8: 3, 13: 5, 24: 2}
_CUBE = late_pattern(r"([BWND?])([0-9]{1,3})([OTPN])")
_LENGTH = late_pattern(r"([0-9]{1,9})([LCG]?)([0-9]{0,9})")


def spell_ogid(
    *,
    points: Points,
    seat: int,
    men: tuple[int, int],
    cube: Cube,
    dice: tuple[int, int] | None,
    offer: str | None,
    standing: Standing,
) -> str:
    """The OGID of a position of the modern game, `points` seen by `seat`."""
    if offer not in (None, "double"):
        raise PositionError("An OGID cannot hold “{offer}”, only a double.", offer=offer)
    if men[0] != men[1]:
        raise PositionError(
            "In an OGID both sides have the same number of checkers, not {one} and {other}.",
            one=men[0],
            other=men[1],
        )
    black = points if seat == BLACK else flip_points(points)
    _check(black)
    owner = "N" if cube.owner is None else COLOURS[cube.owner]
    fields = [
        _spell_points(tuple(-count for count in black)),
        _spell_points(black),
        f"{owner}{cube.log2}{'O' if offer else 'N'}",
        "".join(map(str, sorted(dice))) if dice else "",
        COLOURS[seat if offer else 1 - seat],
        _state(black, dice, offer),
        standing.score[0],
        standing.score[1],
        f"{standing.length}{'C' if standing.crawford else ''}",
        0,
    ]
    if men[0] != MEN:
        fields.append(men[0])
    return ":".join(map(str, fields))


def _spell_points(points: Points) -> str:
    """A character for each man of the side that is positive."""
    return "".join(PLACES[index] * max(count, 0) for index, count in enumerate(points))


def _state(black: Points, dice: tuple[int, int] | None, offer: str | None) -> str:
    """The state of the game: a double to be answered, the opening, dice to be played, a cube to be turned."""
    if offer:
        return "D"
    opening = [OPENING.get(i, 0) - OPENING.get(BAR - i, 0) for i in range(len(EMPTY))]
    return "IB" if list(black) == opening else "R" if dice else "C"


def _check(black: Points) -> None:
    for name, side in (("White", flip_points(black)), ("Black", black)):
        men = sum(max(count, 0) for count in side)
        if men > MEN:
            raise PositionError(TOO_MANY, name=OwnWord(name), men=men, kind="OGID", most=MEN)


def read(text: str) -> Fields:
    """Return what an OGID says."""
    body = text[len(PREFIX) :] if text[: len(PREFIX) - 1].upper() == PREFIX[:-1] else text
    fields = body.split(":")
    if not 5 <= len(fields) <= 11:
        raise PositionError(
            "An OGID has five to eleven fields separated by colons; this one has {count}.", count=len(fields)
        )
    white, black, cube, dice, colour, state, *numbers = [*fields, "IW"][: max(len(fields), 6)]
    if colour not in ("W", "B"):
        raise PositionError("The colour of an OGID is W or B, not “{text}”.", text=colour[:40])
    value, owner, action = _cube(cube)
    offered = action == "O"
    thrown = _dice(dice)
    seat = COLOURS.index(colour)
    if not offered and not (state == "IW" and thrown is None):
        seat = 1 - seat
    seen = _men(white, black)
    score_white, score_black, length, _, men = [*numbers, *("0", "0", "0", "0", str(MEN))[len(numbers) :]]
    points_needed, crawford = _length(length)
    count = _number("number of men", men)
    return Fields(
        points=seen if seat == BLACK else flip_points(seen),
        seat=seat,
        men=(count, count),
        cube=Cube(value=value, owner=owner) if value > 1 or owner is not None else CENTRED,
        dice=thrown,
        offer="double" if offered else None,
        standing=Standing(
            score=(_number("score of White", score_white), _number("score of Black", score_black)),
            length=points_needed,
            crawford=crawford,
        ),
    )


def _men(white: str, black: str) -> Points:
    """The men as Black sees them."""
    points = list(EMPTY)
    for name, places, sign, bar in (("White", white, -1, OFF), ("Black", black, 1, BAR)):
        if len(places) > MEN:
            raise PositionError(TOO_MANY, name=OwnWord(name), men=len(places), kind="OGID", most=MEN)
        for place in places:
            index = PLACES.find(place)
            if index < 0:
                raise PositionError(
                    "“{sign}” among the checkers of this OGID is not one of 0 to 9 and a to p.", sign=place
                )
            if index in (OFF, BAR) and index != bar:
                raise PositionError(
                    "{name} has a checker on the other side's bar in this OGID.", name=OwnWord(name)
                )
            if points[index] * sign < 0:
                raise PositionError(BOTH_STAND, place=index)
            points[index] += sign
    return tuple(points)


def _cube(text: str) -> tuple[int, int | None, str]:
    """The value, the owner and what is done with the cube."""
    found = _CUBE.fullmatch(text)
    if not found or int(found[2]) > 31:
        raise PositionError(
            "The cube of an OGID is N, W or B, an exponent of two from 0 to 31, and N, O, T or P, not "
            "“{text}”.",
            text=text[:40],
        )
    return 1 << int(found[2]), COLOURS.index(found[1]) if found[1] in COLOURS else None, found[3]


def _dice(text: str) -> tuple[int, int] | None:
    if text in ("", "00"):
        return None
    if not re.fullmatch("[1-6]{2}", text):
        raise PositionError(
            "The dice of an OGID are two numbers from 1 to 6 or nothing, not “{text}”.", text=text[:40]
        )
    return int(text[0]), int(text[1])


def _length(text: str) -> tuple[int, bool]:
    found = _LENGTH.fullmatch(text)
    if not found:
        raise PositionError(
            "The length of an OGID is a number, with C for the Crawford game, not “{text}”.", text=text[:40]
        )
    return int(found[1]), found[2] == "C"


def _number(name: str, text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise PositionError(NO_NUMBER, kind="OGID", name=name, text=text[:40])
    return int(text)
