"""Between the slow referee of the old game and the engine: the same boards, results and options for both."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kotra_notation.board import BAR, Points, Turning, flip_points, position
from kotra_notation.board.points import TURNS
from kotra_notation.fast.judges import legal_plays
from kotra_notation.fast.old_kernel import OldThrows
from kotra_notation.fast.old_kernel_board import STEP
from kotra_notation.fast.old_kernel_plays import HALF, MARKS, ONE_MARKS, ONE_STEP, TAKEN
from kotra_notation.rules import Node, Ruleset, marks, named, throw_of
from kotra_notation.rules.old_outcome import half_wins
from referees import old_oracle
from referees.old_oracle import Place, Side

Dice = tuple[int, int]
TWELVE = TURNS[Turning.TWELVE]


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
    for seen, bits in (
        (points, node.marks),
        (flip_points(points, Turning.TWELVE), marks.from_other_side(node.marks)),
    ):
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


def kernel_results(ruleset: Ruleset, place: Place, dice: Dice) -> tuple[set[Place], set[Place]]:
    """The places that the plays of the kernel lead to, and those on which it declares half a win."""
    node, kernel = node_of(place), OldThrows(ruleset.options)
    kernel.add(node.points, node.marks, *dice)
    found: tuple[set[Place], set[Place]] = (set(), set())
    for play in kernel.plays:
        found[play & HALF > 0].add(place_of(behind(node.points, play)))
    return found


def behind(points: Sequence[int], play: int) -> Node:
    """The board and the marks behind a play of the kernel."""
    board = list(points)
    steps = play & (1 << MARKS) - 1
    for shift in range(3 * STEP, -1, -STEP):
        step = steps >> shift & ONE_STEP
        if step:
            source, target, taken = step >> 3 & 31, (step >> 3 & 31) - (step & 7), step >> TAKEN
            board[source] -= 1
            if target > 0:
                board[0] -= taken
                board[target] += taken + 1
    return Node(tuple(board), play >> MARKS & ONE_MARKS)


def near_the_end(random: Random) -> Points:
    """A board on which both sides stand near home, perhaps with few men."""
    mine, theirs = [0] * 26, [0] * 26
    for _ in range(15):
        mine[random.choice((1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 5, 6, 7))] += 1
    while sum(theirs) < 15:
        here = random.choice((1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 24, 25))
        there = TWELVE[here]
        if not (mine[there] if there else random.random() < 0.8):
            theirs[here] += 1
    for men in (mine, theirs):
        for _ in range(random.choice((0, 0, 0, 5, 12, 14))):
            men[random.choice([point for point in range(26) if men[point]])] -= 1
    return tuple([own - theirs[TWELVE[point]] for point, own in enumerate(mine)])
