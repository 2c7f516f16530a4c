"""The named questions: each answer against a slow count over the source files, and `kotra archive ask`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

import kotra_notation as kn
from kotra_notation.archive import sameness
from kotra_notation.archive.ask.questions import COLUMNS, FOLDER, NEEDS, QUESTIONS, Question
from kotra_notation.archive.ask.selection import Selection, answer_question, prepare
from kotra_notation.archive.manifest import TABLES
from kotra_notation.archive.sameness import copy_groups
from kotra_notation.archive.store import Store
from kotra_notation.archive.tasks.answers import cells_of
from kotra_notation.archive.views import connect
from kotra_notation.formats import write_matches
from kotra_notation.model import Player
from kotra_notation.statistics.uncertainty import chance_beyond, gamma_tail
from kotra_notation.words.phrases import ENDINGS
from kotra_notation.words.tongues import ENGLISH
from referees.answers import ANSWERS, UNLAWFUL, Record, records, shares
from referees.archives import made
from referees.games import random_match
from referees.seeds import part
from tests.calls import kotra
from tests.records import full_disk, rows, write_files
from tools.archive_speed import repeated

CLOCKED = """kotra 1
white: Þóra
black: Ormur
length: 3
date: {date}
transcriber: Hildur
game 1 0-0
W 31: 8/5 6/5
W clock 11:48 used 4
B 64: 24/14
B clock 11:40 used 7.5
W 52: 13/8 13/10
W wins 1
"""

Base = duckdb.DuckDBPyConnection
Rows = list[tuple[str, ...]]


def comparable(rows: Iterable[tuple[Any, ...]]) -> Rows:
    """Rows as texts in an order of their own, numbers to seven digits."""

    def text(value: Any) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return f"{value:.7g}" if number else str(value)

    return sorted(tuple(map(text, row)) for row in rows)


def archived(folder: Path, files: Mapping[str, str]) -> Path:
    """An archive of these files."""
    made(folder / "archive", write_files(folder / "sources", files))
    return folder / "archive"


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of generated matches with cubes, resignations and Crawford games."""
    return archived(
        tmp_path_factory.mktemp("matches"),
        {
            f"{seed}.mat": str(write_matches([random_match(seed + 2, length)], "mat").content)
            for seed, length in enumerate((3, 5, 5, 0, 1))
        },
    )


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of three short matches of other days, and one whose day is not said so."""
    dates = ("2024-12-31", "2025.01.01", "2025-06-17", "17. júní 2025")
    texts = {f"{date}.kotra": CLOCKED.format(date=date) for date in dates}
    texts["2024-12-31.kotra"] = texts["2024-12-31.kotra"].replace("Þóra", "ÞÓRA ")
    return archived(tmp_path_factory.mktemp("dated"), texts)


@pytest.fixture(scope="module")
def base(archive: Path) -> Base:
    """The archive as it is asked; once, as no question changes it."""
    return prepare(Store.open(archive), copies=True).base


@pytest.fixture(scope="module")
def base_of_some(archive: Path) -> tuple[Base, int | None]:
    return prepare(Store.open(archive), Selection(rules="modern", length=7), copies=True)[:2]


@pytest.fixture(scope="module")
def replayed(archive: Path) -> list[Record]:
    return records(archive)


@pytest.fixture(scope="module")
def generated(matches: Path) -> tuple[Base, list[Record]]:
    return prepare(Store.open(matches)).base, records(matches)


@pytest.mark.middle
@pytest.mark.parametrize("name", part(QUESTIONS, 2))
def test_an_answer_is_what_a_slow_count_of_files_gives(base: Base, replayed: list[Record], name: str) -> None:
    answer = answer_question(base, QUESTIONS[name])
    assert answer.columns == tuple(QUESTIONS[name].columns)
    rows = comparable(answer.rows)
    assert rows == comparable(ANSWERS[name](replayed))
    assert rows


@pytest.mark.middle
@pytest.mark.parametrize("name", [name for name in QUESTIONS if name not in ("old-endings", "jan", "forms")])
def test_answers_of_generated_matches_too(generated: tuple[Base, list[Record]], name: str) -> None:
    base, matches = generated
    assert comparable(answer_question(base, QUESTIONS[name]).rows) == comparable(ANSWERS[name](matches))


@pytest.mark.middle
@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_of_chosen_matches_are_of_these_alone(
    base_of_some: tuple[Base, int | None], replayed: list[Record], name: str
) -> None:
    base, chosen = base_of_some
    some = [one for one in replayed if one.modern and one.length == 7]
    assert chosen == len(some) > 0
    assert comparable(answer_question(base, QUESTIONS[name]).rows) == comparable(ANSWERS[name](some))


@pytest.mark.middle
def test_every_question_has_its_statement_columns_and_endings() -> None:
    assert {path.stem for path in FOLDER.glob("*.sql")} == {*QUESTIONS, "macros"}
    assert len(QUESTIONS) == len(ANSWERS) == 27
    assert {one.needs for one in QUESTIONS.values()} == {"", *NEEDS}
    assert {name for one in QUESTIONS.values() for name in one.columns} == set(COLUMNS)
    (told,) = [column.meaning for column in TABLES["findings"].columns if column.name == "fate"]
    assert set(told.partition(": ")[2].split(", ")) == set(ENDINGS)
    asked = QUESTIONS["illegal-plays"].sql
    assert {word for word in ENDINGS if f"'{word}'" in asked} == {"stood", "slip", "idle", "corrected"}
    assert {code for code in UNLAWFUL if f"'{code}'" in QUESTIONS["illegal-plays"].sql} == UNLAWFUL


@pytest.mark.middle
def test_no_question_is_more_than_a_question(archive: Path) -> None:
    for one in QUESTIONS.values():
        (statement,) = duckdb.extract_statements(one.sql)
        assert statement.type == duckdb.StatementType.SELECT


@pytest.mark.middle
def test_an_answer_is_the_same_each_time(archive: Path) -> None:
    def once() -> list[list[tuple[Any, ...]]]:
        base = prepare(Store.open(archive)).base
        return [list(answer_question(base, one).rows) for one in QUESTIONS.values()]

    assert once() == once()


@rows
def test_chances_are_those_of_the_tables(chi_squared: float, freedom: int, p: float) -> None:
    assert chance_beyond(chi_squared, freedom) == pytest.approx(p, rel=1e-7)


@rows
def test_a_value_is_shown_as_its_column_asks(form: str, value: Any, text: str) -> None:
    name = next(name for name, column in COLUMNS.items() if column.form == form)
    show = cells_of(Question("", "", "", column_names=name), ENGLISH)[name]
    assert (show(value), show(None)) == (text, "")


@rows
def test_tails_of_the_gamma_function(shape: float, start: float, share: float, rel: float) -> None:
    assert gamma_tail(shape, start) == pytest.approx(share, rel=rel, abs=0)


@pytest.mark.middle
@pytest.mark.parametrize(
    ("part", "whole"), [(0, 1), (1, 1), (0, 500), (3, 10), (499, 500), (70_000, 100_000)]
)
def test_intervals_are_those_of_wilson(base: Base, part: int, whole: int) -> None:
    (found,) = base.execute(
        "SELECT share($1, $2), share_low($1, $2), share_high($1, $2)", [part, whole]
    ).fetchall()
    assert found == pytest.approx(shares(part, whole), abs=1e-12)
    assert 0 <= found[1] <= found[0] <= found[2] <= 1
    assert base.execute("SELECT share(0, 0), share_low(0, 0), share_high(0, 0)").fetchall() == [(None,) * 3]


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """An archive of matches that are there four times, and one in which each is there once."""
    folder, copies = tmp_path_factory.mktemp("several"), {}
    for seed in range(4):
        match = random_match(seed + 2, 3)
        renamed = replace(match, players=(Player(name=f"Una {seed}"), Player(name=f"Ari {seed}")))
        for name, one, form in (
            ("{}.mat", match, "mat"),
            ("{}.sgf", match, "sgf"),
            ("{}.txt", match, "kotra"),
            ("{}-renamed.mat", renamed, "mat"),
        ):
            copies[name.format(seed)] = str(write_matches([one], form).content)
    once = {f"{seed}.mat": copies[f"{seed}.mat"] for seed in range(4)}
    return archived(folder / "once", once), archived(folder / "copies", copies)


@pytest.mark.middle
@pytest.mark.parametrize("name", part([one.name for one in QUESTIONS.values() if not one.records], 2))
def test_each_match_counts_once(several: tuple[Path, Path], name: str) -> None:
    def rows(folder: Path) -> Rows:
        answer = answer_question(prepare(Store.open(folder)).base, QUESTIONS[name])
        # Which of the records is taken, in which notation and with which names, is another matter.
        if name == "players":
            return [(str(sum(row[1] for row in answer.rows)),)]
        if name == "matches":
            return [(str(len(list(answer.rows))),)]
        return comparable(row for row in answer.rows if name != "dice-fairness" or row[0] == "all")

    once, copies = several
    assert rows(copies) == rows(once)


@pytest.mark.middle
@rows
def test_an_answer_without_rows_says_why(matches: Path, words: tuple[str, ...], why: str) -> None:
    assert why in kotra("archive", "ask", matches, *words).stderr
    if len(words) == 1:
        assert kn.archive.ask(matches, words[0]).why == why


@pytest.mark.middle
def test_copies_that_are_left_out_are_said_and_can_be_counted(several: tuple[Path, Path]) -> None:
    _, folder = several
    result = kotra("archive", "ask", folder, "match-lengths")
    assert result.stderr == "Copies left out: 12 (--copies counts them).\n"
    told = json.loads(kotra("archive", "ask", folder, "match-lengths", "--json").stdout)
    assert (told["matches"], told["copies_left_out"], told["rows"][0]["matches"]) == (4, 12, 4)
    slips = kotra("archive", "ask", folder, "slips-by-transcriber", "--json")
    assert sum(row["matches"] for row in json.loads(slips.stdout)["rows"]) == 16
    all_of_them = kotra("archive", "ask", folder, "match-lengths", "--copies", "--json")
    told = json.loads(all_of_them.stdout)
    assert (told["matches"], told["copies_left_out"], told["rows"][0]["matches"]) == (None, 0, 16)
    assert all_of_them.stderr == ""


@pytest.mark.middle
def test_a_match_counts_for_who_is_named_in_any_of_its_records(several: tuple[Path, Path]) -> None:
    _, folder = several
    told = kotra("archive", "ask", folder, "match-lengths", "--player", "Una 1", "--json")
    assert json.loads(told.stdout)["rows"][0]["matches"] == 1


@pytest.mark.middle
def test_copies_are_found_anew_for_other_parts_and_where_nothing_can_be_kept(
    several: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store.open(several[1])
    groups = copy_groups(store)
    assert [len(group) for group in groups] == [4] * 4
    kept = store.folder / "copies.json"
    kept.write_text(kept.read_text().replace("groups", "gruops"), encoding="utf-8")
    assert copy_groups(store) == groups
    kept.write_text('{"parts": "", "groups": []}', encoding="utf-8")
    monkeypatch.setattr(sameness, "write_whole", full_disk)
    assert copy_groups(store) == groups


@pytest.mark.middle
def test_the_view_of_a_choice_hides_the_rest_of_every_table(dated: Path) -> None:
    base = prepare(Store.open(dated), Selection(since="2025-06-17")).base
    whole = connect(Store.open(dated))
    for table in ("matches", "games", "turns", "decisions", "comments", "sketches"):
        sql = f"SELECT count(DISTINCT match) FROM {table}"
        assert base.execute(sql).fetchall()[0][0] <= 1, table
    assert whole.execute("SELECT count(*) FROM matches").fetchall() == [(4,)]


@pytest.mark.middle
def test_a_repeated_archive_has_more_throws_and_dice_that_nobody_has_are_none(
    dated: Path, tmp_path: Path
) -> None:
    base = prepare(repeated(Store.open(dated), tmp_path / "large", 12), copies=True).base
    rows = {row[:3] for row in answer_question(base, QUESTIONS["dice-fairness"]).rows}
    assert {("all", "throws", 24), ("all", "opening", 12), ("all", "succession", 24)} <= rows
    base = prepare(Store.open(dated)).base
    base.execute("CREATE TEMP VIEW turns AS SELECT * REPLACE (127::TINYINT AS die1) FROM memory.main.turns")
    assert list(answer_question(base, QUESTIONS["dice-fairness"]).rows) == []
