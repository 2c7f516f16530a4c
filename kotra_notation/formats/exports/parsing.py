"""One line of an export, read by a grammar: its tree and what stands in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kotra_notation.formats.exports import numbers
from kotra_notation.formats.parsers import parser
from kotra_notation.formats.plays import LONGEST, hops_in, spelled

if TYPE_CHECKING:
    from lark import Token, Tree


class Parsed:
    """What a grammar makes of a line: its kind, words by the names of their terminals, numbers."""

    def __init__(self, tree: Tree[Token]) -> None:
        self._tree = tree
        self.kind = str(tree.data)
        self.words = {getattr(part, "type", ""): str(part) for part in tree.children}
        self.numbers = self.all("NUMBER")

    def all(self, kind: str) -> list[str]:
        """All words of a kind, with decimal points."""
        tokens = self._tree.scan_values(lambda word: getattr(word, "type", "") == kind)
        return [numbers.digits(str(word)) for word in tokens]

    def parts(self, name: str) -> list[Parsed]:
        """The parts of the line that have a name, in their order."""
        trees = [part for part in self._tree.children if not isinstance(part, str)]
        return [Parsed(tree) for tree in trees if tree.data == name]

    def part(self, name: str) -> Parsed | None:
        """A part of the line by its name, None where it is missing."""
        return next(iter(self.parts(name)), None)

    def play(self) -> str:
        """The play in the line as the choice of a candidate, empty where none is possible."""
        tree = next(iter(self._tree.find_data("hops")), None)
        return "" if tree is None else spelled(hops_in(tree))


def parsed(grammar: str, text: str) -> Parsed | None:
    """Return what a grammar makes of a line, None if nothing."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        return Parsed(parser(grammar, "line").parse(text))
    except UnexpectedInput:
        return None
