"""One game on the slow referee's table: each event played as the rule text says, or refused with a word."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from kotra_notation import model as m
from referees.oracle import (
    OFF,
    START,
    Board,
    from_points,
    hits_written,
    legal_results,
    meant,
    multiplier,
    outcomes,
)

WINS = ("single", "gammon", "backgammon")


@dataclass
class Table:
    """One game in the making: the men, the cube, whose turn it is, and how it ended."""

    cube: int = 1
    cubeless: bool = False
    money: bool = False
    texas: bool = False
    automatic: bool = False
    men: list[tuple[int, ...]] = field(default_factory=lambda: [START.mine, START.theirs])
    owner: int | None = None
    offer: int | None = None
    offered: bool = False
    resigning: m.Resignation | None = None
    on_turn: int | None = None
    opening: tuple[int, int] | None = None
    begun: bool = False
    blank: bool = False
    winner: int | None = None
    worth: frozenset[float] = frozenset()
    called: str = ""  # the name of the win, where the board shows it (MOD-WIN-1)
    conceded: bool = False  # nothing on the board decided, the loser has given up
    claimed: m.ResultClaim | None = None
    mark: bool = False  # whether the hit marks of the last play are not the hits

    def see(self, event: m.Event) -> str | None:
        """What is unlawful in the event, if anything; the table as it stands after it."""
        self.mark = False
        match event:
            case m.Turn():
                return self.turn(event)
            case m.Opening():
                return self.open(event)
            case m.AutomaticDouble():
                return self.double_by_itself(event)
            case m.Double() | m.Beaver() | m.Take() | m.Drop():
                return self.turn_cube(event)
            case m.Resignation() | m.ResignationAnswer() | m.Settlement() | m.Forfeit():
                return self.give_in(event)
            case m.ResultClaim():
                return self.claim(event)
            case m.SetPosition():
                position = event.position
                mine = from_points(position.seen_by(0), position.men)
                self.men, self.on_turn, self.begun = [mine.mine, mine.theirs], position.seat, True
            case m.Extra() if event.key.endswith(":line"):
                return "a line that cannot be read"
        return None

    def open(self, event: m.Opening) -> str | None:
        """MOD-OPEN-1: each throws one die, equal: again; the higher plays both numbers."""
        if self.begun or self.on_turn is not None:
            return "an opening throw after the game has begun"
        if not all(1 <= die <= 6 for die in event.dice):
            return "no such die"
        if event.dice[0] != event.dice[1]:
            self.on_turn, self.opening = int(event.dice[1] > event.dice[0]), event.dice
        return None

    def turn(self, event: m.Turn) -> str | None:
        if self.winner is not None:
            # A roll noted after the last man has left, with no play, does no harm.
            return None if isinstance(event.deed, m.NotRecorded) else "a turn after the game has ended"
        if self.blank:
            return "a play left out before this turn"
        if self.offer is not None:
            return "a turn while a double is unanswered"
        if self.on_turn not in (None, event.seat):
            return "a turn out of order"
        if not all(1 <= die <= 6 for die in event.dice) and not isinstance(event.deed, m.NotRecorded):
            return "no such die"
        if not self.begun and event.dice[0] == event.dice[1]:
            return "an opening throw cannot be a double"
        if self.opening and not self.begun and sorted(self.opening) != sorted(event.dice):
            return "the opening throw is not the one that is played"
        self.begun, self.on_turn = True, 1 - event.seat
        return self.play(event)

    def play(self, event: m.Turn) -> str | None:
        if isinstance(event.deed, m.NotRecorded):
            # Some programs write impossible dice where a play is not known.
            self.blank = True
            return None
        before = Board(self.men[event.seat], self.men[1 - event.seat])
        legal = legal_results(before, event.dice)
        match event.deed:
            case m.Play(hops=hops) if hops:
                found = [one for one in outcomes(before, event.dice, hops) if one.board in legal]
                if not found:
                    return "no legal play"
                chosen = meant(found, hops)
                self.mark = chosen.hits != hits_written(hops)
                self.men[event.seat], self.men[1 - event.seat] = chosen.board
            case m.Reached() | m.Unread():
                return "a play that is not one"
            case m.Blank() if legal != {before}:
                # The roller may have resigned; only what follows can tell.
                self.blank = True
            case _ if legal != {before}:
                return "a play was possible"
        if self.men[event.seat][OFF] == sum(self.men[event.seat]):
            times = multiplier(self.men[1 - event.seat])
            self.called = WINS[times - 1]
            self.end(event.seat, [self.cube * (1 if self.single() else times)])
        return None

    def single(self) -> bool:
        """MOD-OPT-3: every win counts single if neither player has offered a double."""
        return self.texas and not self.offered

    def end(self, winner: int, worth: Iterable[float]) -> None:
        self.winner, self.worth = winner, frozenset(worth)

    def double_by_itself(self, event: m.AutomaticDouble) -> str | None:
        if not self.automatic or self.begun:
            return "an automatic double that the rules do not know"
        self.cube *= 2
        return None if event.value in (None, self.cube) else "a wrong cube value"

    def turn_cube(self, event: m.Double | m.Beaver | m.Take | m.Drop) -> str | None:
        if self.winner is not None:
            return "a cube action after the game has ended"
        if self.blank:
            return "a play left out before this cube action"
        match event:
            case m.Double():
                return self.double(event)
            case _ if self.offer is None or event.seat != 1 - self.offer:
                return "an answer to no double"
            case m.Take():
                # MOD-CUBE-4
                self.cube, self.owner, self.offer = self.cube * 2, event.seat, None
            case m.Drop():
                # MOD-CUBE-3
                self.end(1 - event.seat, [self.cube])
                self.offer, self.called = None, "drop"
            case m.Beaver():
                if not self.money:
                    return "a beaver in a match"
                self.cube, self.owner, self.offer = self.cube * 4, event.seat, None
                return None if event.value in (None, self.cube) else "a wrong cube value"
        return None

    def double(self, event: m.Double) -> str | None:
        """MOD-CUBE-2, MOD-MATCH-2."""
        if self.cubeless:
            return "a double in the Crawford game"
        if self.offer is not None:
            return "a double while a double is unanswered"
        if not self.begun or self.on_turn != event.seat:
            return "a double out of turn"
        if self.owner not in (None, event.seat):
            return "a double by a player who does not own the cube"
        if event.value not in (None, self.cube * 2):
            return "a wrong cube value"
        self.offer, self.offered = event.seat, True
        return None

    def give_in(self, event: m.Resignation | m.ResignationAnswer | m.Settlement | m.Forfeit) -> str | None:
        if self.winner is not None:
            return "an action after the game has ended"
        match event:
            case m.Resignation():
                self.resigning = event
            case m.ResignationAnswer():
                if self.resigning is None or self.resigning.seat == event.seat:
                    return "an answer to no resignation"
                if event.accepted:
                    sizes = (self.resigning.size,) if self.resigning.size else (1, 2, 3)
                    self.end(event.seat, [self.cube * (1 if self.single() else size) for size in sizes])
                self.resigning = None
            case m.Settlement():
                self.end(event.seat, [event.points])
            case m.Forfeit():
                self.end(
                    1 - event.seat, [event.points] if event.points else [self.cube * n for n in (1, 2, 3)]
                )
        return None

    def claim(self, event: m.ResultClaim) -> str | None:
        winner = 1 - event.seat if event.lost else event.seat
        if self.claimed is not None:
            before = self.claimed
            same = before.lost != event.lost and before.seat != event.seat and before.points == event.points
            return None if same else "a second result"
        if self.offer is not None:
            return "a result while a double is unanswered"
        if self.winner is None:
            # Nothing on the board decides: the loser has resigned, for one, two or three times the cube.
            times = (1,) if self.single() else (1, 2, 3)
            self.end(winner, [self.cube * time for time in times])
            self.conceded = True
        self.claimed, self.blank = event, False
        if winner != self.winner:
            return "a wrong winner"
        return None if self.rightly_called(event) else "a wrong word for the win"

    def rightly_called(self, event: m.ResultClaim) -> bool:
        """Whether the word for the win is the right one; of a game given up, the one its points have."""
        if event.kind not in WINS:
            return True
        if self.called:
            loosely = self.called == "drop" or self.single()
            return event.kind == self.called or (loosely and event.kind == "single")
        points = self.cube * (1 if self.single() else WINS.index(event.kind) + 1)
        return event.points in (None, points) or not self.conceded
