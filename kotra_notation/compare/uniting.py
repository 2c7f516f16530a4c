"""What several records say beside the plays, united: heads and remarks, each once, every author kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from kotra_notation.compare.naming import Words, alike, words
from kotra_notation.compare.remarks import said_alike
from kotra_notation.model import Annotation, Clock, Comment, Event, Match, Player, Video

Remark = TypeVar("Remark", Event, Annotation)
TRANSCRIBER = "transcriber"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptHeader:
    """A header, name or rating that records say differently: what is kept, and by record what it says."""

    what: str
    kept: str
    said: tuple[str | None, ...]


def authors(matches: Sequence[Match], names: Sequence[str]) -> list[str | None]:
    """By record who wrote its comments where they do not say: its transcriber, else the record by its name.

    Nobody has to be named where no more than one record has any comments.
    """
    if sum(any(True for _ in _comments(match)) for match in matches) < 2:
        return [None] * len(matches)
    return [_transcriber(match) or name for match, name in zip(matches, names, strict=True)]


def _comments(match: Match) -> Iterator[Comment]:
    for events in (match.remarks, *(game.events for game in match.games)):
        yield from (event for event in events if isinstance(event, Comment))


def _transcriber(match: Match) -> str:
    return next((value for key, value in match.info if key.rpartition(":")[2].lower() == TRANSCRIBER), "")


class Uniting(Generic[Remark]):
    """The remarks of several records on one thing, none twice.

    Of two clock readings of a player, or two places in one recording, the first record's is kept, and the
    other counted as `left_out`.
    """

    def __init__(self, by_record: Sequence[Sequence[Remark]], writers: Sequence[str | None]) -> None:
        self.remarks: list[Remark] = []
        self.left_out = 0
        self._records: list[set[int]] = []
        for record, remarks in enumerate(by_record):
            for remark in remarks:
                self._add(remark, record)
        for place, (remark, records) in enumerate(zip(self.remarks, self._records, strict=True)):
            if isinstance(remark, Comment) and not remark.author and len(records) == 1:
                self.remarks[place] = replace(remark, author=writers[min(records)])

    def _add(self, remark: Remark, record: int) -> None:
        """One more remark; a record may say the same twice, another does not say it again."""
        for place, (one, records) in enumerate(zip(self.remarks, self._records, strict=True)):
            if record not in records and _repeats(one, remark):
                records.add(record)
                self.remarks[place] = _whose(one, remark)
                return
            if record not in records and _contradicts(one, remark):
                self.remarks[place] = _filled(one, remark)
                self.left_out += self.remarks[place] == one
                return
        self.remarks.append(remark)
        self._records.append({record})


def _repeats(event: Event, other: Event) -> bool:
    """Return whether a remark says what another record has said; the same words are so by any author."""
    if isinstance(event, Comment) and isinstance(other, Comment):
        return said_alike(replace(event, author=None), replace(other, author=None))
    return said_alike(event, other)


def _whose(remark: Remark, other: Remark) -> Remark:
    """A comment with the author that only another record names."""
    if isinstance(remark, Comment) and isinstance(other, Comment):
        return replace(remark, author=remark.author or other.author)
    return remark


def _contradicts(event: Event, other: Event) -> bool:
    match event, other:
        case Clock(), Clock():
            return event.seat == other.seat
        case Video(), Video():
            return event.source == other.source
        case _:
            return False


def _filled(remark: Remark, other: Remark) -> Remark:
    """A clock reading with what only another has."""
    if not isinstance(remark, Clock) or not isinstance(other, Clock):
        return remark
    left = other.left if remark.left is None else remark.left
    return replace(remark, left=left, used=other.used if remark.used is None else remark.used)


def headed(matches: Sequence[Match], writers: Sequence[str | None]) -> tuple[Match, list[KeptHeader]]:
    """The first match without games, with what others say before theirs, and what they say differently."""
    kept: list[KeptHeader] = []
    names, length, rules = _players(matches, kept), _length(matches, kept), _rules(matches, kept)
    info = _info([match.info for match in matches], kept)
    remarks = Uniting([match.remarks for match in matches], writers).remarks
    whole = replace(
        matches[0], players=names, length=length, rules=rules, info=info, remarks=tuple(remarks), games=()
    )
    return whole, kept


def _players(matches: Sequence[Match], kept: list[KeptHeader]) -> tuple[Player, Player]:
    white, black = ([match.players[seat] for match in matches] for seat in (0, 1))
    return _player(white, kept), _player(black, kept)


def _player(players: Sequence[Player], kept: list[KeptHeader]) -> Player:
    name = next((player.name for player in players if player.name), "")
    known = words(name)
    if any(player.name and not _like(words(player.name), known) for player in players):
        kept.append(
            KeptHeader(what="name", kept=name, said=tuple([player.name or None for player in players]))
        )
    ratings = [player.rating for player in players]
    extras = [tuple(player.extras.items()) for player in players]
    return replace(
        players[0], name=name, rating=_first("rating", ratings, kept), extras=dict(_info(extras, kept))
    )


def _like(one: Words, other: Words) -> bool:
    return one == other or alike(one, other)


def _length(matches: Sequence[Match], kept: list[KeptHeader]) -> int | None:
    lengths = [match.length for match in matches]
    found = next((length for length in lengths if length is not None), None)
    if any(length not in (None, found) for length in lengths):
        said = tuple([None if length is None else str(length) for length in lengths])
        kept.append(KeptHeader(what="length", kept=str(found), said=said))
    return found


def _rules(matches: Sequence[Match], kept: list[KeptHeader]) -> str | None:
    return _first("rules", [match.rules for match in matches], kept)


def _first(what: str, values: Sequence[str | None], kept: list[KeptHeader]) -> str | None:
    """The first value that is stated; that others are stated is noted."""
    found = next((value for value in values if value), None)
    if found is not None and any(value and " ".join(value.split()) != found for value in values):
        kept.append(KeptHeader(what=what, kept=found, said=tuple(values)))
    return found


def _info(
    headers: Sequence[Sequence[tuple[str, str]]], kept: list[KeptHeader]
) -> tuple[tuple[str, str], ...]:
    """The headers of the first record, and behind them those that only others have."""
    found = list(headers[0])
    by_record: list[Mapping[str, str]] = [dict(some) for some in headers]
    for key, value in (pair for some in headers[1:] for pair in some):
        if key not in dict(found):
            found.append((key, value))
    for key in dict(found):
        _first(key, [some.get(key) for some in by_record], kept)
    return tuple(found)
