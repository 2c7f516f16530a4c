"""A repaired record is written into its file, and everything else stays byte for byte as it was."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from time import process_time

import pytest

from kotra_notation.api import write
from kotra_notation.formats import FORMATS, patching, read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.notations import NOTATIONS, module_of
from kotra_notation.formats.patching import patch_file
from kotra_notation.formats.patching.habits import Habits
from kotra_notation.model import (
    CannotMove,
    Clock,
    Double,
    Event,
    Game,
    Hop,
    Match,
    Play,
    ResultClaim,
    Take,
    Turn,
)
from referees.games import quick_match
from referees.seeds import SEED
from tools.patches import Record, cases, generated, samples

Change = Callable[[list[Event]], object]

MAT = """\
 7 point match

 Game 1
 Anna : 0                        Bjarni : 0
  1) 31: 8/5 6/5                 64: 24/18 18/14
  2) 52: 13/8 13/11               Doubles => 2
  3)  Takes                      33: 8/5(2) 6/3(2)
  4) 61: 13/7 8/7
  5) 42: 8/4 6/4                 21: bar/23 24/23
      Wins 2 points

 Game 2
 Anna : 2                        Bjarni : 0
  1)                             65: 24/13
"""


def play(*hops: tuple[int, int]) -> Play:
    return Play(hops=tuple(Hop(*hop) for hop in hops))


def changed(matches: tuple[Match, ...], change: Change, game: int = 0) -> tuple[Match, ...]:
    """The matches with the events of a game of the first of them changed."""
    match = matches[0]
    events = list(match.games[game].events)
    change(events)
    games = list(match.games)
    games[game] = replace(games[game], events=tuple(events))
    return (replace(match, games=tuple(games)), *matches[1:])


def patch(text: str | bytes, change: Change, game: int = 0, format: str | None = None) -> str:
    """The text with the events of a game changed; what it says then is what was asked for."""
    source = Source(text.encode() if isinstance(text, str) else text)
    reading = read_source(source, format)
    repaired = changed(reading.matches, change, game)
    data = patch_file(source, reading, repaired)
    assert read_source(Source(data), format).matches == repaired
    return data.decode()


def lines_changed(before: str, after: str) -> dict[int, str]:
    """The lines that are not as they were, in texts of equally many."""
    pairs = list(zip(before.split("\n"), after.split("\n"), strict=True))
    return {number: other for number, (one, other) in enumerate(pairs, 1) if one != other}


def set_event(index: int, **facts: object) -> Change:
    def change(events: list[Event]) -> None:
        events[index] = replace(events[index], **facts)  # type: ignore[arg-type]

    return change


# what is only changed


def test_one_wrong_digit_of_the_dice_is_one_byte() -> None:
    after = patch(MAT, set_event(0, dice=(3, 2)))
    assert lines_changed(MAT, after) == {5: "  1) 32: 8/5 6/5                 64: 24/18 18/14"}


def test_one_wrong_point_is_one_byte() -> None:
    after = patch(MAT, set_event(2, deed=play((13, 8), (12, 11))))
    assert lines_changed(MAT, after) == {6: "  2) 52: 13/8 12/11               Doubles => 2"}


def test_the_count_and_the_words_of_the_scribe_stay() -> None:
    after = patch(MAT, set_event(5, deed=play((8, 5), (8, 5), (6, 2), (6, 2))))
    assert lines_changed(MAT, after) == {7: "  3)  Takes                      33: 8/5(2) 6/2(2)"}


def test_bar_is_spelled_as_elsewhere() -> None:
    after = patch(MAT, set_event(7, deed=play((25, 21), (6, 4))))
    assert "42: bar/21 6/4" in after


def test_a_hit_mark_comes_and_goes() -> None:
    hit = Play(hops=(Hop(24, 18), Hop(18, 14, 1)))
    marked = patch(MAT, set_event(1, deed=hit))
    assert "64: 24/18 18/14*\n" in marked
    assert patch(marked, set_event(1, deed=play((24, 18), (18, 14)))) == MAT


def test_a_step_more_leaves_the_other_cell_in_its_column() -> None:
    after = patch(MAT, set_event(2, deed=play((13, 8), (13, 11), (6, 5))))
    assert lines_changed(MAT, after) == {6: "  2) 52: 13/8 13/11 6/5           Doubles => 2"}


def test_points_and_score_are_exchanged_alone() -> None:
    source = Source(MAT.encode())
    reading = read_source(source)
    (match,) = changed(reading.matches, set_event(-1, points=4))
    second = match.games[1]
    assert second.score is not None
    second = replace(second, score=replace(second.score, score=(4, 0)))
    data = patch_file(source, reading, (replace(match, games=(match.games[0], second)),))
    assert lines_changed(MAT, data.decode()) == {
        10: "      Wins 4 points",
        13: " Anna : 4                        Bjarni : 0",
    }


def test_a_play_becomes_a_dance_in_the_words_of_the_file() -> None:
    text = MAT.replace("21: bar/23 24/23", "21: No play")
    assert "65: No play" in patch(text, set_event(0, deed=CannotMove()), game=1)


# turns that are lost, written twice, or on the wrong side


def test_a_lost_turn_fills_its_empty_cell() -> None:
    turn = Turn(seat=1, dice=(6, 2), deed=play((24, 16)))
    after = patch(MAT, lambda events: events.insert(7, turn))
    assert lines_changed(MAT, after) == {8: "  4) 61: 13/7 8/7                62: 24/16"}


def test_a_lost_row_takes_the_number_that_is_missing() -> None:
    text = MAT.replace("  4) 61: 13/7 8/7\n", "")
    turn = Turn(seat=0, dice=(6, 1), deed=play((13, 7), (8, 7)))
    assert patch(text, lambda events: events.insert(6, turn)) == MAT


def test_a_row_more_renumbers_those_behind_it() -> None:
    turns = [Turn(seat=seat, dice=(2, 1), deed=play((6, 4), (6, 5))) for seat in (0, 1)]
    after = patch(MAT, lambda events: events.__setitem__(slice(2, 2), turns))
    rows = MAT.split("\n")
    assert after.split("\n")[4:7] == [
        rows[4],
        "  2) 21: 6/4 6/5                 21: 6/4 6/5",
        "  3)" + rows[5][4:],
    ]
    assert after.split("\n")[9:] == ["  6)" + rows[8][4:], *rows[9:]]


def test_a_row_that_stands_twice_goes() -> None:
    row = "  1) 31: 8/5 6/5                 64: 24/18 18/14\n"

    def without(events: list[Event]) -> None:
        del events[2:4]

    assert patch(MAT.replace(row, row + row), without) == MAT


def test_all_that_stands_in_the_other_column_comes_back() -> None:
    def turned(events: list[Event]) -> None:
        for index, event in enumerate(events[2:], 2):
            assert isinstance(event, Turn | Double | Take | ResultClaim)
            events[index] = replace(event, seat=1 - event.seat)

    once = patch(MAT, turned)
    assert "  2)                             52: 13/8 13/11\n" in once
    assert once.split("\n")[:5] == MAT.split("\n")[:5]


def test_a_full_cell_is_parted_by_one_blank_where_the_column_asks_for_it() -> None:
    four = play((18, 15), (17, 14), (16, 13), (14, 11))
    after = patch(MAT, set_event(0, deed=four, dice=(3, 3)))
    assert lines_changed(MAT, after) == {5: "  1) 33: 18/15 17/14 16/13 14/11 64: 24/18 18/14"}


def test_comments_and_lines_that_nobody_can_read_stay() -> None:
    text = MAT.replace("  4) 61", "; Anna hikar\nþetta er ekki leikur\n  4) 61")
    after = patch(text, set_event(0, dice=(3, 2)))
    assert len(lines_changed(text, after)) == 1


def test_what_could_not_be_read_becomes_what_was_meant() -> None:
    text = MAT.replace(" Doubles => 2", " Dxxbxxs => 2")

    def meant(events: list[Event]) -> None:
        set_event(2, deed=play((13, 8), (13, 11)))(events)
        events.insert(3, Double(seat=1, value=2))

    assert patch(text, meant) == MAT


def test_a_line_that_could_not_be_read_becomes_a_row() -> None:
    text = MAT.replace("  4) 61: 13/7 8/7", "  4( 61= 13/7 8/7")

    def meant(events: list[Event]) -> None:
        events[6] = Turn(seat=0, dice=(6, 1), deed=play((13, 7), (8, 7)), span=events[6].span)

    assert patch(text, meant) == MAT


def test_columns_by_tabs_stay_so() -> None:
    text = " 3 point match\n\n Game 1\n A : 0\tB : 0\n1)\t31: 8/5 6/5\t64: 24/14\n2)\t52: 13/8\n"
    turn = Turn(seat=1, dice=(6, 2), deed=play((24, 16)))
    after = patch(text, lambda events: events.insert(3, turn))
    assert lines_changed(text, after) == {6: "2)\t52: 13/8\t62: 24/16"}


# the other notations

KOTRA = """\
kotra 1
white: Anna
black: Bjarni

game 1 0-0
W 31: 8/5 6/5 !  # sterkt
# milli kasta
B 3-1:  bar/24   dauð/22
W doubles
"""


def test_kotra_keeps_blanks_marks_and_comments() -> None:
    after = patch(KOTRA, set_event(4, deed=play((25, 24), (25, 23))))
    assert lines_changed(KOTRA, after) == {8: "B 3-1:  bar/24   dauð/23"}


def test_kotra_takes_in_a_lost_answer() -> None:
    assert patch(KOTRA, lambda events: events.append(Take(seat=1))) == KOTRA + "B takes\n"


def test_kotra_lets_a_turn_go_and_keeps_what_was_said() -> None:
    def without(events: list[Event]) -> None:
        del events[0]
        del events[0]

    assert "# sterkt\n# milli kasta\n" in patch(KOTRA, without)


OLD = """\
kotra 1
rules: forn-de

game 1
H sex og treia: a/g a/d
S fimm og daus: m/r m/o
"""


def test_the_old_game_keeps_its_letters_and_the_names_of_its_dice() -> None:
    after = patch(OLD, set_event(1, deed=play((24, 19), (24, 21))))
    assert lines_changed(OLD, after) == {6: "S fimm og daus: m/r m/p"}


OLDMOVES = """\
Score is 0-0 in a 3 point match.
Anna is X - Bjarni is O
O: (4 2) 1-3 19-23
X: doubles
O: accepts
X: (6 1) 8-2 2-1*
"""


SGF = """\
(;FF[4]GM[6]CA[UTF-8]AP[x]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Bjarni]
;W[31hefe]C[gott]
;B[64axqw]
;W[52mhmk] ;B[double]
;W[take])
"""


def test_a_node_of_sgf_changes_by_a_letter() -> None:
    after = patch(SGF, set_event(0, deed=play((8, 5), (6, 4))))
    assert lines_changed(SGF, after) == {2: ";W[31hefd]C[gott]"}


def test_a_lost_node_of_sgf_comes_behind_the_one_before() -> None:
    text = SGF.replace(";B[64axqw]\n", "")
    turn = Turn(seat=1, dice=(6, 4), deed=play((24, 1), (8, 2)))
    assert patch(text, lambda events: events.insert(2, turn)) == SGF


# the bytes around

ENCODED = {
    "latin-1": MAT.replace("Bjarni", "Björn ").encode("latin-1"),
    "utf-16": MAT.encode("utf-16"),
    "utf-16 from the big end": codecs.BOM_UTF16_BE + MAT.encode("utf-16-be"),
    "marked utf-8": codecs.BOM_UTF8 + MAT.encode(),
    "two encodings": b"; \xf6 \xc3\xb6\n" + MAT.encode(),
    "control characters": MAT.replace("31: ", "31:\x01").encode(),
    "mixed ends of lines": MAT.replace("6/5\n", "6/5\r\n").replace("match\n", "match\r").encode(),
}


@pytest.mark.parametrize("data", ENCODED.values(), ids=ENCODED.keys())
def test_other_bytes_stay_as_they_are(data: bytes) -> None:
    source = Source(data)
    reading = read_source(source, "mat")
    after = patch_file(source, reading, changed(reading.matches, set_event(1, dice=(6, 5))))
    assert len(after) == len(data)
    assert sum(one != other for one, other in zip(data, after, strict=True)) == 1


def test_a_new_line_ends_as_those_around_it() -> None:
    text = MAT.replace("\n", "\r\n").replace("  4) 61: 13/7 8/7\r\n", "")
    turn = Turn(seat=0, dice=(6, 1), deed=play((13, 7), (8, 7)))
    assert patch(text, lambda events: events.insert(6, turn)) == MAT.replace("\n", "\r\n")


def test_other_matches_of_the_file_stay() -> None:
    after = patch(MAT + "\n" + MAT.replace("Anna", "Gunna"), set_event(0, dice=(3, 2)))
    assert after.endswith(MAT.replace("Anna", "Gunna"))


def test_nothing_changed_is_the_file_itself() -> None:
    source = Source(MAT.encode())
    reading = read_source(source)
    assert patch_file(source, reading, reading.matches) is source.data


# what cannot be done


def refused(reading: Reading, source: Source, repaired: tuple[Match, ...]) -> str:
    with pytest.raises(ValueError, match=r"\w") as error:
        patch_file(source, reading, repaired)
    return str(error.value)


@pytest.mark.parametrize(("notation", "said"), [("json", "cannot be changed"), ("ogxm", "cannot be changed")])
def test_what_is_written_anew_is_not_patched(notation: str, said: str) -> None:
    content = write(quick_match(1, games=1), notation).content
    source = Source(content if isinstance(content, bytes) else content.encode())
    reading = read_source(source, notation)
    assert said in refused(reading, source, changed(reading.matches, set_event(0, dice=(2, 1))))


def test_what_is_only_read_is_not_patched() -> None:
    source = Source(OLDMOVES.encode())
    reading = read_source(source)
    assert "name a .kotra file" in refused(
        reading, source, changed(reading.matches, set_event(0, dice=(2, 1)))
    )


def test_a_head_is_not_patched() -> None:
    source = Source(MAT.encode())
    reading = read_source(source)
    assert "by hand" in refused(reading, source, (replace(reading.matches[0], length=5),))


def test_what_a_notation_cannot_say_is_refused() -> None:
    source = Source(MAT.encode())
    reading = read_source(source)
    repaired = changed(reading.matches, lambda events: events.insert(0, Clock(seat=0, left=60)))
    assert "game 1" in refused(reading, source, repaired)


def test_a_repair_that_is_refused_names_its_game() -> None:
    source = Source(MAT.encode())
    reading = read_source(source)
    repaired = changed(reading.matches, set_event(0, dice=(12, 1)), game=1)
    assert "game 2" in refused(reading, source, repaired)


# amounts


def test_the_time_grows_with_the_file_alone() -> None:
    def seconds(games: int) -> float:
        content = write(quick_match(3, games=games), "mat").content
        assert isinstance(content, str)
        source = Source(content.encode())
        reading = read_source(source)

        def change(events: list[Event]) -> None:
            events[:0] = [Double(seat=0, value=2), Take(seat=1)]

        begun = process_time()
        patch_file(source, reading, changed(reading.matches, change, game=games // 2))
        return process_time() - begun

    seconds(2)
    assert seconds(24) < 20 * max(seconds(3), 0.01)


@cache
def seeded() -> list[Record]:
    return [*generated(range(1)), *samples()]


@pytest.mark.middle
@pytest.mark.parametrize(("number", "seed"), [(15, SEED), pytest.param(110, 5, marks=pytest.mark.slow)])
def test_damaged_texts_say_again_what_they_said_and_nothing_else_is_touched(number: int, seed: int) -> None:
    done = list(cases(seeded(), number, seed=seed))
    assert len(done) > 0.6 * number
    assert [(one.record.name, one.kind) for one in done if not one.right or one.besides] == []


@pytest.mark.parametrize("kind", ["wrong die", "wrong point"])
def test_a_wrong_digit_is_put_right_alone(kind: str) -> None:
    done = list(cases(seeded(), 30, seed=6, kinds=(kind,)))
    assert done
    assert [one.record.name for one in done if not one.exact] == []


def test_a_result_that_is_added_stands_where_results_stand() -> None:
    after = patch(MAT, lambda events: events.append(ResultClaim(seat=1, points=1)), game=1)
    assert after.startswith(MAT)
    assert after.removeprefix(MAT).strip() == "Wins 1 point"


def test_the_last_line_without_an_end_stays_without_one() -> None:
    game: Game = read_source(Source(MAT.encode())).matches[0].games[1]
    assert len(game.events) == 1
    after = patch(
        MAT.rstrip("\n"), lambda events: events.append(Turn(seat=0, dice=(2, 1), deed=play((6, 3)))), 1
    )
    assert after == MAT + "  2) 21: 6/3"


def test_no_notation_is_named() -> None:
    """Habits are asked for; only the advice to write `.kotra` names one."""
    folder = Path(patching.__file__).parent
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]
    words = set(re.findall(r"\w+", re.sub(r"kotra_notation|(in|to|a) \.kotra", "", "\n".join(texts)).lower()))
    english = {"positions"}
    modules = set(map(module_of, NOTATIONS))
    assert words & ({*NOTATIONS, *modules, "gamesgrid", "truemoneygames", "fibs"} - english) == set()
    reached = re.findall(r"kotra_notation\.formats\.(\w+)", "\n".join(texts))
    assert set(reached) & modules == set()


@pytest.mark.parametrize("name", NOTATIONS)
def test_habits_are_found(name: str) -> None:
    if FORMATS[name].file.habits:
        assert isinstance(import_module(FORMATS[name].file.habits).HABITS, Habits)
