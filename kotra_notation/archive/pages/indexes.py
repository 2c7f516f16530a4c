"""The pages that list all players or all events of an archive."""

from __future__ import annotations

from kotra_notation.archive.pages.page import ArchivePage, PageCell, Section, cell, day, number, score, share
from kotra_notation.archive.pages.streams import Row
from kotra_notation.words.tongues import Tongue

Line = tuple[PageCell, ...]


def player_line(who: str, href: str, head: Row, speech: Tongue) -> Line:
    """A player's line: how much he played, how much of it he won, when."""
    matches, decided, won, _, first, last = head
    return (
        cell(who or "–", href=href),
        number(matches, speech),
        PageCell(text=score(won, decided - won, speech)),
        share(won, decided, speech),
        cell(first if first == last else f"{first}–{last}" if first else ""),
    )


def player_index(lines: list[Line], speech: Tongue) -> ArchivePage:
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


def event_index(lines: list[Line], speech: Tongue) -> ArchivePage:
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
) -> ArchivePage:
    ordered = sorted(lines, key=lambda line: (line[0].text.casefold(), line[0].href))
    table = Section(anchor="all", title="", columns=columns, rows=tuple(ordered), numbers=numbers)
    return ArchivePage(title=title, summary=summary, facts=(), sections=(table,))
