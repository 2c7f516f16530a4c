"""eXtreme Gammon: made-up records as data (`tests/facts/notations/xg.toml`), the container, the samples."""

from __future__ import annotations

import tomllib
from struct import pack_into
from typing import Any

import pytest

from kotra_notation.formats.format import Reading
from kotra_notation.formats.xg.container import plain
from kotra_notation.model import Comment, Evaluation, ScoreClaim, SetPosition
from kotra_notation.replay import replay
from referees import xg_files as xg
from tests.records import FACTS, SAMPLES, content, in_kotra, lines_of, names, only, read, rows

TOLD = tomllib.loads((FACTS / "notations" / "xg.toml").read_text(encoding="utf-8"))
SEATS = {"W": 1, "B": -1, "?": 7}


class File:
    """A file made of the rows of a fact."""

    def __init__(self, rows: list[list[Any]]) -> None:
        self.made = xg.Recorder()
        self.rollouts = b""
        self.comments: list[str] = []
        if rows[0][0] not in {"match", "nothing"}:
            rows = [["match"], ["game"], *rows]
        for kind, *words in rows:
            options = words.pop() if words and isinstance(words[-1], dict) else {}
            getattr(self, kind)(*words, **options)

    def reading(self) -> Reading:
        """Return what is read of the file."""
        comments = b"\r\n".join(map(xg.rtf, self.comments))
        return read(self.made.file(rollouts=self.rollouts, comments=comments), "xg")

    def nothing(self) -> None:
        """Add no record at all."""

    def match(self, **options: Any) -> None:
        self.made.add(xg.match_header(**options))

    def game(
        self, score: tuple[int, int] = (0, 0), board: dict[str, int] | None = None, **options: Any
    ) -> None:
        men = xg.START if board is None else tuple(board.get(str(point), 0) for point in range(26))
        self.made.game(score, board=men, **options)
        self.made.board = men

    def board(self, **men: int) -> None:
        self.made.board = xg.START if "start" in men else tuple(men.get(str(point), 0) for point in range(26))

    def turn(self, side: str, dice: str, play: str, **options: Any) -> None:
        self.made.turn(SEATS[side], dice, play, **self.weighed(**options))

    def move(self, side: str, dice: list[int] | str, play: str, **options: Any) -> None:
        if "after" in options:
            options["after"] = xg.made(self.made.board, xg.hops_of(options["after"]))
        thrown = (int(dice[0]), int(dice[1]))
        board = self.made.board
        self.made.add(xg.move(SEATS[side], board, xg.hops_of(play), thrown, **self.weighed(**options)))

    def cube(self, side: str, **options: Any) -> None:
        if "decision" in options:
            options["decision"] = xg.Decision(tuple(options["decision"]))
        self.made.add(xg.cube(SEATS[side], self.made.board, **options))

    def weighed(self, candidates: list[list[Any]] = [], **options: Any) -> dict[str, Any]:  # noqa: B006
        weighed = [xg.Weighed(xg.hops_of(play), equity, **dict(*more)) for play, equity, *more in candidates]
        return {**options, "candidates": weighed}

    def end(self, score: tuple[int, int], winner: int, points: int, way: int) -> None:
        self.made.add(xg.game_end(score, winner, points, way))

    def over(self, score: tuple[int, int], winner: int) -> None:
        self.made.add(xg.match_end(score, winner))

    def record(self, kind: int) -> None:
        self.made.add(xg.record(kind))

    def change(self, offset: int, form: str, values: list[int]) -> None:
        record = bytearray(self.made.records.pop())
        pack_into("<" + form, record, offset, *values)
        self.made.add(bytes(record))

    def rollout(self, games: int, **options: Any) -> None:
        self.rollouts += xg.rollout(games, **options)

    def comment(self, text: str) -> None:
        self.comments.append(text)


def unusual(lines: list[str]) -> list[str]:
    """Return the lines of a match that are not those of a usual one, and those of that which are missing."""
    usual = lines_of(TOLD["usual"])
    return [
        *(line for line in lines if line not in usual),
        *(f"- {line}" for line in usual if line not in lines),
    ]


@pytest.mark.parametrize("row", TOLD["rows"], ids=lambda row: row[0])
def test_records_are_read_so(row: list[Any]) -> None:
    _, records, found, kotra = row
    reading = File(records).reading()
    assert (" ".join(names(reading.findings)), unusual(in_kotra(reading.matches))) == (found, lines_of(kotra))


@pytest.mark.parametrize(("count", "found"), [(32, []), (33, ["structure-broken"])])
def test_a_play_has_up_to_so_many_candidates(count: int, found: list[str]) -> None:
    weighed = [["8/5 6/5", number / 64, {"level": 100, "rollout": 0}] for number in range(count)]
    reading = File([["turn", "W", "31", "8/5 6/5", {"candidates": weighed}], ["rollout", 36]]).reading()
    events = reading.matches[0].games[0].events
    evaluations = [event for event in events if isinstance(event, Evaluation)]
    equities = [choice.equity for event in evaluations for choice in event.candidates]
    assert (names(reading.findings), equities) == (found, [each[1] for each in weighed if not found])


def test_remarks_of_the_container_are_read_with_and_without_an_index() -> None:
    records = b"".join(
        File([["match", {"comments": (0, -1)}], ["game"], ["turn", "W", "31", "8/5 6/5"]]).made.records
    )
    with_index, bare = (
        read(xg.container(records, comments=xg.rtf("Orð"), indexed=indexed), "xg")
        for indexed in (True, False)
    )
    assert bare == with_index
    assert bare.matches[0].remarks == (Comment(text="Orð"),)
    data = xg.container(xg.match_header() + xg.game_header(), remark="Úr sjónvarpi")
    assert read(data).matches[0].remarks == (Comment(text="Úr sjónvarpi"),)


def test_a_play_marked_illegal_stood() -> None:
    (match,) = File([["turn", "W", "31", "8/5 6/4", {"invalid": 2}]]).reading().matches
    (found, *_) = replay(match).findings
    assert (found.code, found.severity) == ("P201", "warning")


@pytest.mark.parametrize(("name", "made"), [("skafl.xg", xg.sample()), ("stada.xgp", xg.sample_position())])
def test_samples_are_made_by_the_builder_and_come_back_from_our_own_notation(name: str, made: bytes) -> None:
    sample = read((SAMPLES / "notations" / name).read_bytes())
    assert sample == read(made)
    assert only(content(sample.matches, "kotra")) == sample.matches[0]


def test_a_position_with_a_throw() -> None:
    match = only(xg.sample_position())
    setup, evaluation = match.games[0].events
    assert [player.name for player in match.players] == [xg.TWO, xg.ONE]
    assert match.games[0].score == ScoreClaim(score=(4, 2))
    assert isinstance(setup, SetPosition)
    assert setup.position.xgid() == "XGID=-b---BD-B---eE---c-d--a-B-:0:0:1:64:2:4:0:7:10"
    assert isinstance(evaluation, Evaluation)
    assert [candidate.choice for candidate in evaluation.candidates] == ["24/20 13/7", "24/14", "13/3"]


@rows
def test_rtf_as_plain_text(text: str, words: str) -> None:
    assert plain(text) == words
