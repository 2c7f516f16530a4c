"""The records of a game of a TrueMoneyGames file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kotra_notation.formats.format import lasting
from kotra_notation.formats.losses import Ledger, said
from kotra_notation.formats.plays import spelled
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.drafts import MatchDraft
from kotra_notation.formats.tmg.read import LINE, ROW, Reader
from kotra_notation.implied import implied
from kotra_notation.model import (
    AutomaticDouble,
    Beaver,
    Blank,
    CannotMove,
    Double,
    Drop,
    Event,
    Extra,
    Forfeit,
    Play,
    Player,
    ResultClaim,
    Span,
    Take,
    Turn,
)

MOST = 10**6


@dataclass(slots=True)
class Rows:
    """The records of a game; each thing done has the next number, with the sign of its side."""

    events: Sequence[Event]
    names: tuple[str, str]
    ledger: Ledger
    number: int = 0
    last: Event | None = None  # what was done last

    def lines(self) -> Iterator[str]:
        """All lines of the game."""
        for index, event in enumerate(self.events):
            match event:
                case Turn():
                    yield from self._turn(event)
                case Double() | Beaver() | AutomaticDouble():
                    yield from self._turned(event)
                case Take() | Drop():
                    yield from self._answer(event)
                case Forfeit():
                    yield from self._forfeit(event)
                case ResultClaim() if not implied(self.events, index):
                    yield from self._result(event)
                case Extra():
                    yield from self._extra(event)

    def _lose(self, event: Event, kind: str = "event-lost") -> None:
        self.ledger.lose(kind, said(event), event)

    def _row(self, seat: int | None, code: int, text: str, *, again: bool = False) -> str:
        self.number += not again and seat is not None
        number = 0 if seat is None else -self.number if seat else self.number
        return f"{number:>4} {code:>2} {text}".rstrip()

    def _done(self, event: Event) -> Iterator[str]:
        """Note that something is done next; before it a beaver is taken, which needs a record of its own."""
        last, self.last = self.last, event
        if isinstance(last, Beaver) and not isinstance(event, Beaver | Drop | ResultClaim | Forfeit):
            yield self._row(1 - last.seat, records.TAKE, "Take")

    def _turn(self, turn: Turn) -> Iterator[str]:
        written = f"{turn.dice[0]}{turn.dice[1]}:"
        if not all(0 <= die <= 9 for die in turn.dice):
            self._lose(turn)
            return
        yield from self._done(turn)
        play = _play(turn)
        if play is None:
            self._lose(turn)
        yield self._row(turn.seat, records.THROW, written)
        if play:
            yield self._row(turn.seat, records.PLAY, play, again=True)

    def _turned(self, event: Double | Beaver | AutomaticDouble) -> Iterator[str]:
        to = "" if event.value is None else f" to {event.value}"
        beaver = isinstance(event, Beaver) and event.level != 1 + isinstance(self.last, Beaver)
        if beaver or not 0 <= (event.value or 0) < 10**9:
            self._lose(event)
            return
        yield from self._done(event)
        match event:
            case Double():
                yield self._row(event.seat, records.DOUBLE, f"Double{to}")
            case Beaver():
                yield self._row(event.seat, records.BEAVER, f"Beaver{to}")
            case _:
                yield self._row(None, records.AUTOMATIC, f"Automatic{to}")

    def _answer(self, event: Take | Drop) -> Iterator[str]:
        if isinstance(event, Drop):
            yield from self._done(event)
            yield self._row(event.seat, records.PASS, "Pass")
        elif isinstance(self.last, Beaver) and self.last.seat != event.seat:
            self._lose(event)
        else:
            yield from self._done(event)
            yield self._row(event.seat, records.TAKE, "Take")

    def _forfeit(self, event: Forfeit) -> Iterator[str]:
        if (event.scope, event.reason, event.points) != ("game", "time", None):
            self._lose(event)
            return
        yield from self._done(event)
        yield self._row(event.seat, records.TIME, "Out of time")

    def _result(self, claim: ResultClaim) -> Iterator[str]:
        winner = 1 - claim.seat if claim.lost else claim.seat
        points = claim.points
        if points is None or points % 1 or not 0 <= points < MOST or claim.kind not in records.CODES:
            self._lose(claim, "claim-lost")
            return
        yield from self._done(claim)
        tail = " and the match" if claim.match else ""
        text = f"{points:.0f} {self.names[winner]} wins {points:.0f} point{'s' * (points != 1)}{tail}"
        yield self._row(winner, records.CODES[claim.kind], text)

    def _extra(self, extra: Extra) -> Iterator[str]:
        name, value = extra.key.removeprefix(headers.PREFIX), extra.value
        line = value if extra.key in (ROW, LINE) else f"{name}: {value}"
        if lasting(line) and _read_as(line, self.names) == (extra,):
            yield line
        else:
            self._lose(extra, "annotation-lost")


def _play(turn: Turn) -> str | None:
    """The text of what was played, empty where nothing stands behind the dice; None where it has none."""
    match turn.deed:
        case Play(hops=hops):
            text = spelled(hops, bar="25", off="0")
            return text if text and records.deed(text) == turn.deed else None
        case CannotMove():
            return "0/0"
        case Blank():
            return ""
        case _:
            return None


def _read_as(line: str, names: tuple[str, str]) -> tuple[Event, ...]:
    """The events that a line of a game is read as."""
    reader = Reader()
    reader.match = MatchDraft(Span(1), players=[Player(name=name) for name in names])
    reader.read(["Game 1: 0-0", line])
    games = reader.matches[0].games
    return games[0].events if len(games) == 1 else ()
