"""What counts as a difference between two records, and what is only another spelling."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from kotra_notation.compare import (
    Derived,
    Difference,
    DifferenceKind,
    RemarkCount,
    compare_matches,
    exchange_seats,
)
from kotra_notation.model import Match
from referees.models import matches
from referees.transcripts import read
from tests.records import rows

pytestmark = pytest.mark.middle


OPENING = ("W 31: 8/5 6/5", "B 64: 24/14")


def record(*lines: str, head: str = "length: 5", score: str = "0-0") -> Match:
    return read("\n".join(["kotra 1", head, f"game 1 {score}", *OPENING, *lines]) + "\n")


def differences(a: Match, b: Match) -> tuple[Difference, ...]:
    return compare_matches(a, b).differences


def kinds(a: Match, b: Match) -> list[DifferenceKind]:
    return [one.kind for one in differences(a, b)]


@rows
def test_spelling_is_no_difference(one: str, other: str) -> None:
    assert kinds(record(one), record(other)) == []


def test_a_hit_on_the_way_is_a_difference_where_nothing_marks_it() -> None:
    assert kinds(record("W 42: 13/9 9/7"), record("W 42: 13/11 11/7")) == [DifferenceKind.PLAYS]


def test_a_mark_of_a_hit_is_none() -> None:
    assert kinds(record("W 42: 13/11* 6/2"), record("W 42: 13/11 6/2")) == []


@rows
def test_each_kind_of_difference_is_told(one: str, other: str, kind: str) -> None:
    assert DifferenceKind[kind] in kinds(record(one), record(other))


def test_a_lost_turn_is_one_difference_and_shifts_nothing() -> None:
    rest = "W 42: 8/4 6/4", "B 55: 8/3(2) 6/1(2)", "W 61: 13/7 8/7", "B 21: 13/10"
    (found,) = differences(record(*rest), record(*rest[:1], *rest[2:]))
    assert (found.kind, found.turns, found.seat, found.b) == (DifferenceKind.TURNS, (4, None), 1, None)


def test_a_difference_says_where_it_stands_in_both_files() -> None:
    (found,) = differences(record("W 42: 8/4 6/4"), record("", "W 41: 8/4 6/4"))
    assert [span.line for span in found.spans if span] == [6, 7]


def test_the_head_is_compared_item_by_item() -> None:
    one = record(head="length: 5\nwhite: Ása\nevent: Vormót")
    other = record(head="length: 7\nwhite: Ásta\nround: 2")
    found = [(one.kind, one.what, one.a, one.b) for one in differences(one, other)]
    assert found == [
        (DifferenceKind.NAMES, "", "Ása", "Ásta"),
        (DifferenceKind.RULES, "length", 5, 7),
        (DifferenceKind.HEADERS, "event", "Vormót", None),
        (DifferenceKind.HEADERS, "round", None, "2"),
    ]


def test_rules_are_compared_as_they_are_in_force() -> None:
    assert kinds(record(head="rules: modern"), record(head="length: 0")) == []
    assert kinds(record(head="rules: modern,texas=on"), record(head="rules: modern")) == [
        DifferenceKind.RULES
    ]


def test_a_score_that_only_one_record_states_is_held_against_the_games_of_the_other() -> None:
    first = "kotra 1\nlength: 5\ngame 1 0-0\nW 31: 8/5 6/5\nB doubles 2\nW drops\n"
    stated, wrong, silent = (read(f"{first}game 2{score}\nW 31: 8/5 6/5\n") for score in (" 0-1", " 1-0", ""))
    assert kinds(stated, silent) == []
    assert kinds(wrong, silent) == [DifferenceKind.SCORE]


def test_a_result_that_the_plays_tell_need_not_be_stated() -> None:
    cube = "W doubles 2", "B drops"
    assert kinds(record(*cube, "W wins 1"), record(*cube)) == []
    (found,) = differences(record(*cube, "W wins 2"), record(*cube))
    assert found.b == Derived(winner=0, points=1)


def test_a_game_that_one_record_lacks_is_one_difference() -> None:
    games = [
        f"game {number} 0-0\nW {dice}: 8/5 6/5\nB 64: 24/14\nW wins 1\n"
        for number, dice in ((1, 31), (2, 42))
    ]
    both, one = (read("kotra 1\n" + "".join(some)) for some in (games, games[:1]))
    found = [one for one in differences(both, one) if one.kind is DifferenceKind.GAMES]
    assert [(one.games, one.a, one.b) for one in found] == [((2, None), RemarkCount(number=2), None)]


def test_remarks_of_a_kind_that_one_record_has_none_of_are_told_once() -> None:
    turns = "W 31: 24/20 !", "B 31: 24/20 !", "W 31: 20/16 !", "B 31: 14/10 !"
    (found,) = differences(record(*turns), record(*(turn.removesuffix(" !") for turn in turns)))
    assert (found.kind, found.a, found.b) == (DifferenceKind.MARKS, RemarkCount(number=4), None)


def test_exchanged_seats_are_seen_through() -> None:
    match = record(
        "W 42: 8/4 6/4", "B 55: 8/3(2) 6/1(2)", "W wins 2", head="white: Ása\nblack: Örn\nlength: 5"
    )
    comparison = compare_matches(match, exchange_seats(match))
    assert comparison.alignment.swapped
    assert comparison.differences == ()


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(matches, matches)
def test_any_two_matches_are_compared(one: Match, other: Match) -> None:
    assert compare_matches(one, one).differences == ()
    compare_matches(one, other)
