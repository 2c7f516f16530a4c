"""Answers put out as a table for people, CSV, JSON or Parquet: printed, or written whole to a file."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, BinaryIO, NoReturn

import typer

from kotra_notation.archive.commands.folders import not_within
from kotra_notation.archive.tasks.answers import Cell, as_bytes, as_csv, as_json, is_number
from kotra_notation.cli.failing import FAILED, complain, fail, fail_at
from kotra_notation.cli.files import writable
from kotra_notation.cli.options import file_option, shared_option
from kotra_notation.cli.speaking import count, error_text, say
from kotra_notation.cli.streams import echo, stdout_bytes, window
from kotra_notation.jobs.cells import grid, shown_cell
from kotra_notation.jobs.files import STDIN, printable, replacing_file, why_unwritten
from kotra_notation.report.cleaning import clean

if TYPE_CHECKING:
    import pyarrow as pa

    from kotra_notation.archive.ask.sql import QueryAnswer, QueryError


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
    cells: Mapping[str, Cell] | None = None,
    empty: str = "",
) -> None:
    """Put an answer out as CSV, as JSON with what it is about, or as a table with heads and cells.

    Of a table without rows `empty` is said.
    """
    match output:
        case "csv":
            put(as_csv(answer), target)
        case "json":
            put(as_json(answer, about), target)
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
    cells: Mapping[str, Cell] | None = None,
    empty: str = "",
) -> Iterator[bytes]:
    """An answer as a table, as wide as the terminal it is printed on."""
    if answer.columns == PLAN:
        yield from (as_bytes(clean(str(drawn)).rstrip("\n") + "\n") for _, drawn in answer.rows)
        return
    texts = [(cells or {}).get(name, shown_cell) for name in answer.columns]
    rows = [[text(value) for text, value in zip(texts, row, strict=True)] for row in answer.rows]
    numbers = [is_number(type) for type in answer.types]
    width = window() if target is None else None
    for line in grid(heads or [shown_cell(name) for name in answer.columns], rows, numbers, width):
        yield as_bytes(line + "\n")
    if answer.more:
        sentence = count(
            "Only the first row is shown; --limit 0 shows all.",
            "Only the first {number} rows are shown; --limit 0 shows all.",
            len(rows),
        )
        echo(sentence, err=True)
    elif not rows:
        echo(empty or say("No results."), err=True)
