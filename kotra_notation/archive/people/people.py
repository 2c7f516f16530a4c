"""Who the players of an archive are: spellings that are one person, or may be.

Nothing is merged: what people have decided in their file holds, everything else is a proposal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kotra_notation.archive.decisions import NameDecisions
from kotra_notation.archive.people.evidence import WORTH, Evidence, Link, NameGround, links_between
from kotra_notation.archive.people.grouping import Grouping
from kotra_notation.archive.people.name_facts import each_other, spellings
from kotra_notation.archive.sameness import sameness
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connected
from kotra_notation.compare.naming import words
from kotra_notation.compare.union_find import UnionFind


@dataclass(frozen=True, slots=True)
class Person:
    """Spellings that are one person, or may be: those decided, and the links that propose the others."""

    name: str
    spellings: tuple[str, ...]
    decided: tuple[str, ...]
    links: tuple[Link, ...]

    @property
    def proposed(self) -> tuple[str, ...]:
        """The spellings about which nothing is decided yet."""
        return tuple([one for one in self.spellings if one not in self.decided])


@dataclass(frozen=True, slots=True)
class People:
    """The persons with several spellings, and pairs that look alike and are not proposed."""

    matches: Mapping[str, int]
    persons: tuple[Person, ...]
    doubtful: tuple[Link, ...]
    persons_in_all: int
    unnamed: int


def people(store: Store, decisions: NameDecisions) -> People:
    """Who may be who in an archive."""
    base = connected(store)
    matches = spellings(base)
    links = links_between(base, matches, sameness(store).groups)
    heaps = UnionFind(matches)
    for decision in decisions.all:
        heaps.join(decision.all_spellings if decision.name else ())
    for one, other in links:
        heaps.join((one, other))
    met = each_other(base, heaps.numbers())
    for pair, times in met.items():
        if link := links.get(pair):
            links[pair] = Link(*pair, (*link.evidence, Evidence(NameGround.EACH_OTHER, times)))
    grouping = Grouping(matches, decisions, links.values(), [*met, *decisions.apart()])
    return _Found(matches, decisions, grouping).people()


@dataclass(frozen=True, slots=True)
class _Found:
    """What was put together, in the order that it is told in."""

    matches: Mapping[str, int]
    decisions: NameDecisions
    grouping: Grouping

    def people(self) -> People:
        """The persons, those with most matches first."""
        links: dict[str, list[Link]] = {}
        for link in self.grouping.used:
            links.setdefault(self.grouping.root(link.one), []).append(link)
        there = [name for name in self.matches if words(name)]
        roots = sorted({self.grouping.root(name) for name in there})
        persons = [self._person(self.grouping.members(root), links.get(root, [])) for root in roots]
        several = [one for one in persons if len(one.spellings) > 1]
        several.sort(key=lambda one: (-sum(self.matches[name] for name in one.spellings), one.name))
        doubtful = sorted(self._open(), key=lambda link: (-_for(link), link.one, link.other))
        return People(
            matches=self.matches,
            persons=tuple(several),
            doubtful=tuple(doubtful),
            persons_in_all=len(roots),
            unnamed=len(self.matches) - len(there),
        )

    def _open(self) -> list[Link]:
        """The links that are not taken and whose ends have not come together otherwise."""
        root = self.grouping.root
        return [link for link in self.grouping.left if root(link.one) != root(link.other)]

    def _order(self, name: str) -> tuple[bool, int, bool, bool, int, str]:
        """What is decided first, then what is frequent, then what is written with most care."""
        undecided = self.decisions.person(name) is None
        careless = name.isupper() or name.islower()
        accents = sum(not sign.isascii() for sign in name)
        return undecided, -self.matches[name], careless, "," in name, -accents, name

    def _person(self, members: list[str], links: list[Link]) -> Person:
        names = sorted({name for name in members if name in self.matches}, key=self._order)
        decided = tuple([name for name in names if self.decisions.person(name)])
        name = next((self.decisions.person(name) for name in decided), None)
        return Person(name or names[0], tuple(names), decided, tuple(links))


def _for(link: Link) -> int:
    """How much speaks for a link, whatever speaks against it."""
    return sum(max(0, WORTH[each.ground]) for each in link.evidence)
