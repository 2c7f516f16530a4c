"""The plain way of the old game, play by play."""

from __future__ import annotations

import pytest

from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.model import Hop
from kotra_notation.rules import Node, from_other_side, marks, throw_of
from referees.old_boards import node, rules
from tests.records import rows
from tests.test_examples_old import hops

pytestmark = pytest.mark.middle


def plain(
    specification: str, place: str, dice: tuple[int, int], play: str, seat: int = 0
) -> list[int] | None:
    """Where the hit marks of a play are wrong; None where it is not plain."""
    ruleset = rules(specification)
    before = node(place, seat)
    boards = plain_boards(ruleset, before, seat)
    assert boards is not None
    plain = boards.lawful(seat, dice, tuple(hops(play, seat)))
    assert boards.play(seat, dice, tuple(hops(play, seat))) == plain
    if not plain:
        return None
    reached = Node(tuple(boards.seen_by(seat)), marks.from_other_side(boards.marks))
    assert reached in legal_plays(ruleset, throw_of(ruleset, before, dice))
    assert tuple(boards.seen_by(1 - seat)) == from_other_side(ruleset, reached).points
    return boards.astray


@rows
def test_the_plain_way(
    specification: str, place: str, dice: tuple[int, int], play: str, astray: tuple[int, ...] | bool
) -> None:
    assert plain(specification, place, dice, play) == (list(astray) if isinstance(astray, tuple) else None)


@pytest.mark.parametrize("hop", [(26, 24, 0), (2, -1, 0)])
def test_a_point_that_no_board_has_is_not_plain(hop: tuple[int, int, int]) -> None:
    ruleset = rules("forn-1977")
    boards = plain_boards(ruleset, node("W: w15; B: m15"), 0)
    assert boards is not None
    assert not boards.play(0, (hop[0] - hop[1], 1), (Hop(*hop),))


@pytest.mark.parametrize(
    "custom", ["stack.check=each-step", "entry.own=touch", "five_off.rule=leave-far+pass-11"]
)
def test_there_is_no_plain_way_under_rare_customs(custom: str) -> None:
    assert plain_boards(rules(f"forn-1977,{custom}"), node("W: w15; B: m15"), 0) is None
