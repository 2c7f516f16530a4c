"""Snowie's position lines: forty fields on a line, ended by semicolons, the board seen by the side on roll.

The reader accepts:

- Blanks around fields and at either end of a line, blank lines, no semicolon at the end.
- The checkers on the bar with or without a sign. Dice other than two from 1 to 6: not rolled yet.

From sample files:

- The fifth field is the seat on roll: 0 the first player, 1 the second. After `Illegal play` in match text,
  one program reverses it, so the names decide.
- The third field is of unknown meaning, and the fourth repeats that the game is for money: neither is read.
- Positions have no names, so names are not kept.

Snowie's matches are match text, notation `mat`.
"""

from __future__ import annotations

from kotra_notation.alarm import heed_stop
from kotra_notation.board import Cube, Position, Standing
from kotra_notation.board import on_board as men_on_board
from kotra_notation.findings import Finding, finding, reason
from kotra_notation.formats.format import Format, Reading, Source, found_early
from kotra_notation.late import late_pattern
from kotra_notation.model import Span

FIELDS = 40
LONGEST = 2000
NUMBER = late_pattern(r"-?[0-9]{1,6}")
MARK = late_pattern(
    r"\A\s*[0-9]{1,6}\s*;\s*[01]\s*;\s*[0-9]\s*;\s*[01]\s*;\s*[01]\s*;(?:[^;\r\n]{0,200};){34}"
)
LENGTH, JACOBY, SEAT, NAMES, CRAWFORD, SCORES, CUBE, OWNER, BAR_THERE, POINTS, BAR_HERE, DICE = (
    0, 1, 4, 5, 7, 8, 10, 11, 12, 13, 37, 38,
)  # fmt: skip


def position(line: str, names: tuple[str, str], otherwise: int) -> Position:
    """The position of a line; ValueError where it is not such a line.

    The side on roll is named first, and the board is seen by it; `otherwise` is the seat on roll where
    the names do not tell.
    """
    fields = split(line)
    tells = names[0] != names[1] and fields[NAMES] in names
    seat = names.index(fields[NAMES]) if tells else otherwise
    wrong = next((field for field in [*fields[:5], *fields[7:]] if not NUMBER.fullmatch(field)), None)
    if wrong is not None:
        raise ValueError(f"A field of a Snowie position line is a whole number, not “{wrong[:40]}”.")
    number = {i: int(field) for i, field in enumerate(fields) if i not in (5, 6)}
    points = (-abs(number[BAR_THERE]), *(number[i] for i in range(POINTS, BAR_HERE)), abs(number[BAR_HERE]))
    if max(men_on_board(points), men_on_board(tuple(-count for count in points))) > 15:
        raise ValueError("A Snowie position line holds at most 15 men of a side.")
    here, there = number[SCORES], number[SCORES + 1]
    dice = (number[DICE], number[DICE + 1])
    owner = {0: None, 1: seat, -1: 1 - seat}.get(number[OWNER])
    thrown = dice if all(1 <= die <= 6 for die in dice) else None
    cube, score = Cube(value=max(number[CUBE], 1), owner=owner), (here, there) if seat == 0 else (there, here)
    rules = {"crawford": bool(number[CRAWFORD]), "jacoby": bool(number[JACOBY]) and not number[LENGTH]}
    standing = Standing(score=score, length=number[LENGTH], **rules)
    return Position(points=points, seat=seat, cube=cube, dice=thrown, standing=standing)


def split(line: str) -> list[str]:
    """The fields of a line; ValueError where there are more or fewer."""
    fields = [field.strip() for field in line.strip().removesuffix(";").split(";")]
    if len(fields) != FIELDS:
        raise ValueError(f"A Snowie position line has {FIELDS} fields, not {len(fields)}.")
    return fields


def spell_position(position: Position, names: tuple[str, str]) -> str:
    """The line of a position, with the names of the seats."""
    seat, standing, cube = position.seat, position.standing, position.cube
    owner = 0 if cube.owner is None else 1 if cube.owner == seat else -1
    here, there = (names[side].replace(";", ",") for side in (seat, 1 - seat))
    fields: list[object] = [
        standing.length, int(standing.jacoby), 0, int(not standing.length), seat, here, there,
        int(standing.crawford), standing.score[seat], standing.score[1 - seat], cube.value, owner,
        *position.points, *(position.dice or (0, 0)),
    ]  # fmt: skip
    return "".join(f"{field};" for field in fields)


def read(source: Source) -> Reading:
    """The positions of a file."""
    findings: list[Finding] = []
    positions: list[Position] = []
    for number, line in enumerate(source.lines, 1):
        heed_stop()
        if not line.strip():
            continue
        try:
            positions.append(alone(line[:LONGEST]))
        except ValueError as error:
            span, written = Span(number, 1, len(line) + 1), line.strip()[:80]
            findings.append(finding("unreadable-position", span=span, written=written, why=reason(error)))
    return Reading(positions=tuple(positions), findings=tuple(findings))


def alone(line: str) -> Position:
    """The position of a line that stands in no match, and whose fifth field is the seat on roll."""
    seat = split(line)[SEAT]
    if seat not in ("0", "1"):
        raise ValueError(f"The fifth field of a Snowie position line is 0 or 1, not “{seat[:40]}”.")
    return position(line, ("", ""), int(seat))


FORMAT = Format(
    title="Snowie's position lines",
    suffixes=(".txt",),
    looks_like=found_early("the first line with content is a position line", MARK, 8192),
    read=read,
)
