"""The pages of players and events of an archive, one at a time, and the lists of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from kotra_notation.archive.tasks import PLAYER, ArchiveRefusedError, asking, asking_tables
from kotra_notation.features.report.job import PublishOptions, match_page
from kotra_notation.findings import Finding
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Source
from kotra_notation.jobs.contents import ConvertOptions
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Opened
from kotra_notation.reading import read_in_full
from kotra_notation.report.site_map import ascii_slug
from kotra_notation.report.table_page import TablePage
from kotra_notation.report.wishes import Wishes
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import tongue

if TYPE_CHECKING:
    import duckdb

    from kotra_notation.archive.ask.selection import ArchiveCounts, FoundMatches
    from kotra_notation.archive.export.originals import FileMatches, Reopened
    from kotra_notation.archive.pages import Links, Subject


def _links_after(before: str) -> Links:
    return lambda name: before + quote(name, safe="") if name else ""


def subject_page(folder: str, subject: str, name: str, language: str, links: str | None) -> TablePage:
    """Return the page of a player or an event, by `subject`; addresses of players begin with `links`."""
    with _asking_persons(folder) as base:
        from kotra_notation.archive.pages import no_links, one_page

        addresses = no_links if links is None else _links_after(links)
        page = one_page(base, _subject(subject), name, tongue(language), addresses)
        if page is None:
            raise ArchiveRefusedError(phrase("No match in the archive has this name."))
        return page


def subject_list(folder: str, subject: str, words: str, language: str, links: str, most: int) -> TablePage:
    """Return the players or events whose names have every word; of many those with most matches."""
    wanted = [ascii_slug(word) for word in words.split()]
    with _asking_persons(folder) as base:
        from kotra_notation.archive.pages import list_page

        return list_page(
            base,
            _subject(subject),
            tongue(language),
            _links_after(links),
            lambda name: all(word in ascii_slug(name) for word in wanted),
            most,
        )


def _subject(subject: str) -> Subject:
    from kotra_notation.archive.pages import subjects

    return subjects.PLAYER if subject == PLAYER else subjects.EVENT


@contextmanager
def _asking_persons(folder: str) -> Iterator[duckdb.DuckDBPyConnection]:
    with asking(folder) as store, asking_tables(folder) as base:
        from kotra_notation.archive.ask.selection import Selection, select
        from kotra_notation.archive.sameness import copy_groups
        from kotra_notation.archive.views import resolve

        select(base, Selection(), copy_groups(store))
        resolve(base)
        yield base


LARGEST = MAX_SIZE * MEGABYTE


@dataclass(frozen=True, slots=True, kw_only=True)
class RewrittenRecord:
    """A match in another notation: what its file is called, what is in it, and what it does not hold."""

    name: str
    content: bytes
    lost: tuple[Finding, ...]


def archive_counts(folder: str) -> ArchiveCounts:
    """Return how much there is in an archive."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.ask.selection import counts

        return counts(base)


def matches_found(folder: str, words: str, most: int) -> FoundMatches:
    """The newest matches with every word in their names, event or date, and how many there are."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.ask.selection import found_matches

        return found_matches(base, words.split(), most)


def match_report(folder: str, match: int, language: str) -> str:
    """The page of a match, made of the record it was read from; ArchiveRefusedError where that is gone."""
    again, held = _reopen_file(folder, match)
    assert again.data is not None
    reading = read_in_full(Source(again.data, again.path))
    number = held.matches[0].number
    if number > len(reading.matches):
        from kotra_notation.archive.export.originals import GONE

        raise ArchiveRefusedError(GONE)
    options = PublishOptions(language=language, wishes=Wishes(language=language))
    return str(match_page(Opened(again.path, again.data), reading, number, options, "").content)


def match_record(folder: str, match: int, to: str) -> RewrittenRecord:
    """A match in another notation, as one file; ArchiveRefusedError where it cannot be had."""
    from kotra_notation.archive.export.originals import Order, file_name, of_file

    format, _, dialect = to.partition(":")
    options = ConvertOptions(format, dialect or None, max_size=LARGEST)
    again, held = _reopen_file(folder, match)
    (made,) = of_file(again, held, Order(options))
    if made.trouble:
        raise ArchiveRefusedError(made.trouble)
    if len(made.contents) > 1:
        raise ArchiveRefusedError(phrase("{format} needs a file for each game.", format=format))
    (content,) = made.contents
    return RewrittenRecord(
        name=f"{file_name(made.known)}{find_format(format).suffixes[0]}",
        content=content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content,
        lost=tuple(finding for finding in made.findings if finding.code.startswith("L")),
    )


def _reopen_file(folder: str, match: int) -> tuple[Reopened, FileMatches]:
    """The file that a match was read from, as it was; no other machine is asked for it."""
    with asking_tables(folder) as base:
        from kotra_notation.archive.ask.selection import choose
        from kotra_notation.archive.export.originals import files_with_matches, reopen

        choose(base, where=f"match = {match}")
        held = next((file_matches for some in files_with_matches(base) for file_matches in some), None)
        if held is None:
            raise ArchiveRefusedError(phrase("There is no such match in the archive."))
        if any("://" in path for path in held.wanted.paths):
            raise ArchiveRefusedError(
                phrase(
                    "Its record is elsewhere, at {path}, and cannot be opened from here.",
                    path=held.wanted.paths[0],
                )
            )
        (again,) = reopen([held.wanted], LARGEST)
    if again.data is None:
        raise ArchiveRefusedError(phrase("{path}: {why}", path=again.path, why=again.trouble))
    return again, held
