"""Two records of a match: which turn is which of the other, and what counts as a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from kotra_notation.compare import compare_matches
from kotra_notation.compare.aligning import Alignment, align, exchange_seats
from kotra_notation.compare.difference import Derived, Difference, DifferenceKind, RemarkCount
from kotra_notation.model import Event, Game, Hop, Match, Play, Player, Turn
from referees.alignment import KINDS, Case, cases, generated, recorded, share, table
from referees.faults import CORPUS
from referees.games import quick_match
from referees.models import matches
from referees.seeds import CROWD, SEED, TENTH
from referees.transcripts import read
from tests.records import rows

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
def test_an_analysis_says_the_same_as_another(old: str, new: str, same: bool) -> None:
    analysis = 'eval play by "Freysteinn" | choice "8/4 6/4" 0.1 (0.5 0.1 0 0.1 0) at "2-ply" trials="36"'
    text = f'W 42: 8/4 6/4 | {analysis} | eval luck luck 0.5 by "X"'
    one, other = (record(*each.split(" | ")) for each in (text, text.replace(old, new)))
    assert one != other
    assert kinds(one, other) == [DifferenceKind.EVALUATIONS] * (not same)


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


def test_a_result_need_not_be_stated_and_missing_remarks_are_told_once() -> None:
    cube = "W doubles 2", "B drops"
    assert kinds(record(*cube, "W wins 1"), record(*cube)) == []
    (found,) = differences(record(*cube, "W wins 2"), record(*cube))
    assert found.b == Derived(winner=0, points=1)
    turns = "W 31: 24/20 !", "B 31: 24/20 !", "W 31: 20/16 !", "B 31: 14/10 !"
    (found,) = differences(record(*turns), record(*(turn.removesuffix(" !") for turn in turns)))
    assert (found.kind, found.a, found.b) == (DifferenceKind.MARKS, RemarkCount(number=4), None)


def test_exchanged_seats_are_seen_through() -> None:
    match = record(
        "W 42: 8/4 6/4",
        "B 55: illegal [W: 24x2 13x5 8x1 6x3 5x2 4x2; B: 24x1 14x1 13x5 8x3 6x5; W to play]",
        "W wins 2",
        head="white: Ása\nblack: Örn\nlength: 5",
    )
    comparison = compare_matches(match, exchange_seats(match))
    assert comparison.alignment.swapped
    assert comparison.differences == ()


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(matches, matches)
def test_any_two_matches_are_compared(one: Match, other: Match) -> None:
    assert compare_matches(one, one).differences == ()
    compare_matches(one, other)


MATCH = quick_match(7, games=5)


def with_events(match: Match, place: int, *events: Event) -> Match:
    games = list(match.games)
    games[place] = replace(games[place], events=events)
    return replace(match, games=tuple(games))


def only(alignment: Alignment) -> list[tuple[int, tuple[int | None, int | None]]]:
    """The events that have no like, with the place of their pair of games."""
    return [
        (place, pair) for place, game in enumerate(alignment.games) for pair in game.pairs if None in pair
    ]


def games_of(alignment: Alignment) -> list[tuple[int | None, int | None]]:
    return [(game.a, game.b) for game in alignment.games]


def test_a_turn_that_is_lost_or_doubled_is_alone_and_a_changed_one_keeps_its_partner() -> None:
    _, second, third, *_ = (game.events for game in MATCH.games)
    lost = with_events(MATCH, 2, *third[:9], *third[10:])
    assert only(align(MATCH, lost)) == [(2, (9, None))]
    doubled = with_events(MATCH, 1, *second[:12], *second[10:])
    assert len(only(align(MATCH, doubled))) == 2
    *before, turn = MATCH.games[0].events[:7]
    assert isinstance(turn, Turn)
    turn = replace(turn, dice=(turn.dice[0] % 6 + 1, turn.dice[1]))
    assert only(align(MATCH, with_events(MATCH, 0, *before, turn, *MATCH.games[0].events[7:]))) == []
    one, other = (
        Match(games=(Game(events=(Turn(seat=0, dice=dice, deed=Play(hops=hops)),)),))
        for dice, hops in (((3, 1), (Hop(13, 10), Hop(10, 9))), ((1, 3), (Hop(13, 9),)))
    )
    assert only(align(one, other)) == []


@pytest.mark.parametrize("names", [True, False], ids=["with names", "without names"])
def test_exchanged_seats_are_seen_by_the_turns(names: bool) -> None:
    match = MATCH if names else replace(MATCH, players=(Player(), Player()))
    alignment = align(match, exchange_seats(match))
    assert alignment.swapped
    assert only(alignment) == []


def test_names_turn_the_seats_only_where_no_turn_tells() -> None:
    renamed = replace(MATCH, players=MATCH.players[::-1])
    assert not align(MATCH, renamed).swapped
    empty = replace(MATCH, games=())
    assert align(empty, replace(empty, players=empty.players[::-1])).swapped
    assert exchange_seats(exchange_seats(MATCH)) == MATCH


def test_games_find_their_likes_also_cut_short() -> None:
    first, second, third, fourth, fifth = MATCH.games
    assert games_of(
        align(
            replace(MATCH, games=(first, second, fourth)),
            replace(MATCH, games=(second, third, fourth, fifth)),
        )
    ) == [(0, None), (1, 0), (None, 1), (2, 2), (None, 3)]
    late = with_events(MATCH, 0, *MATCH.games[0].events[15:])
    short = with_events(late, 4, *MATCH.games[4].events[:12])
    assert games_of(align(MATCH, short)) == [(at, at) for at in range(5)]
    alignment = align(MATCH, MATCH)
    assert games_of(alignment) == [(at, at) for at in range(5)]
    assert all(one == other for game in alignment.games for one, other in game.pairs)


@pytest.fixture(scope="module", params=CROWD)
def done(request: pytest.FixtureRequest) -> list[Case]:
    if request.param == TENTH:
        found = list(cases(list(generated(2, 2)), 4 * len(KINDS), seed=SEED))
    else:
        found = list(cases(list(generated()), 10 * len(KINDS), seed=2))
    print(f"\n{table(found)}")
    return found


@pytest.mark.middle
@pytest.mark.parametrize("kind", KINDS)
def test_turns_are_aligned_with_their_likes(kind: str, done: list[Case]) -> None:
    some = [case for case in done if case.kind == kind]
    assert share(some) >= (0.995 if len(some) > 4 else 0.97)


@pytest.mark.slow
def test_records_of_the_corpus_are_aligned_too() -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus: generated records are aligned only")
    assert share(list(cases(list(recorded(every=12)), len(KINDS), seed=1))) >= 0.995
