"""Tables of an archive, or the answer to one question, as CSV, Parquet or a database of SQLite."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import duckdb
import typer

from kotra_notation.archive.ask.sql import QueryError, batches
from kotra_notation.archive.commands.answering import refuse
from kotra_notation.archive.commands.delivering import file, folder, free
from kotra_notation.archive.export.tables import Mask, pieces, tables, write_csv, write_parquet, write_sqlite
from kotra_notation.archive.schema import TABLES, arrow_schema
from kotra_notation.archive.views import person_of, resolve
from kotra_notation.cli.failing import DONE, fail
from kotra_notation.cli.names import check_choice
from kotra_notation.cli.speaking import count, say
from kotra_notation.cli.streams import echo, stdout_bytes
from kotra_notation.jobs.files import STDIN, printable
from kotra_notation.jobs.rows import document

if TYPE_CHECKING:
    from kotra_notation.archive.export.tables import Change
    from kotra_notation.archive.store import Store

SQLITE = "sqlite"
WRITERS = {"csv": write_csv, "parquet": write_parquet}


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesExport:
    """What is to be written, and how it is told what was done."""

    to: str
    query: str | None
    without: tuple[str, ...]
    anonymous: bool
    force: bool
    output: str

    def write(self, store: Store, base: duckdb.DuckDBPyConnection, target: str) -> int:
        """Write the tables as far as they are shown; the status."""
        self._check(target)
        if self.query is not None:
            rows = self._answer(base, target)
        else:
            rows = self._all(base, tables(store, self.without), target)
        if target != STDIN:
            self._print(rows, target)
        return DONE

    def _check(self, target: str) -> None:
        for name in self.without:
            check_choice("--without", name, TABLES)
        if self.query is None:
            if target == STDIN:
                fail(
                    "several tables do not go to standard output; name a place, or ask for one with --query."
                )
            return
        if self.to == SQLITE or (self.to != "csv" and target == STDIN):
            fail("the answer to --query is written as csv or parquet; to standard output as csv.")
        if self.without:
            fail("--without and --query do not go together: the answer to a question is one table.")
        if self.anonymous:
            fail(
                "--anonymous and --query do not go together: names can be anywhere in the answer."
                " Export the tables without persons, and ask those."
            )

    def _change(self, base: duckdb.DuckDBPyConnection) -> Change | None:
        if not self.anonymous:
            return None
        resolve(base)
        return Mask(base, person_of(base))

    def _all(self, base: duckdb.DuckDBPyConnection, names: Sequence[str], target: str) -> Mapping[str, int]:
        change = self._change(base)
        if self.to == SQLITE:
            with file(target, force=self.force) as draft:
                return write_sqlite(draft, names, lambda name: pieces(base, name, change))
        write = WRITERS[self.to]
        for name in names:
            free(os.path.join(target, f"{name}.{self.to}"), force=self.force)
        with folder(target, force=self.force) as draft:
            return {
                name: write(draft / f"{name}.{self.to}", arrow_schema(name), pieces(base, name, change))
                for name in names
            }

    def _answer(self, base: duckdb.DuckDBPyConnection, target: str) -> Mapping[str, int]:
        try:
            schema, rows = batches(base, self.query or "")
            if target == STDIN:
                return {"": write_csv(stdout_bytes(), schema, rows)}
            with file(target, force=self.force) as draft:
                return {"": WRITERS[self.to](draft, schema, rows)}
        except QueryError as error:
            refuse(error, "--query")

    def _print(self, rows: Mapping[str, int], target: str) -> None:
        if self.output == "json":
            tables = rows if self.query is None else {"answer": rows[""]}
            typer.echo(document({"version": 1, "target": printable(target), "rows": tables}, None))
            return
        for name, number in rows.items():
            rows_of = count("{number} row", "{number} rows", number)
            echo(f"{name}: {rows_of}" if name else say("{number}.", number=rows_of))
