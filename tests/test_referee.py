"""The slow referee itself: it passes sound records and names the first thing that is wrong in others."""

from __future__ import annotations

import pytest

from kotra_notation.model import (
    Blank,
    Double,
    Drop,
    Event,
    Game,
    Hop,
    Match,
    NotRecorded,
    Opening,
    Play,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)
from referees.oracle import START, board, legal_results, meant, outcomes, side
from referees.referee import judge, verdict
from tests.records import rows

W, B = 0, 1


def turn(seat: int, dice: int, *hops: tuple[int, int] | tuple[int, int, int]) -> Turn:
    deed = Play(hops=tuple(Hop(*hop) for hop in hops)) if hops else Blank()
    return Turn(seat=seat, dice=(dice // 10, dice % 10), deed=deed)


def wins(seat: int, points: float, *, match: bool = False) -> ResultClaim:
    return ResultClaim(seat=seat, points=points, match=match)


def record(*games: tuple[Event, ...], length: int = 5, scores: tuple[tuple[int, int], ...] = ()) -> Match:
    heads: list[ScoreClaim | None] = [ScoreClaim(score=score) for score in scores]
    heads = heads or [None for _ in games]
    return Match(
        length=length,
        games=tuple(Game(events=events, score=head) for events, head in zip(games, heads, strict=True)),
    )


W_31, B_42, W_52 = turn(W, 31, (8, 5), (6, 5)), turn(B, 42, (8, 4), (6, 4)), turn(W, 52, (13, 8), (24, 22))
DOUBLE, TAKE, DROP = Double(seat=W, value=2), Take(seat=B), Drop(seat=B)
DROPPED = W_31, B_42, DOUBLE, DROP, wins(W, 1)


@pytest.mark.parametrize(
    "events",
    [
        (Opening(dice=(3, 3)), Opening(dice=(3, 1)), *DROPPED),
        (W_31, B_42, DOUBLE, TAKE, W_52, wins(W, 4)),
        (W_31, turn(B, 42), wins(W, 1)),
        (W_31, Turn(seat=B, dice=(4, 2), deed=NotRecorded()), wins(W, 1)),
        (turn(W, 31, (24, 20)), B_42),
    ],
)
def test_a_sound_record_is_passed(events: tuple[Event, ...]) -> None:
    assert judge(record(events)) is None


@pytest.mark.parametrize(
    ("what", "at", "events"),
    [
        ("no legal play", 0, (turn(W, 31, (8, 5), (6, 4)),)),
        ("no legal play", 1, (W_31, turn(B, 42, (8, 4)))),
        ("no legal play", 1, (W_31, turn(B, 42, (8, 4), (6, 4), (6, 4)))),
        ("a play left out before this turn", 1, (W_31, turn(B, 42), W_52)),
        ("a turn out of order", 1, (W_31, W_52)),
        ("no such die", 0, (turn(W, 71, (8, 1), (6, 5)),)),
        ("an opening throw cannot be a double", 0, (turn(W, 11, (8, 7), (8, 7), (6, 5), (6, 5)),)),
        ("a turn out of order", 1, (Opening(dice=(3, 1)), B_42)),
        ("a double out of turn", 0, (DOUBLE,)),
        ("a double out of turn", 1, (W_31, DOUBLE)),
        ("a wrong cube value", 2, (W_31, B_42, Double(seat=W, value=4))),
        ("an answer to no double", 2, (W_31, B_42, TAKE)),
        ("a turn while a double is unanswered", 3, (W_31, B_42, DOUBLE, W_52)),
        (
            "a double by a player who does not own the cube",
            6,
            (W_31, B_42, DOUBLE, TAKE, W_52, turn(B, 61, (13, 7), (8, 7)), Double(seat=W, value=4)),
        ),
        ("wrong points", 4, (*DROPPED[:4], wins(W, 2))),
        ("a wrong winner", 4, (*DROPPED[:4], wins(B, 1))),
        ("wrong points", 5, (W_31, B_42, DOUBLE, TAKE, W_52, wins(W, 3))),
        ("the match is not over", 4, (*DROPPED[:4], wins(W, 1, match=True))),
        ("a turn after the game has ended", 4, (*DROPPED[:4], W_52)),
        ("a second result", 5, (*DROPPED, wins(B, 1))),
    ],
)
def test_the_first_unlawful_thing_is_named(what: str, at: int, events: tuple[Event, ...]) -> None:
    found = judge(record(events))
    assert found is not None
    assert (found.what, found.event) == (what, at)


@rows
def test_the_head_of_a_game_must_follow(what: str, scores: tuple[tuple[int, int], ...]) -> None:
    found = judge(record(DROPPED, DROPPED, scores=scores))
    assert found is not None
    assert (found.game, found.event, found.what) == (2, -1, what)


def test_no_double_in_the_crawford_game_and_one_after_it() -> None:
    lost = W_31, B_42, wins(B, 1)
    found = judge(record(DROPPED, DROPPED, lost, scores=((3, 0), (4, 0), (4, 1))))
    assert found is not None
    assert (found.game, found.what) == (2, "a double in the Crawford game")
    assert judge(record(DROPPED, lost, DROPPED, scores=((3, 0), (4, 0), (4, 1)))) is None


def test_hit_marks_are_only_marked_and_joined_hops_take_the_path_that_agrees() -> None:
    invented = turn(W, 31, (8, 5, 1), (6, 5))
    assert judge(record((invented, B_42))) is None
    assert verdict(record((invented, B_42))).violation is None
    position = board("W: 24x2 13x5 8x3 6x5; B: 2 5x6 8x4 13x4")
    hitting, quiet = (Hop(24, 23, 1), Hop(23, 18)), (Hop(24, 18),)
    for hops, hits in ((hitting, (23,)), (quiet, ())):
        found = [
            one for one in outcomes(position, (5, 1), hops) if one.board in legal_results(position, (5, 1))
        ]
        assert meant(found, hops).hits == hits


def test_openings_are_counted_and_a_side_read_with_its_bar_and_off() -> None:
    counts = [len(legal_results(START, dice)) for dice in ((3, 1), (2, 2), (5, 5))]
    assert counts == [16, 75, 4]
    men = side("24x2 bar1 off3 6x9")
    assert (men[24], men[25], men[0], men[6], sum(men)) == (2, 1, 3, 9, 15)
