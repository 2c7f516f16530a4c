"""Games moved to where they were played, as texts; what is between them, and heads that are right, stay.

The text that comes of it is read again and has to hold the same games in the order that was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module

from kotra_notation.findings import phrase
from kotra_notation.formats import read_source
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.patching import changeable
from kotra_notation.formats.patching.habits import Habits
from kotra_notation.formats.patching.sheet import Sheet
from kotra_notation.implied import GameOrder, games_in_order
from kotra_notation.model import Extra, Game, Match, Span

REFUSED = phrase("The games cannot be moved here without changing something else.")
BLANK_LINES = re.compile(r"(?:\r\n|\r|\n)\s*\Z")


def with_games_moved(source: Source, reading: Reading, orders: Mapping[int, GameOrder]) -> bytes:
    """Return the file with the games of some matches, by number from 0, in another order.

    ValueError, a phrase, where the notation cannot be changed so.
    """
    format = changeable(reading)
    habits: Habits = import_module(format.file.habits).HABITS
    sheet = Sheet(source, reading.encoding)
    asked = list(reading.matches)
    for number, order in orders.items():
        asked[number] = replace(asked[number], games=games_in_order(asked[number].games, order))
        _move(sheet, reading.matches, number, order, habits)
    data = sheet.edited()
    again = read_source(replace(source, data=data), format.name).matches
    if _played(again) != _played(asked):
        raise ValueError(REFUSED)
    return data


def _played(matches: Sequence[Match]) -> list[Match]:
    """The matches without headers, and remarks that may be of the match where its first game is another."""
    return [
        replace(
            match,
            info=(),
            remarks=(),
            games=tuple(
                [
                    replace(
                        game, events=tuple([event for event in game.events if not isinstance(event, Extra)])
                    )
                    for game in match.games
                ]
            ),
        )
        for match in matches
    ]


def _move(sheet: Sheet, matches: Sequence[Match], number: int, order: GameOrder, habits: Habits) -> None:
    """Put the text of each game where the one stands that was played there."""
    games = matches[number].games
    end = len(sheet.text)
    if number + 1 < len(matches):
        following = matches[number + 1]
        end = _start(sheet, following.span or following.games[0].span)
    starts = [_moving_from(sheet, game, order) for game in games]
    stops = [
        _text_end(sheet.text, start, _start(sheet, game.span))
        for start, game in zip(starts, games[1:], strict=False)
    ]
    stops.append(_text_end(sheet.text, starts[-1], end))
    texts = [sheet.text[start:stop] for start, stop in zip(starts, stops, strict=True)]
    gaps = [sheet.text[stop:start] for stop, start in zip(stops, [*starts[1:], end], strict=True)]
    if order.numbers_stay and starts[0] == _start(sheet, games[0].span):
        numbers = [game.number or 0 for game in games]
        texts = [
            habits.renumbered(text, numbers[place], numbers[order.places.index(place)])
            for place, text in enumerate(texts)
        ]
    with_games = [gaps[place] for place in order.places]
    if not any(map(str.strip, gaps)) and _uneven(with_games) < _uneven(gaps):
        gaps = with_games
    moved = "".join(texts[place] + gap for place, gap in zip(order.places, gaps, strict=True))
    sheet.exchange(starts[0], end, moved)


def _start(sheet: Sheet, span: Span | None) -> int:
    """Return where something begins, with the blanks before it on its line."""
    if span is None:
        raise ValueError(REFUSED)
    start, offset = sheet.starts[span.line - 1], sheet.offset(span.line, span.column)
    return offset if sheet.text[start:offset].strip() else start


def _moving_from(sheet: Sheet, game: Game, order: GameOrder) -> int:
    """Return where the text of a game begins that moves with it: at its number, its score or below both."""
    if not order.numbers_stay or game.span is None:
        return _start(sheet, game.span)
    head = game.span.line
    score = game.score.span.line if game.score and game.score.span else head
    if order.scores_stay:
        return sheet.starts[max(head, score)]
    return sheet.starts[head] if score > head else _start(sheet, game.span)


def _text_end(text: str, start: int, stop: int) -> int:
    """Return where the last line ends that is not blank."""
    blank = BLANK_LINES.search(text[start:stop])
    return start + blank.start() if blank else stop


def _uneven(gaps: Sequence[str]) -> int:
    """Return how many different gaps stand between games."""
    return len(set(gaps[:-1]))
