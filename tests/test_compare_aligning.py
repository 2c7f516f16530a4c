"""Two records of a match aligned: which turn of the one is which of the other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotra_notation.compare import Alignment, align, exchange_seats
from kotra_notation.model import Event, Game, Hop, Match, Play, Player, Turn
from referees.games import quick_match

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


def test_a_match_is_aligned_with_itself_event_by_event() -> None:
    alignment = align(MATCH, MATCH)
    assert games_of(alignment) == [(at, at) for at in range(5)]
    assert all(one == other for game in alignment.games for one, other in game.pairs)


def test_a_lost_turn_leaves_its_like_alone() -> None:
    events = MATCH.games[2].events
    lost = with_events(MATCH, 2, *events[:9], *events[10:])
    assert only(align(MATCH, lost)) == [(2, (9, None))]


def test_a_doubled_turn_is_alone_once() -> None:
    events = MATCH.games[1].events
    doubled = with_events(MATCH, 1, *events[:12], *events[10:])
    assert len(only(align(MATCH, doubled))) == 2


def test_a_changed_turn_keeps_its_partner() -> None:
    events = list(MATCH.games[0].events)
    turn = events[6]
    assert isinstance(turn, Turn)
    events[6] = replace(turn, dice=(turn.dice[0] % 6 + 1, turn.dice[1]))
    assert only(align(MATCH, with_events(MATCH, 0, *events))) == []


def test_the_order_of_hops_and_their_joints_are_spelling() -> None:
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


def test_exchanged_names_do_not_turn_the_seats() -> None:
    renamed = replace(MATCH, players=MATCH.players[::-1])
    assert not align(MATCH, renamed).swapped


def test_names_tell_the_seats_where_no_turn_does() -> None:
    empty = replace(MATCH, games=())
    assert align(empty, replace(empty, players=empty.players[::-1])).swapped


def test_games_that_one_record_lacks_are_alone() -> None:
    first, second, third, fourth, fifth = MATCH.games
    assert games_of(
        align(
            replace(MATCH, games=(first, second, fourth)),
            replace(MATCH, games=(second, third, fourth, fifth)),
        )
    ) == [(0, None), (1, 0), (None, 1), (2, 2), (None, 3)]


def test_a_game_that_begins_late_and_one_that_is_cut_short_find_their_likes() -> None:
    late = with_events(MATCH, 0, *MATCH.games[0].events[15:])
    short = with_events(late, 4, *MATCH.games[4].events[:12])
    assert games_of(align(MATCH, short)) == [(at, at) for at in range(5)]


def test_exchanging_twice_changes_nothing() -> None:
    assert exchange_seats(exchange_seats(MATCH)) == MATCH
