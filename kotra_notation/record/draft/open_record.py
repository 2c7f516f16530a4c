"""The text of a record that is being written, opened: its match, its replay, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeVar

from kotra_notation import model
from kotra_notation.features.check.job import hinted_findings, in_order
from kotra_notation.findings import Finding
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.holding import is_old
from kotra_notation.formats.kotra import lines as kotra_lines
from kotra_notation.formats.kotra.reading import PATH
from kotra_notation.formats.kotra.spelling import Points
from kotra_notation.formats.kotra.statements import HeaderStatement, Heading
from kotra_notation.ignores import obeyed
from kotra_notation.implied import stated_shorthand
from kotra_notation.reading import read_in_full
from kotra_notation.record.draft.lines import DraftLines, refuse_broken
from kotra_notation.replay import Frame, Replay, replay
from kotra_notation.replay.folding import forfeit_of, goal
from kotra_notation.replay.frames import COLOURS
from kotra_notation.replay.throws import beginner
from kotra_notation.replay.turns import judged, possible_dice
from kotra_notation.rules import Ruleset, outcome
from kotra_notation.rules.ruleset import State
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

LONGEST = 2_000_000  # characters; a match of 25 points has some 40,000
LONGEST_REMEMBERED = 200_000
REMEMBERED = 64

Kind = TypeVar("Kind", model.Opening, model.SetPosition)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftPlace:
    """Where a record stands, at its end or before one of its lines.

    `game` is its place among the games, `event` that among the events of the game; `pending` is the throw
    that waits for its play, `opening` the last opening throw, and `certain`: the board is known.
    """

    game: int
    event: int
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
        """Return who is to throw, or has thrown; None before anybody has."""
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
            raise ValueError(phrase("The record is too long to be written on."))
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
        """Whether its head says that plays are written short; of the match that is read this is gone."""
        return stated_shorthand([(header.key, header.value) for header in self._headers()]) is not None

    @cached_property
    def lines(self) -> DraftLines:
        """Its lines."""
        return DraftLines(self.text)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """All that is found in it, as `kotra check` finds it, but what was probably meant."""
        found = [*self.reading.findings, *(finding.at(match=1) for finding in self.replay.findings)]
        found, _ = obeyed(found, self.reading.matches)
        return in_order(found)

    @cached_property
    def hinted(self) -> tuple[Finding, ...]:
        """The same with what was probably meant, which takes a search."""
        found, _ = obeyed([*hinted_findings(self.reading, (self.replay,))], self.reading.matches)
        return in_order(found)

    @cached_property
    def points(self) -> Points:
        """Return how points are named in it."""
        if any(header.key == "points" and header.value == PATH and header.own for header in self._headers()):
            return Points.PATH
        return Points.LETTERS if is_old(self.match) else Points.NUMBERS

    def _headers(self) -> Iterator[HeaderStatement]:
        for number in range(1, self.lines.count + 1):
            line = self.lines[number].lstrip("\ufeff")
            if len(line) > 200 or not line.strip():
                continue
            said = kotra_lines.remembered(line)
            statement = said[0].statement if isinstance(said, tuple) else None
            if isinstance(statement, Heading):
                return
            if isinstance(statement, HeaderStatement):
                yield statement

    @cached_property
    def end(self) -> DraftPlace:
        """Return where it stands at its end."""
        games = self.match.games
        return self.standing_at(len(games) - 1, len(games[-1].events)) if games else self.following()

    def before(self, line: int) -> DraftPlace:
        """Return where it stands before a line."""
        games = self.match.games
        for at in reversed(range(len(games))):
            game = games[at]
            if game.span is not None and game.span.line <= line:
                events = enumerate(game.events)
                behind = (place for place, event in events if event.span and event.span.line >= line)
                return self.standing_at(at, next(behind, len(game.events)))
        if not games:
            return self.following()
        return self.standing_at(0, 0)

    def standing_at(self, at: int, place: int) -> DraftPlace:
        """Return where it stands before an event of a game."""
        replayed = self.replay.games[at]
        before = self.match.games[at].events[:place]
        state, certain, pending = replayed.begun, True, None
        if before:
            last, thrown = self.frame(at, place - 1), _unplayed(before)
            state, certain = last.after, last.certain
            if thrown is not None and waits(frame := self.frame(at, thrown)):
                state, certain, pending = frame.before, frame.certain, frame.event
        claimed = any(isinstance(event, model.ResultClaim | model.Draw) for event in before)
        forfeited = any(isinstance(event, model.Forfeit) for event in before)
        over = state.ending is not None or forfeited or (claimed and state.course.won is None)
        return DraftPlace(
            game=at,
            event=place,
            state=state,
            certain=certain,
            pending=pending if isinstance(pending, model.Turn) and not over else None,
            opening=_last(before, model.Opening),
            set_up=_last(before, model.SetPosition),
            over=over,
            decided=over and self._decided(at, before),
        )

    def frame(self, at: int, place: int) -> Frame:
        """The frame of an event of a game; those of the last things that were done are there already."""
        (frame,) = self.replay.games[at].frames_at([place])
        return frame

    def _decided(self, at: int, before: tuple[model.Event, ...]) -> bool:
        """Return whether the match is over with this game."""
        length = goal(self.match, self.replay.ruleset)
        said = any(isinstance(one, model.ResultClaim) and one.match for one in before)
        forfeited = any(forfeit_of(game) for game in self.match.games[: at + 1])
        over = length > 0 and outcome.match_over(length, self.replay.games[at].score_after)
        return over or forfeited or (said and not length)

    def following(self) -> DraftPlace:
        """Return where the next game begins."""
        games = self.match.games
        head = model.ScoreClaim(score=self.replay.score)
        further = replace(self.match, games=(*games, model.Game(number=self.next_number, score=head)))
        begun = replay(further, self.replay.ruleset).games[-1]
        return DraftPlace(game=len(games), event=0, state=begun.begun)

    @property
    def next_number(self) -> int:
        """The number of the next game."""
        numbers = [game.number for game in self.match.games]
        if not numbers:
            return 1
        return len(numbers) + 1 if numbers[-1] is None else numbers[-1] + 1

    def turn_in(self, line: int) -> model.Turn | None:
        """The turn in a line."""
        return next((one for one in self._events_in(line) if isinstance(one, model.Turn)), None)

    def _events_in(self, line: int) -> Iterator[model.Event]:
        for game in self.match.games:
            for event in game.events:
                if event.span is not None and event.span.line == line:
                    yield event

    def ruled_behind(self, line: int) -> bool:
        """Return whether a ruling stands behind a line."""
        below = self.lines[line + 1] if line < self.lines.count else ""
        return below.strip().startswith("ruling ")

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
        """The events behind the last thing that was done."""
        events = self.match.games[-1].events if self.match.games else ()
        place = last_deed(events)
        return () if place is None else events[place + 1 :]

    @property
    def ruling_line(self) -> int | None:
        """The line with the ruling on the last thing that was done."""
        spans = [one.span for one in self.behind_deed() if isinstance(one, model.Ruling)]
        return spans[0].line if spans and spans[0] else None

    @property
    def danced(self) -> bool:
        """Return whether the last thing that was done is a throw that could not be played."""
        events = self.match.games[-1].events if self.match.games else ()
        place = last_deed(events)
        turn = None if place is None else events[place]
        return isinstance(turn, model.Turn) and isinstance(turn.deed, model.CannotMove)


def last_deed(events: Sequence[model.Event]) -> int | None:
    """The place of the last thing that was done, and not written by itself."""
    written = model.Ruling | model.PhaseStart | model.AutomaticDouble | model.Draw
    for place in reversed(range(len(events))):
        if isinstance(events[place], model.Action) and not isinstance(events[place], written):
            return place
    return None


def record(text: str) -> Record:
    """The text opened; ValueError where it is no record of one match in `.kotra`."""
    return _remembered(text) if len(text) <= LONGEST_REMEMBERED else Record(text)


@lru_cache(maxsize=REMEMBERED)
def _remembered(text: str) -> Record:
    return Record(text)


def forget() -> None:
    """Forget the texts that are remembered, as measures do."""
    _remembered.cache_clear()


def _read(text: str) -> Reading:
    reading = read_in_full(Source(text.encode()))
    if reading.format != "kotra":
        raise ValueError(
            phrase("This is no record in the notation .kotra, which begins with the line “kotra 1”.")
        )
    if len(reading.matches) > 1:
        raise ValueError(
            phrase(
                "The text holds {count} matches; put the one to be written on into a file of its own.",
                count=len(reading.matches),
            )
        )
    return reading if reading.matches else replace(reading, matches=(model.Match(span=model.Span(1)),))


def waits(frame: Frame) -> bool:
    """Whether a throw behind which nothing stands waits for its play: some number of it can be played."""
    turn, state = frame.event, frame.before
    if not isinstance(turn, model.Turn) or not isinstance(turn.deed, model.Blank):
        return False
    return possible_dice(turn) and not judged(state.setting.ruleset, state.node(turn.seat), turn).lawful


def _unplayed(events: Sequence[model.Event]) -> int | None:
    """The place of a throw behind which nothing stands, if it is the last thing that was done."""
    for place in reversed(range(len(events))):
        if isinstance(turn := events[place], model.Turn):
            return place if isinstance(turn.deed, model.Blank) else None
        if isinstance(events[place], model.Action | model.Claim):
            return None
    return None


def _last(events: Sequence[model.Event], kind: type[Kind]) -> Kind | None:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)
