"""Games while they are read: what stands around them, how their board stands, what was put into them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats.xg import analysis, boards
from kotra_notation.formats.xg.comments import Comments
from kotra_notation.formats.xg.container import broken
from kotra_notation.formats.xg.headers import NO_HEADER, XgHeader
from kotra_notation.values import dataclass

SEATS = {1: 0, -1: 1}
X = 1  # the seat of player 1 in an XGID

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Around:
    """What stands around the games of a file: match header, comments, rollouts, and who hears of faults."""

    comments: Comments
    rollouts: analysis.Rollouts
    say: Callable[[Finding], None]
    header: XgHeader = NO_HEADER

    def commented(self, index: int) -> list[model.Comment]:
        """The comment of an index, if there is one."""
        text = self.comments[index]
        return [model.Comment(text=text)] if text else []


@dataclass(slots=True)
class XgGame:
    """A game while its records are read. `board` is seen by player 1, None where it is not known."""

    around: Around
    number: int
    score: Score | None = None
    crawford: bool = False
    automatic: int = 0
    board: bytes | None = None
    last_comment: int = -1
    events: list[model.Event] = field(default_factory=list)
    waiting: list[model.Event] = field(default_factory=list)  # what stands behind the turn that comes next
    turns: int = 0
    candidates: int = 0
    begun: bool = False
    acted: bool = False  # something was played, or the cube turned
    ended: bool = False
    final: Score | None = None
    position: Position | None = None  # of the last record, as long as nothing was done

    def finished(self) -> model.Game:
        """The game as far as it was read."""
        self.begin(None)
        return model.Game(number=self.number, score=self._claim(), events=(*self.events, *self.waiting))

    def as_position(self) -> model.Game | None:
        """The game as a position with what was said of it, where nothing was done in it: player 1 is X."""
        if self.acted or self.ended or self.turns > 1 or self.position is None:
            return None
        said = [
            replace(event, seat=1 - event.seat) if isinstance(event, model.Clock) else event
            for event in (*self.events, *self.waiting)
            if isinstance(event, model.Annotation)
        ]
        if not said:
            return None
        if self.score is not None:
            self.score = self.score[::-1]
        return model.Game(
            number=self.number, score=self._claim(), events=(model.SetPosition(position=self.position), *said)
        )

    def _claim(self) -> model.ScoreClaim | None:
        return None if self.score is None else model.ScoreClaim(score=self.score)

    def ends_match(self, seat: int | None) -> None:
        """Mark the result that has ended the match."""
        for at, event in enumerate(self.events[-8:], max(len(self.events) - 8, 0)):
            if isinstance(event, model.ResultClaim) and event.seat == seat:
                self.events[at] = replace(event, match=True)

    # the board

    def begin(self, setup: model.SetPosition | None) -> None:
        """Put what stands before the first record of the game."""
        if self.begun:
            return
        self.begun = True
        if setup is None and self.board is not None and self.board != self.around.header.start:
            position = self.set_up(self.board, 1, 0)
            setup = model.SetPosition(position=position) if position else None
        if setup is not None:
            self.events.append(setup)
        self.events += [model.AutomaticDouble(value=2 << at) for at in range(self.automatic)]

    def set_up(self, board: bytes, active: int, power: int) -> Position | None:
        """A board seen by player 1 with its cube, None where it is none."""
        try:
            points = boards.points(board if active == 1 else boards.turned(board))
        except ValueError as error:
            self.around.say(finding("unreadable-position", why=reason(error)))
            return None
        return Position(
            points=points,
            seat=SEATS[active],
            men=self.around.header.men,
            cube=boards.cube(power, self.automatic if self.begun else 0, SEATS[1]),
        )

    def stands(self, board: bytes, active: int, power: int, *, edited: bool) -> None:
        """See whether the board of a record is the one the game has come to, and set it up if not."""
        self.position = None
        if self.begun and board == self.board and not edited:
            return
        setup = None
        if self.begun or edited or board != self.around.header.start:
            position = self.set_up(board, active, power)
            setup = model.SetPosition(position=position) if position else None
        if not self.begun:
            self.begin(setup)
        elif setup is not None:
            if self.board is not None and not edited:
                self.around.say(
                    finding(
                        "witness-disagrees",
                        one=phrase("the plays so far lead to another position"),
                        other=phrase("the record sets the board otherwise here"),
                    )
                )
            self.events.append(setup)
        self.board = board

    def possible(self, what: str, active: int, power: int) -> bool:
        """Return whether the player and the cube of a record are possible; said where they are not."""
        if active not in SEATS:
            self.around.say(broken(what, phrase("there is no player {player}", player=active)))
        elif abs(power) > boards.GREATEST_POWER:
            self.around.say(broken(what, phrase("the cube at 2 to the power of {power}", power=abs(power))))
        else:
            return True
        return False

    def note(self, board: bytes, active: int, power: int, dice: tuple[int, int] | None = None) -> None:
        """Note where the record stands, as an XGID has it, as long as nothing has been done in the game."""
        if self.acted or self.turns:
            return
        try:
            points = boards.points(board if active == 1 else boards.turned(board))
        except ValueError:
            return
        header = self.around.header
        self.position = Position(
            points=points,
            seat=X if active == 1 else 1 - X,
            men=header.men,
            cube=boards.cube(power, self.automatic, X),
            dice=dice if dice and all(1 <= die <= 6 for die in dice) else None,
            standing=header.standing((self.score or (0, 0))[::-1], crawford=self.crawford),
        )
