"""What wins in the old game: forms and their words, halves of them, jan."""

from __future__ import annotations

import pytest

from kotra_notation.rules import throw_of
from kotra_notation.rules.old_icelandic import award_named, title
from kotra_notation.rules.old_outcome import find_awards, half_value, half_wins, jan, reachable
from kotra_notation.rules.ruleset import Made
from referees.old_boards import node, rules
from tests.records import rows


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
