"""What counts as a difference between two records, and what is only another spelling."""

from __future__ import annotations

from collections.abc import Sequence

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


def spelled(found: Difference) -> str:
    """Return a difference in words: its kind, what it is of, and where it stands in either record."""

    def both(name: str, values: Sequence[int | None]) -> str:
        if values[0] is values[1] is None:
            return ""
        return f"{name} {'/'.join('-' if value is None else str(value) for value in values)}"

    lines = [span.line if span else None for span in found.spans]
    places = both("games", found.games), both("turns", found.turns), both("lines", lines)
    return " ".join(filter(None, [found.kind.name, found.what, *places]))


def kinds(a: Match, b: Match) -> list[DifferenceKind]:
    return [one.kind for one in differences(a, b)]


@rows
def test_spelling_is_no_difference(one: str, other: str) -> None:
    assert kinds(record(one), record(other)) == []


@rows
def test_each_kind_of_difference_is_told(one: str, other: str, kind: str) -> None:
    assert DifferenceKind[kind] in kinds(record(one), record(other))


@rows
def test_what_differs(
    head: str, lines: tuple[str, ...], other_head: str, others: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    one, other = (
        record(*some, head=words.replace(" | ", "\n"))
        for words, some in ((head, lines), (other_head, others))
    )
    assert tuple(map(spelled, differences(one, other))) == expected


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


def test_a_result_that_the_plays_tell_need_not_be_stated() -> None:
    cube = "W doubles 2", "B drops"
    assert kinds(record(*cube, "W wins 1"), record(*cube)) == []
    (found,) = differences(record(*cube, "W wins 2"), record(*cube))
    assert found.b == Derived(winner=0, points=1)


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
