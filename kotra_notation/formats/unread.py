"""What a record carries along unread, or unused: unread texts are errors in every notation they come to.

A reader says what it cannot read and keeps the text; written in a notation that holds it (`unread "…"`,
`extra mat:line "…"`), the text is read well and still means nothing. It is found again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache, partial

from kotra_notation import model
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Reading
from kotra_notation.implied import stated_shorthand

SHOWN = 200
HEAD = 80  # of a line in the head, as much as its reader shows

# The keys of headers that hold a line that could not be read; what other headers say is asked by nobody.
HEADS = ("tmg:line",)

LONGEST_KEY = 60  # no known header is as long
REMEMBERED = 2000  # keys: they repeat from match to match

# How alike a header is to a known one that its writer may have meant.
ALIKE = 0.8


@lru_cache(maxsize=REMEMBERED)
def near(key: str, known: tuple[str, ...]) -> str | None:
    """The header that one of no meaning may stand for (`ruels`, `Rules`), None where none is near."""
    from difflib import get_close_matches

    names = {name.casefold(): name for name in known}
    if key in names.values() or len(key) > LONGEST_KEY:
        return None
    return next((names[match] for match in get_close_matches(key.casefold(), names, 1, ALIKE)), None)


def with_near(reading: Reading, known: tuple[str, ...]) -> Reading:
    """The reading with a note for every header that is near one of those that say how a match is judged."""
    found = []
    for number, match in enumerate(reading.matches, 1):
        for key, _ in match.info:
            name = key.rpartition(":")[2]
            if meant := near(name, known):
                note = finding("header-near", span=match.span, written=name, header=meant)
                found.append(note.at(match=number))
    return replace(reading, findings=(*reading.findings, *found)) if found else reading


def unused(header: str, value: str, span: model.Span | None) -> Finding:
    """That a header says how a match is judged, and nobody knows what."""
    return finding("header-unused", span=span, written=f"{header}: {value}"[:SHOWN])


def with_unread(reading: Reading, *, shorthand: bool = False) -> Reading:
    """The reading with a finding for every unread text in it of which its reader has said nothing.

    `shorthand`: plays are written short, and who expands them says which remain.
    """
    said = _Said(reading.findings)
    left = [
        one.at(match=number)
        for number, match in enumerate(reading.matches, 1)
        for one in _in_match(
            match, number, said, shorthand=shorthand or stated_shorthand(match.info) is not None
        )
    ]
    return replace(reading, findings=(*reading.findings, *left)) if left else reading


class _Said:
    """What a reader has said: by the line; in a document without lines, how often of each game."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        self._lines = {one.span.line for one in findings if one.span}
        self._heads = {(one.match, one.written[:HEAD]) for one in findings if one.span}
        self._games = Counter((one.match, one.game) for one in findings if not one.span)

    def of(self, span: model.Span | None, text: str, *, match: int, game: int | None) -> bool:
        """Return whether it has said something of an unread text."""
        if span:
            return span.line in self._lines
        if not game and (match, text[:HEAD]) in self._heads:
            return True
        self._games[match, game] -= 1
        return self._games[match, game] >= 0


def _in_match(match: model.Match, number: int, said: _Said, *, shorthand: bool) -> Iterator[Finding]:
    for key, value in match.info:
        if key in HEADS and not said.of(None, value, match=number, game=None):
            yield finding("unreadable-line", written=value[:SHOWN])
    for game, events in enumerate([match.remarks, *[game.events for game in match.games]]):
        for event in _in_events(
            events, partial(said.of, match=number, game=game or None), shorthand=shorthand
        ):
            yield event.at(game=game or None)


def _in_events(
    events: tuple[model.Event, ...], said: Callable[[model.Span | None, str], bool], *, shorthand: bool
) -> Iterator[Finding]:
    """The unread texts among the events of which nothing is `said`."""
    turn = 0
    for event in events:
        if type(event) is model.Turn:
            turn += 1
            if type(event.deed) is model.Unread and not shorthand and not said(event.span, event.deed.text):
                text = event.deed.text[:SHOWN]
                found = finding("unreadable-cell", span=event.span, seat=event.seat, written=text, near="")
                yield found.at(turn=turn)
        elif (
            type(event) is model.Extra
            and event.key.endswith(model.UNREAD_LINES + model.UNREAD_CELLS)
            and not said(event.span, event.value)
        ):
            name = "unreadable-line" if event.key.endswith(model.UNREAD_LINES) else "unreadable-cell"
            found = finding(name, span=event.span, written=event.value[:SHOWN], near="")
            yield found.at(turn=turn or None)
