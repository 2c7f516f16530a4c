"""Seeded illegal plays that stood: one unlawful play, and from there on a lawful game to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from kotra_notation import model as m
from kotra_notation.fast.judges import legal_plays
from kotra_notation.findings import Finding
from kotra_notation.formats import write_matches
from kotra_notation.model import Hop, Match, Turn
from kotra_notation.replay import replay
from kotra_notation.replay.doubts import turns_lawful
from kotra_notation.replay.folding import marks_hits
from kotra_notation.replay.turns import put_men
from kotra_notation.rules import CompletePlay, Node, Ruleset, from_other_side, throw_of
from kotra_notation.rules.ruleset import State
from referees import games, old_games
from referees.oracle import BAR, OFF, Board, legal_results
from referees.sheet import written
from referees.slips import Kind
from referees.sound import read
from referees.table import Table

TRIES = 30
NEVER = 10_000
WAYS = (
    "one pip too far",
    "another man than the one on the bar",
    "a die not played",
    "the wrong man",
    "a step too many",
    "borne off too early",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stood:
    """A record with an illegal play that stood, in one game and one event of it, the game counted from 1.

    `other_throw`: another number on one die would make the play lawful, so that nothing can tell which of the
    two is wrong. `other_play`: all that follows would be lawful after another play of the throw, too.
    """

    kind: str
    name: str
    text: str
    match: Match
    game: int
    event: int
    found: tuple[Finding, ...]
    other_throw: bool
    other_play: bool

    @property
    def decided(self) -> bool:
        """Whether the evidence tells that it stood."""
        return not (self.other_throw or self.other_play)


def strayed(way: str, men: Sequence[int], hops: tuple[Hop, ...], die: int, random: Random) -> list[Hop]:
    """Hops that go astray from those of a lawful play in one way; `men` of the mover by point; [] if none."""
    changed = list(hops)
    at = random.randrange(len(changed))
    source, target, _ = changed[at]
    own = [point for point in range(1, 25) if men[point]]
    match way:
        case "one pip too far":
            changed[at] = Hop(source, target + random.choice((-1, 1)))
        case "another man than the one on the bar":
            if source != BAR or not own:
                return []
            start = random.choice(own)
            changed[at] = Hop(start, start - (source - target))
        case "a die not played":
            if len(changed) == 1:
                return []
            del changed[at]
        case "the wrong man":
            if target == OFF or source == BAR:
                return []
            start = source + random.choice((-2, -1, 1, 2))
            changed[at] = Hop(start, target)
        case "a step too many":
            start = random.choice([*own, *(hop.target for hop in hops if hop.target)])
            changed.append(Hop(start, start - die))
        case "borne off too early":
            start = random.choice(own or [0])
            changed[at] = Hop(start, OFF)
            if start > 6:
                return []
    chained = all(0 <= hop.target < hop.source <= BAR for hop in changed)
    return changed if chained and changed != list(hops) else []


@dataclass
class Straying(games.Making):
    """A modern game in which, from one turn on, the first chance to play unlawfully is taken."""

    way: str = ""
    stray_at: int = 0
    strayed_at: int | None = None

    def turn(self, seat: int) -> None:
        played = sum(isinstance(event, Turn) for event in self.events)
        if self.strayed_at is not None or played < max(self.stray_at, 1) or not self.stray(seat):
            super().turn(seat)

    def stray(self, seat: int) -> bool:
        one, two = self.random.randint(1, 6), self.random.randint(1, 6)
        dice = max(one, two), min(one, two)
        before = Board(self.table.men[seat], self.table.men[1 - seat])
        hops = self.chosen(before, dice)
        if not hops:
            return False
        for _ in range(TRIES):
            wrong = strayed(self.way, before.mine, hops, self.random.choice(dice), self.random)
            laid = put_down(before, wrong) if wrong else None
            if laid is None or laid[0] in legal_results(before, dice) or laid[0].mine[OFF] == 15:
                continue
            self.strayed_at = len(self.events)
            self.table.men[seat], self.table.men[1 - seat] = laid[0]
            self.table.on_turn = 1 - seat
            deed = m.Play(hops=laid[1])
            self.events.append(Turn(seat=seat, dice=dice, deed=deed, text=games.spelled(laid[1])))
            return True
        return False


def put_down(before: Board, hops: Sequence[Hop]) -> tuple[Board, tuple[Hop, ...]] | None:
    """The men put where the hops say, and the hops with their hits; None where that cannot be."""
    mine, theirs = list(before.mine), list(before.theirs)
    marked = []
    for source, target, _ in hops:
        mine[source] -= 1
        mine[target] += 1
        lone = target != OFF and theirs[25 - target] == 1
        if mine[source] < 0 or (target != OFF and theirs[25 - target] > 1):
            return None
        if lone:
            theirs[25 - target] -= 1
            theirs[BAR] += 1
        marked.append(Hop(source, target, int(lone)))
    return Board(tuple(mine), tuple(theirs)), tuple(marked)


@dataclass
class OldStraying(old_games.Making):
    """The same for a game of the old kind."""

    way: str = ""
    stray_at: int = 0
    strayed_at: int | None = None

    def turn(self, seat: int) -> None:
        ready = self.strayed_at is None and self.state.turns >= max(self.stray_at, 2)
        if not (ready and self.state.course.phase == "play" and self.stray(seat)):
            super().turn(seat)

    def stray(self, seat: int) -> bool:
        before = self.state
        node = before.node(seat)
        dice = self.random.randint(1, 6), self.random.randint(1, 6)
        legal = legal_plays(self.ruleset, throw_of(self.ruleset, node, dice))
        play = self.random.choice(list(legal.values()))
        hops = old_games.hops(node, play)
        men = [max(count, 0) for count in node.points]
        for _ in range(TRIES if hops else 0):
            wrong = strayed(self.way, men, hops, self.random.choice(dice), self.random)
            reached = put_men(node, wrong) if wrong else None
            if reached is None or any(one.points == reached.points for one in legal):
                continue
            after = self.after(seat, node, CompletePlay(reached, ()), half=False, lone=False)
            if after.ending or after.course.all_awards != before.course.all_awards:
                continue
            self.strayed_at = len(self.events)
            self.state = after
            deed = m.Play(hops=taking(node, wrong))
            self.events.append(Turn(seat=seat, dice=dice, deed=deed))
            return True
        return False


def taking(node: Node, hops: Sequence[Hop]) -> tuple[Hop, ...]:
    """The hops with the men they take."""
    there = {point: -count for point, count in enumerate(node.points) if count < 0 and point}
    return tuple([hop._replace(taken=there.pop(hop.target, 0)) for hop in hops])


@dataclass
class Plan:
    """In which game, by place, and from which turn on a play goes astray, and in what way."""

    way: str
    place: int
    turn: int
    made: list[Straying | OldStraying] = field(default_factory=list)

    def at(self) -> int:
        """The turn from which on the next game goes astray; none where one has done so."""
        done = any(one.strayed_at is not None for one in self.made)
        return NEVER if done or len(self.made) < self.place else self.turn

    def modern(self, random: Random, temper: games.Temper, table: Table, number: int) -> Straying:
        game = Straying(random, temper, table, way=self.way, stray_at=self.at())
        self.made.append(game)
        return game

    def old(self, random: Random, ruleset: Ruleset, state: State, goals: tuple[str, str]) -> OldStraying:
        game = OldStraying(random, ruleset, state, goals, way=self.way, stray_at=self.at())
        self.made.append(game)
        return game


def stood_match(way: str, seed: int, game: Kind) -> tuple[Match, int, int] | None:
    """A match, the place of the game with the play, and that of the play in it; None where there is none."""
    random = Random(f"{way} {seed}")
    plan = Plan(way, place=random.randrange(2), turn=random.randrange(2, 40))
    if game == "modern":
        match = games.match_made(random, None, plan.modern)
    else:
        match = old_games.random_old_match(random.randrange(10**9), making=plan.old)
    return next(
        ((match, place, one.strayed_at) for place, one in enumerate(plan.made) if one.strayed_at is not None),
        None,
    )


def seeded(way: str, seed: int, game: Kind) -> Stood | None:
    """An illegal play that stood, as it is written and read; None where no place for it was found."""
    if not (found := stood_match(way, seed, game)):
        return None
    match, place, event = found
    if game == "modern":
        notation, text = "mat", written(match)
    else:
        notation, text = "kotra", str(write_matches([match], "kotra").content)
    reading = read(text, notation)
    match = reading.matches[0]
    replayed = replay(match)
    frame = replayed.games[place].frames_at((event,))[0]
    turn = frame.event
    assert isinstance(turn, Turn)
    assert isinstance(turn.deed, m.Play)
    node = frame.before.node(turn.seat)
    reached = put_men(node, turn.deed.hops)
    assert reached is not None
    rest = [one for one in match.games[place].events[event + 1 :] if isinstance(one, Turn)]
    legal = legal_plays(replayed.ruleset, throw_of(replayed.ruleset, node, turn.dice))
    throws = [dice for die in range(1, 7) for dice in ((die, turn.dice[1]), (turn.dice[0], die))]

    def lawful_behind(after: Node) -> bool:
        seen = from_other_side(replayed.ruleset, after)
        return (
            turns_lawful(replayed.ruleset, seen, 1 - turn.seat, rest, hits_marked=marks_hits(match)) is None
        )

    def leads_there(dice: tuple[int, int]) -> bool:
        plays = legal_plays(replayed.ruleset, throw_of(replayed.ruleset, node, dice))
        return any(one.points == reached.points for one in plays)

    return Stood(
        kind=way,
        name=f"{game}-{seed}",
        text=text,
        match=match,
        game=place + 1,
        event=event,
        found=(*reading.findings, *replayed.findings),
        other_throw=any(leads_there(dice) for dice in throws),
        other_play=any(lawful_behind(one) for one in legal),
    )


def stood(n: int, seed: int, ways: Sequence[str] = (), game: Kind = "modern") -> Iterator[Stood]:
    """So many illegal plays that stood, in all ways in turn."""
    wanted = list(ways) or list(WAYS)
    tries = 0
    for number in range(n):
        for _ in range(TRIES):
            tries += 1
            if one := seeded(wanted[number % len(wanted)], seed * 1_000_000 + tries, game):
                yield one
                break
