"""Text exports of analysis: numbers, plays and actions as programs print them, labels, lines by a grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from kotra_notation.formats.plays import LONGEST, REMEMBERED, hops_in, parse_hops, parser, spell_play
from kotra_notation.model import Candidate
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from lark import Token, Tree

DECIMAL_SIGNS = ".,"
NUMBER = rf"[-+]?[0-9]{{1,9}}(?:[{DECIMAL_SIGNS}][0-9]{{1,9}})?"
NO_DOUBLE, TAKE, PASS, BEAVER = "no double", "double/take", "double/pass", "double/beaver"
CHOICES = {"take": TAKE, "pass": PASS, "reject": PASS, "beaver": BEAVER}
ROLLOUT = "rollout"
PLAYED = {"played": "yes"}
WHOLE = 1.5  # chances of both sides that add up to more are per cent

Three = tuple[str, str, str]


@dataclass(slots=True)
class CandidateDraft:
    """A candidate while its lines are being read."""

    choice: str
    equity: float | None = None
    chances: tuple[float, ...] = ()
    level: str = ""
    extras: dict[str, str] = field(default_factory=dict)

    def finish(self) -> Candidate:
        """Return the candidate."""
        return Candidate(
            choice=self.choice, equity=self.equity, chances=self.chances, level=self.level, extras=self.extras
        )


def number(text: str) -> float:
    """Return a printed number, with a point or a comma."""
    return float(digits(text))


def digits(text: str) -> str:
    """Return a printed number as it stands, but with a point."""
    return text.replace(",", ".")


def share(per_cent: str) -> str:
    """Return a number of per cent as a share, to the digits that are printed."""
    return f"{Decimal(digits(per_cent.strip().removesuffix('%'))).scaleb(-2):f}"


def chances(ours: Three, theirs: Three) -> tuple[float, ...]:
    """Return the five chances of printed ones, shares or per cent; their wins are what ours lack."""
    per_cent = number(ours[0]) + number(theirs[0]) > WHOLE
    return tuple([float(share(our)) if per_cent else number(our) for our in (*ours, *theirs[1:])])


def choice(text: str) -> str | None:
    """Return a play as the choice of a candidate, None where it cannot be read."""
    if len(text) > LONGEST:
        return None
    try:
        return " ".join([_choice(word) for word in text.replace(",", " ").split()])
    except ValueError:
        return None


@lru_cache(maxsize=REMEMBERED)
def _choice(word: str) -> str:
    return spell_play(parse_hops(word))


def cube_choice(words: Mapping[str, str]) -> str:
    """Return the cube action that the words of a line name, by their terminals."""
    return CHOICES[words["ANSWER"].lower()] if "ANSWER" in words else NO_DOUBLE


def best(double: str, answer: str) -> str:
    """Return the right cube action in one wording, redoubles too: `no double/take`, `too good/pass`."""
    first = " ".join(double.lower().split()).replace("redouble", "double")
    first = first.replace("too good to double", "too good")
    second = answer.lower().replace("drop", "pass").replace("reject", "pass")
    return f"{first}/{second}" if second else first


class Labels:
    """The words of a program in its other languages, each by the English ones."""

    def __init__(self, table: Mapping[str, Sequence[str]]) -> None:
        self._english = {word: english for english, words in table.items() for word in words}
        longest_first = sorted(self._english, key=len, reverse=True)
        self._word = re.compile("|".join(map(_whole_word, longest_first)))

    def english(self, line: str) -> str:
        """Return a line with every label in English."""
        return self._word.sub(lambda word: self._english[word[0]], line)


def _whole_word(word: str) -> str:
    """Return the pattern of a word where it is not part of a longer one."""
    before, behind = (r"(?<!\w)" if word[0].isalnum() else ""), (r"(?!\w)" if word[-1].isalnum() else "")
    return f"{before}{re.escape(word)}{behind}"


class Parsed:
    """A line as a grammar reads it: its kind, words by the names of their terminals, numbers."""

    def __init__(self, tree: Tree[Token]) -> None:
        self._tree = tree
        self.kind = str(tree.data)
        self.words = {getattr(part, "type", ""): str(part) for part in tree.children}
        self.numbers = self.all("NUMBER")

    def all(self, kind: str) -> list[str]:
        """Return all words of a kind, with decimal points."""
        tokens = self._tree.scan_values(lambda word: getattr(word, "type", "") == kind)
        return [digits(str(word)) for word in tokens]

    def parts(self, name: str) -> list[Parsed]:
        """Return the parts of the line that have a name, in their order."""
        trees = [part for part in self._tree.children if not isinstance(part, str)]
        return [Parsed(tree) for tree in trees if tree.data == name]

    def part(self, name: str) -> Parsed | None:
        """Return a part of the line by its name, None where it is missing."""
        return next(iter(self.parts(name)), None)

    def play(self) -> str:
        """Return the play in the line as the choice of a candidate, empty where none is possible."""
        tree = next(iter(self._tree.find_data("hops")), None)
        return "" if tree is None else spell_play(hops_in(tree))


def parse_line(grammar: str, text: str) -> Parsed | None:
    """Return a line as a grammar reads it, None if it cannot."""
    from lark import UnexpectedInput

    if len(text) > LONGEST:
        return None
    try:
        return Parsed(parser(grammar, "line").parse(text))
    except UnexpectedInput:
        return None
