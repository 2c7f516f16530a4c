"""What a page of an archive shows, in the order in which it shows it. Its template only loops over it."""

from __future__ import annotations

from dataclasses import dataclass

from kotra_notation.archive.ask.chances import share_bound
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.templating import render
from kotra_notation.words.tongues import Tongue


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        """The share, 0 of nothing."""
        return self.part / self.whole if self.whole else 0.0

    @property
    def bounds(self) -> tuple[float, float]:
        """Between what the true share may well lie: all of what is possible where nothing was seen."""
        if not self.whole:
            return 0.0, 1.0
        return share_bound(self.part, self.whole, -1), share_bound(self.part, self.whole, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageCell:
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
    rows: tuple[tuple[PageCell, ...], ...]
    numbers: frozenset[int] = frozenset()
    note: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivePage:
    """A page: its title, a few facts, and tables; those without rows are left out."""

    title: str
    summary: str
    facts: tuple[tuple[str, PageCell], ...]
    sections: tuple[Section, ...]
    home: str = ""


def cell(text: object, note: str = "", href: str = "") -> PageCell:
    """A cell of words, those of strangers made harmless."""
    return PageCell(text=clipped(str(text)) if text is not None else "", note=note, href=href)


def number(value: float | None, speech: Tongue, digits: int | None = None) -> PageCell:
    """A cell with a number, empty for none."""
    if value is None:
        return PageCell(text="")
    return PageCell(text=speech.points(value) if digits is None else speech.number(value, digits))


def share(part: int, whole: int, speech: Tongue) -> PageCell:
    """A cell with a share in percent and its bounds."""
    if not whole:
        return PageCell(text="–")
    one = Share(part, whole)
    low, high = one.bounds
    note = speech.say("{low} to {high} %", low=round(100 * low), high=round(100 * high))
    return PageCell(
        text=f"{round(100 * one.value)} %",
        note=note,
        bar=(round(100 * low), round(100 * one.value), round(100 * high)),
    )


def day(text: str | None, speech: Tongue) -> PageCell:
    """A date as people write it; what is none as it stands."""
    return cell(speech.date(text) if text else "")


def score(mine: float | None, theirs: float | None, speech: Tongue) -> str:
    """Two numbers against each other."""
    return f"{speech.points(mine or 0)}–{speech.points(theirs or 0)}"


def outcome(won: bool | None, complete: bool | None, errors: int, speech: Tongue) -> PageCell:
    """How a match went, and whether its record is sound."""
    if won is not None:
        text = speech.say("won") if won else speech.say("lost")
    else:
        text = speech.say("undecided") if complete else speech.say("unfinished")
    note = (
        speech.count("{number} error in the record", "{number} errors in the record", errors)
        if errors
        else ""
    )
    return PageCell(text=text, note=note)


def html(page: ArchivePage, speech: Tongue) -> str:
    """The page in a language."""
    return render("archive.html.j2", speech, page=page)
