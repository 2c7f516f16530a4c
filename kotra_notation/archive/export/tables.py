"""Tables as files for other programs, CSV, Parquet and SQLite; with or without the persons in them."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from kotra_notation.archive.ask.selection import all_rows
from kotra_notation.archive.manifest import TABLES, arrow_schema
from kotra_notation.archive.rows import COMPRESSION
from kotra_notation.archive.views import batches
from kotra_notation.features.anonymize.job import OTHERS, masking
from kotra_notation.model import Match, Player
from kotra_notation.report.cleaning import FORMULA, spreadsheet_text
from kotra_notation.values import dataclass

# What changes a piece of a table, given the name of that.
Change = Callable[[str, pa.RecordBatch], pa.RecordBatch]
# What tables are joined by, and positions are looked up by.
INDEXED = {"file", "key", "match"}
Pieces = Iterable[pa.RecordBatch]
# Text that begins as a formula, or has signs that are not printed.
_DOUBTFUL = (
    rf"^\s*[{re.escape(''.join(FORMULA))}]"
    r"|[\p{C}\p{Zl}\p{Zp}\x{a0}\x{1680}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}]"
)
# What SQLite says of a disk, as the system says it.
SYSTEM_ERRORS = {sqlite3.SQLITE_FULL: errno.ENOSPC, sqlite3.SQLITE_IOERR: errno.EIO}
SQL_TYPES = {"text": "TEXT", "word": "TEXT", "bytes": "BLOB", "yes or no": "INTEGER", "float64": "REAL"}


def pieces(
    base: duckdb.DuckDBPyConnection, table: str, change: Change | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield a table, some rows at a time; no more of it is in memory."""
    _, found = batches(base, all_rows(base, table))
    for batch in found:
        plain = batch.cast(arrow_schema(table))
        yield change(table, plain) if change else plain


def write_csv(to: Path | BinaryIO, schema: pa.Schema, pieces: Pieces) -> int:
    """Write a table as CSV, bytes hexadecimal and no text a formula; return how many rows."""
    plain = pa.schema([(field.name, _plain_type(field.type)) for field in schema])
    rows = 0
    with pyarrow.csv.CSVWriter(str(to) if isinstance(to, Path) else to, plain) as writer:
        for piece in pieces:
            writer.write_batch(_plain(piece, plain))
            rows += piece.num_rows
    return rows


def write_parquet(to: Path, schema: pa.Schema, pieces: Pieces) -> int:
    """Write a table as Parquet; return how many rows."""
    rows = 0
    with pq.ParquetWriter(to, schema, compression=COMPRESSION) as writer:
        for piece in pieces:
            writer.write_batch(piece)
            rows += piece.num_rows
    return rows


def write_sqlite(to: Path, tables: Iterable[str], pieces: Callable[[str], Pieces]) -> dict[str, int]:
    """Write tables as a database with indexes; return how many rows of each."""
    rows: dict[str, int] = {}
    with _of_the_system(), closing(sqlite3.connect(to, isolation_level=None)) as base:
        # The file gets its name when it is whole, so that nothing need be kept to take a change back.
        base.execute("PRAGMA journal_mode = OFF")
        base.execute("PRAGMA synchronous = OFF")
        base.execute("BEGIN")
        for name in tables:
            base.execute(_create_statement(name))
            places = ", ".join("?" for _ in TABLES[name].columns)
            rows[name] = 0
            for piece in pieces(name):
                base.executemany(f'INSERT INTO "{name}" VALUES ({places})', _values(piece))
                rows[name] += piece.num_rows
            for column in filter(INDEXED.__contains__, TABLES[name].names):
                base.execute(f'CREATE INDEX "{name}_{column}" ON "{name}" ("{column}")')
        base.execute("COMMIT")
    return rows


@contextmanager
def _of_the_system() -> Iterator[None]:
    """Raise OSError, as all other writers do, for what SQLite says of a full or broken disk."""
    try:
        yield
    except sqlite3.OperationalError as error:
        code = SYSTEM_ERRORS.get(error.sqlite_errorcode & 0xFF)
        if code is None:
            raise
        raise OSError(code, os.strerror(code)) from None


def _create_statement(name: str) -> str:
    """Return the statement that makes a table; its columns carry their meaning."""
    columns = TABLES[name].columns
    lines = [
        f'  "{column.name}" {SQL_TYPES.get(column.type, "INTEGER")}{"," if column is not columns[-1] else ""}'
        f" -- {column.meaning}"
        for column in columns
    ]
    return "\n".join([f'CREATE TABLE "{name}" (', *lines, ")"])


def _values(piece: pa.RecordBatch) -> Iterator[tuple[object, ...]]:
    columns = [column.view(pa.int64()) if column.type == pa.uint64() else column for column in piece.columns]
    return zip(*[column.to_pylist() for column in columns], strict=True)


def _plain_type(type: pa.DataType) -> pa.DataType:
    if pa.types.is_dictionary(type):
        return _plain_type(type.value_type)
    if pa.types.is_binary(type) or pa.types.is_large_binary(type) or pa.types.is_nested(type):
        return pa.string()
    return type


def _plain(piece: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    columns = [_harmless(_plain_column(piece.column(at), field.type)) for at, field in enumerate(schema)]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _plain_column(column: pa.Array, type: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if column.type == type:
        return column
    if pa.types.is_binary(column.type):
        return pa.array([None if value is None else value.hex() for value in column.to_pylist()], type)
    if pa.types.is_nested(column.type):
        return pa.array([None if value is None else str(value) for value in column.to_pylist()], type)
    return pc.cast(column, type)


def _harmless(column: pa.Array) -> pa.Array:
    """Return a column as a spreadsheet may have it; the few texts that may be doubtful are cleaned."""
    if not pa.types.is_string(column.type):
        return column
    doubtful = pc.fill_null(pc.match_substring_regex(column, _DOUBTFUL), False)
    texts = [spreadsheet_text(text) for text in column.filter(doubtful).to_pylist()]
    return pc.replace_with_mask(column, doubtful, pa.array(texts, column.type)) if texts else column


NAMED = ("player0", "player1", "header0", "header1", "transcriber")
# What may hold a person's name within other words.
TEXTS = {"matches": ("event", "round"), "findings": ("written", "message"), "comments": ("text",)}
TAKEN_OUT = {"matches": ("place", "site"), "comments": ("author",), "files": ("source", "stamp", "trouble")}
# The person that a spelling means: another spelling, or the same.
Person = Callable[[str], str]
Masking = Callable[[str], str]


def letters(number: int) -> str:
    """The letters for the person of a number, from 0: A to Z, then AA, AB and so on."""
    text = ""
    number += 1
    while number:
        number, last = divmod(number - 1, 26)
        text = chr(ord("A") + last) + text
    return text


@dataclass(frozen=True, slots=True)
class MaskedNames:
    """The names in an export, each with the letters that stand for it, by match and by file."""

    letters: Mapping[str, str]
    by_match: Mapping[int, tuple[str, ...]]
    by_file: Mapping[str, tuple[int, ...]]

    @staticmethod
    def of(base: duckdb.DuckDBPyConnection, person: Person) -> MaskedNames:
        """Those of the matches that the tables show, in the order in which they come."""
        found: dict[str, str] = {}
        persons: dict[str, str] = {}
        by_match: dict[int, tuple[str, ...]] = {}
        by_file: dict[str, tuple[int, ...]] = {}
        for piece in pieces(base, "matches"):
            columns = [piece[name].to_pylist() for name in ("match", "file", *NAMED)]
            for match, file, *names in zip(*columns, strict=True):
                for name in filter(None, names):
                    if name not in found:
                        found[name] = persons.setdefault(person(name), letters(len(persons)))
                by_match[match] = tuple(name or "" for name in names)
                by_file[file] = (*by_file.get(file, ()), match)
        return MaskedNames(found, by_match, by_file)

    def without_names(self, matches: Sequence[int]) -> Masking:
        """Return what takes the persons of some matches out of a text."""
        steps = [self._of_match(self.by_match[match]) for match in matches if match in self.by_match]

        def without(text: str) -> str:
            for step in steps:
                text = step(text)
            return text

        return without

    def _of_match(self, names: tuple[str, ...]) -> Masking:
        one, other, *headed, transcriber = names
        said = [("Player 2", headed[0]), ("Player 1", headed[1]), ("transcriber", transcriber)]
        info = tuple([(key, name) for key, name in said if name])
        match = Match(players=(Player(name=one), Player(name=other)), info=info, games=())
        return masking(match, (self.letters.get(one, OTHERS), self.letters.get(other, OTHERS)))


class Mask:
    """Takes the persons out of pieces of tables: each name becomes letters, the same wherever it stands.

    Texts that quote a record are rewritten by the names of its match, as `anonymous` does. What leads to
    persons without naming them goes: places, sites, where files lay. Sentences of strangers may still tell
    who somebody is; the board and the dice too, to whoever has the record.
    """

    def __init__(self, base: duckdb.DuckDBPyConnection, person: Person) -> None:
        self._names = MaskedNames.of(base, person)
        self._files = 0
        self._last: tuple[tuple[int, ...], Masking] = ((), str)

    def __call__(self, table: str, piece: pa.RecordBatch) -> pa.RecordBatch:
        """The piece without persons."""
        columns = {name: piece[name] for name in piece.schema.names}
        for name in TAKEN_OUT.get(table, ()):
            columns[name] = pa.nulls(piece.num_rows, pa.string())
        if table == "matches":
            for name in NAMED:
                letters = [name and self._names.letters[name] for name in columns[name].to_pylist()]
                columns[name] = pa.array(letters, pa.string())
        if table == "files":
            first, self._files = self._files + 1, self._files + piece.num_rows
            columns["path"] = pa.array([f"file-{n}" for n in range(first, self._files + 1)], pa.string())
        for name in TEXTS.get(table, ()):
            files = piece["file"].to_pylist() if "file" in columns else [None] * piece.num_rows
            rows = zip(piece["match"].to_pylist(), files, piece[name].to_pylist(), strict=True)
            texts = [text and self._masking(match, file)(text) for match, file, text in rows]
            columns[name] = pa.array(texts, pa.string())
        schema = arrow_schema(table)
        return pa.RecordBatch.from_arrays(
            [columns[field.name].cast(field.type) for field in schema], schema=schema
        )

    def _masking(self, match: int | None, file: str | None) -> Masking:
        """Return what takes the persons out of a text about a match, or about a file; the last is kept."""
        about = (match,) if match is not None else self._names.by_file.get(file or "", ())
        if self._last[0] != about:
            self._last = about, self._names.without_names(about)
        return self._last[1]
