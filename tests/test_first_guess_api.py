"""What a programmer types first works: texts, numbers and paths where a value is asked for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

import kotra_notation as kn
from kotra_notation.features.analyse.job import analyst, continues
from kotra_notation.formats import FORMATS
from tests.records import SAMPLES, rows

SOUND, FAULTY = SAMPLES / "sound" / "reykjavik.mat", SAMPLES / "faulty" / "slip.mat"


def test_dice_may_be_a_number_and_commands_are_functions() -> None:
    assert kn.plays("start", 31) == kn.plays("start", "3-1")
    with pytest.raises(ValueError, match="7"):
        kn.plays("start", 71)
    assert kn.legal("start", 31) == kn.plays("start", 31)
    assert kn.board("start").svg() == kn.position("start").svg()
    frame = kn.replay(kn.read(SOUND).matches[0]).games[0].frames[1]
    assert (
        kn.board(SOUND, at="1.2").points == kn.board(str(SOUND), "1.2").points == frame.before.position.points
    )
    for source, at in ((SOUND, None), (kn.position("start"), "1.2")):
        with pytest.raises(kn.KotraError, match="match file"):
            kn.board(source, at)


def test_players_may_be_names() -> None:
    match = kn.Match(players=("Anna", kn.Player(name="Björn")), length=3)  # type: ignore[arg-type]
    assert match == kn.Match(players=(kn.Player(name="Anna"), kn.Player(name="Björn")), length=3)
    assert "Anna" in str(kn.write(match, "kotra").content)
    for players in (("Anna",), "AB C", ("Anna", None)):
        with pytest.raises(TypeError, match="two names"):
            kn.Match(players=players)  # type: ignore[arg-type]


def test_the_best_play_of_dice_that_are_a_number() -> None:
    pytest.importorskip("numpy")
    assert kn.best("start", 31).plays[0].text == "8/5 6/5"


def test_a_page_is_that_of_a_replay_and_says_how_many_matches_there_are() -> None:
    reading = kn.read(SOUND)
    page = kn.report(kn.replay(reading.matches[0]), findings=reading.findings)
    assert kn.report(str(SOUND)) == kn.report(SOUND) == kn.report(SOUND.read_text()) == page
    assert kn.report(reading.matches[0]).startswith("<!DOCTYPE html>")
    text = SOUND.read_text()
    with pytest.raises(kn.SeveralMatches, match="it holds 2 matches"):
        kn.report(text + "\n" + text)
    assert kn.report(text + "\n" + text, number=2).startswith("<!DOCTYPE html>")


def test_statistics_of_what_was_read_or_analysed() -> None:
    pytest.importorskip("numpy")
    analysed = kn.analyse(SOUND)
    assert kn.stats(analysed).files[0].matches == kn.stats(analysed.match).files[0].matches
    assert kn.stats(kn.read(SOUND)).files[0].matches[0].sheet is None


def test_an_analysis_of_the_same_record_is_gone_on_with_and_no_other_file_is_written_over() -> None:
    pytest.importorskip("numpy")
    text = "kotra 1\nlength: 1\nevent: Vormót\ngame 1 0-0\nW 31: 8/5 6/5\nB 64: 24/14\n"
    (match,), engine = kn.read(text).matches, analyst("kotra", "normal")
    analysed = kn.analyse(match).match
    others = [match, replace(analysed, info=(*analysed.info, ("round", "2"))), replace(analysed, games=())]
    assert [continues([match], [before], engine) for before in (analysed, *others)] == [True] + [False] * 3
    assert not continues([match, match], [analysed], engine)


def test_two_words_are_merged_and_a_finding_is_its_sentence() -> None:
    merged = kn.merge(SOUND, str(SOUND)).content
    assert all(kn.merge([SOUND, SOUND], prefer=prefer).content == merged for prefer in (None, 0, 1, "legal"))
    for prefer in ("c", 2, -1):
        with pytest.raises(kn.KotraError, match="Name the record to prefer"):
            kn.merge(SOUND, SOUND, prefer=prefer)
    (finding,) = kn.replay(kn.read(FAULTY).matches[0]).findings
    assert str(finding).startswith("line 18: P201 Steinunn cannot move 7/5 with 31")
    assert kn.explain("P203").startswith("# P203 point-held")
    assert kn.explain("gammon", language="is").startswith("gammon")
    with pytest.raises(ValueError, match="frobnicate"):
        kn.explain("frobnicate")
    assert "Steinunn" in kn.show(FAULTY)
    assert "31: 7/5 18/15*" in kn.show(FAULTY, "1.17")
    with pytest.raises(ValueError, match="no turn 99"):
        kn.show(FAULTY, "1.99")
    with pytest.raises(kn.KotraError, match="There is no game 2"):
        kn.replay(kn.read(FAULTY).matches[0]).find_game(2)


def test_a_conversion_to_a_path_is_written(tmp_path: Path) -> None:
    target = tmp_path / "b.sgf"
    converted = kn.convert(SOUND, target)
    assert (converted.written, target.read_text("utf-8")) == ((str(target),), converted.content)
    again = kn.convert(SOUND, str(target), force=True)
    assert converted.content == kn.convert(SOUND, "sgf").content == again.content
    text = f"{SOUND.read_text()}\n{SOUND.read_text()}"
    assert [Path(path).name for path in kn.convert(text, target, split=True).written] == [
        "b-1.sgf",
        "b-2.sgf",
    ]


@rows
def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path, name: str, error: str) -> None:
    with pytest.raises(kn.KotraError, match=error):
        kn.convert(SOUND, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten_unless_that_is_allowed(tmp_path: Path) -> None:
    (tmp_path / "a.mat").write_bytes(SOUND.read_bytes())
    (tmp_path / "b.sgf").write_text("mine")
    for name in ("a.mat", "b.sgf"):
        with pytest.raises(kn.FileExists, match="already exists"):
            kn.convert(tmp_path / "a.mat", tmp_path / name)
    assert (tmp_path / "a.mat").read_bytes() == SOUND.read_bytes()
    assert (tmp_path / "b.sgf").read_text() == "mine"
    assert kn.convert(tmp_path / "a.mat", tmp_path / "b.sgf", force=True).written
    assert kn.read(tmp_path / "b.sgf").matches


def test_the_best_play_at_a_turn_of_a_file() -> None:
    pytest.importorskip("numpy")
    frame = kn.replay(kn.read(SOUND).matches[0]).games[0].frames[1]
    assert isinstance(frame.event, kn.Turn)
    best = kn.best(SOUND, at="1.2")
    assert best.plays == kn.best(frame.before.position, frame.event.dice).plays
    assert kn.best(str(SOUND), at="1.2").asked == best.asked == frame.before.thrown(frame.event.dice).xgid()
    with pytest.raises(kn.KotraError, match="match file"):
        kn.best(SOUND)
    with pytest.raises(kn.KotraError, match="match file"):
        kn.best(kn.position("start"), at="1.2")


@pytest.mark.parametrize(
    "score", [(2, 4), ("2", "4"), ("2-away", "4-away"), ("2a4a",), ("2-away, 4a",), ("2 4",)]
)
def test_a_score_may_be_a_text(score: tuple[int, int]) -> None:
    assert kn.met(*score) == kn.match_equity(2, 4)


@pytest.mark.parametrize("score", ["24", "", "2a", "2a4a6a", "a4", "2.5a4"])
def test_what_is_no_score_is_refused(score: str) -> None:
    with pytest.raises(kn.KotraError, match="is not a score"):
        kn.met(score)


def test_results_are_short_in_a_terminal() -> None:
    reading = kn.read(SOUND)
    assert repr(reading) == "<Reading mat, gnubg, 1 match: 0 findings>"
    assert repr(kn.replay(reading.matches[0])) == "<Replay Steinunn – Kolfinna: 1 game, 4–0, no finding>"
    assert repr(kn.read(SAMPLES / "notations" / "stodur.txt")).startswith("<Reading ")
    pytest.importorskip("numpy")
    assert repr(kn.analyse(SOUND)).startswith("<Analysed 1 match: 53 of 53 rolls by Kotra")


def test_results_print_as_tables() -> None:
    assert str(kn.match_equities(2)).splitlines() == [
        "Kazaross-XG2",
        "    1      2",
        "1   50.00  67.74",
        "2   32.26  50.00",
        "1*  50.00  51.20",
    ]
    assert "24    sure        nothing  54: bar/21 21/16" in repr(kn.fix(SAMPLES / "faulty" / "turns.mat"))
    assert repr(kn.diff(SOUND, SOUND)) == "<Diff: nothing found>"


def test_results_are_tables_and_boards_in_a_notebook() -> None:
    reading = kn.read(FAULTY.read_text("utf-8").replace("Steinunn", "<b>Steinunn"))
    replay = kn.replay(reading.matches[0])
    shown = [reading._repr_html_(), replay._repr_html_(), replay.games[0]._repr_html_()]
    assert all("<table>" in html and "<b>" not in html for html in shown)
    assert "&lt;b&gt;Steinunn" in shown[0]
    assert "<svg" in shown[2]
    assert "<td>31: 7/5 18/15*</td><td>P201</td>" in shown[2]
    assert "<svg" in kn.read(SAMPLES / "notations" / "stodur.txt")._repr_html_()


def test_games_have_their_rules_and_turns_and_plays_are_no_texts() -> None:
    assert kn.legal("forn", 66) == kn.legal("forn", 66, "forn-1977")
    with pytest.raises(ValueError, match="not a position of forn-de; its rules may be: modern"):
        kn.legal("start", 66, "forn-de")
    turn = kn.Turn(seat=0, dice=(3, 1), deed="8/5 6/5")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not '8/5 6/5'; a Draft reads texts"):
        kn.write(kn.Match(games=(kn.Game(events=(turn,)),)), "mat")
    turns = kn.read(SOUND).matches[0].games[0].turns
    assert (len(turns), turns[0].dice) == (53, (5, 2))
    with pytest.raises(AttributeError, match=r"no attribute 'load'; use read$"):
        getattr(kn, "load")  # noqa: B009
    with pytest.raises(AttributeError, match=r"no attribute 'lod'$"):
        getattr(kn, "lod")  # noqa: B009


def test_a_table_is_an_attribute_and_pandas_asks_for_its_name() -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("pyarrow")
    made = kn.tables(SOUND)
    assert made.games.num_rows == 1
    assert not hasattr(made, "nothing")
    pytest.importorskip("pandas")
    assert len(made.to_pandas("turns")) > 50
    with pytest.raises(ValueError, match=r"Name a table: .*decisions"):
        made.to_pandas()


WRONG: tuple[object, ...] = (None, 3, 2.5, "", "abc", "nope/x.mat", b"", b"\xff\x00\x01", bytearray(b"x"))
WRONG += ([], [1], {}, {1}, (3, 1), object())
FUNCTIONS = [
    name for name in kn.__all__ if name.islower() and callable(getattr(kn, name)) and name != "selfplay"
]


def usual_arguments(function: Callable[..., object], source: object) -> tuple[Any, ...]:
    """Return what a function is usually called with: as many arguments as it needs, the source first."""
    needed = [each for each in signature(function).parameters.values() if each.default is each.empty]
    return (source, "31", "mat")[: max(len(needed), 1)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_wrong_value_is_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function = getattr(kn, name)
    usual = usual_arguments(function, str(SOUND))
    with open(SOUND, "rb") as open_file:
        for place in range(len(usual)):
            for wrong in (*WRONG, open_file, kn.read(SOUND)):
                # What is no text, path or value of ours is no fault of the program; a file may be missing.
                with suppress(kn.KotraError, OSError):
                    function(*usual[:place], wrong, *usual[place + 1 :])


@cache
def in_every_notation() -> list[bytes | str]:
    """Return records that are sound, faulty, and in Windows' encoding, in each notation that we write."""
    written: list[bytes | str] = [SOUND.read_bytes().replace(b"Anna", b"\xc1rni")]
    for record in (SOUND, FAULTY):
        for name in FORMATS:
            with suppress(kn.KotraError):
                written.append(kn.write(kn.read(record).matches[0], name).content)
    assert len(written) >= 11
    return written


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_record_of_any_notation_is_taken_or_refused_in_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    function = getattr(kn, name)
    for data in in_every_notation():
        with suppress(kn.KotraError, FileNotFoundError):
            function(*usual_arguments(function, data))


def test_a_record_and_a_position_may_be_bytes() -> None:
    data = SOUND.read_bytes()
    assert kn.show(data, "1.2") == kn.show(SOUND, "1.2")
    assert kn.board(data, "1.2") == kn.board(SOUND, "1.2")
    assert kn.board(b"start") == kn.board("start")
    assert kn.plays(b"start", 31) == kn.plays("start", 31)  # type: ignore[arg-type]
