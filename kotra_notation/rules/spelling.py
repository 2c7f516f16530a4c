"""A play as people read it: `13/7*/5 6/4(2)`, steps joined where nothing turns on the landing between."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.board import BAR, OFF, Points
from kotra_notation.board.text import letter, path_number
from kotra_notation.rules.ruleset import Facts, Step

# The names of all points of the mover; the old game has letters, other ones for either seat.
NUMBERED = ("off", *map(str, range(1, 25)), "bar")
LETTERED = tuple([("off", *[letter(seat, index) for index in range(1, 25)], "bar") for seat in (0, 1)])


PATHS = ("off", *[path_number(index) for index in range(1, 25)], "bar")


def point_text(facts: Facts, index: int, seat: int = 0) -> str:
    """The name of a point of the mover: its number, or the letter it has on the board of the old game.

    A number that no board has is told as it is.
    """
    if index in (BAR, OFF):
        return "bar" if index == BAR else "off"
    if not (facts.lettered and OFF < index < BAR):
        return str(index)
    return path_number(index) if facts.paths else letter(seat, index)


def play_text(facts: Facts, points: Points, steps: Sequence[Step], seat: int = 0) -> str:
    """The play as one line, empty where nothing is played.

    In today's game a lone checker is hit; what an illegal play lands on otherwise has no mark.
    """
    names = NUMBERED if not facts.lettered else PATHS if facts.paths else LETTERED[seat]
    marks: dict[str, list[str]] = {}
    for (source, _), *hits, (last, taken) in trips(points, steps):
        way = names[source]
        for index, hit in hits:
            way += f"/{names[index]}{_mark(_hit(facts, hit))}"
        marks.setdefault(f"{way}/{names[last]}", []).append(_mark(_hit(facts, taken)))
    return " ".join(
        [way + same[0] if len(same) == 1 else f"{way}{same[0]}({len(same)})" for way, same in marks.items()]
    )


def trips(points: Points, steps: Sequence[Step]) -> list[list[tuple[int, int]]]:
    """The way of each man: where he came from, hit on the way, and stands, each with the men taken there."""
    chains: list[list[tuple[int, int]]] = []
    hit: list[int] = []
    for source, target, _ in steps:
        taken = 0
        if target != OFF and points[target] < 0 and target not in hit:
            taken = -points[target]
            hit.append(target)
        for chain in chains:
            if chain[-1][0] == source:
                chain.append((target, taken))
                break
        else:
            chains.append([(source, 0), (target, taken)])
    if len(chains) > 1:
        chains.sort(key=lambda chain: (-chain[0][0], -chain[-1][0], -chain[-1][1]))
    return [
        [chain[0], *[landing for landing in chain[1:-1] if landing[1]], chain[-1]]
        if len(chain) > 2
        else chain
        for chain in chains
    ]


def hop_text(facts: Facts, hop: tuple[int, int, int], seat: int = 0) -> str:
    """One hop as it is written, with its hit mark."""
    return f"{point_text(facts, hop[0], seat)}/{point_text(facts, hop[1], seat)}{_mark(hop[2])}"


def _hit(facts: Facts, taken: int) -> int:
    return taken if facts.lettered or taken == 1 else 0


def _mark(taken: int) -> str:
    return "" if not taken else "*" if taken == 1 else f"*{taken}"
