"""What a record claims and leaves unsaid: results, scores, rulings, inference, completion."""

from __future__ import annotations

import pytest

from kotra_notation.implied import Spelling
from kotra_notation.model import ResultClaim, Turn
from kotra_notation.replay import complete_match, replay
from referees.transcripts import bare, game, names, read, result, wrong

FIRST = "W 31: 8/5 6/5\nB 64: 24/14\n"
ONE = f"{FIRST}W doubles 2\nB drops\n"


def match(*games: str, length: int = 0, rules: str = "") -> str:
    stated = f"rules: {rules}\n" if rules else ""
    return f"kotra 1\nlength: {length}\n{stated}" + "\n".join(games)


def test_a_number_that_is_not_next_names_the_one_that_is() -> None:
    wrong = replay(
        read(match(f"game 1 0-0\n{ONE}W wins 1", f"game 3 1-0\n{ONE}W wins 1", length=0))
    ).findings[0]
    assert (wrong.severity, wrong.message) == ("warning", "Game 2 should come here, but this is game 3.")


@pytest.mark.parametrize("words", ["", " and the match"])
@pytest.mark.parametrize("way", [(), ("B resigns gammon", "W accepts"), ("B resigns",)])
def test_mod_match_1_a_win_may_count_what_was_needed_of_it_whatever_the_words(
    words: str, way: tuple[str, ...]
) -> None:
    """Doubled to 2: a gammon is worth 4, and 3 were needed."""
    lines = ("W doubles 2", "B takes", "W 52: 13/8 24/22", *way)
    capped = game(*lines, f"W wins 3{words}", length=5, score="2-0")
    assert names(capped) == ["points-capped"]
    assert capped.findings[-1].message == "White wins 4; the record counts only 3, up to the match length."
    assert (capped.score, capped.winner) == ((5, 0), 0)
    assert (capped.games[0].points, capped.games[0].counted) == (4 if "W accepts" in way else 3, 3)
    lost = game("W doubles 2", "B takes", "W resigns gammon", "B accepts", "B wins 3", length=5, score="1-2")
    assert (lost.games[0].points, lost.games[0].counted) == (4, 3)


def test_mod_match_1_who_leaves_the_match_loses_all_that_is_left_of_it() -> None:
    left = game("W wins 4 and the match", length=5, score="1-3")
    assert names(left) == ["points-capped"]
    assert left.findings[-1].message == (
        "White wins 1, 2 or 3; the record counts only 4, up to the match length; "
        "the other side apparently left the match."
    )
    assert (left.score, left.winner, left.games[0].kind) == ((5, 3), 0, "resign")
    assert names(game("W wins 4", length=5, score="1-3")) == ["points-wrong"]
    assert names(game("W wins 4 and the match", length=7, score="1-3"))[0] == "points-wrong"
    dropped = game("W doubles 2", "B drops", "W wins 4 and the match", length=5, score="1-3")
    assert names(dropped)[0] == "points-wrong"
    resigned = game("B resigns single", "W accepts", "W wins 4 and the match", length=5, score="1-3")
    assert names(resigned)[0] == "points-wrong"


def test_the_match_is_over_when_the_record_says_so() -> None:
    won = game("B resigns single", "W accepts", "W wins 1 and the match", length=1)
    assert (names(won), won.winner, won.complete) == ([], 0, True)
    early = game("B resigns single", "W accepts", "W wins 1 and the match", length=3)
    assert names(early) == ["match-not-over"]


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
            "bar/22: Black holds point 22 with two checkers; "
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


def test_completed_tells_what_the_cube_is_turned_to() -> None:
    match = read(f"kotra 1\nlength: 0\nrules: modern,beavers=on\ngame\n{FIRST}W doubles\nB beavers\n")
    whole = complete_match(replay(match), Spelling(cube_values=True))
    assert [getattr(event, "value", None) for event in whole.games[0].events[-2:]] == [2, 4]


def test_completed_leaves_out_words_for_wins_that_the_board_tells() -> None:
    drop = f"kotra 1\nlength: 0\ngame\n{FIRST}W doubles 2\nB drops\nW wins 1 by "
    told, other = (complete_match(replay(read(drop + kind)), kinds=False) for kind in ("drop", "gammon"))
    assert [getattr(one.games[0].events[-1], "kind", "") for one in (told, other)] == [None, "gammon"]


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
