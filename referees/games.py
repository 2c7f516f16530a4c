"""Random legal games: all that happens in them is chosen by a seed and lawful by the slow referee."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from kotra_notation import model as m
from kotra_notation.fast.judges import legal_plays
from kotra_notation.model import Game, Hop, Match, Player
from kotra_notation.rules import RULESETS, CompletePlay, Node, from_other_side, throw_of
from kotra_notation.rules.modern import win_size
from referees.oracle import BAR, OFF, Board, legal_results, may_step, step, thrown
from referees.referee import judge
from referees.table import Table

NAMES = ("Álfhildur", "Brynjólfur", "Dagný", "Eyvindur", "Freydís", "Grettir", "Hallgerður", "Ísólfur")


@lru_cache(maxsize=50_000)
def ways(position: Board, dice: tuple[int, int]) -> dict[Board, tuple[Hop, ...]]:
    """Every legal result with one way of stepping there."""
    found: dict[Board, tuple[Hop, ...]] = {position: ()}
    for order in {thrown(dice), thrown(dice)[::-1]}:
        reached: dict[Board, tuple[Hop, ...]] = {position: ()}
        for die in order:
            further: dict[Board, tuple[Hop, ...]] = {}
            for now, hops in reached.items():
                for source in range(25, 0, -1):
                    if may_step(now, source, die):
                        after = step(now, source, die)
                        hit = int(after.theirs[BAR] > now.theirs[BAR])
                        hop = Hop(source, max(source - die, OFF), hit)
                        further.setdefault(after, (*hops, hop))
            found = {**further, **found}
            reached = further
    return {result: found[result] for result in legal_results(position, dice)}


@dataclass
class Temper:
    """How often the players of a match double, take and resign, and how much they like to hit."""

    doubles: float = 0.05
    takes: float = 0.7
    resigns: float = 0.003
    hits: float = 0.5


@dataclass
class Making:
    """One game as it is made up, with the table that checks it."""

    random: Random
    temper: Temper
    table: Table
    events: list[m.Event] = field(default_factory=list)
    said: bool = False  # whether a resignation is an event of its own

    def add(self, event: m.Event) -> None:
        objection = self.table.see(event)
        assert objection is None, (objection, event)
        self.events.append(event)

    def play(self) -> None:
        """The game from the opening throw to its end."""
        seat = self.random.randrange(2)
        while self.table.winner is None:
            if self.table.begun and self.random.random() < self.temper.doubles:
                self.offer(seat)
            if self.table.winner is None and self.random.random() < self.temper.resigns and self.table.begun:
                self.resign(seat)
                return
            if self.table.winner is None:
                self.turn(seat)
            seat = 1 - seat

    def offer(self, seat: int) -> None:
        if self.table.cubeless or self.table.owner not in (None, seat) or self.table.cube >= 16:
            return
        self.add(m.Double(seat=seat, value=self.table.cube * 2))
        taken = self.random.random() < self.temper.takes
        self.add(m.Take(seat=1 - seat) if taken else m.Drop(seat=1 - seat))

    def resign(self, seat: int) -> None:
        size = 1 if self.table.single() else self.random.choice((1, 1, 2, 3))
        if self.said:
            self.add(m.Resignation(seat=seat, size=size))
            self.add(m.ResignationAnswer(seat=1 - seat, accepted=True))
        else:
            self.table.end(1 - seat, [size * self.table.cube])

    def turn(self, seat: int) -> None:
        dice = self.random.randint(1, 6), self.random.randint(1, 6)
        while not self.table.begun and dice[0] == dice[1]:
            dice = self.random.randint(1, 6), self.random.randint(1, 6)
        high_first = (max(dice), min(dice))
        hops = self.chosen(Board(self.table.men[seat], self.table.men[1 - seat]), high_first)
        deed = m.Play(hops=hops) if hops else m.Blank()
        self.add(m.Turn(seat=seat, dice=high_first, deed=deed, text=spelled(hops)))

    def chosen(self, position: Board, dice: tuple[int, int]) -> tuple[Hop, ...]:
        plays = sorted(ways(position, dice).values())
        hitting = [hops for hops in plays if any(hop.taken for hop in hops)]
        if hitting and self.random.random() < self.temper.hits:
            plays = hitting
        return self.random.choice(plays)


def spelled(hops: tuple[Hop, ...]) -> str:
    """Hops as the `.mat` family writes them: `25/22 13/8*`."""
    return " ".join(f"{hop.source}/{hop.target}{'*' * hop.taken}" for hop in hops)


Maker = Callable[[Random, Temper, Table, int], Making]


def random_match(seed: int, length: int | None = None, *, said: bool = False, games: int = 3) -> Match:
    """A lawful match to `length`, or a money session of `games`; the same seed gives the same match.

    `said`: a resignation is an event of its own, and not only a result that the board does not explain.
    """

    def making(random: Random, temper: Temper, table: Table, number: int) -> Making:
        return Making(random, temper, table, said=said)

    match = match_made(Random(seed), length, making, games=games)
    assert judge(match) is None
    return match


def match_made(random: Random, length: int | None, making: Maker, *, games: int = 3) -> Match:
    """A match whose games, counted from 1, are made by `making`; scores and results follow from them."""
    length = random.choice((0, 1, 3, 5, 7)) if length is None else length
    temper = Temper(doubles=random.choice((0.0, 0.02, 0.1)), hits=random.choice((0.0, 0.3, 0.9)))
    players = random.sample(NAMES, 2)
    score, crawford_played = (0.0, 0.0), False
    played: list[Game] = []
    while (max(score) < length) if length else (len(played) < games):
        crawford = not crawford_played and length > 1 and max(score) == length - 1
        crawford_played = crawford_played or crawford
        table = Table(cubeless=crawford or length == 1, money=not length)
        game = making(random, temper, table, len(played) + 1)
        game.play()
        winner, points = table.winner or 0, min(table.worth)
        after = (score[0] + points * (1 - winner), score[1] + points * winner)
        won = length > 0 and max(after) >= length
        game.add(m.ResultClaim(seat=winner, points=points, match=won))
        head = m.ScoreClaim(score=score)
        played.append(Game(number=len(played) + 1, score=head, events=tuple(game.events)))
        score = after
    return Match(
        players=(Player(name=players[0]), Player(name=players[1])), length=length, games=tuple(played)
    )


def quick_match(seed: int, games: int = 4) -> Match:
    """A lawful money session by the engine and not the slow referee: for amounts, not for judgement."""
    random, ruleset = Random(seed), RULESETS["modern"]
    played: list[Game] = []
    score = (0.0, 0.0)
    for number in range(1, games + 1):
        events: list[m.Event] = []
        node, seat, off = Node(ruleset.facts.start), random.randrange(2), False
        while not off:
            dice = (random.randint(1, 6), random.randint(1, 6))
            if not events and dice[0] == dice[1]:
                continue
            play = random.choice(list(legal_plays(ruleset, throw_of(ruleset, node, dice)).values()))
            events.append(m.Turn(seat=seat, dice=dice, deed=_deed(tuple(node.points), play)))
            off = max(play.node.points) <= 0
            node, seat = from_other_side(ruleset, play.node), 1 - seat
        size = win_size(tuple(node.points), 15 - sum(count for count in node.points if count > 0))
        events.append(m.ResultClaim(seat=1 - seat, points=size))
        head = m.ScoreClaim(score=score)
        played.append(Game(number=number, score=head, events=tuple(events)))
        score = (score[0] + size * seat, score[1] + size * (1 - seat))
    first, second = random.sample(NAMES, 2)
    return Match(players=(Player(name=first), Player(name=second)), length=0, games=tuple(played))


def _deed(points: tuple[int, ...], play: CompletePlay) -> m.Deed:
    if not play.steps:
        return m.Blank()
    enemies = {index for index, count in enumerate(points) if count < 0 and index}
    hops = []
    for source, target, _ in play.steps:
        hops.append(Hop(source, target, int(target in enemies and target > 0)))
        enemies.discard(target)
    return m.Play(hops=tuple(hops))


def positions_of_a_game(seed: int) -> Iterator[tuple[Board, tuple[int, int]]]:
    """The positions of one random game, each with the throw that was played from it."""
    making = Making(Random(seed), Temper(), Table())
    seen: list[tuple[Board, tuple[int, int]]] = []
    chosen = making.chosen

    def watched(position: Board, dice: tuple[int, int]) -> tuple[Hop, ...]:
        seen.append((position, dice))
        return chosen(position, dice)

    making.chosen = watched  # type: ignore[method-assign]
    making.play()
    yield from seen
