"""The differences of two records of a match: their heads, then game by game."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from kotra_notation.compare.aligning import Alignment, GamePair, aligned
from kotra_notation.compare.difference import (
    REMARKS,
    Derived,
    Difference,
    DifferenceKind,
    RemarkCount,
    Saying,
)
from kotra_notation.compare.likeness import happens
from kotra_notation.compare.plays import alike, lead_alike
from kotra_notation.compare.remarks import differing
from kotra_notation.compare.rows import (
    DERIVABLE,
    SHOWN,
    Found,
    changes_nothing,
    kind_of,
    row_differences,
    said_otherwise,
    unsaid,
)
from kotra_notation.compare.seats import exchanged
from kotra_notation.compare.sides import ComparedRecord
from kotra_notation.implied import implied
from kotra_notation.model import Event, Game, Match, ScoreClaim, Turn
from kotra_notation.replay import MODERN, Frame
from kotra_notation.rules import Ruleset, named, specification


@dataclass(slots=True)
class _Row:
    """What happened in one record or in both, by its places, and the remarks behind it in each."""

    row: int | None
    a: int | None = None
    b: int | None = None
    said_a: list[Event] = field(default_factory=list)
    said_b: list[Event] = field(default_factory=list)


class GameComparing:
    """The differences of two games, `absent` being kinds of remarks that are told for the whole match."""

    def __init__(
        self,
        place: int,
        pair: GamePair,
        a: ComparedRecord,
        b: ComparedRecord,
        absent: Collection[DifferenceKind],
    ) -> None:
        self.place, self.pair, self.a, self.b, self.absent = place, pair, a, b, absent
        self.numbers: tuple[list[int], list[int]] = ([], [])
        self.frames: tuple[dict[int, Frame], dict[int, Frame]] = ({}, {})

    def differences(self) -> Iterator[Difference]:
        """All of them in order; a game that one record lacks is one difference."""
        game, other = _game(self.a, self.pair.a), _game(self.b, self.pair.b)
        if game is None or other is None:
            yield self._difference(None, DifferenceKind.GAMES, _length(game), _length(other))
            return
        yield from self._scores(game, other)
        if game.events != other.events:
            self.numbers = self.a.turns(self.pair.a or 0), self.b.turns(self.pair.b or 0)
            yield from self._of_events(game, other)

    def _scores(self, game: Game, other: Game) -> Iterator[Difference]:
        """The scores at the head; where only one states it, the other's is what its games lead to."""
        if game.score == other.score:
            return
        a: Saying = game.score or self._derived(self.a, self.pair.a)
        b: Saying = other.score or self._derived(self.b, self.pair.b)
        values = [saying.score for saying in (a, b) if isinstance(saying, ScoreClaim | Derived)]
        if values[0] != values[1]:
            yield self._difference(None, DifferenceKind.SCORE, a, b)

    def _derived(self, side: ComparedRecord, place: int | None) -> Derived:
        return Derived(score=side.game(place or 0).score_before)

    def _of_events(self, game: Game, other: Game) -> Iterator[Difference]:
        self._ask_boards(game, other)
        for row in self._rows(game, other):
            for kind, a, b in self._of_row(row, game, other):
                yield self._difference(row, kind, a, b)
            for kind, left, right in differing(row.said_a, row.said_b):
                if kind not in self.absent:
                    yield self._difference(row, kind, left or None, right or None)

    def _ask_boards(self, game: Game, other: Game) -> None:
        """The frames of turns that hops alone do not compare, and of what only one record has."""
        asked: tuple[list[int], list[int]] = ([], [])
        for i, j in self.pair.pairs:
            if i is None or j is None:
                if i is not None and isinstance(game.events[i], SHOWN):
                    asked[0].append(i)
                if j is not None and isinstance(other.events[j], SHOWN):
                    asked[1].append(j)
                continue
            a, b = game.events[i], other.events[j]
            if isinstance(a, Turn) and isinstance(b, Turn) and self._alike(a, b) is None:
                asked[0].append(i)
                asked[1].append(j)
        self.frames = (
            self.a.frames(self.pair.a or 0, asked[0]),
            self.b.frames(self.pair.b or 0, asked[1]),
        )

    def _rows(self, game: Game, other: Game) -> Iterator[_Row]:
        """What happened, with the remarks behind it; what one record alone says and both tell is left out."""
        said_a, said_b = _remarks(game), _remarks(other)
        last = _Row(None, said_a=said_a.get(-1, []), said_b=said_b.get(-1, []))
        for number, (i, j) in enumerate(self.pair.pairs):
            here = [said_a.get(i, []) if i is not None else [], said_b.get(j, []) if j is not None else []]
            if self._silent(i, j, game, other):
                last.said_a += here[0]
                last.said_b += here[1]
                continue
            yield last
            last = _Row(number, i, j, *here)
        yield last

    def _silent(self, i: int | None, j: int | None, game: Game, other: Game) -> bool:
        """Return whether only one record says a thing and what the other says tells it too."""
        if i is None and j is not None:
            return self._implied(other, j, self.frames[1].get(j), self.a, self.pair.a or 0)
        if j is None and i is not None:
            return self._implied(game, i, self.frames[0].get(i), self.b, self.pair.b or 0)
        return False

    def _implied(
        self, game: Game, place: int, frame: Frame | None, other: ComparedRecord, other_place: int
    ) -> bool:
        event = game.events[place]
        if implied(game.events, place) or (frame and changes_nothing(frame)):
            return True
        return isinstance(event, DERIVABLE) and said_otherwise(event, other.outcome(other_place))

    def _of_row(self, row: _Row, game: Game, other: Game) -> Iterator[Found]:
        a = None if row.a is None else game.events[row.a]
        b = None if row.b is None else other.events[row.b]
        if a is not None and b is not None:
            if a != b:
                yield from row_differences(a, b, self._played_alike(row, a, b))
        elif a is not None:
            yield kind_of(a), a, unsaid(a, self.b, self.pair.b or 0)
        elif b is not None:
            yield kind_of(b), unsaid(b, self.a, self.pair.a or 0), b

    def _played_alike(self, row: _Row, a: Event, b: Event) -> bool:
        if not isinstance(a, Turn) or not isinstance(b, Turn) or row.a is None or row.b is None:
            return False
        told = self._alike(a, b)
        return lead_alike(a, b, self.frames[0][row.a], self.frames[1][row.b]) if told is None else told

    def _alike(self, a: Turn, b: Turn) -> bool | None:
        return alike(a, b, marked=self.a.marked and self.b.marked)

    def _difference(self, row: _Row | None, kind: DifferenceKind, a: Saying, b: Saying) -> Difference:
        turns = [
            None if row is None or place is None else numbers[place]
            for numbers, place in zip(self.numbers, (row.a, row.b) if row else (None, None), strict=True)
        ]
        games = [None if place is None else place + 1 for place in (self.pair.a, self.pair.b)]
        return Difference(
            kind=kind,
            a=a,
            b=b,
            pair=self.place,
            row=row.row if row else None,
            games=(games[0], games[1]),
            turns=(turns[0], turns[1]),
            seat=_seat(a if a is not None else b),
        )


def _game(side: ComparedRecord, place: int | None) -> Game | None:
    return None if place is None else side.match.games[place]


def _length(game: Game | None) -> RemarkCount | None:
    """Return how many throws a game has."""
    return None if game is None else RemarkCount(number=sum(isinstance(event, Turn) for event in game.events))


def _seat(saying: Saying) -> int | None:
    if isinstance(saying, tuple):
        return None
    return getattr(saying, "seat", None)


def _remarks(game: Game) -> dict[int, list[Event]]:
    """The remarks behind each thing that happens, by its place; those before all of them at -1."""
    said: dict[int, list[Event]] = {}
    last = -1
    for place, event in enumerate(game.events):
        if happens(event):
            last = place
        else:
            said.setdefault(last, []).append(event)
    return said


FEW = 3  # so many remarks are told one by one where the other record has none of the kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two records held against each other; `b` has the seats of `a`, whatever its own are."""

    a: ComparedRecord
    b: ComparedRecord
    alignment: Alignment
    differences: tuple[Difference, ...]

    def only(self, kinds: Collection[DifferenceKind]) -> Comparison:
        """The comparison with differences of these kinds alone."""
        return replace(
            self,
            differences=tuple([difference for difference in self.differences if difference.kind in kinds]),
        )


def compared(a: Match, b: Match, rules: Ruleset | None = None) -> Comparison:
    """Return what differs between two records; each is replayed under the rules it states, or those given."""
    alignment = aligned(a, b)
    seen = exchanged(b) if alignment.swapped else b
    record, other = ComparedRecord(a, rules), ComparedRecord(seen, rules)
    differences = list(head_differences(a, seen))
    absent = _absent(a, b)
    for kind, counts in absent.items():
        tallies = [RemarkCount(number=count) if count else None for count in counts]
        differences.append(Difference(kind=kind, a=tallies[0], b=tallies[1]))
    for place, pair in enumerate(alignment.games):
        differences += GameComparing(place, pair, record, other, absent).differences()
    return Comparison(a=record, b=other, alignment=alignment, differences=tuple(differences))


def _absent(a: Match, b: Match) -> dict[DifferenceKind, tuple[int, int]]:
    """The kinds of remarks of which one record has many and the other none, with their numbers."""
    counts = {kind: [0, 0] for kind in REMARKS.values()}
    for side, match in enumerate((a, b)):
        for game in match.games:
            for event in game.events:
                if kind := REMARKS.get(type(event)):
                    counts[kind][side] += 1
    return {
        kind: (one, other)
        for kind, (one, other) in counts.items()
        if min(one, other) == 0 and max(one, other) > FEW
    }


def head_differences(a: Match, b: Match) -> Iterator[Difference]:
    """The differences of two heads; the seats of the second are those of the first."""
    yield from _of_players(a, b)
    if (a.length or 0) != (b.length or 0):
        yield Difference(kind=DifferenceKind.RULES, a=a.length, b=b.length, what="length")
    one, other = _rules(a), _rules(b)
    if one != other:
        yield Difference(kind=DifferenceKind.RULES, a=one, b=other, what="rules")
    yield from _of_headers(_headers(a), _headers(b))
    for kind, left, right in differing(a.remarks, b.remarks):
        yield Difference(kind=kind, a=left or None, b=right or None)


def _of_players(a: Match, b: Match) -> Iterator[Difference]:
    for seat, (one, other) in enumerate(zip(a.players, b.players, strict=True)):
        names = " ".join(one.name.split()), " ".join(other.name.split())
        if names[0] != names[1]:
            yield Difference(kind=DifferenceKind.NAMES, a=names[0] or None, b=names[1] or None, seat=seat)
        more, further = ({"rating": player.rating or "", **player.extras} for player in (one, other))
        for header in _of_headers(more, further):
            yield Difference(kind=header.kind, a=header.a, b=header.b, seat=seat, what=header.what)


def _of_headers(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[Difference]:
    for key in dict.fromkeys((*a, *b)):
        one, other = (" ".join(some.get(key, "").split()) for some in (a, b))
        if one != other:
            yield Difference(kind=DifferenceKind.HEADERS, a=one or None, b=other or None, what=key)


def _headers(match: Match) -> dict[str, str]:
    """The headers, one that stands several times with all that it says."""
    found: dict[str, str] = {}
    for key, value in match.info:
        found[key] = f"{found[key]}\n{value}" if key in found else value
    return found


def _rules(match: Match) -> str:
    """The rules as they are in force, and what of their text nobody knows."""
    chosen = named(match.rules or MODERN)
    known = specification(chosen.ruleset)
    return f"{known} ({match.rules})" if chosen.findings else known
