"""What a record claims and leaves unsaid: results, scores, rulings, inference, completion."""

from __future__ import annotations

from kotra_notation.implied import Spelling
from kotra_notation.model import ResultClaim, Turn
from kotra_notation.replay import complete_match, replay
from referees.transcripts import bare, game, names, read, wrong
from tests.records import rows

FIRST = "W 31: 8/5 6/5\nB 64: 24/14\n"


def match(*games: str, length: int = 0, rules: str = "") -> str:
    stated = f"rules: {rules}\n" if rules else ""
    return f"kotra 1\nlength: {length}\n{stated}" + "\n".join(games)


def test_a_win_that_is_capped_counts_what_was_needed_of_it() -> None:
    lines = ("W doubles 2", "B takes", "W 52: 13/8 24/22", "B resigns gammon", "W accepts", "W wins 3")
    (capped,) = game(*lines, length=5, score="2-0").games
    assert (capped.points, capped.counted) == (4, 3)


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


@rows
def test_mod_irr_2_a_double_accepts_an_illegal_play_as_a_throw_does(
    lines: tuple[str, ...], fate: str
) -> None:
    (found,) = (one for one in bare(ILLEGAL, *lines).findings if one.kind.name == "die-not-thrown")
    assert found.facts["fate"] == fate


def test_the_track_has_every_turn_and_nothing_else() -> None:
    setup = "setup W: 24x2 13x5 8x3 6x5; B: 24x2 13x5 8x3 6x5; W to play"
    (only,) = bare(setup, "W 31: 8/5 6/5", "W 31: 8/5 6/5", "B doubles 2", "W takes", "B 64: 24/14").games
    assert [(passage.place, passage.turn) for passage in only.track] == [(1, 2), (5, 3)]
