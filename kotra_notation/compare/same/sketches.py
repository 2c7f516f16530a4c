"""Sketches of matches, a few hundred bytes of each, and how alike two of them are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import log2
from typing import NamedTuple
from zlib import crc32

from kotra_notation import model
from kotra_notation.compare.naming import Words, may_be_same, words
from kotra_notation.compare.paths import heaviest_chain
from kotra_notation.values import dataclass

# So many throws in a row make a shingle: two matches share one by chance once in 2^26 places.
WIDTH = 6
# So many throws at the beginning are looked up by themselves, for records that are hardly longer.
OPENING = 4
UNKNOWN = 0
_BITS = 5

# Both orders of two dice have one number.
CODES = {
    dice: code
    for code, (high, low) in enumerate([(high, low) for high in range(1, 7) for low in range(high + 1)], 1)
    for dice in ((high, low), (low, high))
}
DOUBLES = frozenset([code for (high, low), code in CODES.items() if high == low])
_POINTS = tuple([crc32(bytes([point])) for point in range(256)])
_ALL_BITS = 0xFFFFFFFF
_CUBE = {model.Double: "d", model.Beaver: "b", model.Take: "t", model.Drop: "p"}

Won = tuple[int, float | None] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """The facts by which a match is known again.

    `throws`, `seats` and `plays` go side by side, 0 for a throw or a play that is not known; `games` are
    the throws of each game; `won` who won each and how much, as stated; `cube` its actions in order,
    `values` what each turns the cube to, None where that is not stated;
    `notes` the number of comments, marks and evaluations.
    """

    names: tuple[Words, Words] = ((), ())
    throws: bytes = b""
    seats: bytes = b""
    plays: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    won: tuple[Won, ...] = ()
    cube: str = ""
    values: tuple[int | None, ...] = ()
    notes: int = 0

    def marks(self) -> set[int]:
        """Return the keys of the sketch: its shingles, and its opening by itself."""
        keys = set(shingles(self.throws, WIDTH))
        opening = shingles(self.throws[:OPENING], OPENING)
        keys.update(number | 1 << WIDTH * _BITS for number in opening if number)
        keys.discard(UNKNOWN)
        return keys


def sketch(match: model.Match) -> Sketch:
    """Return the sketch of a match."""
    throws, seats = bytearray(), bytearray()
    plays: list[int] = []
    games: list[int] = []
    won: list[Won] = []
    cube: list[str] = []
    values: list[int | None] = []
    notes = sum(isinstance(remark, model.Comment) for remark in match.remarks)
    for game in match.games:
        before, result = len(throws), None
        turns = [turn for turn in game.events if isinstance(turn, model.Turn) and turn.dice != (0, 0)]
        throws.extend([CODES.get(turn.dice, UNKNOWN) for turn in turns])
        seats.extend([turn.seat & 1 for turn in turns])
        plays += [play_number(turn.deed.hops) if isinstance(turn.deed, model.Play) else 0 for turn in turns]
        for event in [each for each in game.events if not isinstance(each, model.Turn)]:
            match event:
                case model.Double() | model.Beaver() | model.Take() | model.Drop():
                    cube.append(_CUBE[type(event)])
                    values.append(event.value if isinstance(event, model.Double | model.Beaver) else None)
                case model.ResultClaim(seat=seat, points=points, lost=lost):
                    result = result or (seat ^ lost, points)
                case model.Comment() | model.Mark() | model.Evaluation():
                    notes += 1
        games.append(len(throws) - before)
        won.append(result)
    return Sketch(
        names=(words(match.players[0].name), words(match.players[1].name)),
        throws=bytes(throws),
        seats=bytes(seats),
        plays=tuple(plays),
        games=tuple(games),
        won=tuple(won),
        cube="".join(cube),
        values=tuple(values),
        notes=notes,
    )


@lru_cache(65_536)
def play_number(hops: tuple[model.Hop, ...]) -> int:
    """Return a play as a number: the same for any order and any way of stepping to the same points."""
    return sum([_POINTS[hop.source & 255] - _POINTS[hop.target & 255] for hop in hops]) & _ALL_BITS


def shingles(throws: Iterable[int], width: int) -> list[int]:
    """Return every so many throws in a row as a number, 0 where one of them is not known."""
    numbers: list[int] = []
    number = known = 0
    mask = (1 << width * _BITS) - 1
    for count, throw in enumerate(throws, 1):
        number = (number << _BITS | throw) & mask
        known = known + 1 if throw != UNKNOWN else 0
        if count >= width:
            numbers.append(number if known >= width else UNKNOWN)
    return numbers


# Among ten thousand matches, 2^26 pairs, one that is none passes these bits once in five hundred archives.
ENOUGH = 35.0
_DOUBLE, _OTHER = log2(36), log2(18)
_PLAY, _NAMES, _WHOLE = 1.0, 10.0, 5.0
_ALTERED = 4.0

# The share of what both cover that has to be the same, in throws and in the plays of these.
_SHARE = 0.5
# Records that go on, or begin, with so many throws of their own are not of one match.
_APART, _APART_SHARE = 12, 0.2


class Naming(StrEnum):
    """The kinds of likeness of the names of two records."""

    SAME = "same"
    OTHERWISE = "otherwise"
    OTHER = "other"
    UNNAMED = "unnamed"


class SharedRun(NamedTuple):
    """A row of throws that two records share, by its length and the place of its first in each."""

    one: int
    other: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resemblance:
    """The likeness of two records of one match.

    `swapped`: the sides are exchanged. The second record begins `begins` rolls later and ends `ends` later.
    It lacks `lost` rolls and has `added` more; `throws` and `plays` differ; `unplayed` plays are missing.
    `won` are games with another result.
    """

    matched: int
    share: float
    swapped: bool = False
    naming: Naming = Naming.SAME
    begins: int = 0
    ends: int = 0
    lost: int = 0
    added: int = 0
    throws: int = 0
    plays: int = 0
    unplayed: int = 0
    cube: bool = False
    won: tuple[int, ...] = ()
    notes: int = 0

    @property
    def exact(self) -> bool:
        """Return whether every throw, play, cube action, result and name is the same, the sides too."""
        other = Resemblance(matched=self.matched, share=self.share, notes=self.notes, naming=self.naming)
        return self == other and self.naming in (Naming.SAME, Naming.UNNAMED)


def resemblance(sketch: Sketch, other: Sketch, enough: float = ENOUGH) -> Resemblance | None:
    """Return what two records of one match have otherwise; None where not `enough` speaks for one match."""
    shared_runs = _shared_runs(sketch.throws, other.throws)
    if not shared_runs:
        return None
    beyond = SharedRun(len(sketch.throws), len(other.throws), 0)
    begins, *between, ends = _gaps([SharedRun(0, 0, 0), *shared_runs, beyond])
    # The throws of the shorter record within what both cover.
    first, last = shared_runs[0], shared_runs[-1]
    overlap = begins.both + min(last.one - first.one, last.other - first.other) + last.length + ends.both
    matched = sum(run.length for run in shared_runs)
    apart = max(_APART, _APART_SHARE * overlap)
    if matched < _SHARE * overlap or begins.both > apart or ends.both > apart:
        return None
    pairs = [(run.one + step, run.other + step) for run in shared_runs for step in range(run.length)]
    same, otherwise, unplayed = _plays(sketch, other, pairs)
    if same < otherwise:
        return None
    swapped = 2 * sum(sketch.seats[i] != other.seats[j] for i, j in pairs) > matched
    naming = _naming(sketch.names, other.names[::-1] if swapped else other.names)
    gaps = [begins, *between, ends]
    if _evidence(sketch, other, pairs, same, naming) - _doubt(gaps) < enough:
        return None
    return Resemblance(
        matched=matched,
        share=matched / max(1, overlap),
        swapped=swapped,
        naming=naming,
        begins=begins.one - begins.other,
        ends=ends.other - ends.one,
        lost=sum(max(0, gap.one - gap.other) for gap in between),
        added=sum(max(0, gap.other - gap.one) for gap in between),
        throws=sum(gap.both for gap in gaps),
        plays=otherwise,
        unplayed=unplayed,
        cube=_cubes_differ(sketch, other) and begins.one == begins.other and ends.one == ends.other,
        won=tuple(_differing_results(sketch, other, pairs, swapped)),
        notes=other.notes - sketch.notes,
    )


def _cubes_differ(sketch: Sketch, other: Sketch) -> bool:
    """Return whether actions with the cube differ, or what it is turned to where both say so."""
    return sketch.cube != other.cube or any(
        len({*pair} - {None}) > 1 for pair in zip(sketch.values, other.values, strict=True)
    )


class Gap(NamedTuple):
    """Throws of each record that go with none of the other."""

    one: int
    other: int

    @property
    def both(self) -> int:
        """The number that each of them has."""
        return min(self)


def _gaps(runs: list[SharedRun]) -> Iterator[Gap]:
    for run, after in pairwise(runs):
        yield Gap(after.one - run.one - run.length, after.other - run.other - run.length)


def _shared_runs(one: bytes, other: bytes) -> list[SharedRun]:
    """Return the throws that two records share in order, found by the shingles that each has once."""
    if not one or not other:
        return []
    shorter = min(len(one), len(other))
    width = 3
    while 15**width < 20 * shorter:  # so many throws in a row are hardly ever the same twice
        width += 1
    width = min(width, shorter)
    ours, theirs = _once(shingles(one, width)), _once(shingles(other, width))
    pairs = [(place, theirs[number], 1.0) for number, place in ours.items() if number in theirs]
    shared_runs: list[SharedRun] = []
    done = (0, 0)
    for i, j in heaviest_chain(pairs):
        if i < done[0] or j < done[1]:
            continue
        run = _grown(one, other, i, j, done)
        shared_runs.append(run)
        done = run.one + run.length, run.other + run.length
    # In some records every shingle comes twice: they are known by their beginning.
    if not shared_runs and (run := _grown(one, other, 0, 0, (0, 0))).length:
        return [run]
    return shared_runs


def _once(numbers: Sequence[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    twice: set[int] = {UNKNOWN}
    for place, number in enumerate(numbers):
        if number in places:
            twice.add(number)
        places[number] = place
    return {number: place for number, place in places.items() if number not in twice}


def _grown(one: bytes, other: bytes, i: int, j: int, least: tuple[int, int]) -> SharedRun:
    """Return the run around a pair of places, as far as throws are the same."""
    back = 0
    while i - back > least[0] and j - back > least[1] and one[i - back - 1] == other[j - back - 1]:
        back += 1
    ahead = 0
    while i + ahead < len(one) and j + ahead < len(other) and one[i + ahead] == other[j + ahead]:
        ahead += 1
    return SharedRun(i - back, j - back, back + ahead)


def _plays(sketch: Sketch, other: Sketch, pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Count the plays of shared throws: the same ones, those that differ, those only the first knows."""
    same = otherwise = unplayed = 0
    for i, j in pairs:
        mine, theirs = sketch.plays[i], other.plays[j]
        if mine == theirs:
            same += mine != 0
        elif mine and theirs:
            otherwise += 1
        else:
            unplayed += not theirs
    return same, otherwise, unplayed


def _naming(one: tuple[Words, Words], other: tuple[Words, Words]) -> Naming:
    if one == other and any(one):
        return Naming.SAME
    if not any(one) or not any(other):
        return Naming.UNNAMED
    known = [pair for pair in zip(one, other, strict=True) if all(pair)]
    return Naming.OTHERWISE if known and all(may_be_same(*pair) for pair in known) else Naming.OTHER


def _evidence(
    sketch: Sketch, other: Sketch, pairs: list[tuple[int, int]], plays: int, naming: Naming
) -> float:
    """Return the evidence for one match, in bits."""
    total = plays * _PLAY
    for i, _ in pairs:
        total += _DOUBLE if sketch.throws[i] in DOUBLES else _OTHER
    total += _NAMES * (naming in (Naming.SAME, Naming.OTHERWISE))
    return total + _WHOLE * (len(pairs) == len(sketch.throws) == len(other.throws))


def _doubt(gaps: Sequence[Gap]) -> float:
    """Return the evidence of the throws between and around the shared ones against it, in bits."""
    placing = sum(log2((gap.one + 1) * (gap.other + 1)) for gap in gaps[:-1])
    return placing + _ALTERED * sum(gap.both for gap in gaps)


def _differing_results(
    sketch: Sketch, other: Sketch, pairs: list[tuple[int, int]], swapped: bool
) -> Iterator[int]:
    """Yield the numbers of the games whose stated results differ, by the throws that belong to them."""
    # The game of each throw.
    mine, theirs = (
        [game for game, throws in enumerate(record.games) for _ in range(throws)]
        for record in (sketch, other)
    )
    together = Counter([(mine[i], theirs[j]) for i, j in pairs])
    for (game, against), throws in sorted(together.items()):
        first, second = sketch.won[game], other.won[against]
        if 2 * throws < sketch.games[game]:
            continue
        if first and second and first != (second[0] ^ swapped, second[1]):
            yield game + 1
