"""The evidence, what speaks for two spellings being one person, and what against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import duckdb

from kotra_notation.archive.people.name_facts import NameFacts, facts, recorded_twice
from kotra_notation.archive.people.name_headers import HeaderName, Pair, headers
from kotra_notation.compare.naming import Likeness, similar_names
from kotra_notation.compare.same.groups import SameMatch


class NameGround(StrEnum):
    """What speaks for two spellings being one person, or against it."""

    TWICE = "recorded-twice"
    HEADER = "header"
    LETTERS = "letters"
    ORDER = "order"
    NICK = "nick"
    INITIALS = "initials"
    PART = "part"
    TYPO = "typo"
    OPPONENTS = "opponents"
    MEETING = "meeting"
    EACH_OTHER = "each-other"
    AT_ONCE = "at-once"
    THAT_DAY = "that-day"
    FREQUENT = "frequent"
    STRANGER = "stranger"


# What each ground is worth; so much is needed to propose two spellings as one person.
WORTH = {
    NameGround.TWICE: 9,
    NameGround.LETTERS: 8,
    NameGround.ORDER: 7,
    NameGround.NICK: 6,
    NameGround.HEADER: 5,
    NameGround.INITIALS: 4,
    NameGround.TYPO: 4,
    NameGround.PART: 3,
    NameGround.MEETING: 3,
    NameGround.OPPONENTS: 1,
    NameGround.THAT_DAY: -2,
    NameGround.FREQUENT: -2,
    NameGround.STRANGER: -4,
    NameGround.AT_ONCE: -6,
    NameGround.EACH_OTHER: -100,
}
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


@dataclass(frozen=True, slots=True)
class Link:
    """Two spellings with all that speaks for and against their being one person."""

    one: str
    other: str
    evidence: tuple[Evidence, ...]

    @property
    def weight(self) -> int:
        """Return how much speaks for it in all."""
        return sum(WORTH[each.ground] for each in self.evidence)

    @property
    def short(self) -> bool:
        """Whether one is alike only as a shorter form of the other, which may be that of several persons."""
        strong = {each.ground for each in self.evidence if WORTH[each.ground] >= ENOUGH}
        return strong <= _SHORT


def links_between(
    base: duckdb.DuckDBPyConnection, matches: Mapping[str, int], groups: Sequence[SameMatch]
) -> dict[Pair, Link]:
    """The pairs of spellings of which something says that they may be one person, with all that is known."""
    grounds = _grounds(matches, recorded_twice(base, groups), headers(base))
    said = facts(base, grounds, matches, groups)
    return {
        pair: Link(*pair, tuple(_evidence(pair, grounds[pair], said, matches))) for pair in sorted(grounds)
    }


def _grounds(
    matches: Mapping[str, int], twice: Mapping[Pair, int], headed: Mapping[Pair, HeaderName]
) -> dict[Pair, list[Evidence]]:
    """Return what speaks for pairs of spellings by themselves."""
    found: dict[Pair, list[Evidence]] = {}
    for pair, times in twice.items():
        found.setdefault(pair, []).append(Evidence(NameGround.TWICE, times))
    for pair, said in headed.items():
        its = found.setdefault(pair, [])
        its.append(Evidence(NameGround.HEADER, said.times))
        if said.stranger:
            its.append(Evidence(NameGround.STRANGER))
    for each in similar_names(matches):
        found.setdefault((each.one, each.other), []).append(Evidence(NameGround(each.how)))
    return found


def _evidence(
    pair: Pair, grounds: list[Evidence], said: Mapping[Pair, NameFacts], matches: Mapping[str, int]
) -> Iterator[Evidence]:
    yield from grounds
    its = said.get(pair, NameFacts())
    if its.alike:
        yield Evidence(NameGround.MEETING, its.alike)
    if its.opponents:
        yield Evidence(NameGround.OPPONENTS, its.opponents)
    if its.at_once:
        yield Evidence(NameGround.AT_ONCE, its.at_once, its.event)
    elif its.that_day:
        yield Evidence(NameGround.THAT_DAY, its.that_day, its.event)
    rare, often = sorted(matches[one] for one in pair)
    slips = max(_SLIPS, _SLIP_SHARE * often)
    if Likeness.TYPO in {str(each.ground) for each in grounds} and (rare > slips or rare == often):
        yield Evidence(NameGround.FREQUENT, rare)
