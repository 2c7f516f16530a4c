"""What is proposed for a record: in which turn, in which order, and where a finding says so."""

from __future__ import annotations

from pathlib import Path

from kotra_notation.repair import Proposal, proposals, repair
from referees.transcripts import read
from tests.calls import kotra

FAULTY = Path(__file__).parent.parent / "samples" / "faulty"
FORN = """kotra 1
rules: forn-1977

game 1 0-0
opening 2-5
W 64: a/e a/g
B 63: m/p m/s
W 41: a/e a/b
B 52: p/r m/o
W 33: b/e g/j/m a/d
B resigns
W accepts
W wins 2
"""

# White has fewer pips when Black gives up; with the result in Black's column the match is not over.
LAST = """kotra 1
white: Anna
black: Bjarni
length: 3

game 1 0-0
W 31: 8/5 6/5
B 64: 24/18 13/9
W doubles 2
B takes
W wins 2

game 2 2-0
W 65: 24/13
B 21: 13/11 6/5
B wins 1
"""


def proposed(text: str) -> list[Proposal]:
    return proposals(repair(read(text)))


def test_of_open_choices_the_likeliest_stands_first() -> None:
    shares = [choice.share for choice in proposed(FORN)[-1].choices]
    assert len(shares) > 2
    assert shares == sorted(shares, reverse=True)


def test_a_result_is_of_the_last_turn() -> None:
    (points,) = proposed("kotra 1\ngame 1 0-0\nW 31: 8/5 6/5\nB doubles 2\nW drops\nB wins 3\n")
    assert (points.edit.kind, points.turn) == ("points", 1)


def test_a_finding_names_the_line_of_the_slip_that_explains_it() -> None:
    assert "    Line 15: " in kotra("check", FAULTY / "late.kotra").stdout


def test_a_finding_at_the_slip_does_not() -> None:
    assert "    Almost certainly meant: 31: 7/6 18/15*. " in kotra("check", FAULTY / "slip.mat").stdout


# the last result of a match


def test_the_last_result_is_looked_for_in_the_other_column_where_the_match_would_be_over() -> None:
    (winner,) = proposed(LAST)
    assert (winner.game, winner.edit.kind, winner.confidence) == (2, "winner", "likely")
    assert [found.code for found in winner.explains] == ["S416"]


def test_words_that_end_the_match_speak_for_it_too() -> None:
    (winner,) = proposed(LAST.replace("B wins 1", "B wins 1 and the match"))
    assert (winner.edit.kind, winner.confidence) == ("winner", "sure")
    assert [found.code for found in winner.explains] == ["S404"]


def test_one_who_was_ahead_is_believed_to_have_won_though_the_match_goes_on() -> None:
    throws = "W 65: 24/13\nB 21: 13/11 6/5\n"
    assert not proposed(LAST.replace(throws, "W 21: 13/11 6/5\nB 65: 24/13\n"))


def test_a_match_that_would_go_on_either_way_is_left() -> None:
    assert not proposed(LAST.replace("length: 3", "length: 5"))
