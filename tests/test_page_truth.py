"""What a page says of an analysis is true: on the decision it belongs to, in our words, with its sign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import kotra_notation as kn
from kotra_notation.replay import Replay
from kotra_notation.report.page import page
from kotra_notation.report.view import Page, Remark, Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.statistics.analysis import analysis, by_engine
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.counts import frames_of
from kotra_notation.statistics.sheet import sheet
from referees.analysed import analysed
from referees.games import random_match
from tests.conftest import SHARED
from tests.records import rows
from tests.sample_pages import rich
from tests.test_report import HOSTILE, Parts

HEAD = "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"


def shown(text: str, language: str = "en") -> Page:
    """The page of a record that has this head."""
    return page(kn.replay(kn.read(HEAD + text).matches[0]), wishes=Wishes(language=language))


def stops(text: str) -> list[Stop]:
    """The stops of its first game."""
    return [item for item in shown(text).games[0].items if isinstance(item, Stop)]


def test_what_a_program_keeps_for_itself_is_no_remark() -> None:
    items = shown('extra sgf:GS "[M:24 27 36]"\nW 31: 8/5 6/5\nextra mat:line "lost"\n').games[0].items
    assert [item.text for item in items if isinstance(item, Remark)] == ["lost"]


HELD = (
    "W 31: 8/5 6/5\nB 64: 24/14\nW 52: 13/8 24/22\n"
    'eval cube by "Freysteinn 2.1" plies="2"\nchoice "no double" 0.500\nchoice "double/take" 0.750\n'
    'choice "double/pass" 1.0\n'
    'eval play by "Freysteinn 2.1" plies="2"\nchoice "24/22 13/8" 0.160\nchoice "13/11 13/8" 0.010\n'
)
TAKEN = (
    "W 31: 8/5 6/5\nB doubles 2\n"
    'eval cube by "Freysteinn 2.1" plies="2"\nchoice "no double" 0.900\n'
    'choice "double/take" 1.5 (0.8 0.3 0 0.05 0)\n'
    'choice "double/pass" 1.0\n'
    "W takes\nB 64: 24/14\nW doubles 4\nB drops\nW wins 2\n"
)


def test_a_double_that_was_missed_is_a_row_of_its_own_before_the_roll() -> None:
    hold, turn = stops(HELD)[-2:]
    assert (hold.deed, hold.text, hold.grade, hold.loss) == ("hold", "No double", "blunder", "−0.250")
    assert (hold.cube, hold.seat, hold.turn, hold.anchor) == (True, 0, None, "g1-t3a")
    assert hold.position.dice is None
    assert [study.aspect for study in hold.studies] == ["cube"]
    assert (turn.grade, turn.loss, turn.anchor) == ("", "", "g1-t3")
    assert [study.aspect for study in turn.studies] == ["play"]


def test_a_cube_that_nobody_would_turn_is_a_sentence_behind_the_play() -> None:
    far = HELD.replace("0.750", "-0.2").replace('"no double" 0.500', '"no double" 0.100')
    turn = stops(far)[-1]
    assert [study.aspect for study in turn.studies] == ["play", "cube"]
    assert turn.studies[1].brief == "No double: +0.100; if taken −0.200."
    close = HELD.replace("0.750", "0.45")
    assert stops(close)[-1].studies[1].brief == ""


def test_who_takes_has_a_table_from_his_own_side() -> None:
    take = stops(TAKEN)[2]
    assert (take.text, take.grade, take.loss) == ("Takes", "blunder", "−0.500")
    (study,) = take.studies
    assert (study.aspect, study.heading) == ("answer", "Take or drop?")
    assert (
        study.verdict
        == "Wrong take: −0.500. Take point 28.3 to 34.4 % (live to dead cube): Anna wins 20.0 %."
    )
    assert [(one.text, one.equity, one.loss, one.played) for one in study.choices] == [
        ("Drop", "−1.000", "", False),
        ("Take", "−1.500", "−0.500", True),
    ]
    assert study.choices[1].chances == ("20.0", "5.0", "0.0", "80.0", "30.0", "0.0")


@rows
def test_a_double_and_its_answer_tell_the_take_point(length: int, chances: str, said: str) -> None:
    record = TAKEN.replace("(0.8 0.3 0 0.05 0)", f"({chances})" if chances else "")
    head = HEAD.replace("length: 5", f"length: {length}")
    _, double, take, *_ = page(kn.replay(kn.read(head + record).matches[0])).games[0].stops
    for stop in (double, take):
        _, point, rest = stop.studies[0].verdict.partition("Take point")
        assert point + rest == said


def test_a_cube_that_rightly_stays_has_no_take_point() -> None:
    hold = HELD.replace("0.750", "0.45 (0.6 0.1 0 0.1 0)")
    assert "Take point" not in stops(hold)[-1].studies[1].verdict
    assert "Take point" in stops(HELD.replace("0.750", "0.750 (0.7 0.2 0 0.1 0)"))[-2].studies[0].verdict


def test_who_owns_the_cube_redoubles() -> None:
    assert [stop.text for stop in stops(TAKEN)[1:]] == [
        *("Doubles to 2", "Takes", "24/14", "Redoubles to 4", "Drops")
    ]


def test_plays_that_were_weighed_are_spelled_as_the_list_spells_them() -> None:
    text = (
        "W 31: 8/5 6/5\nB 64: 24/14\nW 55: 8/3(2) 6/1*(2)\n"
        'eval play by "Freysteinn 2.1"\nchoice "6/1 6/1 8/3 8/3" 0.2 at "2-ply"\n'
        'choice "13/8 8/3 13/3" 0.1 at "2-ply"\nchoice "13/8 13/8 6/1 6/1" 0.3 at "1-ply"\n'
    )
    turn = stops(text)[-1]
    (study,) = turn.studies
    assert study.mixed
    assert [(one.text, one.level) for one in study.choices] == [
        (turn.text, "2-ply"),
        ("13/3(2)", "2-ply"),
        ("13/8(2) 6/1*(2)", "1-ply"),
    ]


def test_luck_has_its_own_sign_and_is_no_verdict_on_the_play() -> None:
    said = 'mark luck ??\neval luck luck -0.5 by "Freysteinn 2.1"\n'
    turn = stops("W 31: 8/5 6/5\n" + said)[-1]
    assert (turn.sign, turn.fortune, turn.fortune_word) == ("", "unlucky", "anti-joker −0.500")
    assert "unlucky" in turn.classes
    assert stops("W 31: 8/5 6/5\nmark luck !!\n")[-1].fortune_word == "lucky roll"


def test_a_sign_on_a_cube_that_was_not_turned_stands_before_the_throw() -> None:
    hold, turn = stops("W 31: 8/5 6/5\nB 64: 24/14\nmark cube ?!\n")[-2:]
    assert (hold.text, hold.sign, turn.sign) == ("No double", "?!", "")


def test_a_dance_is_called_so_whether_the_record_says_it_or_not() -> None:
    closed = "setup W: bar1 6x14; B: 6x2 5x2 4x2 3x2 2x2 1x2 13x3; W to play\n"
    assert [stops(closed + f"W 66:{said}\n")[-1].text for said in ("", " cannot move")] == ["cannot move"] * 2
    assert stops("W 31: ????\n")[-1].text == "not recorded"


def test_the_winner_s_points_come_first_and_end_with_the_match() -> None:
    assert shown("W resigns single\nB accepts\nB wins 1\n").result == "0–1, not played to the end"
    text = HEAD.replace("length: 5", "length: 1") + "W resigns gammon\nB accepts\nB wins 2\n"
    assert page(kn.replay(kn.read(text).matches[0])).result == "Bjarni wins 2–0"


# The chance to win follows from the equity, the score and the cube; 1,000 is certain.
CHANCES = (
    "W 31: 8/5 6/5\n"
    'eval play by "Freysteinn 2.1"\nchoice "8/5 6/5" 0.16 (0.55 0.17 0.01 0.12 0) at "2-ply"\n'
    'choice "24/23 13/10" 0.01 (0.5 0.15 0.01 0.13 0) at "2-ply"\n'
    "B 64: 24/14\n"
    'eval play by "Freysteinn 2.1"\nchoice "24/18 13/9" 0.1 (0.52 0.15 0.01 0.13 0) at "2-ply"\n'
    'choice "24/14" -0.05 (0.48 0.15 0.01 0.13 0) at "2-ply"\n'
)


def test_the_chart_of_chances_is_of_the_match_with_errors_on_it() -> None:
    chart = shown(CHANCES).charts[0]
    assert (chart.name, chart.title, chart.middle) == ("chances", "Chance to win the match", 500)
    (numbers,) = re.findall(r"^M0 (\d+)h1v(\d+)H1$", chart.lines[0].path)
    first, second = map(int, numbers)
    assert 440 < first < first + second < 500
    (mark,) = chart.marks
    assert (mark.kind, mark.path) == ("blunder", f"M1 {first + second}h0")
    assert chart.summary.startswith("Anna: 5")


def test_a_session_for_money_shows_the_chance_to_win_the_game() -> None:
    text = (HEAD + CHANCES).replace("length: 5", "length: 0")
    chart = page(kn.replay(kn.read(text).matches[0])).charts[0]
    assert (chart.title, chart.lines[0].path) == ("Win probability", "M0 450h1v30H1")


def test_what_decided_the_match_is_told_with_what_was_right() -> None:
    (one,) = shown(HELD).highlights
    assert (one.anchor, one.text, one.right, one.cube) == ("g1-t3a", "No double", "Double, take", True)
    assert (one.loss, one.grade, one.place) == ("−0.250", "blunder", "game 1, turn 3")
    assert one.mwc.endswith(" %")
    (play,) = shown(CHANCES).highlights
    assert (play.text, play.right, play.seat) == ("64: 24/14", "24/18 13/9", 1)


def test_the_summary_has_the_numbers_of_the_sheet_and_counts_the_marks_of_the_list() -> None:
    made = shown(
        HELD + CHANCES.replace("W 31: 8/5 6/5", "B 31: 8/5 6/5").replace("B 64: 24/14", "W 64: 24/14")
    )
    assert made.sheet
    sheet = {row[0]: row[1:] for table in made.tables for row in table.rows}
    for row in made.sheet.rows[1:3]:
        for cell, told in zip(row.cells, sheet[row.label], strict=True):
            assert {*told.split(" (")} == {cell.text + ")", cell.note.strip("()")}
    listed = [stop for stop in made.games[0].items if isinstance(stop, Stop) and stop.grade == "blunder"]
    counts = [one for row in made.sheet.rows for cell in row.cells for one in cell.counts]
    assert sum(one.number for one in counts if one.kind.startswith("blunder")) == len(listed) == 2


def test_the_table_of_games_has_what_stats_says_was_lost_in_each_and_in_each_phase() -> None:
    match = analysed(random_match(2, 3))
    told, (file,) = page(kn.replay(match)).sheet, kn.stats(match, convention="xg").files
    assert told
    row = file.matches[0].as_json()
    for seat, player in enumerate(row["players"]):
        games = [game["players"][seat]["loss"] for game in row["games"]]
        phases = [phase["loss"] for phase in player["phases"].values()]
        assert [both[seat] for both in told.games] == [lost(loss) for loss in games]
        assert [part[1 + seat] for part in told.parts] == [lost(loss) for loss in phases]
    assert [part[0] for part in told.parts] == ["… in contact", "… in the race", "… in the bear-off"]


def test_of_one_phase_the_table_of_games_has_what_was_lost_in_all() -> None:
    told = page(rich()).sheet
    assert told
    assert told.parts == (("Total error", "−0.690", "−1.508"),)


def lost(loss: float) -> str:
    """A loss as the page has it."""
    return f"−{loss:.3f}" if loss else "0"


def test_a_rate_that_is_missing_has_its_reason_beside_it() -> None:
    made = shown(HELD)
    assert made.sheet
    assert made.sheet.rows[0].cells[0].text == "–"
    assert made.sheet.notes


def test_the_quiz_asks_the_dearest_first_in_an_order_that_tells_nothing() -> None:
    made = shown(TAKEN).questions
    assert [(one.anchor, one.ask, one.answers) for one in made] == [
        ("g1-t2b", "Take or drop?", (("Drop", 0.0), ("Take", 0.5)))
    ]
    hold, play = (shown(text).questions[0] for text in (HELD, CHANCES))
    assert (hold.anchor, hold.ask) == ("g1-t3a", "Double or not?")
    assert (play.ask, [text for text, _ in play.answers]) == (
        "64: what do you play?",
        ["24/18 13/9", "24/14"],
    )


def test_without_an_analysis_the_page_tells_where_the_race_turned_and_how_games_were_opened() -> None:
    made = shown("W 31: 8/5 6/5\nB 62: 13/5\nW 41: 24/20* 6/5\nB 62: bar/23 13/7\n")
    assert [one.usual for one in made.openings] == [("8/5 6/5",)]
    assert made.openings[0].held
    assert made.rolls == ()
    assert [(one.text, one.seat) for one in made.highlights] == [
        ("41: 24/20* 6/5, hits, and the race swings by 25 pips", 0)
    ]
    assert shown(HELD).openings == ()


def test_each_roll_is_counted_against_what_is_to_be_expected() -> None:
    turns = "".join(f"{'WB'[number % 2]} 21:\n" for number in range(26))
    made = shown(turns).rolls
    assert [table.rows[1][0].count for table in made] == [13, 13]
    assert (made[0].rows[1][0].shade, made[0].rows[5][5].count, made[1].expected) == (6, 0, "0.4 / 0.7")


FOLDERS = ("gnubg/analysed/*.sgf", "real/sgf/*.sgf", "real/xg/*.xg")
ANALYSED = [path for folder in FOLDERS for path in sorted((SHARED / "corpus").glob(folder))]


def contradictions(replayed: Replay) -> list[object]:
    """Where the list of a page marks other decisions, or more or fewer of them, than the sheet counts."""
    frames = frames_of(replayed)
    found = analysis(replayed, frames)
    counted = sheet(by_engine(found, replayed, frames) or found, XG)
    shown = page(replayed)
    stops = [item for game in shown.games for item in game.items if isinstance(item, Stop)]
    wrong: list[object] = [stop.anchor for stop in stops if stop.grade and not stop.studies]
    for seat in (0, 1) if counted else ():
        assert counted
        side = counted.sides[seat].side
        mine = [stop for stop in stops if stop.seat == seat]
        for grade, key in (("wrong", "error"), ("blunder", "blunder")):
            marked = [stop.cube for stop in mine if stop.grade == grade]
            if (marked.count(False), marked.count(True)) != (side.play_marked[key], side.cube_marked[key]):
                wrong.append((seat, key))
        for fortune, key in (("lucky", "joker"), ("unlucky", "unlucky")):
            if sum(stop.fortune == fortune for stop in mine) != side.luck_marked[key]:
                wrong.append((seat, key))
    for stop in stops:
        for study in stop.studies:
            made = [choice.text for choice in study.choices if choice.played and study.aspect == "play"]
            wrong += [stop.anchor] * (made not in ([], [stop.text]))
    return wrong


@pytest.mark.parametrize("path", ANALYSED, ids=lambda path: path.stem[-24:])
def test_the_list_of_an_analysed_match_and_its_sheet_agree(path: Path) -> None:
    for match in kn.read(path).matches:
        replayed = kn.replay(match)
        assert contradictions(replayed) == []
        shown = page(replayed)
        told = [item.text for game in shown.games for item in game.items if isinstance(item, Remark)]
        assert not any("[M:" in text for text in told)
        dashes = [cell for row in (shown.sheet.rows if shown.sheet else ()) for cell in row.cells]
        if any(cell.text == "–" for cell in dashes):
            assert shown.sheet
            assert shown.sheet.notes


@pytest.mark.parametrize("words", HOSTILE)
def test_a_stranger_s_words_in_an_analysis_stay_words(words: str) -> None:
    quoted = words.replace("\\", "\\\\").replace('"', '\\"')
    names = {"Anna": quoted, "Bjarni": quoted, "Freysteinn 2.1": quoted, "2-ply": quoted}
    plain = (
        HEAD.replace("Anna", '"Anna"').replace("Bjarni", '"Bjarni"') + HELD + CHANCES.replace("W 31", "B 31")
    )
    text = plain
    for name, other in names.items():
        text = text.replace(name, other)
    whole, harmless = (kn.report(kn.replay(kn.read(one).matches[0])) for one in (text, plain))
    assert "class=summary" in harmless
    assert "class=highlights" in harmless
    ours, theirs = Parts(whole), Parts(harmless)
    assert ours.tags == theirs.tags
    assert [name for name, _ in ours.attributes] == [name for name, _ in theirs.attributes]


def test_of_what_is_known_of_neither_side_there_is_no_row() -> None:
    rows = [row for table in shown(HELD).tables for row in table.rows]
    assert rows
    assert all(row[1:] != ("–", "–") for row in rows)


def test_who_owns_the_cube_is_asked_whether_to_redouble() -> None:
    (one,) = shown(HELD.replace("B 64: 24/14\n", "B doubles 2\nW takes\nB 64: 24/14\n")).questions
    assert one.ask == "Redouble or not?"
    assert [text for text, _ in one.answers] == ["Redouble", "No redouble"]
