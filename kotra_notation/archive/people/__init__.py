"""The players of an archive: spellings that are one person, or may be, by the `evidence` for it.

Nothing is merged: what people have decided in their file holds, everything else is a proposal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kotra_notation.archive.decisions import NameDecisions
from kotra_notation.archive.people import evidence
from kotra_notation.archive.people.evidence import ENOUGH, Evidence, Link, NameGround, Pair, spellings
from kotra_notation.archive.sameness import sameness
from kotra_notation.archive.store import Store
from kotra_notation.archive.views import connect
from kotra_notation.compare.naming import words
from kotra_notation.compare.same import UnionFind
from kotra_notation.values import dataclass

# What makes two spellings one name.
ONE_NAME = {NameGround.TWICE, NameGround.LETTERS, NameGround.ORDER}
# Of these either may be the name that the other is guessed from.
EITHER = {NameGround.HEADER, NameGround.TWICE}


class Grouping:
    """Spellings put together into persons link by link, the strongest first, unless something forbids it.

    Spellings of the same letters or words, and those under which one match is recorded, are one name. All
    else is a guess, and two guesses in a row are none: all names of a person are guessed from one of them,
    which is the name that a slip is rarer than, or that a short form is short for.

    `used` are the links that were followed, `left` those that were not.
    """

    def __init__(
        self,
        matches: Mapping[str, int],
        decisions: NameDecisions,
        links: Iterable[Link],
        apart: Iterable[Pair],
    ) -> None:
        self.used: list[Link] = []
        self.left: list[Link] = []
        self._matches, self._decisions = matches, decisions
        self._heaps, self._names = UnionFind(matches), UnionFind(matches)
        self._members: dict[str, list[str]] = {}
        self._apart: dict[str, set[str]] = {}
        # By the root of a name those that it may be guessed from.
        self._above: dict[str, set[str]] = {}
        for one, other in apart:
            self._apart.setdefault(one, set()).add(other)
            self._apart.setdefault(other, set()).add(one)
        self._group(sorted(links, key=lambda link: (-link.weight, link.one, link.other)))

    def root(self, name: str) -> str:
        """The spelling that stands for all of a person."""
        return self._heaps.root(name)

    def members(self, name: str) -> list[str]:
        """The spellings of a person."""
        return self._members.setdefault(self.root(name), [self.root(name)])

    def _group(self, links: list[Link]) -> None:
        for decision in self._decisions.all:
            if decision.name:
                for spelling in decision.all_spellings:
                    self._join(decision.name, spelling)
                    self._names.join((decision.name, spelling))
        enough = [link for link in links if link.weight >= ENOUGH]
        self.left += [link for link in links if link.weight < ENOUGH]
        for link in enough:
            if _one_name(link):
                self._take(link)
        guesses = [link for link in enough if not _one_name(link)]
        for link in guesses:
            for low, high in self._guess_pairs(link):
                self._above.setdefault(self._names.root(low), set()).add(self._names.root(high))
        for link in guesses:
            if not link.short:
                self._take(link)
        by_short: dict[str, list[Link]] = {}
        for link in guesses:
            if link.short:
                form = min(link.one, link.other, key=lambda name: (_letters(name), name))
                by_short.setdefault(form, []).append(link)
        for _, forms in sorted(by_short.items()):
            self._take_one(forms)

    def _guess_pairs(self, link: Link) -> Iterator[Pair]:
        """Yield which of two names may be guessed from which."""
        one, other = link.one, link.other
        grounds = {item.ground for item in link.evidence}
        rank = self._matches.__getitem__ if NameGround.TYPO in grounds else _letters
        if grounds & EITHER or rank(one) == rank(other):
            yield one, other
            yield other, one
        else:
            yield (one, other) if rank(one) < rank(other) else (other, one)

    def _join(self, one: str, other: str) -> None:
        mine, theirs = self.members(one), self.members(other)
        if mine is not theirs:
            self._heaps.join((one, other))
            self._members[self.root(one)] = [*mine, *theirs]

    def _may(self, link: Link) -> bool:
        mine, theirs = self.members(link.one), self.members(link.other)
        if mine is theirs:
            return True
        few, many = sorted((mine, theirs), key=len)
        there = set(many)
        if any(not self._apart.get(name, set()).isdisjoint(there) for name in few):
            return False
        if len({person for name in (*few, *many) if (person := self._decisions.person(name))}) > 1:
            return False
        return _one_name(link) or self._no_chain({self._names.root(name) for name in (*few, *many)})

    def _no_chain(self, names: set[str]) -> bool:
        """Return whether all of some names may be guessed from one of them."""
        least = min(names, key=lambda name: len(self._above.get(name, ())))
        return any(
            all(name == high or high in self._above.get(name, ()) for name in names)
            for high in {least, *self._above.get(least, set())} & names
        )

    def _take(self, link: Link) -> None:
        if not self._may(link):
            self.left.append(link)
            return
        self._join(link.one, link.other)
        if _one_name(link):
            self._names.join((link.one, link.other))
        self.used.append(link)

    def _take_one(self, links: list[Link]) -> None:
        """Take the strongest links of a shorter form, if they lead to one person."""
        best = [link for link in links if link.weight == links[0].weight]
        self.left += links[len(best) :]
        if len({frozenset(map(self.root, (link.one, link.other))) for link in best}) > 1:
            self.left += best
            return
        for link in best:
            self._take(link)


def _one_name(link: Link) -> bool:
    return any(item.ground in ONE_NAME for item in link.evidence)


def _letters(name: str) -> int:
    return sum(map(len, words(name)))


@dataclass(frozen=True, slots=True)
class Person:
    """Spellings that are one person, or may be: those decided, and the links that propose the others."""

    name: str
    spellings: tuple[str, ...]
    decided: tuple[str, ...]
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class People:
    """Persons with several spellings, and `doubtful` pairs that look alike."""

    matches: Mapping[str, int]
    persons: tuple[Person, ...]
    doubtful: tuple[Link, ...]
    persons_in_all: int
    unnamed: int


def people(store: Store, decisions: NameDecisions) -> People:
    """Return who may be who in an archive, the persons with most matches first."""
    base = connect(store)
    matches = spellings(base)
    links = evidence.links_between(base, matches, sameness(store).groups)
    heaps = UnionFind(matches)
    for decision in decisions.all:
        heaps.join(decision.all_spellings if decision.name else ())
    for one, other in links:
        heaps.join((one, other))
    met = evidence.each_other(base, heaps.numbers())
    for pair, times in met.items():
        if link := links.get(pair):
            links[pair] = Link(*pair, (*link.evidence, Evidence(NameGround.EACH_OTHER, times)))
    grouping = Grouping(matches, decisions, links.values(), [*met, *decisions.apart()])
    used: dict[str, list[Link]] = {}
    for link in grouping.used:
        used.setdefault(grouping.root(link.one), []).append(link)
    named = [name for name in matches if words(name)]
    roots = sorted({grouping.root(name) for name in named})
    persons = [_person(grouping.members(root), used.get(root, []), matches, decisions) for root in roots]
    several = [person for person in persons if len(person.spellings) > 1]
    several.sort(key=lambda person: (-sum(matches[name] for name in person.spellings), person.name))
    # The links that are not taken and whose ends have not come together otherwise, the most likely first.
    doubtful = [link for link in grouping.left if grouping.root(link.one) != grouping.root(link.other)]
    doubtful.sort(key=lambda link: (-link.weight_for, link.one, link.other))
    return People(matches, tuple(several), tuple(doubtful), len(roots), len(matches) - len(named))


def _person(
    members: Iterable[str], links: list[Link], matches: Mapping[str, int], decisions: NameDecisions
) -> Person:
    def order(name: str) -> tuple[bool, int, bool, bool, int, str]:
        """Put first what is decided, then what is frequent, then what is written with most care."""
        undecided = decisions.person(name) is None
        careless = name.isupper() or name.islower()
        accents = sum(not sign.isascii() for sign in name)
        return undecided, -matches[name], careless, "," in name, -accents, name

    names = sorted({name for name in members if name in matches}, key=order)
    decided = tuple([name for name in names if decisions.person(name)])
    name = decisions.person(decided[0]) if decided else None
    return Person(name or names[0], tuple(names), decided, tuple(links))
