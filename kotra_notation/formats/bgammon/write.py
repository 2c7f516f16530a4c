"""Writing a bgammon replay; what it cannot hold is said, nothing is computed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import zip_longest

from kotra_notation import model
from kotra_notation.formats.acts import Threw
from kotra_notation.formats.bgammon import lines
from kotra_notation.formats.bgammon.read import EPOCH, STARTED, Reader
from kotra_notation.formats.format import Writing
from kotra_notation.formats.found_again import checked
from kotra_notation.formats.holding import Thing, several
from kotra_notation.formats.losses import clean
from kotra_notation.formats.plays import spelled, turned
from kotra_notation.implied import implied

HOLDS = frozenset({Thing.CUBE, Thing.RESIGNATIONS, Thing.RESULTS, Thing.SCORES, Thing.EXTRAS})
LARGEST = 999_999_999
LONGEST_NAME = 100
INDEX = lines.INDEX + " {:08d}\n"


def write(matches: Iterable[model.Match], dialect: str | None = None) -> Writing:
    """Matches one after the other behind one index."""
    left, ledger = several(matches, HOLDS)
    sheets = [Writer(match).blocks() for match in left]
    blocks = [block for sheet in sheets for block in sheet]
    offset = len(INDEX.format(0)) * len(blocks)
    index = ""
    for block in blocks:
        index += INDEX.format(offset)
        offset += len(block.encode())
    texts = ["".join(sheet) for sheet in sheets]
    return checked(left, texts, lambda lines: Reader().read(lines), ledger, index=index, between="")


class Writer:
    """One match as blocks of lines."""

    def __init__(self, match: model.Match) -> None:
        self.match = match
        self.names = " ".join(_name(player.name) for player in match.players)
        self.day = _midnight(dict(match.info).get("date", ""))

    def blocks(self) -> list[str]:
        """The games, each with its head."""
        return [self._block(game) for game in self.match.games]

    def _block(self, game: model.Game) -> str:
        events = [event for event in game.events if not isinstance(event, model.Extra)]
        mine, theirs = (_number(points) for points in (game.score.score if game.score else (0, 0)))
        claim = _claim(events)
        winner = 0 if claim is None else 1 + claim.winner
        points = _number(claim.points if claim else None)
        length = _number(self.match.length)
        head = f"i {self._began(game)} {self.names} {length} {mine} {theirs} {winner} {points} 0"
        return "\n".join([head, *_lines(events), ""])

    def _began(self, game: model.Game) -> int:
        """When a game began: as it says, or on the day of the match."""
        stated = _start(game)
        return self.day if stated is None else int(stated.value)


def _name(stated: str) -> str:
    """The name of a player in one word."""
    return "_".join(clean(stated).split())[:LONGEST_NAME] or "_"


def _claim(events: Sequence[model.Event]) -> model.ResultClaim | None:
    """The result that is written: the last, where nothing stands behind it."""
    claims = [
        (index, event)
        for index, event in enumerate(events)
        if isinstance(event, model.ResultClaim) and not implied(events, index)
    ]
    ends = all(isinstance(event, model.ResultClaim) for event in events[claims[-1][0] if claims else 0 :])
    return claims[-1][1] if claims and ends else None


def _lines(events: Sequence[model.Event]) -> Iterator[str]:
    """The lines of what was done, each of which would be read as it is meant."""
    for event, behind in zip_longest(events, events[1:]):
        match event:
            case model.Turn():
                yield from _turn(event)
            case model.Double(seat=seat, value=value):
                answered = isinstance(behind, model.Take | model.Drop) and behind.seat == 1 - seat
                if answered and value is not None and 0 <= value <= LARGEST:
                    yield f"{seat + 1} d {value} {int(isinstance(behind, model.Take))}"
            case model.Resignation(seat=seat):
                if not (isinstance(behind, model.ResignationAnswer) and not behind.accepted):
                    yield f"{seat + 1} t"


def _turn(turn: model.Turn) -> Iterator[str]:
    hops = turn.deed.hops if isinstance(turn.deed, model.Play) else ()
    dice = f"r {turn.dice[0]}-{turn.dice[1]}"
    text = f"{dice} {spelled(turned(hops) if turn.seat else hops)}".rstrip()
    read = lines.act(text, turn.seat)
    if not isinstance(read, Threw) or (hops and read.deed != model.Play(hops=hops)):
        text = dice
    if isinstance(lines.act(text, turn.seat), Threw):
        yield f"{turn.seat + 1} {text}"


def _start(game: model.Game) -> model.Extra | None:
    """The extra that says when a game began."""
    first = next((event for event in game.events if isinstance(event, model.Extra)), None)
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
