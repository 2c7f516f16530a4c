"""The text of a file, and the trees in it: nodes of the main line, each with its properties, and variations.

One pass, no recursion. What is broken is said and passed over; the next node is read as if nothing had
happened.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import field
from typing import NamedTuple

from kotra_notation.findings import phrase
from kotra_notation.formats.format import Source
from kotra_notation.model import Extra, Span
from kotra_notation.values import dataclass

PREFIX = "sgf:"  # of what is kept word for word
LOOKED_AT = 4096
_CHARSET = re.compile(rb"(?<![A-Za-z])CA\s*\[\s*([\w.:+-]{1,40})\s*\]")
_TEXT_CHARSETS = re.compile(
    r"ascii|utf-8|utf-16(-[bl]e)?|iso8859-\d+|cp\d+|koi8-\w+|mac-\w+|big5\w*|gb\w+|euc_\w+|shift_jis\w*|johab|hz|tis-620"
)
_ESCAPE = re.compile(r"\\(\n|.)", re.S)
_NEEDS_ESCAPE = re.compile(r"[\\\]]")

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


def text_of(source: Source) -> tuple[str, str]:
    """Return the text of a file with lines ending in LF, and its encoding; a charset it names is believed."""
    named = None if source.data.isascii() else _named_charset(source.data)
    if named is None or codecs.lookup(source.encoding).name.startswith(named):
        return "\n".join(source.lines), source.encoding
    try:
        text = source.data.decode(named)
    except UnicodeDecodeError:
        return "\n".join(source.lines), source.encoding
    return as_read(text), named


def _named_charset(data: bytes) -> str | None:
    named = _CHARSET.search(data[:LOOKED_AT])
    if named is None or data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    try:
        name = codecs.lookup(named[1].decode("ascii", "replace")).name
    except (LookupError, ValueError):
        return None
    if name == "iso8859-1":
        return "cp1252"  # which those who name the other write
    return name if _TEXT_CHARSETS.fullmatch(name) else None


def as_read(text: str) -> str:
    """Return a text as it comes out of a file: ends of lines are LF, control characters blanks."""
    if text.isprintable():
        return text
    return "\n".join(Source(f"x{text}x".encode("utf-8", "replace")).lines)[1:-1]


def unescape(text: str) -> str:
    """Return what a value says: escapes resolved, soft line breaks taken out."""
    return _ESCAPE.sub(lambda found: found[1].strip("\n"), text) if "\\" in text else text


def escape(text: str) -> str:
    """Return a text as it will be read, and as it stands within brackets."""
    return _NEEDS_ESCAPE.sub(r"\\\g<0>", as_read(text))


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


class Places:
    """The lines of a text, to tell where a character stands."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *[end.end() for end in re.finditer("\n", text)], len(text) + 1]

    def span(self, start: int, end: int) -> Span:
        """Return the place of what stands between two characters, as far as its first line goes."""
        line = bisect_right(self.starts, start)
        begin = self.starts[line - 1]
        last = self.starts[line] if line < len(self.starts) else end + 1
        return Span(line, start - begin + 1, min(end, last - 1) - begin + 1)

    def span_of(self, prop: Property) -> Span:
        """Return the place of a property."""
        return self.span(prop.start, prop.end)

    def extra(self, prop: Property) -> Extra:
        """Return a property as it is kept, word for word."""
        return Extra(key=PREFIX + prop.name, value=prop.raw, span=self.span_of(prop))


class Broken(NamedTuple):
    """A break of the structure: the name of its finding, its facts, and its place."""

    kind: str
    what: str
    why: str
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
    variations: dict[int, list[Property]] = field(default_factory=dict)


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
        """Yield the trees; text between them is noted."""
        while begin := _BEGIN.search(self.text, self.at):
            self.outside.append((self.at, begin.start()))
            if begin[0][0] == ";":
                what, why = phrase("a tree"), phrase("its opening bracket is missing")
                self._say("structure-broken", what, why, begin.start())
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
        if len(nodes) == MOST_NODES:
            self._say("limit-passed", phrase("the number of nodes"), str(MOST_NODES), start)
        if len(nodes) <= MOST_NODES:
            nodes.append(SgfNode(start))

    def _property(self, name: str, values: str, start: int, values_start: int) -> None:
        if not self.tree.nodes:
            self._node(start)
        properties = self.tree.nodes[-1].properties
        name = name if name.isupper() else "".join([letter for letter in name if letter.isupper()])
        values = values.rstrip()
        if name not in TEXTS and values.count("[") != values.count("]"):
            values = self._close_value(name, values, start, values_start)
        if len(properties) < MOST_PROPERTIES and len(self.tree.nodes) <= MOST_NODES:
            properties.append(Property(name, values, start, values_start + len(values)))
        elif len(properties) == MOST_PROPERTIES:
            what = phrase("the number of properties in a node")
            self._say("limit-passed", what, str(MOST_PROPERTIES), start)
            properties.append(Property("", "[]", start, start))

    def _close_value(self, name: str, values: str, start: int, values_start: int) -> str:
        """Return values of which one has no end, which is taken to be that of its line or its node."""
        opened = next((value.start() for value in _VALUE.finditer(values) if "[" in value[1]), None)
        cut = None if opened is None else _CUT.search(values, opened)
        if cut is None or self.mended == MOST_MENDED:
            return values
        self.mended += 1
        what = phrase("the property {name}", name=name)
        self._say("structure-broken", what, phrase("the closing bracket of its value is missing"), start)
        self.at = values_start + cut.start()
        return values[: cut.start()].rstrip() + "]"

    def _opens(self, start: int) -> bool:
        """Read a branch, of the main line or beside it; True where it is the next game instead."""
        if _ROOT.match(self.text, self.at) and self.tree.nodes:
            self._say("structure-broken", phrase("a tree"), phrase("its closing bracket is missing"), start)
            self.at = start
            return True
        if self.done is None:
            self.forks.append(len(self.tree.nodes))
            return False
        end = find_closing(self.text, start)
        if end is None:
            self._say("file-breaks-off", phrase("a variation"), "", start)
            self.at = len(self.text)
            return True
        variation = Property("variation", self.text[start:end], start, end)
        self.tree.variations.setdefault(self.done, []).append(variation)
        self.at = end
        return False

    def _junk(self) -> bool:
        """Pass over what is no part of a tree; True where the text ends."""
        text, end = self.text, len(self.text)
        start = _BLANK.match(text, self.at).end()  # type: ignore[union-attr]
        if start >= end or _UNCLOSED.match(text, start):
            what = phrase("a game") if start >= end else phrase("a value")
            self._say("file-breaks-off", what, "", start if start < end else max(end - 1, 0))
            self.at = end
            return True
        self._say("structure-broken", phrase("a node"), phrase("this is not a property"), start)
        following = _NEXT.search(text, start + 1)
        self.at = following.start() if following else end
        return False

    def _say(self, kind: str, what: str, why: str, start: int) -> None:
        if len(self.broken) < MOST_SAID:
            self.broken.append(Broken(kind, what, why, start))
        elif len(self.broken) == MOST_SAID:
            self.broken.append(Broken("limit-passed", phrase("the number of errors"), str(MOST_SAID), start))


def find_closing(text: str, start: int) -> int | None:
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
