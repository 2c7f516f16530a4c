"""The slow referee's verdict on a whole record: the first thing in it that is unlawful.

It plays a match through the `oracle` event by event and stops where something is wrong; it knows no
findings and mends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kotra_notation import model as m
from kotra_notation.model import Game, Match, Span
from referees.table import Table


class Violation(NamedTuple):
    """Where a record first goes wrong: game from 1, index of the event (-1 the head of the game), line."""

    game: int
    event: int
    line: int | None
    what: str


def readings(match: Match) -> tuple[bool, ...]:
    """MOD-OPT-3 on or off: as the record says, off in a match, either in a money session that is silent."""
    options = dict(part.partition("=")[::2] for part in (match.rules or "").split(",")[1:])
    if "texas" in options:
        return (options["texas"] == "on",)
    return (False,) if match.length else (False, True)


class Verdict(NamedTuple):
    """The first violation, if any, and the lines on which a hit mark is missing or invented."""

    violation: Violation | None
    marks: tuple[int, ...]


def judge(match: Match, texas: bool | None = None) -> Violation | None:
    """The first unlawful thing in the match under the reading of its rules that fits it best."""
    return verdict(match, texas).violation


def verdict(match: Match, texas: bool | None = None) -> Verdict:
    """What the referee says of the match; `texas` settles what a money session leaves unsaid."""
    found: list[Verdict] = []
    for reading in readings(match) if texas is None else (texas,):
        found.append(under(match, reading))
        if not found[-1].violation:
            return found[-1]
    return max(found, key=lambda one: (one.violation or ())[:2])


def under(match: Match, texas: bool) -> Verdict:
    marks: list[int] = []
    score = (0.0, 0.0)
    crawford_played = not match.length or "crawford=off" in (match.rules or "")
    for number, game in enumerate(match.games, start=1):
        if number == 1 and game.score:
            # A record may begin in the middle of a match; whether the Crawford game is over is then unknown.
            score = game.score.score
            crawford_played = crawford_played or max(score) >= (match.length or 0) - 1
        crawford = not crawford_played and max(score) == (match.length or 0) - 1
        crawford_played = crawford_played or crawford
        after = match.games[number].score if number < len(match.games) else None
        tries = (Course(match, game, score, texas, crawford, cube, after) for cube in cubes(match))
        course = usual = next(tries)
        if number > 1 and (what := course.head()):
            return Verdict(Violation(number, -1, line(game, -1), what), tuple(marks))
        if course.wrong:
            course = next((one for one in tries if one.wrong is None), usual)
        marks += course.marks
        if course.wrong:
            event, what = course.wrong
            if event < len(game.events):
                return Verdict(Violation(number, event, line(game, event), what), tuple(marks))
            return Verdict(Violation(number + 1, -1, line(match.games[number], -1), what), tuple(marks))
        score = course.score
    return Verdict(None, tuple(marks))


def cubes(match: Match) -> tuple[int, ...]:
    """Where the cube may stand at the start: automatic doubles leave no trace in some money sessions."""
    return (1,) if match.length or match.rules else (1, 2, 4, 8)


def line(game: Game, event: int) -> int | None:
    """The line of an event, or of the head of the game."""
    spans: Iterator[Span | None] = iter((game.events[event].span,))
    if event < 0:
        spans = iter((game.score.span if game.score else None, game.span))
    return next((span.line for span in spans if span), None)


class Course:
    """One game played through under one reading; `wrong` is the index of the event and what is wrong with it.

    The index is one past the last event where only the head of the next game is wrong.
    """

    def __init__(
        self,
        match: Match,
        game: Game,
        score: tuple[float, float],
        texas: bool,
        crawford: bool,
        cube: int,
        after: m.ScoreClaim | None,
    ) -> None:
        self.length, self.game, self.before, self.score = match.length or 0, game, score, score
        self.final = match.games[-1]
        self.table = Table(cube=cube, cubeless=crawford, money=not match.length, texas=texas)
        self.table.automatic = "auto_doubles" in (match.rules or "")
        self.marks: list[int] = []
        self.wrong = self.play() or self.follow(after, last=game is self.final)

    def head(self) -> str | None:
        """What is wrong with the head of the game."""
        if self.game.score and self.game.score.score != self.before:
            return "a score that does not follow"
        return "a game after the match is won" if 0 < self.length <= max(self.before) else None

    def play(self) -> tuple[int, str] | None:
        left_out = -1
        for index, event in enumerate(self.game.events):
            waiting = self.table.blank
            what = self.table.see(event)
            if what and waiting and self.table.blank:
                # Only now it is known that the roller did not resign; the play is missing where it is.
                return left_out, what
            left_out = index if self.table.blank and not waiting else left_out
            if not what and isinstance(event, m.ResultClaim):
                what = self.weigh(event)
            if what:
                return index, what
            if self.table.mark and event.span:
                self.marks.append(event.span.line)
        return None

    def worth(self) -> frozenset[float]:
        """The points the game may be worth: as the board says, or as the file caps it (MOD-MATCH-1).

        Files that cap count the length of the match at most, and for a resignation what is still needed;
        a cap ends the match.
        """
        if not self.length or self.game is not self.final:
            return self.table.worth
        caps = [self.length, self.length - self.before[self.table.winner or 0]][: 1 + self.table.conceded]
        return self.table.worth | {min(points, cap) for points in self.table.worth for cap in caps}

    def weigh(self, event: m.ResultClaim) -> str | None:
        if event.points is not None and event.points not in self.worth():
            return "wrong points"
        if event.points is not None:
            self.add(event.points)
        elif len(self.table.worth) == 1:
            self.add(min(self.table.worth))
        if event.match and not 0 < self.length <= max(self.score):
            return "the match is not over"
        return None

    def add(self, points: float) -> None:
        score = list(self.before)
        score[self.table.winner or 0] += points
        self.score = (score[0], score[1])

    def follow(self, after: m.ScoreClaim | None, last: bool) -> tuple[int, str] | None:
        """What the head of the next game says of this one."""
        if self.table.claimed is None and not last:
            if self.table.winner is None:
                return len(self.game.events), "the game before has no result"
            self.add(max(self.table.worth))
        if after and after.score != self.score:
            return len(self.game.events), "a score that does not follow"
        return None
