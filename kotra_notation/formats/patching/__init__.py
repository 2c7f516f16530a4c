"""A file with some of its events repaired and everything else byte for byte as it was.

What is written is read again and has to say exactly what was asked for. Where the smallest exchange does not,
the whole text of an event is exchanged, then the rows of its game; where that does not either, nothing is
written. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module

from kotra_notation.errors import KotraError
from kotra_notation.findings import phrase
from kotra_notation.formats import find_format, read_source
from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.patching import lines
from kotra_notation.formats.patching.lines import Habits
from kotra_notation.formats.patching.sheet import ClashError, Sheet, WordChange, respell
from kotra_notation.formats.patching.work import (
    Changes,
    RefusedError,
    Specimen,
    Work,
    find_changes,
    known_deeds,
)
from kotra_notation.implied import GameOrder, game_numbers, games_in_order
from kotra_notation.model import Extra, Game, Match, Span

# Ways of changing a game: not at all, where another may change how it is read; words; whole events; all rows.
LEFT, FINE, COARSE, ANEW = range(4)

Place = tuple[int, int]


def patch_file(
    source: Source, reading: Reading, repaired: Sequence[Match], words: Sequence[WordChange] = ()
) -> bytes:
    """Return the file with its matches as repaired, `words` respelled, and nothing else changed.

    Events that were changed keep the span of what they were; new ones have none. ValueError, a phrase, where
    the notation cannot be changed so.
    """
    changeable(reading)
    _same_heads(reading.matches, repaired)
    changes = {
        (match, game): find_changes(game, old, new)
        for match, (was, now) in enumerate(zip(reading.matches, repaired, strict=True))
        for game, (old, new) in enumerate(zip(was.games, now.games, strict=True))
        if old != new
    }
    if not changes and not words:
        return source.data
    return Patching(source, reading, tuple(repaired), changes, words).data()


def changeable(reading: Reading) -> Format:
    """Return the format of a file that can be changed; ValueError for any other."""
    if not reading.format or not reading.matches:
        raise KotraError("This file has no record that can be changed.")
    format = find_format(reading.format)
    if not format.changeable:
        raise KotraError(
            "{format} files cannot be changed; name a .kotra file for the fixed record.", format=format.name
        )
    return format


def _same_heads(old: Sequence[Match], new: Sequence[Match]) -> None:
    heads = [
        [(replace(match, games=(), span=None), [game.number for game in match.games]) for match in matches]
        for matches in (old, new)
    ]
    if heads[0] != heads[1]:
        raise KotraError(
            "Only events and scores are changed in place; correct headers and game numbers by hand."
        )


class Patching:
    """The changes of one file, each game in the finest way that has not failed."""

    def __init__(
        self, source: Source, reading: Reading, repaired: tuple[Match, ...], changes: dict[Place, Changes],
        words: Sequence[WordChange],
    ) -> None:  # fmt: skip
        self.source, self.repaired, self.changes, self.words = source, repaired, changes, words
        self.format = changeable(reading)
        implied = {place for place, change in changes.items() if change.only_sides}
        self.ways = {place: LEFT if place in implied != set(changes) else FINE for place in changes}
        self.sheet = Sheet(source, reading.encoding)
        self.habits: Habits = import_module(self.format.file.habits).HABITS
        dialect_of = self.habits.dialect
        dialect = dialect_of(self.sheet.text) if dialect_of else reading.dialect
        hand = self.habits.hand(self.sheet.text, dialect)
        known = known_deeds(reading.matches, self.sheet, hand)
        self.works: dict[int, Work] = {}
        for number, _ in changes:
            before = Specimen(reading.matches[number], self.format, dialect)
            after = Specimen(repaired[number], self.format, dialect)
            self.works[number] = Work(self.sheet, hand, before, after, known)
        engine = self.habits.engine
        self.patch = engine(source, reading, self.sheet) if engine else partial(lines.patch, self.habits)

    def data(self) -> bytes:
        """The bytes that say what was asked for."""
        while True:
            self.sheet.forget()
            for work in self.works.values():
                work.done.clear()
            wrong = self._wrong()
            if isinstance(wrong, bytes):
                return wrong
            if not wrong:
                raise KotraError("A typo cannot be corrected here without changing something else.")
            for place in wrong:
                self.ways[place] += 1
                if self.ways[place] > ANEW:
                    raise _refusal(self.repaired, place)

    def _wrong(self) -> bytes | list[Place]:
        """Return the patched file, or the games that are not as they should be."""
        refused = [place for place in self.changes if not self._patch_game(place)]
        if refused:
            return refused
        for word in self.words:
            respell(self.sheet, word)
        try:
            data = self.sheet.edited_bytes()
        except (ClashError, UnicodeError):
            return list(self.changes)
        again = self._comparable(read_source(replace(self.source, data=data), self.format.name).matches)
        asked = self._comparable(self.repaired)
        if again == asked:
            return data
        wrong = [place for place in self.changes if _game(again, place) != _game(asked, place)]
        return wrong or list(self.changes)

    def _comparable(self, matches: tuple[Match, ...]) -> tuple[Match, ...]:
        """Return the matches without what a reader infers from other lines, which a repair may change."""
        stated = self.habits.stated
        if stated is None:
            return matches
        games = [
            [replace(game, events=tuple(filter(None, map(stated, game.events)))) for game in match.games]
            for match in matches
        ]
        return tuple(replace(match, games=tuple(some)) for match, some in zip(matches, games, strict=True))

    def _patch_game(self, place: Place) -> bool:
        work, way = self.works[place[0]], self.ways[place]
        work.coarse = way == COARSE
        if way == ANEW and not self.habits.anew:
            return False
        change = partial(lines.rewrite, self.habits) if way == ANEW else self.patch
        try:
            if way != LEFT:
                change(work, self.changes[place])
        except RefusedError:
            return False
        return True


def _game(matches: tuple[Match, ...], place: Place) -> object:
    match, game = place
    return matches[match].games[game] if match < len(matches) and game < len(matches[match].games) else None


def _refusal(matches: Sequence[Match], place: Place) -> KotraError:
    match, game = place
    return KotraError(
        "The repair of game {game} cannot be written here without changing something else; "
        "convert the record to .kotra and repair that.",
        game=game_numbers(matches[match].games)[game],
    )


REFUSED = phrase("The games cannot be moved here without changing something else.")
BLANK_LINES = re.compile(r"(?:\r\n|\r|\n)\s*\Z")


def with_games_moved(source: Source, reading: Reading, orders: Mapping[int, GameOrder]) -> bytes:
    """Return the file with the games of matches, by number from 0, in another order; or ValueError."""
    format = changeable(reading)
    habits: Habits = import_module(format.file.habits).HABITS
    sheet = Sheet(source, reading.encoding)
    asked = list(reading.matches)
    for number, order in orders.items():
        asked[number] = replace(asked[number], games=games_in_order(asked[number].games, order))
        _move_games(sheet, reading.matches, number, order, habits)
    data = sheet.edited_bytes()
    again = read_source(replace(source, data=data), format.name).matches
    if _without_headers(again) != _without_headers(asked):
        raise KotraError(REFUSED)
    return data


def _without_headers(matches: Sequence[Match]) -> list[Match]:
    """Return the matches without headers and without remarks, which a moved first game may change."""
    bare = []
    for match in matches:
        events = [[event for event in game.events if not isinstance(event, Extra)] for game in match.games]
        games = [replace(game, events=tuple(left)) for game, left in zip(match.games, events, strict=True)]
        bare.append(replace(match, info=(), remarks=(), games=tuple(games)))
    return bare


def _move_games(
    sheet: Sheet, matches: Sequence[Match], number: int, order: GameOrder, habits: Habits
) -> None:
    """Put the text of each game where it was played."""
    games = matches[number].games
    end = len(sheet.text)
    if number + 1 < len(matches):
        following = matches[number + 1]
        end = _start_of(sheet, following.span or following.games[0].span)
    starts = [_moving_from(sheet, game, order) for game in games]
    stops = [
        _text_end(sheet.text, start, _start_of(sheet, game.span))
        for start, game in zip(starts, games[1:], strict=False)
    ]
    stops.append(_text_end(sheet.text, starts[-1], end))
    texts = [sheet.text[start:stop] for start, stop in zip(starts, stops, strict=True)]
    gaps = [sheet.text[stop:start] for stop, start in zip(stops, [*starts[1:], end], strict=True)]
    if order.numbers_stay and starts[0] == _start_of(sheet, games[0].span):
        numbers = [game.number or 0 for game in games]
        places = [order.places.index(place) for place in range(len(games))]
        texts = [
            habits.renumber(*each) for each in zip(texts, numbers, [numbers[p] for p in places], strict=True)
        ]
    with_games = [gaps[place] for place in order.places]
    if not any(map(str.strip, gaps)) and len(set(with_games[:-1])) < len(set(gaps[:-1])):
        gaps = with_games  # which are more even so
    moved = "".join(texts[place] + gap for place, gap in zip(order.places, gaps, strict=True))
    sheet.exchange(starts[0], end, moved)


def _start_of(sheet: Sheet, span: Span | None) -> int:
    """Return the offset where something begins, with the blanks before it on its line."""
    if span is None:
        raise KotraError(REFUSED)
    start, offset = sheet.starts[span.line - 1], sheet.offset(span.line, span.column)
    return offset if sheet.text[start:offset].strip() else start


def _moving_from(sheet: Sheet, game: Game, order: GameOrder) -> int:
    """Return the offset from which a game moves: its number, its score or below both."""
    if not order.numbers_stay or game.span is None:
        return _start_of(sheet, game.span)
    head = game.span.line
    score = game.score.span.line if game.score and game.score.span else head
    if order.scores_stay:
        return sheet.starts[max(head, score)]
    return sheet.starts[head] if score > head else _start_of(sheet, game.span)


def _text_end(text: str, start: int, stop: int) -> int:
    """Return the offset where the last line ends that is not blank."""
    blank = BLANK_LINES.search(text[start:stop])
    return start + blank.start() if blank else stop
