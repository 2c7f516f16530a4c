"""Where a sitting of the old game first goes wrong, by the slow referee: plays, claims, scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from kotra_notation import model as m
from kotra_notation.model import Game, Match
from referees import old_oracle as oracle
from referees.old_referee import Course, UnlawfulError

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
    agreed: tuple[float, float] = (0.0, 0.0)
    claims: list[tuple[int, float | None]] = field(default_factory=list)
    around: list[m.Event] = field(default_factory=list)
    won_on: list[tuple[tuple[int, str, float], int | None]] = field(default_factory=list)

    def wrong(self, game: Game, *, first: bool, last: bool = False) -> Iterator[int | None]:
        """The lines on which the game goes wrong, the first of them certain."""
        if not first and game.score and game.score.score != self.score:
            yield line(game)
        elif first and game.score:
            self.score = game.score.score
        self.course, self.opened, self.won_at = Course(self.options), None, None
        self.agreed, self.claims, self.won_on = (0.0, 0.0), [], []
        for place, event in enumerate(game.events):
            self.around = stretch(game.events, place)
            before = len(self.course.wins)
            fault = self.fault(event)
            self.won_on += [(win, line(event)) for win in self.course.wins[before:]]
            if fault:
                goes_on = fault == "the game is over" and self.won_at is not None
                yield self.won_at if goes_on else line(event)
            if isinstance(event, m.ResultClaim) and self.course.ended is None:
                points = event.points or 0.0
                self.agreed = (points, 0.0) if event.seat == 0 else (0.0, points)
        if last:
            yield from self.left_out(game)
        self.score = self.now
        ended = self.course.ended
        self.open = ended is None
        self.began = self.course.began
        if ended and ended.winner is not None:
            self.winner = ended.winner
            self.main = ended.winner if ended.kind in ("uttekt", "jan") else self.main

    @property
    def now(self) -> tuple[float, float]:
        """The score with what the game has brought so far."""
        total = self.course.total
        first, second = (sum(parts) for parts in zip(self.score, total, self.agreed, strict=True))
        return first, second

    def left_out(self, game: Game) -> Iterator[int | None]:
        """The lines of forms that no award, result or name of a win tells of."""
        ended = self.course.ended
        for (seat, kind, _), place in self.won_on:
            if kind not in oracle.FORMS or (ended and (ended.winner, ended.kind) == (seat, kind)):
                continue
            said = any(isinstance(one, m.AwardClaim) and one.kind == kind for one in game.events)
            counted = any(
                isinstance(one, m.ResultClaim) and one.seat == seat and one.points == self.course.total[seat]
                for one in game.events
            )
            if not said and not counted:
                yield place

    def fault(self, event: m.Event) -> str:
        """What is wrong with an event."""
        course = self.course
        match event:
            case m.Opening():
                self.opened = event
            case m.Turn():
                if event.singly and not self.one_by_one():
                    return "not thrown one by one"
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
            case m.ScoreClaim(score=score):
                return "" if score == self.now else "another score"
            case m.Draw():
                return "a win" if course.ended and course.ended.winner is not None else ""
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

    def one_by_one(self) -> bool:
        """Whether the dice may be thrown one after the other (FORN-HALF-3)."""
        custom = self.options["one_die"]
        return custom == "always" or (custom == "after-throws" and self.course.phase == "after")

    def earned(self, claim: m.AwardClaim) -> bool:
        if claim.kind == "mor":
            return any((claim.seat, claim.points) == (seat, points) for seat, _, points in self.course.mors)
        return any(
            seat == claim.seat
            and ALIKE.get(kind, kind) == ALIKE.get(claim.kind, claim.kind)
            and claim.points in (None, *self.counts(seat, kind, points))
            for seat, kind, points in self.course.wins
        )

    def counts(self, seat: int, kind: str, points: float) -> list[float]:
        """What a win may be said to be worth: without its mor only where that is noted for itself."""
        mor = next((worth for who, what, worth in self.course.mors if (who, what) == (seat, kind)), 0.0)
        apart = any(
            isinstance(one, m.AwardClaim) and (one.seat, one.kind) == (seat, "mor") for one in self.around
        )
        return [points, points - mor] if apart else [points]

    def result(self, claim: m.ResultClaim) -> str:
        course = self.course
        if course.ended is None:
            said = (claim.seat, claim.points)
            self.claims.append(said)
            return "nothing of the kind" if claim.kind else "two results" * (said != self.claims[0])
        if course.ended.winner is None or claim.seat != course.ended.winner:
            return "another wins"
        if claim.kind and ALIKE.get(claim.kind, claim.kind) != course.ended.kind:
            return "another win"
        seat = claim.seat
        put_off = course.put_off if course.phase == "last" else 0.0
        mine = [(kind, points) for who, kind, points in course.wins if who == seat]
        kind, last = next(one for one in reversed(mine) if ALIKE.get(one[0], one[0]) == course.ended.kind)
        allowed = {course.points[seat] + put_off, *self.counts(seat, kind, last)}
        return "" if claim.points is None or claim.points in allowed else f"not so much for {kind}"


def stretch(events: Sequence[m.Event], place: int) -> list[m.Event]:
    """The events around a place up to the turns before and behind it."""
    behind = takewhile(lambda event: not isinstance(event, m.Turn), events[place:])
    before = takewhile(lambda event: not isinstance(event, m.Turn), reversed(events[:place]))
    return [*before, *behind]


def line(where: m.Event | Game) -> int | None:
    """The line of a game or an event."""
    return where.span.line if where.span else None


def first_wrong(match: Match, options: oracle.Options) -> int | None:
    """The line on which the sitting first goes wrong."""
    sitting = Sitting(options)
    for place, game in enumerate(match.games):
        for found in sitting.wrong(game, first=place == 0, last=place == len(match.games) - 1):
            return found
    return None
