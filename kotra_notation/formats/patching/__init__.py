"""A file with some of its events repaired and everything else byte for byte as it was.

What is written is read again and has to say exactly what was asked for. Where the smallest exchange does not,
the whole text of an event is exchanged, then the rows of its game; where that does not either, nothing is
written. Nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kotra_notation.findings import phrase
from kotra_notation.formats import named, read_source
from kotra_notation.formats.format import Format, Reading, Source
from kotra_notation.formats.mat.dialects import LAYOUTS
from kotra_notation.formats.patching import lines, nodes, rows
from kotra_notation.formats.patching.cells import Cell, Kind, cells_of
from kotra_notation.formats.patching.changes import Changes, changes_of
from kotra_notation.formats.patching.columns import Habits
from kotra_notation.formats.patching.hands import hand_of, kotra_points
from kotra_notation.formats.patching.sheet import ClashError, Sheet
from kotra_notation.formats.patching.specimen import Specimen
from kotra_notation.formats.patching.work import RefusedError, Work, known_deeds
from kotra_notation.model import Event, Extra, Match, Resignation, ResultClaim, Turn

# Ways of changing a game: not at all, where another may change how it is read; words; whole events; all rows.
LEFT, FINE, COARSE, ANEW = range(4)
WHOLE = frozenset(("json", "ogxm"))
COLUMNS = frozenset(("mat", "gam"))

# Readers that tell what a resignation cost from scores, or keep a word only where scores need none.
TELLING = "oldmoves"
TOLD = {"sgf": "sgf:RU", "sgg": "sgg:crawford"}

Place = tuple[int, int]
_INDEX = re.compile(rb"^bgammon-replay ([0-9]{8})(?=\r?$)", re.M)
_HEAD = re.compile(rb"^i[ \t]", re.M)


def patched(source: Source, reading: Reading, repaired: Sequence[Match]) -> bytes:
    """The file with its matches as repaired and nothing else changed.

    Events that were changed keep the span of what they were; new ones have none. ValueError, a phrase, where
    the notation cannot be changed so.
    """
    format = _changeable(reading)
    _same_heads(reading.matches, repaired)
    changes = {
        (match, game): changes_of(game, old, new)
        for match, (was, now) in enumerate(zip(reading.matches, repaired, strict=True))
        for game, (old, new) in enumerate(zip(was.games, now.games, strict=True))
        if old != new
    }
    return Patching(source, reading, format, tuple(repaired), changes).data() if changes else source.data


def _changeable(reading: Reading) -> Format:
    """The format of a file that can be changed; ValueError for any other."""
    if not reading.format or not reading.matches:
        raise ValueError(phrase("No record was read that could be changed."))
    format = named(reading.format)
    title = phrase(format.title)
    if format.binary or format.name in WHOLE:
        raise ValueError(
            phrase(
                "{format} is not changed in place; write the repaired record anew, in .kotra for one.",
                format=title,
            )
        )
    if format.write is None:
        raise ValueError(
            phrase("{format} is read, not written; convert it to .kotra and repair that.", format=title)
        )
    return format


def _same_heads(old: Sequence[Match], new: Sequence[Match]) -> None:
    """ValueError where anything but events and scores was changed."""
    heads = [
        [(replace(match, games=(), span=None), [game.number for game in match.games]) for match in matches]
        for matches in (old, new)
    ]
    if heads[0] != heads[1]:
        raise ValueError(
            phrase("Only events and scores are changed in place; correct heads and numbers of games by hand.")
        )


class Patching:
    """The changes of one file, each game in the finest way that has not failed."""

    def __init__(
        self,
        source: Source,
        reading: Reading,
        format: Format,
        repaired: tuple[Match, ...],
        changes: dict[Place, Changes],
    ) -> None:
        self.source = source
        self.reading = reading
        self.format = format
        self.repaired = repaired
        self.changes = changes
        told = {place for place, change in changes.items() if change.only_sides}
        self.ways = {place: LEFT if place in told != set(changes) else FINE for place in changes}
        self.sheet = Sheet(source, reading.encoding)
        self.hand = hand_of(format.name, self._dialect(), self.sheet.text)
        self.known = known_deeds(reading.matches, self.sheet, self.hand)
        self.works = {match: self._work(match) for match, _ in changes}
        self.patch = self._engine()

    def data(self) -> bytes:
        """The bytes that say what was asked for."""
        while True:
            self.sheet.forget()
            for work in self.works.values():
                work.done.clear()
            wrong = self._wrong()
            if isinstance(wrong, bytes):
                return wrong
            for place in wrong:
                self.ways[place] += 1
                if self.ways[place] > ANEW:
                    raise _refusal(place)

    def _wrong(self) -> bytes | list[Place]:
        """The file as it comes to be, or the games that are not as they should be."""
        refused = [place for place in self.changes if not self._made(place)]
        if refused:
            return refused
        try:
            data = self.sheet.edited()
        except (ClashError, UnicodeError):
            return list(self.changes)
        if self.format.name == "bgammon":
            data = _indexed(self.source.data, data)
        again = self._told(read_source(replace(self.source, data=data), self.format.name).matches)
        asked = self._told(self.repaired)
        if again == asked:
            return data
        wrong = [place for place in self.changes if _game(again, place) != _game(asked, place)]
        return wrong or list(self.changes)

    def _told(self, matches: tuple[Match, ...]) -> tuple[Match, ...]:
        """The matches without what a reader tells from other lines, which a repair may change."""
        name = self.format.name
        if name != TELLING and name not in TOLD:
            return matches
        return tuple(
            replace(
                match, games=tuple(replace(game, events=_stated(game.events, name)) for game in match.games)
            )
            for match in matches
        )

    def _made(self, place: Place) -> bool:
        """Whether the changes of a game could be put onto the sheet."""
        work, way = self.works[place[0]], self.ways[place]
        work.coarse = way == COARSE
        if way == LEFT:
            return True
        try:
            if way < ANEW:
                self.patch(work, self.changes[place])
            elif self.format.name == "sgf":
                return False
            else:
                lines.rewrite(work, self.changes[place])
        except RefusedError:
            return False
        return True

    # how it is done in this notation

    def _dialect(self) -> str | None:
        if self.format.name == "kotra":
            return kotra_points(self.sheet.text).value
        return self.reading.dialect

    def _work(self, match: int) -> Work:
        dialect = self._dialect()
        return Work(
            sheet=self.sheet,
            format=self.format,
            dialect=dialect,
            hand=self.hand,
            before=Specimen(self.reading.matches[match], self.format, dialect),
            after=Specimen(self.repaired[match], self.format, dialect),
            known=self.known,
        )

    def _engine(self) -> Callable[[Work, Changes], None]:
        if self.format.name == "sgf":
            trees = nodes.Trees(self.source)
            return lambda work, changes: nodes.patch(work, changes, trees)
        if self.format.name not in COLUMNS:
            return lines.patch
        layout = LAYOUTS.get(self.reading.dialect or "", LAYOUTS["gnubg"])
        style = Habits(self.sheet, self._cells()).style(layout)
        return lambda work, changes: rows.patch(work, changes, style)

    def _cells(self) -> Iterator[tuple[Cell, Kind]]:
        """All cells of the file with what they hold."""
        for match in self.reading.matches:
            for game in match.games:
                for cell in cells_of(game.events).cells:
                    rolled = isinstance(game.events[cell.events[0]], Turn)
                    yield cell, "result" if cell.result else "throw" if rolled else "words"


def _stated(events: Sequence[Event], format: str) -> tuple[Event, ...]:
    """The events that are written for themselves in a notation."""
    if format in TOLD:
        return tuple(
            event for event in events if not (isinstance(event, Extra) and event.key == TOLD[format])
        )
    return tuple(
        replace(event, size=None) if isinstance(event, Resignation) else event
        for event in events
        if not (isinstance(event, ResultClaim) and event.derived)
    )


def _game(matches: tuple[Match, ...], place: Place) -> object:
    match, game = place
    return matches[match].games[game] if match < len(matches) and game < len(matches[match].games) else None


def _refusal(place: Place) -> ValueError:
    return ValueError(
        phrase(
            "The repair of game {game} cannot be written here without changing something else; "
            "convert the record to .kotra and repair that.",
            game=place[1] + 1,
        )
    )


def _indexed(before: bytes, after: bytes) -> bytes:
    """The file with the offsets of its games as they now are, where they were right before."""
    offsets = [head.start() for head in _HEAD.finditer(before)]
    stated = [int(line[1]) for line in _INDEX.finditer(before)]
    if stated != offsets:
        return after
    now = iter([head.start() for head in _HEAD.finditer(after)])
    return _INDEX.sub(lambda line: b"bgammon-replay %08d" % next(now), after)
