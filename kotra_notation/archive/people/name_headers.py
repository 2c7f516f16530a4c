"""What headers say of names: of whom, where they stand crosswise; and where they name a stranger.

A record has `; [Player 1 "Anna Jónsdóttir"]` above a column of annaj. Programs write the two of them the
wrong way round, or leave a name there of who played another match. Which of both ways is meant is told by the
other matches: a column stands with its name in all of them, and with that of another only now and then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import duckdb

from kotra_notation.compare.naming import spelt, words

Pair = tuple[str, str]

HEADED = """
SELECT player0, coalesce(header0, ''), player1, coalesce(header1, ''), count(*) FROM matches
WHERE (header0 IS NOT NULL OR header1 IS NOT NULL) AND player0 IS NOT NULL AND player1 IS NOT NULL
GROUP BY ALL ORDER BY ALL
"""
# So many letters of a nick may come from anywhere in a name, or from its beginning.
_WITHIN, _BEGUN = 4, 3
# More columns than these one person has not.
_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class HeaderName:
    """How often a header has one name where its column has the other; whether it is a stranger's."""

    times: int
    stranger: bool


def headers(base: duckdb.DuckDBPyConnection) -> dict[Pair, HeaderName]:
    """The spellings of which one stands in a header and the other over its column."""
    rows = base.execute(HEADED).fetchall()
    with_both: Counter[Pair] = Counter()
    for one, first, other, second, times in rows:
        for column in {one, other}:
            for header in {first, second} - {""}:
                with_both[column, header] += times
    said: Counter[Pair] = Counter()
    for row in rows:
        for column, header in _meant(row, with_both):
            if column != header and words(column) and words(header):
                said[column, header] += row[-1]
    return _weighed(said)


def _meant(row: Sequence[str], with_both: Counter[Pair]) -> Iterable[Pair]:
    """Each column with its header, as they stand or crosswise: as the other matches have it."""
    one, first, other, second = row[:4]
    straight = [(column, header) for column, header in ((one, first), (other, second)) if header]
    if len(straight) < 2:
        return straight
    crossed = [(one, second), (other, first)]
    worth = [sum(2 * with_both[pair] + _resembles(*pair) for pair in ways) for ways in (straight, crossed)]
    return crossed if worth[1] > worth[0] else straight


def _resembles(nick: str, name: str) -> bool:
    """Return whether a nick has the beginning of a word of a name: egilol is that of Egill Ólason."""
    joined = "".join(spelt(nick))
    return any(
        word[:_WITHIN] in joined if len(word) >= _WITHIN else len(word) == _BEGUN and joined.startswith(word)
        for word in words(name)
    )


def _weighed(said: Counter[Pair]) -> dict[Pair, HeaderName]:
    """Of each pair whether the header names a stranger there.

    A column is called otherwise at least as often; or the name stands over many columns and belongs to none.
    """
    of_column: dict[str, Counter[str]] = {}
    of_header: dict[str, Counter[str]] = {}
    for (column, header), times in said.items():
        of_column.setdefault(column, Counter())[header] = times
        of_header.setdefault(header, Counter())[column] = times
    found: dict[Pair, HeaderName] = {}
    for (column, header), times in sorted(said.items()):
        otherwise = max((n for name, n in of_column[column].items() if name != header), default=0)
        columns = of_header[header]
        stranger = otherwise >= times or (len(columns) > _COLUMNS and 2 * times <= columns.total())
        pair = (min(column, header), max(column, header))
        before = found.get(pair, HeaderName(0, True))
        found[pair] = HeaderName(before.times + times, before.stranger and stranger)
    return found
