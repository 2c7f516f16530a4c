"""Writing a TrueMoneyGames file as GNU Backgammon reads it; what it cannot hold is said.

A resignation that was accepted, and the throws for the opening, are said by the result and the first turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kotra_notation.formats.format import Source, Writing
from kotra_notation.formats.holding import Ledger, Thing, clean, implied, options, said, several
from kotra_notation.formats.plays import spelled
from kotra_notation.formats.tmg import headers, records
from kotra_notation.formats.tmg.read import LINE, ROW, MatchDraft, Reader
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
    Game,
    Match,
    Play,
    Player,
    ResultClaim,
    ScoreClaim,
    Span,
    Take,
    Turn,
)

HOLDS = frozenset(
    {
        Thing.HITS,
        Thing.CUBE,
        Thing.BEAVERS,
        Thing.AUTOMATIC,
        Thing.FORFEITS,
        Thing.RESULTS,
        Thing.SCORES,
        Thing.EXTRAS,
    }
)
MOST = 10**6


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other."""
    left, ledger = several(matches, HOLDS)
    texts: list[str] = []
    for ledger.match, match in enumerate(left, 1):
        texts.append("\n".join([*Sheet(match, ledger).lines(), ""]))
    return Writing(content="\n".join(texts), findings=tuple(ledger.findings))


class Sheet:
    """One match as lines; what of it is lost is noted."""

    def __init__(self, match: Match, ledger: Ledger) -> None:
        self.match = match
        self.ledger = ledger
        self.length = match.length or 0

    def lines(self) -> Iterator[str]:
        """All lines of the match."""
        self.ledger.game = None
        if self.match.length is None or not 0 <= self.length < MOST:
            length = f"length {self.length}" if self.length else "no length stated"
            self.ledger.lose("header-lost", length)
            self.length = 0
        yield from self._head()
        names = (clean(self.match.players[0].name), clean(self.match.players[1].name))
        for number, game in enumerate(self.match.games, 1):
            self.ledger.game = number
            yield ""
            yield self._game(number, game)
            yield from Rows(game.events, names, self.ledger).lines()

    # the head

    def _head(self) -> Iterator[str]:
        taken: set[str] = set()
        lines: list[str] = []
        for key, value in self.match.info:
            name = key.removeprefix(headers.PREFIX)
            if self._is_moment(key, value):
                continue
            if key.startswith(headers.PREFIX) and self._would_be_read(name, value, taken):
                lines.append(value if key == LINE else f"{name}: {value}")
                taken.add(name)
            else:
                self.ledger.lose("header-lost", f"{key}: {value}")
        yield from [line for line in lines if line.startswith(f"{headers.MATCH}:")]
        for seat, player in enumerate(self.match.players):
            yield self._player(player, seat)
        yield from [line for line in lines if not line.startswith(f"{headers.MATCH}:")]
        moment = headers.moment_line(dict(self.match.info))
        yield from [moment] if moment else []
        yield from self._rules(taken)
        yield f"{headers.LENGTH}: {self.length}"

    def _is_moment(self, key: str, value: str) -> bool:
        """Whether a header is told by the line of the beginning."""
        info = self.match.info
        if key not in ("date", "time") or sum(key == other for other, _ in info) > 1:
            return False
        pattern = headers.DAY if key == "date" else headers.TIME
        return pattern.fullmatch(value) is not None and headers.moment_line(dict(info)) is not None

    def _would_be_read(self, name: str, value: str, taken: set[str]) -> bool:
        """Whether a line of this key and value would be read as itself and nothing else."""
        line = f"{name}: {value}"
        if headers.PREFIX + name == LINE:
            fresh = headers.keyed(value) is None and not records.GAME.match(value)
            return fresh and value != "" and value == value.strip() and lasting(value)
        if headers.keyed(line) != (name, value) or not lasting(line) or records.GAME.match(line):
            return False
        if name in headers.PLAYERS or (name == headers.LENGTH and value.isdigit()):
            return False
        if name == headers.START:
            return headers.moment(value) == [(headers.PREFIX + name, value)]
        supposed = name in headers.RULES and (
            name in taken or headers.stated(name, value, self.length, cube=True) is not None
        )
        return not supposed

    def _player(self, player: Player, seat: int) -> str:
        one = Player(name=clean(player.name), extras=player.extras)
        line = headers.player_line(one, seat)
        read = headers.player(line.partition(": ")[2], seat)
        if read is None or read.name != player.name:
            self.ledger.lose("header-lost", f"the name {one.name}, which would be read otherwise")
        if player.rating or (read and dict(read.extras) != dict(player.extras)):
            self.ledger.lose("header-lost", f"{one.name}: {player.rating or dict(player.extras)}")
        return line

    def _rules(self, taken: set[str]) -> Iterator[str]:
        stated = options(self.match.rules)
        written = headers.rule_lines(stated, self.length, taken)
        read = headers.read_rules(written, self.length)
        for option in stated:
            if option not in read:
                self.ledger.lose("rules-lost", option)
        for key, value in written.items():
            yield f"{key}: {value}"

    # games

    def _game(self, place: int, game: Game) -> str:
        number = place if game.number is None else game.number
        if not 0 <= number < MOST:
            self.ledger.lose("header-lost", f"game {number}")
            number = place
        first, second = self._score(game.score)
        return f"Game {number}: {first}-{second}"

    def _score(self, score: ScoreClaim | None) -> tuple[int, int]:
        if score is None:
            return 0, 0
        if all(abs(points) < MOST and not points % 1 for points in score.score):
            return int(score.score[0]), int(score.score[1])
        self.ledger.lose("claim-lost", said(score), score)
        return 0, 0


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


def lasting(line: str) -> bool:
    """Whether a line comes back from a file as it is."""
    return Source(line.encode("utf-8", "replace")).lines == [line]
