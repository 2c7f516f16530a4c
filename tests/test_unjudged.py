"""Nothing unjudged is silent: what a record claims and nobody can judge is said, in every notation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.findings import Finding
from kotra_notation.formats import FORMATS, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.implied import with_thrower
from kotra_notation.model import Match, SetPosition, Turn
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Replay, replay
from referees.transcripts import result
from tests.calls import kotra

OPENED = "W 31: 8/5 6/5\nB 64: 24/14\n"
BOARD = "W: 24x2 13x5 8x2 6x4 5x2; B: 24x1 14x1 13x5 8x3 6x5"

HOME = "setup W: 6x2 off13; B: 5x2 off13; W to play"


def reading(text: str, format: str = "kotra") -> Reading:
    return read_in_full(Source(text.encode()), format)


def found(text: str, format: str = "kotra") -> list[Finding]:
    """Everything that a check says of a record."""
    one = reading(text, format)
    return [*one.findings, *(said for match in one.matches for said in replay(match).findings)]


def codes(text: str, format: str = "kotra") -> list[str]:
    return [one.code for one in found(text, format)]


def record(lines: str, length: int = 0, head: str = "") -> str:
    return f"kotra 1\n{head}length: {length}\ngame 1 0-0\n{lines}\n"


def replayed(lines: str, length: int = 0) -> Replay:
    return replay(reading(record(lines, length)).matches[0])


UNREAD = record(
    'W 31: unread "8/5 6-5"\nB 64: 24/14\nextra mat:line "B dobules 2"\nextra "mat:cell" "xx"\nW wins 1'
)


def test_what_was_not_read_is_an_error_wherever_it_is_carried() -> None:
    assert codes(UNREAD) == ["N103", "N102", "N103"]
    for name in ("kotra", "json"):
        content = write_matches(reading(UNREAD).matches, name).content
        assert isinstance(content, str)
        assert [(one.code, one.game, one.turn) for one in found(content, name)] == [
            ("N103", 1, 1),
            ("N102", 1, 2),
            ("N103", 1, 2),
        ]


def test_a_reader_that_has_said_so_says_it_once() -> None:
    assert codes(record("W 31: 8/5 6-5\nB dobules 2\nW wins 1")) == ["N103", "N102"]
    turn = '{"type": "turn", "seat": 0, "dice": [3, 1], "deed": 7}'
    claim = '{"type": "result-claim", "seat": 0, "points": 1}'
    text = f'{{"kotra": 1, "matches": [{{"length": 0, "games": [{{"events": [{turn}, {claim}]}}]}}]}}'
    assert codes(text, "json") == ["N113"]


WRITTEN = [name for name, one in FORMATS.items() if one.write and name != "ogxm"]


@pytest.mark.parametrize("name", WRITTEN)
def test_no_notation_launders_what_was_not_read(name: str) -> None:
    whole = reading(UNREAD).matches[0]
    writing = kn.write(whole, name)
    content = writing.content.encode() if isinstance(writing.content, str) else writing.content
    again = read_in_full(Source(content), name)
    errors = sum(one.code in ("N102", "N103") for one in again.findings)
    assert errors + sum(one.written in ("8/5 6-5", "B dobules 2", "xx") for one in writing.findings) == 3


FALSE = {
    "a second opening throw": "opening 3-1\nopening 1-2\nB 21: 13/11 6/5\nB wins 1",
    "an illegal play": "W 31: 8/5 6/4\nB 64: 24/14\nW wins 1",
    "points no win brings": f"{OPENED}W wins 1004",
    "a set-up that hides a play": f"{OPENED}{HOME}\nW 66: 6/off(2)\nW wins 1",
    "a forfeit for too much": f"{OPENED}W forfeits game 99\nB wins 99",
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("lines", FALSE.values(), ids=FALSE)
def test_what_is_false_is_false_in_every_notation_or_lost(lines: str, name: str) -> None:
    (match,) = reading(record(lines, 3)).matches
    assert said(match)
    writing = kn.write(match, name)
    content = writing.content.encode() if isinstance(writing.content, str) else writing.content
    again = read_in_full(Source(content), name).matches
    assert writing.findings or (again and said(again[0]) == said(match))


def said(match: Match) -> set[str]:
    """The codes of what is wrong in a match."""
    return {one.code for one in replay(match).findings if one.severity != "note" and one.code != "S408"}


def test_a_match_claimed_without_a_throw_and_a_file_without_a_game() -> None:
    assert codes(record("W wins 3 and the match", 3)) == ["S420"]
    # The cube of a game that is not recorded is not known.
    assert codes(record("B wins 4 by gammon and the match", 3)) == ["S420"]
    assert codes(record("B wins 5 and the match", 5)) == ["S420", "S406"]
    assert codes(record("B wins 5", 7)) == ["S420", "S401"]
    assert codes("kotra 1\nwhite: A\n") == ["N106"]
    assert codes('{"kotra": 1, "matches": [{"players": [{"name": "A"}, {}]}]}', "json") == ["N106"]


@pytest.mark.parametrize("end", ["B resigns\nW accepts", "B forfeits game"])
@pytest.mark.parametrize(
    ("more", "found"),
    [
        ("", []),
        ("W 52: 13/8 13/11*\n", ["P217"]),
        ("W doubles 2\nB drops\n", ["P217"]),
        ("B resigns\nW accepts\n", ["P217"]),
    ],
)
def test_a_game_that_was_given_up_is_over_though_nobody_said_for_how_much(
    end: str, more: str, found: list[str]
) -> None:
    lines = f"opening 3-1\nW 31: 8/5 6/5\nB 64: 24/14\n{end}\n{more}W wins 1"
    assert [code for code in codes(record(lines, 3)) if code not in ("S416", "S423")] == found


def test_a_set_up_within_a_game_is_held_against_the_board() -> None:
    """Whose turn it is, the men and the cube; what is the same says nothing new."""
    same = f"{OPENED}setup {BOARD}; W to play\nW 52: 13/8 24/22\nW wins 1"
    assert codes(record(same)) == []
    home = f"{OPENED}setup W: 6x5 5x5 4x5; B: 24x1 14x1 13x5 8x3 6x5\nW 31: 6/5 5/2\nW wins 1"
    assert codes(record(home)) == ["P245"]
    twice = f"{OPENED}setup {BOARD}; B to play\nB 66: 24/18 14/8 13/7(2)\nW wins 1"
    assert codes(record(twice)) == ["P245"]
    cube = f"{OPENED}setup {BOARD}; W to play; cube 8\nW 52: 13/8 24/22\nW wins 8"
    assert codes(record(cube)) == ["P245"]


def test_a_set_up_without_a_side_is_of_whoever_throws_next() -> None:
    assert codes(record(f"{OPENED}setup {BOARD}\nW 52: 13/8 24/22\nW wins 1")) == []
    home = "setup W: 6x2 off13; B: 5x2 off13\nB 66: 5/off(2)\nB wins 1"
    assert codes(record(home)) == ["P244"]
    assert codes(record(home.replace("off13\n", "off13; W to play\n", 1))) == ["P246"]


def test_a_set_up_closes_what_lay_before_it() -> None:
    """A double that nobody answered, a game that had ended: no position takes them back."""
    offered = f"{OPENED}W doubles 2\nsetup {BOARD}; W to play\nW 52: 13/8 24/22\nW wins 1"
    assert "C306" in codes(record(offered))
    over = f"{OPENED}W doubles 2\nB drops\nsetup {BOARD}; B to play\nB 66: 24/18 14/8 13/7(2)\nB wins 3"
    assert codes(record(over)) == ["P217", "S402"]


def test_a_set_up_does_not_contradict_the_match_around_it() -> None:
    setup = f"{OPENED}setup {BOARD}; W to play; score 2-2; length 9\nW 21: 6/5 24/22\nW wins 3 and the match"
    assert [(one.code, one.written) for one in found(record(setup, 3))] == [
        ("P246", "the score 2-2"),
        ("P246", "a 9-point match"),
    ]


def test_a_record_that_switches_rules_says_so() -> None:
    lines = "W 31: 8/5\nB 64: 24/14\nW wins 1"
    (said,) = found(record(lines, head="rules: modern,dice.max_use=off\n"))
    assert said.message == "Checked under modern with dice.max_use=off, as the record says."
    assert codes(record(lines, head="rules: modern\n")) == ["P207"]
    (match,) = reading(record(lines, head="rules: modern,dice.max_use=off\n")).matches
    assert [one.code for one in replay(match, "modern,dice.max_use=off").findings] == []


def test_automatic_doubles_need_equal_opening_dice() -> None:
    rules = "rules: modern,auto_doubles=3\n"
    doubles = "auto double 2\nauto double 4\nauto double 8\n"
    (note,) = [one for one in found(record(f"{doubles}{OPENED}W wins 8", head=rules)) if one.code == "C313"]
    assert note.severity == "note"
    tied = record(f"opening 3-3\n{doubles}opening 3-1\n{OPENED}W wins 8", head=rules)
    assert [one.severity for one in found(tied) if one.code == "C313"] == ["error", "error"]


def test_a_score_before_the_first_game_is_not_above_the_length() -> None:
    text = f"kotra 1\nlength: 3\ngame 1 99-0\n{OPENED}W doubles 2\nB drops\nW wins 1\n"
    assert codes(text) == ["S443"]
    again = f"game 2 100-0\n{OPENED}W doubles 2\nB drops\nW wins 1\n"
    assert codes(text + again) == ["S443"]


def test_forfeits_are_no_more_than_is_needed_and_give_the_match() -> None:
    much = replayed(f"{OPENED}W forfeits game 99\nB wins 99", 3)
    assert (much.score, [one.code for one in much.findings]) == ((0, 3), ["S422"])
    match = replayed(f"{OPENED}W forfeits match", 7)
    assert (match.winner, match.complete, match.score) == (1, True, (0, 7))
    winner = replayed(f"{OPENED}W forfeits match\nW wins 3 and the match", 3)
    assert [one.code for one in winner.findings] == ["S423", "S402"]
    assert winner.winner == 1
    session = replayed(f"{OPENED}W doubles 2\nB drops\nW wins 1\nW forfeits match")
    assert (session.winner, session.complete) == (1, True)


def test_headers_near_a_known_one_are_named() -> None:
    head = "ruels: forn-1977\nlenght: 3\nRules: modern\nevent: x\n"
    assert [
        (one.code, one.span and one.span.line) for one in found(record(f"{OPENED}W wins 1", head=head))
    ] == [("N119", 2), ("N119", 3), ("N119", 4)]
    mat = '; [Jacobi "On"]\n; [CubeLimit "64"]\n\n 1 point match\n\n Game 1\n A : 0    B : 0\n'
    mat += "  1) 31: 8/5 6/5                 64: 24/14\n      Wins 1 point and the match\n"
    assert [one.written for one in found(mat, "mat") if one.code == "N119"] == ["Jacobi"]


def test_points_no_win_can_bring_are_never_the_score() -> None:
    wild = replayed(f"{OPENED}W wins 1004")
    assert ([one.code for one in wild.findings], wild.score) == (["S401"], (3, 0))
    unknown = replayed(f"W 31: ????\n{OPENED}B 52: 13/8 24/22\nW wins 1004")
    assert "S401" in [one.code for one in unknown.findings]
    assert unknown.score == (1, 0)
    assert result(replayed(f"{OPENED}W wins 3")) == (0, 3, "resign")


def test_what_asked_for_an_inferred_rule_is_said_with_it() -> None:
    note = found(record(f"{OPENED}W doubles 8\nB takes\nW wins 8"))[0]
    assert note.code == "D504"
    assert "without it “=> 8” in line 6 is wrong" in note.message


def test_what_is_no_unread_line_does_not_hide_that_a_game_breaks_off() -> None:
    assert codes(record(f'{OPENED}extra xg:note "x"')) == ["S408"]
    assert codes(record(f'{OPENED}extra kotra:line "x"')) == ["N102"]


def test_the_text_form_says_by_which_rules_a_record_is_judged(tmp_path: Path) -> None:
    path = tmp_path / "a.kotra"
    path.write_text(record(f"{OPENED}W wins 1", head="rules: modern,dice.max_use=off\n"), encoding="utf-8")
    assert "Checked under modern with dice.max_use=off, as the record says." in kotra("check", path).stdout


def test_a_notation_that_names_no_side_has_its_set_ups_seen_by_who_throws_next() -> None:
    (match,) = reading(record(f"{HOME}\nW 66: 6/off(2)\nW wins 1")).matches
    setup, turn, claim = match.games[0].events
    assert isinstance(setup, SetPosition)
    assert isinstance(turn, Turn)
    black, *_ = with_thrower((setup, replace(turn, seat=1), claim))
    assert isinstance(black, SetPosition)
    assert black.position.seat == 1
    assert black.position.seen_by(0) == setup.position.seen_by(0)
    assert with_thrower((setup, turn, claim)) == (setup, turn, claim)
