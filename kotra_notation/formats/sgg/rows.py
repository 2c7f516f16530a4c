"""The numbered lines of a game of a GamesGrid record, its comments and its result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from kotra_notation import model
from kotra_notation.formats.acts import UNKNOWN_DICE, Did, Threw
from kotra_notation.formats.format import lasting
from kotra_notation.formats.plays import spelled
from kotra_notation.formats.sgg import lines
from kotra_notation.formats.sgg.read import UNREADABLE
from kotra_notation.implied import implied
from kotra_notation.values import dataclass

NO_DICE = " -"
TABS = ("\t", "\t\t")
MOST = 10**6


@dataclass(slots=True)
class GameLines:
    """The lines of a game and their numbers: a number for what the first and then the second side did."""

    events: Sequence[model.Event]
    names: tuple[str, str]
    read_names: tuple[str, str]
    number: int = 0
    filled: list[bool] = field(default_factory=lambda: [True, True])

    def lines(self) -> Iterator[str]:
        """All lines of the game."""
        for index, event in enumerate(self.events):
            match event:
                case model.Turn():
                    yield from self._turn(event, index)
                case model.Double() | model.Beaver() | model.Take() | model.Drop():
                    yield from self._cube(event)
                case model.Resignation():
                    yield from self._resigned(event, index)
                case model.AutomaticDouble():
                    yield from self._automatic(event, index)
                case model.ResultClaim():
                    yield from self._result(event, index)
                case model.Comment():
                    yield from self._comment(event, index)
                case model.Extra():
                    yield from self._extra(event)

    def _row(self, seat: int, text: str, *, again: bool = False) -> str:
        """A line of a side, with the next number unless that side may still write under the last."""
        if not again and (self.filled[seat] or self.filled[1]):
            self.number += 1
            self.filled = [False, False]
        self.filled[seat] = True
        return f"{self.number}{TABS[seat]}{text}"

    # turns

    def _turn(self, turn: model.Turn, index: int) -> Iterator[str]:
        dice = f"{turn.dice[0]}{turn.dice[1]}:"
        match turn.deed:
            case model.CannotMove() if turn.dice == UNKNOWN_DICE:
                yield self._row(turn.seat, f"{NO_DICE}: O-O")
            case _ if not all(0 <= die <= 9 for die in turn.dice):
                return
            case model.CannotMove():
                yield self._row(turn.seat, f"{dice} O-O")
            case model.Play(hops=hops):
                play = spelled(hops, bar="25", off="0").replace(" ", ", ")
                yield self._row(turn.seat, dice)
                if lines.act(f"{dice} {play}") == Threw(turn.dice, turn.deed):
                    yield self._row(turn.seat, f"{dice} {play}", again=True)
            case _ if self._resigns(turn, index + 1):
                yield self._row(turn.seat, f"{dice} Resign")
            case _:
                yield self._row(turn.seat, dice)

    def _resigns(self, turn: model.Turn, index: int) -> bool:
        """Whether behind a throw the game is given up, which one line says."""
        behind = self.events[index] if index < len(self.events) else None
        resigned = isinstance(behind, model.Resignation) and behind.seat == turn.seat
        return resigned and not self._refused(index) and isinstance(turn.deed, model.Blank)

    def _refused(self, index: int) -> bool:
        answer = self.events[index + 1] if index + 1 < len(self.events) else None
        return isinstance(answer, model.ResignationAnswer) and not answer.accepted

    def _resigned(self, event: model.Resignation, index: int) -> Iterator[str]:
        before = self.events[index - 1] if index else None
        told = isinstance(before, model.Turn) and self._resigns(before, index)
        if not told and not self._refused(index):
            yield self._row(event.seat, "Resign")

    # the cube

    def _cube(self, event: model.Double | model.Beaver | model.Take | model.Drop) -> Iterator[str]:
        value = event.value if isinstance(event, model.Double | model.Beaver) else None
        to = "" if value is None else f" to {value}"
        match event:
            case model.Double():
                verb, meant = "Double", "double"
            case model.Beaver(level=1):
                verb, meant = "Beaver", "beaver"
            case model.Beaver():
                verb, meant = "Raccoon", "raccoon"
            case model.Take():
                verb, meant = "Accept", "take"
            case model.Drop():
                verb, meant = "Pass", "drop"
        known = not isinstance(event, model.Beaver) or event.level in (1, 2)
        if known and lines.act(verb + to) == Did(meant, value):
            yield self._row(event.seat, verb + to)

    def _tied(self, index: int) -> bool:
        """Whether an opening throw of equal dice turns the cube, which one line says."""
        event = self.events[index] if 0 <= index < len(self.events) - 1 else None
        return (
            isinstance(event, model.Opening)
            and event.dice[0] == event.dice[1]
            and 1 <= event.dice[0] <= 9
            and isinstance(self.events[index + 1], model.AutomaticDouble)
        )

    def _automatic(self, event: model.AutomaticDouble, index: int) -> Iterator[str]:
        before = self.events[index - 1] if self._tied(index - 1) else None
        dice = before.dice if isinstance(before, model.Opening) else UNKNOWN_DICE
        to = "" if event.value is None else f" to {event.value}"
        line = f"{dice[0]}{dice[1]}: Automatic double{to}"
        if lines.act(line) == lines.Tied(dice, event.value):
            yield line

    # what is neither

    def _result(self, claim: model.ResultClaim, index: int) -> Iterator[str]:
        if implied(self.events, index):
            return
        winner = claim.winner
        points = claim.points
        if points is not None and not points % 1 and 0 <= points < MOST:
            tail = " and the match" if claim.match else ""
            line = f"{self.names[winner]} wins {points:.0f} point{'s' * (points != 1)}{tail}."
            won = lines.winner(line, self.read_names)
            if won and won[0] == winner and not claim.kind and not lines.GAME.match(line):
                yield line

    def _comment(self, comment: model.Comment, index: int) -> Iterator[str]:
        """The lines of a comment, behind an empty one where a comment stands above."""
        kept = [line for line in comment.text.split("\n") if self._is_talk(line)]
        if kept and index and isinstance(self.events[index - 1], model.Comment):
            yield ""
        yield from kept

    def _is_talk(self, line: str) -> bool:
        """Whether a line would be read as a line of a comment."""
        return (
            line != ""
            and line == line.strip()
            and lasting(line)
            and not lines.GAME.match(line)
            and not lines.AUTOMATIC.match(line)
            and lines.winner(line, self.read_names) is None
            and not is_row(line)
        )

    def _extra(self, extra: model.Extra) -> Iterator[str]:
        if extra.key == UNREADABLE and extra.value == extra.value.strip() and lasting(extra.value):
            row = lines.ROW.match(extra.value)
            if row and "\t" in row[2] and lines.act(extra.value[row.end() :]) is None:
                yield extra.value


def is_row(line: str) -> bool:
    """Whether a line is one with a number that says something."""
    row = lines.ROW.match(line)
    return row is not None and ("\t" in row[2] or lines.act(line[row.end() :].rstrip()) is not None)
