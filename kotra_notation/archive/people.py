"""Who the players of an archive are: spellings that are one person, or may be.

Nothing is merged: what people have decided in their file holds, everything else is a proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kotra_notation.archive.asking import connected
from kotra_notation.archive.evidence import ENOUGH, WORTH, Evidence, Ground, Link, links_between
from kotra_notation.archive.name_facts import Pair, each_other, spellings
from kotra_notation.archive.people_file import Decisions
from kotra_notation.archive.sameness import sameness
from kotra_notation.archive.store import Store
from kotra_notation.compare.heaps import Heaps
from kotra_notation.compare.naming import words


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


def people(store: Store, decisions: Decisions) -> People:
    """Who may be who in an archive."""
    base = connected(store)
    matches = spellings(base)
    links = links_between(base, matches, sameness(store).groups)
    heaps = Heaps(matches)
    for decision in decisions.all:
        heaps.join(decision.said if decision.name else ())
    for one, other in links:
        heaps.join((one, other))
    met = each_other(base, heaps.numbers())
    for pair, times in met.items():
        if link := links.get(pair):
            links[pair] = Link(*pair, (*link.evidence, Evidence(Ground.EACH_OTHER, times)))
    return _Grouping(matches, decisions, links.values(), [*met, *decisions.apart()]).people()


class _Grouping:
    """Spellings put together link by link, the strongest first, unless something forbids it."""

    def __init__(
        self,
        matches: Mapping[str, int],
        decisions: Decisions,
        links: Iterable[Link],
        apart: Iterable[Pair],
    ) -> None:
        self.matches, self.decisions = matches, decisions
        self.links = sorted(links, key=lambda link: (-link.weight, link.one, link.other))
        self.heaps = Heaps(matches)
        self.members: dict[str, list[str]] = {}
        self.apart: dict[str, set[str]] = {}
        for one, other in apart:
            self.apart.setdefault(one, set()).add(other)
            self.apart.setdefault(other, set()).add(one)
        self.used: list[Link] = []
        self.left: list[Link] = []

    def people(self) -> People:
        """The persons that come of it."""
        for decision in self.decisions.all:
            if decision.name:
                for spelling in decision.said:
                    self._join(decision.name, spelling)
        enough = [link for link in self.links if link.weight >= ENOUGH]
        self.left += [link for link in self.links if link.weight < ENOUGH]
        for link in enough:
            if not link.short:
                self._take(link)
        for links in self._by_short([link for link in enough if link.short]):
            self._take_one(links)
        return self._found()

    def _members(self, name: str) -> list[str]:
        root = self.heaps.root(name)
        return self.members.setdefault(root, [root])

    def _join(self, one: str, other: str) -> None:
        mine, theirs = self._members(one), self._members(other)
        if mine is not theirs:
            self.heaps.join((one, other))
            self.members[self.heaps.root(one)] = [*mine, *theirs]

    def _may(self, one: str, other: str) -> bool:
        mine, theirs = self._members(one), self._members(other)
        if mine is theirs:
            return True
        few, many = sorted((mine, theirs), key=len)
        there = set(many)
        if any(not self.apart.get(name, set()).isdisjoint(there) for name in few):
            return False
        return len({person for name in (*few, *many) if (person := self.decisions.person(name))}) < 2

    def _take(self, link: Link) -> None:
        if self._may(link.one, link.other):
            self._join(link.one, link.other)
            self.used.append(link)
        else:
            self.left.append(link)

    def _by_short(self, links: list[Link]) -> Iterator[list[Link]]:
        """The links of each shorter form, in order."""
        found: dict[str, list[Link]] = {}
        for link in links:
            short = min(link.one, link.other, key=lambda name: (sum(map(len, words(name))), name))
            found.setdefault(short, []).append(link)
        yield from (found[short] for short in sorted(found))

    def _take_one(self, links: list[Link]) -> None:
        """Take the strongest links of a shorter form, if they lead to one person."""
        best = [link for link in links if link.weight == links[0].weight]
        self.left += links[len(best) :]
        if len({frozenset(map(self.heaps.root, (link.one, link.other))) for link in best}) > 1:
            self.left += best
            return
        for link in best:
            self._take(link)

    def _found(self) -> People:
        links: dict[str, list[Link]] = {}
        for link in self.used:
            links.setdefault(self.heaps.root(link.one), []).append(link)
        there = [name for name in self.matches if words(name)]
        roots = sorted({self.heaps.root(name) for name in there})
        persons = [self._person(self._members(root), links.get(root, [])) for root in roots]
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
        root = self.heaps.root
        return [link for link in self.left if root(link.one) != root(link.other)]

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
