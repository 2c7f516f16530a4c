"""The answers to several questions side by side: for each name what each of them says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

import duckdb

Row = tuple[Any, ...]
Answers = Mapping[str, list[Row]]
MANY = 4_096


def side_by_side(
    base: duckdb.DuckDBPyConnection, questions: Mapping[str, str], most: int
) -> Iterator[tuple[str, Answers]]:
    """Every name that the first question gives, with the rows of all about it, the name left out.

    Each question gives the name first, and its rows in the order of the names.
    """
    streams = {
        name: groupby(_rows(base.cursor(), sql, most), lambda row: row[0]) for name, sql in questions.items()
    }
    waiting = {name: next(stream, None) for name, stream in streams.items()}
    first = next(iter(questions))
    while (head := waiting[first]) is not None:
        about = head[0]
        answers: dict[str, list[Row]] = {}
        for name, stream in streams.items():
            group = waiting[name]
            if group is not None and group[0] == about:
                answers[name] = [row[1:] for row in group[1]]
                waiting[name] = next(stream, None)
            else:
                answers[name] = []
        yield about, answers


def _rows(cursor: duckdb.DuckDBPyConnection, sql: str, most: int) -> Iterator[Row]:
    asked = cursor.execute(sql, {"most": most} if "$most" in sql else None)
    while rows := asked.fetchmany(MANY):
        yield from rows
