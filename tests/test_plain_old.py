"""The plain way of the old game, play by play."""

from __future__ import annotations

import pytest

from kotra_notation.fast.judges import legal_plays, plain_boards
from kotra_notation.model import Hop
from kotra_notation.rules import Node, from_other_side, marks, throw_of
from referees.old_boards import node, rules
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


@pytest.mark.parametrize(
    ("specification", "place", "dice", "play", "astray"),
    [
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "a/d d/f", []),
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "a/d* d/f", [21]),
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "a/d", None),
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "a/d a/d", None),
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "a/d a/c", None),
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "b/d a/d", None),
        ("forn-1977", "W: a14 d1; B: m15", (7, 2), "a/c d/k", None),
        ("forn-1977", "W: a15; B: m15; first W", (3, 2), "a/d d/f", None),
        ("forn-1977", "W: a14 d1; B: m14 f1", (3, 2), "a/d d/f*", []),
        ("forn-1977", "W: a14 d1; B: m14 f1", (3, 2), "a/d d/f", [19]),
        ("forn-1977", "W: a14 d1; B: m14 g1", (3, 3), "d/g* d/g*", None),
        ("forn-1977", "W: a14 d1; B: m13 f2", (3, 2), "a/d d/f", None),
        ("forn-1977", "W: a14 bar1; B: m15", (4, 2), "bar/d a/c", []),
        ("forn-1977", "W: a14 bar1; B: m15", (3, 2), "bar/c c/e", []),
        ("forn-1977", "W: a14 bar1; B: m15", (3, 2), "a/d bar/b", None),
        ("forn-1977", "W: a13 c1 bar1; B: m15", (3, 2), "bar/c a/c", None),
        ("forn-1977", "W: a13 d1 bar1; B: m14 c1", (3, 2), "bar/c* a/c", None),
        ("forn-1977", "W: a13 d1 bar1; B: m14 c1", (3, 2), "bar/c* d/f", []),
        ("davidsson", "W: a13 d1 bar1; B: m14 c1", (3, 2), "bar/c d/f", None),
        ("forn-1977", "W: a12 h1 l1 m1; B: n15", (4, 1), "h/l a/b", None),
        ("forn-1977", "W: a10 h1 l1 m1 x2; B: n15", (4, 1), "h/l a/b", []),
        ("forn-1977", "W: a10 g1 h1 m1 x2; B: n15", (4, 1), "g/k a/b", []),
        ("forn-1977", "W: a10 g1 k1 m1 x2; B: n15", (4, 1), "g/k a/b", None),
        ("forn-de", "W: a11 l1 n1 p1 r1; B: m13 d2; un W", (4, 1), "l/p a/b", None),
        ("forn-de", "W: a10 l1 n1 p1 r1 s1; B: m13 d2; un W", (4, 1), "l/p a/b", []),
        ("forn-de", "W: a10 l1 n1 p1 r1 s1; B: m13 d2; locked W", (4, 1), "n/r a/b", []),
        ("forn-de", "W: a10 k1 n1 p1 r1 s1; B: m13 d2; locked W", (4, 1), "n/r a/b", None),
        ("forn-de", "W: a10 k1 n1 p1 r1 s1; B: m13 d2; un W", (4, 1), "n/r a/b", []),
        ("forn-de,stack.latch=while", "W: a10 k1 n1 p1 r1 s1; B: m13 d2; un W", (4, 1), "n/r a/b", None),
        ("davidsson", "W: a11 i1 n1 p1 r1; B: m13 d2", (3, 1), "i/l a/b", None),
        ("davidsson", "W: a10 i1 n1 p1 r1 s1; B: m13 d2", (3, 1), "i/l a/b", []),
        ("davidsson", "W: a11 i1 n1 p1 r1; B: m13 d2", (2, 1), "i/k a/b", []),
        ("forn-1977", "W: s1 t2 u6 v6; B: m15", (6, 1), "s/off t/u", []),
        ("forn-1977", "W: s1 t2 u6 v6; B: m15", (6, 1), "s/off* t/u", [0]),
        ("forn-1977", "W: s1 t2 u6 v6; B: m4 n2 o2 p2 q2 r2 bar1", (6, 1), "s/off t/off", None),
        ("forn-1977", "W: t3 u6 v6; B: m15", (6, 1), "t/off t/u", []),
        ("forn-1977", "W: t3 u6 v6; B: m15", (6, 1), "u/off t/u", None),
        ("forn-1977", "W: t3 u6 v6; B: m15", (1, 6), "t/off t/u", []),
        ("forn-1977", "W: t3 u6 v6; B: m15", (4, 3), "u/off v/off", []),
        ("forn-1977", "W: r1 t2 u6 v6; B: m15", (4, 1), "u/off t/u", None),
        ("forn-1977,bearoff.zone=half", "W: m1 n2 u6 v6; B: o15", (4, 1), "u/off u/v", []),
        ("forn-1977,bearoff.zone=half", "W: l1 n2 u6 v6; B: o15", (4, 1), "u/off u/v", None),
        ("forn-1977", "W: r1 x14; B: m15", (5, 1), "r/w w/x", None),
        ("forn-1977", "W: w1 x1 off13; B: m15", (2, 1), "w/off x/off", None),
        ("forn-1977", "W: r1 l14; B: m1 n1 o1 p1 q1 t1 g8 bar1", (2, 1), "r/t* l/m", None),
        ("forn-1977,stack.rule=none", "W: a14 d1; B: m15", (3, 2), "a/d a/c", []),
        ("forn-1977", "W: a12 c2 l1; B: m15", (3, 2), "c/f a/c", []),
        ("forn-1977", "W: b1 n14; B: m15", (2, 1), "n/p n/o", []),
        ("davidsson", "W: a14 bar1; B: m15", (3, 2), "bar/c c/e", []),
        ("forn-1977", "W: a10 n1 p1 x3; B: m14 r1", (4, 2), "n/r* p/r*", []),
        ("forn-1977", "W: a10 h1 l1 m1 x2; B: o15", (4, 1), "h/l m/n", []),
        ("forn-1977", "W: a14 k1; B: m15", (3, 2), "k/n n/p", []),
        ("forn-1977", "W: a14 d1; B: m15", (3, 2), "b/e a/c", None),
        ("forn-1977", "W: s1 u14; B: m15", (5, 2), "u/off u/w", None),
        ("forn-1977", "W: a13 c1 bar1; B: m15", (3, 2), "bar/c c/e", None),
        ("forn-de", "W: a14 m1; B: n15", (4, 2), "m/q q/s", []),
    ],
)  # fmt: skip
def test_the_plain_way(
    specification: str, place: str, dice: tuple[int, int], play: str, astray: list[int] | None
) -> None:
    assert plain(specification, place, dice, play) == astray


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
