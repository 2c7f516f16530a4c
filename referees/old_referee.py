"""The slow referee's course of a sitting of the old game: how each game ended, or that it went wrong.

It knows the model, the oracle and nothing else; it mends nothing and stops at the first unlawful turn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from kotra_notation import model as m
from kotra_notation.board import Position
from kotra_notation.model import Game, Hop, Match, Turn
from referees import old_oracle as oracle
from referees.old_oracle import Ended, Got, Options, Place, Result, Side

START = Side((0, 15, *[0] * 24), first=True)


class UnlawfulError(Exception):
    """The first unlawful thing in a game."""


@dataclass
class Course:
    """One game as the referee follows it."""

    options: Options
    sides: list[Side] = field(default_factory=lambda: [START, START])
    began: int | None = None
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    scored: tuple[set[str], set[str]] = field(default_factory=lambda: (set(), set()))
    ended: Ended | None = None
    phase: str = "play"
    throws: int = 0
    got: list[Got] = field(default_factory=list)
    called: bool = False
    idle: int = 0
    last: int | None = None
    put_off: float = 0.0
    wins: list[tuple[int, str, float]] = field(default_factory=list)
    mors: list[tuple[int, str, float]] = field(default_factory=list)

    def see(self, event: m.Event) -> None:
        match event:
            case m.SetPosition(position=position):
                self.set_up(position)
            case Turn():
                self.turn(event)
            case _:
                pass

    def set_up(self, position: Position) -> None:
        memory = position.memory
        assert memory is not None
        for seat in (0, 1):
            seen = position.seen_by(seat)
            men = [max(seen[25 - path], 0) for path in range(25)]
            off = position.men[seat] - sum(men)
            flags = memory.fresh[seat], memory.unlocked[seat], memory.stack[seat]
            self.sides[seat] = Side((*men, off), *flags)
        self.began = memory.began

    def place(self, seat: int) -> Place:
        return Place(self.sides[seat], self.sides[1 - seat])

    def turn(self, turn: Turn) -> None:
        seat = turn.seat
        if self.phase == "over":
            raise UnlawfulError("the game is over")
        if self.phase == "play" and self.last is not None and seat == self.last:
            raise UnlawfulError("twice in succession")
        if self.phase != "play" and self.ended and seat == self.ended.winner:
            raise UnlawfulError("the winner throws on")
        self.began = seat if self.began is None else self.began
        self.last = seat
        before = self.place(seat)
        result, declared = self.result(turn, before)
        early = self.by_first(turn, before, result)
        if turn.singly and isinstance(turn.deed, m.Play) and turn.deed.half and not (early or declared):
            raise UnlawfulError("no form by the first die")
        self.sides[seat], self.sides[1 - seat] = result.place
        if self.phase == "play":
            if early and early.ending not in self.scored[seat]:
                self.note_first(seat, before, early)
            self.in_play(seat, before, result, declared, lone=turn.singly and turn.dice[1] == 0)
        elif self.phase == "last":
            self.last_throw(result)
        else:
            self.after_throw(
                seat, before, result, declared, lone=turn.singly and turn.dice[1] == 0, early=early
            )

    def by_first(self, turn: Turn, before: Place, result: Result) -> Result | None:
        """The board behind the first of two single dice, where a form stood on it: `ending` is its name."""
        if not (turn.singly and turn.dice[1]):
            return None
        for one in self.with_one_more(Result(before, ""), turn.dice[0]):
            name = oracle.form(one.place.mine, self.options)
            last = [after.place for after in self.with_one_more(one, turn.dice[1])]
            if name and name != oracle.form(before.mine, self.options) and result.place in last:
                if self.first_ends():
                    raise UnlawfulError("the first die has ended it")
                return Result(one.place, name)
        return None

    def first_ends(self) -> bool:
        if self.phase == "after":
            return self.options["after.claim"] == "first"
        return self.options["forms.end_game"] == "on"

    def note_first(self, seat: int, before: Place, early: Result) -> None:
        """A half win that the second die does not take away (FORN-HALF-3)."""
        mor = oracle.mor(before, early.place, self.options)
        points = oracle.form_points(early.ending, self.options, half=True, lone=True) + mor
        self.points[seat] += points
        self.scored[seat].add(early.ending)
        self.wins.append((seat, early.ending, points))
        if mor:
            self.mors.append((seat, early.ending, mor))

    def result(self, turn: Turn, before: Place) -> tuple[Result, str]:
        """The one legal result that the written steps lead to, and the form declared half."""
        deed = turn.deed
        hops = deed.hops if isinstance(deed, m.Play) else ()
        wanted = moved(before, hops)
        declared = {result.place: name for result, name in self.halves(turn, before)}
        if isinstance(deed, m.Play) and deed.half and not turn.singly:
            found = [(Result(place, ""), name) for place, name in declared.items() if men(place) == wanted]
        elif turn.singly:
            found = [(one, "") for one in self.single(turn, before) if men(one.place) == wanted]
        else:
            legal = oracle.results(before, turn.dice, self.options)
            found = [(one, "") for one in legal if men(one.place) == wanted]
        if not found:
            raise UnlawfulError(f"{turn.dice} {hops}")
        if not landings_fit(turn, hops):
            raise UnlawfulError(f"no number of {turn.dice} lands so: {hops}")
        # A man who leaves the 6-6 stack breaks it, though another may come to stand there (12.2).
        left = any(hop.source == 25 - oracle.SEVENTH for hop in hops)
        kept = [one for one in found if one[0].place.mine.v66 != left]
        result, name = (kept or found)[0]
        if turn.singly and turn.dice[1] == 0:
            name = oracle.form(result.place.mine, self.options)
        return result, name

    def halves(self, turn: Turn, before: Place) -> frozenset[tuple[Result, str]]:
        if turn.singly:
            return frozenset()
        return oracle.half_results(before, turn.dice, self.options)

    def single(self, turn: Turn, before: Place) -> list[Result]:
        """The results of dice thrown one after the other (FORN-HALF-3)."""
        results = [Result(before, "")]
        for die in turn.dice:
            if die:
                results = [after for one in results for after in self.with_one_more(one, die)]
        return results

    def with_one_more(self, one: Result, die: int) -> list[Result]:
        """What one more die makes of a result; jan waits for it where the turn is asked (FORN-JAN-4)."""
        if one.ending and (one.ending == "uttekt" or self.options["jan.test"] == "step"):
            return [one]
        further = oracle.single_results(one.place, die, self.options)
        return [one if after.place == one.place else after for after in further]

    def in_play(self, seat: int, before: Place, result: Result, declared: str, *, lone: bool) -> None:
        wins = oracle.wins(before, result, self.options, declared, self.scored[seat], lone)
        on = self.options["forms.end_game"] == "on"
        if lone and not on:
            # The first of two single dice is no declaration: a form goes on being an extra win (FORN-FORM-2).
            wins = [win._replace(ends=win.ends and win.kind != declared) for win in wins]
        if not (on and any(win.ends for win in wins)):
            self.points[seat] += sum(win.points for win in wins)
        else:
            wins = [max((win for win in wins if win.ends), key=lambda win: win.points)]
            self.points[seat] += wins[0].points
        self.scored[seat].update(win.kind for win in wins)
        self.wins += [(seat, win.kind, win.points) for win in wins]
        if mor := oracle.mor(before, result.place, self.options):
            jan = self.options["mor.on_jan"] == "on"
            self.mors += [(seat, win.kind, mor) for win in wins if jan or not win.kind.endswith("jan")]
        if kind := next((win.kind for win in wins if win.ends), ""):
            kind = "jan" if kind == "stor_jan" else kind
            self.ended = Ended(seat, (0.0, 0.0), kind)
            self.phase = "over"
            if kind == "uttekt":
                self.behind_uttekt(next(win.points for win in wins if win.kind == "uttekt"))
            return
        self.idle = self.idle + 1 if result.place.mine.men == before.mine.men else 0
        if self.idle >= 2 and oracle.deadlocked(self.place(seat), self.options):
            self.ended, self.phase = oracle.drawn(), "over"

    def behind_uttekt(self, points: float) -> None:
        """What is thrown behind an úttekt; its points are put off until the last throw is made."""
        assert self.ended is not None
        assert self.began is not None
        if oracle.last_throw_due(self.ended, self.began, self.options):
            assert self.ended.winner is not None
            self.phase, self.put_off = "last", points
            self.points[self.ended.winner] -= points
        else:
            self.maybe_after_throws()

    def last_throw(self, result: Result) -> None:
        assert self.ended is not None
        winner = self.ended.winner
        assert winner is not None
        self.ended = oracle.settle_last_throw(self.ended, result, self.options)
        self.phase = "over"
        if self.ended.winner is None:
            self.points = [now + more for now, more in zip(self.points, self.ended.points, strict=True)]
        else:
            self.points[winner] += self.put_off
            self.maybe_after_throws()

    def maybe_after_throws(self) -> None:
        assert self.ended is not None
        loser = 1 - (self.ended.winner or 0)
        over = oracle.after_over(self.sides[loser], 0, self.options, (), self.scored[loser])
        self.phase = "over" if over else "after"

    def after_throw(
        self, seat: int, before: Place, result: Result, declared: str, *, lone: bool, early: Result | None
    ) -> None:
        self.throws += 1
        scored = self.scored[seat]
        first = early.ending if early and early.ending not in scored else ""
        if first and self.throws <= oracle.after_limits(self.options).get(first, 0):
            self.got.append(Got(self.throws, first, half=True, lone=True))
            points = oracle.form_points(first, self.options, half=True, lone=True)
            self.wins.append((seat, first, points))
        name = declared or oracle.form(result.place.mine, self.options)
        if name in (first, oracle.form(before.mine, self.options)):
            name = ""
        if name and self.throws <= oracle.after_limits(self.options).get(name, 0):
            self.got.append(Got(self.throws, name, bool(declared), lone))
            points = oracle.form_points(name, self.options, half=bool(declared), lone=lone)
            self.wins.append((seat, name, points))
        # The first of two single dice is no declaration: the loser throws on for a better form.
        self.called = self.called or bool(declared and not lone)
        got = [one._replace(half=self.called) for one in self.got]
        if oracle.after_over(self.sides[seat], self.throws, self.options, got, scored):
            self.phase = "over"

    @property
    def total(self) -> tuple[float, float]:
        """What each side has scored."""
        first, second = self.points
        if self.got:
            assert self.ended is not None
            loser = 1 - (self.ended.winner or 0)
            late = oracle.after_points(self.got, self.options, self.scored[loser])
            return (first + late, second) if loser == 0 else (first, second + late)
        return first, second


def landings_fit(turn: Turn, hops: tuple[Hop, ...]) -> bool:
    """Whether the numbers can be dealt out to the hops, to each as many as take it there (rules 3.3)."""
    numbers = [die for die in turn.dice if die] if turn.singly else oracle.numbers_of(turn.dice)

    def dealt(ways: list[tuple[int, bool]], left: tuple[int, ...]) -> bool:
        if not ways:
            return True
        (way, off), *others = ways
        for count in range(1, len(left) + 1):
            for chosen in set(combinations(left, count)):
                reach = sum(chosen) >= way if off else sum(chosen) == way
                rest = list(left)
                for die in chosen:
                    rest.remove(die)
                if reach and dealt(others, tuple(rest)):
                    return True
        return False

    return dealt([(hop.source - hop.target, hop.target == 0) for hop in hops], tuple(numbers))


def men(place: Place) -> tuple[oracle.Men, oracle.Men]:
    return place.mine.men, place.theirs.men


def moved(place: Place, hops: tuple[Hop, ...]) -> tuple[oracle.Men, oracle.Men]:
    """The men after the steps as they are written."""
    mine, theirs = list(place.mine.men), list(place.theirs.men)
    for source, target, _ in hops:
        path = 25 - target
        mine[25 - source] -= 1
        mine[path] += 1
        if path < 25:
            there = oracle.opposite(path)
            theirs[0] += theirs[there]
            theirs[there] = 0
    return tuple(mine), tuple(theirs)


def course(game: Game, options: Options) -> Course:
    """One game followed to its end; UnlawfulError at the first unlawful turn."""
    followed = Course(options)
    for event in game.events:
        followed.see(event)
    return followed


def courses(match: Match, options: Options) -> list[Course]:
    """Every game followed to its end."""
    return [course(game, options) for game in match.games]
