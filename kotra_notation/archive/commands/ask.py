"""`kotra archive ask`, `query` and `tables`: questions answered as a table, CSV, JSON or Parquet."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, BinaryIO, NoReturn

import typer

from kotra_notation.archive.commands.folders import Folder, not_within, open_archive
from kotra_notation.archive.tasks import answers
from kotra_notation.cli.elsewhere import pointers
from kotra_notation.cli.failing import FAILED, complain, fail, fail_at, or_fail
from kotra_notation.cli.files import writable
from kotra_notation.cli.names import did_you_mean, question_with
from kotra_notation.cli.options import Form, argument, file_option, flag, form_option, option, shared_option
from kotra_notation.cli.speaking import count, error_text, say, tell, user_tongue
from kotra_notation.cli.streams import echo, stdout_bytes, window
from kotra_notation.jobs.cells import grid, json_text, shown_cell
from kotra_notation.jobs.files import STDIN, printable, replacing_file, stdin_bytes, why, why_unwritten
from kotra_notation.jobs.rows import document, row
from kotra_notation.report.cleaning import clean
from kotra_notation.words import phrase

if TYPE_CHECKING:
    import pyarrow as pa

    from kotra_notation.archive.ask.questions import Question
    from kotra_notation.archive.ask.selection import Selection
    from kotra_notation.archive.store import Store
    from kotra_notation.archive.views import QueryAnswer, QueryError

Target = Annotated[str | None, file_option()]
Limit = Annotated[int | None, shared_option("--limit", "At most N rows; 0: all (printed: 100).", "N")]
# So many rows of a table are printed unless told otherwise; a file takes all.
SHOWN = 100
# What DuckDB calls the columns of a plan, which is drawn in lines.
PLAN = ("explain_key", "explain_value")


def target_of(folder: str, target: str | None) -> str | None:
    """Return the path to write an answer to, None for standard output; complain of one in the archive."""
    not_within(folder, target)
    return None if target == STDIN else target


def rows_wanted(limit: int | None, output: str, target: str | None) -> int:
    """Return how many rows are asked for, 0 for all; a complaint where that is no number of rows."""
    if limit is not None and limit < 0:
        fail("--limit must be a number of rows, or 0 for all.")
    return SHOWN if limit is None and output == "table" and target in (None, STDIN) else limit or 0


def put_answer(
    answer: QueryAnswer,
    output: str,
    target: str | None,
    about: Mapping[str, object] | None = None,
    heads: Sequence[str] = (),
    cells: Mapping[str, answers.Cell] | None = None,
    empty: str = "",
) -> None:
    """Put an answer out as CSV, as JSON with what it is about, or as a table with heads and cells.

    Of a table without rows `empty` is said.
    """
    match output:
        case "csv":
            put(answers.as_csv(answer), target)
        case "json":
            put(answers.as_json(answer, about), target)
        case _:
            put(table(answer, target, heads, cells, empty), target)


def put(pieces: Iterator[bytes], target: str | None) -> None:
    """Write what comes to a file, whole or not at all, or print it."""
    with _open_target(target) as stream:
        for piece in pieces:
            stream.write(piece)


def put_parquet(schema: pa.Schema, batches: Iterator[pa.RecordBatch], target: str | None) -> None:
    """Write batches as Parquet; a complaint where that would go to a terminal."""
    import pyarrow.parquet as pq

    if target is None and sys.stdout.isatty():
        fail("Parquet cannot be printed; name a file with -o.")
    with _open_target(target) as stream:
        # A pipe cannot be asked where in it one is.
        sink = stream if target is not None else io.BytesIO()
        with pq.ParquetWriter(sink, schema, compression="zstd") as writer:
            for batch in batches:
                writer.write_batch(batch)
        if isinstance(sink, io.BytesIO):
            stream.write(sink.getvalue())


@contextmanager
def _open_target(target: str | None) -> Iterator[BinaryIO]:
    if target is None:
        stream = stdout_bytes()
        yield stream
        stream.flush()
        return
    writable(target, ())
    try:
        with replacing_file(target) as file:
            yield file
    except OSError as error:
        fail_at(target, why_unwritten(error))
    complain("Wrote {file}.", file=printable(target))


def refuse(error: QueryError, option: str | None = None) -> NoReturn:
    """Leave with what DuckDB says, in its lines: the place is marked below the statement.

    Where a table may be to blame, that is for the net under all commands.
    """
    if error.of_tables:
        raise error
    say_refused(error, option)


def say_refused(error: QueryError, option: str | None = None) -> NoReturn:
    """Leave with what DuckDB says, whatever is to blame."""
    first, _, rest = clean(error_text(error)).partition("\n")
    complain(f"{option}: {first}" if option else first)
    if rest.strip():
        echo(rest.strip("\n"), err=True)
    raise typer.Exit(FAILED)


def table(
    answer: QueryAnswer,
    target: str | None,
    heads: Sequence[str] = (),
    cells: Mapping[str, answers.Cell] | None = None,
    empty: str = "",
) -> Iterator[bytes]:
    """An answer as a table, as wide as the terminal it is printed on."""
    if answer.columns == PLAN:
        yield from (answers.as_bytes(clean(str(drawn)).rstrip("\n") + "\n") for _, drawn in answer.rows)
        return
    texts = [(cells or {}).get(name, shown_cell) for name in answer.columns]
    rows = [[text(value) for text, value in zip(texts, row, strict=True)] for row in answer.rows]
    numbers = [answers.is_number(type) for type in answer.types]
    width = window() if target is None else None
    for line in grid(heads or [shown_cell(name) for name in answer.columns], rows, numbers, width):
        yield answers.as_bytes(line + "\n")
    if answer.more:
        sentence = count(
            "Only the first row is shown; --limit 0 shows all.",
            "Only the first {number} rows are shown; --limit 0 shows all.",
            len(rows),
        )
        echo(sentence, err=True)
    elif not rows:
        echo(empty or say("No results."), err=True)


def ask(
    folder: Folder,
    question: str | None = argument(
        "[QUESTION]", "The name of a question; without one, all are listed.", default=None
    ),
    rules: str | None = option("--rules", "Only matches under this rule set.", "NAME"),
    player: str | None = option("--player", "Only matches of this person.", "NAME"),
    length: int | None = option("--length", "Only N-point matches; 0: money.", "N"),
    since: str | None = option("--since", "Only from this day, month or year on: 2026-11.", "DAY"),
    until: str | None = option("--until", "Only up to this day, month or year.", "DAY"),
    copies: bool = flag("--copies", "Count every copy of a match, not only one."),
    explain: bool = flag("--explain", "Explain the counting and columns; print the SQL."),
    output: Annotated[str, form_option("table", "csv", "json")] = "table",
    target: Target = None,
    limit: Limit = None,
) -> None:
    """Answer a named question about openings, gammons, cubes or dice.

    A match that is recorded more than once counts once (`kotra archive same` lists them). --since and
    --until need dates that are recorded with the year first; they leave out matches without a date.

    Status 0: answered; 2: there is no such question, or no results.

    Example: kotra archive ask archive opening-plays --length 7
    """  # fmt: skip
    most = rows_wanted(limit, output, target)
    store = open_archive(folder)
    from kotra_notation.archive.ask.questions import QUESTIONS

    if question is None:
        _list(output)
        return
    if question not in QUESTIONS:
        problem = say("There is no question {name}; kotra archive ask DIR lists them.", name=repr(question))
        near = pointers("questions").get(question.casefold()) or _matches_of(store, question)
        near = 'kotra archive query DIR "SELECT …"' if question[:7].lower() == "select " else near
        fail(problem + (question_with(near) if near else did_you_mean(question, QUESTIONS, 0.6)))
    chosen = QUESTIONS[question]
    if explain:
        _explain(chosen)
        return
    with or_fail():
        wishes = answers.selection(rules=rules, player=player, length=length, since=since, until=until)
    _answer(store, chosen, wishes, output, target_of(folder, target), most, copies)


def _matches_of(store: Store, name: str) -> str:
    """Return the command that lists the matches of a player, empty if nobody has the name."""
    from kotra_notation.archive.ask.selection import players, prepare

    with closing(prepare(store, copies=True).base) as base:
        known = next((player for player in players(base) if player.casefold() == name.casefold()), None)
    return (
        f'kotra archive ask {printable(str(store.folder))} matches --player "{printable(known)}"'
        if known
        else ""
    )


def _list(output: str) -> None:
    from kotra_notation.archive.ask.questions import QUESTIONS

    if output == "json":
        questions = [
            {"name": question.name, "title": question.title, "columns": list(question.columns)}
            for question in QUESTIONS.values()
        ]
        typer.echo(json_text({"version": 1, "questions": questions}))
        return
    width = max(map(len, QUESTIONS))
    for question in QUESTIONS.values():
        echo(f"{question.name:<{width}}  {say(question.title)}")


def _explain(question: Question) -> None:
    """Print how a question is counted, what its columns mean, and its statement."""
    echo(f"{say(question.title)}\n\n{say(question.explanation)}\n")
    width = max(map(len, question.columns))
    for name, column in question.columns.items():
        echo(f"    {name:<{width}}  {say(column.meaning)}")
    typer.echo(f"\n{question.sql}", nl=False)


def _answer(
    store: Store,
    question: Question,
    wishes: Selection,
    output: str,
    path: str | None,
    most: int,
    copies: bool,
) -> None:
    from kotra_notation.archive.ask.selection import answer_question, missing, prepare
    from kotra_notation.archive.views import QueryError, limit_rows

    base, matches, left_out = prepare(store, wishes, copies=copies or question.records)
    with closing(base):
        if matches == 0:
            _nothing_fits(store, wishes)
        about = {"question": question.name, "matches": matches, "copies_left_out": left_out}
        heads = [say(column.head) for column in question.columns.values()]
        # Rows are streamed: another query on this connection would discard them.
        empty = tell(missing(base, question))
        if empty and question.needs == "analysis":
            analyse = f"kotra archive build SOURCE -o {printable(str(store.folder))} --analyse"
            empty += f" {say('Analyse them: {command}', command=analyse)}"
        try:
            answer = limit_rows(answer_question(base, question), most)
            put_answer(answer, output, path, about, heads, answers.cells_of(question, user_tongue()), empty)
        except QueryError as error:
            refuse(error)
    if left_out:
        echo(say("Copies left out: {count} (--copies counts them).", count=left_out), err=True)


def _nothing_fits(store: Store, wishes: Selection) -> NoReturn:
    """Leave with a complaint, and the nearest name of a player where one was asked for."""
    from kotra_notation.archive.ask.selection import has_days, players, prepare

    question = ""
    with closing(prepare(store, copies=True).base) as base:
        if (wishes.since or wishes.until) and not has_days(base):
            fail("No match has a date with the year first, so --since and --until find nothing.")
        if wishes.player is not None:
            question = did_you_mean(wishes.player, players(base))
    given = ", ".join(f"--{part.name}" for part in fields(wishes) if getattr(wishes, part.name) is not None)
    fail(say("No match fits {options}.", options=given) + question)


def query(
    folder: Folder,
    sql: str | None = argument("[SQL]", "The SQL statement; - for standard input.", default=None),
    tables: bool = flag("--tables", "Show the tables and their columns instead."),
    output: Annotated[str, form_option("table", "csv", "json", "parquet")] = "table",
    target: Target = None,
    limit: Limit = None,
) -> None:
    """Query the tables in SQL (DuckDB), read-only.

    In CSV, text that a spreadsheet would read as a formula gets an apostrophe, and control characters are
    replaced; JSON and Parquet hold everything as it was written.

    Status 0: answered; 2: the statement is refused or fails.

    Example: kotra archive query archive "SELECT avg(length) FROM matches"
    """  # fmt: skip
    most = rows_wanted(limit, output, target)
    store = open_archive(folder)
    if tables:
        _print_tables(output)
        return
    if sql is None:
        fail('Give a query: kotra archive query DIR "SELECT …"; --tables lists the tables.')
    from kotra_notation.archive.manifest import TABLES

    if sql in TABLES:
        sql = f"SELECT * FROM {sql}"
    if sql == STDIN:
        try:
            sql = stdin_bytes().read().decode()
        except (OSError, UnicodeDecodeError) as error:
            fail_at(STDIN, why(error) if isinstance(error, OSError) else phrase("it is not UTF-8 text"))
    from kotra_notation.archive.views import QueryError, batches, compare_dates, connect, run_query

    path = target_of(folder, target)
    with closing(connect(store)) as base:
        compare_dates(base)
        try:
            if output == "parquet":
                put_parquet(*batches(base, sql, most), path)
            else:
                put_answer(run_query(base, sql, most), output, path)
        except QueryError as error:
            refuse(error)


def tables(folder: Folder, output: Form = "text") -> None:
    """Show the tables, their columns and what these mean.

    Example: kotra archive tables archive
    """
    open_archive(folder)
    _print_tables(output)


def _print_tables(output: str) -> None:
    from kotra_notation.archive.manifest import TABLES

    if output == "json":
        rows = [
            row(table, "name meaning", columns=[row(column, "name type meaning") for column in table.columns])
            for table in TABLES.values()
        ]
        typer.echo(document({"version": 1, "tables": rows}))
        return
    for table in TABLES.values():
        echo(f"{table.name}: {table.meaning}\n")
        for column in table.columns:
            echo(f"    {column.name:<16} {column.type:<10} {column.meaning}")
        echo("")
