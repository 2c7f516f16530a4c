"""A page of tables: its title, a few facts, and sections of rows, in the order in which it shows them.

Its template only loops over it. Pages of an archive and of a site's players and events are such.
"""

from __future__ import annotations

from pathlib import Path

from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.templating import render
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import Tongue


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCell:
    """A cell of a table; `bar` is a share in hundredths with its bounds, `key` what it is sorted by."""

    text: str
    note: str = ""
    href: str = ""
    bar: tuple[int, int, int] | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A table with its title. The first column names its rows, those of `numbers` hold numbers."""

    anchor: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[PageCell, ...], ...]
    numbers: frozenset[int] = frozenset()
    note: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """One value of a course in a picture of 100 by 100, whose corner is at the top."""

    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Progression:
    """The course of a number: its values from left to right, the highest and lowest that fit, the mean."""

    title: str
    summary: str
    dots: tuple[Dot, ...]
    top: str
    bottom: str
    mean: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePage:
    """A page: its title, a few facts, and tables; those without rows are left out.

    `home` is the page that lists all such; `trail` are those that lead to this one, each an address and a
    name.
    """

    title: str
    summary: str
    facts: tuple[tuple[str, PageCell], ...]
    sections: tuple[Section, ...]
    home: str = ""
    trail: tuple[tuple[str, str], ...] = ()
    course: Progression | None = None


def cell(text: object, note: str = "", href: str = "") -> PageCell:
    """A cell of words, those of strangers made harmless."""
    return PageCell(text=clipped(str(text)) if text is not None else "", note=note, href=href)


def number(value: float | None, speech: Tongue, digits: int | None = None) -> PageCell:
    """A cell with a number, empty for none."""
    if value is None:
        return PageCell(text="")
    return PageCell(text=speech.points(value) if digits is None else speech.number(value, digits))


def day(text: str | None, speech: Tongue) -> PageCell:
    """A date as people write it; what is none as it stands."""
    return cell(speech.date(text) if text else "")


def score(mine: float | None, theirs: float | None, speech: Tongue) -> str:
    """Two numbers against each other."""
    return f"{speech.points(mine or 0)}–{speech.points(theirs or 0)}"


def html(page: TablePage, speech: Tongue, templates: Path | None = None) -> str:
    """Return the page in a language; ValueError for broken templates."""
    return render("tables.html.j2", speech, templates, page=page)
