"""What a record claims of a game beside its plays: the win and its name, its points, awards, the score."""

from __future__ import annotations

from pathlib import Path

import pytest

from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.replay import Replay, replay
from referees.transcripts import names, read, wrong
from tests.test_replay_old import game, sitting


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["W wins 7"], []),
        (["W wins 5"], ["points-wrong"]),
        (["W wins 5", "W scores mor 2"], []),
        (["W scores mor 2", "W wins 5 by langi"], []),
        (["W wins 5", "B scores mor 2"], ["award-not-earned", "points-wrong"]),
    ],
)
def test_forn_mor_1_points_of_a_win_hold_its_mor_or_it_is_noted_for_itself(
    lines: list[str], found: list[str]
) -> None:
    setup = "W: q1 t2 u3 v3 w3 x3; B: r1 m14"
    assert names(game(setup, "W 21: q/r*/t", *lines, rules="forn-de")) == found


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["W scores langi 7"], []),
        (["W scores langi 5"], ["award-points-wrong"]),
        (["W scores langi 5", "W scores mor 2"], []),
        (["W scores mor", "W scores langi 5"], []),
        (["W scores langi"], []),
    ],
)
def test_forn_mor_1_points_of_a_form_hold_its_mor_or_it_is_noted_for_itself(
    lines: list[str], found: list[str]
) -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m14 bar1"
    assert names(game(setup, "W 51: r/w/x", *lines, "W wins 2", rules="forn-1977")) == found


def test_forn_mor_1_the_score_goes_on_with_the_mor_that_a_record_leaves_out() -> None:
    text = """
    game 1 0-0
    setup W: w1 x1 off13; B: m14 bar1; W to play
    W 62: w/off x/off
    W wins 2 by uttekt
    game 2
    setup W: x1 off14; B: m15; W to play
    W 62: x/off
    W wins 2 by uttekt
    score 6-0
    """
    found = sitting(text, "forn-1977")
    assert (names(found), found.score) == (["points-wrong"], (6, 0))


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("uttekt", []),
        ("jan", ["win-misnamed"]),
        ("langi", ["win-misnamed"]),
        ("gammon", ["win-misnamed"]),
        ("resignation", ["win-misnamed"]),
        ("luck", ["win-word-unknown"]),
    ],
)
def test_forn_score_1_the_word_for_the_win_is_judged(word: str, found: list[str]) -> None:
    setup = "W: w1 x1 off13; B: m15"
    assert names(game(setup, "W 62: w/off x/off", f"W wins 2 by {word}", rules="forn-1977")) == found


@pytest.mark.parametrize(
    ("words", "rules", "found"),
    [
        ("jan", "forn-1977", []),
        ("jan", "forn-de", []),
        ('"stór jan"', "forn-1977", ["win-misnamed"]),
        ('"stór jan"', "forn-de", ["win-misnamed"]),
        ("uttekt", "forn-1977", ["win-misnamed"]),
    ],
)
def test_forn_jan_3_a_plain_jan_is_no_big_one(words: str, rules: str, found: list[str]) -> None:
    setup = "W: a2 w7 x6; B: m1 n1 o1 p1 q1 c1 e1 b8"
    assert names(game(setup, "W 42: a/e* a/c*", f"W wins 15 by {words}", rules=rules)) == found


def test_forn_half_2_a_whole_form_is_no_half_one() -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    found = names(game(setup, "W 51: r/w/x", 'W wins 5 by "hálfur múkur"', rules="forn-de"))
    assert found == ["win-misnamed"]


def test_forn_end_1_a_win_is_no_draw() -> None:
    setup = "W: w1 x1 off13; B: m15"
    assert names(game(setup, "W 62: w/off x/off", "draw", rules="forn-1977")) == ["draw-wrong"]
    assert names(game(setup, "W 62: w/off x/off", "W wins 2", "draw", rules="forn-1977")) == ["draw-wrong"]


def test_forn_score_2_a_score_while_play_goes_on_counts_what_was_awarded_so_far() -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    for score, found in (("5-0", []), ("0-0", ["score-wrong"])):
        lines = ("W 51: r/w/x", "W scores langi 5", f"score {score}", "W wins 2", "score 7-0")
        assert names(game(setup, *lines, rules="forn-1977")) == found


# modern kotra


def money(*lines: str, rules: str = "modern") -> Replay:
    """The replay of a money game."""
    return replay(read("\n".join(["kotra 1", f"rules: {rules}", "length: 0", "game 1 0-0", *lines, ""])))


SAMPLES = Path(__file__).parents[1] / "samples"
GAMMON = ("setup W: 1x1 off14; B: 6x15; W to play; cube 2 W", "W 62: 1/off")
RESIGNED = ("W 31: 8/5 6/5", "B 64: 24/14", "B resigns gammon", "W accepts")
DROPPED = ("W 31: 8/5 6/5", "B doubles 2", "W drops")


@pytest.mark.parametrize(
    ("lines", "claim", "found"),
    [
        (GAMMON, "W wins 4 by gammon", []),
        (GAMMON, "W wins 4 by hálfkotra", []),
        (GAMMON, "W wins by gammon", []),
        (GAMMON, "W wins 4 by backgammon", ["win-misnamed"]),
        (GAMMON, "W wins 4 by kotra", ["win-misnamed"]),
        (GAMMON, "B loses 4 by backgammon", ["win-misnamed"]),
        (GAMMON, "W wins by single", ["win-misnamed"]),
        (GAMMON, "W wins 4 by resignation", ["win-misnamed"]),
        (GAMMON, "W wins 4 by time", ["win-misnamed"]),
        (GAMMON, "W wins 4 by luck", ["win-word-unknown"]),
        (GAMMON, "W wins 4 by jan", ["win-word-unknown"]),
        # One mistake, one finding: the points go with the false name, or the winner does.
        (GAMMON, "W wins 6 by backgammon", ["points-wrong"]),
        (GAMMON, "B wins 6 by backgammon", ["winner-wrong"]),
        (RESIGNED, "W wins 2 by gammon", []),
        (RESIGNED, "W wins 2 by resignation", []),
        (RESIGNED, "W wins 2 by backgammon", ["win-misnamed"]),
        (DROPPED, "B wins 1 by drop", []),
        (DROPPED, "B wins 1 by single", []),
        (DROPPED, "B wins 1 by gammon", ["win-misnamed"]),
        (DROPPED[:1], "W wins 2 by gammon", []),
        (DROPPED[:1], "W wins 1 by gammon", ["win-misnamed"]),
        (DROPPED[:1], "W wins 1 by drop", ["win-misnamed"]),
        (GAMMON, "draw", ["draw-wrong"]),
    ],
)
def test_mod_win_1_the_word_for_the_win_is_judged(
    lines: tuple[str, ...], claim: str, found: list[str]
) -> None:
    assert names(money(*lines, claim)) == found


@pytest.mark.parametrize(
    ("word", "found"), [("gammon", []), ("single", []), ("backgammon", ["win-misnamed"])]
)
def test_mod_opt_3_under_texas_a_gammon_may_be_called_the_single_win_it_counts_as(
    word: str, found: list[str]
) -> None:
    setup = "setup W: 1x1 off14; B: 6x15; W to play"
    assert names(money(setup, "W 62: 1/off", f"W wins 1 by {word}", rules="modern,texas=on")) == found


@pytest.mark.parametrize(
    ("claims", "found"),
    [
        (["W wins 4", "W wins 4"], []),
        (["W wins 4", "W wins 6"], ["result-twice"]),
        (["W wins 6", "W wins 4"], ["points-wrong"]),
        (["B wins 4", "W wins 4"], ["winner-wrong"]),
        (["W wins 4", "W wins 4 by backgammon"], ["win-misnamed"]),
        (["W wins", "W wins 6"], ["points-wrong"]),
    ],
)
def test_of_two_results_the_false_one_is_found(claims: list[str], found: list[str]) -> None:
    assert names(money(*GAMMON, *claims)) == found


def test_an_award_of_the_old_game_is_none_of_the_modern() -> None:
    assert names(money("W 31: 8/5 6/5", "W scores langi 5", "W wins 1")) == ["award-not-earned"]


# the score


@pytest.mark.parametrize(
    ("score", "lines"),
    [
        (None, []),
        (9, ["score 9-9"]),
        (9, ["score 9-9", "score 9-9"]),
        (9, ["score 4-0", "score 9-9"]),
        (9, ["score 9-9", "game 2 9-9", "W 31: 8/5 6/5", "W wins 1"]),
        (9, ["score 9-9", "game 2", "W 31: 8/5 6/5", "W wins 1", "score 5-0"]),
        (9, ["game 2", "W 31: 8/5 6/5", "score 9-9", "W wins 1"]),
        (9, ["game 2", "score 9-9", "W 31: 8/5 6/5", "W wins 1"]),
        (None, ["game 2", "score 4-0", "W 31: 8/5 6/5", "score 4-0", "W wins 1", "score 5-0"]),
        (None, ["score 4-0", "game 2 4-0", "W 31: 8/5 6/5", "W wins 1", "score 5-0"]),
    ],
)
def test_mod_match_1_a_score_is_judged_wherever_it_stands(score: int | None, lines: list[str]) -> None:
    replayed = money(*GAMMON, "W wins 4", *lines)
    wrong = [one for one in replayed.findings if one.kind.name == "score-wrong"]
    first = next((place for place, line in enumerate(lines) if "9-9" in line), None)
    assert [one.span.line for one in wrong if one.span] == ([] if score is None else [8 + (first or 0)])


def test_mod_match_1_a_score_that_follows_from_a_false_result_is_no_second_mistake() -> None:
    lines = ("W wins 6", "score 6-0", "game 2 6-0", "W 31: 8/5 6/5", "W wins 1", "score 7-0")
    assert names(money(*GAMMON, *lines)) == ["points-wrong"]


def test_mod_match_1_a_game_without_a_result_may_be_told_by_the_score_behind_it() -> None:
    lines = ("W 31: 8/5 6/5", "score {}", "game 2 {}", "W 31: 8/5 6/5", "W wins 1")
    unended = ["end-unrecorded"]
    for score, found in (("2-0", unended), ("0-3", unended), ("1-1", ["game-unfinished", "score-wrong"])):
        assert names(money(*(line.format(score) for line in lines))) == found


def test_mod_match_1_the_score_behind_a_game_without_a_result_is_gone_on_from() -> None:
    lines = ("W 31: 8/5 6/5", "score 0-2", "game 2", "W 31: 8/5 6/5", "W wins 1", "score 1-2")
    replayed = money(*lines)
    assert (names(replayed), replayed.score) == (["end-unrecorded"], (1, 2))


def test_a_fragment_cannot_end_with_fewer_points_than_were_won_in_it() -> None:
    text = "kotra 1\nlength: 9\ngame 5\nW 31: 8/5 6/5\nW wins 2\nscore 1-3\n"
    assert [one.kind.name for one in replay(read(text)).findings if one.severity != "note"] == ["score-wrong"]


def test_the_first_score_of_a_fragment_is_the_one_to_go_on_from() -> None:
    text = "kotra 1\nlength: 9\ngame 5\nW 31: 8/5 6/5\nW wins 1\nscore 4-3\nscore {}\n"
    for score, found in (("4-3", []), ("5-3", ["score-wrong"])):
        match = read(text.format(score))
        assert [one.kind.name for one in replay(match).findings if one.severity != "note"] == found


@pytest.mark.parametrize(
    ("rules", "zone"),
    [("forn-1977", "the exit quarter"), ("forn-1977,bearoff.zone=half", "the near side")],
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


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["W scores stutti 7"], ["award-not-earned"]),
        (["W scores stutti 7", "W scores langi 5"], ["award-not-earned"]),
        ([], ["award-missed"]),
    ],
)
def test_forn_score_1_another_form_than_the_one_on_the_board_is_one_mistake(
    lines: list[str], found: list[str]
) -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    assert names(game(setup, "W 51: r/w/x", *lines, "W wins 2", rules="forn-1977")) == found


def test_forn_form_2_a_form_that_ended_the_game_is_no_draw() -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    assert names(game(setup, "W 51: r/w/x", "draw", rules="forn-de")) == ["draw-wrong"]


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


@pytest.mark.parametrize(
    ("last", "found"),
    [
        (["settled W 0"], ["match-undecided"]),
        (["settled W 0", "game 2 0-0", "W 31: 8/5 6/5", "W wins 1"], []),
        (["settled W 1"], []),
        (["W wins 1"], []),
    ],
)
def test_mod_match_1_a_match_does_not_end_with_a_game_settled_for_nothing(
    last: list[str], found: list[str]
) -> None:
    text = "\n".join(["kotra 1", "length: 1", "game 1 0-0", "W 31: 8/5 6/5", *last, ""])
    assert names(replay(read(text))) == found


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
            "wins 2, not 4: these rules know no mor.",
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
            "has no langi múkur here: it counts once in a game.",
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
            "wins 15, not 17: a jan has no mor.",
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
            "has no jan here: it takes more dead men (0) than points to enter on (5).",
        ),
        (
            "forn-1977,after=on",
            [f"setup {AFTER_5}; B to play", "B 21: e/g/h", "W wins 2", "B scores langi 5"],
            "FORN-AFTER-2",
            "has no langi múkur here: it came with after-throw 6, and counts up to 5.",
        ),
        (
            "forn-1977",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "B last throw", "W wins 2"],
            "FORN-LAST-1",
            "has no last throw here: these rules do not have that custom.",
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
            "has no last throw here: nobody has borne off all men.",
        ),
        (
            "forn-1977,after=on",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "W after throws", "W wins 2"],
            "FORN-AFTER-1",
            "has no after-throws here: the winner throws no more.",
        ),
        (
            "forn-1977,after=on",
            [f"setup {OVER}; began B; W to play", "W 21: x/off", "B after throws", "W wins 2"],
            "FORN-AFTER-1",
            "has no after-throws here: a man of that side is off.",
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
            "has no after-throws here: these rules do not have that custom.",
        ),
    ],
)
def test_a_claim_of_the_old_game_is_refused_with_its_reason(
    rules: str, lines: list[str], rule: str, message: str
) -> None:
    (found,) = wrong(money(*lines, rules=rules))
    assert (found.rule, found.message.removeprefix("White ").removeprefix("Black ")) == (rule, message)


JAN = "W: r1 l14; B: m1 n1 o1 p1 q1 t1 g8 bar1"
JAN_AT_LAST = "W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9"


@pytest.mark.parametrize(
    ("setup", "lines", "found"),
    [
        (f"{MONK}; B: m15", ["W 51: r/w/x", "{} 5"], []),
        (f"{MONK}; B: m15", ["W 51: r/w/x", "{} 5 by langi"], ["award-not-earned"]),
        (JAN, ["W 21: r/t*/u", "{} 15 by jan"], ["play-after-end"]),
        (JAN, ["W 21: r/t*/u", "{} 15"], ["win-played-on"]),
        (JAN_AT_LAST, ["W 26: l/n", "{} 15", "B 12: cannot move"], ["action-after-end"]),
    ],
)
def test_a_game_that_one_side_loses_is_won_by_the_other(
    setup: str, lines: list[str], found: list[str]
) -> None:
    for words in ("W wins", "B loses"):
        said = [line.format(words) for line in lines]
        assert names(money(f"setup {setup}; W to play", *said, rules="forn-1977")) == found, words


def test_the_modern_game_has_no_throws_behind_a_win() -> None:
    found = wrong(money("W 31: 8/5 6/5", "B after throws", "B last throw", "W wins 1"))
    assert [one.message for one in found] == [
        "Black has no after-throws here.",
        "Black has no last throw here.",
    ]


def test_nothing_of_the_old_game_speaks_of_a_cube() -> None:
    (found,) = wrong(money(f"setup {HOME}; W to play", "W 62: w/off x/off", "W wins 3", rules="forn-1977"))
    assert found.hint == "Look at the last position."


# automatic doubles


@pytest.mark.parametrize(
    ("allowed", "lines", "found"),
    [
        (1, ["opening 3-3", "auto double 2"], []),
        (1, ["opening 3-3", "auto double 4"], ["cube-value"]),
        (1, ["opening 3-3", "auto double 2", "opening 4-4"], []),
        (
            1,
            ["opening 3-3", "auto double 2", "opening 4-4", "auto double 4"],
            ["automatic-double-not-allowed"],
        ),
        (2, ["opening 3-3", "auto double 2", "opening 4-4", "auto double 4"], []),
        (0, ["opening 3-3", "auto double 2"], ["automatic-double-not-allowed"]),
        (0, ["opening 3-3", "auto double 4"], ["automatic-double-not-allowed"]),
        (
            0,
            ["opening 3-3", "auto double 2", "opening 4-4", "auto double 4"],
            ["automatic-double-not-allowed"] * 2,
        ),
    ],
)
def test_mod_opt_1_one_automatic_double_too_many_is_one_finding_on_its_line(
    allowed: int, lines: list[str], found: list[str]
) -> None:
    replayed = money(
        *lines, "opening 5-2", "W 52: 13/8 24/22", "W wins", rules=f"modern,auto_doubles={allowed}"
    )
    assert names(replayed) == found


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        (0, "the rules do not allow that."),
        (1, "the rules allow that once a game."),
        (2, "the rules allow that 2 times a game."),
    ],
)
def test_mod_opt_1_the_finding_says_how_often_the_cube_may_turn_by_itself(allowed: int, said: str) -> None:
    thrown = [line for value in (2, 4, 8) for line in ("opening 3-3", f"auto double {value}")]
    replayed = money(
        *thrown, "opening 5-2", "W 52: 13/8 24/22", "W wins", rules=f"modern,auto_doubles={allowed}"
    )
    assert replayed.findings[-1].message.endswith(said)


def test_mod_match_1_a_gammon_given_up_may_count_no_more_than_the_match_needs() -> None:
    text = "kotra 1\nlength: 3\ngame 1 2-0\nW 31: 8/5 6/5\nW wins 1 by gammon{}\n"
    for end, found in ((" and the match", []), ("", ["win-misnamed"])):
        said = replay(read(text.format(end))).findings
        assert [one.kind.name for one in said if one.severity != "note"] == found
