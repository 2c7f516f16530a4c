"""`kn.diff`: the matches of two files paired and compared."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest

from kotra_notation.compare import Comparison, DifferenceKind, compared
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.diff_rows import comparison_row
from kotra_notation.jobs.files import Given, Opened, one_given, printable
from kotra_notation.jobs.guarding import LIMIT, guarded
from kotra_notation.jobs.records import chosen, read
from kotra_notation.jobs.rows import Row, row
from kotra_notation.jobs.rulesets import Rules, ruleset_of
from kotra_notation.jobs.tables import table
from kotra_notation.model import Match
from kotra_notation.rules import Ruleset
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPair:
    """A match of each file, or of one where the other has no more; `labels` are the files."""

    number: int
    labels: tuple[str, str]
    a: Match | None
    b: Match | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPair:
    """Two matches compared; nothing to compare where only one file has the match."""

    pair: MatchPair
    comparison: Comparison | None

    @property
    def different(self) -> bool:
        """Whether the records differ."""
        return self.comparison is None or bool(self.comparison.differences)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row of the pair in the document."""
        return comparison_row(
            self.pair.number, self.pair.labels, self.pair.a, self.pair.b, self.comparison, tongue
        )


@dataclass(frozen=True, slots=True)
class Diff:
    """Two files held against each other, match by match; `unread` counts the places of each not read."""

    matches: tuple[ComparedPair, ...]
    unread: tuple[tuple[str, int], ...] = ()

    @property
    def equal(self) -> bool:
        """Whether they say the same."""
        return not any(one.different for one in self.matches)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """What `kotra diff --json` prints."""
        return row(self, "equal matches", tongue, version=VERSION)

    def _repr_html_(self) -> str:
        rows = [
            (
                one["game"]["a"] or "",
                one["turn"]["a"] or "",
                one["kind"],
                *((one[side] or {}).get("text", "") for side in "ab"),
            )
            for match in self.as_json()["matches"]
            for one in match["differences"]
        ]
        return table(("game", "turn", "kind", "A", "B"), rows)


def diff(
    a: Given,
    b: Given,
    *,
    format: str | None = None,
    only: Collection[str] | None = None,
    match: int | None = None,
    rules: Rules = None,
) -> Diff:
    """Two records of a match, in any notations, held against each other; ValueError where they cannot be.

    `only`: such kinds of differences alone, `plays`, `cube`, `score`, `comments` and so on. `match`: this one
    of each file alone, from 1; else they are paired in order.
    """
    kinds = None if only is None else tuple(map(DifferenceKind, only))
    files = one_given(a), one_given(b)
    with guarded(LIMIT, sum(len(file.data) for file in files)):
        return diff_files(*files, format, kinds, match, ruleset_of(rules))


def diff_files(
    a: Opened,
    b: Opened,
    from_: str | None = None,
    kinds: Collection[DifferenceKind] | None = None,
    match: int | None = None,
    rules: Ruleset | None = None,
) -> Diff:
    """The same of files that are open."""
    readings = [read(file, from_) for file in (a, b)]
    found = pairs((a, b), readings, match)
    unread = [
        (file.path, sum(found.severity is Severity.ERROR for found in reading.findings))
        for file, reading in zip((a, b), readings, strict=True)
    ]
    return Diff(
        tuple([compared_pair(pair, kinds, rules) for pair in found]), tuple(one for one in unread if one[1])
    )


def pairs(files: Sequence[Opened], readings: Sequence[Reading], match: int | None) -> list[MatchPair]:
    """The matches of two files in order, or the one that is wanted; ValueError where there is none."""
    labels = printable(files[0].path), printable(files[1].path)
    if match is not None:
        one, other = (_chosen(file, reading, match) for file, reading in zip(files, readings, strict=True))
        return [MatchPair(number=match, labels=labels, a=one, b=other)]
    both = zip_longest(readings[0].matches, readings[1].matches)
    return [MatchPair(number=at, labels=labels, a=one, b=other) for at, (one, other) in enumerate(both, 1)]


def _chosen(file: Opened, reading: Reading, number: int) -> Match:
    """The match of that number; of a file that holds one, that one."""
    alone = len(reading.matches) == 1 and number >= 1
    return reading.matches[0 if alone else chosen(file.path, reading, number) - 1]


def compared_pair(
    pair: MatchPair, kinds: Collection[DifferenceKind] | None, rules: Ruleset | None
) -> ComparedPair:
    """A pair with its differences, those of some kinds alone where these are named."""
    if pair.a is None or pair.b is None:
        return ComparedPair(pair=pair, comparison=None)
    comparison = compared(pair.a, pair.b, rules)
    return ComparedPair(pair=pair, comparison=comparison if kinds is None else comparison.only(kinds))
