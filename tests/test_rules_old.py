"""The rules of the old game one at a time: steps, points, standing, what is remembered, what wins."""

from __future__ import annotations

from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.board import position
from kotra_notation.fast.judges import legal_plays
from kotra_notation.replay.objections import Objection, first_objection
from kotra_notation.replay.turns import step_as_written, walks
from kotra_notation.rules import Step, marks, throw_of
from kotra_notation.rules.old_icelandic import award_named, title
from kotra_notation.rules.old_outcome import find_awards, half_value, half_wins, jan, reachable
from kotra_notation.rules.old_steps import block
from kotra_notation.rules.ruleset import Made
from kotra_notation.rules.spelling import hop_text, play_text
from referees.old_boards import node, rules
from tests.records import rows
from tests.test_examples_old import hops

FRESH, UNLOCKED, STACK = marks.FRESH, marks.UNLOCKED, marks.STACK


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("own", [FRESH, UNLOCKED, STACK])
@pytest.mark.parametrize("whose", [0, 1])
def test_what_is_remembered_of_a_side_is_remembered_by_seat(seat: int, own: int, whose: int) -> None:
    memory = marks.with_marks(None, own << (whose != seat), seat)
    told = {FRESH: memory.fresh, UNLOCKED: memory.unlocked, STACK: memory.stack}
    assert told.pop(own) == (whose == 0, whose == 1)
    assert set(told.values()) == {(False, False)}
    assert marks.marks_of(memory, 1 - seat) == own << (whose == seat)


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


@rows
def test_what_the_rules_object_to(
    specification: str,
    place: str,
    dice: tuple[int, int],
    steps: tuple[tuple[int, int], ...],
    objection: dict[str, Any],
) -> None:
    ruleset = rules(specification)
    throw = throw_of(ruleset, node(place), dice)
    assert first_objection(ruleset, throw, [(*step, 0) for step in steps]) == Objection(**objection)


@rows
def test_forn_stack_5_where_a_step_may_land_if_every_step_is_asked(
    specification: str, place: str, dice: tuple[int, int], steps: tuple[tuple[int, int], ...], may: bool
) -> None:
    ruleset = rules(specification)
    throw = throw_of(ruleset, node(place), dice)
    assert (step_as_written(ruleset, throw, [(*step, 0) for step in list(steps)]) is not None) == may


@rows
def test_forn_enter_3_onto_which_own_men_a_dead_man_may_enter(custom: str, onto: str, staying: str) -> None:
    ruleset = rules(f"forn-1977,entry.own={custom}")
    throw = throw_of(ruleset, node("W: a13 c1 bar1; B: m15"), (1, 3))
    entered = {point: step_as_written(ruleset, throw, hops(f"bar/{point}", 0)) for point in "ac"}
    assert "".join(point for point, walk in entered.items() if walk) == onto
    assert "".join(point for point, walk in entered.items() if walk and walk.stands) == staying


@pytest.mark.parametrize("count", [1, 2, 3])
def test_forn_enter_3_any_number_of_men_may_enter_on_a_point_where_own_men_are_no_bar(count: int) -> None:
    ruleset = rules("forn-1977,entry.own=always")
    throw = throw_of(ruleset, node(f"W: a{15 - count} bar{count}; B: m15"), (3, 3))
    walk = step_as_written(ruleset, throw, [(25, 22, 0)] * count + [(22, 19, 0)] * (count < 3))
    assert walk is not None
    assert walk.stands


def test_forn_geo_2_each_side_counts_from_its_own_start_and_remembers_nothing_unsaid() -> None:
    assert marks.marks_of(None, 0) == 0
    forn = rules("forn-de")
    assert [hop_text(forn.facts, (24, 18, 1), seat) for seat in (0, 1)] == ["a/g*", "m/s*"]
    assert play_text(forn.facts, forn.facts.start, [Step(24, 18, 6)], 1) == "m/s"


@rows
def test_forn_prime_3_a_block_may_be_broken_where_nothing_else_can_be_played(place: str, stuck: bool) -> None:
    ruleset = rules("forn-de,prime_break.when=no-other-play")
    throw = throw_of(ruleset, node(place, 1), (3, 6))
    assert throw.stuck == stuck
    hits = {play.node.points[0] for play in legal_plays(ruleset, throw).values()}
    assert hits == ({-2} if stuck else {0})


@rows
def test_forn_prime_2_how_long_a_row_of_made_points_is(place: str, point: int, length: int) -> None:
    assert block(node(place), point) == length


def test_forn_prime_3_and_five_1_open_points_are_no_block_and_men_move_on() -> None:
    ruleset = rules("forn-de,prime_break.when=no-other-play")
    throw = throw_of(ruleset, node("W: a14 p1; B: q2 r2 s2 u2 v2 w2 m3"), (4, 2))
    walk = step_as_written(ruleset, throw, [(9, 5, 0)])
    assert walk is not None
    ruleset = rules("forn-de")
    throw = throw_of(ruleset, node("W: a14 m1; B: n15"), (4, 2))
    assert step_as_written(ruleset, throw, [(12, 8, 0), (8, 6, 0)]) is not None


@rows
def test_forn_first_1_and_2_a_first_double_must_be_played_as_far_as_it_goes(
    specification: str, place: str, dice: tuple[int, int], count: tuple[int, ...]
) -> None:
    ruleset = rules(specification)
    plays = legal_plays(ruleset, throw_of(ruleset, node(place), dice)).values()
    assert {len(play.steps) for play in plays} == set(count)


@rows
def test_what_a_play_leaves_to_be_remembered(
    place: str, seat: int, dice: tuple[int, int], play: str, after: str
) -> None:
    plays = {one.text: one.position.text() for one in kn.plays(position(place, seat), dice, rules="forn-de")}
    assert plays.get(play) == after


@pytest.mark.parametrize("rules", ["forn-1977", "modern"])
def test_forn_use_5_a_step_that_ends_the_game_needs_no_other(rules: str) -> None:
    place = "W: t1 off14; B: u1 m14" if rules != "modern" else "W: 5x1 off14; B: 21x1 6x14"
    assert len(kn.plays(position(place, 0), (6, 1), rules=rules)) == 2


def test_forn_jan_4_a_step_that_makes_jan_is_the_last_and_not_asked_where_two_men_stand() -> None:
    ruleset = rules("forn-1977")
    throw = throw_of(ruleset, node("W: r1 l14; B: m1 n1 o1 p1 q1 t1 g8 bar1"), (2, 1))
    assert step_as_written(ruleset, throw, hops("r/t*", 0)) is not None
    assert step_as_written(ruleset, throw, hops("r/t* t/u", 0)) is None
    ruleset = rules("forn-1977")
    throw = throw_of(ruleset, node("W: a10 d1 q2 r2; B: m1 n1 o1 p1 f1 g10"), (3, 5))
    ended = step_as_written(ruleset, throw, hops("a/d a/f*", 0))
    assert ended is not None
    assert (ended.over, ended.stands) == (True, True)
    assert ended.node in legal_plays(ruleset, throw)
    before = step_as_written(ruleset, throw, hops("a/d d/i", 0))
    assert before is not None
    assert before.stands


def test_a_way_of_stepping_remembers_what_the_turn_leaves() -> None:
    ruleset = rules("forn-1977")
    throw = throw_of(ruleset, node("W: a14 d1; B: m15; first W"), (3, 2))
    found = walks(ruleset, throw, hops("d/f a/d", 0))
    assert {walk.node for walk in found} <= set(legal_plays(ruleset, throw))


@rows
def test_an_award_is_known_by_its_words(words: str, kind: str | bool) -> None:
    assert award_named(words) == (kind or None)


def test_an_award_is_called_as_people_call_it() -> None:
    assert (title("stutti"), title("settled")) == ("stutti múkur", "settled")


@rows
def test_forn_half_2_what_half_a_form_is_worth(form: str, rest: str, lone: bool, points: float) -> None:
    assert half_value(form, rules(f"forn-de,{rest}").options, lone=lone) == points


@rows
def test_forn_after_3_a_form_is_in_reach_while_every_man_can_get_there(
    men: str, form: str, throws: int, there: bool
) -> None:
    points = node(f"W: off15; B: {men}", 1).points
    assert reachable(points, form, throws) is there


@rows
def test_what_stood_before_a_throw_that_cannot_be_played_is_not_won_by_it(
    specification: str, place: str
) -> None:
    before = node(place)
    made = Made(seat=0, before=before, after=before)
    assert find_awards(made, rules(specification).options, frozenset()) == []


def test_forn_end_1_an_uttekt_is_all_men_borne_off() -> None:
    before, after = node("W: s1 t1 x1 off12; B: m15"), node("W: s1 t1 off13; B: m15")
    made = Made(seat=0, before=before, after=after)
    assert find_awards(made, rules("forn-1977").options, frozenset()) == []


@pytest.mark.parametrize(("forms", "count"), [("litil", 1), ("stutti", 0)])
def test_forn_half_1_a_half_win_is_of_a_form_that_may_be_declared(forms: str, count: int) -> None:
    ruleset = rules(f"forn-de,half.forms={forms}")
    throw = throw_of(ruleset, node("W: v1 w6 x8; B: m15"), (1, 5))
    assert len(half_wins(ruleset, throw)) == count


@rows
def test_forn_jan_more_dead_men_than_points_to_enter_on(
    specification: str, place: str, kind: str | bool
) -> None:
    assert jan(node(place).points, rules(specification).options) == (kind or None)
