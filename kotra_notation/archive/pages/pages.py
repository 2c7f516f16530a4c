"""Pages made of an archive: of one player or event, or of all with an index that links them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

import duckdb

from kotra_notation.archive.pages import Answers, PageTables, Row, Subject
from kotra_notation.archive.pages.event import EVENT as EVENT
from kotra_notation.archive.pages.player import PLAYER as PLAYER
from kotra_notation.archive.views import person_of
from kotra_notation.report.site_map import page_names
from kotra_notation.report.table_page import TablePage
from kotra_notation.words.tongues import Tongue

INDEX = "index.html"
NO_LINKS: Mapping[str, str] = MappingProxyType({})
# So many matches are listed on a page.
MOST = 1_000
# Rows that are fetched at a time.
MANY = 4_096


def one_page(
    base: duckdb.DuckDBPyConnection,
    subject: Subject,
    name: str,
    speech: Tongue,
    links: Mapping[str, str] = NO_LINKS,
) -> TablePage | None:
    """The page of a player or an event, None if the archive has none; `links` are the pages of players."""
    _ask(base, subject, person_of(base)(name) if subject is PLAYER else name)
    for about, answers in side_by_side(base, subject.sections, MOST):
        return subject.page(about, answers, PageTables(speech, links), "")
    return None


def list_page(
    base: duckdb.DuckDBPyConnection,
    subject: Subject,
    speech: Tongue,
    links: Mapping[str, str],
    wanted: Callable[[str], bool],
    most: int,
) -> TablePage:
    """All whose names are wanted, without pages of their own; the most frequent where there are more."""
    _ask(base, subject, None)
    heads = [
        (str(name), answers["head"][0])
        for name, answers in side_by_side(base, {"head": subject.sections["head"]}, most)
        if wanted(str(name))
    ]
    frequent = sorted(heads, key=lambda head: -head[1][0])[:most]
    tables = PageTables(speech, links)
    lines = [subject.line(name, links.get(name, ""), head, tables) for name, head in frequent]
    page = subject.index(lines, tables)
    if len(frequent) == len(heads):
        return page
    note = speech.say("{listed} of {total} are shown.", listed=len(frequent), total=len(heads))
    return replace(page, sections=tuple(replace(section, note=note) for section in page.sections))


def nearest(base: duckdb.DuckDBPyConnection, subject: Subject, name: str) -> str:
    """The name that is most like one that is not there, or nothing."""
    found = base.execute(subject.nearest, {"name": name}).fetchall()
    return str(found[0][0]) if found else ""


def all_pages(
    base: duckdb.DuckDBPyConnection, subject: Subject, speech: Tongue
) -> Iterator[tuple[str, TablePage]]:
    """The page of each, under the name of its file, and in the end the index."""
    _ask(base, subject, None)
    names = [
        str(row[0]) for row in base.execute(f"SELECT {subject.column} FROM wanted ORDER BY 1").fetchall()
    ]
    files = [f"{name}.html" for name in page_names([f"{name}.html" for name in names])]
    links = dict(zip(names, files, strict=True))
    tables = PageTables(speech, links if subject is PLAYER else {})
    lines = []
    for name, answers in side_by_side(base, subject.sections, MOST):
        yield links[name], subject.page(name, answers, tables, INDEX)
        lines.append(subject.line(name, links[name], answers["head"][0], tables))
    yield INDEX, subject.index(lines, tables)


def _ask(base: duckdb.DuckDBPyConnection, subject: Subject, name: str | None) -> None:
    base.execute(subject.wanted, {"name": name})
    base.execute(subject.rows)


def side_by_side(
    base: duckdb.DuckDBPyConnection, questions: Mapping[str, str], most: int
) -> Iterator[tuple[str, Answers]]:
    """Every name of the first question, with the rows of all about it; each question is ordered by name."""
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
