"""The lines of a FIBS session that belong to a game: its board, and what the players do."""

from __future__ import annotations

import re

from kotra_notation.board import BAR, OFF, Cube, Points, Position, Standing, flip_points, on_board
from kotra_notation.formats.plays import descend, hops_in
from kotra_notation.formats.recorder import Remembered, tree_of
from kotra_notation.model import Play
from kotra_notation.values import dataclass

PROMPT = re.compile(r"(?:>[ \t]*)*")
ME = "You"
UNLIMITED = 9999
FIELDS = 52
LENGTH, SCORES, MEN, TURN, DICE, CUBE, MAY_DOUBLE, COLOUR, DIRECTION, ON_BAR = (
    2, 3, 5, 31, 32, 36, 37, 40, 41, 46,
)  # fmt: skip

NUMBER = re.compile(r"-?[0-9]{1,6}")
NAME = r"[A-Za-z0-9_]{1,40}"
ACTED = re.compile(
    rf"({NAME}) "
    r"((?:rolls?|moves?|can't move|doubles?|accepts?|rejects?|gives? up|wants? to resign|wins?)\b.*)"
)
OPENED = re.compile(rf"({NAME}) rolled ([1-6]), ({NAME}) rolled ([1-6])\b")
BEGINS = re.compile(
    rf"Starting a new game with ({NAME})\b|\** ?You are now playing an? .{{1,20}} match with ({NAME})\b"
    rf"|\** ?Player ({NAME}) has joined you for "
)
LOGGED_IN = re.compile(rf"1 ({NAME}) [0-9]{{5,12}} \S+|2 ({NAME})(?: \S+){{18,22}}")


@dataclass(frozen=True, slots=True)
class Board:
    """A board, seen by the first player, who is seat 0; `turn` is None where the game is over."""

    names: tuple[str, str]
    length: int
    score: tuple[int, int]
    points: Points
    turn: int | None
    dice: tuple[int, int] | None
    cube: Cube

    def position(self, seat: int) -> Position:
        """The position with this seat on roll."""
        return Position(
            points=self.points if seat == 0 else flip_points(self.points), seat=seat, cube=self.cube,
            dice=self.dice if seat == self.turn else None,
            standing=Standing(score=self.score, length=self.length),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Deed:
    """The deed of a player, by the name of the rule of the grammar."""

    verb: str
    dice: tuple[int, int] = (0, 0)
    play: Play | None = None
    points: int | None = None
    score: tuple[int, int] = (0, 0)


def parse_board(text: str) -> Board:
    """Return the board of a line; ValueError where it is none."""
    _, *fields = text.split(":")
    if len(fields) != FIELDS:
        raise ValueError(f"A board line of FIBS has {FIELDS} fields, not {len(fields)}.")
    wrong = next((field for field in fields[2:] if not NUMBER.fullmatch(field.strip())), None)
    if wrong is not None:
        raise ValueError(f"A field of a board line of FIBS is a whole number, not “{wrong[:40]}”.")
    number = [0, 0, *(int(field) for field in fields[2:])]
    colour, direction = number[COLOUR], number[DIRECTION]
    if abs(colour) != 1 or abs(direction) != 1:
        raise ValueError("The colour and the direction of a board line of FIBS are 1 or -1.")
    men = number[MEN:TURN] if direction == -1 else number[MEN:TURN][::-1]
    bars = -max(abs(men[0]), number[ON_BAR + 1]), max(abs(men[BAR]), number[ON_BAR])
    points = (bars[0], *(count * colour for count in men[1:BAR]), bars[1])
    if max(on_board(points), on_board(flip_points(points))) > 15:
        raise ValueError("A board line of FIBS holds at most 15 men of a side.")
    turn = {colour: 0, -colour: 1}.get(number[TURN])
    index = DICE + 2 * (turn or 0)
    dice = (number[index], number[index + 1])
    mine, theirs, value = number[MAY_DOUBLE], number[MAY_DOUBLE + 1], number[CUBE]
    if value < 1:
        raise ValueError(f"The cube of a board line of FIBS shows 1 or more, not {value}.")
    return Board(
        names=(fields[0].strip(), fields[1].strip()),
        length=0 if number[LENGTH] >= UNLIMITED else number[LENGTH],
        score=(number[SCORES], number[SCORES + 1]), points=points, turn=turn,
        dice=dice if turn is not None and all(1 <= die <= 6 for die in dice) else None,
        cube=Cube(value=value, owner=None if value == 1 or bool(mine) == bool(theirs) else int(not mine)),
    )  # fmt: skip


def move_checkers(points: Points, seat: int, play: Play) -> Points:
    """The men as seat 0 sees them after a play of a seat, whatever it is."""
    men = list(points if seat == 0 else flip_points(points))
    for source, target, _ in play.hops:
        men[source] -= 1
        if target == OFF:
            continue
        if men[target] == -1:
            men[target] = 0
            men[0] -= 1
        men[target] += 1
    return tuple(men) if seat == 0 else flip_points(tuple(men))


def _deed_of(text: str) -> Deed | None:
    tree = tree_of("fibs-log", text)
    if tree is None:
        return None
    verb, parts = str(tree.data), tree.children
    if verb == "rolls":
        return Deed(verb, dice=(int(str(parts[0])), int(str(parts[1]))))
    if verb == "moves":
        assert not isinstance(parts[0], str)
        hops = hops_in(parts[0])
        if not all(OFF <= point <= BAR for hop in hops for point in hop[:2]):
            return None
        return Deed(verb, play=Play(hops=descend(hops)))
    tokens: dict[str, list[str]] = {}
    for part in parts:
        tokens.setdefault(getattr(part, "type", ""), []).append(str(part))
    points = int(tokens["POINTS"][0]) if "POINTS" in tokens else None
    first, second = (int(value) for value in tokens.get("SCORE", ("0", "0")))
    return Deed(verb, points=points, score=(first, second))


deed = Remembered(_deed_of).__getitem__
