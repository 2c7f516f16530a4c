"""Writing a bgammon replay; what it cannot hold is said, nothing is computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from kotra_notation.findings import phrase
from kotra_notation.formats.bgammon import lines
from kotra_notation.formats.bgammon.lines import Head, Threw
from kotra_notation.formats.bgammon.read import EPOCH, STARTED, date_of, said_by_date, worth
from kotra_notation.formats.format import Writing
from kotra_notation.formats.holding import Thing, options, several
from kotra_notation.formats.losses import (
    GOES_ON,
    Ledger,
    clean,
    lose_head,
    said,
    stated_length,
    stated_number,
)
from kotra_notation.formats.plays import spelled, turned
from kotra_notation.implied import implied
from kotra_notation.model import (
    Double,
    Drop,
    Event,
    Extra,
    Game,
    Match,
    Play,
    Resignation,
    ResignationAnswer,
    ResultClaim,
    ScoreClaim,
    Take,
    Turn,
)

HOLDS = frozenset({Thing.CUBE, Thing.RESIGNATIONS, Thing.RESULTS, Thing.SCORES, Thing.EXTRAS})
LARGEST = 999_999_999
LONGEST_NAME = 100
INDEX = lines.INDEX + " {:08d}\n"


@dataclass(frozen=True, slots=True)
class Block:
    """One game as it is written."""

    head: Head
    text: str


def write(matches: Iterable[Match], dialect: str | None = None) -> Writing:
    """Matches one after the other behind one index."""
    left, ledger = several(matches, HOLDS)
    blocks: list[Block] = []
    for ledger.match, match in enumerate(left, 1):
        written = Sheet(match, ledger).blocks()
        if blocks and written and _follows(written[0], blocks[-1]):
            ledger.lose("header-lost", phrase("the beginning of another match"))
        blocks += written
    offset = len(INDEX.format(0)) * len(blocks)
    index = ""
    for block in blocks:
        index += INDEX.format(offset)
        offset += len(block.text.encode())
    return Writing(content=index + "".join(block.text for block in blocks), findings=tuple(ledger.findings))


def _follows(block: Block, before: Block) -> bool:
    return block.head.follows(before.head, before.head.winner is not None)


class Sheet:
    """One match as blocks of lines; what of it is lost is noted."""

    def __init__(self, match: Match, ledger: Ledger) -> None:
        self.match = match
        self.ledger = ledger
        ledger.game = None
        self.length = self._length()
        self.names = (self._name(0), self._name(1))
        self.day = _midnight(dict(match.info).get("date", ""))
        self.first = date_of(self._began(match.games[0])) if match.games else ""

    def blocks(self) -> list[Block]:
        """The games, each with its head."""
        self.ledger.game = None
        self._head()
        written: list[Block] = []
        for number, game in enumerate(self.match.games, 1):
            self.ledger.game = number
            if game.number is not None and game.number != number:
                self.ledger.lose("header-lost", stated_number(game.number))
            block = self._block(game)
            if written and not _follows(block, written[-1]):
                self.ledger.lose("header-lost", GOES_ON)
            written.append(block)
        return written

    # heads

    def _head(self) -> None:
        for option in options(self.match.rules):
            self.ledger.lose("rules-lost", option)
        for player in self.match.players:
            if player.rating:
                self.ledger.lose("header-lost", f"{player.name}: {player.rating}")
            for key, value in player.extras.items():
                self.ledger.lose("header-lost", f"{player.name}: {key} {value}")
        for key, value in self.match.info:
            if key != "date" or value != self.first:
                self.ledger.lose("header-lost", f"{key}: {value}")
        if not self.match.games:
            lose_head(self.match, self.ledger)

    def _length(self) -> int:
        length = self.match.length
        if not _whole(length) and self.match.games:
            self.ledger.lose("header-lost", stated_length(length))
        return _number(length)

    def _name(self, seat: int) -> str:
        """The name of a player in one word."""
        stated = self.match.players[seat].name
        name = "_".join(clean(stated).split())[:LONGEST_NAME] or "_"
        if name != stated and self.match.games:
            self.ledger.lose("header-lost", stated)
        return name

    def _score(self, score: ScoreClaim | None) -> tuple[int, int]:
        first, second = score.score if score else (0, 0)
        if score and not (_whole(first) and _whole(second)):
            self.ledger.lose("claim-lost", said(score), score)
        return _number(first), _number(second)

    def _block(self, game: Game) -> Block:
        self._extras(game)
        events = [event for event in game.events if not isinstance(event, Extra)]
        mine, theirs = self._score(game.score)
        claim = self._claim(events)
        head = Head(
            started=self._began(game),
            names=self.names,
            length=self.length,
            score=(mine, theirs),
            winner=None if claim is None else 1 - claim.seat if claim.lost else claim.seat,
            points=_number(claim.points if claim else None),
            variant=0,
        )
        self._check(head, claim, events)
        winner = 0 if head.winner is None else head.winner + 1
        first_line = (
            f"i {head.started} {self.names[0]} {self.names[1]} {self.length} {mine} {theirs} "
            f"{winner} {head.points} 0"
        )
        return Block(head, "\n".join([first_line, *self._lines(events)]) + "\n")

    def _began(self, game: Game) -> int:
        """When a game began: as it says, or on the day of the match."""
        stated = _stated(game)
        return self.day if stated is None else int(stated.value)

    def _extras(self, game: Game) -> None:
        """Note the extras that would not be read again."""
        stated = _stated(game)
        for event in game.events:
            if isinstance(event, Extra) and (
                event is not stated or said_by_date(int(event.value), self.first)
            ):
                self.ledger.lose("annotation-lost", said(event), event)

    # what came of a game

    def _claim(self, events: Sequence[Event]) -> ResultClaim | None:
        """The result that is written: the last, where nothing stands behind it; all others are lost."""
        claims = [
            (index, event)
            for index, event in enumerate(events)
            if isinstance(event, ResultClaim) and not implied(events, index)
        ]
        ends = all(isinstance(event, ResultClaim) for event in events[claims[-1][0] if claims else 0 :])
        for _, claim in claims[:-1] if ends else claims:
            self.ledger.lose("claim-lost", said(claim), claim)
        return claims[-1][1] if claims and ends else None

    def _check(self, head: Head, claim: ResultClaim | None, events: Sequence[Event]) -> None:
        """Note a result that would not be read as it stands."""
        if claim is None:
            return
        whole = claim.points is None or (_whole(claim.points) and claim.points > 0)
        borne_off = [event for event in events if not isinstance(event, ResultClaim)]
        if claim.match or claim.kind or not whole or worth(head, borne_off) != head.points:
            self.ledger.lose("claim-lost", said(claim), claim)

    # events

    def _lines(self, events: Sequence[Event]) -> Iterator[str]:
        answered = False
        for index, event in enumerate(events):
            behind = events[index + 1] if index + 1 < len(events) else None
            match event:
                case Turn():
                    yield from self._turn(event)
                case Double():
                    line = self._double(event, behind)
                    answered = line is not None
                    if line is not None:
                        yield line
                case Take() | Drop():
                    if not answered:
                        self.ledger.lose("event-lost", said(event), event)
                    answered = False
                case Resignation():
                    yield from self._resignation(events, index)
                case ResignationAnswer() if not implied(events, index):
                    self.ledger.lose("event-lost", said(event), event)
                case _:
                    pass

    def _turn(self, turn: Turn) -> Iterator[str]:
        hops = turn.deed.hops if isinstance(turn.deed, Play) else ()
        numbered = turned(hops) if turn.seat else hops
        text = f"r {turn.dice[0]}-{turn.dice[1]} {spelled(numbered)}".rstrip()
        read = lines.event(text)
        if isinstance(read, Threw) and (not hops or read.deeds[turn.seat] == Play(hops=hops)):
            yield f"{turn.seat + 1} {text}"
            return
        self.ledger.lose("event-lost", said(turn), turn)
        dice = text[: len(text) - len(spelled(numbered))].rstrip()
        if hops and isinstance(lines.event(dice), Threw):
            yield f"{turn.seat + 1} {dice}"

    def _double(self, double: Double, answer: Event | None) -> str | None:
        """The line of a double with its answer; None, and said, where either cannot be written."""
        taken = isinstance(answer, Take)
        value = double.value
        answered = isinstance(answer, Take | Drop) and answer.seat == 1 - double.seat
        if not answered or value is None or not 0 <= value <= LARGEST:
            self.ledger.lose("event-lost", said(double), double)
            return None
        return f"{double.seat + 1} d {value} {int(taken)}"

    def _resignation(self, events: Sequence[Event], index: int) -> Iterator[str]:
        resignation = events[index]
        assert isinstance(resignation, Resignation)
        answer = events[index + 1] if index + 1 < len(events) else None
        refused = isinstance(answer, ResignationAnswer) and not answer.accepted
        if refused or (resignation.size is not None and not implied(events, index)):
            self.ledger.lose("event-lost", said(resignation), resignation)
        if not refused:
            yield f"{resignation.seat + 1} t"


def _stated(game: Game) -> Extra | None:
    """The extra that says when a game began."""
    first = next((event for event in game.events if isinstance(event, Extra)), None)
    if first is None or first.key != STARTED or not re.fullmatch("0|[1-9][0-9]{0,17}", first.value):
        return None
    return first


def _whole(number: float | None) -> bool:
    """Whether a number can be written."""
    return number is not None and 0 <= number <= LARGEST and not number % 1


def _number(number: float | None) -> int:
    return int(number) if number is not None and _whole(number) else 0


def _midnight(date: str) -> int:
    """The time at which a day begins; 0 where it cannot be told."""
    try:
        began = datetime.strptime(date.replace(".", "-"), "%Y-%m-%d").replace(tzinfo=EPOCH.tzinfo)
    except ValueError:
        return 0
    return max(int((began - EPOCH).total_seconds()), 0)
