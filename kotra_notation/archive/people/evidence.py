"""The evidence for two spellings being one person, and against it: headers, records, opponents, likeness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import duckdb
import pyarrow as pa

from kotra_notation.archive.views import statements
from kotra_notation.compare.naming import similar_names, words, written_words
from kotra_notation.compare.same import SameMatch
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import Plural, n_, oneline
from kotra_notation.words.tongues import N_, Tongue

Pair = tuple[str, str]
SQL = statements(__file__, "people.sql")
# So many letters of a nick may come from anywhere in a name, or from its beginning.
_WITHIN, _BEGUN = 4, 3
# More columns than these one person has not.
_COLUMNS = 2


@dataclass(frozen=True, slots=True)
class HeaderName:
    """A header with one name where its column has the other: how often, and whether it is a stranger's."""

    times: int
    stranger: bool


def headers(base: duckdb.DuckDBPyConnection) -> dict[Pair, HeaderName]:
    """Return the spellings of which one stands in a header and the other over its column.

    A record has `; [Player 1 "Anna Jónsdóttir"]` above a column of annaj. Programs write the two of them the
    wrong way round, or leave a name there of who played another match. The other matches tell the right way:
    a column stands with its name in all of them, and with that of another only now and then.
    """
    rows = base.execute(SQL["headed"]).fetchall()
    with_both: Counter[Pair] = Counter()
    for player0, header0, player1, header1, times in rows:
        for column in {player0, player1}:
            for header in {header0, header1} - {""}:
                with_both[column, header] += times
    counts: Counter[Pair] = Counter()
    for *row, times in rows:
        for column, header in _columns_with_headers(row, with_both):
            if column != header and words(column) and words(header):
                counts[column, header] += times
    return _with_strangers(counts)


def _columns_with_headers(row: Sequence[str], with_both: Counter[Pair]) -> list[Pair]:
    """Return each column with its header, straight or crosswise: as the other matches have it."""
    player0, header0, player1, header1 = row
    straight = [pair for pair in ((player0, header0), (player1, header1)) if pair[1]]
    if len(straight) < 2:
        return straight
    crossed = [(player0, header1), (player1, header0)]
    worth = [sum(2 * with_both[pair] + _resembles(*pair) for pair in ways) for ways in (straight, crossed)]
    return crossed if worth[1] > worth[0] else straight


def _resembles(nick: str, name: str) -> bool:
    """Return whether a nick has the beginning of a word of a name: egilol is that of Egill Ólason."""
    joined = "".join(written_words(nick))
    return any(
        word[:_WITHIN] in joined if len(word) >= _WITHIN else len(word) == _BEGUN and joined.startswith(word)
        for word in words(name)
    )


def _with_strangers(counts: Counter[Pair]) -> dict[Pair, HeaderName]:
    """Return for each pair how often it is met, and whether the header names a stranger there."""
    of_column: dict[str, Counter[str]] = {}
    of_header: dict[str, Counter[str]] = {}
    for (column, header), times in counts.items():
        of_column.setdefault(column, Counter())[header] = times
        of_header.setdefault(header, Counter())[column] = times
    found: dict[Pair, HeaderName] = {}
    for (column, header), times in sorted(counts.items()):
        otherwise = max((n for name, n in of_column[column].items() if name != header), default=0)
        columns = of_header[header]
        stranger = otherwise >= times or (len(columns) > _COLUMNS and 2 * times <= columns.total())
        pair = (min(column, header), max(column, header))
        before = found.get(pair, HeaderName(0, True))
        found[pair] = HeaderName(before.times + times, before.stranger and stranger)
    return found


@dataclass(frozen=True, slots=True)
class NameFacts:
    """The facts about two spellings.

    The number of opponents both have; how often both were in one event on one date, against an opponent of
    the same name, or at other tables: in the same round, or where no round is said.
    """

    opponents: int
    alike: int
    at_once: int
    that_day: int
    event: str | None


def spellings(base: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return every spelling of a name, with the number of matches in which somebody plays under it."""
    return dict(base.execute(SQL["spellings"]).fetchall())


def name_facts(
    base: duckdb.DuckDBPyConnection, pairs: Iterable[Pair], names: Iterable[str], groups: Sequence[SameMatch]
) -> dict[Pair, NameFacts]:
    """Return what the matches say of pairs of spellings, where they say anything."""
    listed = sorted(pairs)
    if not listed:
        return {}
    plain = [(name, " ".join(words(name)) or name) for name in names]
    records = [(match, group.best) for group in groups for match in group.records]
    _register(base, "pairs", {"one": pa.string(), "other": pa.string()}, listed)
    _register(base, "plain", {"spelling": pa.string(), "form": pa.string()}, plain)
    _register(base, "records", {"match": pa.int64(), "best": pa.int64()}, records)
    base.execute(SQL["sat"])
    return {(one, other): NameFacts(*rest) for one, other, *rest in base.execute(SQL["facts"]).fetchall()}


def each_other(base: duckdb.DuckDBPyConnection, heaps: Mapping[str, int]) -> dict[Pair, int]:
    """Return how often spellings of one heap have played each other."""
    _register(base, "heaps", {"spelling": pa.string(), "heap": pa.int64()}, sorted(heaps.items()))
    return {(one, other): times for one, other, times in base.execute(SQL["each_other"]).fetchall()}


def recorded_twice(base: duckdb.DuckDBPyConnection, groups: Sequence[SameMatch]) -> Counter[Pair]:
    """Return how often the same seat of the same match is recorded under two spellings."""
    wanted = [match for group in groups for match in group.records]
    names = {match: players for match, *players in base.execute(SQL["names"], [wanted]).fetchall()}
    times: Counter[Pair] = Counter()
    for same in (record for group in groups for record in group.others):
        theirs = names[same.against]
        if same.resemblance.swapped:
            theirs = theirs[::-1]
        for one, other in zip(names[same.record], theirs, strict=True):
            if one and other and one != other and words(one) and words(other):
                times[min(one, other), max(one, other)] += 1
    return times


def _register(
    base: duckdb.DuckDBPyConnection,
    name: str,
    columns: Mapping[str, pa.DataType],
    rows: Sequence[tuple[object, ...]],
) -> None:
    """Make a table of these rows in the memory of the database."""
    values = zip(*rows, strict=True) if rows else [()] * len(columns)
    arrays = [pa.array(list(value), type) for value, type in zip(values, columns.values(), strict=True)]
    base.register("given", pa.table(arrays, names=list(columns)))
    base.execute(f'CREATE OR REPLACE TEMP TABLE "{name}" AS SELECT * FROM given')
    base.unregister("given")


class NameGround(StrEnum):
    """A ground for two spellings being one person, or against it: its worth, and how it is said."""

    worth: int
    words: str | Plural

    TWICE = (
        *("recorded-twice", 9),
        n_(
            "{number} match is recorded under both.", "{number} matches are recorded under both.", by="number"
        ),
    )
    LETTERS = "letters", 8, N_("They differ only in case, accents or spaces.")
    ORDER = "order", 7, N_("The words are in a different order.")
    NICK = "nick", 6, N_("One name appears next to the other in brackets or quotes.")
    HEADER = (
        *("header", 5),
        n_(
            "In {number} match the header gives one name, and the column heading the other.",
            "In {number} matches the header gives one name, and the column heading the other.",
            by="number",
        ),
    )
    INITIALS = "initials", 4, N_("One has initials where the other has full names.")
    TYPO = "typo", 4, N_("One letter differs, is missing, or is swapped with the next.")
    PART = "part", 3, N_("One name is part of the other.")
    MEETING = "meeting", 3, N_("At one event, on one date, both met the same opponent.")
    OPPONENTS = (
        *("opponents", 1),
        n_("They have {number} opponent in common.", "They have {number} opponents in common.", by="number"),
    )
    THAT_DAY = "that-day", -2, N_("But at {event} they sat at different tables on the same date.")
    FREQUENT = (
        *("frequent", -2),
        n_(
            "But the rarer name is in {number} match, too often for a typo.",
            "But the rarer name is in {number} matches, too often for a typo.",
            by="number",
        ),
    )
    STRANGER = (
        *("stranger", -4),
        N_(
            "But that column heading often goes with another name in the header, or this header name with "
            "many column headings."
        ),
    )
    AT_ONCE = (
        *("at-once", -6),
        N_("But in one round of {event} they sat at different tables on the same date."),
    )
    EACH_OTHER = (
        *("each-other", -100),
        n_(
            "But they have played each other in {number} match, so they are two people.",
            "But they have played each other in {number} matches, so they are two people.",
            by="number",
        ),
    )

    def __new__(cls, value: str, worth: int = 0, words: str | Plural = "") -> NameGround:
        """Make a ground that is known by its value."""
        ground = str.__new__(cls, value)
        ground._value_, ground.worth, ground.words = value, worth, words
        return ground


# So much is needed to propose two spellings as one person.
ENOUGH = 4
# What is spelt with fewer letters may be short for several persons.
_SHORT = {NameGround.INITIALS, NameGround.PART}
# A slip of the pen is rare: at most so many matches, or so small a share of the other's.
_SLIPS, _SLIP_SHARE = 2, 0.1


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that speaks for or against: how often, and where that is known in which event."""

    ground: NameGround
    times: int = 1
    event: str | None = None

    def sentence(self, tongue: Tongue) -> str:
        """Return it as a sentence."""
        words = self.ground.words
        if isinstance(words, str):
            return tongue.say(words, event=oneline(self.event or ""))
        return tongue.count(words.one, words.many, self.times)


@dataclass(frozen=True, slots=True)
class Link:
    """Two spellings with all that speaks for and against their being one person."""

    one: str
    other: str
    evidence: tuple[Evidence, ...]

    @property
    def weight(self) -> int:
        """Return how much speaks for it in all."""
        return sum(item.ground.worth for item in self.evidence)

    @property
    def weight_for(self) -> int:
        """Return how much speaks for it, whatever speaks against it."""
        return sum(max(0, item.ground.worth) for item in self.evidence)

    def reason(self, tongue: Tongue) -> str:
        """Return all that speaks for it, and against it."""
        return " ".join(item.sentence(tongue) for item in self.evidence)

    @property
    def short(self) -> bool:
        """Return whether one is alike only as a shorter form of the other, which may be that of several."""
        return {item.ground for item in self.evidence if item.ground.worth >= ENOUGH} <= _SHORT


def links_between(
    base: duckdb.DuckDBPyConnection, matches: Mapping[str, int], groups: Sequence[SameMatch]
) -> dict[Pair, Link]:
    """Return the pairs of spellings that may be one person, with all that is known of them."""
    found: dict[Pair, list[Evidence]] = {}
    for pair, times in recorded_twice(base, groups).items():
        found.setdefault(pair, []).append(Evidence(NameGround.TWICE, times))
    for pair, header in headers(base).items():
        evidence = found.setdefault(pair, [])
        evidence.append(Evidence(NameGround.HEADER, header.times))
        if header.stranger:
            evidence.append(Evidence(NameGround.STRANGER))
    for likeness in similar_names(matches):
        pair = likeness.one, likeness.other
        found.setdefault(pair, []).append(Evidence(NameGround(str(likeness.how))))
    facts = name_facts(base, found, matches, groups)
    return {
        pair: Link(*pair, (*found[pair], *_further_evidence(pair, found[pair], facts.get(pair), matches)))
        for pair in sorted(found)
    }


def _further_evidence(
    pair: Pair, evidence: list[Evidence], facts: NameFacts | None, matches: Mapping[str, int]
) -> Iterator[Evidence]:
    """Yield what the matches say of two spellings for which some evidence speaks."""
    if facts:
        if facts.alike:
            yield Evidence(NameGround.MEETING, facts.alike)
        if facts.opponents:
            yield Evidence(NameGround.OPPONENTS, facts.opponents)
        if facts.at_once:
            yield Evidence(NameGround.AT_ONCE, facts.at_once, facts.event)
        elif facts.that_day:
            yield Evidence(NameGround.THAT_DAY, facts.that_day, facts.event)
    rare, often = sorted(matches[name] for name in pair)
    slips = max(_SLIPS, _SLIP_SHARE * often)
    if any(item.ground is NameGround.TYPO for item in evidence) and (rare > slips or rare == often):
        yield Evidence(NameGround.FREQUENT, rare)
