"""Games while their records are read: cube decisions, plays, the end, and how the board stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace

from kotra_notation import model
from kotra_notation.board import Position
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats.xg import analysis, layout
from kotra_notation.formats.xg.container import Comments, broken_part
from kotra_notation.formats.xg.layout import NO_HEADER, XgHeader
from kotra_notation.values import dataclass

MOST_POINTS = 1 << 22
RESIGNED, SETTLED = 100, 1000
ENDINGS = {0: "drop", 1: "single", 2: "gammon", 3: "backgammon"}
INVALID = 2
UNPLAYED = bytes(32)
DROPPED, TAKEN, BEAVERED = 0, 1, 2
DONE = {DROPPED: analysis.PASS, TAKEN: analysis.TAKE, BEAVERED: analysis.BEAVER}
SEATS = {1: 0, -1: 1}
X = 1  # the seat of player 1 in an XGID

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FileContext:
    """All a file has beside its games: match header, comments, rollouts, and who hears of faults."""

    comments: Comments
    rollouts: analysis.Rollouts
    say: Callable[[Finding], None]
    header: XgHeader = NO_HEADER

    def comments_at(self, index: int) -> list[model.Comment]:
        """Return the comment of an index, if there is one."""
        text = self.comments[index]
        return [model.Comment(text=text)] if text else []


@dataclass(slots=True)
class XgGame:
    """A game while its records are read. `board` is seen by player 1, None where it is not known."""

    context: FileContext
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

    def finish(self) -> model.Game:
        """Return the game as far as it was read."""
        self.begin(None)
        return model.Game(number=self.number, score=self._claim(), events=(*self.events, *self.waiting))

    def as_position(self) -> model.Game | None:
        """Return the game as a position and what was said of it, if nothing was done in it: player 1 is X."""
        if self.acted or self.ended or self.turns > 1 or self.position is None:
            return None
        annotations = [
            event for event in (*self.events, *self.waiting) if isinstance(event, model.Annotation)
        ]
        annotations = [replace(e, seat=1 - e.seat) if isinstance(e, model.Clock) else e for e in annotations]
        if not annotations:
            return None
        if self.score is not None:
            self.score = self.score[::-1]
        events = (model.SetPosition(position=self.position), *annotations)
        return model.Game(number=self.number, score=self._claim(), events=events)

    def say_broken(self, what: str, why: str) -> None:
        """Say that a record contradicts itself."""
        self.context.say(broken_part(what, why))

    def say_disagrees(self, one: str, other: str) -> None:
        """Say that two parts of the file contradict each other."""
        self.context.say(finding("witness-disagrees", one=one, other=other))

    def _claim(self) -> model.ScoreClaim | None:
        return None if self.score is None else model.ScoreClaim(score=self.score)

    def ends_match(self, seat: int | None) -> None:
        """Mark the result that has ended the match."""
        for at, event in enumerate(self.events[-8:], max(len(self.events) - 8, 0)):
            if isinstance(event, model.ResultClaim) and event.seat == seat:
                self.events[at] = replace(event, match=True)

    def begin(self, setup: model.SetPosition | None) -> None:
        """Put what stands before the first record of the game."""
        if self.begun:
            return
        self.begun = True
        if setup is None and self.board is not None and self.board != self.context.header.start:
            setup = self._setup(self.board, 1, 0)
        if setup is not None:
            self.events.append(setup)
        self.events += [model.AutomaticDouble(value=2 << at) for at in range(self.automatic)]

    def _setup(self, board: bytes, active: int, power: int) -> model.SetPosition | None:
        position = self.position_of(board, active, power)
        return model.SetPosition(position=position) if position else None

    def position_of(self, board: bytes, active: int, power: int) -> Position | None:
        """Return a board seen by player 1 with its cube, None where it is none."""
        try:
            points = layout.points_of(layout.seen_by(active, board))
        except ValueError as error:
            self.context.say(finding("unreadable-position", why=reason(error)))
            return None
        cube = layout.cube_of(power, self.automatic if self.begun else 0, SEATS[1])
        return Position(points=points, seat=SEATS[active], men=self.context.header.men, cube=cube)

    def meet_board(self, board: bytes, active: int, power: int, *, edited: bool) -> None:
        """Set up the board of a record, unless it is the one the game has come to."""
        self.position = None
        if self.begun and board == self.board and not edited:
            return
        setup = None
        if self.begun or edited or board != self.context.header.start:
            setup = self._setup(board, active, power)
        if not self.begun:
            self.begin(setup)
        elif setup is not None:
            if self.board is not None and not edited:
                claim = phrase("the plays so far lead to another position")
                self.say_disagrees(claim, phrase("the record sets up a different board here"))
            self.events.append(setup)
        self.board = board

    def is_possible(self, what: str, active: int, power: int) -> bool:
        """Return whether the player and the cube of a record are possible; said where they are not."""
        if active not in SEATS:
            self.say_broken(what, phrase("there is no player {player}", player=active))
        elif abs(power) > layout.GREATEST_POWER:
            self.say_broken(what, phrase("the cube at 2 to the power of {power}", power=abs(power)))
        else:
            return True
        return False

    def note(self, board: bytes, active: int, power: int, dice: tuple[int, int] | None = None) -> None:
        """Note where the record stands, as an XGID has it, as long as nothing has been done in the game."""
        if self.acted or self.turns:
            return
        try:
            points = layout.points_of(layout.seen_by(active, board))
        except ValueError:
            return
        header = self.context.header
        self.position = Position(
            points=points, seat=X if active == 1 else 1 - X, men=header.men,
            cube=layout.cube_of(power, self.automatic, X),
            dice=dice if dice and all(1 <= die <= 6 for die in dice) else None,
            standing=header.standing((self.score or (0, 0))[::-1], crawford=self.crawford),
        )  # fmt: skip


def cube(game: XgGame, records: bytes, begin: int) -> None:
    """Read a cube record."""
    active, doubled, answer, beaver, raccoon, power, board = layout.CUBE_HEAD.unpack_from(records, begin)
    if not game.is_possible(phrase("a cube record"), active, power):
        return
    (
        error, take_error, rollout, beaver_error, raccoon_error, invalid, flagged, comment, edited, _,
        bottom, top,
    ) = layout.CUBE_TAIL.unpack_from(records, begin)  # fmt: skip
    version = game.context.header.version
    game.meet_board(board, active, power, edited=edited and version >= layout.EDITED_SINCE)
    if version >= layout.TIMES_SINCE and (bottom or top):
        game.events += [model.Clock(seat=0, left=bottom), model.Clock(seat=1, left=top)]
    evaluation = analysis.of_cube(
        records, begin,
        done=DONE.get(answer, "") if doubled == 1 else analysis.NO_DOUBLE * (doubled == 0), index=rollout,
        errors={"double": error, "take": take_error, "beaver": beaver_error, "raccoon": raccoon_error},
        rollouts=game.context.rollouts,
    )  # fmt: skip
    about: list[model.Event] = [evaluation] if evaluation else []
    about += game.context.comments_at(comment) if comment >= 0 else ()
    if flagged:
        about.append(model.Extra(key="XG:flagged", value="cube"))
    if invalid:
        about.append(model.Extra(key="XG:invalid", value="cube"))
    if doubled == 1:
        value = 2 << min(abs(power) + game.automatic, layout.GREATEST_POWER)
        game.events += [model.Double(seat=SEATS[active], value=value), *about]
        game.acted = True
        _answer(game, SEATS[active], value, answer, beaver, raccoon)
    else:
        game.waiting += about
    game.note(board, active, power)


def _answer(game: XgGame, seat: int, value: int, answer: int, beaver: int, raccoon: int) -> None:
    """Put in the answer of the other side to a double, and of the doubler to that."""
    events, other = game.events, 1 - seat
    if answer == DROPPED:
        events.append(model.Drop(seat=other))
    elif answer == TAKEN:
        events.append(model.Take(seat=other))
    elif answer == BEAVERED:
        events.append(model.Beaver(seat=other, value=value * 2))
        if beaver == DROPPED:
            events.append(model.Drop(seat=seat))
        elif beaver == BEAVERED:
            events.append(model.Beaver(seat=seat, value=value * 4, level=2))
            events += [model.Drop(seat=other)] * (raccoon == DROPPED)


def move(game: XgGame, records: bytes, begin: int) -> None:
    """Read a move record."""
    before, after, active, play, die1, die2, power, count = layout.MOVE_HEAD.unpack_from(records, begin)
    what = phrase("a move record")
    if not game.is_possible(what, active, power):
        return
    if not (0 <= die1 <= 9 and 0 <= die2 <= 9):
        game.say_broken(what, phrase("the dice {first} and {second}", first=die1, second=die2))
        return
    tail = layout.MOVE_TAIL.unpack_from(records, begin)
    played, _, luck, equity_before, _, _, invalid, flagged, comment, edited = tail
    edited = edited and game.context.header.version >= layout.EDITED_SINCE
    game.meet_board(before, active, power, edited=edited)
    game.note(before, active, power, (die1, die2))
    events, dice = game.events, (die1, die2)
    game.turns += 1
    if not played and play == UNPLAYED:
        after = layout.NO_BOARD
        events.append(model.Turn(seat=SEATS[active], dice=dice, deed=model.NotRecorded()))
        game.board = None
    else:
        _turn(game, before, after, active, play, dice)
    if invalid == INVALID:
        events.append(model.Ruling(outcome="stood"))
    elif invalid:
        events.append(model.Extra(key="XG:invalid", value="play"))
    events += game.waiting
    game.waiting.clear()
    if not 0 <= count <= layout.MOST_CANDIDATES:
        game.say_broken(what, phrase("{number} candidates", number=count))
    elif count:
        game.candidates += count
        evaluation = analysis.of_play(records, begin, count, after, game.context.rollouts)
        events += [evaluation] if evaluation else []
    if (chance := analysis.of_luck(luck, equity_before)) is not None:
        events.append(chance)
    if flagged:
        events.append(model.Extra(key="XG:flagged", value="play"))
    if comment >= 0:
        events += game.context.comments_at(comment)


def _turn(game: XgGame, before: bytes, after: bytes, active: int, play: bytes, dice: tuple[int, int]) -> None:
    """Put in a turn: its hops, or the position it reached where they do not lead to it."""
    deed: model.Play | model.CannotMove | model.Reached | model.NotRecorded
    reached = None
    try:
        deed = layout.deed_of(play)
        way = deed.hops if isinstance(deed, model.Play) else ()
        reached = layout.board_after(layout.seen_by(active, before), way)
    except ValueError as error:
        game.say_broken(phrase("a move record"), phrase("a step goes {error}", error=error))
        deed = model.NotRecorded()
    if reached != after:
        position = game.position_of(layout.seen_by(active, after), -active, 0)
        if position is not None:
            deed = model.Reached(position=position)
        elif reached is not None:
            after = reached
    game.events.append(model.Turn(seat=SEATS[active], dice=dice, deed=deed))
    game.acted = True
    game.board = layout.seen_by(active, after)


def end(game: XgGame, records: bytes, begin: int) -> None:
    """Read the end of the game."""
    one, two, _, winner, points, way, *_ = layout.GAME_FOOT.unpack_from(records, begin)
    if winner == 0:
        return
    what = phrase("the end of a game")
    game.begin(None)
    game.events += game.waiting
    game.waiting.clear()
    seat = SEATS.get(winner)
    if seat is None:
        game.say_broken(what, phrase("there is no player {player}", player=winner))
        return
    game.ended, game.final = True, (one, two)
    if 0 < points < MOST_POINTS:
        _result(game, seat, points, way, (one, two))
    else:
        game.say_broken(what, phrase("it is worth {points} points", points=points))
    game.events += game.context.comments_at(game.last_comment)


def _result(game: XgGame, seat: int, points: int, way: int, score: Score) -> None:
    points = _worth(game, seat, points, score)
    kind = ENDINGS.get(way)
    if way >= SETTLED:
        kind = "settled"
        game.events.append(model.Settlement(seat=seat, points=points))
    elif way >= RESIGNED:
        kind = "resign"
        size = way - RESIGNED if RESIGNED < way <= RESIGNED + 3 else None
        game.events.append(model.Resignation(seat=1 - seat, size=size))
        game.events.append(model.ResignationAnswer(seat=seat, accepted=True))
    game.events.append(model.ResultClaim(seat=seat, points=points, kind=kind))


def _worth(game: XgGame, seat: int, points: int, score: Score) -> int:
    """Return the points of a game, compared with the scores around it, which count automatic doubles."""
    before = game.score
    if before is None:
        return points
    scored = score[seat] - before[seat]
    if game.automatic and scored == points << game.automatic:
        return scored
    # A match that is resigned as a whole ends at its length.
    capped = score[seat] == game.context.header.length and scored < points
    if score[1 - seat] != before[1 - seat] or (scored != points and not capped):
        facts = dict(zip(("first", "second", "third", "fourth"), (*before, *score), strict=True))
        other = phrase("the score goes from {first}–{second} to {third}–{fourth}", **facts)
        game.say_disagrees(phrase("the game is worth {points}", points=points), other)
    return points
