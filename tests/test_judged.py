"""What is judged has no hole: every event, field, header and place is answered for; nothing is silent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import get_args

import pytest

import kotra_notation as kn
from kotra_notation import model as m
from kotra_notation.findings import BY_CODE, TAKEN_AS_WRITTEN, Finding, Severity
from kotra_notation.formats import FORMATS, write_matches
from kotra_notation.formats.format import Reading, Source
from kotra_notation.implied import with_thrower
from kotra_notation.model import Match, SetPosition, Turn
from kotra_notation.reading import read_in_full
from kotra_notation.replay import replay
from tests.records import SAMPLES, rows
from tools import judged_heads
from tools.judged import DOCUMENT, EVENTS, FIELDS, PLACES, SENTENCES, Cell, cells, document, held
from tools.judged_heads import HEADS, LENIENCIES, RECORDS

# What is said of every record as short as these: that it ends where it ends.
SHORT = {"S407", "S408", "S413", "S416"}


def found_in(cell: Cell) -> Iterator[Finding]:
    """What is found in the record of a cell, but that it is short, and what is found for another reason."""
    reading = read_in_full(Source(cell.record.encode()), cell.format)
    for one in (*reading.findings, *(one for match in reading.matches for one in replay(match).findings)):
        if one.code == cell.answer or one.code not in SHORT | {cell.beside}:
            yield one


def test_every_event_and_field_has_every_place_and_an_answer() -> None:
    assert set(EVENTS) == set(get_args(m.Event))
    assert all(list(row) == list(PLACES) for row in EVENTS.values())
    assert set(FIELDS) == held()
    for kind, row in FIELDS.items():
        names = list(m.Hop._fields) if kind is m.Hop else [one.name for one in fields(kind)]
        assert list(row) == ([name for name in names if name != "span"] or ["(itself)"])
    answers = {cell.answer for _, cell in cells()}
    assert answers <= BY_CODE.keys() | SENTENCES.keys()
    assert SENTENCES.keys() <= answers


@pytest.mark.parametrize("cell", [pytest.param(cell, id=name) for name, cell in cells()])
def test_the_record_of_a_cell_is_answered_for(cell: Cell) -> None:
    said = list(found_in(cell))
    codes = {one.code for one in said if one.kind.name not in TAKEN_AS_WRITTEN}
    if cell.answer in SENTENCES:
        assert codes == set()
    else:
        assert cell.answer in {one.code for one in said}
        grave = {one.code for one in said if one.severity is not Severity.NOTE}
        assert grave <= {cell.answer}


def test_the_document_is_made_from_the_table(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--update-golden"):
        DOCUMENT.write_text(document(), encoding="utf-8")
    assert DOCUMENT.read_text(encoding="utf-8") == document()


OPENED = "W 31: 8/5 6/5\nB 64: 24/14\n"
HOME = "setup W: 6x2 off13; B: 5x2 off13; W to play"


def reading(text: str, format: str = "kotra") -> Reading:
    return read_in_full(Source(text.encode()), format)


def found(text: str, format: str = "kotra") -> list[Finding]:
    """Everything that a check says of a record."""
    one = reading(text, format)
    return [*one.findings, *(said for match in one.matches for said in replay(match).findings)]


def codes(text: str, format: str = "kotra") -> list[str]:
    return [one.code for one in found(text, format)]


def record(lines: str, length: int = 0, head: str = "") -> str:
    return f"kotra 1\n{head}length: {length}\ngame 1 0-0\n{lines}\n"


UNREAD = record(
    'W 31: unread "8/5 6=5"\nB 64: 24/14\nextra mat:line "B dobules 2"\nextra "mat:cell" "xx"\nW wins 1'
)


def test_what_was_not_read_is_an_error_wherever_it_is_carried_said_once() -> None:
    assert codes(UNREAD) == ["N103", "N102", "N103"]
    for name in ("kotra", "json"):
        content = write_matches(reading(UNREAD).matches, name).content
        assert isinstance(content, str)
        assert [(one.code, one.game, one.turn) for one in found(content, name)] == [
            ("N103", 1, 1),
            ("N102", 1, 2),
            ("N103", 1, 2),
        ]
    assert codes(record("W 31: 8/5 6=5\nB dobules 2\nW wins 1")) == ["N103", "N102"]
    turn = '{"type": "turn", "seat": 0, "dice": [3, 1], "deed": 7}'
    claim = '{"type": "result-claim", "seat": 0, "points": 1}'
    text = f'{{"kotra": 1, "matches": [{{"length": 0, "games": [{{"events": [{turn}, {claim}]}}]}}]}}'
    assert codes(text, "json") == ["N113"]


WRITTEN = [name for name, one in FORMATS.items() if one.write and name != "ogxm"]


@pytest.mark.parametrize("name", WRITTEN)
def test_no_notation_launders_what_was_not_read(name: str) -> None:
    whole = reading(UNREAD).matches[0]
    writing = kn.write(whole, name)
    content = writing.content.encode() if isinstance(writing.content, str) else writing.content
    again = read_in_full(Source(content), name)
    errors = sum(one.code in ("N102", "N103") for one in again.findings)
    assert errors + sum(one.written in ("8/5 6=5", "B dobules 2", "xx") for one in writing.findings) == 3


FALSE = {
    "a second opening throw": "opening 3-1\nopening 1-2\nB 21: 13/11 6/5\nB wins 1",
    "an illegal play": "W 31: 8/5 6/4\nB 64: 24/14\nW wins 1",
    "points no win brings": f"{OPENED}W wins 1004",
    "a set-up that hides a play": f"{OPENED}{HOME}\nW 66: 6/off(2)\nW wins 1",
    "a forfeit for too much": f"{OPENED}W forfeits game 99\nB wins 99",
    "another win": "setup W: 1x1 off14; B: 6x15; W to play; cube 2 W\nW 62: 1/off\nW wins 4 by backgammon",
    "another score": f"{OPENED}W wins 1\nscore 9-9",
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("lines", FALSE.values(), ids=FALSE)
def test_what_is_false_is_false_in_every_notation_or_lost(lines: str, name: str) -> None:
    (match,) = reading(record(lines, 3)).matches
    assert said(match)
    writing = kn.write(match, name)
    content = writing.content.encode() if isinstance(writing.content, str) else writing.content
    again = read_in_full(Source(content), name).matches
    assert writing.findings or (again and said(again[0]) == said(match))


def said(match: Match) -> set[str]:
    """The codes of what is wrong in a match."""
    return {one.code for one in replay(match).findings if one.severity != "note" and one.code != "S408"}


def test_a_file_without_a_game_and_headers_near_a_known_one_are_named_in_other_notations() -> None:
    assert codes('{"kotra": 1, "matches": [{"players": [{"name": "A"}, {}]}]}', "json") == ["N106"]
    mat = '; [Jacobi "On"]\n; [CubeLimit "64"]\n\n 1 point match\n\n Game 1\n A : 0    B : 0\n'
    mat += "  1) 31: 8/5 6/5                 64: 24/14\n      Wins 1 point and the match\n"
    assert [one.written for one in found(mat, "mat") if one.code == "N119"] == ["Jacobi"]


def test_rules_that_are_asked_for_are_not_said_to_be_those_of_the_record() -> None:
    text = record("W 31: 8/5\nB 64: 24/14\nW wins 1", head="rules: modern,dice.max_use=off\n")
    assert [one.code for one in replay(reading(text).matches[0], "modern,dice.max_use=off").findings] == []


@pytest.mark.parametrize(
    ("lines", "length"), [("W forfeits match", 7), (f"{OPENED}B drops\nW forfeits match", 0)]
)
def test_who_forfeits_a_match_has_lost_it(lines: str, length: int) -> None:
    replayed = replay(reading(record(lines, length)).matches[0])
    assert (replayed.winner, replayed.complete) == (1, True)


@rows
def test_the_final_score_of_a_fibs_log_is_judged(line: str, wrong: str) -> None:
    log = (SAMPLES / "notations" / "hrafnkell.log").read_text(encoding="utf-8")
    assert "wins the 3 point match 8-1 ." in log
    text = log.replace("point match 8-1", f"point match {line}")
    assert [one.code for one in found(text, "fibs-log") if one.severity != "note"] == wrong.split()


@rows
def test_the_word_for_the_win_in_match_text_is_judged(word: str, wrong: str) -> None:
    turns = "  1) 61: 13/7 8/7            52: 13/8 24/22\n"
    text = f" 7 point match\n\n Game 1\n A : 0   B : 0\n{turns}      Wins 2 points{word}\n"
    assert [one.code for one in found(text, "mat") if one.severity != "note"] == wrong.split()


def test_a_notation_that_names_no_side_has_its_set_ups_seen_by_who_throws_next() -> None:
    (match,) = reading(record(f"{HOME}\nW 66: 6/off(2)\nW wins 1")).matches
    setup, turn, claim = match.games[0].events
    assert isinstance(setup, SetPosition)
    assert isinstance(turn, Turn)
    black, *_ = with_thrower((setup, replace(turn, seat=1), claim))
    assert isinstance(black, SetPosition)
    assert black.position.seat == 1
    assert black.position.seen_by(0) == setup.position.seen_by(0)
    assert with_thrower((setup, turn, claim)) == (setup, turn, claim)


NOTATIONS = Path(__file__).parents[1] / "samples" / "notations"
OBJECT = re.compile(r'\{"(\w+)":(?: "[\w-]*")?')


def found_beside(text: str, notation: str) -> list[Finding]:
    """Return what is found_beside in a record, but that it is short."""
    reading = read_in_full(Source(text.encode()), notation)
    findings = [*reading.findings, *(one for match in reading.matches for one in replay(match).findings)]
    return [one for one in findings if one.code not in SHORT]


CELLS = [
    pytest.param(text, row.notation, answer, id=f"{row.notation} {row.name} {place}")
    for row in HEADS
    for place, text, answer in row.cells()
]


@pytest.mark.parametrize("notation", RECORDS)
def test_the_record_of_a_notation_is_sound(notation: str) -> None:
    text = RECORDS[notation].format(head="", mid="", next="")
    assert {one.code for one in found_beside(text, notation)} <= {"N108"}


@pytest.mark.parametrize(("text", "notation", "answer"), CELLS)
def test_a_header_in_a_place_is_answered_for(text: str, notation: str, answer: str) -> None:
    codes = {one.code for one in found_beside(text, notation)}
    if answer in LENIENCIES:
        assert codes == set()
    else:
        assert answer in codes


def test_every_answer_is_a_finding_or_a_leniency() -> None:
    assert {answer for row in HEADS for answer in row.answers} <= BY_CODE.keys() | LENIENCIES.keys()
    assert all(len(row.answers) == len(judged_heads.PLACES) for row in HEADS)


def twice_in_json() -> Iterator[str]:
    """Yield a document with a key twice, for each kind of object that it holds."""
    text = (NOTATIONS / "davidsson.json").read_text(encoding="utf-8")
    seen = set()
    for begin in OBJECT.finditer(text):
        if begin[0] not in seen:
            seen.add(begin[0])
            key = begin[1]
            yield f'{text[: begin.start() + 1]}"{key}": null, {text[begin.start() + 1 :]}'


def test_no_key_of_an_object_in_json_may_stand_twice() -> None:
    documents = list(twice_in_json())
    assert len(documents) > 8
    assert [
        text[:200] for text in documents if "N113" not in {one.code for one in found_beside(text, "json")}
    ] == []
