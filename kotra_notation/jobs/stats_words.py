"""The sheet of a match in lines, as `kotra stats` prints it and `kotra analyse` ends with it."""

from __future__ import annotations

from collections.abc import Iterator

from kotra_notation.jobs.match_stats import MatchStats
from kotra_notation.jobs.paths import printable
from kotra_notation.report.cleaning import apart
from kotra_notation.report.columns import side_by_side, wrapped
from kotra_notation.report.sheets import sheet_table
from kotra_notation.words.phrases import oneline, told
from kotra_notation.words.tongues import Tongue

LABELS, NUMBERS = 38, 18  # the widths of the columns; with what is between them they fill a line
INDENT = "    "


def render_named(found: MatchStats, path: str, tongue: Tongue, number: int | None = None) -> Iterator[str]:
    """A match in lines behind the name of its file, and its number where that holds several."""
    place = printable(path)
    lines = render_match(found, tongue)
    named = place if number is None else tongue.say("{path}, match {number}", path=place, number=number)
    yield f"{named}: {next(lines)}"
    yield from lines


def render_match(found: MatchStats, tongue: Tongue) -> Iterator[str]:
    """A match in lines: the players, their numbers side by side, whose they are, and what is missing."""
    names = [oneline(name) or "?" for name in found.names]
    yield " – ".join(map(apart, names))
    if found.sheet is None:
        yield from wrapped(told(found.why, tongue), first=INDENT, rest=INDENT)
        return
    table = sheet_table(found.sheet, names, tongue)
    for line in (("", *names), *table.rows):
        yield side_by_side([line], (LABELS, NUMBERS, NUMBERS), 2).rstrip()
    for note in table.notes:
        yield from wrapped(note, first=INDENT, rest=INDENT)
    if others := [one for one in found.engines if one != found.engine]:
        text = tongue.say(
            "Not counted here: {engines}; --by chooses.", engines=tongue.listed([*map(apart, others)])
        )
        yield from wrapped(text, first=INDENT, rest=INDENT)
