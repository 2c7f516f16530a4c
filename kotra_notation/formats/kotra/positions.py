"""Positions in `.kotra`: the text of the board and, behind semicolons, what belongs to a position beside it.

    W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5; B to play; dice 31; cube 2 W; score 2-1; length 7; crawford

Further parts: `offer double`, `jacoby`, `beavers`, `limit 64`. Where the board's own text cannot say the men
or the memory: `points` with 26 numbers, `count 15 15`, `turned twelve`, and `memory` with its properties.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from kotra_notation.board import EMPTY, Cube, Memory, Position, Standing, Turning, position
from kotra_notation.formats.kotra import spelling

SIDES = "WB"

_TOKEN = re.compile(rf'[^;"]+|{spelling.STRING}|[;"]')
_FLAGS = ("crawford", "jacoby", "beavers")
_PAIRS = ("fresh", "unlocked", "stack")
_SEATS = ("began", "phase_seat", "main")


def spell_position(shown: Position) -> str:
    """The text of a position, with everything it holds."""
    return "; ".join([*_men(shown), f"{SIDES[shown.seat]} to play", *_state(shown), *_standing(shown)])


def read(text: str) -> Position:
    """The position a text says; ValueError in one sentence if none."""
    parts = [(_name(part), part) for part in _parts(text)]
    own = [(name, part) for name, part in parts if name]
    body = [part for name, part in parts if not name]
    names = dict(own)
    seat = SIDES.index(names["to play"][0]) if "to play" in names else None
    shown = Position(points=EMPTY, seat=seat or 0) if "points" in names else position("; ".join(body), seat)
    for name, part in own:
        shown = PARTS[name][1](shown, part)
    return shown


def says_side(text: str) -> bool:
    """Return whether a text says who is to play; an identifier does, the men of the board alone do not."""
    parts = _parts(text)
    return any(_name(part) == "to play" for part in parts) or not re.match(r"\s*(?:[WB]\s*:|points\b)", text)


def _parts(text: str) -> list[str]:
    parts = [""]
    for token in (match[0] for match in _TOKEN.finditer(text)):
        if token == '"':
            raise ValueError("A quote in this position is not closed.")
        if token == ";":
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip() for part in parts]


def _name(part: str) -> str | None:
    return next((name for name, (pattern, _) in PARTS.items() if pattern.fullmatch(part)), None)


def _men(shown: Position) -> Iterator[str]:
    bare = replace(shown, dice=None, cube=Cube(), offer=None, standing=Standing())
    text, again = "", None
    with suppress(ValueError, IndexError):
        text = bare.text()
        again = position(text, bare.seat)  # what the board's own text for the men would be read as
    if again is None or replace(again, memory=None) != replace(bare, memory=None):
        yield "points " + " ".join(map(str, shown.points))
        yield f"count {shown.men[0]} {shown.men[1]}"
        yield f"turned {shown.turning.value}"
        again = Position(points=EMPTY)
    else:
        yield text
    if again.memory != shown.memory:
        yield _memory(shown.memory)


def _memory(memory: Memory | None) -> str:
    if memory is None:
        return "memory none"
    sides = [(name, zip(SIDES, getattr(memory, name), strict=True)) for name in _PAIRS]
    facts = [(name, "".join(side for side, on in pair if on)) for name, pair in sides]
    for side, forms in zip(SIDES, memory.scored, strict=True):
        facts += [(f"scored_{side}", form) for form in sorted(forms)]
    facts += [(name, SIDES[seat]) for name in _SEATS if (seat := getattr(memory, name)) is not None]
    facts += [("phase", memory.phase), ("throws", str(memory.throws))]
    return " ".join(["memory", *(f"{name}={spelling.quote(value)}" for name, value in facts)])


def _state(shown: Position) -> Iterator[str]:
    if shown.dice is not None:
        yield f"dice {spelling.spell_dice(shown.dice)}"
    if shown.cube != Cube():
        owner = "" if shown.cube.owner is None else f" {SIDES[shown.cube.owner]}"
        yield f"cube {shown.cube.value}{owner}"
    if shown.offer is not None:
        yield f"offer {spelling.word(shown.offer)}"


def _standing(shown: Position) -> Iterator[str]:
    standing = shown.standing
    if standing.score != (0, 0):
        yield f"score {spelling.pair(*standing.score)}"
    if standing.length:
        yield f"length {standing.length}"
    yield from (flag for flag in _FLAGS if getattr(standing, flag))
    if standing.cube_limit is not None:
        yield f"limit {standing.cube_limit}"


def _whole_pair(text: str) -> tuple[int, int]:
    first, second = text.split("-") if text[:1].isdigit() else text.strip("()").split()
    return int(first), int(second)


def _cube(shown: Position, part: str) -> Position:
    _, value, *owner = part.split()
    return replace(shown, cube=Cube(value=int(value), owner=SIDES.index(owner[0]) if owner else None))


def _with_standing(shown: Position, **standing: Any) -> Position:
    return replace(shown, standing=replace(shown.standing, **standing))


def _with_memory(shown: Position, part: str) -> Position:
    if part.split() == ["memory", "none"]:
        return replace(shown, memory=None)
    facts = [spelling.property_of(text) for text in spelling.properties(part)]
    values: dict[str, Any] = {}
    for name, value in facts:
        if name in _PAIRS:
            values[name] = SIDES[0] in value, SIDES[1] in value
        elif name in _SEATS:
            values[name] = SIDES.index(value)
        elif name in ("phase", "throws"):
            values[name] = int(value) if name == "throws" else value
    white, black = (frozenset(value for name, value in facts if name == f"scored_{side}") for side in SIDES)
    return replace(shown, memory=Memory(scored=(white, black), **values))


Act = Callable[[Position, str], Position]
_NUMBER = "-?[0-9]{1,18}"


def _set(name: str) -> Act:
    """Return what sets a number or a flag of the standing."""
    return lambda shown, part: _with_standing(shown, **{name: name in _FLAGS or int(part.split()[-1])})


# What is spelled here and not by the board: how a part looks, and what it does.
_PARTS: dict[str, tuple[str, Act]] = {
    "to play": (r"[WB]\s+to\s+play", lambda shown, part: shown),
    "dice": (
        rf"dice\s+{spelling.DICE}",
        lambda s, part: replace(s, dice=spelling.read_dice(part[4:].strip())[0]),
    ),
    "cube": (rf"cube\s+{_NUMBER}(\s+[WB])?", _cube),
    "offer": (
        rf"offer\s+([^\W\d_]+|{spelling.STRING})",
        lambda shown, part: replace(shown, offer=spelling.read_word(part[5:].strip())),
    ),
    "score": (
        rf"score\s+([0-9]{{1,18}}-[0-9]{{1,18}}|\({_NUMBER} {_NUMBER}\))",
        lambda shown, part: _with_standing(shown, score=_whole_pair(part[5:].strip())),
    ),
    "length": (rf"length\s+{_NUMBER}", _set("length")),
    "limit": (rf"limit\s+{_NUMBER}", lambda s, part: _with_standing(s, cube_limit=int(part.split()[-1]))),
    **{flag: (flag, _set(flag)) for flag in _FLAGS},
    "points": (
        rf"points(\s+{_NUMBER})*",
        lambda s, part: replace(s, points=tuple(map(int, part.split()[1:]))),
    ),
    "count": (rf"count(\s+{_NUMBER}){{2}}", lambda shown, part: replace(shown, men=_whole_pair(part[5:]))),
    "turned": (r"turned\s+(mirrored|twelve)", lambda s, part: replace(s, turning=Turning(part.split()[1]))),
    "memory": (rf"memory(\s+none|(\s+\w+={spelling.STRING})*)", _with_memory),
}
PARTS = {name: (re.compile(look), act) for name, (look, act) in _PARTS.items()}
