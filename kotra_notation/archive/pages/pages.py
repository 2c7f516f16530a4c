"""Pages made of an archive: of one player or event, or of all with an index that links them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import duckdb

from kotra_notation.archive.pages import event_questions, player_questions
from kotra_notation.archive.pages.event import event_page
from kotra_notation.archive.pages.page import share
from kotra_notation.archive.pages.player import player_page
from kotra_notation.archive.pages.streams import Answers, Row, side_by_side
from kotra_notation.archive.views import person_of
from kotra_notation.report.cleaning import name as clipped
from kotra_notation.report.site_map import page_names
from kotra_notation.report.table_page import PageCell, Section, TablePage, cell, day, number, score
from kotra_notation.words.tongues import Tongue

Line = tuple[PageCell, ...]


def player_line(who: str, href: str, head: Row, speech: Tongue) -> Line:
    """A player's line: how much he played, how much of it he won, when."""
    matches, decided, won, spellings, first, last = head
    others = [clipped(spelling) for spelling in spellings if spelling != who]
    note = speech.say("also {names}", names=", ".join(others)) if others else ""
    return (
        cell(who or "–", note, href),
        number(matches, speech),
        PageCell(text=score(won, decided - won, speech)),
        share(won, decided, speech),
        cell(first if first == last else f"{first}–{last}" if first else ""),
    )


def player_index(lines: list[Line], speech: Tongue) -> TablePage:
    """All players by their names."""
    say = speech.say
    return _index(
        say("Players"),
        speech.count("{number} player", "{number} players", len(lines)),
        (say("Player"), say("Matches"), say("Won–lost"), say("Share"), say("Years")),
        frozenset((1, 2)),
        lines,
    )


def event_line(name: str, href: str, head: Row, speech: Tongue) -> Line:
    """An event's line: how large it was, when and where."""
    matches, complete, first, _, places, _, _ = head
    return (
        cell(name or "–", href=href),
        number(matches, speech),
        number(complete, speech),
        day(first, speech),
        cell(", ".join(places or ())),
    )


def event_index(lines: list[Line], speech: Tongue) -> TablePage:
    """All events by their names."""
    say = speech.say
    return _index(
        say("Events"),
        speech.count("{number} event", "{number} events", len(lines)),
        (say("Event"), say("Matches"), say("Played to the end"), say("Begun"), say("Place")),
        frozenset((1, 2)),
        lines,
    )


def _index(
    title: str, summary: str, columns: tuple[str, ...], numbers: frozenset[int], lines: list[Line]
) -> TablePage:
    ordered = sorted(lines, key=lambda line: (line[0].text.casefold(), line[0].href))
    table = Section(anchor="all", title="", columns=columns, rows=tuple(ordered), numbers=numbers)
    return TablePage(title=title, summary=summary, facts=(), sections=(table,))


INDEX = "index.html"
NO_LINKS: Mapping[str, str] = MappingProxyType({})
# So many matches are listed on a page.
MOST = 1_000

NAMES = "SELECT {column} FROM wanted ORDER BY {column}"
Maker = Callable[[str, Answers, Tongue, Mapping[str, str], str], TablePage]


@dataclass(frozen=True, slots=True)
class Subject:
    """What pages are about: the questions, and what makes a page of the answers."""

    column: str
    wanted: str
    rows: str
    nearest: str
    sections: Mapping[str, str]
    page: Maker
    line: Callable[[str, str, Row, Tongue], tuple[PageCell, ...]]
    index: Callable[[list[tuple[PageCell, ...]], Tongue], TablePage]


PLAYER = Subject(
    "person",
    player_questions.WANTED,
    player_questions.SAT,
    player_questions.NEAREST,
    player_questions.SECTIONS,
    player_page,
    player_line,
    player_index,
)
EVENT = Subject(
    "event",
    event_questions.WANTED,
    event_questions.HELD,
    event_questions.NEAREST,
    event_questions.SECTIONS,
    event_page,
    event_line,
    event_index,
)


def one_page(
    base: duckdb.DuckDBPyConnection,
    subject: Subject,
    name: str,
    speech: Tongue,
    links: Mapping[str, str] = NO_LINKS,
) -> TablePage | None:
    """The page of a player or an event; None where the archive knows none of that name.

    `links` are the pages of players.
    """
    _ask(base, subject, person_of(base)(name) if subject is PLAYER else name)
    for about, answers in side_by_side(base, subject.sections, MOST):
        return subject.page(about, answers, speech, links, "")
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
    frequent = sorted(heads, key=lambda one: -one[1][0])[:most]
    lines = [subject.line(name, links.get(name, ""), head, speech) for name, head in frequent]
    page = subject.index(lines, speech)
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
    names = [str(row[0]) for row in base.execute(NAMES.format(column=subject.column)).fetchall()]
    files = [f"{name}.html" for name in page_names([f"{name}.html" for name in names])]
    links = dict(zip(names, files, strict=True))
    listed: list[tuple[PageCell, ...]] = []
    for about, answers in side_by_side(base, subject.sections, MOST):
        yield links[about], subject.page(about, answers, speech, links if subject is PLAYER else {}, INDEX)
        listed.append(subject.line(about, links[about], answers["head"][0], speech))
    yield INDEX, subject.index(listed, speech)


def _ask(base: duckdb.DuckDBPyConnection, subject: Subject, name: str | None) -> None:
    base.execute(subject.wanted, {"name": name})
    base.execute(subject.rows)
