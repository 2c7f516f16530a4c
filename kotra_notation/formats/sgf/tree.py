"""The trees of a file: nodes of the main line, each with its properties, and the variations beside it.

One pass, no recursion. What is broken is said and passed over; the next node is read as if nothing had
happened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from kotra_notation.findings import phrase
from kotra_notation.values import dataclass

# Names of properties whose text may hold an opening bracket.
_LINES = "PW PB WR BR EV RO PC AN US SO GN ON OT CP DT BT WT AP KN"
TEXTS = frozenset(("C", "GC", "N", *_LINES.split(" ")))

MOST_NODES = 100_000  # of a game
MOST_PROPERTIES = 1_000  # of a node
MOST_SAID = 100  # breaks of structure in a file
MOST_MENDED = 50  # each is looked for anew

# Not `)++`: before Python 3.11.5 a possessive group with a repeat inside may match wrongly (gh-106052).
VALUES = r"(?:\[(?:[^\\\]]++|\\.)*+\]\s*+)+"
_TOKEN = re.compile(rf"\s*+(?:([A-Za-z]++)\s*+({VALUES})|([();])|(\[(?:[^\\\]]++|\\.)*+\]))", re.S)
# A node that says what a side did and nothing more, as most do.
_PLAIN = re.compile(r"\s*+;([WB])(\[[0-9a-z]++\])(?=\s*+[;()])")
_UNCLOSED = re.compile(r"\s*+[A-Za-z]*+\s*+\[")
_BEGIN = re.compile(r"\(\s*+;|;\s*+(?=(?:FF|GM)\s*+\[)")
_ROOT = re.compile(r"\s*+;\s*+(?:FF|GM|CA|AP|MI)\s*+\[")
_NEXT = re.compile(r"[();]|(?<![A-Za-z])[A-Z]{1,2}\s*+\[")
_NESTING = re.compile(r"[()]|\[(?:[^\\\]]++|\\.)*+\]|\[", re.S)
_VALUE = re.compile(r"\[((?:[^\\\]]++|\\.)*+)\]", re.S)
_CUT = re.compile(r"[;\n]")
_BLANK = re.compile(r"\s*+")


class Property(NamedTuple):
    """A property as it stands: its name in capitals, its values with their brackets, and its place."""

    name: str
    raw: str
    start: int
    end: int

    @property
    def values(self) -> list[str]:
        """The texts within the brackets, as they stand."""
        if self.raw.find("]") == len(self.raw) - 1:
            return [self.raw[1:-1]]
        return _VALUE.findall(self.raw)

    @property
    def value(self) -> str:
        """The text within the first brackets."""
        raw = self.raw
        return raw[1:-1] if raw.find("]") == len(raw) - 1 else self.values[0]


class Broken(NamedTuple):
    """A break of the structure: the name of its finding, its facts, and its place."""

    kind: str
    what: str
    why: str
    start: int


class Variation(NamedTuple):
    """A line beside the main one, as it stands."""

    raw: str
    start: int


@dataclass(slots=True)
class SgfNode:
    """A node of the main line."""

    start: int
    properties: list[Property] = field(default_factory=list)


@dataclass(slots=True)
class Tree:
    """One game; variations by the number of the main line's nodes before them."""

    start: int
    nodes: list[SgfNode] = field(default_factory=list)
    variations: dict[int, list[Variation]] = field(default_factory=dict)


class Scanner:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.broken: list[Broken] = []
        self.outside: list[tuple[int, int]] = []  # where text stands before, between and behind the trees
        self.at = 0
        self.tree = Tree(0)
        self.forks: list[int] = []  # for each open level below the root: the nodes before it
        self.mended = 0
        self.done: int | None = None  # the fork at this level whose main line has been closed

    def trees(self) -> Iterator[Tree]:
        """The trees one after the other; text between them is noted."""
        while begin := _BEGIN.search(self.text, self.at):
            self.outside.append((self.at, begin.start()))
            if begin[0][0] == ";":
                self._say("structure-broken", phrase("a tree"), phrase("no bracket opens it"), begin.start())
            self.at = begin.start() + (begin[0][0] == "(")
            self._read_tree(begin.start())
            yield self.tree
        self.outside.append((self.at, len(self.text)))

    def _read_tree(self, start: int) -> None:
        self.tree = Tree(start)
        self.forks.clear()
        self.done = None
        text = self.text
        while True:
            while plain := _PLAIN.match(text, self.at):
                name, values = plain.groups()
                start, self.at = plain.start(1), plain.end()
                self._node(start - 1)
                if len(self.tree.nodes) <= MOST_NODES:
                    self.tree.nodes[-1].properties.append(Property(name, values, start, self.at))
            token = _TOKEN.match(text, self.at)
            if token is None:
                if self._junk():
                    return
                continue
            self.at = token.end()
            name, values, sign, _ = token.groups()
            if name:
                self._property(name, values, token.start(1), token.start(2))
            elif sign == ";":
                self._node(token.start(3))
            elif sign == "(":
                if self._opens(token.start(3)):
                    return
            elif sign == ")":
                if not self.forks:
                    return
                self.done = self.forks.pop()
            else:
                self._say("structure-broken", phrase("a value"), phrase("it has no name"), token.start(4))

    def _node(self, start: int) -> None:
        self.done = None
        nodes = self.tree.nodes
        if len(nodes) < MOST_NODES:
            nodes.append(SgfNode(start))
        elif len(nodes) == MOST_NODES:
            self._say("limit-passed", phrase("the number of nodes"), str(MOST_NODES), start)
            nodes.append(SgfNode(start))

    def _property(self, name: str, values: str, start: int, values_start: int) -> None:
        if not self.tree.nodes:
            self._node(start)
        properties = self.tree.nodes[-1].properties
        name = name if name.isupper() else "".join([letter for letter in name if letter.isupper()])
        values = values.rstrip()
        if name not in TEXTS and values.count("[") != values.count("]"):
            values = self._mended(name, values, start, values_start)
        if len(properties) < MOST_PROPERTIES and len(self.tree.nodes) <= MOST_NODES:
            properties.append(Property(name, values, start, values_start + len(values)))
        elif len(properties) == MOST_PROPERTIES:
            self._say(
                "limit-passed", phrase("the number of properties in a node"), str(MOST_PROPERTIES), start
            )
            properties.append(Property("", "[]", start, start))

    def _mended(self, name: str, values: str, start: int, values_start: int) -> str:
        """Values of which one has no end: it is taken to end with its line or its node."""
        opened = next((value.start() for value in _VALUE.finditer(values) if "[" in value[1]), None)
        cut = None if opened is None else _CUT.search(values, opened)
        if cut is None or self.mended == MOST_MENDED:
            return values
        self.mended += 1
        self._say(
            "structure-broken",
            phrase("the property {name}", name=name),
            phrase("no bracket closes its value"),
            start,
        )
        self.at = values_start + cut.start()
        return values[: cut.start()].rstrip() + "]"

    def _opens(self, start: int) -> bool:
        """A branch: of the main line, or beside it; True where it is the next game instead."""
        if _ROOT.match(self.text, self.at) and self.tree.nodes:
            self._say("structure-broken", phrase("a tree"), phrase("no bracket closes it"), start)
            self.at = start
            return True
        if self.done is None:
            self.forks.append(len(self.tree.nodes))
            return False
        end = nested(self.text, start)
        if end is None:
            self._say("file-breaks-off", phrase("a variation"), "", start)
            self.at = len(self.text)
            return True
        self.tree.variations.setdefault(self.done, []).append(Variation(self.text[start:end], start))
        self.at = end
        return False

    def _junk(self) -> bool:
        """Pass over what is no part of a tree; True where the text ends."""
        place = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]
        if place >= len(self.text):
            self._say("file-breaks-off", phrase("a game"), "", max(len(self.text) - 1, 0))
            self.at = len(self.text)
            return True
        if _UNCLOSED.match(self.text, place):
            self._say("file-breaks-off", phrase("a value"), "", place)
            self.at = len(self.text)
            return True
        self._say("structure-broken", phrase("a node"), phrase("this is no property"), place)
        following = _NEXT.search(self.text, place + 1)
        self.at = following.start() if following else len(self.text)
        return False

    def _say(self, kind: str, what: str, why: str, start: int) -> None:
        if len(self.broken) < MOST_SAID:
            self.broken.append(Broken(kind, what, why, start))
        elif len(self.broken) == MOST_SAID:
            self.broken.append(Broken("limit-passed", phrase("the number of breaks"), str(MOST_SAID), start))


def nested(text: str, start: int) -> int | None:
    """Return where the bracket that opens at `start` is closed, None where it is not."""
    depth = 0
    for token in _NESTING.finditer(text, start):
        sign = token[0]
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth -= 1
            if not depth:
                return token.end()
        elif sign == "[":
            return None
    return None
