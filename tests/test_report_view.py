"""The view model: what a page says of a match, before any template shows it."""

from __future__ import annotations

import json

import pytest

import kotra_notation as kn
from kotra_notation.findings import Severity
from kotra_notation.report.cleaning import clean, language, name
from kotra_notation.report.live import live, stop_texts
from kotra_notation.report.page import count_words, page
from kotra_notation.report.view import Event, Page, PageBoard, PageFinding, Stop
from kotra_notation.report.wishes import Wishes, diagrams
from kotra_notation.words.tongues import ENGLISH, LANGUAGES
from referees.seeds import part
from referees.transcripts import bare, read
from tests.records import rows
from tests.sample_pages import names, replayed

DOUBLED = (
    "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"
    "W 31: 8/5 6/5\nB doubles 2\nW drops\nB wins 1\ngame 2 0-1\nB 31: 8/5 6/5\nW 64: 24/14\n"
)
WEIGHED = (
    "kotra 1\nwhite: Anna\nblack: Bjarni\nlength: 5\nrules: modern\ngame 1 0-0\n"
    "W 31: 24/23 13/10\n"
    'eval play by "Freysteinn 2.1" plies="2"\n'
    'choice "8/5 6/5" 0.160 at "2-ply"\n'
    'choice "24/23 13/10" 0.010 at "2-ply"\n'
    "B 64: 24/14\n"
)


def view(text: str, **wishes: str) -> Page:
    where = diagrams(wishes.pop("diagrams", "marked"))
    return page(kn.replay(read(text)), wishes=Wishes(diagrams=where, language=wishes.get("language", "en")))


def stops(shown: Page) -> list[Stop]:
    return [item for game in shown.games for item in game.items if isinstance(item, Stop)]


def test_each_stop_has_a_place_of_its_own_and_a_cube_belongs_to_the_throw_it_precedes() -> None:
    shown = view(DOUBLED)
    assert [stop.anchor for stop in stops(shown)] == ["g1-t1", "g1-t2a", "g1-t2b", "g2-t1", "g2-t2"]
    assert [game.end.anchor for game in shown.games] == ["g1-end", "g2-end"]


def test_a_stop_shows_the_board_it_met_and_the_play_as_arrows() -> None:
    first, *_ = stops(view(DOUBLED))
    assert first.position.points[24] == 2
    assert first.position.dice == (3, 1)
    assert first.arrows == ((0, 8, 5), (0, 6, 5))


def test_the_arrows_of_a_wrong_play_are_as_it_was_written_not_as_it_was_meant() -> None:
    turn = next(stop for stop in stops(page(replayed("faulty/slip.mat"))) if stop.codes)
    assert turn.arrows == ((0, 7, 5), (0, 18, 15))


def test_the_story_of_the_cube_tells_what_became_of_a_double() -> None:
    one, two = view(DOUBLED).games
    assert [turn.text for turn in one.cubes] == ["Bjarni: Doubles to 2. Anna drops."]
    assert two.cubes == ()


def test_the_score_sheet_tells_what_either_side_scored_in_a_game() -> None:
    one, two = view(DOUBLED).games
    assert (one.scored, one.how, one.after) == (("", "1"), "drop", "0–1")
    assert two.scored == ("", "")


def test_a_game_that_has_lost_a_turn_says_its_numbers() -> None:
    assert not page(bare("W 31: 8/5 6/5", "B 64: 24/14", "W 21: 6/4 24/23")).games[0].numbered
    cut = page(bare("setup W: 6x15; B: 6x15; B to play", "B 21: 6/4 6/5"))
    assert [stop.turn for stop in stops(cut)] == [None, 2]
    assert cut.games[0].numbered


def test_a_finding_stands_behind_its_turn_and_the_panel_leads_there() -> None:
    shown = page(bare("W 31: 8/5 6/4", "B 64: 24/14", "W wins 1"))
    first, second, *_ = shown.games[0].items
    assert isinstance(first, Stop)
    assert isinstance(second, PageFinding)
    assert first.codes == ("P201",)
    assert [found.anchor for found in shown.found if found.code == "P201"] == [first.anchor]
    assert second.rule == "MOD-MOVE-1"
    assert second.rule_text


def test_the_nearest_plays_are_drawn_as_they_would_be_played() -> None:
    found = next(
        item
        for item in page(bare("W 31: 8/5 6/4", "B 64: 24/14", "W wins 1")).games[0].items
        if isinstance(item, PageFinding)
    )
    drawn = {near.play: near.diagram for near in found.nearest if near.diagram}
    assert len(drawn) == 3
    assert sorted(drawn["8/5 6/5"].arrows) == [(0, 6, 5), (0, 8, 5)]


def test_no_boards_at_findings_where_none_are_wished_for() -> None:
    found = kn.replay(read("kotra 1\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/4\nB 64: 24/14\nW wins 1\n"))
    shown = page(found, wishes=Wishes(diagrams=diagrams("none")))
    assert all(item.diagram is None for item in shown.games[0].items if isinstance(item, PageFinding))


@pytest.mark.parametrize(("wish", "count"), [("marked", 0), ("every=1", 3), ("every=2", 1), ("none", 0)])
def test_boards_stand_among_the_turns_where_they_are_wished_for(wish: str, count: int) -> None:
    shown = view(DOUBLED, diagrams=wish)
    pictures = [item for game in shown.games for item in game.items if isinstance(item, PageBoard)]
    assert len(pictures) == count


def test_a_board_the_record_asks_for_is_drawn_once() -> None:
    shown = view(DOUBLED.replace("6/5\nB d", "6/5\nmark diagram\nmark diagram\nB d"), diagrams="every=1")
    assert sum(isinstance(item, PageBoard) for item in shown.games[0].items) == 1


@pytest.mark.parametrize("wish", ["every", "every=0", "every=x", "all", "Marked"])
def test_a_wish_for_boards_that_is_none_is_refused(wish: str) -> None:
    with pytest.raises(ValueError, match=wish):
        diagrams(wish)


def test_a_weighed_decision_shows_what_was_best_what_was_played_and_what_it_cost() -> None:
    shown = view(WEIGHED)
    first = stops(shown)[0]
    (study,) = first.studies
    assert [(choice.text, choice.equity, choice.loss) for choice in study.choices] == [
        ("8/5 6/5", "+0.160", ""),
        ("24/23 13/10", "+0.010", "−0.150"),
    ]
    assert [choice.played for choice in study.choices] == [False, True]
    assert (first.grade, first.grade_word, first.loss) == ("blunder", "blunder", "−0.150")
    assert study.source == "2-ply"
    assert shown.evaluated


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert stops(view(WEIGHED, language="de"))[0].loss == "−0,150"


def test_without_evaluations_nothing_is_said_of_quality() -> None:
    shown = view(DOUBLED)
    assert not shown.evaluated
    assert [table.name for table in shown.tables] == ["play", "dice"]
    assert [chart.name for chart in shown.charts] == ["pips"]
    assert shown.sheet is None
    assert shown.questions == ()


def test_a_chart_holds_a_height_until_the_next_and_goes_to_its_end() -> None:
    pips = view(DOUBLED).charts[0]
    assert pips.width == 6
    assert pips.lines[0].path == "M0 0h1v4h3v-4h2v10H6"


def test_a_stop_for_the_script_is_short_and_has_its_board_only_where_it_is_another() -> None:
    start = "1b4E1C3eE3c1e4B1"
    assert list(stop_texts(stops(view(DOUBLED)))) == [
        f"031 ifgf {start}",
        "100",
        "1D",
        f"131 ifgf {start}",
        "064 ysso",
    ]


def test_the_script_gets_all_stops_and_ends_in_order() -> None:
    shown = view(DOUBLED)
    given = live(shown, ENGLISH)
    assert len(given["stops"].split("|")) == len(stops(shown)) + 2
    assert given["games"] == [[0, 0, 5, 0, 0], [0, 1, 5, 0, 0]]
    json.dumps(given)


def test_what_the_old_game_awards_is_told_where_it_is_won() -> None:
    shown = page(replayed("sound/forn-formin.kotra"))
    told = [item.text for game in shown.games for item in game.items if isinstance(item, Event)]
    assert "Auðun: stutti múkur, 7 points" in told


@rows
def test_findings_are_counted_in_words(counts: tuple[int, int, int], words: str) -> None:
    assert count_words(dict(zip((level.value for level in Severity), counts, strict=True)), ENGLISH) == words


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Þórdís", "Þórdís"),
        ("a\u202eb\u2066c", "abc"),
        ("a\x00b\ud800", "a\ufffdb\ufffd"),
        ("a\u2028b\r\n", "a\nb \n"),
        ("a\u00a0b", "a b"),
        ("نور\u200f", "نور\u200f"),
    ],
)
def test_a_stranger_s_words_bring_letters_only(given: str, shown: str) -> None:
    assert clean(given) == shown


def test_a_name_is_one_line_that_ends() -> None:
    assert name("Anna\n  Björg ") == "Anna Björg"
    assert len(name("a" * 10_000)) == 80


@pytest.mark.parametrize(
    ("tag", "shown"), [("is", "is"), ("pt-BR", "pt-BR"), (None, ""), ("is onclick=x", ""), ("a" * 40, "")]
)
def test_a_language_that_is_none_is_left_out(tag: str | None, shown: str) -> None:
    assert language(tag) == shown


@pytest.mark.parametrize("sample", names())
def test_every_sample_gives_a_page_in_every_language(sample: str) -> None:
    for code in part(LANGUAGES):
        assert page(replayed(sample), wishes=Wishes(language=code)).language == code


def test_clocks_and_recordings_are_told_with_the_turn_they_stand_behind() -> None:
    (stop,) = stops(page(bare("W 31: 8/5 6/5", "W clock 10:02 used 0:31", "video 7:45")))
    assert stop.times == "used 0:31, 10:02 left, 7:45 in the recording"


OLD = "kotra 1\nwhite: Auðun\nblack: Dalla\nrules: forn-1977\ngame 1 0-0\nW 64: a/e/k\nB 63: m/p m/s\n"


def test_points_of_the_old_game_are_counted_on_the_path_where_that_is_wished_for() -> None:
    """Both sides begin on their own 1 (FX-01)."""
    replay = kn.replay(kn.read(OLD).matches[0])
    texts = [
        [stop.text for stop in stops(page(replay, wishes=Wishes(paths=paths)))] for paths in (False, True)
    ]
    assert texts == [["a/k", "m/p m/s"], ["1/11", "1/4 1/7"]]
    modern = kn.replay(read("kotra 1\nlength: 1\ngame 1 0-0\nW 31: 8/5 6/5\n"))
    assert page(modern, wishes=Wishes(paths=True)) == page(modern)
