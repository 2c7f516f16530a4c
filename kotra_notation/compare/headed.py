"""The names that headers such as `mat:Player 1` give the players, beside those over the columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kotra_notation.compare.naming import spelt, words
from kotra_notation.model import Match

_PLAYER = re.compile(r"(?:player *([12])|white|black|pw|pb)", re.I)
# eXtreme Gammon's tag `Player 1` names the right-hand column (formats.xg).
_SEATS = {"1": 1, "2": 0}


class NumberedName(NamedTuple):
    """A name in a header, the number that stands with it, and the seat whose name it is like."""

    name: str
    number: str | None
    seat: int | None


def headed(match: Match) -> Iterator[NumberedName]:
    """The players whom headers name; the seat is None where a name is like neither, or like both."""
    seated = [set(spelt(player.name)) for player in match.players]
    for key, name in match.info:
        found = _PLAYER.fullmatch(key.rpartition(":")[2])
        if found and name.strip():
            alike = [len(its.intersection(spelt(name))) for its in seated]
            yield NumberedName(
                name.strip(), found[1], alike.index(max(alike)) if alike[0] != alike[1] else None
            )


def other_names(match: Match) -> tuple[str | None, str | None]:
    """Return what headers call each seat where its column has another name.

    A name that is like neither goes to the seat that is left, or, where both are, by its number.
    """
    told = list(headed(match))
    taken = {name.seat for name in told}
    found: list[str | None] = [None, None]
    for name in told:
        seat = name.seat
        if seat is None:
            left = {0, 1} - taken
            seat = left.pop() if len(left) == 1 else _SEATS.get(name.number or "")
        if seat is not None and words(name.name) != words(match.players[seat].name):
            found[seat] = found[seat] or name.name
    return found[0], found[1]
