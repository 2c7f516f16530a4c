"""Pages of an archive, made from its tables alone: what a player has played, how an event went.

A `Subject` is a kind of page: one page, or those of all with an index that links them. Most sections are
data (`PageTable`): the values of a row of their SQL go from column to column, as each `CellKind` takes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.page import length_words
from kotra_notation.report.site_map import page_names
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell, number, score
from kotra_notation.statistics.uncertainty import share_bound
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import Tongue

if TYPE_CHECKING:
    import duckdb

Row = tuple[Any, ...]
Answers = Mapping[str, list[Row]]
Line = tuple[PageCell, ...]
# The address of the page of a player, or nothing.
Links = Callable[[str], str]
INDEX = "index.html"
# So many matches are listed on a page.
MOST = 1_000
# Rows that are fetched at a time.
MANY = 4_096


def no_links(name: str) -> str:
    """Return nothing, since no name has a page."""
    return ""


def share(part: int, whole: int, speech: Tongue) -> PageCell:
    """Return a cell with a share in percent and its bounds."""
    if not whole:
        return PageCell(text="–")
    low, high = (round(100 * share_bound(part, whole, side)) for side in (-1, 1))
    percent = round(100 * part / whole)
    note = speech.say("{low} to {high} %", low=low, high=high)
    return PageCell(text=f"{percent} %", note=note, bar=(low, percent, high))


class PageTables:
    """The cells of a page in a language; `links` are the pages of players."""

    def __init__(self, speech: Tongue, links: Links = no_links) -> None:
        self.speech, self.say, self.links = speech, speech.say, links

    def numbers(self, *values: float | None, digits: int | None = None) -> Line:
        """Return a cell for each number, empty for none."""
        return tuple([number(value, self.speech, digits) for value in values])

    def share(self, part: int, whole: int) -> PageCell:
        """Return a cell with a share in percent and its bounds."""
        return share(part, whole, self.speech)

    def score(self, mine: float | None, theirs: float | None) -> PageCell:
        """Return a cell with two numbers against each other."""
        return PageCell(text=score(mine, theirs, self.speech))

    def name(self, name: str | None) -> PageCell:
        """Return a cell with the name of a player, linked where there is a page."""
        return cell(name or self.say("no name"), href=self.links(name or ""))

    def length(self, points: int, modern: bool) -> PageCell:
        """Return a cell with the length of a match."""
        return PageCell(text=length_words(points, cube=modern, tongue=self.speech))


@dataclass(frozen=True, slots=True)
class CellKind:
    """A kind of cell: how it shows so many values of a row, and whether they are numbers."""

    show: Callable[..., PageCell]
    values: int = 1
    is_number: bool = False


def decimal(digits: int | None = None) -> CellKind:
    """Return the kind of cells with a number, with so many digits behind the point."""
    return CellKind(lambda tables, value: number(value, tables.speech, digits), is_number=True)


def text(other: str = "") -> CellKind:
    """Return the kind of cells with a text, or with another where there is none."""
    return CellKind(lambda tables, words: cell(words or (other and tables.say(other))))


@dataclass(frozen=True, slots=True)
class PageTable:
    """A section: its columns, and the kinds of cells to which the values of each row of its SQL go.

    `cells` makes its rows otherwise. `partly` is said where not all `matches` are listed.
    """

    anchor: str
    title: str
    columns: tuple[str, ...]
    kinds: tuple[CellKind, ...] = ()
    note: str = ""
    partly: str = ""
    cells: Callable[[Answers, PageTables], Iterable[Line]] | None = None

    def section(self, answers: Answers, tables: PageTables) -> Section:
        """Return the section with its rows."""
        total, listed = answers["head"][0][0], len(answers["matches"])
        note = self.partly if self.partly and listed < total else self.note
        return Section(
            anchor=self.anchor,
            title=tables.say(self.title),
            columns=tuple(map(tables.say, self.columns)),
            rows=tuple(self.cells(answers, tables) if self.cells else self._rows(answers, tables)),
            numbers=frozenset(at for at, kind in enumerate(self.kinds) if kind.is_number),
            note=note and tables.say(note, listed=listed, total=total),
        )

    def _rows(self, answers: Answers, tables: PageTables) -> Iterator[Line]:
        for row in answers[self.anchor]:
            values = iter(row)
            yield tuple(kind.show(tables, *islice(values, kind.values)) for kind in self.kinds)


SectionOf = Callable[[Answers, PageTables], Section]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A kind of page: its SQL, its sections, and what its index says of each.

    In its `sql` `wanted`, with the names in its `column`, and `rows` make the tables that the rest asks, the
    head first; `nearest` finds a name by another. `persons` is whether the names are of players.
    """

    column: str
    persons: bool
    sql: Mapping[str, str]
    facts: Callable[[str, Answers, PageTables], list[tuple[str, PageCell]]]
    sections: tuple[SectionOf, ...]
    title: str
    summary: tuple[str, str]
    columns: tuple[str, ...]
    line: Callable[[str, str, Row, PageTables], Line]

    def page(self, name: str, answers: Answers, tables: PageTables, home: str = "") -> TablePage:
        """Return the page of a name without sections that have no rows; `home` lists all."""
        sections = [section(answers, tables) for section in self.sections]
        return TablePage(
            title=clipped(name) or "–",
            summary=tables.speech.count("{number} match", "{number} matches", answers["head"][0][0]),
            facts=tuple(self.facts(name, answers, tables)),
            sections=tuple(section for section in sections if section.rows),
            home=home,
        )

    def index(self, lines: Iterable[Line], tables: PageTables, note: str = "") -> TablePage:
        """Return the page that lists all names, each with two numbers behind it."""
        ordered = sorted(lines, key=lambda line: (line[0].text.casefold(), line[0].href))
        section = Section(
            anchor="all",
            title="",
            columns=tuple(map(tables.say, self.columns)),
            rows=tuple(ordered),
            numbers=frozenset((1, 2)),
            note=note,
        )
        summary = tables.speech.count(*self.summary, len(ordered))
        return TablePage(title=tables.say(self.title), summary=summary, facts=(), sections=(section,))

    def ask(self, base: duckdb.DuckDBPyConnection, name: str | None) -> None:
        """Make the tables for a name, or for all."""
        base.execute(self.sql["wanted"], {"name": name})
        base.execute(self.sql["rows"])

    @property
    def questions(self) -> dict[str, str]:
        """Return the statements whose rows are in the sections, that of the head first."""
        return {name: sql for name, sql in self.sql.items() if name not in ("wanted", "rows", "nearest")}


def one_page(
    base: duckdb.DuckDBPyConnection, subject: Subject, name: str, speech: Tongue, links: Links = no_links
) -> TablePage | None:
    """Return the page of a player or an event, None if the archive has none; `links` are those of players."""
    from kotra_notation.archive.views import person_of

    subject.ask(base, person_of(base)(name) if subject.persons else name)
    for about, answers in side_by_side(base, subject.questions):
        return subject.page(about, answers, PageTables(speech, links))
    return None


def list_page(
    base: duckdb.DuckDBPyConnection,
    subject: Subject,
    speech: Tongue,
    links: Links,
    wanted: Callable[[str], bool],
    most: int,
) -> TablePage:
    """Return the list of all whose names are wanted; the most frequent where there are more."""
    subject.ask(base, None)
    answers = side_by_side(base, {"head": subject.sql["head"]})
    heads = [(name, answer["head"][0]) for name, answer in answers if wanted(name)]
    frequent = sorted(heads, key=lambda head: -head[1][0])[:most]
    tables, note = PageTables(speech, links), ""
    if len(frequent) < len(heads):
        note = speech.say("{listed} of {total} are shown.", listed=len(frequent), total=len(heads))
    return subject.index(
        [subject.line(name, links(name), head, tables) for name, head in frequent], tables, note
    )


def nearest(base: duckdb.DuckDBPyConnection, subject: Subject, name: str) -> str:
    """Return the name that is most like one that is not there, or nothing."""
    rows = base.execute(subject.sql["nearest"], {"name": name}).fetchall()
    return str(rows[0][0]) if rows else ""


def all_pages(
    base: duckdb.DuckDBPyConnection, subject: Subject, speech: Tongue
) -> Iterator[tuple[str, TablePage]]:
    """Yield the page of each, under the name of its file, and in the end the index."""
    subject.ask(base, None)
    names = [
        str(row[0]) for row in base.execute(f"SELECT {subject.column} FROM wanted ORDER BY 1").fetchall()
    ]
    files = [f"{name}.html" for name in page_names([f"{name}.html" for name in names])]
    links = dict(zip(names, files, strict=True))
    tables = PageTables(speech, (lambda name: links.get(name, "")) if subject.persons else no_links)
    lines = []
    for name, answers in side_by_side(base, subject.questions):
        yield links[name], subject.page(name, answers, tables, INDEX)
        lines.append(subject.line(name, links[name], answers["head"][0], tables))
    yield INDEX, subject.index(lines, tables)


def side_by_side(
    base: duckdb.DuckDBPyConnection, questions: Mapping[str, str]
) -> Iterator[tuple[str, Answers]]:
    """Yield every name of the first question with the rows of all about it; all are ordered by name."""
    streams = {
        name: groupby(_rows(base.cursor(), sql), lambda row: row[0]) for name, sql in questions.items()
    }
    waiting = {name: next(stream, None) for name, stream in streams.items()}
    first = next(iter(questions))
    while (head := waiting[first]) is not None:
        about = head[0]
        answers: dict[str, list[Row]] = {}
        for name, stream in streams.items():
            group, answers[name] = waiting[name], []
            if group is not None and group[0] == about:
                answers[name] = [row[1:] for row in group[1]]
                waiting[name] = next(stream, None)
        yield about, answers


def _rows(cursor: duckdb.DuckDBPyConnection, sql: str) -> Iterator[Row]:
    asked = cursor.execute(sql, {"most": MOST} if "$most" in sql else None)
    while rows := asked.fetchmany(MANY):
        yield from rows
