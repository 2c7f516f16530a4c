"""What a page says of turns and of an analysis is what the replay and the record know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.board import Position, Turning
from kotra_notation.model import Turn
from kotra_notation.replay import Replay
from kotra_notation.report.moments import story
from kotra_notation.report.overview import Highlight
from kotra_notation.report.page import page
from kotra_notation.report.pdf import paper
from kotra_notation.report.view import Page, Remark, Stop
from kotra_notation.report.wishes import Wishes
from kotra_notation.statistics.analysis import analysis, by_engine
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.counts import frames_of
from kotra_notation.statistics.quality import Sum
from kotra_notation.statistics.sheet import sheet
from kotra_notation.words.tongues import ENGLISH
from referees.analysed import analysed
from referees.games import random_match
from referees.old_games import DIALECTS, random_old_match
from tests.browser import Visitor
from tests.conftest import SHARED
from tests.papers import rendered
from tests.records import Slips, rows, tables, with_slips
from tests.sample_pages import page_of, replayed, rich
from tests.test_command_facts import is_like

HEAD, HELD, TAKEN, CHANCES = (
    tables(__name__)["texts"][name] for name in ("head", "held", "taken", "chances")
)


def shown(text: str, language: str = "en") -> Page:
    """The page of a record that has this head."""
    return page(kn.replay(kn.read(HEAD + text).matches[0]), wishes=Wishes(language=language))


@rows
def test_a_page_says_of_a_record(text: str, slips: Slips, expected: Any) -> None:
    record = with_slips(HEAD + tables(__name__)["texts"].get(text, text), slips)
    made = json.loads(rendered(page(kn.replay(kn.read(record).matches[0])), "json"))
    assert is_like(expected, made), made


@rows
def test_a_double_and_its_answer_tell_the_take_point(length: int, chances: str, said: str) -> None:
    record = TAKEN.replace("(0.8 0.3 0 0.05 0)", f"({chances})" if chances else "")
    head = HEAD.replace("length: 5", f"length: {length}")
    _, double, take, *_ = page(kn.replay(kn.read(head + record).matches[0])).games[0].stops
    for stop in (double, take):
        _, point, rest = stop.studies[0].verdict.partition("Take point")
        assert point + rest == said


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


def test_of_what_is_known_of_neither_side_there_is_no_row() -> None:
    rows = [row for table in shown(HELD).tables for row in table.rows]
    assert rows
    assert all(row[1:] != ("–", "–") for row in rows)


@rows
def test_the_worst_errors_stand_on_paper_in_the_order_of_the_match(
    text: str, slips: Slips, places: str
) -> None:
    made = paper(shown(with_slips(tables(__name__)["texts"][text], slips)), ENGLISH, Wishes())
    assert " ".join(re.findall(r'class="decision" id="d(\S+)"', made)) == places


@rows
def test_the_worst_error_of_who_lost_by_play_is_told_too(
    lost: tuple[float, float], luck: tuple[float, float], first: str, worst: str
) -> None:
    counts, results = {"weighed": 9, "thrown": 9}, [SimpleNamespace(won=won) for won in (0.5, -0.5)]
    sides = [
        SimpleNamespace(result=result, total=Sum(mwc=cost), luck=Sum(mwc=of), **counts)
        for result, cost, of in zip(results, lost, luck, strict=True)
    ]
    sheet: Any = SimpleNamespace(sides=sides, length=5)
    facts: dict[str, Any] = {"anchor": "", "text": "", "place": "game 1"}
    moments = [Highlight(seat=n, error=f"error {n}", mwc=f"−{9 - n}.0 %", **facts) for n in (0, 1)]
    told, *errors = story(sheet, 0, moments, ("Anna", "Bjarni"), ENGLISH)
    texts = {
        "A": "Worst error: Anna, error 0, −9.0 %, game 1.",
        "B": "Worst by Bjarni: error 1, −8.0 %, game 1.",
    }
    assert (told, errors) == (first, [texts[name] for name in worst])


# Every turn is clicked, and whatever the buttons would have copied is kept instead.
COPIED = """async ([kinds]) => {
  const copied = {};
  let last = "";
  Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { last = text; }}});
  for (const link of document.querySelectorAll(".turns > li > a")) {
    link.click();
    copied[link.hash.slice(1)] = kinds.map((kind) => {
      document.querySelector(kind).click();
      return last;
    });
  }
  return copied;
}"""


def turns(replay: Replay) -> Iterator[tuple[str, Position]]:
    """The anchor and the position of every turn, the dice on it."""
    for game in replay.games:
        for frame in game.frames:
            if isinstance(turn := frame.event, Turn):
                position = frame.before.position
                if turn.seat != position.seat:
                    position = position.passed()
                dice = turn.dice if turn.has_possible_dice else None
                yield f"g{game.number}-t{frame.before.turns + 1}", replace(position, dice=dice)


def check(visit: Visitor, replay: Replay, text: str) -> None:
    """Compare what the buttons copy at every turn with what Python knows."""
    if replay.ruleset.facts.turning is Turning.MIRRORED:
        kinds = ["[data-key=c]", "[data-copy=gnubg]", "[data-copy=text]"]
        known = {
            anchor: [place.xgid(), f"{place.gnubg_id()}:{place.gnubg_match_id()}", place.text()]
            for anchor, place in turns(replay)
        }
    else:
        kinds, known = ["[data-key=c]"], {anchor: [place.text()] for anchor, place in turns(replay)}
    shown = visit(text).page.evaluate(COPIED, [kinds])
    assert {anchor: shown[anchor] for anchor in known} == known


@rows
def test_the_page_of_a_sample_copies_what_python_knows(visit: Visitor, name: str) -> None:
    check(visit, replayed(name), page_of(name))


MODERN: list[tuple[int, int | str]] = [(2, 3), (3, 5), (4, 1)]


@pytest.mark.parametrize(("seed", "kind"), [*MODERN, *((5, dialect) for dialect in DIALECTS)])
def test_pages_of_random_matches_copy_what_python_knows(visit: Visitor, seed: int, kind: int | str) -> None:
    replay = kn.replay(random_old_match(seed, kind) if isinstance(kind, str) else random_match(seed, kind))
    check(visit, replay, kn.report(replay))
