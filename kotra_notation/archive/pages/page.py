"""What a page of an archive shows, in the order in which it shows it. Its template only loops over it."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.archive.pages.shares import Share
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.words.tongues import Tongue


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A cell of a table; `bar` is a share in hundredths with its bounds."""

    text: str
    note: str = ""
    href: str = ""
    bar: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A table with its title. The first column names its rows, those of `numbers` hold numbers."""

    anchor: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: frozenset[int] = frozenset()
    note: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its title, a few facts, and tables; those without rows are left out."""

    title: str
    summary: str
    facts: tuple[tuple[str, Cell], ...]
    sections: tuple[Section, ...]
    home: str = ""


def cell(text: object, note: str = "", href: str = "") -> Cell:
    """A cell of words, those of strangers made harmless."""
    return Cell(text=clipped(str(text)) if text is not None else "", note=note, href=href)


def number(value: float | None, speech: Tongue, digits: int | None = None) -> Cell:
    """A cell with a number, empty for none."""
    if value is None:
        return Cell(text="")
    return Cell(text=speech.points(value) if digits is None else speech.number(value, digits))


def share(part: int, whole: int, speech: Tongue) -> Cell:
    """A cell with a share in percent and its bounds."""
    if not whole:
        return Cell(text="–")
    one = Share(part, whole)
    low, high = one.bounds
    note = speech.say("{low} to {high} %", low=round(100 * low), high=round(100 * high))
    return Cell(
        text=f"{round(100 * one.value)} %",
        note=note,
        bar=(round(100 * low), round(100 * one.value), round(100 * high)),
    )
