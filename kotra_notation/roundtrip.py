"""What of a match survives being written in a notation and read again, and whether its losses were said.

Two records say the same of a turn if it has the same dice and leads to the same board, however it is
spelled, or if the same men go the same ways: where a turn or a set-up before it is lost, no board is the
same. What follows from something else that came back is not counted: results and scores that the first
record did not state, openings and resignations that other lines tell, marks of hits, and words for wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, get_args

from kotra_notation.api import supplied
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.formats.holding import options, unusual
from kotra_notation.formats.losses import LOSSES, SHOWN, clean, said, stated_length, stated_number, words_of
from kotra_notation.formats.plays import gathered
from kotra_notation.implied import implied
from kotra_notation.model import (
    Beaver,
    Blank,
    CannotMove,
    Comment,
    Double,
    Drop,
    Event,
    Match,
    Play,
    Reached,
    ResultClaim,
    Take,
    Turn,
)
from kotra_notation.replay import Frame, Replay, replay
from kotra_notation.rules import named, specification

KINDS: dict[type, str] = {
    Turn: "turns",
    Double: "cube actions",
    Take: "cube actions",
    Drop: "cube actions",
    Beaver: "beavers",
    ResultClaim: "results",
}


class Ways(NamedTuple):
    """A turn: whose throw it is, and where its men come from and go to."""

    throw: tuple[int, int, int]
    ways: tuple[tuple[int, int, int], ...]


class Item(NamedTuple):
    """One thing a record says: its kind, its game, what it means, and how its loss is told.

    One that `follows` is told with the item before it, where that is lost too. `board`: where a turn leads,
    if that is certain; two turns with the same throw and board have the same sense, too.
    """

    what: str
    game: int | None
    sense: Hashable
    loss: str
    name: str
    follows: bool = False
    board: Hashable = None


class _Came:
    """What came back, each of which answers for one item of the first record."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.left: dict[Hashable, list[Item]] = {}
        for item in items:
            self.left.setdefault(_key(item), []).append(item)

    def takes(self, item: Item) -> bool:
        """Whether an item came back, and has not answered for another."""
        left = self.left.get(_key(item), [])
        for place, other in enumerate(left):
            if other.sense == item.sense or (item.board is not None and other.board == item.board):
                del left[place]
                return True
        return False


def _key(item: Item) -> Hashable:
    """What two items have in common that may say the same: of turns the throw."""
    return item.what, item.game, item.sense[0] if isinstance(item.sense, Ways) else item.sense


@dataclass(slots=True)
class Row:
    """How much of one kind of thing there was, and what of it did not come back, said and unsaid."""

    written: int = 0
    lost: list[Item] = field(default_factory=list)
    unsaid: list[Item] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Survival:
    """A round trip: its rows by kind, the losses that were said, and those of them that were none."""

    rows: dict[str, Row] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    idle: tuple[Finding, ...] = ()
    refused: bool = False

    @property
    def proved(self) -> bool:
        """Whether the losses that were said are those that were suffered."""
        return not self.idle and not any(row.unsaid for row in self.rows.values())


def roundtrip(match: Match, name: str, dialect: str | None = None) -> Survival:
    """What of a match comes back from a notation; ValueError where it is not written."""
    whole = supplied(match, name)
    writing = write_matches([whole], name, dialect)
    if any(found.severity == "error" for found in writing.findings):
        return Survival(findings=writing.findings, refused=True)
    content = writing.content
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    reading = read_source(Source(data), name)
    back = reading.matches[0] if reading.matches else Match()
    came = _Came(items(replay(supplied(back, name))))
    here = [
        found for found in writing.findings if found.severity != Severity.NOTE
    ]  # what others lose is a note
    told = Counter((found.kind.name, found.game, found.written) for found in here)
    rows: dict[str, Row] = {}
    lost_before = False
    for item in items(replay(whole)):
        row = rows.setdefault(item.what, Row())
        row.written += 1
        if came.takes(item):
            lost_before = False
            continue
        row.lost.append(item)
        if not (item.follows and lost_before):
            place = (item.loss, item.game, item.name)
            if not told[place]:
                row.unsaid.append(item)
            told[place] -= 1
        lost_before = True
    idle = [found for found in here if told[found.kind.name, found.game, found.written] > 0]
    return Survival(rows=rows, findings=writing.findings, idle=tuple(idle))


def items(replayed: Replay) -> Iterator[Item]:
    """What a record says, one thing after the other; claims that were derived are none of it."""
    yield from _head(replayed.match)
    for number, game in enumerate(replayed.games, 1):
        stated = replayed.match.games[number - 1]
        if stated.score and not stated.score.derived and any(stated.score.score):
            yield _item("scores", number, stated.score.score, stated.score)
        if stated.number not in (None, number):
            name = clean(stated_number(stated.number))
            yield Item("headers", number, ("number", stated.number), "header-lost", name)
        thrown: Hashable = None
        for index, frame in enumerate(game.frames):
            event = frame.event
            if implied(stated.events, index) or (isinstance(event, ResultClaim) and event.derived):
                continue
            if isinstance(event, Turn):
                thrown = event.seat, max(event.dice), min(event.dice)
            for item in _items(event, number, _sense(event, game.ending.kind), thrown):
                yield item._replace(board=_board(frame))


def _items(event: Event, game: int | None, sense: Hashable, thrown: Hashable) -> Iterator[Item]:
    """What one event says; words and remarks belong to the throw before them."""
    match event:
        case Comment(text=text, author=author, language=language):
            what = "comments" if game else "remarks"
            first, *further = [line.strip() for line in text.splitlines()] or [""]
            yield _item(what, game, (thrown, first), event)
            for line in further:
                yield _item(what, game, (thrown, line), event)._replace(follows=True)
            if author or language:
                whose = "annotation-lost", clean(words_of(event))[:SHOWN]
                yield Item("authors", game, (thrown, author, language), *whose, follows=True)
        case Turn() | Double() | Take() | Drop() | Beaver() | ResultClaim():
            yield _item(KINDS[type(event)], game, sense, event)
        case _:
            yield _item(_words(type(event)), game, (thrown, sense), event)


def _head(match: Match) -> Iterator[Item]:
    for seat, player in enumerate(match.players):
        yield Item("names", None, (seat, clean(player.name)), "header-lost", player.name)
        if player.rating:
            yield _header("ratings", (seat, player.rating), f"{player.name}: {player.rating}")
        for key, value in player.extras.items():
            yield _header("headers", (seat, key, value), f"{player.name}: {key} {value}")
    yield _header("length", match.length, stated_length(match.length))
    for key, value in match.info:
        yield _header("headers", (key, value), f"{key}: {value}")
    for option in _options(match.rules):
        yield Item("rules", None, option, "rules-lost", option)
    for remark in match.remarks:
        yield from _items(remark, None, _plain(remark), None)


def _options(rules: str | None) -> Iterator[str]:
    """The options that differ from what is usual, and those that nobody knows, as they are written."""
    if name := unusual(rules):
        yield clean(name)[:SHOWN]
    ruleset = named(rules or "modern").ruleset
    yield from options(specification(ruleset))
    for option in options(rules):
        if option.partition("=")[0] not in ruleset.options:
            yield option


def _header(what: str, sense: Hashable, name: str) -> Item:
    return Item(what, None, sense, "header-lost", clean(name)[:SHOWN])


def _item(what: str, game: int | None, sense: Hashable, event: Event) -> Item:
    return Item(what, game, sense, LOSSES.get(type(event), "event-lost"), clean(said(event))[:SHOWN])


def _sense(event: Event, ending: str) -> Hashable:
    """What an event means: of a turn the men's ways."""
    match event:
        case Turn(seat=seat, dice=dice, deed=Play(hops=hops)):
            ways = sorted((way[0].source, way[-1].target, times) for way, times in gathered(hops))
            return Ways((seat, max(dice), min(dice)), tuple(ways))
        case Turn(seat=seat, dice=dice, deed=Blank() | CannotMove()):
            return Ways((seat, max(dice), min(dice)), ())
        case Turn(seat=seat, dice=dice, deed=Reached(position=position)):
            return seat, dice, position.seen_by(seat)
        case ResultClaim() as claim:
            winner = 1 - claim.seat if claim.lost else claim.seat
            return winner, claim.points, claim.match, None if claim.kind == ending else claim.kind
        case event:
            return _plain(event)


def _board(frame: Frame) -> Hashable:
    """Where a turn leads, if that is certain."""
    event = frame.event
    known = isinstance(event, Turn) and isinstance(event.deed, Play | Blank | CannotMove) and frame.certain
    return tuple(frame.after.seen_by(event.seat)) if known and isinstance(event, Turn) else None


def _plain(value: Any) -> Hashable:
    """A value without places and texts that are only spelling, as one that can be counted."""
    if isinstance(value, dict):
        return frozenset((key, _plain(one)) for key, one in value.items())
    if isinstance(value, tuple | list):
        return tuple(_plain(one) for one in value)
    if hasattr(value, "__dataclass_fields__"):
        parts = tuple((one.name, _plain(getattr(value, one.name))) for one in fields(value) if one.compare)
        return type(value).__name__, parts
    plain: Hashable = value
    return plain


def _words(kind: type) -> str:
    """The kind of an event for people: `automatic double`, `set position`."""
    name = kind.__name__
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()


# Every kind of thing that is counted.
WHATS = (
    *dict.fromkeys(KINDS.values()),
    *("scores", "comments", "remarks", "authors", "names", "ratings", "headers", "length", "rules"),
    *(_words(kind) for kind in get_args(Event) if kind not in KINDS and kind is not Comment),
)
