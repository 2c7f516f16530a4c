"""Where a sitting of the old game first goes wrong, by the slow referee: plays, claims, scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kotra_notation import model as m
from kotra_notation.model import Game, Match
from tests import old_oracle as oracle
from tests.old_referee import Course, UnlawfulError

ALIKE = {"stor_jan": "jan"}


@dataclass
class Sitting:
    """A sitting as the referee follows it."""

    options: oracle.Options
    score: tuple[float, float] = (0.0, 0.0)
    main: int | None = None
    winner: int | None = None
    began: int | None = None
    open: bool = False
    course: Course = field(init=False)
    opened: m.Opening | None = None
    won_at: int | None = None

    def wrong(self, game: Game, *, first: bool) -> Iterator[int | None]:
        """The lines on which the game goes wrong, the first of them certain."""
        if not first and game.score and game.score.score != self.score:
            yield line(game)
        self.course, self.opened, self.won_at = Course(self.options), None, None
        agreed: tuple[float, float] = (0.0, 0.0)
        for event in game.events:
            fault = self.fault(event)
            if fault:
                goes_on = fault == "the game is over" and self.won_at is not None
                yield self.won_at if goes_on else line(event)
            if isinstance(event, m.ResultClaim) and self.course.ended is None:
                points = event.points or 0.0
                agreed = (points, 0.0) if event.seat == 0 else (0.0, points)
        total = self.course.total
        self.score = (self.score[0] + total[0] + agreed[0], self.score[1] + total[1] + agreed[1])
        ended = self.course.ended
        self.open = ended is None
        self.began = self.course.began
        if ended and ended.winner is not None:
            self.winner = ended.winner
            self.main = ended.winner if ended.kind in ("uttekt", "jan") else self.main

    def fault(self, event: m.Event) -> str:
        """What is wrong with an event."""
        course = self.course
        match event:
            case m.Opening():
                self.opened = event
            case m.Turn():
                if course.last is None and course.began is None and (what := self.beginning(event)):
                    return what
                try:
                    course.see(event)
                except UnlawfulError as error:
                    return str(error)
                if course.ended and course.ended.kind not in ("uttekt", "draw") and self.won_at is None:
                    self.won_at = line(event)
            case m.SetPosition():
                course.see(event)
            case m.AwardClaim():
                return "" if self.earned(event) else "not earned"
            case m.ResultClaim():
                self.won_at = None
                return self.result(event)
            case m.PhaseStart():
                loser = course.ended is not None and event.seat != course.ended.winner
                return "" if course.phase == event.phase and loser else "no such phase"
            case _:
                pass
        return ""

    def beginning(self, turn: m.Turn) -> str:
        """Who begins, and with what (FORN-OPEN-1 to 4)."""
        due = {
            "winner-main": self.main,
            "winner": self.winner,
            "loser": None if self.winner is None else 1 - self.winner,
            "alternate": None if self.began is None else 1 - self.began,
        }.get(self.options["next_first"])
        if due is not None and not self.open:
            return "" if turn.seat == due else "another begins"
        kept = self.options["opening.dice"] == "keep"
        if kept and turn.dice[0] == turn.dice[1]:
            return "an opening double"
        if self.opened is None or self.opened.dice[0] == self.opened.dice[1]:
            return ""
        high = 0 if self.opened.dice[0] > self.opened.dice[1] else 1
        due = high if self.options["opening.first"] == "high" else 1 - high
        if turn.seat != due or (kept and sorted(turn.dice) != sorted(self.opened.dice)):
            return "another begins"
        return ""

    def earned(self, claim: m.AwardClaim) -> bool:
        worth = oracle_mor(self.options)
        return any(
            seat == claim.seat
            and ALIKE.get(kind, kind) == ALIKE.get(claim.kind, claim.kind)
            and claim.points in (None, points, points - worth)
            for seat, kind, points in self.course.wins
        )

    def result(self, claim: m.ResultClaim) -> str:
        course = self.course
        if course.ended is None:
            return "nothing of the kind" if claim.kind else ""
        if course.ended.winner is None or claim.seat != course.ended.winner:
            return "another wins"
        seat = claim.seat
        put_off = course.put_off if course.phase == "last" else 0.0
        mine = [(kind, points) for who, kind, points in course.wins if who == seat]
        kind, last = next(one for one in reversed(mine) if ALIKE.get(one[0], one[0]) == course.ended.kind)
        allowed = {course.points[seat] + put_off, last, last - oracle_mor(self.options)}
        return "" if claim.points is None or claim.points in allowed else f"not so much for {kind}"


def oracle_mor(options: oracle.Options) -> float:
    """What mor adds."""
    return float(options["points.mor"])


def line(where: m.Event | Game) -> int | None:
    """The line of a game or an event."""
    return where.span.line if where.span else None


def first_wrong(match: Match, options: oracle.Options) -> int | None:
    """The line on which the sitting first goes wrong."""
    sitting = Sitting(options)
    for place, game in enumerate(match.games):
        for found in sitting.wrong(game, first=place == 0):
            return found
    return None
