"""What a record claims of a game beside its plays: the win and its name, its points, awards, the score."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.replay import Replay, replay
from referees.transcripts import names, read, wrong
from tests.records import rows
from tests.test_replay_old import game

# modern kotra


def money(*lines: str, rules: str = "modern") -> Replay:
    """The replay of a money game."""
    return replay(read("\n".join(["kotra 1", f"rules: {rules}", "length: 0", "game 1 0-0", *lines, ""])))


SAMPLES = Path(__file__).parents[1] / "samples"
GAMMON = ("setup W: 1x1 off14; B: 6x15; W to play; cube 2 W", "W 62: 1/off")


# the score


@pytest.mark.parametrize(
    ("rules", "zone"), [("forn-1977", "the exit quarter"), ("forn-1977,bearoff.zone=half", "the near side")]
)
def test_forn_off_1_men_are_borne_off_from_the_exit_quarter(rules: str, zone: str) -> None:
    setup = "W: j1 x14; B: n15"
    (found,) = wrong(game(setup, "W 12: x/off j/l", "W wins 2", rules=rules))
    assert (found.kind.name, found.facts["zone"]) == ("not-all-home", zone)


def test_mod_off_1_men_are_borne_off_from_the_home_board() -> None:
    (found,) = wrong(money("setup W: 10x1 6x14; B: 1x15; W to play", "W 62: 6/off 10/8", "W wins 1"))
    assert (found.kind.name, found.facts["zone"]) == ("not-all-home", "the home board")


# other notations


def found_in(format: str, text: str) -> list[str]:
    reading = read_source(Source(text.encode()), format)
    found = [one for match in reading.matches for one in replay(match).findings]
    return [one.kind.name for one in (*reading.findings, *found) if one.severity != "note"]


@pytest.mark.parametrize(
    ("line", "found"),
    [("8-1", []), ("9-1", ["score-wrong"]), ("8-2", ["score-wrong"]), ("8-0", ["score-wrong"])],
)
def test_the_final_score_of_a_fibs_log_is_judged(line: str, found: list[str]) -> None:
    log = (SAMPLES / "notations" / "hrafnkell.log").read_text(encoding="utf-8")
    assert "wins the 3 point match 8-1 ." in log
    assert found_in("fibs-log", log.replace("point match 8-1", f"point match {line}")) == found


@pytest.mark.parametrize(
    ("word", "found"), [("", []), (" (gammon)", []), (" (backgammon)", ["win-misnamed"])]
)
def test_the_word_for_the_win_in_match_text_is_judged(word: str, found: list[str]) -> None:
    rows = "  1) 61: 13/7 8/7            52: 13/8 24/22\n"
    text = f" 7 point match\n\n Game 1\n A : 0   B : 0\n{rows}      Wins 2 points{word}\n"
    assert found_in("mat", text) == found


@pytest.mark.parametrize("format", ["kotra", "json"])
def test_what_is_false_is_false_in_what_is_written_from_it(format: str) -> None:
    match = read(
        "\n".join(["kotra 1", "length: 0", "game 1 0-0", *GAMMON, "W wins 4 by backgammon", "score 9-9", ""])
    )
    text = str(write_matches([match], format).content)
    assert found_in(format, text) == ["win-misnamed", "score-wrong"]


DEADLOCK = "W: m2 n2 o2 p2 q2 r2 w2 bar1; B: a2 b2 c2 d2 e2 f2 k2 bar1"
CLOSED = "; ".join(f"{side}: 8x2 6x2 5x2 4x2 3x2 2x2 1x2 bar1" for side in "WB")
LAST = "W: x1 off14; B: k1 l1 off13; locked B; began W"


@pytest.mark.parametrize(
    ("rules", "lines", "found"),
    [
        ("modern", ["draw"], ["draw-without-reason"]),
        ("modern", ["settled W 0"], []),
        ("modern", ["settled W 0", "draw"], []),
        ("modern", ["settled B 0", "W wins 0"], []),
        ("modern", ["settled W 0", "W wins 1"], ["winner-wrong"]),
        ("modern", ["settled W 1"], []),
        ("forn-1977", ["draw"], ["draw-without-reason"]),
        ("forn-1977", ["settled W 0", "draw"], []),
        # neither side can play: that is seen where it is called so, or after two throws
        ("forn-1977,jan.enemy_points=open", [f"setup {DEADLOCK}; W to play", "draw"], []),
        ("modern", [f"setup {CLOSED}; W to play", "draw"], []),
        (
            "forn-1977,last_throw=on",
            [f"setup {LAST}; W to play", "W 21: x/off", "draw"],
            ["draw-without-reason"],
        ),
        (
            "forn-1977,last_throw=on",
            [f"setup {LAST}; W to play", "W 21: x/off", "B 61: k/off l/off", "draw"],
            [],
        ),
    ],
)
def test_mod_match_5_a_draw_has_its_reason(rules: str, lines: list[str], found: list[str]) -> None:
    old = rules.startswith("forn")
    begun = [] if lines[0].startswith("setup") else ["W 31: a/d a/b" if old else "W 31: 8/5 6/5"]
    assert names(money(*begun, *lines, rules=rules)) == found


HOME = "W: w1 x1 off13; B: m15"
MONK = "W: r1 t3 u3 v3 w3 x2"
OVER = "W: x1 off14; B: k1 l1 off13; locked B"
OFF = "W: w1 x1 off13; B: m14 bar1"
JAN = "setup W: n2 o2 p3 a8; B: bar1 m8 q1 s1 h4; W to play"
AFTER_5 = "W: off15; B: e1 h2 i3 j3 k3 l3; phase after B 5"


@pytest.mark.parametrize(
    ("rules", "lines", "rule", "message"),
    [
        (
            "forn-1977",
            [f"setup {OFF}; W to play", "W 62: w/off x/off", "W wins 2"],
            "FORN-MOR-1",
            "wins 4, not 2: mor adds 2, as a man of the other side is dead.",
        ),
        (
            "forn-1977",
            [f"setup {HOME}; W to play", "W 62: w/off x/off", "W wins 4"],
            "FORN-MOR-1",
            "wins 2, not 4: mor needs a dead man of the other side.",
        ),
        (
            "forn-1977",
            [f"setup {HOME}; W to play", "W 62: w/off x/off", "W wins 3"],
            "FORN-SCORE-1",
            "wins 2, not 3.",
        ),
        (
            "forn-1977,mor.condition=off",
            [f"setup {OFF}; W to play", "W 62: w/off x/off", "W wins 4"],
            "FORN-MOR-1",
            "wins 2, not 4: these rules have no mor.",
        ),
        (
            "forn-de",
            ["setup W: q1 t2 u3 v3 w3 x3; B: r1 m14; W to play", "W 21: q/r*/t", "W wins 5"],
            "FORN-MOR-2",
            "wins 7, not 5: mor adds 2, as a man was hit with the throw that won.",
        ),
        (
            "forn-de",
            [f"setup {HOME}; W to play", "W 62: w/off x/off", "W wins 4"],
            "FORN-MOR-2",
            "wins 2, not 4: mor needs a hit with the throw that wins.",
        ),
        (
            "forn-1977",
            [f"setup {MONK}; B: m14 bar1; W to play", "W 51: r/w/x", "W scores langi 5", "W wins 2"],
            "FORN-MOR-1",
            "langi múkur scores 7, not 5: mor adds 2, as a man of the other side is dead.",
        ),
        (
            "forn-1977",
            [f"setup {MONK}; B: m15; W to play", "W 51: r/w/x", "W scores langi 4", "W wins 2"],
            "FORN-SCORE-1",
            "langi múkur scores 5, not 4.",
        ),
        (
            "forn-1977",
            [f"setup {MONK}; B: m15; W to play", "W 51: r/w/x", "W scores langi", "W scores mor", "W wins 2"],
            "FORN-MOR-1",
            "has no mor here: mor needs a dead man of the other side.",
        ),
        (
            "forn-1977",
            [
                f"setup {MONK}; B: m15; W to play",
                "W 51: r/w/x",
                "W scores langi",
                "W scores langi",
                "W wins 2",
            ],
            "FORN-FORM-2",
            "has no langi múkur here: it counts only once in a game.",
        ),
        (
            "forn-1977",
            [f"setup {MONK}; B: m15; W to play", "W 51: r/w/x", "W wins 5 by langi"],
            "FORN-FORM-2",
            "has no langi múkur here: by these rules a formation does not end the game.",
        ),
        (
            "forn-1977",
            [JAN, "W 31: p/s*", "W wins 17 by jan"],
            "FORN-MOR-3",
            "wins 15, not 17: mor is not added to a jan.",
        ),
        (
            "forn-1977",
            [JAN, "W 31: p/s*", "W scores stór jan 15", "W wins 15"],
            "FORN-JAN-3",
            "has no stór jan here: there are points to enter on (1).",
        ),
        (
            "forn-1977",
            ["W 31: a/d a/b", 'W scores "hálfur stutti"', "W wins 2"],
            "FORN-SCORE-1",
            "has no half stutti múkur here.",
        ),
        (
            "forn-1977,forms.litil=off",
            ["W 31: a/d a/b", "W scores litil", "W wins 2"],
            "FORN-FORM-1",
            "has no litli meistari here: these rules do not count it.",
        ),
        (
            "forn-1977",
            ["W 31: a/d a/b", "W wins 15 by jan"],
            "FORN-JAN-1",
            "has no jan here: it needs more dead men than points to enter on: there are 0 and 5.",
        ),
        (
            "forn-1977,after=on",
            [f"setup {AFTER_5}; B to play", "B 21: e/g/h", "W wins 2", "B scores langi 5"],
            "FORN-AFTER-2",
            "has no langi múkur here: it came with after-throw 6, but counts only up to 5.",
        ),
        (
            "forn-1977",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "B last throw", "W wins 2"],
            "FORN-LAST-1",
            "has no last throw here: these rules have no such throws.",
        ),
        (
            "forn-1977,last_throw=on",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "B last throw", "W wins 2"],
            "FORN-LAST-1",
            "has no last throw here: it is for the side that did not begin.",
        ),
        (
            "forn-1977,last_throw=on",
            [f"setup {OVER}; began W; W to play", "B last throw", "W 21: x/off", "W wins 2"],
            "FORN-LAST-1",
            "has no last throw here: neither side has borne off all its men.",
        ),
        (
            "forn-1977,after=on",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "W after throws", "W wins 2"],
            "FORN-AFTER-1",
            "has no after-throws here: the winner does not throw any more.",
        ),
        (
            "forn-1977,after=on",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "B after throws", "W wins 2"],
            "FORN-AFTER-1",
            "has no after-throws here: that side has already borne off a man.",
        ),
        (
            "forn-1977",
            [
                "setup W: x1 off14; B: b1 l14; locked B; W to play",
                "W 21: x/off",
                "B after throws",
                "W wins 2",
            ],
            "FORN-AFTER-1",
            "has no after-throws here: these rules have no such throws.",
        ),
    ],
)
def test_a_claim_of_the_old_game_is_refused_with_its_reason(
    rules: str, lines: list[str], rule: str, message: str
) -> None:
    (found,) = wrong(money(*lines, rules=rules))
    assert (found.rule, found.message.removeprefix("White ").removeprefix("Black ")) == (rule, message)


JAN = "W: r1 l14; B: m1 n1 o1 p1 q1 t1 g8 bar1"


def test_the_modern_game_has_no_throws_behind_a_win() -> None:
    found = wrong(money("W 31: 8/5 6/5", "B after throws", "B last throw", "W wins 1"))
    assert [one.message for one in found] == [
        "Black has no after-throws here.",
        "Black has no last throw here.",
    ]


def test_nothing_of_the_old_game_speaks_of_a_cube() -> None:
    (found,) = wrong(money(f"setup {HOME}; W to play", "W 62: w/off x/off", "W wins 3", rules="forn-1977"))
    assert found.hint == "Check the last position."


# automatic doubles


@rows
def test_mod_opt_1_the_finding_says_how_often_the_cube_may_turn_by_itself(allowed: int, said: str) -> None:
    thrown = [line for value in (2, 4, 8) for line in ("opening 3-3", f"auto double {value}")]
    replayed = money(
        *thrown, "opening 5-2", "W 52: 13/8 24/22", "W wins", rules=f"modern,auto_doubles={allowed}"
    )
    assert replayed.findings[-1].message.endswith(said)
