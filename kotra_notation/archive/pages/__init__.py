"""Pages of an archive, made from its tables alone: what a player has played, how an event went.

Here are the cells and tables of which they consist, and `Subject`, a kind of page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.page import length_words
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell, day, number, score
from kotra_notation.statistics.uncertainty import share_bound
from kotra_notation.words.tongues import Tongue

Row = tuple[Any, ...]
Answers = Mapping[str, list[Row]]
Line = tuple[PageCell, ...]


def share(part: int, whole: int, speech: Tongue) -> PageCell:
    """Return a cell with a share in percent and its bounds."""
    if not whole:
        return PageCell(text="–")
    low, high = (round(100 * share_bound(part, whole, side)) for side in (-1, 1))
    percent = round(100 * part / whole)
    note = speech.say("{low} to {high} %", low=low, high=high)
    return PageCell(text=f"{percent} %", note=note, bar=(low, percent, high))


class PageTables:
    """The cells and tables of a page in a language; `links` are the pages of players."""

    def __init__(self, speech: Tongue, links: Mapping[str, str]) -> None:
        self.speech, self.say, self.links = speech, speech.say, links

    def number(self, value: float | None, digits: int | None = None) -> PageCell:
        """Return a cell with a number, empty for none."""
        return number(value, self.speech, digits)

    def numbers(self, *values: float | None) -> Line:
        """Return a cell for each number."""
        return tuple([number(value, self.speech) for value in values])

    def share(self, part: int, whole: int) -> PageCell:
        """Return a cell with a share in percent and its bounds."""
        return share(part, whole, self.speech)

    def score(self, mine: float | None, theirs: float | None) -> PageCell:
        """Return a cell with two numbers against each other."""
        return PageCell(text=score(mine, theirs, self.speech))

    def day(self, text: str | None) -> PageCell:
        """Return a cell with a date."""
        return day(text, self.speech)

    def length(self, points: int | None, modern: bool) -> PageCell:
        """Return a cell with the length of a match."""
        return PageCell(text=length_words(points, cube=modern, tongue=self.speech))

    def name(self, name: str | None) -> PageCell:
        """Return a cell with the name of a player, linked where there is a page."""
        return cell(name or self.say("no name"), href=self.links.get(name or "", ""))

    def table(
        self,
        anchor: str,
        title: str,
        columns: Iterable[str],
        rows: Iterable[Line],
        numbers: Iterable[int] = (),
        note: str = "",
        wide: bool = False,
    ) -> Section:
        """Return a section; the columns at `numbers` hold numbers."""
        return Section(
            anchor=anchor,
            title=title,
            columns=tuple(columns),
            rows=tuple(rows),
            numbers=frozenset(numbers),
            note=note,
            wide=wide,
        )

    def page(
        self,
        name: str,
        matches: int,
        facts: list[tuple[str, PageCell]],
        sections: Sequence[Section],
        home: str,
    ) -> TablePage:
        """Return the page of a name with so many matches, without the sections that have no rows."""
        return TablePage(
            title=clipped(name) or "–",
            summary=self.speech.count("{number} match", "{number} matches", matches),
            facts=tuple(facts),
            sections=tuple(section for section in sections if section.rows),
            home=home,
        )

    def index(self, title: str, summary: str, columns: Iterable[str], lines: list[Line]) -> TablePage:
        """Return the page that lists all names, each with two numbers behind it."""
        ordered = sorted(lines, key=lambda line: (line[0].text.casefold(), line[0].href))
        table = self.table("all", "", columns, ordered, (1, 2))
        return TablePage(title=title, summary=summary, facts=(), sections=(table,))


@dataclass(frozen=True, slots=True)
class Subject:
    """A kind of page: its SQL, and the functions that make a page, a line of the index, and the index.

    `wanted`, with the names in its `column`, and `rows` make the tables that the `sections` ask; `nearest`
    finds a name by another.
    """

    column: str
    wanted: str
    rows: str
    nearest: str
    sections: Mapping[str, str]
    page: Callable[[str, Answers, PageTables, str], TablePage]
    line: Callable[[str, str, Row, PageTables], Line]
    index: Callable[[list[Line], PageTables], TablePage]
