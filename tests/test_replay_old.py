"""Old kotra as records tell it: who begins, what is won, what is thrown behind a win."""

from __future__ import annotations

import pytest

from kotra_notation.replay import Replay, replay
from kotra_notation.replay.frames import Frame
from referees.transcripts import names, read, wrong

DIALECTS = ("forn-1977", "forn-de", "davidsson")
Awards = list[tuple[int, str, float]]
LANGI = "W: r1 t3 u3 v3 w3 x2; B: m15"


def sitting(text: str, rules: str) -> Replay:
    """The replay of a record whose first line is understood."""
    lines = "\n".join(line.strip() for line in text.strip().splitlines())
    return replay(read(f"kotra 1\nrules: {rules}\n{lines}\n"))


def game(setup: str, *lines: str, rules: str, seat: str = "W") -> Replay:
    """The replay of one game from a position."""
    return sitting("\n".join(["game 1 0-0", f"setup {setup}; {seat} to play", *lines]), rules)


def awards(replayed: Replay, number: int = 1) -> Awards:
    return [(one.seat, one.kind, one.points) for one in replayed.games[number - 1].awards]


def notes_aside(replayed: Replay) -> list[str]:
    return [found.kind.name for found in replayed.findings if found.severity != "note"]


@pytest.mark.parametrize(
    ("rules", "line", "found"),
    [
        ("forn-1977", "W 41: a/e/f", []),
        ("forn-1977", "B 52: m/r/t", ["starter-wrong"]),
        ("davidsson", "W 66: a/g", []),
        ("forn-de", "B 52: m/r/t", []),
        ("forn-de", "B 41: m/q/r", ["opening-mismatch"]),
        ("forn-de", "W 52: a/f/h", ["opening-mismatch"]),
    ],
)
def test_fx_02_who_begins(rules: str, line: str, found: list[str]) -> None:
    assert names(sitting(f"game 1 0-0\nopening 2-5\n{line}\nW wins 2", rules)) == found


@pytest.mark.parametrize("rules", DIALECTS)
def test_fx_02_equal_numbers_are_thrown_again(rules: str) -> None:
    low_first = rules != "forn-de"
    begins = "W 41: a/e/f" if low_first else "B 41: m/q/r"
    assert names(sitting(f"game 1 0-0\nopening 4-4\nopening 1-4\n{begins}\nW wins 2", rules)) == []
    for ties in ("opening 4-4", "opening 1-4\nopening 4-4\nopening 4-4", "opening 4-4\nopening 1-1"):
        found = names(sitting(f"game 1 0-0\n{ties}\n{begins}\nW wins 2", rules))
        assert found[-1:] == ["tie-played"], ties
    assert names(sitting(f"game 1 0-0\nopening 1-4\nopening 4-4\n{begins}\nW wins 2", rules)) == [
        "out-of-place"
    ]


@pytest.mark.parametrize(
    ("own", "play", "lawful"),
    [
        ("never", "bar/b l/p", True),
        ("never", "bar/b/f", True),
        ("never", "bar/d l/n", False),
        ("touch", "bar/d/f", True),
        ("touch", "bar/d d/f", True),
        ("touch", "bar/d l/n", False),
        ("always", "bar/d l/n", True),
    ],
)
def test_fx_37_entry_onto_an_own_man(own: str, play: str, lawful: bool) -> None:
    setup = "W: d1 l13 bar1; B: x3 g6 h6"
    found = game(setup, f"W 42: {play}", "W wins 2", rules=f"forn-1977,entry.own={own}")
    assert (names(found) == []) == lawful


def test_fx_37_touch_lets_a_closed_number_be_played() -> None:
    # Without this the example could not tell `touch` from `never`: bar/d/f ends where bar/b/f does.
    setup = "W: d1 l13 bar1; B: b2 x3 g5 h5"
    assert names(game(setup, "W 42: bar/d/f", "W wins 2", rules="forn-1977")) == ["entry-on-own"]
    assert names(game(setup, "W 42: bar/d/f", "W wins 2", rules="forn-1977,entry.own=touch")) == []


@pytest.mark.parametrize(
    ("rules", "total"), [("forn-1977", [(0, "uttekt", 2), (0, "mor", 2)]), ("forn-de", [(0, "uttekt", 2)])]
)
def test_fx_45_last_two_men_off(rules: str, total: Awards) -> None:
    found = game("W: w1 x1 off13; B: m14 bar1", "W 62: w/off x/off", rules=rules)
    assert awards(found) == total
    assert found.score == (sum(points for *_, points in total), 0)


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de"])
@pytest.mark.parametrize(("play", "points"), [("t/v*/off", 4), ("t/w/off", 2)])
def test_fx_46_hit_with_the_winning_throw(rules: str, play: str, points: float) -> None:
    found = game("W: t1 off14; B: v1 m14", f"W 23: {play}", f"W wins {points}", rules=rules)
    assert names(found) == []
    assert (found.games[0].kind, found.games[0].points) == ("uttekt", points)


@pytest.mark.parametrize(
    ("rules", "black", "throw", "kind", "score"),
    [
        ("forn-de", "l1 off14", "B 61: l/off", "draw", (2, 2)),
        ("forn-1977", "l1 off14", "B 61: l/off", "draw", (0, 0)),
        ("forn-de", "k1 l1 off13", "B 61: k/off l/off", "draw", (2, 2)),
        ("forn-1977", "j2 l1 off12", "B 65: j/off(2)", "uttekt", (2, 0)),
    ],
)
def test_fx_47_last_throw(rules: str, black: str, throw: str, kind: str, score: tuple[float, float]) -> None:
    setup = f"W: x1 off14; B: {black}; began W"
    found = game(setup, "W 21: x/off", "B last throw", throw, rules=f"{rules},last_throw=on")
    assert notes_aside(found) == []
    assert (found.games[0].kind, found.score) == (kind, score)


def test_fx_47_no_last_throw_for_whoever_threw_first() -> None:
    setup = "W: x1 off14; B: l1 off14; began B"
    found = game(setup, "W 21: x/off", "B last throw", rules="forn-de,last_throw=on")
    assert notes_aside(found) == ["last-throw-not-due"]


def test_fx_48_one_hit_is_not_jan_and_both_are() -> None:
    setup = "W: a2 w7 x6; B: m1 n1 o1 p1 q1 c1 e1 b8"
    jan = game(setup, "W 24: a/e* a/c*", "W wins 15 by jan", rules="forn-de")
    assert (names(jan), awards(jan)) == ([], [(0, "jan", 15)])
    none = game(setup, "W 24: a/c*/g", "W wins 15 by jan", rules="forn-de")
    assert names(none) == ["award-not-earned"]


@pytest.mark.parametrize(("rules", "kind"), [("forn-de", "stor_jan"), ("forn-1977", "jan")])
def test_fx_49_stor_jan_is_worth_as_much(rules: str, kind: str) -> None:
    setup = "W: n2 o2 p2 q2 r1 l1 d1 a4; B: m2 g6 h6 bar1"
    found = game(setup, "W 65: l/r", "W wins 15 by jan", rules=rules)
    assert awards(found) == [(0, kind, 15)]
    assert found.games[0].kind == "jan"


def test_stor_jan_may_be_counted_without_the_mor_that_is_noted_for_itself() -> None:
    setup = "W: n2 o2 p2 q2 r1 l1 d1 a4; B: m2 g6 h6 bar1"
    rules = "forn-de,mor.on_jan=on,mor.condition=dead-man"
    found = game(setup, "W 65: l/r", "W scores mor 2", "W wins 15 by jan", rules=rules)
    assert (names(found), awards(found)) == ([], [(0, "stor_jan", 15), (0, "mor", 2)])


@pytest.mark.parametrize(("points", "found"), [(17, []), (15, ["points-wrong"])])
def test_forn_mor_3_where_mor_is_added_to_jan_the_result_counts_it(points: int, found: list[str]) -> None:
    setup = "W: n2 o2 p2 q2 r1 l1 d1 a4; B: m2 g6 h6 bar1"
    rules = "forn-de,mor.on_jan=on,mor.condition=dead-man"
    assert names(game(setup, "W 65: l/r", f"W wins {points} by jan", rules=rules)) == found


def test_a_result_that_counts_a_form_with_its_mor_notes_the_form() -> None:
    setup, form = "W: p1 t3 u3 v3 w3 x2; B: m14 bar1", "W 62: p/r/x"
    found = game(setup, form, "B 11: cannot move", "W wins 7", rules="forn-1977")
    assert (names(found), awards(found)) == ([], [(0, "langi", 5), (0, "mor", 2)])
    assert names(game(setup, form, "B 11: cannot move", "W wins 5", rules="forn-1977")) == ["award-missed"]


def test_fx_53_jan_ends_the_game_in_the_middle_of_the_throw() -> None:
    setup = "W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9"
    assert names(game(setup, "W 26: l/n", "W wins 15 by jan", rules="forn-1977")) == []
    assert names(game(setup, "W 26: n/t l/n", "W wins 2", rules="forn-1977")) == []


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de"])
def test_fx_57_meistari_with_the_whole_throw(rules: str) -> None:
    found = game("W: r1 x14; B: m15", "W 42: r/v/x", rules=rules)
    assert awards(found) == [(0, "meistari", 13)]


def test_fx_58_half_a_monk_is_declared() -> None:
    setup = "W: s1 v4 w5 x5; B: m15"
    half = game(setup, "W 63: s/v half", "W wins 3.5 by stutti", rules="forn-de")
    assert (names(half), awards(half)) == ([], [(0, "stutti", 3.5)])
    assert names(game(setup, "W 63: s/v", "W wins 2", rules="forn-de")) == ["half-undeclared"]
    assert names(game(setup, "W 63: s/v half", "W wins 2", rules="forn-1977")) == ["half-not-won"]


def test_forn_half_2_either_monk_may_be_agreed_to_pay_three_and_a_half() -> None:
    half = game(
        "W: q1 t2 u3 v3 w3 x3; B: m15", "W 36: q/t half", "W wins 3.5", rules="forn-de,half.value=3.5"
    )
    assert (names(half), awards(half)) == ([], [(0, "langi", 3.5)])


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de"])
def test_fx_59_the_same_with_both_dice(rules: str) -> None:
    assert awards(game("W: s1 v4 w5 x5; B: m15", "W 21: s/u/v", rules=rules)) == [(0, "stutti", 7)]


def test_fx_60_a_form_goes_by_in_1977_and_ends_the_game_in_german() -> None:
    setup = "W: r1 t3 u3 v3 w3 x2; B: m15"
    on = game(setup, "W 51: r/w/x", "W scores langi 5", "B 21: m/n m/o", "W wins 2", rules="forn-1977")
    assert (names(on), awards(on)) == ([], [(0, "langi", 5), (0, "resign", 2)])
    assert on.score == (7, 0)
    over = game(setup, "W 51: r/w/x", "W wins 5", rules="forn-de")
    assert (names(over), over.games[0].kind) == ([], "langi")


@pytest.mark.parametrize("rules", ["forn-1977", "forn-de"])
def test_fx_61_rasslangur_with_x_held(rules: str) -> None:
    found = game("W: p1 s2 t3 u3 v3 w3; B: x2 m13", "W 21: p/r/s", rules=rules)
    assert awards(found) == [(0, "rasslangur", 3)]


@pytest.mark.parametrize(
    ("rules", "total"),
    [("forn-1977", [(0, "meistari", 13), (0, "mor", 2)]), ("forn-de", [(0, "meistari", 13)])],
)
def test_fx_62_mor_on_a_formation(rules: str, total: Awards) -> None:
    assert awards(game("W: r1 x14; B: m13 bar2", "W 42: r/v/x", rules=rules)) == total


def after(form: str, before: str, play: str, throws: int, rules: str) -> Awards:
    """What a game brings in which Black reaches a form with an after-throw of this number."""
    setup = f"W: off15; B: {before}; phase after B {throws - 1}"
    found = game(setup, play, f"B scores {form}", "W wins 2", rules=rules, seat="B")
    assert set(names(found)) <= {"award-not-earned", "throw-after-phase", "result-missing"}
    return [award for award in awards(found) if award[0] == 1]


@pytest.mark.parametrize(
    ("form", "before", "play", "limit", "points", "rules"),
    [
        ("langi", "e1 h2 i3 j3 k3 l3", "B 21: e/g/h", 5, 5, "forn-1977,after=on"),
        ("stutti", "f1 j5 k5 l4", "B 51: f/k/l", 10, 7, "forn-1977,after=on"),
        ("meistari", "f1 l14", "B 51: f/k/l", 15, 13, "forn-1977,after=on"),
        ("rasslangur", "d1 g2 h3 i3 j3 k3", "B 21: d/f/g", 1, 3, "forn-1977,after=on"),
        ("stutti", "f1 j5 k5 l4", "B 51: f/k/l", 7, 7, "forn-de"),
        ("meistari", "f1 l14", "B 51: f/k/l", 13, 13, "forn-de"),
        ("stutti", "f1 j5 k5 l4", "B 51: f/k/l", 3, 7, "forn-de,after.limits=3"),
    ],
)
def test_fx_63_and_64_the_limits_of_after_throws(
    form: str, before: str, play: str, limit: int, points: float, rules: str
) -> None:
    assert after(form, before, play, limit, rules) == [(1, form, points)]
    assert after(form, before, play, limit + 1, rules) == []


def test_fx_64_rasslangur_does_not_count_in_german_after_throws() -> None:
    assert after("rasslangur", "d1 g2 h3 i3 j3 k3", "B 21: d/f/g", 1, "forn-de") == []


def test_fx_64_none_for_a_loser_who_has_borne_off() -> None:
    setup = "W: x1 off14; B: l14 off1"
    found = game(setup, "W 21: x/off", "W wins 2", "B after throws", "B 21: l/off(2)", rules="forn-de")
    assert names(found) == ["after-throws-not-due"]


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("B 5+: g/l", [(1, "meistari", 6.5)]),
        ("B 2+3: g/i/l", [(1, "meistari", 13)]),
        ("B 2+2: g/i/k", []),
        ("B 6+: g/off", []),
    ],
)
def test_fx_65_one_die_at_a_time(line: str, total: Awards) -> None:
    setup = "W: off15; B: g1 l14; phase after B 2"
    claims = [f"B scores {kind} {points}" for _, kind, points in total]
    found = game(setup, line, *claims, "W wins 2", rules="forn-de,one_die=after-throws", seat="B")
    assert notes_aside(found) == []
    assert [award for award in awards(found) if award[0] == 1] == total


@pytest.mark.parametrize("play", ["g/off l/off", "g/h h/off"])
def test_fx_66_after_throws_end_when_a_man_is_borne_off(play: str) -> None:
    setup = "W: off15; B: g1 l14; phase after B 2"
    found = game(setup, f"B 61: {play}", "B 21: l/off(2)", "W wins 2", rules="forn-de", seat="B")
    assert names(found) == ["throw-after-phase"]


REACHED_TWICE = ("B 21: e/g/h", "B 22: h/j(2) i/k(2)", "B 43: h/l i/l", "W wins 2")


@pytest.mark.parametrize(
    ("claim", "total"),
    [
        ("best", [(1, "stutti", 7)]),
        ("all", [(1, "langi", 5), (1, "stutti", 7)]),
        ("first", [(1, "langi", 5)]),
    ],
)
def test_forn_after_4_which_of_two_forms_counts(claim: str, total: Awards) -> None:
    setup = "W: off15; B: e1 h2 i3 j3 k3 l3; phase after B 0"
    found = game(setup, *REACHED_TWICE, rules=f"forn-de,after.claim={claim}", seat="B")
    assert [award for award in awards(found) if award[0] == 1] == total
    assert ("throw-after-phase" in names(found)) == (claim == "first")


@pytest.mark.parametrize(("claim", "late"), [("best", ["stutti"]), ("all", ["stutti", "litil"])])
def test_forn_after_4_the_best_form_may_be_the_earlier(claim: str, late: list[str]) -> None:
    setup = "W: off15; B: g1 j4 k5 l5; phase after B 0"
    throws = ("B 21: g/i/j", "B 11: j/k(4)", "B 11: j/k k/l(3)", "W wins 2")
    found = game(setup, *throws, rules=f"forn-de,after.limits=15,after.claim={claim}", seat="B")
    assert [kind for seat, kind, _ in awards(found) if seat == 1] == late


def test_forn_after_3_a_throw_without_a_form_is_counted_and_the_loser_throws_again() -> None:
    setup = "W: off15; B: g1 l14; locked B; phase after B 2"
    after = last_frame(game(setup, "B 21: g/i/j", rules="forn-de", seat="B")).after
    assert after.position.text() == "W: off15; B: j1 l14; locked B; began B; phase after B 3"
    assert (after.seat, after.ending) == (1, None)


@pytest.mark.parametrize(
    ("setup", "seat", "form"),
    [
        ("W: r1 x14; B: off15; phase after W 0", "W", "W 51: r/w/x"),
        ("W: off15; B: f1 l14; phase after B 0", "B", "B 51: f/k/l"),
        ("W: off15; B: g1 j4 k5 l5; phase after B 0", "B", "B 63: g/j half"),
    ],
)
def test_forn_after_3_the_phase_is_over_when_nothing_more_can_be_won(
    setup: str, seat: str, form: str
) -> None:
    other = "B" if seat == "W" else "W"
    further = f"{seat} 21: {'x' if seat == 'W' else 'l'}/off(2)"
    claim = f"{seat} scores {'múkur' if 'half' in form else 'meistari'}"
    found = game(setup, form, claim, further, f"{other} wins 2", rules="forn-de,after.claim=all", seat=seat)
    assert names(found) == ["throw-after-phase"]
    assert found.games[0].frames[1].after.ending is not None


@pytest.mark.parametrize(
    ("setup", "play", "claim", "over"),
    [
        ("B: g1 l14; phase after B 11", "B 21: g/i/j", "best", False),
        ("B: g1 l14; phase after B 12", "B 21: g/i/j", "best", True),
        ("B: e1 h2 i3 j3 k3 l3; phase after B 5", "B 21: e/g/h", "first", False),
        ("B: h1 k6 l8; phase after B 0", "B 21: h/j/k", "first", False),
    ],
)
def test_forn_after_3_a_form_behind_its_limit_neither_counts_nor_keeps_the_phase_going(
    setup: str, play: str, claim: str, over: bool
) -> None:
    found = game(f"W: off15; {setup}", play, rules=f"forn-de,after.claim={claim}", seat="B")
    assert [award for award in awards(found) if award[0] == 1] == []
    assert (last_frame(found).after.ending is not None) == over


def test_forn_after_3_there_is_no_phase_where_no_form_is_in_reach() -> None:
    found = game("W: x1 off14; B: m15", "W 21: x/off", "W wins 2", "B 21: m/n m/o", rules="forn-de")
    assert names(found) == ["throw-after-phase"]


@pytest.mark.parametrize(
    ("setup", "seat", "play", "text"),
    [
        (
            "W: x1 off14; B: b1 l14; locked B; began W",
            "W",
            "W 21: x/off",
            "W: off15; B: b1 l14; locked B; began W; phase after B 0; main W",
        ),
        (
            "W: n1 x14; B: l1 off14; locked W; began W",
            "B",
            "B 21: l/off",
            "W: n1 x14; B: off15; locked W; began W; phase after W 0; main B",
        ),
    ],
)
def test_forn_after_1_the_loser_of_an_uttekt_throws_on(setup: str, seat: str, play: str, text: str) -> None:
    after = last_frame(game(setup, play, rules="forn-de", seat=seat)).after
    assert after.position.text() == text


def test_forn_last_3_the_after_throws_come_behind_the_last_throw() -> None:
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    lines = ("W 21: x/off", "B last throw", "B 31: b/e/f")
    after = last_frame(game(setup, *lines, rules="forn-de,last_throw=on")).after
    assert after.position.text() == "W: off15; B: f1 l14; locked B; began W; phase after B 0; main W"
    assert after.seat == 1


@pytest.mark.parametrize(("starter", "found"), [("B 21: m/n/p", []), ("W 21: a/b/d", ["starter-wrong"])])
def test_forn_open_4_a_drawn_game_changes_nothing(starter: str, found: list[str]) -> None:
    text = """
    game 1 0-0
    setup W: m15; B: l1 off14; B to play
    B 21: l/off
    B wins 2
    game 2 0-2
    setup W: x1 off14; B: l1 off14; began W; W to play
    W 21: x/off
    B last throw
    B 61: l/off
    draw
    game 3 2-4
    """
    replayed = sitting(f"{text}{starter}\n{starter[0]} wins 2", "forn-de,last_throw=on,after=off")
    assert names(replayed) == found
    assert replayed.games[1].points == 2


@pytest.mark.parametrize(
    ("setup", "seat", "play", "scored"),
    [
        ("W: q1 t2 u3 v3 w3 x3; B: m14 bar1", "W", "W 21: q/s/t", "scored W langi"),
        ("W: a15; B: e1 h2 i3 j3 k3 l3", "B", "B 21: e/g/h", "scored B langi"),
    ],
)
def test_forn_form_2_a_form_that_has_been_paid_for_is_remembered(
    setup: str, seat: str, play: str, scored: str
) -> None:
    after = last_frame(game(setup, play, rules="forn-1977", seat=seat)).after
    assert after.position.text().endswith(scored)


def test_forn_form_2_a_form_is_paid_for_once() -> None:
    setup = "W: q1 t2 u3 v3 w3 x3; B: m15; scored W langi"
    assert awards(game(setup, "W 21: q/s/t", rules="forn-1977")) == []


def test_forn_form_2_a_form_that_ends_the_game_is_its_result() -> None:
    over = game("W: q1 t2 u3 v3 w3 x3; B: m15", "W 21: q/s/t", "W wins 5", rules="forn-de")
    assert (over.games[0].winner, over.games[0].kind, over.games[0].points) == (0, "langi", 5)


@pytest.mark.parametrize(
    ("claim", "found"),
    [
        ("W wins 5", []),
        ("W wins 4", [("points-wrong", ("5",))]),
        ("W wins 4 by langi", [("points-wrong", ("5",))]),
        ("B wins 5", [("winner-wrong", ())]),
        ("W wins", [("award-missed", ())]),
    ],
)
def test_a_wrong_result_of_a_game_won_by_a_form_is_one_finding(
    claim: str, found: list[tuple[str, tuple[str, ...]]]
) -> None:
    over = game("W: q1 t2 u3 v3 w3 x3; B: m15", "W 21: q/s/t", claim, rules="forn-de")
    assert [(one.kind.name, one.expected) for one in wrong(over)] == found


@pytest.mark.parametrize(("play", "points"), [("f/h", 2.5), ("d/f/h", 5)])
def test_forn_half_3_the_first_of_two_dice_pays_half_whatever_a_half_win_pays(
    play: str, points: float
) -> None:
    setup = f"W: off15; B: {play[0]}1 h2 i3 j3 k3 l3; phase after B 1"
    dice = "2+" if play == "f/h" else "2+2"
    rules = "forn-de,one_die=after-throws,half.value=3.5"
    found = game(setup, f"B {dice}: {play}", "W wins 2", rules=rules, seat="B")
    assert [award for award in awards(found) if award[0] == 1] == [(1, "langi", points)]


def test_fx_67_halves() -> None:
    text = """
    game 1 0-0
    setup W: s1 v4 w5 x5; B: m15; W to play
    W 63: s/v half
    W wins 3.5 by "hálfur múkur"
    game 2 3.5-0
    setup W: m15; B: l1 off14; B to play
    B 21: l/off
    B wins 2
    game 3 3.5-2
    setup W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9; W to play
    W 26: l/n
    W wins 15 by jan
    score 18.5-2
    """
    found = sitting(text, "forn-de,after=off,next_first=throw")
    assert (names(found), found.score) == ([], (18.5, 2))


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


def test_fx_68_a_form_does_not_give_the_right_to_begin() -> None:
    text = """
    game 1 0-0
    setup W: m15; B: f1 l14; B to play
    B 51: f/k/l
    B wins 13 by meistari
    game 2 0-13
    opening 4-2
    W 42: a/c/g
    W wins 2
    """
    assert names(sitting(text, "forn-de")) == []


def test_fx_68_nor_does_one_in_the_after_throws() -> None:
    text = """
    game 1 0-0
    setup W: x1 off14; B: f1 l14; W to play
    W 21: x/off
    W wins 2
    B after throws
    B 51: f/k/l
    B scores meistari 13
    game 2 2-13
    W 66: a/g(4)
    W wins 2
    """
    found = sitting(text, "forn-de")
    assert names(found) == []
    assert found.score == (4, 13)


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ("forn-1977", [(0, "jan", 15), (0, "stutti", 7), (0, "mor", 2)]),
        ("forn-de", [(0, "jan", 15)]),
    ],
)
def test_fx_69_jan_together_with_a_formation(rules: str, total: Awards) -> None:
    setup = "W: s1 v4 w5 x5; B: m1 n1 o1 p1 q1 r1 t1 g8"
    found = game(setup, "W 12: s/t*/v", "W wins 15", rules=f"{rules},jan.test=turn,jan.stor_label=off")
    assert awards(found) == total


def last_frame(replayed: Replay) -> Frame:
    return replayed.games[0].frames[-1]


def test_what_is_remembered_goes_on_from_turn_to_turn() -> None:
    text = "game 1 0-0\nopening 4-2\nW 42: a/e/g\nB 66: m/s(4)\nW 21: a/b/d"
    before = last_frame(sitting(text, "forn-de")).after.position.text()
    assert before == "W: a13 d1 g1; B: m11 s4; v66 B; began W"


@pytest.mark.parametrize(("option", "kind"), [("draw", "draw"), ("off", "unfinished")])
def test_a_game_in_which_nobody_can_play_is_a_draw(option: str, kind: str) -> None:
    setup = "W: m2 n2 o2 p2 q2 r2 w2 bar1; B: a2 b2 c2 d2 e2 f2 k2 bar1"
    rules = f"forn-1977,jan.enemy_points=open,deadlock={option}"
    once = game(setup, "W 12: cannot move", rules=rules)
    twice = game(setup, "W 12: cannot move", "B 12: cannot move", rules=rules)
    assert [found.games[0].kind for found in (once, twice)] == ["unfinished", kind]
    assert (twice.games[0].points, twice.score) == (0, (0, 0))


def test_forn_end_3_throws_that_could_not_be_played_are_counted_in_succession() -> None:
    found = game(
        "W: a14 bar1; B: m4 b2 c2 d2 e2 x3",
        "W 44: cannot move",
        "B 21: m/n m/o",
        "W 44: cannot move",
        rules="forn-1977",
    )
    assert [frame.after.course.idle for frame in found.games[0].frames] == [0, 1, 0, 1]


def test_an_overlooked_jan_is_said_once_and_the_game_goes_on() -> None:
    setup = "W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9"
    lines = ["W 26: l/n", "B 12: cannot move", "W 12: n/o*/q*", "B 11: cannot move", "W wins 2"]
    found = game(setup, *lines, rules="forn-1977")
    assert names(found)[:1] == ["win-played-on"]
    assert names(found).count("win-played-on") == 1
    assert wrong(found)[0].message == "White had jan here, which ends the game; the record goes on."
    assert awards(found) == [(0, "resign", 2)]


def test_an_overlooked_jan_is_not_won_by_a_later_turn() -> None:
    setup = "W: l1 n1 v1 w1 x11; B: m1 o1 q1 r1 bar2 g9"
    lines = ["W 26: l/n", "B 12: cannot move", "W 12: w/x v/x", "W wins 2"]
    assert names(game(setup, *lines, rules="forn-1977")) == ["win-played-on"]


@pytest.mark.parametrize(
    ("setup", "lines", "options", "found"),
    [
        ("W: l1 n1 w1 x12; B: m1 o1 q1 r1 bar2 g9", ("W 26: l/n", "B 12: cannot move"), "", "FORN-END-2"),
        ("W: r1 l14; B: m1 n1 o1 p1 q1 t1 g8 bar1", ("W 21: r/t*/u", "B 55: cannot move"), "", "FORN-JAN-4"),
        (LANGI, ("W 51: r/w/x", "B 21: m/n m/o"), ",forms.end_game=on", "FORN-FORM-2"),
        (LANGI, ("W 51: r/w/x", "B 21: m/n m/o"), "", None),
    ],
)
def test_a_win_that_ends_the_game_is_not_played_on(
    setup: str, lines: tuple[str, ...], options: str, found: str | None
) -> None:
    (one,) = wrong(game(setup, *lines, "W resigns", "B accepts", "B wins 2", rules=f"forn-1977{options}"))
    if found is None:
        assert (one.kind.name, one.severity) == ("award-missed", "warning")
    else:
        assert (one.kind.name, one.severity, one.rule) == ("win-played-on", "error", found)


@pytest.mark.parametrize("throw", ["42: a/e", "4+2: a/e"])
def test_forn_use_1_what_can_be_played_must_be(throw: str) -> None:
    setup = "W: a14 d1; B: m13 bar2"
    found = game(setup, f"W {throw}", "W wins 2", rules="forn-1977,one_die=always")
    assert names(found) == ["dice-unplayed"]


@pytest.mark.parametrize(("throw", "found"), [("35: cannot move", ["dice-unplayed"]), ("35: k/n", [])])
def test_forn_use_1_a_step_that_makes_jan_must_be_made_though_two_men_may_not_stand_there(
    throw: str, found: list[str]
) -> None:
    setup = "W: a13 k1 n1; B: d3 f2 m1 o1 p2 q2 r1 s2 bar1"
    points = 15 if throw.endswith("n") else 2
    assert names(game(setup, f"W {throw}", f"W wins {points}", rules="forn-1977")) == found


def test_a_finding_names_the_rule_of_the_old_game() -> None:
    found = game("W: a14 d1; B: m13 g2", "W 31: d/g a/b", "W wins 2", rules="forn-1977")
    assert [(one.kind.name, one.rule) for one in wrong(found)] == [("point-held", "FORN-MOVE-1")]


def test_a_jan_overlooked_in_the_middle_of_a_turn_is_said() -> None:
    setup = "W: r1 l14; B: m1 n1 o1 p1 q1 t1 g8 bar1"
    found = game(setup, "W 21: r/t*/u", "B 55: cannot move", "W wins 2", rules="forn-1977")
    assert names(found) == ["win-played-on"]
    assert awards(found) == [(0, "resign", 2)]


def test_forn_last_1_the_last_throw_need_not_be_made() -> None:
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    found = game(
        setup, "W 21: x/off", "B after throws", "B 21: b/d/e", "W wins 2", rules="forn-de,last_throw=on"
    )
    assert names(found) == []
    assert found.games[0].frames[-2].after.course.throws == 1


def test_forn_after_1_whoever_has_a_man_off_has_no_throws_behind_a_last_one_that_is_not_made() -> None:
    setup = "W: x1 off14; B: b14 off1; locked B; began W"
    lines = ("W 21: x/off", "B last throw", "B after throws", "B 21: b/d/e", "W wins 2")
    assert names(game(setup, *lines, rules="forn-de,last_throw=on")) == ["after-throws-not-due"]


def test_forn_after_1_the_winner_of_an_uttekt_throws_no_more() -> None:
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    found = game(setup, "W 21: x/off", "W 21: x/off", "W wins 2", rules="forn-de")
    assert names(found) == ["action-after-end"]


def test_forn_geo_2_a_step_that_goes_nowhere_is_never_passed_over() -> None:
    text = "kotra 1\nrules: forn-1977\ngame 1 0-0\nopening 2-5\nW 64: a/e a/g g/g\nB 63: m/p m/s\n"
    assert names(replay(read(text)))[:1] == ["backward-step"]
