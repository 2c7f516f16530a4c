"""What is counted of a match: by hand in short records, and what must be true of every game."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board.points import pips
from kotra_notation.model import CannotMove, Game, Match, Turn
from kotra_notation.replay import replay
from kotra_notation.statistics.counts import SeatCounts, add_counts, frames_of, game_counts, statistics
from referees.games import quick_match
from referees.old_games import random_old_match
from referees.transcripts import bare, read
from tests.records import SAMPLES, check_parts, rows

pytestmark = pytest.mark.middle


@rows
def test_what_is_counted_of_a_game(
    lines: tuple[str, ...], white: dict[str, Any], black: dict[str, Any]
) -> None:
    for side, expected in zip(statistics(bare(*lines)), (white, black), strict=True):
        check_parts(side, expected)


def test_no_dice_awards_and_given_frames_are_counted() -> None:
    nothing = Turn(seat=0, dice=(0, 0), singly=True, deed=CannotMove())
    white, _ = statistics(replay(Match(games=(Game(events=(nothing,)),))))
    assert (white.dances, white.unknown) == (0, 1)
    sample = read((SAMPLES / "sound" / "forn-islenska.kotra").read_text("utf-8"))
    white, black = statistics(replay(sample))
    assert (white.count_awards("langi"), black.count_awards("langi")) == (1, 0)
    replayed = replay(quick_match(5, 2))
    assert statistics(replayed, frames_of(replayed)) == statistics(replayed)


def hold(match: Match) -> None:
    """What must be true of every lawful match."""
    replayed = replay(match)
    frames = frames_of(replayed)
    for number, replayed_game in enumerate(replayed.games):
        sides = game_counts(replayed_game, frames[number])
        first = next(frame.before for frame in frames[number] if isinstance(frame.event, Turn))
        last = frames[number][-1].after
        for seat, side in enumerate(sides):
            other = sides[1 - seat]
            assert side.hits == other.entered + last.seen_by(1 - seat)[25] - first.seen_by(1 - seat)[25]
            assert side.unknown == 0
            assert side.pips_played + side.pips_lost + side.pips_over == side.dice.pips
            assert sum(side.dice.faces) == 2 * side.dice.throws + side.dice.lone
            assert side.dances_on_bar <= side.dances <= side.turns
        turns = sum(isinstance(frame.event, Turn) for frame in frames[number])
        assert sum(side.turns for side in sides) == turns


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_the_counts_of_a_lawful_match_agree_with_each_other(seed: int) -> None:
    hold(quick_match(seed, 1))


@settings(max_examples=8)
@given(st.integers(0, 10_000))
def test_the_counts_of_the_old_game_agree_with_each_other(seed: int) -> None:
    hold(random_old_match(seed))


@settings(max_examples=15)
@given(st.integers(0, 10_000))
def test_pips_played_are_those_by_which_the_race_has_shrunk(seed: int) -> None:
    replayed = replay(quick_match(seed, 1))
    frames = frames_of(replayed)
    first, last = frames[0][0].before, frames[0][-1].after
    sides = statistics(replayed, frames)
    gone = sum(pips(first.seen_by(seat)) - pips(last.seen_by(seat)) for seat in (0, 1))
    lost_to_hits = sum(
        pips(frame.after.seen_by(1 - frame.event.seat)) - pips(frame.before.seen_by(1 - frame.event.seat))
        for frame in frames[0]
        if isinstance(frame.event, Turn)
    )
    assert sum(side.pips_played for side in sides) == gone + lost_to_hits


def test_games_add_up_to_the_match() -> None:
    replayed = replay(quick_match(11, 3))
    games = [game_counts(one, one.frames) for one in replayed.games]
    for seat, side in enumerate(statistics(replayed)):
        assert side == add_counts([one[seat] for one in games])
        assert side.turns == sum(one[seat].turns for one in games)
    assert asdict(add_counts([])) == asdict(SeatCounts())
