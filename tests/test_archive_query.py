"""What an archive is asked: throws by the board before them, and SQL that can change nothing."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import kotra_notation as kn
from kotra_notation.archive.ask.find import matching_boards, pattern
from kotra_notation.archive.rows import Boards
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import READING, QueryError, _nodes, connect, reading, run_query
from kotra_notation.board import gnubg_id
from kotra_notation.board.points import Points, Turning, pips
from kotra_notation.model import Turn
from referees.archives import SAMPLES, generated, made
from tests.calls import kotra, outside
from tests.records import rows, write_files

pytestmark = pytest.mark.middle


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("limit", [(), ("--limit", "1500")])
def test_parquet_holds_the_rows_up_to_a_limit(archive: Path, tmp_path: Path, limit: tuple[str, ...]) -> None:
    words = ("SELECT i, i * 1.5 AS j FROM range(2500) t(i)", "--output-format", "parquet", *limit)
    assert kotra("archive", "query", archive, *words, "-o", tmp_path / "out.parquet").exit_code == 0
    rows = list(range(1500 if limit else 2500))
    assert pq.read_table(tmp_path / "out.parquet")["i"].to_pylist() == rows
    result = kotra("archive", "query", archive, *words)
    assert pq.read_table(io.BytesIO(result.stdout_bytes))["i"].to_pylist() == rows


@rows
def test_what_reads_is_answered(archive: Path, sql: str) -> None:
    base = connect(Store.open(archive))
    assert list(run_query(base, sql).rows)[:0] == []


@rows
def test_nothing_is_written_and_no_other_file_is_read(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sql: str
) -> None:
    folder = shutil.copytree(archive, tmp_path / "archive")
    monkeypatch.chdir(write_files(tmp_path, {"secret.csv": "secret\nkept\n"}))
    before = contents(tmp_path)
    facts: dict[str, Any] = {"folder": folder, "manifest": folder / "archive.json", "new": tmp_path / "new"}
    facts |= {"part": Store.open(folder).paths("comments")[0], "outside": tmp_path / "secret.csv"}
    result = kotra("archive", "query", folder, sql.format(**facts))
    assert (result.exit_code, "kept" in result.output, contents(tmp_path)) == (2, False, before)


def test_a_part_of_a_statement_that_is_not_known_to_read_is_refused(archive: Path) -> None:
    base = connect(Store.open(archive))
    parsed = json.loads(base.execute("SELECT json_serialize_sql('FROM games')").fetchall()[0][0])
    assert set(_nodes(parsed)) == {"SELECT_NODE"} <= READING
    with pytest.raises(QueryError, match="read-only"):
        reading(base, "WITH a AS (UPDATE games SET game = 1 RETURNING *) FROM a")


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_statement_that_fails_leaves_the_file_and_says_so(archive: Path, tmp_path: Path, form: str) -> None:
    target = write_files(tmp_path, {"out": "unchanged"}) / "out"
    sql = "SELECT CAST(CASE WHEN i = 90000 THEN 'x' ELSE '1' END AS INT) AS n FROM range(100000) t(i)"
    result = kotra("archive", "query", archive, sql, "--output-format", form, "-o", target, "--force")
    assert (result.exit_code, "Conversion Error" in result.stderr) == (2, True)
    assert contents(tmp_path) == {str(target): b"unchanged"}


def test_nothing_but_the_answer_is_said(archive: Path) -> None:
    """The database's own interpreter layer tells of what it still holds, where it is not looked through."""
    done = outside("archive", "query", str(archive), "SELECT 1 AS one")
    assert (done.stderr, b"one" in done.stdout) == (b"", True)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C is heard here, also where the tests run in the background and it is not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_a_long_question_can_be_stopped(archive: Path) -> None:
    sql = "SELECT count(*) FROM range(100000000) a, range(100000000) b WHERE hash(a.range, b.range) = 1"
    base = connect(Store.open(archive))
    Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(run_query(base, sql).rows)
    assert time.monotonic() - begun < 20


def test_standard_output_that_is_closed_ends_it_quietly(archive: Path) -> None:
    command = [sys.executable, "-m", "kotra_notation", "archive", "query", str(archive)]
    command += ["FROM range(10000000)", "--output-format", "csv"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


Board = tuple[Points, int]


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    matches = generated(tmp_path_factory.mktemp("matches"), 6, 2)
    folder = tmp_path_factory.mktemp("archive")
    made(folder, matches)
    return folder, matches


def boards(matches: Path) -> Iterator[tuple[str, int, int, Board]]:
    """Every board before a throw, seen by the side on roll: its file, game, turn, and whose it is."""
    for path in sorted(matches.iterdir()):
        for game in kn.replay(kn.read(path).matches[0]).games:
            for frame in game.frames:
                if isinstance(turn := frame.event, Turn):
                    board = frame.before.seen_by(turn.seat)
                    yield path.name, game.number, frame.after.turns, (board, turn.seat)


def found(folder: Path, *arguments: str) -> set[tuple[str, int, int]]:
    result = kotra("archive", "find", folder, *arguments, "--limit", "100000", "--json")
    assert result.exit_code in (0, 1), result.stderr
    said = json.loads(result.stdout)["found"]
    return {(Path(one["path"]).name, one["game"], one["turn"]) for one in said}


def apart(one: Points, other: Points) -> int:
    """How many men stand otherwise, counted point by point."""
    men = 0
    for side in (1, -1):
        pairs = zip(one, other, strict=True)
        moved = [max(side * here, 0) - max(side * there, 0) for here, there in pairs]
        men += max(sum(max(each, 0) for each in moved), sum(max(-each, 0) for each in moved))
    return men


@pytest.mark.parametrize("within", [0, 1, 2, 4, 30])
def test_a_position_is_found_wherever_it_or_one_like_it_was(archived: tuple[Path, Path], within: int) -> None:
    folder, matches = archived
    modern = [one for one in boards(matches) if one[0].endswith(".mat")]
    wanted = modern[7][3][0]
    near = {(path, game, turn) for path, game, turn, (board, _) in modern if apart(board, wanted) <= within}
    id = gnubg_id.spell_id(wanted)
    assert found(folder, "--position", id, "--within", str(within)) == near


@pytest.mark.parametrize("within", ["2", "30"])
def test_the_positions_most_alike_come_first(archived: tuple[Path, Path], within: str) -> None:
    folder, _ = archived
    throws = kn.archive.find(folder, "start", within=int(within), limit=10**6).throws
    ranks = [(throw.place.distance, throw.place.pips) for throw in throws]
    assert ranks == sorted(ranks)
    assert ranks[0] == (0, 0) < ranks[-1]
    few = kn.archive.find(folder, "start", within=int(within), limit=40).throws
    assert [(throw.place.distance, throw.place.pips) for throw in few] == ranks[:40]
    assert few[-1].place.distance > 0


def test_positions_of_the_old_game_are_found_with_two_checkers_otherwise_at_most(
    archived: tuple[Path, Path],
) -> None:
    with pytest.raises(ValueError, match="In old kotra 0, 1 or 2"):
        kn.archive.find(archived[0], "forn", within=3)
    folder, matches = archived
    path = matches / "old-000.kotra"
    game = kn.replay(kn.read(path).matches[0]).games[0]
    last = [frame for frame in game.frames if isinstance(frame.event, Turn)][-1]
    assert isinstance(last.event, Turn)
    hits = found(folder, "--position", last.before.position.text(), "--side", "WB"[last.event.seat])
    assert ("old-000.kotra", 1, last.after.turns) in hits


@pytest.mark.parametrize("dice", ["31", "6-5", "22"])
def test_of_dice_those_rolls_alone_are_found_and_their_ends(archived: tuple[Path, Path], dice: str) -> None:
    folder, matches = archived
    rolled = sorted(map(int, dice.replace("-", "")))
    expected = {}
    for path in sorted(matches.glob("*.mat")):
        for game in kn.replay(kn.read(path).matches[0]).games:
            for frame in game.frames:
                if isinstance(frame.event, Turn) and sorted(frame.event.dice or ()) == rolled:
                    end = game.ending
                    place = (path.name, game.number, frame.after.turns)
                    expected[place] = (end.kind, end.winner, end.points)
    words = ("--pattern", "roll off 0", "--dice", dice, "--json", "--limit", "100000")
    result = kotra("archive", "find", folder, *words)
    hits = json.loads(result.stdout)["found"]
    assert {tuple(sorted(one["dice"])) for one in hits} == {tuple(rolled)}
    told = {(Path(one["path"]).name, one["game"], one["turn"]): tuple(one["ended"].values()) for one in hits}
    assert told == expected
    assert len(told) > 3


PATTERNS: list[tuple[str, Callable[[Points, Points, int], bool]]] = [
    ("roll holds 5 points", lambda mine, theirs, seat: sum(count >= 2 for count in mine[1:25]) >= 5),
    ("other on bar", lambda mine, theirs, seat: theirs[25] > 0),
    ("roll 2 on bar", lambda mine, theirs, seat: mine[25] >= 2),
    ("roll holds 6 8", lambda mine, theirs, seat: mine[6] >= 2 and mine[8] >= 2),
    ("roll holds 4-6", lambda mine, theirs, seat: min(mine[4:7]) >= 2),
    ("other has 0 on 24", lambda mine, theirs, seat: theirs[24] <= 0),
    ("other has 3 on 6, roll on the bar", lambda mine, theirs, seat: theirs[6] >= 3 and mine[25] > 0),
    ("W off 3", lambda mine, theirs, seat: sum(c for c in (theirs if seat else mine) if c > 0) <= 12),
    ("roll prime 4", lambda mine, theirs, seat: any(min(mine[at : at + 4]) >= 2 for at in range(1, 22))),
]


@pytest.mark.parametrize(("text", "holds"), PATTERNS)
def test_a_pattern_is_found_where_it_holds(
    archived: tuple[Path, Path], text: str, holds: Callable[[Points, Points, int], bool]
) -> None:
    folder, matches = archived
    expected = {
        (path, game, turn)
        for path, game, turn, (board, seat) in boards(matches)
        if path.endswith(".mat") and holds(board, tuple(-count for count in reversed(board)), seat)
    }
    assert found(folder, "--pattern", text) == expected
    assert expected


def test_boards_are_what_they_are_one_by_one_and_clauses_hold_for_their_side(
    archived: tuple[Path, Path],
) -> None:
    data = bytes([0] * 5 + [2] * 3 + [0] * 18)
    one = Boards.of(data + data, Turning.MIRRORED)
    for text in ("W holds 5-7", "W prime 3", "W 3-prime", "W holds a 3-prime"):
        assert matching_boards(one, np.array([0, 1]), pattern(text)).tolist() == [True, False]
    every = [board for path, _, _, (board, _) in boards(archived[1]) if path.endswith(".mat")]
    many = Boards(np.array(every, np.int8), Turning.MIRRORED)
    assert many.gnubg_ids().to_pylist() == [gnubg_id.spell_id(board) for board in every]
    assert many.pips().tolist() == [pips(board) for board in every]
    assert Boards.of_gnubg_ids(many.gnubg_ids()).points.tolist() == many.points.tolist()
    assert len(set(many.keys().tolist())) == len(set(every))


def test_a_board_of_the_old_game_whose_text_is_as_long_as_an_id_is_none(tmp_path: Path) -> None:
    made(tmp_path / "archive", SAMPLES / "sound")
    result = kotra("archive", "find", tmp_path / "archive", "--pattern", "W on bar", "--json")
    assert (result.exit_code in (0, 1), result.stderr) == (True, "")
