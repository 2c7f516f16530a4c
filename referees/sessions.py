"""Random sessions for money with everything such a session knows: Texas, beavers, automatic doubles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from kotra_notation import model as m
from kotra_notation.implied import is_implied
from referees.games import Making, Temper
from referees.table import Table

RULES = "modern,texas=on,auto_doubles={},beavers=on,raccoons=on"


@dataclass
class Lively(Making):
    """A game in which equal opening dice turn the cube, and doubles are answered in every way."""

    automatic: int = 0

    def play(self) -> None:
        while self.automatic < 3 and self.random.random() < 0.3:
            die = self.random.randint(1, 6)
            self.automatic += 1
            self.add(m.Opening(dice=(die, die)))
            self.add(m.AutomaticDouble(value=2**self.automatic))
        super().play()

    def offer(self, seat: int) -> None:
        if self.table.owner not in (None, seat) or self.table.cube >= 64:
            return
        self.add(m.Double(seat=seat, value=self.table.cube * 2))
        level = self.random.randrange(3)
        if level:
            self.add(m.Beaver(seat=1 - seat, value=self.table.cube * 4))
        else:
            taken = self.random.random() < self.temper.takes
            self.add(m.Take(seat=1 - seat) if taken else m.Drop(seat=1 - seat))
        if level > 1:
            self.table.cube *= 2  # of raccoons the table knows nothing
            self.events.append(m.Beaver(seat=seat, value=self.table.cube, level=2))


def random_session(seed: int, games: int = 3) -> m.Match:
    """A lawful session; a resignation is an event of its own."""
    random, score, played, most = Random(seed), (0.0, 0.0), [], 1
    for number in range(1, games + 1):
        table = Table(money=True, texas=True, automatic=True)
        making = Lively(random, Temper(doubles=0.1, resigns=0.01), table, said=True)
        making.play()
        most = max(most, making.automatic)
        winner, points = table.winner or 0, min(table.worth)
        making.add(m.ResultClaim(seat=winner, points=points))
        head = m.ScoreClaim(score=score)
        played.append(m.Game(number=number, score=head, events=tuple(making.events)))
        score = (score[0] + points * (1 - winner), score[1] + points * winner)
    players = (m.Player(name="Álfhildur"), m.Player(name="Brynjólfur"))
    return m.Match(players=players, length=0, rules=RULES.format(most), games=tuple(played))


def danced(match: m.Match) -> m.Match:
    """A lawful match with its throws without a play said to allow none."""
    return _with(match, lambda events: [_danced(event) for event in events])


def implied_out(match: m.Match, *, resigned: bool = True) -> m.Match:
    """The match without what its results and first turns say as well, and derived marks.

    `resigned`: keep who resigned, though not how much.
    """
    return _with(match, lambda events: _plain(events, resigned))


def _with(match: m.Match, change: object) -> m.Match:
    games = [replace(game, events=tuple(change(game.events))) for game in match.games]  # type: ignore[operator]
    return replace(match, games=tuple(games))


def _danced(event: m.Event) -> m.Event:
    match event:
        case m.Turn(deed=m.Blank()) as turn:
            return replace(turn, deed=m.CannotMove())
        case _:
            return event


def _plain(events: Sequence[m.Event], resigned: bool) -> list[m.Event]:
    plain: list[m.Event] = []
    for index, event in enumerate(events):
        match event:
            case m.Resignation():
                plain += [replace(event, size=None)] * resigned
            case m.ResultClaim(lost=True) if not is_implied(events, index):
                plain.append(replace(event, seat=1 - event.seat, lost=False, derived=False))
            case m.ResultClaim(derived=True):
                plain.append(replace(event, derived=False))
            case _ if not is_implied(events, index):
                plain.append(event)
    return plain
