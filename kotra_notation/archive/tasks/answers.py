"""Answers of an archive to named questions and to SQL: as tables for a page, and as CSV and JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from kotra_notation.archive.ask.questions import QUESTIONS as QUESTIONS
from kotra_notation.archive.ask.questions import CellForm, Question
from kotra_notation.archive.tasks import MEMORY, ArchiveRefusedError, asking, asking_tables
from kotra_notation.errors import KotraError
from kotra_notation.findings import sentences
from kotra_notation.jobs.cells import csv_line, cut, json_text, shown_cell, unique_names
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened, Trouble
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.rows import Table, Tabular
from kotra_notation.jobs.sources import open_sources
from kotra_notation.report.table_page import PageCell, Section
from kotra_notation.rules import RULESETS
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import Tongue, tongue

if TYPE_CHECKING:
    from kotra_notation.archive.ask.selection import Prepared, Selection
    from kotra_notation.archive.build.records import FileRows, FileSummary
    from kotra_notation.archive.manifest import TableSchema
    from kotra_notation.archive.views import QueryAnswer

FORMS = ("csv", "json")
RULE_NAMES = tuple(RULESETS)
# A cell of a page is no longer, and a file that is downloaded not larger than so many bytes.
LONGEST_CELL, LARGEST_FILE = 400, 64_000_000
# A share, and what it is hardly below and above, are one cell of a page.
SHARES = {"share": ("low", "high"), "won": ("won_low", "won_high")}
_DAY = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")
NO_MATCH = phrase("No match fits these choices.")
NUMBERS = ("INT", "DOUBLE", "FLOAT", "DECIMAL", "REAL")
# A value of a column as people read it.
Cell = Callable[[Any], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTable:
    """An answer for a page, if it has `more` rows, the `matches` asked about, `copies` left out."""

    section: Section
    more: bool
    matches: int | None = None
    copies: int = 0


def archive_tables() -> list[TableSchema]:
    """Return the tables that there are to ask about, each with its columns."""
    from kotra_notation.archive.manifest import TABLES

    return list(TABLES.values())


def selection(
    *,
    rules: str | None = None,
    player: str | None = None,
    length: int | None = None,
    since: str | None = None,
    until: str | None = None,
) -> Selection:
    """Return the matches that are asked about; ValueError for a day that is none."""
    from kotra_notation.archive.ask.selection import Selection

    for day in (since, until):
        if day is not None and not _DAY.fullmatch(day):
            raise KotraError(
                "{day} is not a day, month or year, such as 2026-11-21, 2026-11 or 2026.", day=repr(day)
            )
    return Selection(rules=rules, player=player, length=length, since=since, until=until)


def question_table(
    folder: str, name: str, wishes: Mapping[str, Any], language: str, most: int
) -> AnswerTable:
    """Return the answer to a named question about these matches, at most so many rows of it."""
    with asking_question(folder, name, wishes, most) as (question, answer, asked):
        if asked.matches == 0:
            raise ArchiveRefusedError(NO_MATCH)
        section = _section(question, list(answer.rows), tongue(language))
    return AnswerTable(section=section, more=answer.more, matches=asked.matches, copies=asked.copies)


def question_file(folder: str, name: str, wishes: Mapping[str, Any], form: str) -> bytes:
    """Return the whole answer to a named question in CSV or JSON."""
    with asking_question(folder, name, wishes) as (question, answer, asked):
        if asked.matches == 0:
            raise ArchiveRefusedError(NO_MATCH)
        about = {"question": question.name, "matches": asked.matches, "copies_left_out": asked.copies}
        return _whole(answer, form, about)


def statement_table(folder: str, sql: str, most: int) -> AnswerTable:
    """Return the answer to a statement of SQL that reads, at most so many rows of it."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.views import run_query

        answer = run_query(base, sql, most)
        rows = tuple(tuple(_cell(shown_cell(value), value) for value in row) for row in answer.rows)
    numbers = frozenset(number for number, type in enumerate(answer.types) if is_number(type))
    heads = tuple(cut(shown_cell(name), LONGEST_CELL) for name in answer.columns)
    section = Section(anchor="answer", title="", columns=heads, rows=rows, numbers=numbers)
    return AnswerTable(section=section, more=answer.more)


def statement_file(folder: str, sql: str, form: str) -> bytes:
    """Return the whole answer to a statement of SQL in CSV or JSON."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.views import run_query

        return _whole(run_query(base, sql), form)


@contextmanager
def asking_question(
    folder: str,
    name: str,
    wishes: Mapping[str, Any],
    most: int = 0,
    *,
    copies: bool = False,
    memory: int | None = MEMORY,
) -> Iterator[tuple[Question, QueryAnswer, Prepared]]:
    """Yield a question with its answer and the database that it is asked of."""
    if name not in QUESTIONS:
        raise ArchiveRefusedError(phrase("There is no question {name}.", name=repr(name)))
    question = QUESTIONS[name]
    with asking(folder) as store:
        from kotra_notation.archive.ask.selection import answer_question, prepare
        from kotra_notation.archive.views import limit_rows

        database = prepare(store, selection(**wishes), copies=copies or question.records, memory=memory)
        with closing(database.base):
            yield question, limit_rows(answer_question(database.base, question), most), database


def _section(question: Question, rows: Sequence[Sequence[Any]], speech: Tongue) -> Section:
    """Return the answer as a table in which the bounds of a share stand with it."""
    columns = question.columns
    bounds = {name: pair for name, pair in SHARES.items() if {name, *pair} <= columns.keys()}
    within = {name for pair in bounds.values() for name in pair}
    names = [name for name in columns if name not in within]
    texts = cells_of(question, speech)

    def cell(values: Mapping[str, Any], name: str) -> PageCell:
        page_cell = _cell(texts[name](values[name]), values[name])
        low, high = (values[bound] for bound in bounds.get(name, (name, name)))
        if name not in bounds or None in (low, high):
            return page_cell
        bar = (round(100 * low), round(100 * values[name]), round(100 * high))
        note = speech.say("{low} to {high} %", low=bar[0], high=bar[2])
        return replace(page_cell, note=note, bar=bar)

    by_name = [dict(zip(columns, row, strict=True)) for row in rows]
    numbers = [at for at, name in enumerate(names) if columns[name].form is not CellForm.TEXT]
    return Section(
        anchor="answer",
        title=speech.say(question.title),
        columns=tuple(speech.say(columns[name].head) for name in names),
        rows=tuple(tuple(cell(values, name) for name in names) for values in by_name),
        numbers=frozenset(numbers),
    )


def _cell(text: str, value: object) -> PageCell:
    """Return a cell with a text that is not too long, sorted by its number where it is one."""
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return PageCell(text=cut(text, LONGEST_CELL), key=f"{value}" if number else "")


def cells_of(question: Question, tongue: Tongue) -> Mapping[str, Cell]:
    """Return functions that make text of the values of each column."""
    return {name: partial(_text, column.form, tongue) for name, column in question.columns.items()}


def _text(form: CellForm, tongue: Tongue, value: Any) -> str:
    if value is None or isinstance(value, str | bool):
        return shown_cell(value)
    match form:
        case CellForm.SHARE:
            return tongue.say("{number} %", number=tongue.number(100 * value, 1))
        case CellForm.EQUITY:
            return tongue.number(value, 3)
        case CellForm.CHANCE:
            return tongue.number(value, 4) if value >= 0.0001 else tongue.say("below 0.0001")
        case CellForm.NUMBER if isinstance(value, float):
            return tongue.number(value, 2)
        case _:
            return tongue.number(value) if isinstance(value, float) else str(value)


def is_number(type: str) -> bool:
    """Return whether a column is of numbers, by what DuckDB calls its type."""
    return type.startswith(("U", "HUGE", *NUMBERS)) or "INT" in type


def as_csv(answer: QueryAnswer) -> Iterator[bytes]:
    """Yield an answer as CSV, its names in the first line."""
    yield as_bytes(csv_line(answer.columns))
    for row in answer.rows:
        yield as_bytes(csv_line(row))


def as_json(answer: QueryAnswer, about: Mapping[str, object] | None = None) -> Iterator[bytes]:
    """Yield an answer as one JSON object; names that stand twice are told apart by a number."""
    names = unique_names(answer.columns)
    columns = [{"name": name, "type": type} for name, type in zip(names, answer.types, strict=True)]
    head = {"version": 1, **(about or {}), "columns": columns}
    yield as_bytes(json_text(head)[:-1] + ', "rows": [')
    before = "\n"
    for row in answer.rows:
        yield as_bytes(before + json_text(dict(zip(names, row, strict=True))))
        before = ",\n"
    yield as_bytes(f'\n], "more": {json_text(answer.more)}}}\n')


def _whole(answer: QueryAnswer, form: str, about: Mapping[str, object] | None = None) -> bytes:
    """Return the file of an answer; ArchiveRefusedError for one that is too large to be handed on at once."""
    whole = bytearray()
    for piece in as_csv(answer) if form == "csv" else as_json(answer, about):
        whole += piece
        if len(whole) > LARGEST_FILE:
            raise ArchiveRefusedError(
                phrase(
                    "The answer is larger than {size} MB; save it with {command}.",
                    size=LARGEST_FILE // 1_000_000,
                    command="kotra archive query -o",
                )
            )
    return bytes(whole)


def as_bytes(text: str) -> bytes:
    """Return text of strangers as UTF-8."""
    return text.encode("utf-8", "backslashreplace")


INSTALL = 'pip install "kotra-notation[tables]"'


@dataclass(frozen=True, slots=True, repr=False)
class Tables(Tabular):
    """Arrow tables by name: `files`, `matches`, `games`, `turns`, `findings` and more.

    `tables.turns` or `tables.arrow["turns"]` is one of them, `tables.to_pandas("turns")` the same for pandas.
    docs/archive.md describes the columns. Join tables on `file` and `match`.
    """

    arrow: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        """Return a table as `tables.turns`."""
        if name.startswith("_") or name not in self.arrow:
            raise AttributeError(f"there is no table {name!r}")
        return self.arrow[name]

    def to_pandas(self, name: str = "") -> Any:
        """Return the table `name` as a pandas DataFrame; raise ValueError if pandas is not installed."""
        _require("pandas")
        if not name:
            raise KotraError("Name a table: {names}.", names=", ".join(self.arrow))
        if name not in self.arrow:
            raise KotraError(
                "There is no table {name}; known: {names}.", name=repr(name), names=", ".join(self.arrow)
            )
        return self.arrow[name].to_pandas()

    def _table(self) -> Table:
        return Table(("table", "rows"), [(name, rows.num_rows) for name, rows in self.arrow.items()])


def tables(source: Given | Iterable[Given], *, level: str | None = None) -> Tables:
    """Return files, folders, texts or bytes as Arrow tables, with the columns of an archive.

    The result has the tables in `arrow` by name; `to_pandas(name)` returns one for pandas. With a `level`,
    the engine analyses every match and fills `decisions` and `luck`. A file that cannot be
    read has a row in `files` with the reason. Raise ValueError if numpy or pyarrow is not installed.
    """
    _require("numpy")
    _require("pyarrow")
    if level is not None:
        from kotra_notation.jobs.engine import open_engine

        open_engine(level)
    from kotra_notation.archive.build.records import FileRows, FileSummary, digest
    from kotra_notation.archive.manifest import TABLES
    from kotra_notation.archive.rows import TableRows

    records = FileRows([name for name in TABLES if name != "files"])
    rows, summaries = TableRows(("files",)), dict[str, FileSummary]()
    for file in open_sources(source, MAX_SIZE * MEGABYTE):
        if isinstance(file, Trouble):
            summary = FileSummary(status="unreadable")
            rows.add("files", file.path, None, None, None, None, *summary.row(file.why))
            continue
        known = digest(file.data)
        if known not in summaries:
            summaries[known] = _add(file, known, records, level)
        summary = summaries[known]
        rows.add("files", file.path, None, None, len(file.data), known, *summary.row(summary.trouble))
    arrow = {**rows.tables(), **records.finish().tables()}
    return Tables({name: columns.unify_dictionaries() for name, columns in arrow.items()})


def _add(file: Opened, known: str, records: FileRows, level: str | None) -> FileSummary:
    """Put what is in a file into the rows; return what the table of files says of it."""
    from kotra_notation.archive.build.records import FileSummary, Replayed, replay_file, with_engine

    try:
        with guard(LIMIT, len(file.data)):
            made = replay_file(file.data, file.path, deep=True, proving=level is None)
        with guard(None):
            if level is not None and isinstance(made, Replayed):
                made = with_engine(made, level, lambda: None)
            return records.add(known, made)
    except NotDoneError as error:
        return FileSummary(status="died", trouble=sentences(error.found))


def _require(package: str) -> None:
    """ValueError where a package is not installed that tables need."""
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise KotraError("Tables need the package {package}: {command}", package=package, command=INSTALL)
