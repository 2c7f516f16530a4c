"""The pages of players and events of an archive, one at a time, and the lists of all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote

from kotra_notation.archive.pages import share
from kotra_notation.archive.tasks import PLAYER, ArchiveRefusedError, asking, asking_tables
from kotra_notation.board import Position, Turning
from kotra_notation.board.position import position as read_position
from kotra_notation.features.report.job import PublishOptions, match_page
from kotra_notation.findings import Finding
from kotra_notation.formats import find_format
from kotra_notation.formats.format import Source
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Opened
from kotra_notation.jobs.notations import ConvertOptions
from kotra_notation.legal import dice_of
from kotra_notation.reading import read_in_full
from kotra_notation.report.site_map import ascii_slug
from kotra_notation.report.table_page import Section, TablePage, cell, number
from kotra_notation.report.wishes import Wishes
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import N_, tongue

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


START = "start"

if TYPE_CHECKING:
    from kotra_notation.archive.ask.find import Clause, FoundThrow, ThrowPlace
    from kotra_notation.archive.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedRolls:
    """Rolls that are looked for: at a position, or at such as it, or where a pattern is met; of some dice.

    `within` so many checkers may stand elsewhere.
    """

    position: Position | None
    clauses: tuple[Clause, ...]
    within: int
    dice: tuple[int, int] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowsFound:
    """The first rolls found at a position or pattern, and whether there are `more`.

    Of the records of one match it has the rolls of one; `copies` is how many others have some too.
    """

    position: Position | None
    throws: tuple[FoundThrow, ...]
    more: bool
    copies: int = 0

    @property
    def of_today(self) -> bool:
        """Return whether it is a position of today's game."""
        return self.position is not None and self.position.turning is Turning.MIRRORED

    def plays_section(self, language: str) -> Section:
        """Return what was played, by dice, frequent ones first; of each the frequent plays come first."""
        speech = tongue(language)
        by_play: dict[tuple[tuple[int, int], str], list[FoundThrow]] = {}
        for throw in self.throws:
            by_play.setdefault(((max(throw.dice), min(throw.dice)), throw.play), []).append(throw)
        times: Counter[tuple[int, int]] = Counter()
        for (dice, _), throws in by_play.items():
            times[dice] += len(throws)
        rows = []
        for (dice, play), throws in sorted(
            by_play.items(), key=lambda item: (-times[item[0][0]], item[0][0], -len(item[1]), item[0])
        ):
            # The share of the games with a winner that were won by who played so.
            won = [throw.winner == throw.place.seat for throw in throws if throw.winner is not None]
            rows.append(
                (
                    cell("-".join(map(str, dice))),
                    cell(play or speech.say("cannot move")),
                    number(len(throws), speech),
                    share(len(throws), times[dice], speech),
                    share(sum(won), len(won), speech),
                )
            )
        heads = (N_("Roll"), N_("Play"), N_("How often"), N_("Share"), N_("Won"))
        return Section(
            anchor="played",
            title=speech.say("What was played"),
            columns=tuple(map(speech.say, heads)),
            numbers=frozenset((2,)),
            rows=tuple(rows),
        )


def set_up(written: str) -> Position:
    """Return the position of a text, if it is one of today's game; else that in which such games begin."""
    start = read_position(START)
    try:
        wanted = read_position(written) if written else start
    except ValueError:
        return start
    return wanted if wanted.turning is start.turning else start


def positions_found(
    folder: str,
    position: Position | str | None,
    side: int | None,
    pattern: str,
    within: int,
    dice: str,
    most: int,
) -> ThrowsFound:
    """Find the rolls at a position, perhaps as it is typed, or where a pattern is met if there is none."""
    board = read_position(position, side) if isinstance(position, str) and position else position or None
    wanted = wanted_rolls(board, pattern, within, dice)
    with asking(folder) as store:
        return throws_found(store, wanted, most)


def wanted_rolls(
    position: Position | None = None, pattern: str = "", within: int = 0, dice: str = ""
) -> WantedRolls:
    """Return the rolls to look for; ValueError for what is no pattern, or no dice.

    A position may have the dice, such as an XGID; `dice` counts before them.
    """
    from kotra_notation.archive.ask.find import pattern as read_pattern

    clauses = () if position else read_pattern(pattern)
    rolled = dice_of(dice) if dice else position.dice if position else None
    return WantedRolls(position=position, clauses=clauses, within=within, dice=rolled)


def is_pattern(text: str) -> bool:
    """Return whether a text can be read as a pattern."""
    from kotra_notation.archive.ask.find import pattern as read_pattern

    try:
        return bool(read_pattern(text))
    except ValueError:
        return False


def throws_found(store: Store, wanted: WantedRolls, most: int) -> ThrowsFound:
    """Return the first rolls before which the board stood so, or met a pattern."""
    from kotra_notation.archive.ask.find import at_position, found_throws, nearest, of_pattern
    from kotra_notation.archive.sameness import copy_groups

    copies = {match for group in copy_groups(store) for match in group[1:]}
    left_out: set[int] = set()

    def is_kept(place: ThrowPlace) -> bool:
        """Return whether a roll is of no copy, and note the copy."""
        if place.match in copies:
            left_out.add(place.match)
        return place.match not in copies

    limit = most + 1 + len(copies)
    if wanted.position is None:
        places = of_pattern(store, wanted.clauses)
    elif wanted.within:
        places = iter(nearest(store, wanted.position, wanted.within, limit, wanted.dice))
    else:
        places = at_position(store, wanted.position)
    throws = found_throws(store, filter(is_kept, places), most + 1, wanted.dice)
    return ThrowsFound(
        position=wanted.position, throws=tuple(throws[:most]), more=len(throws) > most, copies=len(left_out)
    )
