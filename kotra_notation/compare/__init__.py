"""Comparing: two records of a match aligned, and what differs between them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property

from kotra_notation import model
from kotra_notation.compare.aligning import Alignment, GamePair, align, exchange_seats
from kotra_notation.compare.difference import (
    REMARK_KINDS,
    Derived,
    Difference,
    DifferenceKind,
    RemarkCount,
    Saying,
    event_differences,
    happens,
    kind_of,
    lead_alike,
    played_alike,
)
from kotra_notation.compare.remarks import differing
from kotra_notation.dates import plain_header
from kotra_notation.implied import game_numbers, is_implied
from kotra_notation.model import Event, Game, Match, ScoreClaim, Turn
from kotra_notation.replay import MODERN, Frame, GameReplay, Replay, replay
from kotra_notation.replay.awards import same
from kotra_notation.replay.folding import marks_hits
from kotra_notation.rules import Ruleset, named, specification
from kotra_notation.rules.old_icelandic import award_named
from kotra_notation.values import dataclass

FEW = 3  # so many remarks are told one by one where the other record has none of the kind


class ComparedRecord:
    """A record with its replay, made when something is asked that only the board tells."""

    def __init__(self, match: Match, rules: Ruleset | None = None) -> None:
        self.match = match
        self._rules = rules
        self._alone: dict[int, GameReplay] = {}

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules the record states, or those given."""
        return self._rules or named(self.match.rules or MODERN).ruleset

    @cached_property
    def marked(self) -> bool:
        """Return whether the record marks hits."""
        return marks_hits(self.match)

    @cached_property
    def replay(self) -> Replay:
        """The whole record replayed."""
        return replay(self.match, self._rules)

    @cached_property
    def _numbers(self) -> tuple[int, ...]:
        return game_numbers(self.match.games)

    def number(self, place: int | None) -> int | None:
        """Return the number of the game at a place, None where there is none."""
        return None if place is None else self._numbers[place]

    def outcome(self, place: int) -> GameReplay:
        """Return a game replayed for its winner and points; the match length limits what may be agreed."""
        return self._by_itself(place) if self.match.length else self.replay.games[place]

    def _by_itself(self, place: int) -> GameReplay:
        """Return a game replayed without the others, which is all that its boards need."""
        if place not in self._alone:
            alone = replace(self.match, games=(self.match.games[place],))
            self._alone[place] = replay(alone, self._rules).games[0]
        return self._alone[place]

    def frames(self, place: int, events: Iterable[int | None]) -> dict[int, Frame]:
        """Return the frames of some events of a game by their places."""
        wanted = sorted({event for event in events if event is not None})
        return dict(zip(wanted, self._by_itself(place).frames_at(wanted), strict=True)) if wanted else {}

    def turns(self, place: int) -> list[int]:
        """Return for each event of a game the number of the throw that it is or precedes, from 1."""
        numbers, thrown = [], 0
        for event in self.match.games[place].events:
            numbers.append(thrown + 1)
            thrown += isinstance(event, Turn)
        return numbers


@dataclass(slots=True)
class _Row:
    """An event in one record or in both, by its places, and the remarks behind it in each."""

    row: int | None
    a: int | None = None
    b: int | None = None
    remarks_a: list[Event] = field(default_factory=list)
    remarks_b: list[Event] = field(default_factory=list)


# What a record need not say, because its plays lead to it.
DERIVABLE = model.ResultClaim | model.AwardClaim | model.Draw


class GameComparing:
    """The differences of two games, `absent` being kinds of remarks that are told for the whole match."""

    def __init__(
        self,
        place: int,
        pair: GamePair,
        records: tuple[ComparedRecord, ComparedRecord],
        absent: Collection[DifferenceKind],
    ) -> None:
        self.place, self.pair, self.absent = place, pair, absent
        self.a, self.b = records
        self.i, self.j = pair.a or 0, pair.b or 0
        self.numbers: tuple[list[int], list[int]] = ([], [])
        self.frames: tuple[dict[int, Frame], dict[int, Frame]] = ({}, {})

    def differences(self) -> Iterator[Difference]:
        """Yield all of them in order; a game that one record lacks is one difference."""
        if self.pair.a is None or self.pair.b is None:
            lengths = [
                None if place is None else RemarkCount(number=_throws(record.match.games[place]))
                for record, place in ((self.a, self.pair.a), (self.b, self.pair.b))
            ]
            yield self._difference(None, DifferenceKind.GAMES, *lengths)
            return
        game, other = self.a.match.games[self.i], self.b.match.games[self.j]
        if game.score != other.score:
            # Where only one states it, the score of the other is what its games lead to.
            a: Saying = game.score or Derived(score=self.a.replay.games[self.i].score_before)
            b: Saying = other.score or Derived(score=self.b.replay.games[self.j].score_before)
            scores = [saying.score for saying in (a, b) if isinstance(saying, ScoreClaim | Derived)]
            if scores[0] != scores[1]:
                yield self._difference(None, DifferenceKind.SCORE, a, b)
        if game.events != other.events:
            self.numbers = self.a.turns(self.i), self.b.turns(self.j)
            yield from self._of_events(game, other)

    def _of_events(self, game: Game, other: Game) -> Iterator[Difference]:
        self._ask_boards(game, other)
        for row in self._rows(game, other):
            for kind, a, b in self._of_row(row, game, other):
                yield self._difference(row, kind, a, b)
            for kind, left, right in differing(row.remarks_a, row.remarks_b):
                if kind not in self.absent:
                    yield self._difference(row, kind, left or None, right or None)

    def _ask_boards(self, game: Game, other: Game) -> None:
        """Make the frames of turns that hops alone do not compare, and of what only one record has."""
        asked: tuple[list[int], list[int]] = ([], [])
        shown = model.SetPosition | model.PhaseStart  # what the board shows need not be said
        for i, j in self.pair.pairs:
            a = None if i is None else game.events[i]
            b = None if j is None else other.events[j]
            unclear = isinstance(a, Turn) and isinstance(b, Turn) and self._played_alike(a, b) is None
            if i is not None and (unclear or (j is None and isinstance(a, shown))):
                asked[0].append(i)
            if j is not None and (unclear or (i is None and isinstance(b, shown))):
                asked[1].append(j)
        self.frames = self.a.frames(self.i, asked[0]), self.b.frames(self.j, asked[1])

    def _rows(self, game: Game, other: Game) -> Iterator[_Row]:
        """Yield the events with the remarks behind them, but for what one record alone says and both tell."""
        remarks_a, remarks_b = _remarks(game), _remarks(other)
        last = _Row(None, remarks_a=remarks_a.get(-1, []), remarks_b=remarks_b.get(-1, []))
        for number, (i, j) in enumerate(self.pair.pairs):
            here = [] if i is None else remarks_a.get(i, []), [] if j is None else remarks_b.get(j, [])
            if (i is None and j is not None and _is_implied(other, j, self.frames[1], self.a, self.i)) or (
                j is None and i is not None and _is_implied(game, i, self.frames[0], self.b, self.j)
            ):
                last.remarks_a += here[0]
                last.remarks_b += here[1]
                continue
            yield last
            last = _Row(number, i, j, *here)
        yield last

    def _of_row(self, row: _Row, game: Game, other: Game) -> Iterator[tuple[DifferenceKind, Saying, Saying]]:
        a = None if row.a is None else game.events[row.a]
        b = None if row.b is None else other.events[row.b]
        if a is not None and b is not None:
            if a != b:
                alike = isinstance(a, Turn) and isinstance(b, Turn) and self._played_alike(a, b)
                if alike is None and isinstance(a, Turn) and isinstance(b, Turn):
                    alike = lead_alike(a, b, self.frames[0][row.a or 0], self.frames[1][row.b or 0])
                yield from event_differences(a, b, bool(alike))
        elif a is not None:
            yield kind_of(a), a, _derived_result(a, self.b, self.j)
        elif b is not None:
            yield kind_of(b), _derived_result(b, self.a, self.i), b

    def _played_alike(self, a: Turn, b: Turn) -> bool | None:
        return played_alike(a, b, marked=self.a.marked and self.b.marked)

    def _difference(self, row: _Row | None, kind: DifferenceKind, a: Saying, b: Saying) -> Difference:
        turns = [
            None if place is None else numbers[place]
            for numbers, place in zip(self.numbers, (row.a, row.b) if row else (None, None), strict=True)
        ]
        return Difference(
            kind=kind,
            a=a,
            b=b,
            pair=self.place,
            row=row.row if row else None,
            games=(self.a.number(self.pair.a), self.b.number(self.pair.b)),
            turns=(turns[0], turns[1]),
            seat=getattr(b if a is None else a, "seat", None),
        )


def _throws(game: Game) -> int:
    return sum(isinstance(event, Turn) for event in game.events)


def _remarks(game: Game) -> dict[int, list[Event]]:
    """Return the remarks behind each thing that happens, by its place; those before all of them at -1."""
    remarks: dict[int, list[Event]] = {}
    last = -1
    for place, event in enumerate(game.events):
        if happens(event):
            last = place
        else:
            remarks.setdefault(last, []).append(event)
    return remarks


def _is_implied(
    game: Game, place: int, frames: Mapping[int, Frame], other: ComparedRecord, other_game: int
) -> bool:
    """Return whether an event that only one record has follows from what both say."""
    event, frame = game.events[place], frames.get(place)
    if is_implied(game.events, place) or (frame and _changes_nothing(frame)):
        return True
    return isinstance(event, DERIVABLE) and _follows(event, other.outcome(other_game))


def _changes_nothing(frame: Frame) -> bool:
    """Return whether a position that is set up, or a phase that begins, is what the board shows already."""
    match frame.event:
        case model.SetPosition():
            return frame.before.seen_by(0) == frame.after.seen_by(0)
        case model.PhaseStart(phase=phase):
            return frame.before.course.phase == phase
        case _:
            return False


def _follows(event: Event, other: GameReplay) -> bool:
    """Return whether a claim that only one record makes follows from what the other has."""
    match event:
        case model.ResultClaim(points=points):
            return other.winner == event.winner and points in (None, other.ending.points, other.points)
        case model.AwardClaim(seat=seat, kind=kind):
            return any(award.seat == seat and same(award.kind, award_named(kind)) for award in other.awards)
        case _:
            return other.kind == "draw"


def _derived_result(event: Event, record: ComparedRecord, place: int) -> Derived | None:
    """Return what the plays of a record tell where it has no such result; None where they tell nothing."""
    if not isinstance(event, model.ResultClaim):
        return None
    other = record.outcome(place)
    return None if other.winner is None else Derived(winner=other.winner, points=other.ending.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two compared records; the seats of `b` are those of `a`."""

    a: ComparedRecord
    b: ComparedRecord
    alignment: Alignment
    differences: tuple[Difference, ...]

    def only(self, kinds: Collection[DifferenceKind]) -> Comparison:
        """Return the comparison with differences of these kinds alone."""
        return replace(self, differences=tuple([each for each in self.differences if each.kind in kinds]))


def compare_matches(a: Match, b: Match, rules: Ruleset | None = None) -> Comparison:
    """Return what differs between two records; each is replayed under the rules it states, or those given."""
    alignment = align(a, b)
    seen = exchange_seats(b) if alignment.swapped else b
    records = ComparedRecord(a, rules), ComparedRecord(seen, rules)
    differences = list(head_differences(a, seen))
    absent = _absent(a, b)
    for kind, counts in absent.items():
        tallies = [RemarkCount(number=count) if count else None for count in counts]
        differences.append(Difference(kind=kind, a=tallies[0], b=tallies[1]))
    for place, pair in enumerate(alignment.games):
        differences += GameComparing(place, pair, records, absent).differences()
    return Comparison(a=records[0], b=records[1], alignment=alignment, differences=tuple(differences))


def _absent(a: Match, b: Match) -> dict[DifferenceKind, tuple[int, int]]:
    """Return the kinds of remarks that one record has many of and the other none, with their numbers."""
    counts = {kind: [0, 0] for kind in REMARK_KINDS.values()}
    for side, match in enumerate((a, b)):
        for game in match.games:
            for event in game.events:
                if kind := REMARK_KINDS.get(type(event)):
                    counts[kind][side] += 1
    return {
        kind: (count, other)
        for kind, (count, other) in counts.items()
        if min(count, other) == 0 and max(count, other) > FEW
    }


def head_differences(a: Match, b: Match) -> Iterator[Difference]:
    """Yield the differences of two heads; the seats of the second are those of the first."""
    for seat, (player, other) in enumerate(zip(a.players, b.players, strict=True)):
        names = " ".join(player.name.split()), " ".join(other.name.split())
        if names[0] != names[1]:
            yield Difference(kind=DifferenceKind.NAMES, a=names[0] or None, b=names[1] or None, seat=seat)
        extras, others = ({"rating": each.rating or "", **each.extras} for each in (player, other))
        yield from _of_headers(extras, others, seat)
    if (a.length or 0) != (b.length or 0):
        yield Difference(kind=DifferenceKind.RULES, a=a.length, b=b.length, what="length")
    rules, other_rules = _rules(a), _rules(b)
    if rules != other_rules:
        yield Difference(kind=DifferenceKind.RULES, a=rules, b=other_rules, what="rules")
    yield from _of_headers(_headers(a), _headers(b))
    for kind, left, right in differing(a.remarks, b.remarks):
        yield Difference(kind=kind, a=left or None, b=right or None)


def _of_headers(a: Mapping[str, str], b: Mapping[str, str], seat: int | None = None) -> Iterator[Difference]:
    for key in dict.fromkeys((*a, *b)):
        value, other = (" ".join(headers.get(key, "").split()) for headers in (a, b))
        if plain_header(key, value) != plain_header(key, other):
            yield Difference(
                kind=DifferenceKind.HEADERS, a=value or None, b=other or None, seat=seat, what=key
            )


def _headers(match: Match) -> dict[str, str]:
    """Return the headers, one that stands several times with all that it says."""
    headers: dict[str, str] = {}
    for key, value in match.info:
        headers[key] = f"{headers[key]}\n{value}" if key in headers else value
    return headers


def _rules(match: Match) -> str:
    """Return the rules as they are in force, and what of their text nobody knows."""
    chosen = named(match.rules or MODERN)
    known = specification(chosen.ruleset)
    return f"{known} ({match.rules})" if chosen.findings else known
