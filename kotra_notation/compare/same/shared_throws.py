"""Throws that records share in a row, for very many of them: numbers in sorted arrays, no Python values.

Two records are worth comparing when they share a row of throws so long that chance hardly ever throws it
twice in the archive; of records that are short themselves a shorter row will do, and of those that are very
short the opening alone. The rows get longer with the archive, so that what chance brings together grows no
faster than the archive does. Marks are worked through portion by portion: memory is bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log
from typing import Any

import numpy as np

from kotra_notation.compare.same.sketches import OPENING, UNKNOWN, WIDTH

# What numpy makes of arrays says less than their names.
Array = Any

# Two throws are the same by chance once in so many times.
_CHANCE = 1 / (15 * (2 / 36) ** 2 + 6 * (1 / 36) ** 2)
# Rows of throws that chance brings together are to be so much fewer than the throws there are.
_RARE = 1_000
# An archive of so many records does with the rows of throws of `kotra same`.
_USUAL = 10_000
# Records of at most so many throws are looked up by shorter rows, those of less by a single one of these.
_SHORT, _TINY = 60, 30
# So many records with one row of throws are compared each with each; more of them in a chain.
_FEW = 8

# A mark and the place of its record in one number.
_PLACE_BITS = 24
MOST = 1 << _PLACE_BITS
_STIRRED = np.uint64(0x9E3779B97F4A7C15)
# So many marks are sorted at a time, so many throws worked on.
_PORTION, _SLAB = 1 << 24, 1 << 22


@dataclass(frozen=True, slots=True)
class Throws:
    """The throws of all records one behind the other, where each begins (the last ends), and its place."""

    codes: Array
    starts: Array
    places: Array

    @property
    def lengths(self) -> Array:
        """The number of throws of each record."""
        return np.diff(self.starts)


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows of so many throws; `opening`: only the first of a record; `among`: of these one is needed."""

    width: int
    opening: bool = False
    among: Array | None = None


def pairs(throws: Throws, portion: int = _PORTION) -> Array:
    """Return the places of records that are worth comparing, two a row, those that share most first."""
    if not len(throws.codes):
        return np.zeros((0, 2), np.int64)
    lengths = np.zeros(len(throws.places), np.int64)
    lengths[throws.places] = throws.lengths
    short, tiny = lengths <= _SHORT, lengths <= _TINY
    longer = max(0, round(log(max(1, len(lengths) / _USUAL), _CHANCE)))
    wide = max(WIDTH + longer, ceil(log(_RARE * max(1, len(throws.codes)), _CHANCE)))
    keys, times = np.zeros(0, np.uint64), np.zeros(0, np.int64)
    for rows, weight in (
        (_Rows(wide), 2),
        (_Rows(WIDTH + longer, among=short), 1),
        (_Rows(OPENING + longer, opening=True, among=tiny), 1),
    ):
        for shared in _shared_pairs(throws, rows, portion):
            new, counts = np.unique(shared, return_counts=True)
            united, back = np.unique(np.concatenate([keys, new]), return_inverse=True)
            sums = np.bincount(back, np.concatenate([times, counts * weight]), len(united))
            keys, times = united, sums.astype(np.int64)
    one, other = _places(keys)
    worth = (times > 1) | tiny[one] | tiny[other]
    order = np.lexsort((keys[worth], -times[worth]))
    return np.stack([one[worth], other[worth]], axis=1)[order].astype(np.int64)


def _shared_pairs(throws: Throws, rows: _Rows, portion: int) -> Iterator[Array]:
    """Yield the pairs of records that have a row of throws in common, as numbers, portion by portion."""
    wanted = None
    if rows.among is not None:  # a pair needs one of these records
        marks_of_these = [marks[rows.among[places]] for marks, places in _number_rows(throws, rows)]
        wanted = _distinct(np.concatenate(marks_of_these)) if marks_of_these else np.zeros(0, np.uint64)
        if not len(wanted):
            return
    count = len(throws.places) if rows.opening else len(throws.codes)
    portions = max(1, ceil(count / portion))
    for number in range(portions):
        kept: list[Array] = []
        for marks, places in _number_rows(throws, rows):
            here = marks % np.uint64(portions) == np.uint64(number)
            if wanted is not None:
                nearest = np.minimum(np.searchsorted(wanted, marks), len(wanted) - 1)
                here &= wanted[nearest] == marks
            kept.append(_keys(marks[here], places[here]))
        yield _together(_distinct(np.concatenate(kept)), rows.among)


def _distinct(numbers: Array) -> Array:
    """Return the numbers in order, each once; what numpy has for it looks them up one by one."""
    numbers.sort()
    return numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])] if len(numbers) else numbers


def _number_rows(throws: Throws, rows: _Rows) -> Iterator[tuple[Array, Array]]:
    """Yield the rows of throws as numbers with the places of their records, some records at a time."""
    starts, width = throws.starts, rows.width
    first = 0
    while first < len(throws.places):
        last = int(np.searchsorted(starts, starts[first] + _SLAB, side="right")) - 1
        last = min(max(last, first + 1), len(throws.places))
        begun, ended = int(starts[first]), int(starts[last])
        if rows.opening:
            at = starts[first:last]
            owners = np.arange(first, last)
        else:
            at = np.arange(begun, ended)
            owners = np.repeat(np.arange(first, last), throws.lengths[first:last])
        whole = at + width <= starts[owners + 1]
        at, owners = at[whole], owners[whole]
        marks = np.zeros(len(at), np.uint64)
        known = np.ones(len(at), bool)
        for step in range(width):
            codes = throws.codes[at + step]
            known &= codes != UNKNOWN
            marks = marks << np.uint64(5) | codes
        # As numbers of so many bits as leave room for a place.
        hashed = (marks[known] + np.uint64(1)) * _STIRRED >> np.uint64(_PLACE_BITS)
        yield hashed, throws.places[owners[known]]
        first = last


def _together(keys: Array, among: Array | None) -> Array:
    """Return the pairs of places whose marks are the same, of sorted marks with their places."""
    if len(keys) < 2:
        return keys[:0]
    marks, places = keys >> np.uint64(_PLACE_BITS), (keys & np.uint64(MOST - 1)).astype(np.int64)
    begins = np.flatnonzero(np.concatenate([[True], marks[1:] != marks[:-1]]))
    sizes = np.diff(np.concatenate([begins, [len(marks)]]))
    size, begin = np.repeat(sizes, sizes), np.repeat(begins, sizes)
    found: list[Array] = []
    for step in range(1, _FEW):
        at = np.flatnonzero((marks[step:] == marks[:-step]) & (size[step:] <= _FEW))
        found.append(_keys(places[at], places[at + step]))
    many = np.flatnonzero((size > _FEW) & (np.arange(len(marks)) > begin))
    found.append(_keys(places[many - 1], places[many]))
    found.append(_keys(places[begin[many]], places[many]))
    pairs = np.concatenate(found)
    if among is None:
        return pairs
    one, other = _places(pairs)
    return pairs[among[one] | among[other]]


def _keys(array: Array, other: Array) -> Array:
    return array.astype(np.uint64) << np.uint64(_PLACE_BITS) | other.astype(np.uint64)


def _places(keys: Array) -> tuple[Array, Array]:
    return keys >> np.uint64(_PLACE_BITS), keys & np.uint64(MOST - 1)
