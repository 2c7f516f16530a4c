"""`kn.diff`: the matches of two files paired and compared."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import zip_longest

from kotra_notation.compare import Comparison, compare_matches
from kotra_notation.compare.difference import Difference, DifferenceKind
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.files import Given, Opened, printable
from kotra_notation.jobs.guarding import LIMIT, guard
from kotra_notation.jobs.records import choose_match, read_matches
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.model import Match
from kotra_notation.replay import Frame
from kotra_notation.report.cleaning import bare
from kotra_notation.report.event_words import event_parts, saying_words
from kotra_notation.report.page import player_names
from kotra_notation.rules import Ruleset
from kotra_notation.rules.named import Rules, ruleset_of
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

# Differences of two matches as rows of JSON.


Frames = Mapping[int, Frame]


def comparison_row(
    number: int,
    labels: tuple[str, str],
    a: Match | None,
    b: Match | None,
    comparison: Comparison | None,
    tongue: Tongue,
) -> Row:
    """A match of each file, or of one, and in what they differ."""
    return {
        "number": number,
        "a": _record(labels[0], a),
        "b": _record(labels[1], b),
        "equal": comparison is not None and not comparison.differences,
        "swapped": comparison.alignment.swapped if comparison else None,
        "games": [
            {"a": comparison.a.number(pair.a), "b": comparison.b.number(pair.b)}
            for pair in comparison.alignment.games
        ]
        if comparison
        else [],
        "differences": _differences(comparison, tongue) if comparison else [],
    }


def _record(label: str, match: Match | None) -> Row | None:
    if match is None:
        return None
    return {"path": label, "players": [bare(player.name) for player in match.players]}


def _differences(comparison: Comparison, tongue: Tongue) -> list[Row]:
    """The differences in order; the frames of a game are made at once."""
    rows: dict[int, set[int]] = {}
    for difference in comparison.differences:
        if difference.pair is not None and difference.row is not None:
            rows.setdefault(difference.pair, set()).add(difference.row)
    frames: dict[int, tuple[Frames, Frames]] = {}
    for pair_index, wanted in rows.items():
        pair = comparison.alignment.games[pair_index]
        frames[pair_index] = (
            comparison.a.frames(pair.a or 0, [pair.pairs[row][0] for row in wanted]),
            comparison.b.frames(pair.b or 0, [pair.pairs[row][1] for row in wanted]),
        )
    return [_difference(difference, comparison, frames, tongue) for difference in comparison.differences]


def _difference(
    difference: Difference,
    comparison: Comparison,
    frames: Mapping[int, tuple[Frames, Frames]],
    tongue: Tongue,
) -> Row:
    return {
        "kind": difference.kind.value,
        "what": difference.what or None,
        "game": {"a": difference.games[0], "b": difference.games[1]},
        "turn": {"a": difference.turns[0], "b": difference.turns[1]},
        "seat": difference.seat,
        "a": _side(difference, comparison, 0, frames, tongue),
        "b": _side(difference, comparison, 1, frames, tongue),
    }


def _side(
    difference: Difference,
    comparison: Comparison,
    side: int,
    frames: Mapping[int, tuple[Frames, Frames]],
    tongue: Tongue,
) -> Row | None:
    """Return what one record says, and where."""
    saying = (difference.a, difference.b)[side]
    if saying is None:
        return None
    span = difference.spans[side]
    names = player_names((comparison.a, comparison.b)[side].match, tongue)
    index = None
    if difference.pair is not None and difference.row is not None:
        index = comparison.alignment.games[difference.pair].pairs[difference.row][side]
    frame = None if index is None or difference.pair is None else frames[difference.pair][side].get(index)
    if frame is not None and frame.event is saying:
        dice, words = event_parts(frame, names, tongue)
        text = f"{dice}: {words}" if dice else words
    else:
        text = saying_words(saying, difference.kind, names, tongue)
    return {
        "text": bare(text),
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
    }


VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPair:
    """A match of each file, or of only one; `labels` name the files."""

    number: int
    labels: tuple[str, str]
    a: Match | None
    b: Match | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPair:
    """Two compared matches; `comparison` is None if only one file has the match."""

    pair: MatchPair
    comparison: Comparison | None

    @property
    def different(self) -> bool:
        """Return whether the records differ."""
        return self.comparison is None or bool(self.comparison.differences)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row of the pair in the document."""
        return comparison_row(
            self.pair.number, self.pair.labels, self.pair.a, self.pair.b, self.comparison, tongue
        )


@dataclass(frozen=True, slots=True, repr=False)
class Diff(Tabular):
    """The differences of two files, by pairs of matches; `unread` counts unreadable places in each."""

    matches: tuple[ComparedPair, ...]
    unread: tuple[tuple[str, int], ...] = ()

    @property
    def equal(self) -> bool:
        """Return whether the records say the same."""
        return not any(match.different for match in self.matches)

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the data of `kotra diff --json`."""
        return row(self, "equal matches", tongue, version=VERSION)

    def _table(self) -> Table:
        rows = [
            (
                difference["game"]["a"] or "",
                difference["turn"]["a"] or "",
                difference["kind"],
                *((difference[side] or {}).get("text", "") for side in "ab"),
            )
            for match in self.as_json()["matches"]
            for difference in match["differences"]
        ]
        return Table(("game", "turn", "kind", "A", "B"), rows)


def diff(
    a: Given,
    b: Given,
    *,
    format: str | None = None,
    only: Collection[str] | None = None,
    match: int | None = None,
    rules: Rules = None,
) -> Diff:
    """Compare two records of a match in any notations; raise ValueError if they cannot be compared.

    `only` limits the kinds of differences (`plays`, `cube`, `score`, `comments` …). `match` picks one match
    of each file, from 1; otherwise matches are paired in order.
    """
    kinds = None if only is None else tuple(map(DifferenceKind, only))
    files = open_source(a), open_source(b)
    with guard(LIMIT, sum(len(file.data) for file in files)):
        return diff_files(*files, format, kinds, match, ruleset_of(rules))


def diff_files(
    a: Opened,
    b: Opened,
    from_: str | None = None,
    kinds: Collection[DifferenceKind] | None = None,
    match: int | None = None,
    rules: Ruleset | None = None,
) -> Diff:
    """Compare files that are open."""
    readings = [read_matches(file, from_) for file in (a, b)]
    match_pairs = pairs((a, b), readings, match)
    unread = [
        (file.path, sum(finding.severity is Severity.ERROR for finding in reading.findings))
        for file, reading in zip((a, b), readings, strict=True)
    ]
    return Diff(
        tuple([compared_pair(pair, kinds, rules) for pair in match_pairs]),
        tuple(count for count in unread if count[1]),
    )


def pairs(files: Sequence[Opened], readings: Sequence[Reading], match: int | None) -> list[MatchPair]:
    """The matches of two files in order, or the one that is wanted; ValueError where there is none."""
    labels = printable(files[0].path), printable(files[1].path)
    if match is not None:
        first, second = (
            _find_match(file, reading, match) for file, reading in zip(files, readings, strict=True)
        )
        return [MatchPair(number=match, labels=labels, a=first, b=second)]
    both = zip_longest(readings[0].matches, readings[1].matches)
    return [
        MatchPair(number=at, labels=labels, a=first, b=second) for at, (first, second) in enumerate(both, 1)
    ]


def _find_match(file: Opened, reading: Reading, number: int) -> Match:
    """The match of that number; of a file that holds one, that one."""
    alone = len(reading.matches) == 1 and number >= 1
    return reading.matches[0 if alone else choose_match(file.path, reading, number) - 1]


def compared_pair(
    pair: MatchPair, kinds: Collection[DifferenceKind] | None, rules: Ruleset | None
) -> ComparedPair:
    """A pair with its differences, those of some kinds alone where these are named."""
    if pair.a is None or pair.b is None:
        return ComparedPair(pair=pair, comparison=None)
    comparison = compare_matches(pair.a, pair.b, rules)
    return ComparedPair(pair=pair, comparison=comparison if kinds is None else comparison.only(kinds))
