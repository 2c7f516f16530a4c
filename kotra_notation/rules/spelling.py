"""A play as people read it: `13/7*/5 6/4(2)`, steps joined where nothing turns on the landing between."""

from __future__ import annotations

from collections.abc import Sequence

from kotra_notation.board import BAR, OFF, Points
from kotra_notation.board.text import letter
from kotra_notation.rules.engine import move
from kotra_notation.rules.ruleset import Facts, Step


def point_text(facts: Facts, index: int, seat: int = 0) -> str:
    """The name of a point of the mover: its number, or the letter it has on the board of the old game."""
    if index in (BAR, OFF):
        return "bar" if index == BAR else "off"
    if not facts.lettered:
        return str(index)
    return letter(seat, index)


def play_text(facts: Facts, points: Points, steps: Sequence[Step], seat: int = 0) -> str:
    """The play as one line, empty where nothing is played."""
    texts: dict[tuple[object, ...], list[str]] = {}
    for shown in trips(points, steps):
        key = tuple((index, 0 if i == len(shown) - 1 else taken) for i, (index, taken) in enumerate(shown))
        words = [point_text(facts, index, seat) + _mark(taken) for index, taken in shown]
        texts.setdefault(key, []).append("/".join(words))
    return " ".join(same[0] + (f"({len(same)})" if len(same) > 1 else "") for same in texts.values())


def trips(points: Points, steps: Sequence[Step]) -> list[list[tuple[int, int]]]:
    """The way of each man: where he came from, hit on the way, and stands, each with the men taken there."""
    board = list(points)
    chains: list[list[tuple[int, int]]] = []
    for step in steps:
        taken = -board[step.target] if step.target != OFF and board[step.target] < 0 else 0
        move(board, step.source, step.target)
        for chain in chains:
            if chain[-1][0] == step.source:
                chain.append((step.target, taken))
                break
        else:
            chains.append([(step.source, 0), (step.target, taken)])
    chains.sort(key=lambda chain: (-chain[0][0], -chain[-1][0], -chain[-1][1]))
    return [
        [landing for i, landing in enumerate(chain) if i in (0, len(chain) - 1) or landing[1]]
        for chain in chains
    ]


def hop_text(facts: Facts, hop: tuple[int, int, int], seat: int = 0) -> str:
    """One hop as it is written, with its hit mark."""
    return f"{point_text(facts, hop[0], seat)}/{point_text(facts, hop[1], seat)}{_mark(hop[2])}"


def _mark(taken: int) -> str:
    return "" if not taken else "*" if taken == 1 else f"*{taken}"
