"""What `kotra diff` does: matches of two files paired and compared, and the form that the result gets."""

from __future__ import annotations

import os
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from kotra_notation.cli.failing import complain
from kotra_notation.cli.files import Opened, shown
from kotra_notation.cli.speaking import count, say, spoken, written
from kotra_notation.compare import Comparison, Kind, compared
from kotra_notation.findings import Severity
from kotra_notation.formats.format import Reading, Source
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full
from kotra_notation.report.contrast import Contrast
from kotra_notation.report.contrasting import DRAWN, contrast
from kotra_notation.rules import Ruleset
from kotra_notation.words import phrase, sentences


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A match of each file, or of one where the other has no more; `labels` are the files."""

    number: int
    labels: tuple[str, str]
    a: Match | None
    b: Match | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two matches compared; nothing to compare where only one file has the match."""

    pair: Pair
    comparison: Comparison | None

    @property
    def different(self) -> bool:
        """Whether the records differ."""
        return self.comparison is None or bool(self.comparison.differences)


def pairs(a: Opened, b: Opened, from_: str | None, match: int | None) -> list[Pair]:
    """The matches of two files in order, or the one that is wanted; ValueError where there is none."""
    readings = [_read(file, from_) for file in (a, b)]
    labels = shown(a.path), shown(b.path)
    if match is not None:
        one, other = (_chosen(label, reading, match) for label, reading in zip(labels, readings, strict=True))
        return [Pair(number=match, labels=labels, a=one, b=other)]
    both = zip_longest(readings[0].matches, readings[1].matches)
    return [Pair(number=at, labels=labels, a=one, b=other) for at, (one, other) in enumerate(both, 1)]


def _read(file: Opened, from_: str | None) -> Reading:
    """What a file says, with a word on standard error where not all of it could be read."""
    reading = read_in_full(Source(file.data, file.path), from_)
    if not reading.format:
        raise ValueError(phrase("{file}: {why}", file=shown(file.path), why=sentences(reading.findings[0])))
    if not reading.matches:
        raise ValueError(phrase("{file}: There is no match in this file.", file=shown(file.path)))
    unread = sum(found.severity is Severity.ERROR for found in reading.findings)
    if unread:
        words = count("{number} place could not be read", "{number} places could not be read", unread)
        complain("{words}; kotra check says where.", about=shown(file.path), words=words)
    return reading


def _chosen(label: str, reading: Reading, number: int) -> Match:
    """The match of that number; of a file that holds one, that one."""
    found = len(reading.matches)
    if found == 1 and number >= 1:
        return reading.matches[0]
    if not 1 <= number <= found:
        raise ValueError(
            phrase(
                "{file}: there is no match {number}; it holds {count}.",
                file=label,
                number=number,
                count=found,
            )
        )
    return reading.matches[number - 1]


def compared_pair(pair: Pair, kinds: Collection[Kind] | None, rules: Ruleset | None) -> Compared:
    """A pair with its differences, those of some kinds alone where these are named."""
    if pair.a is None or pair.b is None:
        return Compared(pair=pair, comparison=None)
    comparison = compared(pair.a, pair.b, rules)
    return Compared(pair=pair, comparison=comparison if kinds is None else comparison.only(kinds))


def render(done: Sequence[Compared], form: str, context: int, *, unified: bool, to_terminal: bool) -> str:
    """The text, the JSON or the page of what was compared."""
    if form == "json":
        from kotra_notation.cli.diff_data import data

        return data(done, written())
    several = len(done) > 1
    most = max(1, DRAWN // len(done)) if form == "html" else 0
    views = [_contrast(one, context, most, several=several) for one in done if one.comparison]
    if form == "html":
        from kotra_notation.report.contrast_page import html

        return html(views, _alone(done), spoken())
    from kotra_notation.cli.diff_text import Paper, side_by_side
    from kotra_notation.cli.diff_text import unified as one_column

    paper = Paper.of_terminal() if to_terminal else Paper()
    layout = one_column if unified or paper.narrow else side_by_side
    blocks = [layout(view, paper, titled=several) for view in views]
    return "\n".join([*blocks, *(f"{line}\n" for line in _alone(done))])


def _contrast(one: Compared, context: int, boards: int, *, several: bool) -> Contrast:
    assert one.comparison is not None
    labels = os.path.basename(one.pair.labels[0]), os.path.basename(one.pair.labels[1])
    number = one.pair.number if several else None
    return contrast(one.comparison, labels, spoken(), number=number, context=context, boards=boards)


def _alone(done: Sequence[Compared]) -> list[str]:
    """A line for each match that only one file has."""
    return [
        say("Match {number}, only in B", number=one.pair.number)
        if one.pair.a is None
        else say("Match {number}, only in A", number=one.pair.number)
        for one in done
        if one.comparison is None
    ]
