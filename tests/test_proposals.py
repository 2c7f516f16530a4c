"""What is proposed for a record: in which turn, in which order, and where a finding says so."""

from __future__ import annotations

from pathlib import Path

from kotra_notation.repair import Proposal, proposals, repair
from tests.test_cli_check import kotra
from tests.transcripts import read

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
