"""Remarks and heads of records: the remarks that differ, and those of several records united, each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from math import isclose
from typing import Generic, TypeVar

from kotra_notation import model
from kotra_notation.compare.difference import REMARK_KINDS, DifferenceKind, contradict
from kotra_notation.compare.naming import may_be_same, words
from kotra_notation.dates import plain_header
from kotra_notation.values import dataclass

CLOSE = 0.0015  # notations round numbers, some of them to three places


def differing(
    a: Sequence[model.Event], b: Sequence[model.Event]
) -> Iterator[tuple[DifferenceKind, tuple[model.Event, ...], tuple[model.Event, ...]]]:
    """Yield what is said differently, kind by kind; what both say is left out."""
    if a == b:
        return
    for kind in dict.fromkeys(REMARK_KINDS[type(remark)] for remark in (*a, *b)):
        own, others = ([each for each in remarks if REMARK_KINDS[type(each)] is kind] for remarks in (a, b))
        left, right = _without(own, others), _without(others, own)
        if kind is DifferenceKind.COMMENTS and _lines(left) == _lines(right):
            continue
        if left or right:
            yield kind, tuple(left), tuple(right)


def _without(remarks: Sequence[model.Event], others: Sequence[model.Event]) -> list[model.Event]:
    """Return the remarks that the others do not have, each counted."""
    rest = list(others)
    left = []
    for event in remarks:
        same = next((place for place, other in enumerate(rest) if said_alike(event, other)), None)
        if same is None:
            left.append(event)
        else:
            del rest[same]
    return left


def said_alike(event: model.Event, other: model.Event) -> bool:
    """Return whether two remarks say the same."""
    if isinstance(event, model.Comment) and isinstance(other, model.Comment):
        return _lines([event]) == _lines([other]) and not contradict(event.author, other.author)
    if isinstance(event, model.Evaluation) and isinstance(other, model.Evaluation):
        return (
            (event.aspect, event.source) == (other.aspect, other.source)
            and dict(event.extras) == dict(other.extras)
            and _near(event.luck, other.luck)
            and len(event.candidates) == len(other.candidates)
            and all(map(_same_candidate, event.candidates, other.candidates))
        )
    return event == other


def _lines(comments: Sequence[model.Event]) -> list[str]:
    """Return the lines of comments as they are read, however they are set and parted."""
    texts = [comment.text for comment in comments if isinstance(comment, model.Comment)]
    return [" ".join(line.split()) for text in texts for line in text.splitlines() if line.strip()]


def _same_candidate(candidate: model.Candidate, other: model.Candidate) -> bool:
    return (
        (candidate.choice, candidate.level) == (other.choice, other.level)
        and dict(candidate.extras) == dict(other.extras)
        and _near(candidate.equity, other.equity)
        and len(candidate.chances) == len(other.chances)
        and all(map(_near, candidate.chances, other.chances))
        and candidate.outcomes.keys() == other.outcomes.keys()
        and all(_near(share, other.outcomes[name]) for name, share in candidate.outcomes.items())
    )


def _near(value: float | None, other: float | None) -> bool:
    if value is None or other is None:
        return value is other
    return isclose(value, other, rel_tol=0, abs_tol=CLOSE)


Remark = TypeVar("Remark", model.Event, model.Annotation)
TRANSCRIBER = "transcriber"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptHeader:
    """A header, name or rating that records say differently: the value kept, and that of each record."""

    what: str
    kept: str
    said: tuple[str | None, ...]


def authors(matches: Sequence[model.Match], names: Sequence[str]) -> list[str | None]:
    """Return by record who wrote its comments: its transcriber, else its name; nobody if only one has any."""
    if sum(map(_has_comments, matches)) < 2:
        return [None] * len(matches)
    return [_transcriber(match) or name for match, name in zip(matches, names, strict=True)]


def _has_comments(match: model.Match) -> bool:
    events = chain(match.remarks, *(game.events for game in match.games))
    return any(isinstance(event, model.Comment) for event in events)


def _transcriber(match: model.Match) -> str:
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
            if isinstance(remark, model.Comment) and not remark.author and len(records) == 1:
                self.remarks[place] = replace(remark, author=writers[min(records)])

    def _add(self, remark: Remark, record: int) -> None:
        """Add a remark; a record may say the same twice, another does not say it again."""
        for place, (known, records) in enumerate(zip(self.remarks, self._records, strict=True)):
            if record in records:
                continue
            if _repeats(known, remark):
                records.add(record)
                if isinstance(known, model.Comment) and isinstance(remark, model.Comment):
                    self.remarks[place] = replace(known, author=known.author or remark.author)
                return
            match known, remark:
                case model.Clock(), model.Clock() if known.seat == remark.seat:
                    left = remark.left if known.left is None else known.left
                    used = remark.used if known.used is None else known.used
                    self.remarks[place] = replace(known, left=left, used=used)
                case model.Video(), model.Video() if known.source == remark.source:
                    pass
                case _:
                    continue
            self.left_out += self.remarks[place] == known
            return
        self.remarks.append(remark)
        self._records.append({record})


def _repeats(event: model.Event, other: model.Event) -> bool:
    """Return whether a remark says what another record has said; the same words are so by any author."""
    if isinstance(event, model.Comment) and isinstance(other, model.Comment):
        event, other = replace(event, author=None), replace(other, author=None)
    return said_alike(event, other)


def united_heads(
    matches: Sequence[model.Match], writers: Sequence[str | None]
) -> tuple[model.Match, list[KeptHeader]]:
    """Return the first match without games, with what others say before theirs, and headers that differ."""
    kept: list[KeptHeader] = []
    white, black = (_player([match.players[seat] for match in matches], kept) for seat in (0, 1))
    whole = replace(
        matches[0],
        players=(white, black),
        length=_length(matches, kept),
        rules=_first("rules", [match.rules for match in matches], kept),
        info=_info([match.info for match in matches], kept),
        remarks=tuple(Uniting([match.remarks for match in matches], writers).remarks),
        games=(),
    )
    return whole, kept


def _player(players: Sequence[model.Player], kept: list[KeptHeader]) -> model.Player:
    name = next((player.name for player in players if player.name), "")
    known = words(name)
    others = [words(player.name) for player in players if player.name]
    if any(other != known and not may_be_same(other, known) for other in others):
        kept.append(KeptHeader(what="name", kept=name, said=tuple([each.name or None for each in players])))
    rating = _first("rating", [player.rating for player in players], kept)
    extras = _info([tuple(player.extras.items()) for player in players], kept)
    return replace(players[0], name=name, rating=rating, extras=dict(extras))


def _length(matches: Sequence[model.Match], kept: list[KeptHeader]) -> int | None:
    lengths = [match.length for match in matches]
    first = next((length for length in lengths if length is not None), None)
    if any(length not in (None, first) for length in lengths):
        said = tuple([None if length is None else str(length) for length in lengths])
        kept.append(KeptHeader(what="length", kept=str(first), said=said))
    return first


def _first(what: str, values: Sequence[str | None], kept: list[KeptHeader]) -> str | None:
    """Return the first value that is stated; note it where others are stated too."""

    def plain(value: str) -> str:
        return plain_header(what, " ".join(value.split()))

    first = next((value for value in values if value), None)
    if first is not None and any(value and plain(value) != plain(first) for value in values):
        kept.append(KeptHeader(what=what, kept=first, said=tuple(values)))
    return first


def _info(
    headers: Sequence[Sequence[tuple[str, str]]], kept: list[KeptHeader]
) -> tuple[tuple[str, str], ...]:
    """Return the headers of the first record, and behind them those that only others have."""
    united = list(headers[0])
    by_record = [dict(pairs) for pairs in headers]
    for key, value in chain(*headers[1:]):
        if key not in dict(united):
            united.append((key, value))
    for key in dict(united):
        _first(key, [values.get(key) for values in by_record], kept)
    return tuple(united)
