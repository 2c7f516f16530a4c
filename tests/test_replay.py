"""What replay makes of a record: cube and stakes, landings, the old game, what is claimed and left unsaid."""

from __future__ import annotations

from itertools import chain

import pytest

import kotra_notation as kn
from kotra_notation.findings import Finding
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.implied import Spelling
from kotra_notation.model import (
    Blank,
    CannotMove,
    Deed,
    Game,
    Hop,
    Match,
    NotRecorded,
    Play,
    ResultClaim,
    Turn,
)
from kotra_notation.replay import Replay, complete_match, replay
from kotra_notation.replay.frames import Frame
from referees.transcripts import bare, game, names, read, result, wrong
from tests.records import rows

DOUBLED = ("W doubles 2", "B takes")


def test_mod_cube_3_declining_loses_what_the_cube_showed() -> None:
    assert result(game("W doubles 2", "B drops", "W wins 1")) == (0, 1, "drop")
    redoubled = game(*DOUBLED, "W 52: 13/8 24/22", "B doubles 4", "W drops", "B wins 2")
    assert (names(redoubled), result(redoubled)) == ([], (1, 2, "drop"))


def test_mod_cube_4_the_acceptor_owns_the_cube() -> None:
    replayed = game(*DOUBLED, "W 52: 13/8 24/22", "B 52: 13/8 24/22", "B wins 2")
    cube = replayed.games[0].frames[3].after.stakes.cube
    assert (cube.value, cube.owner) == (2, 1)
    again = game(*DOUBLED, "W 52: 13/8 24/22", "B 52: 13/8 24/22", "W doubles 4", "B takes", "W wins 4")
    assert names(again) == ["cube-not-owned"]


def test_mod_opt_2_the_beaver_keeps_the_cube() -> None:
    replayed = game("W doubles 2", "B beavers 4", "W 52: 13/8 24/22", "B wins 4", rules="modern,beavers=on")
    assert names(replayed) == []
    cube = replayed.games[0].frames[-1].after.stakes.cube
    assert (cube.value, cube.owner) == (4, 1)


def test_mod_opt_1_ties_turn_the_cube_as_often_as_agreed() -> None:
    tied = ("opening 3-3", "opening 5-5", "opening 3-1", "W 31: 8/5 6/5", "B 64: 24/14")
    for most, points in ((0, 1), (1, 2), (2, 4)):
        replayed = bare(*tied, f"W wins {points}", rules=f"modern,auto_doubles={most}")
        assert names(replayed) == []
        assert replayed.games[0].frames[-1].after.stakes.cube.value == points


def redoubled(times: int) -> Replay:
    turns = [(f"{side} doubles", f"{other} takes", f"{side} 21: cannot move") for side, other in ("WB", "BW")]
    return game(*chain.from_iterable(turns[turn % 2] for turn in range(times)))


def test_mod_cube_1_there_is_no_highest_face_but_for_figures() -> None:
    assert not [name for name in names(redoubled(62)) if name.startswith("cube")]
    replayed = redoubled(5_000)
    passed = [one for one in replayed.findings if one.kind.name == "cube-limit-passed"]
    assert len(passed) == 5_000 - 62
    assert f"beyond the limit of {2**62}" in passed[0].message
    assert str(2**62) in kn.report(replayed)


FIRST = "W 31: 8/5 6/5\nB 64: 24/14\n"


def match(*games: str, length: int = 0, rules: str = "") -> str:
    stated = f"rules: {rules}\n" if rules else ""
    return f"kotra 1\nlength: {length}\n{stated}" + "\n".join(games)


def test_a_win_that_is_capped_counts_what_was_needed_of_it() -> None:
    lines = ("W doubles 2", "B takes", "W 52: 13/8 24/22", "B resigns gammon", "W accepts", "W wins 3")
    (capped,) = game(*lines, length=5, score="2-0").games
    assert (capped.points, capped.counted) == (4, 3)


def test_missing_and_repeated_rows_leave_the_board_uncertain_only_if_they_must() -> None:
    lost = bare("W 31: 8/5 6/5", "W 64: 24/14", "B 31: 8/5 6/5", "W 52: 14/9 13/11", "W wins 1")
    assert names(lost) == ["turn-missing"]
    assert lost.games[0].certain
    row = ("W 61: 20/13", "B 61: 20/13")
    twice = bare("setup W: 20x1 6x14; B: 20x1 6x14; W to play", *row, *row, "W 21: 13/10", "W wins 1")
    assert names(twice) == ["turn-twice"]
    copied = bare("setup W: 20x1 6x14; B: 20x1 6x14; W to play", *row, row[0], "B 21: 13/10", "W wins 1")
    assert names(copied) == ["turn-twice"]
    assert not copied.games[0].certain


def test_an_unknown_play_is_found_where_only_one_fits_or_none() -> None:
    board = "setup W: 13x1 off14; B: 23x2 6x13; W to play"
    forced = bare(board, "W 65: ????", "B 21: 6/4 6/5", "W 21: 7/4", "W wins 1")
    assert names(forced) == ["play-unknown"]
    assert wrong(forced)[0].expected == ("13/7",)
    assert forced.games[0].certain
    board = "setup W: bar1 8x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 20x3; W to play"
    danced = bare(board, "W 31: bar/22 8/7", "B 21: 20/18 20/19", "W 11: cannot move", "W wins 1")
    assert [(found.kind.name, found.message) for found in wrong(danced)] == [
        (
            "point-held",
            "bar/22: Black holds point 22 with two checkers; "
            "probably nothing was played: that fits the roll and all later plays.",
        )
    ]


def test_completed_gives_a_writer_what_the_record_lacks() -> None:
    whole = complete_match(
        replay(read(f"kotra 1\nlength: 0\ngame\n{FIRST}W 52: 13/6\nB 21: 13/10\nW doubles 2\nB drops\n")),
        Spelling(single_steps=True),
    )
    one = whole.games[0]
    assert (one.number, one.score is not None and one.score.derived) == (1, True)
    claim = one.events[-1]
    assert isinstance(claim, ResultClaim)
    assert (claim.seat, claim.points, claim.derived) == (0, 1, True)
    hops = [len(event.deed.hops) for event in one.events if isinstance(event, Turn)]  # type: ignore[union-attr]
    assert hops == [2, 2, 2, 2]
    kept = complete_match(replay(read(f"kotra 1\nlength: 0\ngame\n{FIRST}W wins 1\n")))
    assert kept.games[0].events[-1] == ResultClaim(seat=0, points=1)
    match = read(f"kotra 1\nlength: 0\nrules: modern,beavers=on\ngame\n{FIRST}W doubles\nB beavers\n")
    whole = complete_match(replay(match), Spelling(cube_values=True))
    assert [getattr(event, "value", None) for event in whole.games[0].events[-2:]] == [2, 4]
    drop = f"kotra 1\nlength: 0\ngame\n{FIRST}W doubles 2\nB drops\nW wins 1 by "
    told, other = (complete_match(replay(read(drop + kind)), kinds=False) for kind in ("drop", "gammon"))
    assert [getattr(one.games[0].events[-1], "kind", "") for one in (told, other)] == [None, "gammon"]


ILLEGAL = "W 31: 8/5 6/4"


@rows
def test_mod_irr_2_a_double_accepts_an_illegal_play_as_a_throw_does(
    lines: tuple[str, ...], fate: str
) -> None:
    (found,) = (one for one in bare(ILLEGAL, *lines).findings if one.kind.name == "die-not-thrown")
    assert found.facts["fate"] == fate


@pytest.mark.parametrize("rules", ["modern", "forn-1977", "forn-1977,one_die=always", "forn-de", "davidsson"])
@pytest.mark.parametrize("deed", [Blank(), CannotMove(), NotRecorded(), Play(hops=(Hop(24, 23),))])
@pytest.mark.parametrize("singly", [True, False])
@pytest.mark.parametrize("dice", [(-830, 29), (3, -40), (10**12, 1)])
def test_dice_made_by_a_program_may_be_any_numbers(
    dice: tuple[int, int], singly: bool, deed: Deed, rules: str
) -> None:
    turn = Turn(seat=1, dice=dice, deed=deed, singly=singly)
    found = replay(Match(rules=rules, games=(Game(events=(turn,)),))).findings
    assert "impossible-dice" in [finding.kind.name for finding in found]


def test_the_track_has_every_turn_and_nothing_else() -> None:
    setup = "setup W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5; W to play"
    (only,) = bare(setup, "W 31: 8/5 6/5", "W 31: 8/5 6/5", "B doubles 2", "W takes", "B 64: 24/14").games
    assert [(passage.place, passage.turn) for passage in only.track] == [(1, 2), (5, 3)]


Awards = list[tuple[int, str, float]]


def sitting(text: str, rules: str) -> Replay:
    """The replay of a record whose first line is understood."""
    lines = "\n".join(line.strip() for line in text.strip().splitlines())
    return replay(read(f"kotra 1\nrules: {rules}\n{lines}\n"))


def old_game(setup: str, *lines: str, rules: str, seat: str = "W") -> Replay:
    """The replay of one game from a position."""
    return sitting("\n".join(["game 1 0-0", f"setup {setup}; {seat} to play", *lines]), rules)


def awards(replayed: Replay, number: int = 1) -> Awards:
    return [(one.seat, one.kind, one.points) for one in replayed.games[number - 1].awards]


def after(form: str, before: str, play: str, throws: int, rules: str) -> Awards:
    """What a game brings in which Black reaches a form with an after-throw of this number."""
    setup = f"W: off15; B: {before}; phase after B {throws - 1}"
    found = old_game(setup, play, f"B scores {form}", "W wins 2", rules=rules, seat="B")
    assert set(names(found)) <= {"award-not-earned", "throw-after-phase", "result-missing"}
    return [award for award in awards(found) if award[0] == 1]


def test_forn_after_3_a_throw_without_a_form_is_counted_and_the_loser_throws_again() -> None:
    setup = "W: off15; B: g1 l14; locked B; phase after B 2"
    after = last_frame(old_game(setup, "B 21: g/i/j", rules="forn-de", seat="B")).after
    assert after.position.text() == "W: off15; B: j1 l14; locked B; began B; phase after B 3"
    assert (after.seat, after.ending) == (1, None)


@rows
def test_forn_after_3_the_phase_is_over_when_nothing_more_can_be_won(
    setup: str, seat: str, form: str
) -> None:
    other = "B" if seat == "W" else "W"
    further = f"{seat} 21: {'x' if seat == 'W' else 'l'}/off(2)"
    claim = f"{seat} scores {'múkur' if 'half' in form else 'meistari'}"
    found = old_game(
        setup, form, claim, further, f"{other} wins 2", rules="forn-de,after.claim=all", seat=seat
    )
    assert names(found) == ["throw-after-phase"]
    assert found.games[0].frames[1].after.ending is not None


@rows
def test_forn_after_3_a_form_behind_its_limit_neither_counts_nor_keeps_the_phase_going(
    setup: str, play: str, claim: str, over: bool
) -> None:
    found = old_game(f"W: off15; {setup}", play, rules=f"forn-de,after.claim={claim}", seat="B")
    assert [award for award in awards(found) if award[0] == 1] == []
    assert (last_frame(found).after.ending is not None) == over


@rows
def test_forn_after_1_the_loser_of_an_uttekt_throws_on(setup: str, seat: str, play: str, text: str) -> None:
    after = last_frame(old_game(setup, play, rules="forn-de", seat=seat)).after
    assert after.position.text() == text


def test_forn_last_1_and_3_the_last_throw_need_not_be_made_and_after_throws_come_behind() -> None:
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    lines = ("W 21: x/off", "B last throw", "B 31: b/e/f")
    after = last_frame(old_game(setup, *lines, rules="forn-de,last_throw=on")).after
    assert after.position.text() == "W: off15; B: f1 l14; locked B; began W; phase after B 0; main W"
    assert after.seat == 1
    setup = "W: x1 off14; B: b1 l14; locked B; began W"
    found = old_game(
        setup, "W 21: x/off", "B after throws", "B 21: b/d/e", "W wins 2", rules="forn-de,last_throw=on"
    )
    assert names(found) == []
    assert found.games[0].frames[-2].after.course.throws == 1


@rows
def test_forn_form_2_a_form_that_has_been_paid_for_is_remembered(
    setup: str, seat: str, play: str, scored: str
) -> None:
    after = last_frame(old_game(setup, play, rules="forn-1977", seat=seat)).after
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


def test_idle_throws_and_what_is_remembered_go_on_from_turn_to_turn() -> None:
    text = "game 1 0-0\nopening 4-2\nW 42: a/e/g\nB 66: m/s(4)\nW 21: a/b/d"
    before = last_frame(sitting(text, "forn-de")).after.position.text()
    assert before == "W: a13 d1 g1; B: m11 s4; v66 B; began W"
    found = old_game(
        "W: a14 bar1; B: m4 b2 c2 d2 e2 x3",
        "W 44: cannot move",
        "B 21: m/n m/o",
        "W 44: cannot move",
        rules="forn-1977",
    )
    assert [frame.after.course.idle for frame in found.games[0].frames] == [0, 1, 0, 1]


def test_the_finding_names_the_landing_and_what_ends_where_the_play_does() -> None:
    (found,) = bare("W 62: 24/20/16", "W wins 1").findings
    assert (found.facts["step"], found.expected) == ("24/20", ("24/16",))


@rows
def test_in_other_notations_too(format: str, text: str) -> None:
    reading = read_source(Source(text.encode()), format)
    found: list[Finding] = [*reading.findings, *(one for m in reading.matches for one in replay(m).findings)]
    assert "landing-not-thrown" in [one.kind.name for one in found]


@pytest.mark.parametrize("to", ["kotra", "json", "mat", "sgf"])
def test_a_false_landing_is_false_in_every_notation_written_from_it_or_said_to_be_lost(to: str) -> None:
    plays = ("W 31: 8/5 6/5", "B 31: 8/5 6/5", "W 33: 24/20/18 13/7", "B 31: 24/23 13/10", "W wins 1")
    text = "\n".join(("kotra 1", "length: 3", "game 1 0-0", *plays, ""))
    (match,) = read_source(Source(text.encode()), "kotra").matches
    written = write_matches([complete_match(replay(match), Spelling(single_steps=True))], to)
    content = written.content
    source = Source(content if isinstance(content, bytes) else content.encode())
    found = [one for again in read_source(source, to).matches for one in replay(again).findings]
    said = {one.kind.name for one in (*found, *written.findings)}
    assert said & {"landing-not-thrown", "die-not-thrown", "event-lost", "game-not-expressible"}
