"""Logs of a session on FIBS: the `board:` lines and the lines that describe what the players do.

Only lines of a game are read. Chat, lists of players, addresses and everything else are never kept.

The reader accepts:

- Prompts (`> `) before a line, any line ending, a line that ran into a board line.
- First person forms for the logged-in player. The name comes from the log-in (lines `1` and `2` of the client
  protocol), otherwise it is `You`. This player, or the first of a watched game, is seat 0.
- Boards decide. A roll or play without a line is taken from them, a play as the resulting position. If a line
  and the next board differ, this is reported and the board is kept. A log that begins within a game begins
  with a set position.
- Plays in either player's numbers, recognised by direction, with or without ` .` at the end.
- `wants to resign`: its points and the cube give the size. `gives up` and `rejects`: drops after a double.
- The end of the match also ends its last game, for the points the winner still needed. A different final
  score is kept as a claim.
- 9999 points, an unlimited match: a money session. Boards of other players, of another length, or with a
  lower score: another match begins.
"""

from __future__ import annotations

import re
from dataclasses import field, replace

from kotra_notation import model
from kotra_notation.board import Points
from kotra_notation.findings import Finding, finding, phrase, reason
from kotra_notation.formats.fibs_log import lines
from kotra_notation.formats.fibs_log.lines import ME, Board, Deed, move_checkers
from kotra_notation.formats.format import Format, Reading, found_early
from kotra_notation.formats.oldmoves import points_gained
from kotra_notation.formats.recorder import GameDraft, MatchDraft, Recorder
from kotra_notation.model import Blank, Event, Play, Player, ScoreClaim, Span, Turn
from kotra_notation.values import dataclass

START: Points = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2, 0)


@dataclass(slots=True)
class Roll:
    """A throw whose play is not yet known."""

    seat: int
    dice: tuple[int, int]
    span: Span


@dataclass(slots=True)
class FollowedGame:
    """A game and how it stands; `points` are the men as seat 0 sees them."""

    span: Span
    score: tuple[int, int] | None = None
    events: list[Event] = field(default_factory=list)
    points: Points = START
    cube: int = 1
    doubled: bool = False
    roll: Roll | None = None
    held: Roll | None = None  # the throw before an offer to resign
    over: bool = False

    def settle(self) -> None:
        """Close a throw that no play has followed."""
        if self.roll is not None:
            roll, self.roll = self.roll, None
            self.events.append(Turn(seat=roll.seat, dice=roll.dice, deed=Blank(), span=roll.span))

    def resume(self) -> None:
        """Let a throw wait for its play again when the resignation behind it was refused."""
        index = len(self.events) - 3
        if self.held is not None and index >= 0 and isinstance(self.events[index], Turn):
            del self.events[index]
            self.roll = self.held
        self.held = None

    @property
    def last_play(self) -> Turn | None:
        """The last event, if it is a play that a line has told."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, Turn) and isinstance(last.deed, Play) else None

    def draft(self, number: int) -> GameDraft:
        """The game as far as it was read."""
        score = ScoreClaim(score=self.score, span=self.span) if self.score else None
        return GameDraft(number, self.span, score, self.events)


@dataclass(slots=True)
class FollowedMatch:
    """A match of which boards and lines tell."""

    names: tuple[str, str]
    span: Span
    length: int | None = None
    games: list[FollowedGame] = field(default_factory=list)

    def seat(self, name: str) -> int | None:
        """The seat of a player; None for anybody else."""
        return self.names.index(name) if name in self.names else None

    def may_show(self, board: Board) -> bool:
        """Return whether a board may be one of this match."""
        if self.names != board.names or self.length not in (None, board.length):
            return False
        before = [game.score for game in self.games if game.score]
        return not before or sum(board.score) >= sum(before[-1])


UNKNOWN, SIZES = (0, 0), (1, 2, 3)


class Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.drafts: list[FollowedMatch] = []
        self.recorder = Recorder("fibs-log", lengthless=True)
        self.me = ""
        self.span = model.Span(1)

    def read(self, text_lines: list[str]) -> Reading:
        """Read all lines."""
        recorder = self.recorder
        for line in recorder.lines(text_lines):
            prompt = lines.PROMPT.match(line)
            recorder.shift = prompt.end() if prompt else 0
            recorder.line = line[recorder.shift :]
            if text := recorder.line.strip():
                self.span = recorder.span
                self._line(text)
        for followed in self.drafts:
            for game in followed.games:
                game.settle()
            if played := [game for game in followed.games if game.events]:
                names = [self.me or name if name == ME else name for name in followed.names]
                players: list[Player | None] = [Player(name=name) for name in names]
                games = [game.draft(number) for number, game in enumerate(played, 1)]
                recorder.match = MatchDraft(followed.span, players, followed.length, games=games)
                recorder.close()
        return recorder.reading(silent=True)

    def _line(self, text: str) -> None:
        if text.startswith("board:"):
            self._board(text)
        elif acted := lines.ACTED.fullmatch(text):
            self._read_action(acted[1], acted[2])
        elif opened := lines.OPENED.match(text):
            self._add_opening(opened[1], int(opened[2]), opened[3], int(opened[4]))
        elif begins := lines.BEGINS.match(text):
            self._begins(begins[1] or begins[2] or begins[3], new=begins[1] is None)
        elif login := lines.LOGGED_IN.fullmatch(text):
            self.me = login[1] or login[2]

    @property
    def game(self) -> FollowedGame | None:
        """The game that is open."""
        games = self.drafts[-1].games if self.drafts else []
        return games[-1] if games and not games[-1].over else None

    def _begins(self, opponent: str, *, new: bool) -> None:
        """Begin a game of the one who is logged in, and a match if it is a new one or with somebody else."""
        names = (ME, opponent)
        if new or not self.drafts or self.drafts[-1].names != names:
            self.drafts.append(FollowedMatch(names, self.span))
        if not self.drafts[-1].games or self.drafts[-1].games[-1].events:
            self.drafts[-1].games.append(FollowedGame(self.span))

    def _new_game(self, score: tuple[int, int] | None) -> FollowedGame:
        game = FollowedGame(self.span, score)
        self.drafts[-1].games.append(game)
        return game

    def _board(self, text: str) -> None:
        # Two lines run into one where a move ends a line of its own: the board is its first word.
        text, _, behind = text.partition(" ")
        try:
            board = lines.parse_board(text)
        except ValueError as error:
            self._say(finding("unreadable-position", span=self.span, written=text[:80], why=reason(error)))
            return
        if not self.drafts or not self.drafts[-1].may_show(board):
            self.drafts.append(FollowedMatch(board.names, self.span))
        draft = self.drafts[-1]
        draft.length = board.length
        if board.turn is not None and self._current(draft, board):
            self._place(draft.games[-1], board)
        if behind.strip():
            self._line(behind.strip())

    def _current(self, draft: FollowedMatch, board: Board) -> bool:
        """Return whether a board belongs to the game that is open, which begins with it where it must."""
        last = draft.games[-1] if draft.games else None
        if last is not None and last.over and last.score == board.score:
            return False
        if last is None or last.over or last.score not in (None, board.score):
            if last is not None and not last.over:  # whose end no line told; the next score does
                last.settle()
                won = points_gained(last.score, board.score) if last.score else None
                if won and last.events:
                    claim = model.ResultClaim(seat=won[0], points=won[1], derived=True, span=self.span)
                    last.events.append(claim)
                last.over = True
            last = self._new_game(board.score)
        last.score = board.score
        return True

    def _place(self, game: FollowedGame, board: Board) -> None:
        """Hold a game against a board: what was played but not told is the position it led to."""
        game.cube = board.cube.value
        mover = game.roll.seat if game.roll else None
        if board.points != game.points:
            self._follow_board(game, board)
        elif mover is not None and board.turn != mover:
            game.settle()
        if board.dice and board.turn is not None and game.roll is None:
            last = next((event for event in reversed(game.events) if isinstance(event, model.Turn)), None)
            if last is None or last.seat != board.turn:
                game.roll = Roll(board.turn, board.dice, self.span)

    def _follow_board(self, game: FollowedGame, board: Board) -> None:
        """Take in checkers that stand otherwise than the lines have told."""
        game.points = board.points
        before = 1 - game.roll.seat if game.roll else 0
        reached = model.Reached(position=board.position(before), illegal=False)
        if game.roll is not None and board.turn != game.roll.seat:
            roll, game.roll = game.roll, None
            game.events.append(model.Turn(seat=roll.seat, dice=roll.dice, deed=reached, span=roll.span))
        elif (last := game.last_play) is not None and board.turn == 1 - last.seat:
            claim = phrase("the line before says {play}", play=last.text)
            other = phrase("the board shows the checkers elsewhere")
            self._say(finding("witness-disagrees", span=self.span, one=claim, other=other))
            there = model.Reached(position=board.position(1 - last.seat), illegal=False)
            game.events[-1] = replace(last, deed=there)
        else:
            assert board.turn is not None
            game.events.append(model.SetPosition(position=board.position(board.turn), span=self.span))

    def _read_action(self, name: str, text: str) -> None:
        draft = self.drafts[-1] if self.drafts else None
        seat = draft.seat(name) if draft else None
        if draft is None or seat is None or (deed := lines.deed(text)) is None:
            return
        game = self.game
        if deed.verb == "wins_match":
            self._match_won(draft, seat, deed)
        elif deed.verb != "wins_game" or (game and game.events):
            self._deed(game or self._new_game(None), seat, deed, f"{name} {text}")

    def _deed(self, game: FollowedGame, seat: int, deed: Deed, text: str) -> None:
        events = game.events
        match deed.verb:
            case "rolls":
                self._add_roll(game, seat, deed.dice)
            case "moves":
                assert deed.play is not None
                self._turn(game, seat, deed.play, text)
            case "cannot_move":
                self._turn(game, seat, model.CannotMove(), text)
            case "doubles":
                game.settle()
                events.append(model.Double(seat=seat, value=2 * game.cube, span=self.span))
                game.doubled = True
            case "takes":
                events.append(model.Take(seat=seat, span=self.span))
                game.doubled, game.cube = False, 2 * game.cube
            case "drops":
                self._add_drop(game, seat, deed)
            case "resigns":
                size = (deed.points or 0) / game.cube
                game.held = game.roll
                game.settle()
                known = int(size) if size in SIZES else None
                events.append(model.Resignation(seat=seat, size=known, span=self.span))
            case "agrees":
                events.append(model.ResignationAnswer(seat=seat, accepted=True, span=self.span))
                self._add_result(game, seat, deed.points)
            case "refuses" if game.doubled:
                self._add_drop(game, seat, deed)
            case "refuses":
                events.append(model.ResignationAnswer(seat=seat, accepted=False, span=self.span))
                game.resume()
            case _:
                self._add_result(game, seat, deed.points)

    def _add_opening(self, first: str, die: int, second: str, other: int) -> None:
        draft = self.drafts[-1] if self.drafts else None
        seats = (draft.seat(first), draft.seat(second)) if draft else (None, None)
        if set(seats) != {0, 1}:
            return
        game = self.game or self._new_game(None)
        dice = (die, other) if seats[0] == 0 else (other, die)
        game.events.append(model.Opening(dice=dice, span=self.span))
        if die != other:
            game.roll = Roll(int(dice[1] > dice[0]), (max(dice), min(dice)), self.span)

    def _add_roll(self, game: FollowedGame, seat: int, dice: tuple[int, int]) -> None:
        """Take in a throw; one that a board has shown already is told again."""
        roll = game.roll
        if roll is None or roll.seat != seat or sorted(roll.dice) != sorted(dice):
            game.settle()
        game.roll = Roll(seat, dice, self.span)

    def _turn(self, game: FollowedGame, seat: int, deed: model.Play | model.CannotMove, text: str) -> None:
        roll = game.roll
        if roll is not None and roll.seat != seat:
            game.settle()
        dice = roll.dice if roll is not None and roll.seat == seat else UNKNOWN
        game.roll = None
        game.events.append(model.Turn(seat=seat, dice=dice, deed=deed, text=text, span=self.span))
        if isinstance(deed, model.Play):
            game.points = move_checkers(game.points, seat, deed)

    def _add_drop(self, game: FollowedGame, seat: int, deed: Deed) -> None:
        game.events.append(model.Drop(seat=seat, span=self.span))
        game.doubled = False
        if deed.points is not None:
            self._add_result(game, 1 - seat, deed.points)

    def _add_result(self, game: FollowedGame, seat: int, points: int | None) -> None:
        """Close a game with its result, which may be told twice."""
        game.settle()
        game.events.append(model.ResultClaim(seat=seat, points=points, span=self.span))
        game.over = True

    def _match_won(self, draft: FollowedMatch, seat: int, deed: Deed) -> None:
        """Take the end of the match, which ends its last game too, with the points the winner lacked."""
        if not draft.games:
            return
        game = draft.games[-1]
        game.settle()
        draft.length = draft.length or deed.points
        gained = deed.score[0] - game.score[seat] if game.score else None
        last = game.events[-1] if game.over else None
        points: float | None = gained
        if isinstance(last, model.ResultClaim) and last.seat == seat:
            game.events[-1], points = replace(last, match=True), last.points
        else:
            claim = model.ResultClaim(seat=seat, points=gained, match=True, span=self.span)
            game.events.append(claim)
        if game.score and (points != gained or deed.score[1] != game.score[1 - seat]):
            first, second = deed.score if seat == 0 else deed.score[::-1]
            game.events.append(model.ScoreClaim(score=(first, second), span=self.span))
        game.over = True

    def _say(self, note: Finding) -> None:
        games = len(self.drafts[-1].games) if self.drafts else 0
        self.recorder.findings.append(note.at(match=len(self.drafts) or None, game=games or None))


MARK = re.compile(r"^[> \t]{0,20}board:[A-Za-z0-9_]{1,40}:[A-Za-z0-9_]{1,40}(?::-?[0-9]{1,6}){30}", re.M)


FORMAT = Format(
    title="Logs of a session on FIBS",
    suffixes=(".log", ".txt"),
    looks_like=found_early("a board line near the beginning", MARK, 262_144),
    read=lambda source: Reader().read(source.lines),
)
