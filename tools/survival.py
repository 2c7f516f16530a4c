"""What of a match survives being written in a notation and read again, and whether its losses were said.

Two records say the same of a turn if it has the same dice and leads to the same board, however it is
spelled, or if the same men go the same ways: where a turn or a set-up before it is lost, no board is the
same. What follows from something else that came back is not counted: results and scores that the first
record did not state, openings and resignations that other lines tell, marks of hits, and words for wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import field, fields, replace
from typing import Any, NamedTuple, get_args

from kotra_notation import model
from kotra_notation.api import supplied
from kotra_notation.dates import plain_header
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import read_source, write_matches
from kotra_notation.formats.format import Source
from kotra_notation.formats.holding import (
    GOES_ON,
    LOSSES,
    NO_GAME,
    clean,
    details_of,
    event_words,
    options,
    part_of,
    short,
    stated_length,
    stated_number,
    unusual_rules,
    words_of,
)
from kotra_notation.formats.plays import gather
from kotra_notation.implied import game_numbers, is_implied
from kotra_notation.replay import Frame, Replay, replay
from kotra_notation.rules import named, specification
from kotra_notation.values import dataclass

VERSION = 1
COUNTS = ("written", "back", "lost_said", "lost_unsaid")
TURNS = "turns"
KINDS: dict[type, str] = {
    model.Turn: TURNS,
    model.Double: "cube actions",
    model.Take: "cube actions",
    model.Drop: "cube actions",
    model.Beaver: "beavers",
    model.ResultClaim: "results",
}


class Sense(NamedTuple):
    """What something says: two that are about the same say the same if either of their senses is the same.

    `other`: of a turn the board it leads to, of a result what is left of it where the board tells the kind.
    """

    about: Hashable
    one: Hashable = None
    other: Hashable = None

    def same(self, other: Sense) -> bool:
        """Whether two senses about the same thing are the same."""
        return self.one == other.one or (self.other is not None and self.other == other.other)


class RecordItem(NamedTuple):
    """One thing a record says: its kind, its game, what it means, and how its loss is told.

    One that `follows` is told with the item before it, where that is lost too. `thrown` is the throw that a
    turn is of, and that words and remarks stand behind. `part` is how the loss of some of it is told.
    """

    what: str
    game: int | None
    sense: Sense
    loss: str
    name: str
    follows: bool = False
    thrown: Hashable = None
    part: str = ""


class _Came:
    """What came back, each of which answers for one item of the first record."""

    def __init__(self, items: Iterable[RecordItem]) -> None:
        self.left: dict[Hashable, list[Sense]] = {}
        for item in items:
            self.left.setdefault(self._key(item), []).append(item.sense)

    def takes(self, item: RecordItem) -> bool:
        """Whether an item came back, and has not answered for another."""
        left = self.left.get(self._key(item), [])
        for place, sense in enumerate(left):
            if sense.same(item.sense):
                del left[place]
                return True
        return False

    @staticmethod
    def _key(item: RecordItem) -> Hashable:
        return item.what, item.game, item.thrown, item.sense.about


@dataclass(slots=True)
class KindCount:
    """How much of one kind of thing there was, and what of it did not come back, said and unsaid."""

    written: int = 0
    lost: list[RecordItem] = field(default_factory=list)
    unsaid: list[RecordItem] = field(default_factory=list)

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many there were, came back, are lost and said to be, are lost without a word."""
        lost, unsaid = len(self.lost), len(self.unsaid)
        return self.written, self.written - lost, lost - unsaid, unsaid


@dataclass(frozen=True, slots=True, kw_only=True)
class Survival:
    """A round trip: its rows by kind, the losses that were said, and those of them that were none."""

    rows: dict[str, KindCount] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    idle: tuple[Finding, ...] = ()
    refused: bool = False

    @property
    def proved(self) -> bool:
        """Whether the losses that were said are those that were suffered."""
        return not self.idle and not any(row.unsaid for row in self.rows.values())


def roundtrip_match(match: model.Match, name: str, dialect: str | None = None) -> Survival:
    """What of a match comes back from a notation; ValueError where it is not written."""
    whole = supplied(match, name)
    writing = write_matches([whole], name, dialect)
    if any(found.severity == "error" for found in writing.findings):
        return Survival(findings=writing.findings, refused=True)
    content = writing.content
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    reading = read_source(Source(data), name)
    back, begun = _joined(reading.matches)
    numbers = [_number(number, game) for number, game in enumerate(back.games, 1)]
    came = _Came((*items(replay(supplied(back, name))), *numbers) if reading.matches else ())
    here = [
        found for found in writing.findings if found.severity != Severity.NOTE
    ]  # what others lose is a note
    places_of_games = {number: at for at, number in enumerate(game_numbers(match.games), 1)}

    def key(found: Finding) -> tuple[str, int | None, str]:
        return found.kind.name, places_of_games.get(found.game or 0, found.game), found.written

    told = Counter(map(key, here))
    rows: dict[str, KindCount] = {}
    lost_before = False
    stood: tuple[int | None, Hashable] = None, None  # the game and the last throw in it that came back
    for item in (*items(replay(whole)), *begun):
        row = rows.setdefault(item.what, KindCount())
        row.written += 1
        behind = stood[1] if stood[0] == item.game else None
        if came.takes(item) or (item.what != TURNS and came.takes(item._replace(thrown=behind))):
            if item.what == TURNS:
                stood = item.game, item.thrown
            lost_before = False
            continue
        row.lost.append(item)
        if not (item.follows and lost_before):
            names = item.name, item.part or short(details_of(item.name))
            places = [(item.loss, item.game, name) for name in names]
            place = next(filter(told.get, places), places[0])
            if not told[place]:
                row.unsaid.append(item)
            told[place] -= 1
        lost_before = True
    told.subtract(_derived(whole))
    idle = [found for found in here if told[key(found)] > 0]
    return Survival(rows=rows, findings=writing.findings, idle=tuple(idle))


def _derived(match: model.Match) -> Iterator[tuple[str, int, str]]:
    """Claims that were derived, as their loss is told where what is written says something else."""
    for number, game in enumerate(match.games, 1):
        for one in (game.score, *game.events):
            if isinstance(one, model.ScoreClaim | model.ResultClaim) and one.derived:
                yield "claim-lost", number, short(event_words(one))


def _joined(matches: Sequence[model.Match]) -> tuple[model.Match, list[RecordItem]]:
    """What was read as one match; and that it went on, once for each game with which another begins."""
    if not matches:
        return model.Match(), []
    games, begun = list(matches[0].games), list[RecordItem]()
    for match in matches[1:]:
        number = len(games) + 1
        begun.append(RecordItem("headers", number, Sense(GOES_ON), "header-lost", clean(GOES_ON)))
        games += [replace(game, number=None) for game in match.games]
    return replace(matches[0], games=tuple(games)), begun


def items(replayed: Replay) -> Iterator[RecordItem]:
    """What a record says, one thing after the other; claims that were derived are none of it."""
    yield from _head(replayed.match)
    before = 0
    for number, game in enumerate(replayed.games, 1):
        stated = replayed.match.games[number - 1]
        if stated.score and not stated.score.derived and any(stated.score.score):
            yield _item("scores", number, Sense(stated.score.score), stated.score)
        if stated.number is not None and not before + 1 == number == stated.number:
            yield _number(number, stated)
        before = stated.number or number
        thrown: Hashable = None
        for index, frame in enumerate(game.frames):
            event = frame.event
            if is_implied(stated.events, index) or (isinstance(event, model.ResultClaim) and event.derived):
                continue
            if isinstance(event, model.Turn):
                thrown = event.seat, max(event.dice), min(event.dice)
            for item in _items(event, number, _sense(frame, game.ending.kind)):
                belongs = item.what == TURNS or item.what not in KINDS.values()
                yield item._replace(thrown=thrown) if belongs else item


def _number(place: int, game: model.Game) -> RecordItem:
    """The number of a game, or its place where it has none."""
    number = place if game.number is None else game.number
    name = clean(stated_number(number))
    return RecordItem("headers", place, Sense(("number", number)), "header-lost", name)


def _items(event: model.Event, game: int | None, sense: Sense) -> Iterator[RecordItem]:
    """What one event says."""
    match event:
        case model.Comment(text=text, author=author, language=language):
            what = "comments" if game else "remarks"
            first, *further = [line.strip() for line in text.splitlines()] or [""]
            yield _item(what, game, Sense(clean(first)), event)
            for line in further:
                yield _item(what, game, Sense(clean(line)), event)._replace(follows=True)
            if author or language:
                whose = "annotation-lost", short(words_of(event))
                yield RecordItem("authors", game, Sense((author, language)), *whose, follows=True)
        case (
            model.Turn() | model.Double() | model.Take() | model.Drop() | model.Beaver() | model.ResultClaim()
        ):
            yield _item(KINDS[type(event)], game, sense, event)
        case _:
            yield _item(_words(type(event)), game, Sense(sense.about), event)


def _head(match: model.Match) -> Iterator[RecordItem]:
    for seat, player in enumerate(match.players):
        if player.name or match.games:
            yield _header("names", (seat, player.name), player.name)
        if player.rating:
            yield _header("ratings", (seat, clean(player.rating)), f"{player.name}: rating {player.rating}")
        for key, value in player.extras.items():
            yield _header("headers", (seat, key, clean(value)), f"{player.name}: {key} {value}")
    if match.length is not None or match.games:
        yield _header("length", match.length, stated_length(match.length))
    for key, value in match.info:
        yield _header("headers", (key, clean(plain_header(key, value))), f"{key}: {value}")
    for option in _options(match.rules):
        yield RecordItem("rules", None, Sense(option), "rules-lost", option)
    if not match.games:
        yield RecordItem("headers", None, Sense(NO_GAME), "event-lost", clean(NO_GAME))
    for remark in match.remarks:
        yield from _items(remark, None, Sense(_plain(remark)))


def _options(rules: str | None) -> Iterator[str]:
    """The options that differ from what is usual, and those that say nothing, as they are written."""
    if name := unusual_rules(rules):
        yield short(name)
    told = named(rules or "modern")
    known = options(specification(told.ruleset))
    yield from known
    odd = {options(f",{found.written}")[0].partition("=")[0] for found in told.findings if found.written}
    yield from [one for one in options(rules) if one.partition("=")[0] in odd and one not in known]


def _header(what: str, sense: Hashable, name: str) -> RecordItem:
    return RecordItem(what, None, Sense(sense), "header-lost", short(name))


def _item(what: str, game: int | None, sense: Sense, event: model.Event) -> RecordItem:
    loss, name, part = LOSSES.get(type(event), "event-lost"), event_words(event), part_of(event)
    return RecordItem(what, game, sense, loss, short(name), part=short(part))


def _sense(frame: Frame, ending: str) -> Sense:
    """What an event means: of a turn the men's ways, or where it leads if that is certain."""
    match frame.event:
        case model.Turn(
            seat=seat,
            dice=dice,
            deed=model.Play() | model.Blank() | model.CannotMove() as deed,
            singly=singly,
        ):
            played = deed if isinstance(deed, model.Play) else None
            ways = gather(played.hops) if played else []
            ends = tuple(sorted((way[0].source, way[-1].target, times) for way, times in ways))
            about = seat, max(dice), min(dice), played is not None, played and played.half, singly
            return Sense(about, ends, tuple(frame.after.seen_by(seat)) if frame.certain else None)
        case model.Turn(seat=seat, dice=dice, deed=model.Reached(position=position)):
            return Sense((seat, dice, position.seen_by(seat)))
        case model.SetPosition(position=position):
            here = frame.after.thrown(None).standing
            standing = replace(
                position.standing, score=here.score, length=here.length, crawford=here.crawford
            )
            return Sense(_plain(replace(position, standing=standing)))
        case model.ResultClaim() as claim:
            won = claim.winner, claim.points, claim.match
            return Sense(won, claim.kind, ("of this kind", None if claim.kind == ending else claim.kind))
        case event:
            return Sense(_plain(event))


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
    *(_words(kind) for kind in get_args(model.Event) if kind not in KINDS and kind is not model.Comment),
)
