"""Between the slow referee of the old game and the engine: the same boards, results and options for both."""

from __future__ import annotations

from kotra_notation.board import BAR, Points, Turning, position, turned
from kotra_notation.rules import Node, Ruleset, legal_plays, marks, named, throw_of
from kotra_notation.rules.forms import half_wins
from referees import old_oracle
from referees.old_oracle import Place, Side

Dice = tuple[int, int]


def node_of(place: Place) -> Node:
    """The board of a place as the engine sees it, the side to throw being the mover."""
    mine, theirs = place
    points = [0] * 26
    for path in range(25):
        points[25 - path] += mine.men[path]
        here = 25 - path
        there = Turning.TWELVE.index(here)
        points[there] -= theirs.men[path]
    bits = 0
    for own, one, other in (
        (marks.FRESH, mine.first, theirs.first),
        (marks.UNLOCKED, mine.unlocked, theirs.unlocked),
        (marks.STACK, mine.v66, theirs.v66),
    ):
        bits |= own * one | own * 2 * other
    return Node(tuple(points), bits)


def place_of(node: Node) -> Place:
    """The place that a board of the engine shows."""
    points: Points = tuple(node.points)
    sides = []
    for seen, bits in ((points, node.marks), (turned(points, Turning.TWELVE), marks.swapped(node.marks))):
        men = [max(seen[25 - path], 0) for path in range(25)]
        sides.append(
            Side(
                (*men, 15 - sum(men)),
                bool(bits & marks.FRESH),
                bool(bits & marks.UNLOCKED),
                bool(bits & marks.STACK),
            )
        )
    return Place(*sides)


def specified(dialect: str, changes: dict[str, str] | None = None) -> tuple[Ruleset, dict[str, str]]:
    """A dialect with changed options, for the engine and for the referee."""
    changes = changes or {}
    text = ",".join([dialect, *(f"{name}={value}" for name, value in changes.items())])
    found = named(text)
    assert not [one for one in found.findings if one.severity == "error"], found.findings
    return found.ruleset, old_oracle.OPTIONS[dialect] | changes


def engine_results(ruleset: Ruleset, place: Place, dice: Dice, *, singly: bool = False) -> set[Place]:
    """The places that the engine's legal plays lead to, seen by the mover."""
    throw = throw_of(ruleset, node_of(place), dice, singly=singly)
    return {place_of(node) for node in legal_plays(ruleset, throw)}


def engine_halves(ruleset: Ruleset, place: Place, dice: Dice) -> set[Place]:
    """The places in which the engine lets a half win be declared."""
    return {place_of(node) for node in half_wins(ruleset, throw_of(ruleset, node_of(place), dice))}


def dead(points: Points) -> int:
    """The dead men of the mover."""
    return points[BAR]


def rules(specification: str) -> Ruleset:
    """The rules of a specification in which nothing is wrong."""
    found = named(specification)
    assert found.findings == ()
    return found.ruleset


def node(text: str, seat: int = 0) -> Node:
    """The board of a position text, seen by its mover."""
    shown = position(text, seat)
    return Node(shown.points, marks.marks_of(shown.memory, seat))
