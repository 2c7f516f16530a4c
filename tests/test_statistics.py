"""What is counted of a match: by hand in short records, and what must be true of every game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kotra_notation.board.points import pips
from kotra_notation.model import CannotMove, Game, Match, Turn
from kotra_notation.replay import replay
from kotra_notation.statistics.counts import SeatCounts, add_counts, frames_of, game_counts, statistics
from referees.games import quick_match
from referees.old_games import random_old_match
from referees.transcripts import bare, game, read

pytestmark = pytest.mark.middle


SAMPLES = Path(__file__).parent.parent / "samples" / "sound"


def counted(*lines: str) -> tuple[SeatCounts, SeatCounts]:
    """What is counted of one game of these lines."""
    return statistics(bare(*lines))


def test_faces_doublets_and_pips_are_counted() -> None:
    white, black = counted("W 31: 8/5 6/5", "B 66: 24/18(2) 13/7(2)", "W 64: 24/14")
    assert (white.turns, white.dice.faces, white.dice.doublets) == (2, (1, 0, 1, 1, 0, 1), 0)
    assert (black.turns, black.dice.faces, black.dice.doublets, black.dice.pips) == (
        1,
        (0, 0, 0, 0, 0, 2),
        1,
        24,
    )


def test_the_throw_that_opens_a_game_is_no_doublet() -> None:
    white = counted("W 31: 8/5 6/5", "B 66: 24/18(2) 13/7(2)", "W 64: 24/14")[0]
    assert white.dice.expected_doublets == pytest.approx(1 / 6)
    assert white.dice.expected_pips == pytest.approx(7 + 49 / 6)


def test_idling_where_a_man_could_be_played_is_no_dance() -> None:
    white, black = counted("W 31: 8/5 6/5", "B 64: cannot move", "W 52: 13/8 24/22")
    assert (black.dances, black.unknown, black.known_turns) == (0, 1, 0)
    assert white.unknown == 0


def test_a_dance_on_the_bar_is_told_from_another() -> None:
    white, black = counted(
        "setup W: bar1 6x14; B: 24x1 6x3 5x2 4x2 3x2 2x2 1x3; W to play", "W 61: cannot move", "B 11: 24/20"
    )
    assert (white.dances, white.dances_on_bar, white.pips_lost_dancing) == (1, 1, 7)
    assert (black.dances, black.pips_lost) == (0, 0)


def test_a_dance_without_a_man_on_the_bar() -> None:
    white, _ = counted("setup W: 24x2 1x13; B: 18x2 12x2 7x2 6x3 5x2 4x2 3x2; W to play", "W 66: cannot move")
    assert (white.dances, white.dances_on_bar, white.pips_lost_dancing) == (1, 0, 24)


def test_half_a_throw_that_cannot_be_played_is_lost() -> None:
    white, _ = counted("setup W: 24x2 1x13; B: 18x2 8x2 7x2 6x3 5x2 4x2 3x2; W to play", "W 61: 24/23")
    assert (white.pips_lost_dancing, white.pips_lost_otherwise, white.pips_played) == (0, 6, 1)


def test_hits_and_entries_count_men() -> None:
    white, black = statistics(
        bare("W 31: 8/5 6/5", "B 64: 24/18 13/9", "W 61: 13/7*/6", "B 31: bar/22 24/23")
    )
    assert (white.hits, black.entered, black.hits) == (1, 1, 0)


def test_numbers_larger_than_needed_are_neither_played_nor_lost() -> None:
    white, _ = counted("setup W: 2x2 1x1 off12; B: 1x1 off14; W to play", "W 65: 2/off 2/off")
    assert (white.pips_played, white.pips_over, white.pips_lost) == (4, 7, 0)


def test_dice_left_when_the_game_is_won_are_not_lost() -> None:
    white, _ = counted("setup W: 2x1 off14; B: 1x1 off14; W to play", "W 65: 2/off")
    assert (white.pips_played, white.pips_over, white.pips_lost) == (2, 9, 0)


def test_the_longest_prime_and_the_blots() -> None:
    white, _ = counted("setup W: 24x1 8x3 7x3 6x4 5x4; B: 24x2 13x13; W to play", "W 41: 8/4 24/23")
    assert white.longest_prime == 4
    assert (white.blots, white.blots_left) == (2, 2.0)


def test_a_man_alone_that_nobody_can_reach_is_no_blot() -> None:
    white, _ = counted("setup W: 6x1 5x1 4x13; B: 6x15; W to play", "W 21: 6/4 5/4")
    assert white.blots_left == 0.0
    white, _ = counted("setup W: 6x1 5x1 4x13; B: 6x15; W to play", "W 21: 6/3")
    assert white.blots == 0


def test_cube_actions_are_counted_and_playing_on_takes() -> None:
    replayed = game("W doubles 2", "B takes", "W 52: 13/8 24/22", "B doubles 4", "W drops")
    white, black = statistics(replayed)
    assert (white.doubles, white.drops, black.takes, black.doubles) == (1, 1, 1, 1)
    silent = statistics(game("W doubles 2", "W 52: 13/8 24/22"))
    assert silent[1].takes == 1


def test_thinking_time_stands_only_where_a_clock_was_read() -> None:
    white, black = counted(
        "W 31: 8/5 6/5",
        "W clock 11:48 used 0:12",
        "B 64: 24/14",
        "W 52: 13/8 24/22",
        "W clock 11:00 used 0:40",
    )
    assert (white.average_seconds, white.longest_seconds) == (26, 40)
    assert (black.average_seconds, black.longest_seconds) == (None, None)


def test_what_is_not_known_is_counted_apart() -> None:
    white, black = counted("W 31: 8/5 6/5", "B 64: ????", "W 52: 13/8 24/22")
    assert (black.turns, black.unknown, black.dice.throws, black.pips_played) == (1, 1, 1, 0)
    assert white.turns == 2


def test_a_throw_before_resigning_is_no_dance() -> None:
    _, black = counted("W 31: 8/5 6/5", "B 64:", "B resigns", "W accepts")
    assert (black.dances, black.unknown) == (0, 1)


def test_a_throw_of_no_dice_at_all_is_not_judged() -> None:
    nothing = Turn(seat=0, dice=(0, 0), singly=True, deed=CannotMove())
    white, _ = statistics(replay(Match(games=(Game(events=(nothing,)),))))
    assert (white.dances, white.unknown) == (0, 1)


def test_what_was_awarded_in_the_old_game_is_counted() -> None:
    sample = read((SAMPLES / "forn-islenska.kotra").read_text("utf-8"))
    white, black = statistics(replay(sample))
    assert (white.count_awards("langi"), black.count_awards("langi")) == (1, 0)


def test_given_frames_are_used_and_say_the_same() -> None:
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
