"""Resemblance, how far two sketches are one match: the throws they share in order, and what tells them apart.

The evidence is counted in bits, as many as a chance agreement would need: a throw is worth four and more,
so that eight throws in a row are enough whatever the names are, and a record of five needs the names too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from math import log2
from typing import NamedTuple

from kotra_notation.compare.naming import Words, alike
from kotra_notation.compare.paths import chain
from kotra_notation.compare.same.sketches import DOUBLES, UNKNOWN, Sketch, shingles

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
    """How the names of two records go together."""

    SAME = "same"
    OTHERWISE = "otherwise"
    OTHER = "other"
    UNNAMED = "unnamed"


class SharedRun(NamedTuple):
    """So many throws in a row that are the same, with the place of the first in each record."""

    one: int
    other: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Resemblance:
    """Two records of one match, and what the other has otherwise than the one.

    `swapped`: the sides. `begins` and `ends`: so many throws later, or earlier where negative. `lost` and
    `added`: throws within that it lacks and has beside; `throws` and `plays` are otherwise; `unplayed` are
    plays that it lacks. `won`: the numbers of games with another result.
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
    """What two records of one match have otherwise; None where not `enough` speaks for their being of one."""
    shared_runs = runs(sketch.throws, other.throws)
    if not shared_runs:
        return None
    begins, ends = _begins(shared_runs), _ends(shared_runs, len(sketch.throws), len(other.throws))
    overlap = _overlap(shared_runs, begins.both, ends.both)
    matched = sum(run.length for run in shared_runs)
    if matched < _SHARE * overlap or _apart(begins, overlap) or _apart(ends, overlap):
        return None
    pairs = [(run.one + at, run.other + at) for run in shared_runs for at in range(run.length)]
    same, otherwise, unplayed = _plays(sketch, other, pairs)
    if same < otherwise:
        return None
    swapped = 2 * sum(sketch.seats[i] != other.seats[j] for i, j in pairs) > matched
    naming = _naming(sketch.names, other.names[::-1] if swapped else other.names)
    gaps = [begins, *_gaps(shared_runs), ends]
    if _evidence(sketch, other, pairs, same, naming) - _doubt(gaps) < enough:
        return None
    return Resemblance(
        matched=matched,
        share=matched / max(1, overlap),
        swapped=swapped,
        naming=naming,
        begins=begins.one - begins.other,
        ends=ends.other - ends.one,
        lost=sum(max(0, gap.one - gap.other) for gap in gaps[1:-1]),
        added=sum(max(0, gap.other - gap.one) for gap in gaps[1:-1]),
        throws=sum(gap.both for gap in gaps),
        plays=otherwise,
        unplayed=unplayed,
        cube=_cubes(sketch, other) and not (begins.differ or ends.differ),
        won=tuple(_won(sketch, other, pairs, swapped)),
        notes=other.notes - sketch.notes,
    )


def _cubes(sketch: Sketch, other: Sketch) -> bool:
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
        """So many that each of them has."""
        return min(self)

    @property
    def differ(self) -> bool:
        """Return whether one has more of them."""
        return self.one != self.other


def runs(one: bytes, other: bytes) -> list[SharedRun]:
    """The throws that two records share in order, found by the shingles that each has once."""
    if not one or not other:
        return []
    width = _width(min(len(one), len(other)))
    theirs = _once(shingles(other, width))
    pairs = [
        (at, theirs[number], 1.0) for number, at in _once(shingles(one, width)).items() if number in theirs
    ]
    shared_runs: list[SharedRun] = []
    done = (0, 0)
    for i, j in chain(pairs):
        if i < done[0] or j < done[1]:
            continue
        run = _grown(one, other, i, j, done)
        shared_runs.append(run)
        done = run.one + run.length, run.other + run.length
    return shared_runs or _beginning(one, other)


def _width(length: int) -> int:
    """So many throws in a row as are hardly ever the same twice in a record of a length."""
    width = 3
    while 15**width < 20 * length:
        width += 1
    return min(width, length)


def _once(numbers: Sequence[int]) -> dict[int, int]:
    places: dict[int, int] = {}
    twice: set[int] = {UNKNOWN}
    for at, number in enumerate(numbers):
        if number in places:
            twice.add(number)
        places[number] = at
    return {number: at for number, at in places.items() if number not in twice}


def _grown(one: bytes, other: bytes, i: int, j: int, least: tuple[int, int]) -> SharedRun:
    """The run around a pair of places, as far as throws are the same."""
    back = 0
    while i - back > least[0] and j - back > least[1] and one[i - back - 1] == other[j - back - 1]:
        back += 1
    ahead = 0
    while i + ahead < len(one) and j + ahead < len(other) and one[i + ahead] == other[j + ahead]:
        ahead += 1
    return SharedRun(i - back, j - back, back + ahead)


def _beginning(one: bytes, other: bytes) -> list[SharedRun]:
    """The run at the beginning of both, for records in which every shingle comes twice."""
    run = _grown(one, other, 0, 0, (0, 0))
    return [run] if run.length else []


def _begins(shared_runs: list[SharedRun]) -> Gap:
    return Gap(shared_runs[0].one, shared_runs[0].other)


def _ends(shared_runs: list[SharedRun], one: int, other: int) -> Gap:
    last = shared_runs[-1]
    return Gap(one - last.one - last.length, other - last.other - last.length)


def _gaps(shared_runs: list[SharedRun]) -> Iterator[Gap]:
    for run, following in pairwise(shared_runs):
        yield Gap(following.one - run.one - run.length, following.other - run.other - run.length)


def _overlap(shared_runs: list[SharedRun], head: int, tail: int) -> int:
    """The throws of the shorter record within what both cover."""
    first, last = shared_runs[0], shared_runs[-1]
    spans = last.one - first.one, last.other - first.other
    return head + min(spans) + last.length + tail


def _apart(gap: Gap, overlap: int) -> bool:
    return gap.both > _APART and gap.both > _APART_SHARE * overlap


def _plays(sketch: Sketch, other: Sketch, pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Of throws that are the same: plays that are too, those that are not, those only the one knows."""
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
    return Naming.OTHERWISE if known and all(alike(*pair) for pair in known) else Naming.OTHER


def _evidence(
    sketch: Sketch, other: Sketch, pairs: list[tuple[int, int]], plays: int, naming: Naming
) -> float:
    """Return how much speaks for one match, in bits."""
    total = plays * _PLAY
    for i, _ in pairs:
        total += _DOUBLE if sketch.throws[i] in DOUBLES else _OTHER
    total += _NAMES * (naming in (Naming.SAME, Naming.OTHERWISE))
    return total + _WHOLE * (len(pairs) == len(sketch.throws) == len(other.throws))


def _doubt(gaps: Sequence[Gap]) -> float:
    """Return what the throws between and around those that are the same speak against it, in bits."""
    placing = sum(log2((gap.one + 1) * (gap.other + 1)) for gap in gaps[:-1])
    return placing + _ALTERED * sum(gap.both for gap in gaps)


def _won(sketch: Sketch, other: Sketch, pairs: list[tuple[int, int]], swapped: bool) -> Iterator[int]:
    """The numbers of the games whose stated results differ, by the throws that belong to them."""
    mine, theirs = _games(sketch), _games(other)
    together = Counter([(mine[i], theirs[j]) for i, j in pairs])
    for (game, against), throws in sorted(together.items()):
        first, second = sketch.won[game], other.won[against]
        if 2 * throws < sketch.games[game]:
            continue
        if first and second and first != (second[0] ^ swapped, second[1]):
            yield game + 1


def _games(sketch: Sketch) -> list[int]:
    return [number for number, throws in enumerate(sketch.games) for _ in range(throws)]
