"""The sheet of a match in lines, as `kotra stats` prints it and `kotra analyse` ends with it."""

from __future__ import annotations

from collections.abc import Iterator

from kotra_notation.features.stats.job import MatchStats
from kotra_notation.jobs.paths import printable
from kotra_notation.report.cleaning import apart
from kotra_notation.report.event_words import capital, kind_word
from kotra_notation.report.tables import NOTHING, sheet_table
from kotra_notation.report.text_layout import side_by_side, wrap_text
from kotra_notation.words.phrases import oneline, told
from kotra_notation.words.tongues import Tongue

LABELS, NUMBERS = 38, 18  # the widths of the columns; with what is between them they fill a line
INDENT = "    "


def render_named(stats: MatchStats, path: str, tongue: Tongue, number: int | None = None) -> Iterator[str]:
    """A match in lines behind the name of its file, and its number where that holds several."""
    name = printable(path)
    lines = render_match(stats, tongue)
    named = name if number is None else tongue.say("{path}, match {number}", path=name, number=number)
    yield f"{named}: {next(lines)}"
    yield from lines


def render_match(stats: MatchStats, tongue: Tongue) -> Iterator[str]:
    """A match in lines: the players, their numbers side by side, whose they are, and what is missing."""
    names = [oneline(name) or "?" for name in stats.names]
    yield " – ".join(map(apart, names))
    if stats.sheet is None:
        yield from wrap_text(told(stats.why, tongue), first=INDENT, rest=INDENT)
        return
    table = sheet_table(stats.sheet, names, tongue)
    for line in (("", *names), *table.rows, *_awards(stats, tongue)):
        yield side_by_side([line], (LABELS, NUMBERS, NUMBERS), 2).rstrip()
    for note in table.notes:
        yield from wrap_text(note, first=INDENT, rest=INDENT)
    if stats.endings:
        ends = [f"{kind_word(kind, tongue)} {count}" for kind, count in stats.endings.items()]
        yield from wrap_text(
            tongue.say("Games ended: {how}.", how=", ".join(ends)), first=INDENT, rest=INDENT
        )
    if others := [engine for engine in stats.engines if engine != stats.engine]:
        text = tongue.say("Not counted here: {engines}.", engines=tongue.list_items([*map(apart, others)]))
        yield from wrap_text(text, first=INDENT, rest=INDENT)


def _awards(stats: MatchStats, tongue: Tongue) -> Iterator[tuple[str, str, str]]:
    """Yield what either side of the old game was awarded: how often, and the points it brought."""
    by_seat = [{kind: (count, points) for kind, count, points in awards} for awards in stats.awards]
    for kind in dict.fromkeys(kind for awards in stats.awards for kind, _, _ in awards):
        first, second = (
            f"{awards[kind][0]} ({tongue.points(awards[kind][1])})" if kind in awards else NOTHING
            for awards in by_seat
        )
        yield capital(kind_word(kind, tongue)), first, second
