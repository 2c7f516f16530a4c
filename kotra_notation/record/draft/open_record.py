"""The text of a record that is being written, opened: its lines, match and replay, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeVar

from kotra_notation import model
from kotra_notation.errors import KotraError
from kotra_notation.features.check.job import findings_with_hints, sort_findings
from kotra_notation.findings import Finding
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.holding import is_old
from kotra_notation.formats.kotra import lines as kotra_lines
from kotra_notation.formats.kotra.reading import PATH
from kotra_notation.formats.kotra.spelling import Points
from kotra_notation.formats.kotra.statements import HeaderStatement, Heading
from kotra_notation.ignores import apply_ignores
from kotra_notation.implied import stated_shorthand
from kotra_notation.reading import read_in_full
from kotra_notation.replay import Frame, Replay, replay
from kotra_notation.replay.folding import forfeit_of, goal
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.game_events import beginner
from kotra_notation.replay.turns import judge_turn
from kotra_notation.rules import Ruleset, outcome
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass

LONGEST = 2_000_000  # characters; a match of 25 points has some 40,000
LONGEST_REMEMBERED = 200_000
REMEMBERED = 64

Kind = TypeVar("Kind", model.Opening, model.SetPosition)


_END = re.compile(r"(\r\n|\r|\n)")
_NO_CHARACTER = re.compile("[\ud800-\udfff]")


class DraftLines:
    """The lines of a text, counted from 1 as the readers count them, each with the end it has."""

    def __init__(self, text: str) -> None:
        parts = _END.split(text)
        self._texts = parts[::2]
        self._ends = [*parts[1::2], ""]

    @property
    def end(self) -> str:
        """The end of the lines of the text."""
        return next(filter(None, self._ends), "\n")

    @property
    def count(self) -> int:
        """The number of lines; behind the last end stands no line."""
        return len(self._texts) - (not self._texts[-1])

    def __getitem__(self, number: int) -> str:
        return self._texts[number - 1]

    def behind(self, texts: Sequence[str]) -> str:
        """Return the text with lines behind its last."""
        last_end = self.end if self._texts[-1] else ""
        return self._text(0) + last_end + "".join([text + self.end for text in texts])

    def replace_line(self, number: int, *texts: str) -> str:
        """Return the text with a line exchanged for others, or for none."""
        new = self.end.join(texts) + self._ends[number - 1] if texts else ""
        return self.before(number) + new + self._text(number)

    def before(self, number: int) -> str:
        """Return the text up to a line."""
        return self._text(0, number - 1)

    def _text(self, start: int, stop: int | None = None) -> str:
        pairs = zip(self._texts[start:stop], self._ends[start:stop], strict=True)
        return "".join([part for pair in pairs for part in pair])


def refuse_broken(text: str) -> None:
    """Raise ValueError for a text with half characters, which no file can hold."""
    if _NO_CHARACTER.search(text):
        raise KotraError("The text contains an incomplete character, so it cannot be saved.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPlace:
    """The point to which a record has come, at its end or before one of its lines.

    `game` is its place among the games; `pending` is the throw that waits for its play, `opening` the last
    opening throw, and `certain`: the board is known.
    """

    game: int
    state: State
    certain: bool = True
    pending: model.Turn | None = None
    opening: model.Opening | None = None
    set_up: model.SetPosition | None = None
    over: bool = False
    decided: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by."""
        return self.state.setting.ruleset

    @property
    def seat(self) -> int | None:
        """The seat that is to throw, or has thrown; None before anybody has."""
        if self.pending is not None:
            return self.pending.seat
        if self.state.seat is not None:
            return self.state.seat
        if self.set_up is not None:
            return self.set_up.position.seat
        if self.state.setting.starter is not None:
            return self.state.setting.starter
        return None if self.opening is None else beginner(self.opening, self.ruleset.options)


class Record:
    """A text of one match in `.kotra`, read and replayed; ValueError for what is none."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            raise KotraError("The record is too long to continue.")
        refuse_broken(text)
        self.text = text
        self.reading = _read(text)
        self.match = self.reading.matches[0]
        self.replay: Replay = replay(self.match)

    @property
    def names(self) -> tuple[str, str]:
        """The players, by their colours where they have no names."""
        white, black = self.match.players
        return white.name or COLOURS[0], black.name or COLOURS[1]

    @cached_property
    def shorthand(self) -> bool:
        """Tell whether its head says that plays are written short; of the match that is read this is gone."""
        return stated_shorthand([(header.key, header.value) for header in self._headers()]) is not None

    @cached_property
    def lines(self) -> DraftLines:
        """Its lines."""
        return DraftLines(self.text)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of `kotra check`, without what was probably meant."""
        findings = [*self.reading.findings, *(finding.at(match=1) for finding in self.replay.findings)]
        return sort_findings(apply_ignores(findings, self.reading.matches)[0])

    @cached_property
    def findings_with_meant(self) -> tuple[Finding, ...]:
        """The findings with what was probably meant, which takes a search."""
        findings = [*findings_with_hints(self.reading, (self.replay,))]
        return sort_findings(apply_ignores(findings, self.reading.matches)[0])

    @cached_property
    def points(self) -> Points:
        """The names of points in it."""
        if any(header.key == "points" and header.value == PATH and header.own for header in self._headers()):
            return Points.PATH
        return Points.LETTERS if is_old(self.match) else Points.NUMBERS

    def _headers(self) -> Iterator[HeaderStatement]:
        for number in range(1, self.lines.count + 1):
            line = self.lines[number].lstrip("\ufeff")
            if len(line) > 200 or not line.strip():
                continue
            read = kotra_lines.read_cached(line)
            statement = read[0].statement if isinstance(read, tuple) else None
            if isinstance(statement, Heading):
                return
            if isinstance(statement, HeaderStatement):
                yield statement

    @cached_property
    def end(self) -> DraftPlace:
        """Its place at its end."""
        games = self.match.games
        return self._place(len(games) - 1, len(games[-1].events)) if games else self.following()

    def before(self, line: int) -> DraftPlace:
        """Return its place before a line."""
        games = self.match.games
        for number, game in reversed([*enumerate(games)]):
            if game.span is not None and game.span.line <= line:
                events = enumerate(game.events)
                behind = (place for place, event in events if event.span and event.span.line >= line)
                return self._place(number, next(behind, len(game.events)))
        return self._place(0, 0) if games else self.following()

    def _place(self, number: int, event: int) -> DraftPlace:
        """Return its place before an event of a game."""
        replayed = self.replay.games[number]
        before = self.match.games[number].events[:event]
        state, certain, pending = replayed.begun, True, None
        if before:
            last, thrown = self.frame(number, event - 1), _find_unplayed(before)
            state, certain = last.after, last.certain
            if thrown is not None and waits(frame := self.frame(number, thrown)):
                state, certain, pending = frame.before, frame.certain, frame.event
        claimed = any(isinstance(each, model.ResultClaim | model.Draw) for each in before)
        forfeited = any(isinstance(each, model.Forfeit) for each in before)
        over = state.ending is not None or forfeited or (claimed and state.course.won is None)
        return DraftPlace(
            game=number,
            state=state,
            certain=certain,
            pending=pending if isinstance(pending, model.Turn) and not over else None,
            opening=_last(before, model.Opening),
            set_up=_last(before, model.SetPosition),
            over=over,
            decided=over and self._is_decided(number, before),
        )

    def frame(self, game: int, event: int) -> Frame:
        """Return the frame of an event of a game; those of the last events are there already."""
        (frame,) = self.replay.games[game].frames_at([event])
        return frame

    def _is_decided(self, game: int, before: tuple[model.Event, ...]) -> bool:
        """Return whether the match is over with this game."""
        length = goal(self.match, self.replay.ruleset)
        if not length and any(isinstance(event, model.ResultClaim) and event.match for event in before):
            return True
        over = length > 0 and outcome.match_over(length, self.replay.games[game].score_after)
        return over or any(forfeit_of(played) for played in self.match.games[: game + 1])

    def following(self) -> DraftPlace:
        """Return the place at which the next game begins."""
        games = self.match.games
        head = model.ScoreClaim(score=self.replay.score)
        further = replace(self.match, games=(*games, model.Game(number=self.next_number, score=head)))
        begun = replay(further, self.replay.ruleset).games[-1]
        return DraftPlace(game=len(games), state=begun.begun)

    def number(self, game: int) -> int:
        """Return the number of the game at a place, of the next one behind the last."""
        games = self.replay.games
        return games[game].number if game < len(games) else self.next_number

    @property
    def next_number(self) -> int:
        """The number of the next game."""
        games = self.match.games
        last = games[-1].number if games else None
        return 1 + (len(games) if last is None else last)

    def turn_in(self, line: int) -> model.Turn | None:
        """Return the turn in a line."""
        events = (event for game in self.match.games for event in game.events)
        turns = (event for event in events if isinstance(event, model.Turn))
        return next((turn for turn in turns if turn.span and turn.span.line == line), None)

    @property
    def last_line(self) -> int | None:
        """The line of the last event, None where nothing was written but the head."""
        game = self.match.games[-1] if self.match.games else None
        events = game.events if game else self.match.remarks
        spans = [event.span.line for event in events if event.span is not None]
        return max(spans) if spans else game.span.line if game and game.span else None

    @property
    def marked_line(self) -> int | None:
        """The line that a mark at the end would speak of."""
        games = self.match.games
        for event in reversed(games[-1].events if games else ()):
            if isinstance(event, model.Turn | model.CubeAction | model.AutomaticDouble):
                return event.span.line if event.span else None
            if isinstance(event, model.Action):
                return None
        return None

    def behind_deed(self) -> tuple[model.Event, ...]:
        """Return the events behind the last thing that was done."""
        events = self.match.games[-1].events if self.match.games else ()
        place = last_deed(events)
        return () if place is None else events[place + 1 :]

    @property
    def ruling_line(self) -> int | None:
        """The line with the ruling on the last thing that was done."""
        rulings = (event for event in self.behind_deed() if isinstance(event, model.Ruling))
        return next((ruling.span.line for ruling in rulings if ruling.span), None)

    @property
    def last_turn(self) -> model.Turn | None:
        """The turn that was done last; None where something else was."""
        events = self.match.games[-1].events if self.match.games else ()
        place = last_deed(events)
        event = None if place is None else events[place]
        return event if isinstance(event, model.Turn) else None


def last_deed(events: Sequence[model.Event]) -> int | None:
    """Return the place of the last thing that was done, and not written by itself."""
    written = model.Ruling | model.PhaseStart | model.AutomaticDouble | model.Draw
    for place in reversed(range(len(events))):
        if isinstance(events[place], model.Action) and not isinstance(events[place], written):
            return place
    return None


def record(text: str) -> Record:
    """Return the text opened; ValueError where it is no record of one match in `.kotra`."""
    return _cached_record(text) if len(text) <= LONGEST_REMEMBERED else Record(text)


@lru_cache(maxsize=REMEMBERED)
def _cached_record(text: str) -> Record:
    return Record(text)


def forget() -> None:
    """Forget the texts that are remembered, as measures do."""
    _cached_record.cache_clear()


def _read(text: str) -> Reading:
    reading = read_in_full(Source(text.encode()))
    if reading.format != "kotra":
        raise KotraError("This is not a .kotra record, which begins with the line “kotra 1”.")
    if len(reading.matches) > 1:
        raise KotraError(
            "The text has {count} matches; put the one to continue into a file of its own.",
            count=len(reading.matches),
        )
    return reading if reading.matches else replace(reading, matches=(model.Match(span=model.Span(1)),))


def waits(frame: Frame) -> bool:
    """Return whether a throw without a play waits for it: some number of it can be played."""
    turn, state = frame.event, frame.before
    if not isinstance(turn, model.Turn) or not isinstance(turn.deed, model.Blank):
        return False
    return (
        turn.has_possible_dice and not judge_turn(state.setting.ruleset, state.node(turn.seat), turn).lawful
    )


def _find_unplayed(events: Sequence[model.Event]) -> int | None:
    """Return the place of a throw without a play, if it is the last thing that was done."""
    for place in reversed(range(len(events))):
        if isinstance(turn := events[place], model.Turn):
            return place if isinstance(turn.deed, model.Blank) else None
        if isinstance(events[place], model.Action | model.Claim):
            return None
    return None


def _last(events: Sequence[model.Event], kind: type[Kind]) -> Kind | None:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)
