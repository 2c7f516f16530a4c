"""The records of a game of a TrueMoneyGames file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kotra_notation import model
from kotra_notation.formats.format import lasting
from kotra_notation.formats.plays import spelled
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.read import LINE, ROW, Reader
from kotra_notation.implied import implied
from kotra_notation.values import dataclass

MOST = 10**6
Row = tuple[int | None, int, str]


@dataclass(slots=True)
class GameRecords:
    """The records of a game; each thing done has the next number, with the sign of its side."""

    events: Sequence[model.Event]
    names: tuple[str, str]
    number: int = 0
    last: model.Event | None = None  # what was done last

    def lines(self) -> Iterator[str]:
        """All lines of the game."""
        for index, event in enumerate(self.events):
            if isinstance(event, model.Extra):
                yield from self._extra(event)
            elif not implied(self.events, index) and (rows := self._rows(event)):
                yield from self._taken(event)
                yield from [self._row(*row) for row in rows]

    def _rows(self, event: model.Event) -> list[Row]:
        """Side, code and words of the records that tell an event; none where there are none for it."""
        match event:
            case model.Turn(seat=seat, dice=dice) if all(0 <= die <= 9 for die in dice):
                played = _play(event)
                throw = (seat, records.THROW, f"{dice[0]}{dice[1]}:")
                return [throw, (seat, records.PLAY, played)] if played else [throw]
            case model.Double(seat=seat, value=value) if _fits(value):
                return [(seat, records.DOUBLE, f"Double{_to(value)}")]
            case model.Beaver(seat=seat, value=value, level=level) if _fits(value):
                beaver = level == 1 + isinstance(self.last, model.Beaver)
                return [(seat, records.BEAVER, f"Beaver{_to(value)}")] if beaver else []
            case model.AutomaticDouble(value=value) if _fits(value):
                return [(None, records.AUTOMATIC, f"Automatic{_to(value)}")]
            case model.Take(seat=seat) if not (
                isinstance(self.last, model.Beaver) and self.last.seat != seat
            ):
                return [(seat, records.TAKE, "Take")]
            case model.Drop(seat=seat):
                return [(seat, records.PASS, "Pass")]
            case model.Forfeit(seat=seat, scope="game", reason="time", points=None):
                return [(seat, records.TIME, "Out of time")]
            case model.ResultClaim(kind=kind, points=points) if kind in records.CODES and _whole(points):
                winner = event.winner
                won = f"{points:.0f} point{'s' * (points != 1)}{' and the match' * event.match}"
                return [(winner, records.CODES[kind], f"{points:.0f} {self.names[winner]} wins {won}")]
            case _:
                return []

    def _row(self, seat: int | None, code: int, text: str) -> str:
        self.number += code != records.PLAY and seat is not None
        number = 0 if seat is None else -self.number if seat else self.number
        return f"{number:>4} {code:>2} {text}".rstrip()

    def _taken(self, event: model.Event) -> Iterator[str]:
        """The take of a beaver, which needs a record of its own before the next thing done."""
        last, self.last = self.last, event
        if isinstance(last, model.Beaver) and not isinstance(
            event, model.Beaver | model.Drop | model.ResultClaim | model.Forfeit
        ):
            yield self._row(1 - last.seat, records.TAKE, "Take")

    def _extra(self, extra: model.Extra) -> Iterator[str]:
        name, value = extra.key.removeprefix(headers.PREFIX), extra.value
        line = value if extra.key in (ROW, LINE) else f"{name}: {value}"
        if lasting(line) and _read_as(line, self.names) == (extra,):
            yield line


def _fits(value: int | None) -> bool:
    """Whether a value of the cube can be written, or there is none."""
    return value is None or 0 <= value < 10**9


def _to(value: int | None) -> str:
    return "" if value is None else f" to {value}"


def _whole(points: float | None) -> bool:
    """Whether points can be written."""
    return points is not None and 0 <= points < MOST and not points % 1


def _play(turn: model.Turn) -> str:
    """The text of what was played, empty where nothing stands behind the dice or nothing would tell it."""
    match turn.deed:
        case model.Play(hops=hops):
            text = spelled(hops, bar="25", off="0")
            return text if text and records.deed(text) == turn.deed else ""
        case model.CannotMove():
            return "0/0"
        case _:
            return ""


def _read_as(line: str, names: tuple[str, str]) -> tuple[model.Event, ...]:
    """The events that a line of a game is read as."""
    reader = Reader()
    reader.recorder.draft().players = [model.Player(name=name) for name in names]
    games = reader.read(["Game 1: 0-0", line])[0].games
    return games[0].events if len(games) == 1 else ()
