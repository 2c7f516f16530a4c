"""What stands at the heads of a match and its games, held against itself: dates and numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kotra_notation.findings import Finding, Severity, finding, phrase
from kotra_notation.model import Game, Match
from kotra_notation.replay.scores import NOUGHT, score_at_head

# A day as programs write it; what is unknown is written with noughts or question marks.
DAY = re.compile(r"([0-9]{4})[-./]([0-9]{2})[-./]([0-9]{2})")
UNKNOWN = "00"


def heading(match: Match) -> Iterator[Finding]:
    """What cannot be right at the head of a match, whatever was played; names are not judged."""
    for key, value in match.info:
        if key == "date" and not _is_day(value):
            what = phrase("there is no day {date}", date=value)
            yield finding("head-doubtful", span=match.span, written=value, what=what)


def _is_day(text: str) -> bool:
    """Whether a date is a day of the calendar, or none that can be told."""
    from datetime import date

    written = DAY.match(text.strip())
    if written is None or UNKNOWN in written.groups()[1:]:
        return True
    try:
        date(*(int(part) for part in written.groups()))
    except ValueError:
        return False
    return True


def numbering(games: Sequence[Game], place: int) -> Iterator[Finding]:
    """What is wrong with the number of a game.

    A first one with another number than 1 is of a part of a match; that is said of its score, if it has one.
    """
    game = games[place]
    begins = None if place else score_at_head(game)
    before = begins is not None and begins.score != NOUGHT
    if before or game.number is None or game.number == (expected := _expected(games, place)):
        return
    severity = Severity.NOTE if not place and begins is None else None
    number, due = str(game.number), [str(expected)]
    yield finding("number-jump", span=game.span, severity=severity, written=number, expected=due)


def _expected(games: Sequence[Game], place: int) -> int:
    """The number that is to come: one more than the last that is written."""
    before = next((at for at in reversed(range(place)) if games[at].number is not None), None)
    return place + 1 if before is None else (games[before].number or 0) + place - before
