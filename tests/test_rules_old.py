"""The rules of the old game one at a time: forms, jan, what is remembered, the words of the awards."""

from __future__ import annotations

import pytest

from kotra_notation.board import position
from kotra_notation.rules import Node, Ruleset, Step, legal_plays, marks, named, throw_of
from kotra_notation.rules.forms import half_value, reachable
from kotra_notation.rules.old_icelandic import award_named, title
from kotra_notation.rules.spelling import hop_text, play_text
from kotra_notation.rules.walking import Objection, objections

FRESH, UNLOCKED, STACK = marks.FRESH, marks.UNLOCKED, marks.STACK


def rules(specification: str) -> Ruleset:
    found = named(specification)
    assert found.findings == ()
    return found.ruleset


def node(text: str, seat: int = 0) -> Node:
    """The board of a position text, seen by its mover."""
    shown = position(text, seat)
    return Node(shown.points, marks.marks_of(shown.memory, seat))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("úttekt", "uttekt"),
        ("Bear-Off", "uttekt"),
        ("stór_jan", "stor_jan"),
        ("stutti múkur", "stutti"),
        ("hálfur langi_múkur", "langi"),
        ("half  short_monk", "stutti"),
        ("hálfur múkur", "múkur"),
        ("mukur", "múkur"),
        ("munkur", "múkur"),
        ("half monk", "múkur"),
        ("rough monk", None),
    ],
)
def test_an_award_is_known_by_its_words(words: str, kind: str | None) -> None:
    assert award_named(words) == kind


def test_an_award_is_called_as_people_call_it() -> None:
    assert (title("stutti"), title("settled")) == ("stutti múkur", "settled")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("own", [FRESH, UNLOCKED, STACK])
@pytest.mark.parametrize("whose", [0, 1])
def test_what_is_remembered_of_a_side_is_remembered_by_seat(seat: int, own: int, whose: int) -> None:
    memory = marks.remembered(None, own << (whose != seat), seat)
    told = {FRESH: memory.fresh, UNLOCKED: memory.unlocked, STACK: memory.stack}
    assert told.pop(own) == (whose == 0, whose == 1)
    assert set(told.values()) == {(False, False)}
    assert marks.marks_of(memory, 1 - seat) == own << (whose == seat)


@pytest.mark.parametrize(
    ("form", "rest", "lone", "points"),
    [
        ("langi", "half.value=3.5", False, 3.5),
        ("stutti", "half.value=3.5", False, 3.5),
        ("meistari", "half.value=3.5", False, 6.5),
        ("langi", "half.value=3.5", True, 2.5),
        ("langi", "half.value=half", False, 2.5),
    ],
)
def test_forn_half_2_what_half_a_form_is_worth(form: str, rest: str, lone: bool, points: float) -> None:
    assert half_value(form, rules(f"forn-de,{rest}").options, lone=lone) == points


@pytest.mark.parametrize(
    ("men", "form", "throws", "there"),
    [
        ("f1 l14", "meistari", 1, True),
        ("f1 l14", "meistari", 0, False),
        ("l15", "meistari", 0, True),
        ("a2 l13", "meistari", 1, True),  # 22 pips
        ("x2 l13", "meistari", 1, True),  # 24 pips
        ("x2 k1 l12", "meistari", 1, False),
        ("i15", "stutti", 1, False),  # 30 pips
        ("i15", "stutti", 2, True),
        ("k1 l14", "stutti", 9, False),
        ("f1 j4 k5 l5", "stutti", 1, True),
        ("f1 j3 k6 l5", "stutti", 9, False),
        ("bar1 l14", "meistari", 1, True),
        ("bar1 l14", "meistari", 0, False),
        ("f1 l13 off1", "meistari", 9, False),
        ("f1 l12 off2", "meistari", 9, False),
    ],
)
def test_forn_after_3_a_form_is_in_reach_while_every_man_can_get_there(
    men: str, form: str, throws: int, there: bool
) -> None:
    points = node(f"W: off15; B: {men}", 1).points
    assert reachable(points, form, throws) is there


def test_forn_use_5_jan_by_the_first_of_two_single_dice_ends_the_throw() -> None:
    singly = rules("forn-1977,one_die=always")
    start = node("W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9")
    plays = legal_plays(singly, throw_of(singly, start, (2, 6), singly=True))
    assert {play.steps for play in plays.values()} == {
        (Step(13, 11, 2),),
        (Step(11, 9, 2), Step(13, 7, 6)),
        (Step(11, 9, 2), Step(9, 3, 6)),
    }
    assert all(play.node == after for after, play in plays.items())


@pytest.mark.parametrize(
    ("specification", "place", "dice", "hops", "objection"),
    [
        (
            "forn-1977",
            "W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9",
            (2, 6),
            [(13, 11), (1, 0)],
            Objection("play-after-end", (1, 0, 0)),
        ),
        (
            "forn-1977",
            "W: a14 d1; B: m15",
            (3, 2),
            [(24, 21), (24, 22)],
            Objection("point-doubled", None, None, 21),
        ),
        (
            "forn-1977,entry.own=always",
            "W: a14 bar1; B: m13 f2",
            (2, 4),
            [(25, 19)],
            Objection("point-held", (23, 19, 0), 4),
        ),
        (
            "forn-de",
            "W: a14 i1; B: m15",
            (3, 4),
            [(16, 9)],
            Objection("crossed-too-early", (13, 9, 0), 4),
        ),
    ],
)
def test_what_the_rules_object_to(
    specification: str,
    place: str,
    dice: tuple[int, int],
    hops: list[tuple[int, int]],
    objection: Objection,
) -> None:
    ruleset = rules(specification)
    throw = throw_of(ruleset, node(place), dice)
    assert objections(ruleset, throw, [(*hop, 0) for hop in hops]) == objection


def test_forn_geo_2_each_side_counts_from_its_own_start() -> None:
    forn = rules("forn-de")
    assert [hop_text(forn, (24, 18, 1), seat) for seat in (0, 1)] == ["a/g*", "m/s*"]
    assert play_text(forn, forn.facts.start, [Step(24, 18, 6)], 1) == "m/s"
