"""What the values of properties say: read by the grammar once and remembered by their texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.formats.acts import Threw
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, REMEMBERED
from kotra_notation.formats.sgf.letters import hops_of
from kotra_notation.model import CannotMove, Play

if TYPE_CHECKING:
    from lark import Token, Tree

_TURN = re.compile(r"[0-9]{2}(?:[a-z]{2})*+")
_CANNOT_MOVE = CannotMove()


@dataclass(frozen=True, slots=True)
class CubeWord:
    """A cube action by its word: double, take, drop."""

    word: str


@dataclass(frozen=True, slots=True)
class SgfResult:
    """Who won how many points, and whether by resignation."""

    seat: int
    points: int | None
    resigned: bool


@lru_cache(maxsize=REMEMBERED)
def action(text: str, seat: int) -> Threw | CubeWord | None:
    """Return what a side did, None where it cannot be read."""
    if _TURN.fullmatch(text):
        return _threw(text[:2], text[2:], seat)
    parts = _parts("action", text)
    if not parts:
        return None
    dice, *hops = parts
    if getattr(dice, "type", "") != "DICE":
        return CubeWord(str(dice).lower())
    return _threw(str(dice), "".join([str(letter) for hop in hops for letter in hop.children]), seat)  # type: ignore[union-attr]


def _threw(dice: str, letters: str, seat: int) -> Threw | None:
    try:
        hops = hops_of(letters, seat)
    except KeyError:
        return None
    return Threw((int(dice[0]), int(dice[1])), Play(hops=hops) if hops else _CANNOT_MOVE)


@lru_cache(maxsize=1000)
def result(text: str) -> SgfResult | None:
    """Return what a result says, None where it cannot be read."""
    parts = _parts("result", text)
    if parts is None:
        return None
    said = {part.type: str(part) for part in parts}  # type: ignore[union-attr]
    points = int(said["POINTS"]) if "POINTS" in said else None
    return SgfResult("WB".index(said["SIDE"].upper()), points, "RESIGNED" in said)


@lru_cache(maxsize=1000)
def match_item(text: str) -> tuple[str, int] | None:
    """Return what an item of the match says: `length:5`."""
    parts = _parts("match_item", text)
    return (str(parts[0]).lower(), int(str(parts[1]))) if parts else None


@lru_cache(maxsize=1000)
def rules(text: str) -> tuple[str, ...] | None:
    """The words of the rules, None where they cannot be read."""
    parts = _parts("rules", text)
    return None if parts is None else tuple([str(part) for part in parts])


@lru_cache(maxsize=1000)
def context(text: str) -> tuple[int, bool, tuple[str, ...]] | None:
    """Return what an evaluation rests on: plies, whether with the cube, and further details."""
    parts = _parts("context", text)
    if not parts:
        return None
    cubeful = len(parts) > 1 and parts[1].type == "CUBEFUL"  # type: ignore[union-attr]
    return int(str(parts[0])), cubeful, tuple([str(part) for part in parts[1 + cubeful :]])


def _parts(start: str, text: str) -> list[Tree[Token] | Token] | None:
    """The parts the grammar finds in a value, None where it knows no such value."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        return (
            parser("sgf", "action", "result", "match_item", "rules", "context")
            .parse(text, start=start)
            .children
        )
    except UnexpectedInput:
        return None
