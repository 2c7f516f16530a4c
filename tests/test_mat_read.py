"""Reading match text: every dialect and quirk by a transcript of a few lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kotra_notation.formats import acts, plays, read_source, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat import cells
from kotra_notation.model import (
    Beaver,
    Blank,
    Comment,
    Double,
    Drop,
    Event,
    Extra,
    Forfeit,
    Mark,
    Play,
    Reached,
    Resignation,
    ResultClaim,
    Ruling,
    SetPosition,
    Take,
    Turn,
    Unread,
)
from kotra_notation.replay import replay

HEAD = """\
 5 point match

 Game 1
 Anna : 0                       Bjarni : 0
"""


def read(text: str | bytes) -> Reading:
    return read_source(Source(text if isinstance(text, bytes) else text.encode()))


def said(event: Event) -> str:
    """An event in a few letters: the side, the dice, what was done."""
    match event:
        case Turn(seat=seat, dice=dice, deed=deed):
            return f"{'LR'[seat]} {dice[0]}{dice[1]} {_deed(deed)}".rstrip()
        case Double(seat=seat, value=value):
            return f"{'LR'[seat]} doubles {value}"
        case Beaver(seat=seat, value=value, level=level):
            return f"{'LR'[seat]} {'beaver' if level == 1 else 'raccoon'} {value}"
        case Take(seat=seat) | Drop(seat=seat) | Resignation(seat=seat):
            return f"{'LR'[seat]} {type(event).__name__.lower()}"
        case Forfeit(seat=seat, scope=scope, reason=reason):
            return f"{'LR'[seat]} forfeits {scope} {reason}".rstrip()
        case ResultClaim(seat=seat, points=points, lost=lost, match=match):
            return f"{'LR'[seat]} {'loses' if lost else 'wins'} {points}{' match' * match}"
        case Comment(text=text):
            return f"; {text}"
        case Mark(sign=sign, aspect=aspect):
            return f"{aspect} {sign}"
        case Extra(key=key, value=value):
            return f"{key} {value}"
        case _:
            return type(event).__name__


def _deed(deed: object) -> str:
    match deed:
        case Play(hops=hops):
            return " ".join(f"{hop.source}/{hop.target}{'*' * hop.taken}" for hop in hops)
        case Unread(text=text):
            return f"unread {text}"
        case Blank():
            return ""
        case _:
            return type(deed).__name__


def events(text: str | bytes, game: int = 0, match: int = 0) -> list[str]:
    return [said(event) for event in read(text).matches[match].games[game].events]


def codes(text: str | bytes) -> list[str]:
    return [found.code for found in read(text).findings]


def row(text: str) -> list[str]:
    """What one row says, none of it in doubt."""
    assert codes(HEAD + text) == []
    return events(HEAD + text)


# plays


@pytest.mark.parametrize(
    ("cell", "hops"),
    [
        ("31: 8/5 6/5", "8/5 6/5"),
        ("31:8/5 6/5", "8/5 6/5"),
        ("31: 8/5  6/5", "8/5 6/5"),
        ("31:   8/5 6/5", "8/5 6/5"),
        ("31 : 8/5 6/5", "8/5 6/5"),
        ("3-1: 8/5 6/5", "8/5 6/5"),
        ("3 1: 8/5, 6/5", "8/5 6/5"),
        ("31: 8-5 6-5", "8/5 6/5"),
        ("31: 24/23/20", "24/23 23/20"),
        ("31: 24/20", "24/20"),
        ("31: 24/23*/20*", "24/23* 23/20*"),
        ("31: 8/5x 6/5", "8/5* 6/5"),
        ("31: bar/22 BAR/24", "25/22 25/24"),
        ("31: b/22 25/24", "25/22 25/24"),
        ("31: 3/Off 1/o", "3/0 1/0"),
        ("31: 3/0 1/off*", "3/0 1/0*"),
        ("33: 8/5(2) 6/3 (2)", "8/5 8/5 6/3 6/3"),
        ("33: 8/5x2 6/3x2", "8/5 8/5 6/3 6/3"),
        ("33: 8/5*(2) 6/3(2)*", "8/5* 8/5 6/3* 6/3"),
        ("33: 24/21/18(2)", "24/21 21/18 24/21 21/18"),
    ],
)
def test_plays_are_read_as_written(cell: str, hops: str) -> None:
    assert row(f"  1) {cell}") == [f"L {cell[0]}{cell.replace(' ', '').replace('-', '')[1]} {hops}"]


@pytest.mark.parametrize(
    "words",
    ["Cannot Move", "cannot move.", "Can't move", "(no move)", "No play", "fans", "Dances", "-", "–", "0"],
)
def test_what_says_that_no_play_was_possible(words: str) -> None:
    assert row(f"  1) 66: {words}") == ["L 66 CannotMove"]


def test_dice_alone_say_nothing_about_the_play() -> None:
    assert row("  1) 66:                           21: 13/10") == ["L 66", "R 21 13/10"]


@pytest.mark.parametrize("marks", ["????", "???", "??"])
def test_a_play_that_was_not_recorded(marks: str) -> None:
    assert row(f"  1) 31: {marks}") == ["L 31 NotRecorded"]


def test_impossible_dice_are_kept() -> None:
    assert row("  1) 00: ????                      77: 8/1") == ["L 00 NotRecorded", "R 77 8/1"]


def test_marks_on_plays_and_cube() -> None:
    assert row("  1) 31: 8/5 6/5?!                 64: 24/14 ??") == [
        "L 31 8/5 6/5",
        "play ?!",
        "R 64 24/14",
        "play ??",
    ]
    assert row("  1)  Doubles => 2 ?                Takes !") == [
        "L doubles 2",
        "cube ?",
        "R take",
        "cube !",
    ]


def test_the_place_of_every_cell_is_known() -> None:
    first, second = (
        read(HEAD + "  1) 31: 8/5 6/5                 64: 24/18 18/14 \n").matches[0].games[0].events
    )
    assert (first.span, second.span) == ((5, 6, 17), (5, 34, 49))


# the cube and the end


@pytest.mark.parametrize("verb", ["Doubles => 2", "doubles to 2", "Redoubles => 2", "Double =>2"])
def test_doubles(verb: str) -> None:
    assert row(f"  1)  {verb}                Takes") == ["L doubles 2", "R take"]


def test_takes_and_drops_in_the_next_row() -> None:
    text = "  1) 31: 8/5 6/5                  Doubles => 4\n  2)  Takes                        64: 24/14\n"
    assert row(text) == ["L 31 8/5 6/5", "R doubles 4", "L take", "R 64 24/14"]
    assert row("  8)  Drops                       Wins 1 point\n") == ["L drop", "R wins 1"]
    assert row("  8)  Doubles => 2                Passes\n      Wins 1 point\n") == [
        "L doubles 2",
        "R drop",
        "L wins 1",
    ]


def test_beavers_and_raccoons() -> None:
    text = "  1)  Doubles => 2                Beavers => 4\n  2)  Beavers => 8                31: 8/5 6/5\n"
    assert row(text) == ["L doubles 2", "R beaver 4", "L raccoon 8", "R 31 8/5 6/5"]
    assert row("  1)  Doubles => 2                Beavers => 4\n  2)  Raccoons => 8\n")[-1] == "L raccoon 8"


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("      Wins 2 points", "L wins 2"),
        ("                                  Wins 2 point", "R wins 2"),
        ("      Wins 1 points and the match", "L wins 1 match"),
        (" Losses 1 point\n\n      Wins 1 point", "R loses 1, L wins 1"),
        (" Losses 1 point\n" + " " * 34 + "Wins 1 point", "L loses 1, R wins 1"),
        ("      Wins 1 point\n Losses 1 point", "L wins 1, R loses 1"),
        (" Losses 1 point                    Wins 1 point", "L loses 1, R wins 1"),
        ("  9)  Losses 1 point\n      Wins 1 point", "L loses 1, L wins 1"),
        (" " * 34 + "Losses 1 point\n" + " " * 34 + "Wins 1 point", "R loses 1, R wins 1"),
        ("  9)                              Wins 2 point and the match", "R wins 2 match"),
        ("  9)  Losses 2 point              Wins 2 point", "L loses 2, R wins 2"),
        ("  9)  Losses 2 point" + " " * 47 + "Wins 2 point and the match", "L loses 2, R wins 2 match"),
        ("  9) 52: 13/8 6/4               Losses 1 point", "L 52 13/8 6/4, R loses 1"),
        (" 24) 31: ????                   Wins 4 point", "L 31 NotRecorded, R wins 4"),
        (" 28)  Concedes                   Wins 2 point", "L resignation, R wins 2"),
        (" 28) 62: Concedes                Wins 2 point", "L 62, L resignation, R wins 2"),
        (" 28)                             62: Resigned Match", "R 62, R resignation"),
        (" 28) Loses on time", "L forfeits game time"),
        (" 28)                             Forfeits match", "R forfeits match"),
    ],
)
def test_how_games_end(line: str, result: str) -> None:
    assert row(line) == result.split(", ")


def test_a_row_glued_behind_another() -> None:
    line = " 14) 22: 13/11 13/11 6/4 6/4      14)  Losses 1 point          Wins 1 point and the match\n"
    assert row(line) == ["L 22 13/11 13/11 6/4 6/4", "L loses 1", "R wins 1 match"]


def test_the_word_for_a_win_is_kept() -> None:
    claim = read(HEAD + "      Wins 2 points (gammon)\n").matches[0].games[0].events[0]
    assert isinstance(claim, ResultClaim)
    assert claim.kind == "gammon"


# whose cell it is


def test_the_right_side_opens() -> None:
    assert row("  1)                             31: 8/5 6/5 ") == ["R 31 8/5 6/5"]


@pytest.mark.parametrize("right", [28, 33, 39, 44])
def test_right_columns_of_every_dialect(right: int) -> None:
    rows = [
        "  1)".ljust(right) + "31: 8/5 6/5",
        "  2) 52: 13/8".ljust(right) + "64: 24/14",
        "  3)".ljust(right) + "31: 8/5 6/5",
    ]
    assert row("\n".join(rows)) == ["R 31 8/5 6/5", "L 52 13/8", "R 64 24/14", "R 31 8/5 6/5"]


def test_no_columns_at_all() -> None:
    text = """\
5 point match
Game 1
Anna : 0 Bjarni : 0
1) 31: 8/5 6/5
2) 52: 13/8 24/22 43: 14/10 10/7
3) 66: 24/18(2) Doubles => 2
4) Takes 11: 8/7(2)
5) 21: 13/10
Wins 2 points
Game 2
Anna : 2 Bjarni : 0
1) Doubles => 2 Drops Wins 1 point
"""
    assert codes(text) == []
    assert [line[0] for line in events(text)] == list("RLRLRLRLL")
    assert events(text, 1) == ["L doubles 2", "R drop", "L wins 1"]


def test_a_result_without_a_column_is_the_other_sides_where_one_gave_up() -> None:
    assert row("1) 31: 8/5 6/5   64: 24/14\n2)  Drops\nWins 1 point\n")[-1] == "R wins 1"
    assert row("1) 31: 8/5 6/5   64: 24/14\n2) 31: 8/5\nWins 1 point\n")[-1] == "L wins 1"
    assert row("1) 31: 8/5 6/5   64: 24/14\n2) 31:\nLosses 1 point\n")[-1] == "L loses 1"


LEFT_WINS = """\
; [Site "BackgammonGalaxy"]

3 point match

 Game 1
 anna : 0                        bjorn : 0
  1) 31: 8/5 6/5                 52: 24/22 13/8
  2) 64: 24/14                   21:
 Losses 1 point

      Wins 1 point

 Game 2
 anna : 1                        bjorn : 0
  1)                             31: 8/5 6/5
  2)  Doubles => 2                Drops
      Wins 1 point
"""


@pytest.mark.parametrize("notation", ["mat", "sgf", "kotra"])
def test_a_loss_without_a_number_is_the_other_sides_than_the_win_in_every_notation(notation: str) -> None:
    match = read(LEFT_WINS).matches[0]
    assert [found.code for found in replay(match).findings] == ["S416"]
    written = write_matches([match], notation).content
    again = replay(read_source(Source(written.encode() if isinstance(written, str) else written)).matches[0])
    assert [(game.winner, game.points) for game in again.games] == [(0, 1), (0, 1)]


@pytest.mark.parametrize("number", ["  1)", "1.", " ", "100)"])
def test_rows_with_any_number_or_none(number: str) -> None:
    assert row(f"{number} 31: 8/5 6/5                 64: 24/14") == ["L 31 8/5 6/5", "R 64 24/14"]
    assert row(f"{number} 31: 8/5 6/5") == ["L 31 8/5 6/5"]


def test_tabs_part_columns() -> None:
    text = HEAD + "1)\t\t64: 24/14\n2)\t31: 8/5 6/5\t52: 13/8\n3)\t31: 8/5\n"
    assert events(text) == ["R 64 24/14", "L 31 8/5 6/5", "R 52 13/8", "L 31 8/5"]


# heads


def test_tags_are_kept_and_rules_are_read_from_them() -> None:
    reading = read(
        '; [Site "Reykjavik"]\n; [EventDate "2026.01.07"]\n; [Player 1 "Anna"]\n; [Jacoby "On"]\n'
        '; [Beaver "Off"]\n; [Crawford "Off"]\n; [CubeLimit "1"]\n; [Variation "NackGammon"]\n; free words\n'
        "0 point match\n\nGame 1 \nAnna : 0        Bjarni : 0\n"
    )
    match = reading.matches[0]
    assert match.info[:3] == (("place", "Reykjavik"), ("date", "2026.01.07"), ("mat:Player 1", "Anna"))
    assert match.rules == "modern,variant=nackgammon,texas=on,beavers=off,cube.limit=1"
    assert (match.length, match.remarks) == (0, (Comment(text="free words"),))


def test_the_usual_rules_are_not_stated() -> None:
    tags = '; [Crawford "On"]\n; [CubeLimit "1024"]\n; [Variation "Backgammon"]\n; [Jacoby "On"]\n'
    assert read(tags + HEAD).matches[0].rules is None
    assert read('; [Crawford "Off"]\n' + HEAD).matches[0].rules == "modern,crawford=off"


GALAXY = """\
; [Site "BackgammonGalaxy"]
; [Crawford "On"]

16 point match

 Game 1
 anna : 0                        : 0
  1) 31: 8/5 6/5
"""


def test_galaxy_writes_money_games_as_matches() -> None:
    reading = read(GALAXY + "      Wins 2 point\n")
    assert [found.code for found in reading.findings] == ["S412"]
    assert reading.dialect == "galaxy"
    assert (reading.matches[0].length, dict(reading.matches[0].info)["mat:Length"]) == (0, "16")
    assert reading.matches[0].rules is None
    assert reading.matches[0].players[1].name == ""


@pytest.mark.parametrize("end", ["      Wins 16 point and the match\n", "", "      Wins 2 point\n Game 2\n"])
def test_other_galaxy_matches_stay_matches(end: str) -> None:
    assert read(GALAXY + end).matches[0].length == 16


@pytest.mark.parametrize(
    ("line", "names", "ratings"),
    [
        (" Anna : 2                       Bjarni : 3", ("Anna", "Bjarni"), (None, None)),
        (" anna,1612 : 2                   bjorn,1745.5 : 3", ("anna", "bjorn"), ("1612", "1745.5")),
        (" Anna, the 2nd : 2               Ólöf, S. : 3", ("Anna, the 2nd", "Ólöf, S."), (None, None)),
        (" a:b 7: 1 : 2                   (R & J's) [x] : 3", ("a:b 7: 1", "(R & J's) [x]"), (None, None)),
        (" anna : 2                        : 3", ("anna", ""), (None, None)),
        ("  : 2                        bjarni : 3", ("", "bjarni"), (None, None)),
        ("Anna : 2 Bjarni : 3", ("Anna", "Bjarni"), (None, None)),
        ("Anna:2\tBjarni:3", ("Anna", "Bjarni"), (None, None)),
        (f" {'Þ' * 31} : 2Bjarni : 3", ("Þ" * 31, "Bjarni"), (None, None)),
        (" 1) Anna : 2                    Game 2 : 3", ("1) Anna", "Game 2"), (None, None)),
    ],
)
def test_names_of_every_shape(
    line: str, names: tuple[str, str], ratings: tuple[str | None, str | None]
) -> None:
    reading = read(f" 5 point match\n\n Game 1\n{line}\n")
    assert reading.findings == ()
    match = reading.matches[0]
    assert tuple(player.name for player in match.players) == names
    assert tuple(player.rating for player in match.players) == ratings
    assert match.games[0].score is not None
    assert match.games[0].score.score == (2, 3)


def test_a_missing_length_and_missing_names_are_noted() -> None:
    assert codes(" Game 1\n  1) 31: 8/5 6/5\n") == ["N111", "N108"]
    assert events(" Game 1\n  1) 31: 8/5 6/5\n") == ["L 31 8/5 6/5"]


def test_a_game_whose_first_line_is_lost() -> None:
    text = (
        HEAD + "      Wins 1 point\n\n Gmae 2\n Anna : 1                       Bjarni : 0\n  1) 31: 8/5 6/5\n"
    )
    reading = read(text)
    assert [(found.code, found.span) for found in reading.findings] == [("N102", (7, 2, 8))]
    assert [game.number for game in reading.matches[0].games] == [1, 2]


# several games and matches


def test_the_next_game_behind_the_last_cell() -> None:
    text = HEAD + "      Wins 1 point  Game 2\n Anna : 1                       Bjarni : 0\n"
    assert [game.number for game in read(text).matches[0].games] == [1, 2]


def test_a_whole_record_in_one_line() -> None:
    text = (
        " 5 point match Game 1 Anna : 0 Bjarni : 0 1) 31: 8/5 6/5 2) 52: 13/8 43: 14/7 3) 66: 13/7(4) "
        "Wins 1 point Game 2 Anna : 1 Bjarni : 0 1) Doubles => 2 Drops Wins 1 point"
    )
    assert codes(text) == []
    assert events(text) == ["R 31 8/5 6/5", "L 52 13/8", "R 43 14/7", "L 66 13/7 13/7 13/7 13/7", "L wins 1"]
    assert events(text, 1) == ["L doubles 2", "R drop", "L wins 1"]
    last = read(text).matches[0].games[1].events[-1]
    assert last.span == (1, text.rindex("Wins") + 1, len(text) + 1)


def test_several_matches_in_one_file() -> None:
    reading = read(f'; [Event "One"]\n{HEAD}      Wins 5 points\n; bye\n; [Event "Two"]\n; hello\n{HEAD}')
    assert reading.findings == ()
    assert [match.info for match in reading.matches] == [(("event", "One"),), (("event", "Two"),)]
    assert reading.matches[0].games[0].events[-1] == Comment(text="bye")
    assert reading.matches[1].remarks == (Comment(text="hello"),)


def test_the_length_before_every_game_makes_no_further_match() -> None:
    text = HEAD + "      Wins 1 point\n 5 point match\n Game 2\n Anna : 1                 Bjarni : 0\n"
    assert [len(match.games) for match in read(text).matches] == [2]


def test_a_tag_within_a_game_belongs_to_its_match() -> None:
    reading = read(HEAD + '  1) 31: 8/5 6/5\n; [Round "2"]\n; words\n  2) 52: 13/8\n')
    assert reading.matches[0].info == (("round", "2"),)
    assert [said(event) for event in reading.matches[0].games[0].events] == [
        "L 31 8/5 6/5",
        "; words",
        "L 52 13/8",
    ]


def test_a_jump_in_the_numbers_of_games_is_noted() -> None:
    text = HEAD + "      Wins 1 point\n Game 3\n Anna : 1                       Bjarni : 0\n"
    found = [(one.code, one.game) for one in replay(read(text).matches[0]).findings]
    assert ("N107", 2) in found


# what is no row


def test_comments_stay_where_they_stand() -> None:
    text = HEAD + "  1) 31: 8/5 6/5   64: 24/14 ; bold\n# and so on\n ; [Game 1, Move 1: Dice set to 31]\n"
    assert events(text)[2:] == ["; bold", "; and so on", "; [Game 1, Move 1: Dice set to 31]"]


def test_xg_sets_positions() -> None:
    """The large letters are the left player's men, and a negative cube is the left player's."""
    text = HEAD + " ; Set Pos=----cBD-D-B--A--Abcdc---A-/-1\n  1) 21: 16/15 15/13             61: 7/1 6/5\n"
    match = read(text).matches[0]
    event = match.games[0].events[0]
    assert isinstance(event, SetPosition)
    assert (event.position.seen_by(0)[16], event.position.seen_by(1)[7]) == (1, 3)
    assert (event.position.cube.value, event.position.cube.owner) == (2, 0)
    assert [found.code for found in replay(match).findings] == ["P244", "S408"]
    assert codes(HEAD + " ; Set Pos=-b----E/0\n") == ["N110"]


SNOWIE = "5;0;0;0;0;Anna;Bjarni;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;2;1;"


def test_an_illegal_play_is_the_position_it_led_to() -> None:
    reading = read(HEAD + f"  1) 21: Illegal play ({SNOWIE})\n")
    turn = reading.matches[0].games[0].events[0]
    assert reading.findings == ()
    assert isinstance(turn, Turn)
    assert isinstance(turn.deed, Reached)
    assert turn.deed.illegal
    assert codes(HEAD + "  1) 21: Illegal play (1;2;3)\n") == ["N110"]


# what cannot be read


# Behind 21: 13/11 6/5 from the start of Nackgammon.
NACK = "5;0;0;0;0;Bjarni;Anna;0;0;0;1;0;0;-2;-2;0;0;0;4;0;3;0;0;0;-3;4;-1;0;0;-3;0;-3;-1;0;0;2;2;0;6;4;"


@pytest.mark.parametrize(
    ("first", "further", "expected"),
    [
        (NACK, "", ["D504", "S408"]),
        (NACK, "      Wins 1 point\n Game 2\n Anna : 1     Bjarni : 0\n  1) 64: 8/2 6/2\n", ["P221", "S408"]),
        (NACK.replace("4;0;3;", "5;0;2;"), "", ["P221", "S408"]),
        (SNOWIE, "", ["P221", "S408"]),
    ],
)
def test_a_first_play_written_as_illegal_may_be_one_of_nackgammon(
    first: str, further: str, expected: list[str]
) -> None:
    """Only where all games begin so, and where a lawful play of that game leads there."""
    text = HEAD + f"  1) 21: Illegal play ({first})     64: 24/18 13/9\n{further}"
    replayed = replay(read(text).matches[0])
    assert [found.code for found in replayed.findings] == expected
    assert (replayed.ruleset.options["variant"] == "nackgammon") == ("D504" in expected)


@pytest.mark.parametrize(
    ("line", "code", "span", "kept"),
    [
        ("what is this", "N102", (5, 1, 13), "mat:line what is this"),
        ("  1) 31: 8/5 6/$", "N103", (5, 14, 17), "L 31 unread 8/5 6/$"),
        ("  1) 31: 8\\5", "N103", (5, 10, 13), "L 31 unread 8\\5"),
        ("  1) 31: 30/27 8/7", "N103", (5, 10, 19), "L 31 unread 30/27 8/7"),
        ("  1) 31; 8/5 6/5", "N103", (5, 6, 17), "L 31 8/5 6/5"),
        ("  1) 65: 24/13 $%", "N103", (5, 16, 18), "L 65 24/13, mat:cell $%"),
        ("  1) 33: 8/5 6/3 (5)", "N103", (5, 18, 21), "L 33 unread 8/5 6/3 (5)"),
        ("  1) 65: 24/18 (bar/20)", "N103", (5, 16, 24), "L 65 unread 24/18 (bar/20)"),
        ("  1) 8/5 6/5", "N103", (5, 6, 13), "L 00 unread 8/5 6/5"),
        ("  1)  Dobules => 2", "N103", (5, 7, 19), "L doubles 2"),
        ("  1) 31:                           Dobules => 2", "N103", (5, 36, 48), "L 31, R doubles 2"),
        ("  1) 31: 8/5 6/5  Dobules => 2", "N103", (5, 19, 31), "L 31 8/5 6/5, R doubles 2"),
        ("  1)                               Tkaes", "N103", (5, 36, 41), "R take"),
        ("  1)  Tkaes                        31: 8/5 6/5", "N103", (5, 7, 12), "L take, R 31 8/5 6/5"),
        ("  1) 65:                           3l: 8/5 6/5", "N103", (5, 36, 47), "L 65, R 31 8/5 6/5"),
        ("  1) 65:                           31; 8/5 6/5", "N103", (5, 36, 47), "L 65, R 31 8/5 6/5"),
        ("  1) 65:                           31 8/5 6/5", "N103", (5, 36, 46), "L 65, R 31 8/5 6/5"),
        (
            "  1) 65:                           3: 8/5 6/5",
            "N103",
            (5, 36, 46),
            "L 65, R 00 unread 3: 8/5 6/5",
        ),
        ("  1) 6S:                           31: 8/5 6/5", "N103", (5, 6, 9), "L 65, R 31 8/5 6/5"),
        ("  1) 6:                            31: 8/5 6/5", "N103", (5, 6, 8), "L 00 unread 6:, R 31 8/5 6/5"),
        ("      Winns 2 points", "N102", (5, 7, 21), "mat:line Winns 2 points"),
        ("  1)  hello", "N103", (5, 7, 12), "mat:cell hello"),
        (
            "  1) 31: 8/5 6/5      $%   64: 24/14",
            "N103",
            (5, 23, 25),
            "L 31 8/5 6/5, mat:cell $%, R 64 24/14",
        ),
    ],
)
def test_what_cannot_be_read_is_said_once_and_kept(line: str, code: str, span: object, kept: str) -> None:
    reading = read(f"{HEAD}{line}\n     42: 8/4 6/4\n")
    assert [(found.code, found.span) for found in reading.findings] == [(code, span)]
    assert [said(event) for event in reading.matches[0].games[0].events] == [
        *kept.split(", "),
        "L 42 8/4 6/4",
    ]


def test_findings_say_where_they_are() -> None:
    (found,) = read(f"{HEAD}      Wins 5 points\n{HEAD}  1) 31: 8/5 6/$\n").findings
    assert (found.match, found.game, found.span) == (2, 1, (10, 14, 17))


# texts


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        ("Þórdís Æ.".encode(), "utf-8"),
        ("\ufeffÞórdís Æ.".encode(), "utf-8-sig"),
        ("Þórdís Æ.".encode("utf-16"), "utf-16"),
        ("Þórdís Æ.".encode("cp1252"), "windows-1252"),
    ],
)
def test_encodings(data: bytes, encoding: str) -> None:
    name = data.decode(encoding)
    reading = read(HEAD.replace("Anna", name).encode(encoding))
    assert reading.encoding == encoding
    assert reading.findings == ()
    assert reading.matches[0].players[0].name == "Þórdís Æ."


def test_bytes_of_another_encoding_are_doubtful_and_read() -> None:
    reading = read(HEAD.replace("Anna", "Æsa").encode() + b"; J\xf3n \x81\n")
    assert [(found.code, found.span) for found in reading.findings] == [("N105", (5, 4, 5))]
    assert reading.matches[0].games[0].events == (Comment(text="Jón \x81"),)


def test_a_control_character_is_one_finding() -> None:
    reading = read(HEAD + "  1) 31: 8/5\x00 6/5                64: 24/14\x00\x01\n")
    assert [found.code for found in reading.findings] == ["N109"]
    assert len(reading.matches[0].games[0].events) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_ends_of_lines(end: str) -> None:
    text = HEAD + "  1) 31: 8/5 6/5                 64: 24/14\n\n      Wins 1 point"
    reading = read(text.replace("\n", end))
    assert reading == read(text)
    assert reading.matches[0].games[0].events[-1].span == (7, 7, 19)


def test_only_line_ends_end_lines() -> None:
    reading = read(HEAD.replace("Anna", "A\u2028n\x0bn\x85a") + "  1) 31: 8/\n")
    assert reading.findings[-1].span == (5, 10, 12)


@pytest.mark.parametrize("data", [b"", b"  \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file(data: bytes) -> None:
    assert codes(data) == ["N106"]


@pytest.mark.parametrize("data", [b"hello", bytes(range(256)), b"\0" * 100, b"KP\3\4" + bytes(500)])
def test_no_known_format(data: bytes) -> None:
    assert codes(data) == ["N101"]


@pytest.mark.parametrize(
    "line",
    [
        "²) 31: 8/5 6/5",
        "  1) ٣١: 8/5",
        "9" * 5000 + ") 31: 8/5",
        "  1) 31: " + "8/5 " * 600,
        "Wins " + "9" * 5000 + " points",
        "Game " + "9" * 5000,
        " Anna : " + "9" * 5000 + "     Bjarni : 0",
        '; [CubeLimit "' + "9" * 5000 + '"]',
        "  1) Doubles => " + "9" * 5000,
        "9" * 5000 + " point match",
        "; Set Pos=" + "-" * 26 + "/" + "9" * 5000,
        "  1) 31: Illegal play (" + "9;" * 40 + ")",
        "  1) 31: Illegal play (" + "9" * 5000 + ";" * 40 + ")",
        "  1) 31: \ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_nothing_raises(line: str) -> None:
    assert read(f"{HEAD}{line}\n").format == "mat"
    assert read(f"{line}\n{HEAD}").format == "mat"


def test_broken_utf16_is_doubtful_and_read() -> None:
    reading = read((HEAD + "; ").encode("utf-16") + b"\x00")
    assert [found.code for found in reading.findings] == ["N105"]
    assert reading.matches[0].players[0].name == "Anna"


@pytest.mark.parametrize("line", ["Money session", "unlimited match", "0 point match"])
def test_money_in_words(line: str) -> None:
    assert read(f"{line}\n Game 1\n Anna : 0    Bjarni : 0\n").matches[0].length == 0


def test_an_abandoned_game_is_a_comment() -> None:
    assert row("  1) 31: 8/5 6/5\n Abandoned\n") == ["L 31 8/5 6/5", "; Abandoned"]


def test_games_that_begin_anew_without_a_head_are_another_match() -> None:
    games = "".join(f" Game {number}\n Anna : 0   Bjarni : 0\n" for number in (1, 2, 1))
    assert [len(match.games) for match in read(games).matches] == [2, 1]


def test_a_length_behind_the_last_game_begins_a_match_without_games() -> None:
    matches = read(f"{HEAD}      Wins 5 points\n 7 point match\n").matches
    assert [(match.length, len(match.games)) for match in matches] == [(5, 1), (7, 0)]


def test_a_tag_behind_the_last_game_belongs_to_its_match() -> None:
    (match,) = read(f'{HEAD}      Wins 5 points\n; [Round "2"]\n').matches
    assert match.info == (("round", "2"),)


def test_rows_behind_a_further_length_begin_a_match() -> None:
    reading = read(f"{HEAD}      Wins 5 points\n 7 point match\n  1) 31: 8/5 6/5\n")
    assert [(match.length, len(match.games)) for match in reading.matches] == [(5, 1), (7, 1)]
    assert [found.code for found in reading.findings] == ["N111"]


def test_parts_of_a_garbled_cell_are_read_for_themselves() -> None:
    reading = read(f"{HEAD}  1)  hm  ????  ho\n")
    assert [found.span for found in reading.findings] == [(5, 7, 9), (5, 17, 19)]
    assert events(f"{HEAD}  1)  hm  ????  ho\n") == ["mat:cell hm", "L 00 NotRecorded", "mat:cell ho"]


def test_memory_of_cells_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "REMEMBERED", 2)
    memo = acts.Remembered(cells.content)
    for die in "123456":
        assert memo[f"{die}1: 8/5"] == cells.content(f"{die}1: 8/5")
        assert len(memo) <= 2


# plays declared illegal

DECLARED = "Game 1, Move 2 of Anna --> 33: 8/5(2) 6/2(2) was illegal"
PLAYED = """\
 5 point match

 Game 1
 Anna : 0                       Bjarni : 0
  1) 33: 8/5 8/5 6/2 6/2         64: 24/14
  2) 33: 8/5 8/5 6/2 6/2        64: 24/14
"""


@pytest.mark.parametrize(
    "text",
    [
        f"; {DECLARED}\n{PLAYED}",
        f"; +----+\n; |  Remarks:  |\n; |   {DECLARED}   |\n; +----+\n{PLAYED}",
        f"{PLAYED}; {DECLARED.replace('-->', '=>').replace(', M', ' m')}\n",
    ],
)
def test_a_play_declared_illegal_stood(text: str) -> None:
    """It is found by its words; of two that are alike the number of the row chooses."""
    assert codes(text) == []
    game = [said(event) for event in read(text).matches[0].games[0].events if not isinstance(event, Comment)]
    assert game[2:4] == ["L 33 8/5 8/5 6/2 6/2", "Ruling"]
    assert game.count("Ruling") == 1


@pytest.mark.parametrize(("word", "other"), [("Game 1", "Game 2"), ("33", "32"), ("Anna", "Bjarni")])
def test_a_declaration_that_fits_no_play_is_said(word: str, other: str) -> None:
    assert codes(f"; {DECLARED.replace(word, other, 1)}\n{PLAYED}") == ["N125"]


@pytest.mark.parametrize("dialect", ["gnubg", "xg", "studio"])
@pytest.mark.parametrize("declared", ["", f"; {DECLARED}\n"])
def test_a_ruling_is_written_as_the_remark_it_is_read_from(dialect: str, declared: str) -> None:
    match = read(f"; {DECLARED}\n{PLAYED}").matches[0]
    if not declared:
        match = replace(match, remarks=())
    writing = write_matches([match], "mat", dialect)
    assert writing.findings == ()
    assert isinstance(writing.content, str)
    assert writing.content.count("was illegal") == 1
    assert read(writing.content).matches[0].games[0].events == match.games[0].events
    other = replace(match.games[0], events=(match.games[0].events[0], Ruling(outcome="disputed")))
    lost = write_matches([replace(match, games=(other,))], "mat").findings
    assert [found.code for found in lost] == ["L604"]


# what people put into a record by hand


@pytest.mark.parametrize(
    ("cell", "note"),
    [
        ("52: 16/11 13/11 (clock 4:32)", "(clock 4:32)"),
        ("52: 16/11 13/11 [better 13/8]", "[better 13/8]"),
        ("52: 16/11 13/11 well played!", "well played!"),
        ("52: 16/11 13/11   nice", "nice"),
        ("52: 16/11 13/11 and now he doubles", "and now he doubles"),
    ],
)
def test_a_note_behind_a_play_is_a_comment(cell: str, note: str) -> None:
    assert row(f"  1) {cell:36}64: 24/14") == ["L 52 16/11 13/11", f"; {note}", "R 64 24/14"]
    assert row(f"  1) 64: 24/14                     {cell}") == [
        "L 64 24/14",
        "R 52 16/11 13/11",
        f"; {note}",
    ]


def test_a_note_stands_behind_marks_and_behind_the_cube() -> None:
    assert row("  1) 52: 16/11 13/11 !! nice play") == ["L 52 16/11 13/11", "play !!", "; nice play"]
    assert row("  1)  Doubles => 2 (too good?)   Takes (quickly)") == [
        "L doubles 2",
        "; (too good?)",
        "R take",
        "; (quickly)",
    ]
    _, comment = read(HEAD + "  1) 52: 13/8 6/4 so be it").matches[0].games[0].events
    assert comment.span == (5, 19, 27)


@pytest.mark.parametrize("sign", ["–", "−", "‐", "‑", "⁄", "/"])
def test_signs_of_the_printer_are_those_of_the_keyboard(sign: str) -> None:
    assert row(f"  1) 31: 8{sign}5 bar{sign}22*   64: 24{sign}14") == ["L 31 8/5 25/22*", "R 64 24/14"]
    if sign not in "⁄/":
        assert row(f"  1) 3{sign}1: 8/5 6/5   6{sign}4: 24/14") == ["L 31 8/5 6/5", "R 64 24/14"]


@pytest.mark.parametrize("arrow", ["=>", "⇒", "→", "->", "to"])
def test_arrows_of_every_shape(arrow: str) -> None:
    assert row(f"  1)  Doubles {arrow} 2             Takes") == ["L doubles 2", "R take"]


@pytest.mark.parametrize(
    ("doubles", "takes", "drops", "wins"),
    [
        ("Tvöfaldar => 2", "Tekur", "Neitar", "Vinnur 2 stig og keppnina"),
        ("tvöfaldar", "Þiggur", "hafnar", "vinnur 2 stig og leikinn"),
        ("Dobler => 2", "Tager", "Passer", "Vinder 2 point og kampen"),
        ("Doblerer => 2", "Accepterer", "Dropper", "Vinder 2 point og matchen"),
        ("Dubblar => 2", "Tar", "Passar", "Vinner 2 poäng och matchen"),
        ("Verdoppelt => 2", "Nimmt an", "Lehnt ab", "Gewinnt 2 Punkte und das Match"),
        ("DOPPELT ⇒ 2", "Nimmt", "Passt", "gewinnt 2 punkte und das match"),
    ],
)
def test_verbs_in_the_languages_of_the_north_and_german(
    doubles: str, takes: str, drops: str, wins: str
) -> None:
    value = 2 if doubles[-1] == "2" else None
    assert row(f"  1)  {doubles:26} {takes}\n  2) 31: 8/5 6/5") == [
        f"L doubles {value}",
        "R take",
        "L 31 8/5 6/5",
    ]
    assert row(f"  1)  {doubles:26} {drops}\n      {wins}") == [
        f"L doubles {value}",
        "R drop",
        "L wins 2 match",
    ]


@pytest.mark.parametrize(
    "word", ["leiklaus", "Getur ekki leikið", "kan ikke flytte", "Kan inte flytta", "kann nicht ziehen"]
)
def test_a_dance_in_other_words(word: str) -> None:
    assert row(f"  1) 66: {word}") == ["L 66 CannotMove"]


@pytest.mark.parametrize(
    ("loses", "lost"), [("Tapar 1 stig", "Vinnur 1 stig"), ("Verliert 1 Punkt", "Gewinnt 1 Punkt")]
)
def test_a_loss_in_other_words_is_of_whom_the_win_is_not(loses: str, lost: str) -> None:
    assert row(f" {loses}\n      {lost}") == ["R loses 1", "L wins 1"]


LONE = """\
 Anna : 0                       Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/14
      Wins 1 point
"""


@pytest.mark.parametrize("sign", [">", "> ", ">> ", "> > ", "  > "])
def test_a_record_quoted_in_a_mail(sign: str) -> None:
    quoted = "".join(f"{sign}{line}\n" for line in (HEAD + LONE.split("\n", 1)[1]).splitlines())
    plain = read(HEAD + LONE.split("\n", 1)[1]).matches
    assert (codes(quoted), read(quoted).matches) == ([], plain)
    mail = read(f"Dear Anna,\nhere it is:\n\n{quoted}\nYours\n")
    assert mail.findings == ()
    assert [said(one) for one in mail.matches[0].remarks] == ["; Dear Anna,", "; here it is:"]
    assert said(mail.matches[0].games[0].events[-1]) == "; Yours"
    slip = read(quoted.replace("8/5 6/5", "8/5 6/$"))
    assert [found.span for found in slip.findings] == [(5, len(sign) + 14, len(sign) + 17)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("record", [HEAD + LONE.split("\n", 1)[1], LONE, LONE.split("\n", 1)[1]])
def test_a_record_is_known_whatever_ends_its_lines(record: str, end: str) -> None:
    reading = read(record.replace("\n", end))
    assert [len(game.events) for game in reading.matches[0].games] == [3]


@pytest.mark.parametrize(
    ("text", "format", "expected"),
    [
        (LONE, "mat", ["N108"]),
        ('; [Site "x"]\n\n' + LONE, "mat", ["N108"]),
        (LONE.split("\n", 1)[1], "gam", ["N111"]),
        ("1. 31: 8/5 6/5    64: 24/14\n2. 21: 13/11 6/5\n", "gam", ["N111"]),
        ("31: 8/5 6/5    64: 24/14\n21: 13/11 6/5\n", "gam", ["N111"]),
        ("5 point match\n" + LONE.split("\n", 1)[1], "mat", ["N111"]),
    ],
)
def test_a_lone_game_without_a_head(text: str, format: str, expected: list[str]) -> None:
    reading = read(text)
    assert (reading.format, [found.code for found in reading.findings]) == (format, expected)
    assert said(reading.matches[0].games[0].events[0]) == "L 31 8/5 6/5"


@pytest.mark.parametrize("text", ["12: a\n", "1) 12: 30\n2) 13: 15\n", "Round: 1   Table: 2\n1) hello\n"])
def test_what_only_looks_like_rows_is_none(text: str) -> None:
    assert read(text).format == ""


@pytest.mark.parametrize(
    "text",
    [
        # Galaxy: a loss beside the win, on a cube of 1 with 4 needed
        " 5 point match\n\n Game 1\n Anna : 1                       Bjarni : 1\n"
        "  1) 31: 8/5 6/5                 64: 24/14\n"
        "  2) 52:                          \n"
        "  3)  Losses 4 point                Wins 4 point and the match\n",
        # OpenGammon: a match that nobody came to
        '; [Site "OpenGammon"]\n\n5 point match\n\n Game 1\n Anna: 0                         Bjarni: 0\n'
        "  1)                             \n      Wins 5 points and the match\n",
        # GridGammon: a gammon on a cube of 4 with 5 needed, and no word on the match
        " 5 point match\n\n Game 1\n Anna, 1500 : 0                 Bjarni, 1600 : 0\n"
        "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                       64: 24/14\n"
        "  3)  Doubles => 4                Takes\n  4) 52: 13/8 6/4                 \n      Wins 5 points\n",
    ],
    ids=["galaxy", "opengammon", "gridgammon"],
)
def test_what_was_needed_of_the_match_is_one_note_in_every_dialect(text: str) -> None:
    replayed = replay(read(text).matches[0])
    beside = {"score-from-before", "game-without-throws"}
    assert [found.code for found in replayed.findings if found.kind.name not in beside] == ["S406"]
    assert replayed.complete


@pytest.mark.parametrize(("second", "kinds"), [("Bjarni", []), ("Dalla", ["witness-disagrees"])])
def test_the_players_of_a_later_game_are_those_of_the_first(second: str, kinds: list[str]) -> None:
    text = HEAD + f"      Wins 1 point\n Game 2\n Anna : 1                       {second} : 0\n"
    assert [one.kind.name for one in read(text).findings] == kinds


def test_other_names_are_said_once() -> None:
    games = "".join(
        f"      Wins 1 point\n Game {n}\n Anna : {n - 1}                X22 : 0\n" for n in (2, 3, 4)
    )
    last = "      Wins 1 point\n Game 5\n Anna : 4                Dalla : 0\n"
    found = read(HEAD + games + last).findings
    assert [(one.kind.name, one.game) for one in found] == [
        ("witness-disagrees", 2),
        ("witness-disagrees", 5),
    ]


def test_ordinary_words_say_what_the_grammar_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is read with the grammar asked, and without."""
    places = ["0", "1", "6", "24", "25", "26", "05", "bar", "Bar", "off", "OFF"]
    words = [f"{one}/{two}{end}" for one in places for two in places for end in ("", "*", "(2)", "*(3)")]
    words += [
        f"{one}/{two}*/{end}"
        for one in ("bar", "13", "30")
        for two in ("8", "31")
        for end in ("5*", "off(4)")
    ]
    words += ["8/5**", "8/5x2", "b/22", "8/5(5)", "8-5", "8/", "8/5/", "/5", "8/5 ", "100/2"]
    texts = [
        f"{dice}: {play}" for dice in ("31", "07") for play in ("Cannot Move", "????", "???", "cannot move")
    ]
    texts += ["Doubles", "Doubles => 2", "Doubles =>2", "Takes", "Takes => 2", "Drops", "drops", "Doubles?"]
    texts += [
        f"Wins {points}{end}" for points in (0, 1, 12) for end in (" point", " points and the match", "")
    ]

    def asked() -> list[object]:
        return [*[cells._way.__wrapped__(word) for word in words], *map(cells._parsed, texts)]

    ordinary = asked()
    assert sum(one is not None for one in map(plays.ordinary_hops, words)) > 200
    monkeypatch.setattr(cells, "ordinary_hops", lambda word: None)
    monkeypatch.setattr(cells, "_ordinary", lambda text: None)
    assert asked() == ordinary
