"""What is kept while trees are read: places in the text, the match so far, what a root says of its game."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field

from kotra_notation.formats.sgf import headers
from kotra_notation.model import Comment, Game, Match, Player, Span
from kotra_notation.values import dataclass

GAME_NUMBER = re.compile(r"MI\s*(?:\[[^\]]*\]\s*){0,4}?\[\s*game\s*:\s*([0-9]{1,6})\s*\]")

MOST_GAMES = 200  # so many games of a match are put in order


class Places:
    """Where a character of the text stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0]
        at = text.find("\n")
        while at >= 0:
            self.starts.append(at + 1)
            at = text.find("\n", at + 1)
        self.starts.append(len(text) + 1)

    def span(self, start: int, end: int) -> Span:
        """The place of what stands between two characters, as far as its first line goes."""
        line = bisect_right(self.starts, start)
        begin = self.starts[line - 1]
        last = self.starts[line] if line < len(self.starts) else end + 1
        return Span(line, start - begin + 1, min(end, last - 1) - begin + 1)


class GameNumbers:
    """The numbers of all games of a file, to tell games in the wrong order from another match."""

    def __init__(self, text: str) -> None:
        self.numbers = [int(number) + 1 for number in GAME_NUMBER.findall(text)]
        self.at = 0

    def next_match(self) -> set[int]:
        """Return the numbers of the match that begins here, if each of 1 to the last stands there once."""
        found: set[int] = set()
        for at in range(self.at, min(self.at + MOST_GAMES, len(self.numbers))):
            if self.numbers[at] in found:
                break
            found.add(self.numbers[at])
        return found if found == set(range(1, len(found) + 1)) else set()


@dataclass(slots=True)
class TreesDraft:
    """A match whose trees are being read."""

    span: Span
    program: str
    length: int | None
    rules: str | None
    info: dict[str, str] = field(default_factory=dict)
    remarks: list[Comment] = field(default_factory=list)
    games: list[Game] = field(default_factory=list)
    number: int | None = None  # of the last game
    automatic: int = 0  # the most automatic doubles of a game
    near_end: bool = False  # whether a side has begun a game one point short
    waited: set[int] = field(default_factory=set)  # the numbers of games that are to come in whatever order

    def names(self) -> tuple[str, str]:
        """The names of both sides."""
        return self.info.get("PW", ""), self.info.get("PB", "")

    def finished(self) -> Match:
        """The match as far as it was read."""
        white, black = (
            Player(name=self.info.get(name, ""), rating=self.info.get(rating))
            for name, rating in zip(headers.NAMES, headers.RATINGS, strict=True)
        )
        info = [(headers.INFO[name], said) for name, said in self.info.items() if name in headers.INFO]
        return Match(
            players=(white, black),
            length=self.length,
            rules=headers.with_automatic(self.rules, 0 if self.length else self.automatic),
            info=tuple(info),
            remarks=tuple(self.remarks),
            games=tuple(self.games),
            span=self.span,
        )


@dataclass(slots=True)
class Root:
    """What the root of a tree says of the game's place in its match."""

    length: int | None = None
    game: int | None = None
    score: tuple[int | None, int | None] = (None, None)
    span: Span | None = None
    unknown: str = ""
    twice: list[tuple[str, str, str]] = field(default_factory=list)  # items with two values
