"""Old kotra as records tell it: who begins, what is won, what is thrown behind a win."""

from __future__ import annotations

import pytest

from kotra_notation.replay import Replay, replay
from kotra_notation.replay.frames import Frame
from referees.transcripts import names, read
from tests.records import rows

Awards = list[tuple[int, str, float]]


def sitting(text: str, rules: str) -> Replay:
    """The replay of a record whose first line is understood."""
    lines = "\n".join(line.strip() for line in text.strip().splitlines())
    return replay(read(f"kotra 1\nrules: {rules}\n{lines}\n"))


def game(setup: str, *lines: str, rules: str, seat: str = "W") -> Replay:
    """The replay of one game from a position."""
    return sitting("\n".join(["game 1 0-0", f"setup {setup}; {seat} to play", *lines]), rules)


def awards(replayed: Replay, number: int = 1) -> Awards:
    return [(one.seat, one.kind, one.points) for one in replayed.games[number - 1].awards]


def after(form: str, before: str, play: str, throws: int, rules: str) -> Awards:
    """What a game brings in which Black reaches a form with an after-throw of this number."""
    setup = f"W: off15; B: {before}; phase after B {throws - 1}"
    found = game(setup, play, f"B scores {form}", "W wins 2", rules=rules, seat="B")
    assert set(names(found)) <= {"award-not-earned", "throw-after-phase", "result-missing"}
    return [award for award in awards(found) if award[0] == 1]


def test_forn_after_3_a_throw_without_a_form_is_counted_and_the_loser_throws_again() -> None:
    setup = "W: off15; B: g1 l14; locked B; phase after B 2"
    after = last_frame(game(setup, "B 21: g/i/j", rules="forn-de", seat="B")).after
    assert after.position.text() == "W: off15; B: j1 l14; locked B; began B; phase after B 3"
    assert (after.seat, after.ending) == (1, None)


@rows
def test_forn_after_3_the_phase_is_over_when_nothing_more_can_be_won(
    setup: str, seat: str, form: str
) -> None:
    other = "B" if seat == "W" else "W"
    further = f"{seat} 21: {'x' if seat == 'W' else 'l'}/off(2)"
    claim = f"{seat} scores {'múkur' if 'half' in form else 'meistari'}"
    found = game(setup, form, claim, further, f"{other} wins 2", rules="forn-de,after.claim=all", seat=seat)
    assert names(found) == ["throw-after-phase"]
    assert found.games[0].frames[1].after.ending is not None


@rows
def test_forn_after_3_a_form_behind_its_limit_neither_counts_nor_keeps_the_phase_going(
    setup: str, play: str, claim: str, over: bool
) -> None:
    found = game(f"W: off15; {setup}", play, rules=f"forn-de,after.claim={claim}", seat="B")
    assert [award for award in awards(found) if award[0] == 1] == []
    assert (last_frame(found).after.ending is not None) == over


@rows
def test_forn_after_1_the_loser_of_an_uttekt_throws_on(setup: str, seat: str, play: str, text: str) -> None:
    after = last_frame(game(setup, play, rules="forn-de", seat=seat)).after
    assert after.position.text() == text


def test_forn_last_3_the_after_throws_come_behind_the_last_throw() -> None:
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    lines = ("W 21: x/off", "B last throw", "B 31: b/e/f")
    after = last_frame(game(setup, *lines, rules="forn-de,last_throw=on")).after
    assert after.position.text() == "W: off15; B: f1 l14; locked B; began W; phase after B 0; main W"
    assert after.seat == 1


@rows
def test_forn_form_2_a_form_that_has_been_paid_for_is_remembered(
    setup: str, seat: str, play: str, scored: str
) -> None:
    after = last_frame(game(setup, play, rules="forn-1977", seat=seat)).after
    assert after.position.text().endswith(scored)


MAIN = """
game 1 0-0
setup W: x1 off14; B: l1 off14; W to play
W 21: x/off
W wins 2
"""
FORM = """
game 2 2-0
W 21: a/b/d
setup W: m15; B: f1 l14; B to play
B 51: f/k/l
B wins 13 by meistari
game 3 2-13
"""


@pytest.mark.parametrize(("starter", "found"), [("W 21: a/b/d", []), ("B 21: m/n/p", ["starter-wrong"])])
def test_fx_68_who_begins_next(starter: str, found: list[str]) -> None:
    end = "W wins 2" if starter.startswith("W") else "B wins 2"
    said = names(sitting(f"{MAIN}{FORM}{starter}\n{end}", "forn-de"))
    assert [name for name in said if name != "set-up-differs"] == found


def last_frame(replayed: Replay) -> Frame:
    return replayed.games[0].frames[-1]


def test_what_is_remembered_goes_on_from_turn_to_turn() -> None:
    text = "game 1 0-0\nopening 4-2\nW 42: a/e/g\nB 66: m/s(4)\nW 21: a/b/d"
    before = last_frame(sitting(text, "forn-de")).after.position.text()
    assert before == "W: a13 d1 g1; B: m11 s4; v66 B; began W"


def test_forn_end_3_throws_that_could_not_be_played_are_counted_in_succession() -> None:
    found = game(
        "W: a14 bar1; B: m4 b2 c2 d2 e2 x3",
        "W 44: cannot move",
        "B 21: m/n m/o",
        "W 44: cannot move",
        rules="forn-1977",
    )
    assert [frame.after.course.idle for frame in found.games[0].frames] == [0, 1, 0, 1]


def test_forn_last_1_the_last_throw_need_not_be_made() -> None:
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    found = game(
        setup, "W 21: x/off", "B after throws", "B 21: b/d/e", "W wins 2", rules="forn-de,last_throw=on"
    )
    assert names(found) == []
    assert found.games[0].frames[-2].after.course.throws == 1
