"""What `repair` proposes for single slips of each kind, for what stood, and for what nobody can tell."""

from __future__ import annotations

import tomllib
import tracemalloc
from dataclasses import replace
from functools import cache
from pathlib import Path
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kotra_notation as kn
from kotra_notation.model import Blank, Evaluation, Game, Match, NotRecorded, Play, Turn
from kotra_notation.repair import (
    Edit,
    Proposal,
    Purse,
    apply_edits,
    meant_text,
    proposals,
    repair,
    why,
    written_text,
)
from kotra_notation.repair.edits import TABLE
from kotra_notation.rules import RULESETS
from referees.games import quick_match
from referees.models import hop, matches
from referees.old_games import random_old_match

pytestmark = pytest.mark.middle


GAME = """\
kotra 1
white: Steinunn
black: Kolfinna
length: 5

game 1 0-0
W 52: 8/3 8/6
B 64: 6/2 24/18
W 32: 8/5 5/3
B 52: 13/8 18/16
W 53: 6/3 13/8
B 42: 13/11 6/2
W 63: 24/18 6/3
B 53: 8/5 16/11
W 62: 24/18 3/1*
B 62: bar/23 23/17*
W 63: bar/22 13/7
B doubles 2
W takes
B 64: 13/9 11/5
W 54: 22/18 18/13
B 43: 13/9 13/10
W 62: 3/1 13/7
B 51: 17/16 16/11
W 31: 7/6 18/15*
B 31: cannot move
W 63: 18/12 15/12
B 32: bar/23 6/3
W 43: 6/3 6/2*
B 63: cannot move
W 41: 13/9 3/2
B 66: cannot move
W 43: 9/5 13/10
B 62: cannot move
W 43: 12/8 8/5
B 54: bar/21 21/16
W 41: 13/9* 9/8
B 41: bar/21 8/7
W 42: 8/4* 6/4
B 64: cannot move
W 31: 7/4 4/3
B 64: cannot move
W doubles 4
B drops
W wins 2

game 2 2-0
B 31: 8/5 6/5
W 64: 24/18 13/9
B 52: 13/8 24/22
W 61: 13/7 8/7
"""

# What was to be written, and what is, by the kind of slip that explains it best.
SLIPS = {
    "die": ("W 63: bar/22 13/7", "W 53: bar/22 13/7"),
    "dice-exchanged": ("B 51: 17/16 16/11\nW 31: 7/6 18/15*", "B 31: 17/16 16/11\nW 51: 7/6 18/15*"),
    "digit": ("W 31: 7/6 18/15*", "W 31: 7/5 18/15*"),
    "digits-swapped": ("B 43: 13/9 13/10", "B 43: 31/9 13/10"),
    "point": ("B 62: bar/23 23/17*", "B 62: bar/23 23/8*"),
    "bar-off": ("W 63: bar/22 13/7", "W 63: off/22 13/7"),
    "ends-exchanged": ("W 32: 8/5 5/3", "W 32: 5/8 5/3"),
    "numbering": ("B 53: 8/5 16/11", "B 53: 17/20 9/14"),
    "man": ("W 43: 6/3 6/2*", "W 43: 8/5 6/2*"),
    "step-lost": ("W 63: bar/22 13/7", "W 63: bar/22"),
    "step-doubled": ("W 63: bar/22 13/7", "W 63: bar/22 13/7 13/7"),
    "step-added": ("W 63: bar/22 13/7", "W 63: bar/22 13/7 6/5"),
    "play-lost": ("W 32: 8/5 5/3", "W 32:"),
    "other-play": ("W 63: bar/22 13/7", "W 63: 20/2 9/4"),
    "hit-mark": ("W 31: 7/6 18/15*", "W 31: 7/6 18/15"),
    "turn-lost": ("B 54: bar/21 21/16\n", ""),
    "turn-doubled": ("B 54: bar/21 21/16\n", "B 54: bar/21 21/16\n" * 2),
    "cells-swapped": ("B 62: bar/23 23/17*\nW 63: bar/22 13/7", "B 63: bar/22 13/7\nW 62: bar/23 23/17*"),
    "take-lost": ("W takes\n", ""),
    "drop-lost": ("B drops\n", ""),
    "double-lost": ("B doubles 2\n", ""),
    "cube-seat": ("W doubles 4\nB drops", "B doubles 4\nW drops"),
    "cube-value": ("W doubles 4", "W doubles 8"),
    "points": ("W wins 2", "W wins 1"),
    "winner": ("W wins 2", "B wins 2"),
    "score": ("game 2 2-0", "game 2 3-0"),
    "unread": ("B 43: 13/9 13/10", "B 43: 13/9 l3/lO"),
}

# Kinds that this game has no place for.
ELSEWHERE = {"columns-swapped", "rows-swapped", "award-points", "cube-doubled"}

OLD = """\
kotra 1
rules: forn-1977

game 1 0-0
setup W: r1 t3 u3 v3 w3 x2; B: m15; W to play
W 51: r/w/x
W scores langi 7
B 21: m/n m/o
W 66: t/off(3) u/off
B wins 2
"""

# White plays ten pips with 31; a man goes on from where one of them stands then.
STOOD = """\
kotra 1
white: Anna
black: Bjarni

game 1 0-0
W 31: 8/4 13/7
B 64: 13/7 13/9
W 21: 7/5 4/3
B 65: 24/13
W 43: 24/20 13/10
"""


def match_of(text: str) -> Match:
    return kn.read(text).matches[0]


TRUTH = match_of(GAME)


def slipped(kind: str) -> str:
    right, wrong = SLIPS[kind]
    assert GAME.count(right) == 1
    return GAME.replace(right, wrong)


@cache
def proposed(text: str) -> list[Proposal]:
    return proposals(repair(match_of(text)))


def only(text: str) -> Proposal:
    (proposal,) = proposed(text)
    return proposal


def said(text: str, edit: Edit) -> tuple[str, str]:
    """What is written and what was meant, of a record of the modern game."""
    return str(written_text(edit, RULESETS["modern"])), str(meant_text(edit, RULESETS["modern"]))


def mended(text: str) -> tuple[Game, ...]:
    """The games with the first choice at every place."""
    match, games = match_of(text), []
    for number, game in enumerate(match.games, 1):
        games.append(apply_edits(game, [one.edit for one in proposed(text) if one.game == number]))
    return tuple(games)


def codes(proposal: Proposal) -> list[tuple[str, int]]:
    return [(found.code, found.span.line if found.span else 0) for found in proposal.explains]


# one slip of each kind


def test_every_kind_of_slip_that_has_a_cost_is_tried() -> None:
    table = tomllib.loads(Path(TABLE).read_text(encoding="utf-8"))
    assert set(SLIPS) | ELSEWHERE == {*table["slips"], *table["stakes"], "unread"}


@pytest.mark.parametrize("kind", SLIPS)
def test_a_slip_is_taken_back_for_what_it_is(kind: str) -> None:
    proposal = only(slipped(kind))
    assert (proposal.edit.kind, mended(slipped(kind))) == (kind, TRUTH.games)


@pytest.mark.parametrize("kind", SLIPS)
def test_a_slip_explains_what_was_found(kind: str) -> None:
    reading = kn.read(slipped(kind))
    found = [one for one in kn.replay(reading.matches[0]).findings if one.code != "S408"]
    assert list(only(slipped(kind)).explains) == found
    assert len(found) + len(reading.findings) >= 1


@pytest.mark.parametrize("kind", SLIPS)
def test_the_sentence_says_the_reason(kind: str) -> None:
    assert str(why(only(slipped(kind)).edit.kind)).endswith(".")


@pytest.mark.parametrize("kind", ["digit", "step-lost", "man", "turn-lost", "cells-swapped", "unread"])
def test_what_all_that_follows_agrees_with_is_sure(kind: str) -> None:
    proposal = only(slipped(kind))
    assert (proposal.confidence, len(proposal.choices)) == ("sure", 1)


def test_columns_exchanged_from_a_turn_on_are_put_back_in_one() -> None:
    first, second = GAME.split("\n\ngame 2")
    head, tail = first.split("B 64: 13/9")
    turned = ("B 64: 13/9" + tail).translate(str.maketrans("WB", "BW"))
    text = f"{head}{turned}\n\ngame 2{second}"
    assert (only(text).edit.kind, mended(text)) == ("columns-swapped", TRUTH.games)


def test_what_a_form_is_awarded_is_put_right() -> None:
    proposal = only(OLD)
    assert (proposal.edit.kind, proposal.confidence, codes(proposal)) == (
        "award-points",
        "likely",
        [("S417", 7)],
    )
    assert mended(OLD) == match_of(OLD.replace("langi 7", "langi 5")).games


def test_that_there_was_no_double_is_a_choice() -> None:
    kinds = [choice.edit.kind for choice in only(slipped("cube-seat")).choices]
    assert kinds[:2] == ["cube-seat", "cube-doubled"]


# where, and what it is called


def test_a_proposal_has_its_place() -> None:
    proposal = only(slipped("digit"))
    assert proposal.span is not None
    assert (proposal.game, proposal.turn, proposal.seat, proposal.span.line) == (1, 17, 0, 25)
    assert said(GAME, proposal.edit) == ("31: 7/5 18/15*", "31: 7/6 18/15*")


def test_a_lost_turn_is_of_the_side_that_did_not_throw_last() -> None:
    proposal = only(slipped("turn-lost"))
    assert proposal.span is not None
    assert (proposal.turn, proposal.seat, proposal.span.line) == (28, 1, 36)
    assert said(GAME, proposal.edit) == ("nothing", "54: bar/21 21/16")


def test_a_result_belongs_to_the_last_turn_and_a_score_to_none() -> None:
    assert [only(slipped(kind)).turn for kind in ("points", "score")] == [34, None]


def test_a_turn_that_goes_leaves_nothing() -> None:
    assert said(GAME, only(slipped("turn-doubled")).edit) == ("54: bar/21 21/16", "nothing")


# two slips in a game

TWO = slipped("digit").replace("B 43: 13/9 13/10", "B 43: 13/9 3/10")


def test_two_slips_of_a_game_are_two_proposals() -> None:
    assert [(one.edit.kind, one.turn) for one in proposed(TWO)] == [("digit", 14), ("digit", 17)]
    assert "open" not in [one.confidence for one in proposed(TWO)]
    assert mended(TWO) == TRUTH.games


def test_a_finding_is_explained_by_the_slip_at_its_place() -> None:
    text = slipped("hit-mark").replace("W 43: 6/3 6/2*", "W 43: 6/3 6/2")
    assert [codes(one) for one in proposed(text)] == [[("P212", 25)], [("P212", 29)]]


def test_what_is_put_in_is_no_choice_beside_what_is_exchanged_there() -> None:
    text = slipped("drop-lost").replace("W wins 2", "W wins 3")
    assert [{choice.edit.kind for choice in one.choices} for one in proposed(text)] == [
        {"drop-lost", "take-lost"},
        {"points"},
    ]
    assert mended(text) == TRUTH.games


# what nobody can tell


def test_two_readings_that_are_as_good_are_both_offered() -> None:
    proposal = only(GAME.replace("W 32: 8/5 5/3", "W 42: 8/3"))
    assert proposal.confidence == "open"
    assert [said(GAME, choice.edit)[1] for choice in proposal.choices[:2]] == ["32: 8/3", "41: 8/3"]
    assert proposal.choices[0].share == pytest.approx(proposal.choices[1].share)


def test_dice_that_make_no_landing_that_is_written_are_no_equal_reading() -> None:
    proposal = only(GAME.replace("W 32: 8/5 5/3", "W 42: 8/5 5/3"))
    dice = {said(GAME, choice.edit)[1]: choice.share for choice in proposal.choices}
    assert dice["32: 8/5 5/3"] > 100 * dice.get("41: 8/5 5/3", 0)


def test_a_lost_turn_that_could_have_been_several_is_marked() -> None:
    proposal = only(GAME.replace("B 64: 13/9 11/5\n", ""))
    assert (proposal.confidence, proposal.edit.kind, proposal.edit.changes) == ("marked", "turn-lost", False)
    assert (proposal.turn, proposal.seat, proposal.explains) == (12, 1, ())


def test_shares_are_of_one_whole() -> None:
    for kind in SLIPS:
        assert 0 < sum(choice.share for choice in only(slipped(kind)).choices) < 1.0001


# what stood


def test_an_unlawful_play_that_stood_is_marked_and_left() -> None:
    proposal = only(STOOD)
    assert (proposal.confidence, proposal.edit.kind, proposal.edit.changes) == ("marked", "stood", False)
    assert mended(STOOD) == match_of(STOOD).games


@pytest.mark.parametrize("ruling", ["stood", "corrected 8/5 6/5"])
def test_a_ruling_is_believed(ruling: str) -> None:
    if ruling == "stood":
        text = STOOD.replace("13/7\nB", "13/7\nruling stood\nB")
    else:
        text = STOOD.replace("13/7\nB", f"13/7\nruling {ruling}\nB").replace("7/5 4/3", "24/22 6/5")
    assert proposed(text) == []


@pytest.mark.parametrize("seed", range(3))
def test_of_plays_that_stood_none_is_surely_something_else(seed: int) -> None:
    played = quick_match(seed, games=1)
    game = played.games[0]
    turns = [place for place, event in enumerate(game.events) if isinstance(event, Turn)]
    place = turns[len(turns) // 2]
    turn = game.events[place]
    assert isinstance(turn, Turn)
    wrong = replace(turn, dice=(7 - turn.dice[0], 7 - turn.dice[1]))
    events = (*game.events[:place], wrong, *game.events[place + 1 :])
    match = replace(played, games=(replace(game, events=events),))
    assert all(
        one.confidence != "sure" or apply_edits(match.games[0], [one.edit]) == game
        for one in proposals(repair(match))
    )


# what is not touched, and how much is spent


@pytest.mark.parametrize("seed", range(6))
def test_a_lawful_match_is_left_alone(seed: int) -> None:
    assert proposals(repair(quick_match(seed, games=2))) == []


@pytest.mark.parametrize("seed", range(3))
def test_a_lawful_sitting_of_the_old_game_is_left_alone(seed: int) -> None:
    assert proposals(repair(random_old_match(seed))) == []


def test_equal_records_give_equal_proposals() -> None:
    text = slipped("cube-seat")
    assert proposals(repair(match_of(text))) == proposals(repair(match_of(text)))


def test_a_record_with_evaluations_is_repaired_as_one_without() -> None:
    text = slipped("digit")
    match = match_of(text)
    analysed = Evaluation(aspect="play", extras={"engine": "x"})
    game = match.games[0]
    events = (*game.events[:4], analysed, *game.events[4:])
    match = replace(match, games=(replace(game, events=events), *match.games[1:]))
    assert [one.edit.kind for one in proposals(repair(match))] == ["digit"]


def unlawful(turns: int) -> Match:
    """A game of so many turns, none of them lawful."""
    rows = [f"{row:3}) 31: 8/2 6/4                 64: 24/11 18/14\n" for row in range(1, turns // 2 + 1)]
    head = " 1 point match\n\n Game 1\n Anna : 0                       Bjarni : 0\n"
    return match_of(head + "".join(rows))


def test_a_game_in_which_nothing_is_lawful_costs_seconds() -> None:
    match = unlawful(300)
    begun = process_time()
    repair(match)
    assert process_time() - begun < 20


def test_what_many_games_cost_together_is_bounded() -> None:
    game = unlawful(20).games[0]
    match = replace(unlawful(1), games=tuple([replace(game, number=at) for at in range(1, 31)]))
    done = repair(match, effort=Purse(in_full=50_000, behind=10_000))
    searched = [one.number for one in done.games]
    assert [*searched, *done.passed_over] == list(range(1, 31))
    assert done.hurried == tuple(searched[-len(done.hurried) :])
    assert 0 < len(done.hurried) < len(searched) < 30


@pytest.mark.slow
def test_a_game_in_which_nothing_is_lawful_costs_little_memory() -> None:
    match = unlawful(40)
    tracemalloc.start()
    repair(match)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 32 * 2**20


@pytest.mark.parametrize("play", ["8/5 6/4 " * 2000, "28/35 " * 2000, "zz8/5 6//4 " * 20_000])
def test_a_play_of_any_length_costs_seconds(play: str) -> None:
    begun = process_time()
    proposed(f"kotra 1\n\ngame 1 0-0\nW 31: {play}\nB 64: 24/18 13/9\n")
    assert process_time() - begun < 20


# any match

few = settings(max_examples=12, derandomize=True, suppress_health_check=list(HealthCheck))


def everything_said(match: Match) -> None:
    done = repair(match)
    for one in proposals(done):
        assert apply_edits(match.games[one.game - 1], [one.edit])
        for choice in one.choices:
            ruleset = done.replayed.ruleset
            text = str(written_text(choice.edit, ruleset)) + str(meant_text(choice.edit, ruleset))
            assert text.isprintable()
            assert why(choice.edit.kind)


@settings(few, max_examples=30)
@given(matches)
def test_any_match_is_repaired_without_an_exception(match: Match) -> None:
    everything_said(match)


deeds = st.sampled_from((Blank(), NotRecorded())) | st.builds(
    Play, hops=st.lists(hop, min_size=1, max_size=4).map(tuple)
)


@settings(few, max_examples=4)
@given(st.integers(0, 5), st.floats(0, 0.99), deeds, st.tuples(st.integers(0, 7), st.integers(0, 7)))
def test_any_turn_in_a_lawful_game_is_repaired_without_an_exception(
    seed: int, where: float, deed: Play | Blank | NotRecorded, dice: tuple[int, int]
) -> None:
    match = quick_match(seed, games=1)
    events = list(match.games[0].events)
    place = int(where * len(events))
    events[place] = Turn(seat=place % 2, dice=dice, deed=deed)
    everything_said(replace(match, games=(replace(match.games[0], events=tuple(events)),)))


def test_a_match_that_ends_in_a_forfeit_has_no_last_result_to_mend() -> None:
    forfeits = "kotra 1\nlength: 1\n\ngame 1\nW takes\n\ngame 2\nW forfeits game 0\n"
    (match,) = kn.read(forfeits).matches
    assert kn.replay(match).games[-1].kind == "resign"
    assert proposals(repair(match)) == []


def test_a_step_backwards_that_was_ruled_to_stand_is_no_hop_of_another_man() -> None:
    ruled = """kotra 1
length: 1

game 1 0-0
W 21: 13/15 6/5
ruling stood
B 32: 24/22 8/5
W 31: 24/23 8/5
B 42: 6/2* 5/3
W 42: bar/21 15/13
B 42: 13/7
W 21: 8/7 6/4
B 21: 7/5 6/5
W 42: 24/22*/18
B 42: bar/23 5/1
W 32: 6/4 5/2*
B 21: bar/24 5/3
W 21: 21/20 18/16
B 21: 24/23* 24/22
W 42: bar/21 6/4
B 32: 22/19* 8/6
W 21: bar/23*/22*
B 32: bar/23 bar/22
W 42: 21/17*/15
B 65: 24/13
"""
    assert all(one.edit.place > 0 for one in proposals(repair(match_of(ruled))))
