"""What an editor shows beside a text and folds in it: matches, their games, the turns of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from kotra_notation.model import Span, Turn
from kotra_notation.record.editing.edited_text import EditedText, EventPlace
from kotra_notation.replay.frames import COLOURS
from kotra_notation.report.cleaning import bare
from kotra_notation.words.tongues import Tongue


class OutlineEntry(NamedTuple):
    """A match, a game or a turn: its name, what else is said of it, its lines, and where its name stands."""

    kind: str
    name: str
    detail: str
    first: int
    last: int
    at: Span
    parts: tuple[OutlineEntry, ...] = ()


def outline(text: EditedText, tongue: Tongue) -> list[OutlineEntry]:
    """The matches of a text; none where its notation has no lines."""
    starts = [_first_line(text, number) for number in range(len(text.checked.replays))]
    entries: list[OutlineEntry] = []
    for (number, first), (_, after) in pairwise([*enumerate(starts), (0, len(text.lines) + 1)]):
        if first:
            entries.append(_match(text, number, first, max(first, (after or first + 1) - 1), tongue))
    return entries


def folds(text: EditedText, tongue: Tongue) -> list[tuple[int, int]]:
    """The first and the last lines of what may be folded: games, and matches where there are several."""
    matches = outline(text, tongue)
    found = [(match.first, match.last) for match in matches] if len(matches) > 1 else []
    found += [(game.first, game.last) for match in matches for game in match.parts]
    return [(first, last) for first, last in found if last > first]


def _first_line(text: EditedText, number: int) -> int:
    match = text.checked.reading.matches[number]
    places = [event.span for event in (match, *match.remarks, *match.games) if event.span]
    places += [event.span for event in text.events if event.match == number][:1]
    return min((span.line for span in places), default=0)


def _match(text: EditedText, number: int, first: int, last: int, tongue: Tongue) -> OutlineEntry:
    replayed = text.checked.replays[number]
    match = replayed.match
    names = [bare(player.name) or tongue.say(COLOURS[seat]) for seat, player in enumerate(match.players)]
    score = "–".join(map(tongue.points, replayed.score))
    length = tongue.say("{length}-point match", length=match.length) if match.length else ""
    heads = [_head(text, number, at) for at in range(len(match.games))]
    ends = [*heads[1:], last + 1]
    games = [
        _game(text, number, at, head, min(max(head, (end or head + 1) - 1), last), tongue)
        for at, (head, end) in enumerate(zip(heads, ends, strict=False))
        if first <= head <= last
    ]
    detail = ", ".join(filter(None, (length, score)))
    return OutlineEntry("match", " – ".join(names), detail, first, last, Span(first), tuple(games))


def _head(text: EditedText, number: int, at: int) -> int:
    game = text.checked.reading.matches[number].games[at]
    if game.span:
        return game.span.line
    return next((event.span.line for event in text.events if (event.match, event.game) == (number, at)), 0)


def _game(text: EditedText, number: int, at: int, first: int, last: int, tongue: Tongue) -> OutlineEntry:
    replayed = text.checked.replays[number].games[at]
    score = "–".join(map(tongue.points, replayed.score_before))
    here = (event for event in text.events if (event.match, event.game) == (number, at))
    turns = tuple(_turns([event_place for event_place in here if first <= event_place.span.line <= last]))
    name = tongue.say("game {number}", number=replayed.number)
    return OutlineEntry("game", name, score, first, last, Span(first), turns)


def _turns(events: Sequence[EventPlace]) -> Iterator[OutlineEntry]:
    for event in events:
        if isinstance(event.event, Turn) and (name := " ".join(event.event.text.split())):
            yield OutlineEntry(
                "turn", name, "WB"[event.event.seat], event.span.line, event.span.line, event.span
            )
