"""What a record claims and leaves unsaid: results, scores, rulings, inference, completion."""

from __future__ import annotations

import pytest

from kotra_notation.implied import Spelling
from kotra_notation.model import ResultClaim, Turn
from kotra_notation.replay import completed, replay
from referees.transcripts import bare, game, names, read, result, wrong

FIRST = "W 31: 8/5 6/5\nB 64: 24/14\n"
ONE = f"{FIRST}W doubles 2\nB drops\n"


def match(*games: str, length: int = 0, rules: str = "") -> str:
    stated = f"rules: {rules}\n" if rules else ""
    return f"kotra 1\nlength: {length}\n{stated}" + "\n".join(games)


def test_the_winner_is_the_boards_not_the_records() -> None:
    replayed = bare("setup W: 1x1 off14; B: 6x14 off1; W to play", "W 21: 1/off", "B wins 1")
    assert (names(replayed), result(replayed)) == (["winner-wrong"], (0, 1, "single"))


def test_a_lost_game_says_the_same_as_a_won_one() -> None:
    assert result(game("W loses 1")) == (1, 1, "resign")
    assert names(game("W loses 1", "B wins 1")) == []
    assert names(game("W loses 1", "B wins 2")) == ["result-twice"]


def test_a_score_that_is_wrong_is_said_once_and_followed() -> None:
    text = match(f"game 1 0-0\n{ONE}W wins 1", f"game 2 0-2\n{ONE}W wins 1", f"game 3 2-0\n{ONE}W wins 1")
    replayed = replay(read(text))
    assert names(replayed) == ["score-wrong"]
    assert replayed.games[1].score_before == (0, 2)
    assert replayed.score == (3, 0)


def test_a_game_without_a_result_takes_what_the_next_one_says() -> None:
    text = match(f"game 1 0-0\n{FIRST}", f"game 2 0-2\n{ONE}W wins 1")
    assert names(replay(read(text))) == ["end-unrecorded"]
    for score in ("0-0", ""):
        text = match(f"game 1 0-0\n{FIRST}", f"game 2 {score}\n{ONE}W wins 1")
        assert names(replay(read(text))) == ["game-unfinished"]


@pytest.mark.parametrize(
    ("heads", "found"),
    [
        (["game 1 0-0", "game 2 1-0"], []),
        (["game", "game", "game 3"], []),
        (["game 4 2-1", "game 5 3-1"], []),
        (["game 4 0-0"], ["number-jump"]),
        (["game 1 0-0", "game 1 1-0"], ["number-jump"]),
        (["game 1 0-0", "game 3 1-0", "game 4 2-0"], ["number-jump"]),
        (["game 1", "game", "game 4"], ["number-jump"]),
    ],
)
def test_a_record_begins_with_game_one_and_leaves_none_out(heads: list[str], found: list[str]) -> None:
    text = match(*(f"{head}\n{ONE}W wins 1" for head in heads), length=0)
    assert names(replay(read(text))) == found


def test_a_number_that_is_not_next_names_the_one_that_is() -> None:
    wrong = replay(
        read(match(f"game 1 0-0\n{ONE}W wins 1", f"game 3 1-0\n{ONE}W wins 1", length=0))
    ).findings[0]
    assert (wrong.severity, wrong.message) == ("warning", "This is game 3, and game 2 was to come.")


def test_mod_match_2_the_crawford_game_follows_the_score() -> None:
    double = f"{ONE}W wins 1"
    resigned = f"{FIRST}B resigns single\nW accepts\nW wins 1"
    lost = f"{FIRST}W resigns single\nB accepts\nB wins 1"
    sound = match(f"game 1 0-0\n{double}", f"game 2 1-0\n{lost}", f"game 3 1-1\n{double}", length=2)
    assert [name for name in names(replay(read(sound))) if name != "double-without-use"] == []
    crawford = match(f"game 1 0-0\n{double}", f"game 2 1-0\n{double}", length=2)
    assert names(replay(read(crawford))) == ["double-in-crawford"]
    without = match(f"game 1 0-0\n{double}", f"game 2 1-0\n{double}", length=2, rules="modern,crawford=off")
    assert names(replay(read(without))) == ["double-without-use"]
    middle = match(f"game 1 1-0\n{double}", length=2)
    assert names(replay(read(middle))) == ["double-without-use"]
    assert names(replay(read(match(f"game 1 0-0\n{double}", f"game 2 1-0\n{resigned}", length=2)))) == []


def test_mod_match_1_points_may_be_capped_by_the_rules() -> None:
    lines = ("W doubles 2", "B takes", "W 52: 13/8 24/22", "B resigns gammon", "W accepts", "W wins 3")
    assert names(game(*lines, length=3, rules="modern,points.cap=on")) == []
    assert names(game(*lines, length=3)) == ["points-capped"]
    assert names(game(*lines, length=5)) == ["points-wrong"]


@pytest.mark.parametrize("words", ["", " and the match"])
@pytest.mark.parametrize("way", [(), ("B resigns gammon", "W accepts"), ("B resigns",)])
def test_mod_match_1_a_win_may_count_what_was_needed_of_it_whatever_the_words(
    words: str, way: tuple[str, ...]
) -> None:
    """Doubled to 2: a gammon is worth 4, and 3 were needed."""
    lines = ("W doubles 2", "B takes", "W 52: 13/8 24/22", *way)
    capped = game(*lines, f"W wins 3{words}", length=5, score="2-0")
    assert names(capped) == ["points-capped"]
    assert capped.findings[-1].message == "White wins 4; the record counts 3, as far as the match goes."
    assert (capped.score, capped.winner) == ((5, 0), 0)
    assert (capped.games[0].points, capped.games[0].counted) == (4 if "W accepts" in way else 3, 3)
    lost = game("W doubles 2", "B takes", "W resigns gammon", "B accepts", "B wins 3", length=5, score="1-2")
    assert (lost.games[0].points, lost.games[0].counted) == (4, 3)


def test_mod_match_1_who_leaves_the_match_loses_all_that_is_left_of_it() -> None:
    left = game("W wins 4 and the match", length=5, score="1-3")
    assert names(left) == ["points-capped"]
    assert left.findings[-1].message == (
        "White wins 1, 2 or 3; the record counts 4, as far as the match goes; "
        "so the other side left the match."
    )
    assert (left.score, left.winner, left.games[0].kind) == ((5, 3), 0, "resign")
    assert names(game("W wins 4", length=5, score="1-3")) == ["points-wrong"]
    assert names(game("W wins 4 and the match", length=7, score="1-3"))[0] == "points-wrong"
    dropped = game("W doubles 2", "B drops", "W wins 4 and the match", length=5, score="1-3")
    assert names(dropped)[0] == "points-wrong"
    resigned = game("B resigns single", "W accepts", "W wins 4 and the match", length=5, score="1-3")
    assert names(resigned)[0] == "points-wrong"


def test_mod_match_1_a_win_may_count_the_length_of_the_match() -> None:
    """Redoubled to 4: a gammon is worth 8, and 3 were needed of 5."""
    cube = ("W doubles 2", "B takes", "W 52: 13/8 24/22", "B doubles 4", "W takes", "B 21: 13/10")
    capped = game(*cube, "B resigns gammon", "W accepts", "W wins 5", length=5, score="2-0")
    assert (names(capped), capped.score) == (["points-capped"], (7, 0))
    more = game(*cube, "B resigns gammon", "W accepts", "W wins 6", length=5, score="2-0")
    assert names(more)[0] == "points-wrong"


def test_of_two_equal_results_the_one_that_ends_the_match_tells_that_it_was_left() -> None:
    left = game("W wins 4", "W wins 4 and the match", length=5, score="1-3")
    assert (names(left), left.score) == (["points-capped"], (5, 3))


def test_mod_match_5_of_a_settlement_for_too_much_what_was_needed_counts() -> None:
    settled = game("settled W 9", length=5, score="2-0")
    assert names(settled)[0] == "points-impossible"
    assert (result(settled), settled.score) == ((0, 3, "settled"), (5, 0))


def test_the_match_is_over_when_the_record_says_so() -> None:
    won = game("B resigns single", "W accepts", "W wins 1 and the match", length=1)
    assert (names(won), won.winner, won.complete) == ([], 0, True)
    early = game("B resigns single", "W accepts", "W wins 1 and the match", length=3)
    assert names(early) == ["match-not-over", "match-unfinished"]


def test_texas_is_inferred_where_only_it_fits() -> None:
    home = "setup W: 1x1 off14; B: 6x15; W to play\nW 21: 1/off\n"
    replayed = replay(read(match(f"game 1 0-0\n{home}W wins 1", f"game 2 1-0\n{ONE}W wins 1")))
    assert names(replayed) == ["rule-inferred"]
    assert replayed.ruleset.options["texas"] is True
    derived = replay(read(match(f"game 1 0-0\n{home}W wins 1 derived")))
    assert names(derived) == ["points-wrong"]
    stated = replay(read(match(f"game 1 0-0\n{home}W wins 1", rules="modern,texas=off")))
    assert names(stated) == ["points-wrong"]


def test_automatic_doubles_are_inferred_from_the_first_double() -> None:
    text = match(f"game 1 0-0\n{FIRST}W doubles 4\nB takes\nW wins 4", f"game 2 4-0\n{ONE}W wins 1")
    replayed = replay(read(text))
    assert names(replayed) == ["rule-inferred"]
    assert replayed.ruleset.options["auto_doubles"] == 1
    assert replayed.games[0].frames[0].before.stakes.cube.value == 2


def test_nothing_is_inferred_in_a_match_or_where_nothing_fits() -> None:
    assert names(replay(read(match(f"game 1 0-0\n{FIRST}W doubles 4\nB takes\nB wins 4", length=4)))) == [
        "cube-value"
    ]
    odd = replay(read(match(f"game 1 0-0\n{FIRST}W wins 7")))
    assert [(found.kind.name, found.expected) for found in odd.findings] == [
        ("points-wrong", ("1", "2", "3"))
    ]


def test_mod_irr_2_a_ruling_says_what_became_of_a_play() -> None:
    stood = bare("W 31: 8/5 6/4", "ruling stood", "B 64: 24/14", "W wins 1")
    assert [(found.kind.name, str(found.severity)) for found in stood.findings] == [
        ("die-not-thrown", "warning")
    ]
    strict = bare(
        "W 31: 8/5 6/4", "ruling stood", "B 64: 24/14", "W wins 1", rules="modern,illegal_play=must-correct"
    )
    assert [str(found.severity) for found in wrong(strict)] == ["error"]
    corrected = bare("W 31: 8/5 6/4", "ruling corrected 8/5 6/5", "B 64: 24/14", "W wins 1")
    assert [str(found.severity) for found in corrected.findings] == ["note"]
    assert corrected.games[0].frames[0].after.seen_by(0)[5] == 2
    worse = bare("W 31: 8/5 6/4", "ruling corrected 8/5 6/2", "B 64: 24/14", "W wins 1")
    assert names(worse) == ["die-not-thrown", "die-not-thrown"]
    assert names(bare("W 31: 8/5 6/5", "ruling disputed", "B 64: 24/14", "W wins 1")) == [
        "lawful-play-disputed"
    ]


def test_a_missing_turn_leaves_the_board_uncertain_only_if_it_must() -> None:
    lost = bare("W 31: 8/5 6/5", "W 64: 24/14", "B 31: 8/5 6/5", "W 52: 14/9 13/11", "W wins 1")
    assert names(lost) == ["turn-missing"]
    assert lost.games[0].certain


def test_a_repeated_row_is_passed_over() -> None:
    row = ("W 61: 20/13", "B 61: 20/13")
    twice = bare("setup W: 20x1 6x14; B: 20x1 6x14; W to play", *row, *row, "W 21: 13/10", "W wins 1")
    assert names(twice) == ["turn-twice"]
    copied = bare("setup W: 20x1 6x14; B: 20x1 6x14; W to play", *row, row[0], "B 21: 13/10", "W wins 1")
    assert names(copied) == ["turn-twice"]
    assert not copied.games[0].certain


def test_an_unknown_play_is_found_where_only_one_fits() -> None:
    board = "setup W: 13x1 off14; B: 23x2 6x13; W to play"
    forced = bare(board, "W 65: ????", "B 21: 6/4 6/5", "W 21: 7/4", "W wins 1")
    assert names(forced) == ["play-unknown"]
    assert wrong(forced)[0].expected == ("13/7",)
    assert forced.games[0].certain


def test_a_play_where_none_can_be_made_was_probably_none() -> None:
    board = "setup W: bar1 8x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 20x3; W to play"
    danced = bare(board, "W 31: bar/22 8/7", "B 21: 20/18 20/19", "W 11: cannot move", "W wins 1")
    assert [(found.kind.name, found.message) for found in wrong(danced)] == [
        (
            "point-held",
            "bar/22: two checkers of Black hold point 22; "
            "probably nothing was played: that fits the roll and all later plays.",
        )
    ]


def test_what_follows_while_the_board_is_uncertain_is_not_said() -> None:
    replayed = bare(
        "W 31: 8/5 6/5", "B 64: ????", "W 52: 13/8 24/22", "B 66: 20/8 20/14", "W 71: 8/1 6/5", "W wins 2"
    )
    assert names(replayed) == ["play-unknown", "impossible-dice"]
    assert not replayed.games[0].certain
    assert result(replayed) == (0, 2, "gammon")


def test_a_set_position_makes_the_board_certain_again() -> None:
    lines = (
        "W 31: 8/5 6/5",
        "B 64: ????",
        "W 52: 20/13",
        "setup W: 6x15; B: 6x15; W to play",
        "W 21: 6/4 5/4",
        "B wins 1",
    )
    assert names(bare(*lines)) == ["play-unknown", "no-man-there"]


def test_a_position_that_is_only_shown_is_no_unfinished_game() -> None:
    shown = "setup W: 6x15; B: 6x15; W to play"
    assert names(bare(shown, "# to be studied")) == []
    assert names(bare(shown, "W 31: 6/3 6/5")) == ["game-unfinished"]


def test_completed_gives_a_writer_what_the_record_lacks() -> None:
    whole = completed(
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
    kept = completed(replay(read(f"kotra 1\nlength: 0\ngame\n{FIRST}W wins 1\n")))
    assert kept.games[0].events[-1] == ResultClaim(seat=0, points=1)


def test_completed_tells_what_the_cube_is_turned_to() -> None:
    match = read(f"kotra 1\nlength: 0\nrules: modern,beavers=on\ngame\n{FIRST}W doubles\nB beavers\n")
    whole = completed(replay(match), Spelling(cube_values=True))
    assert [getattr(event, "value", None) for event in whole.games[0].events[-2:]] == [2, 4]


def test_completed_leaves_out_words_for_wins_that_the_board_tells() -> None:
    drop = f"kotra 1\nlength: 0\ngame\n{FIRST}W doubles 2\nB drops\nW wins 1 by "
    told, other = (completed(replay(read(drop + kind)), kinds=False) for kind in ("drop", "gammon"))
    assert [getattr(one.games[0].events[-1], "kind", "") for one in (told, other)] == [None, "gammon"]


def test_mod_use_1_three_of_four_are_not_enough_where_four_can_be_played() -> None:
    three = bare("W 31: 8/5 6/5", "B 33: 8/5(3)", "W 21: 13/10", "W wins 1")
    assert [(found.kind.name, found.seat) for found in three.findings] == [("dice-unplayed", 1)]


def test_a_winner_named_before_his_points_is_one_claim() -> None:
    told = bare("W 31: 8/5 6/5", "W wins", "W wins 2")
    assert (names(told), result(told)) == ([], (0, 2, "resign"))


def test_a_position_may_stand_for_a_play() -> None:
    board = "W: 24x2 13x5 8x2 6x4 5x2; B: 24x2 13x5 8x3 6x5"
    assert names(bare(f"W 31: reaches [{board}]", "W wins 1")) == []
    assert names(bare(f"W 21: reaches [{board}]", "W wins 1")) == ["position-unreached"]


def test_mod_irr_3_a_premature_throw_is_waived_behind_a_forced_play() -> None:
    forced = "setup W: 13x1 off14; B: 23x2 6x13; W to play", "W 65: 13/7"
    free = "setup W: 13x2 off13; B: 23x2 6x13; W to play", "W 21: 13/10"
    void = "B void premature 31", "B 21: 6/4 6/5", "W wins 1"
    waived = "modern,premature_roll.waive=on"
    assert names(bare(*forced, *void, rules=waived)) == ["throw-not-void"]
    assert names(bare(*free, *void, rules=waived)) == []
    assert names(bare(*forced, *void)) == []


@pytest.mark.parametrize("play", ["13/8 13/11 6/6", "6/6", "13/11 13/8 bar/bar", "13/11 13/8 11/11"])
def test_mod_set_1_a_step_that_goes_nowhere_is_never_passed_over(play: str) -> None:
    """The rest of the play may be lawful without it; the last 52 is played, so that the record goes on."""
    replayed = game(f"W 52: {play}", "B 31: 8/5 6/5", "W doubles 2", "B drops", "W wins 1")
    assert names(replayed) == ["backward-step"]


def test_mod_set_1_nor_where_one_number_bears_a_man_off_and_the_other_is_lost() -> None:
    home = "setup W: 5x1 1x2 off12; B: 6x14 off1; W to play"
    assert names(bare(home, "W 61: 5/off 1/1", "B 31: 6/3 6/5", "W 31: 1/off 1/off", "W wins 1"))[:1] == [
        "backward-step"
    ]


@pytest.mark.parametrize(
    ("head", "found"),
    [
        ("white: Anna\nblack: Bjarni\ndate: 2026-02-28\n", []),
        ("date: 2026-02-30\n", ["head-doubtful"]),
        ("date: 2026.13.01\n", ["head-doubtful"]),
        ("date: 1998-00-00\n", []),
        ("date: in the winter of 1881\n", []),
    ],
)
def test_a_head_is_held_against_itself(head: str, found: list[str]) -> None:
    assert names(replay(read(f"kotra 1\nlength: 0\n{head}game 1 0-0\n{ONE}W wins 1\n"))) == found


def test_a_mark_that_counts_other_men_than_were_hit_is_noted() -> None:
    for mark, found in (("*", []), ("*2", ["hit-miscounted"])):
        lines = ("W 21: 13/11 6/5", f"B 43: 24/20{mark} 13/10", "B wins 1")
        assert names(bare(*lines)) == found


@pytest.mark.parametrize(
    ("choice", "found"),
    [
        ('"8/5 6/5" 0.159 (0.551 0.172 0.012 0.123 0.005)', []),
        ('"24/18" -0.018', ["study-doubtful"]),
        ('"8/5 6/5" 0.159 (0.551 0.672 0.012 0.123 0.005)', ["study-doubtful"]),
        ('"8/5 6/5" 0.159 (0.551 0.172 0.012 0.623 0.005)', ["study-doubtful"]),
        ('"something else" -0.018', []),
    ],
)
def test_an_analysis_is_of_the_play_it_stands_behind(choice: str, found: list[str]) -> None:
    lines = ("W 31: 8/5 6/5", "eval play", f"choice {choice}", f"choice {choice}", "B 64: 24/14", "W wins 1")
    assert names(bare(*lines)) == found


def test_an_analysis_names_the_play_that_was_made() -> None:
    for choice, found in (("8/5 6/5", []), ("24/20", ["study-doubtful"])):
        lines = (
            "W 31: 8/5 6/5",
            "eval play",
            f'choice "{choice}" 0.1 played="yes"',
            "B 64: 24/14",
            "W wins 1",
        )
        assert names(bare(*lines)) == found


ILLEGAL = "W 31: 8/5 6/4"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (["ruling corrected 8/5 6/5", "B 64: 24/14"], ["die-not-thrown"]),
        (["B 64: 24/14", "ruling corrected 8/5 6/5"], ["die-not-thrown", "out-of-place"]),
        (["B doubles 2", "ruling corrected 8/5 6/5", "W takes"], ["die-not-thrown", "out-of-place"]),
        (
            ["B doubles 2", "W takes", "B 64: 24/14", "ruling corrected 24/18 13/9"],
            ["die-not-thrown", "out-of-place"],
        ),
        (
            ["B 64: 24/14", "W 21: 13/11 6/5", "ruling corrected 8/5 6/5"],
            ["die-not-thrown", "lawful-play-disputed"],
        ),
        (["B 64: 24/14", "ruling stood"], ["die-not-thrown", "lawful-play-disputed"]),
        (["B doubles 2", "ruling stood", "W takes"], ["die-not-thrown"]),
    ],
)
def test_mod_irr_2_a_play_is_not_corrected_when_the_other_side_has_gone_on(
    lines: list[str], found: list[str]
) -> None:
    replayed = bare(ILLEGAL, *lines, "W resigns single", "B accepts", "B wins")
    assert names(replayed) == found
    late = [one for one in replayed.findings if one.kind.name == "out-of-place"]
    assert [one.rule for one in late] == ["MOD-IRR-2"] * len(late)


@pytest.mark.parametrize(
    ("lines", "fate"),
    [
        (["B doubles 2", "W drops", "B wins 1"], "stood"),
        (["B 64: 24/14", "W wins 1"], "stood"),
        (["W resigns", "B accepts"], "none"),
        (["B resigns", "W accepts"], "none"),
    ],
)
def test_mod_irr_2_a_double_accepts_an_illegal_play_as_a_throw_does(lines: list[str], fate: str) -> None:
    (found,) = (one for one in bare(ILLEGAL, *lines).findings if one.kind.name == "die-not-thrown")
    assert found.facts["fate"] == fate


def test_the_track_has_every_turn_and_nothing_else() -> None:
    setup = "setup W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5; W to play"
    (only,) = bare(setup, "W 31: 8/5 6/5", "W 31: 8/5 6/5", "B doubles 2", "W takes", "B 64: 24/14").games
    assert [(passage.place, passage.turn) for passage in only.track] == [(1, 2), (5, 3)]
