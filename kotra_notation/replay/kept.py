"""A cache for a text that is edited: what its games came to, by all that this follows from.

A game that says the same as before, wherever it stands now, at the same score and under the same rules, is
not judged again. What was not asked for in so many versions of the text is forgotten.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from kotra_notation.findings import Finding
from kotra_notation.model import Game, Ruling, Span, Turn
from kotra_notation.rules import Ruleset

VERSIONS = 20

Value = TypeVar("Value")


class GameKey(NamedTuple):
    """All that what comes of a game follows from, and the line that the game begins in."""

    said: Hashable
    line: int


class KeptGames:
    """What is kept of the games of a text, from one of its versions to the next."""

    def __init__(self) -> None:
        self._version = 0
        self._values: dict[Hashable, Any] = {}
        self._asked: dict[Hashable, int] = {}
        self._known: dict[Hashable, list[tuple[Game, int]]] = {}
        self._numbers = 0
        self._rulesets: list[Ruleset] = []
        # Of this version: objects by their identity, each kept so that no other has it.
        self._here: dict[int, tuple[object, Any]] = {}

    def begin(self) -> None:
        """Go on to another version of the text."""
        self._version += 1
        self._here = {}
        oldest = self._version - VERSIONS
        for key in [key for key, version in self._asked.items() if version < oldest]:
            self._values.pop(key, None)
            del self._asked[key]
        for shape, games in list(self._known.items()):
            self._known[shape] = [game for game in games if self._asked.get(game[1], oldest) >= oldest]
            if not self._known[shape]:
                del self._known[shape]

    def key(self, game: Game, *around: Hashable) -> GameKey:
        """Return what a game is looked up by, with all else that matters beside its events."""
        known = self._here.get(id(game))
        number = known[1] if known else self._number(game)
        return GameKey((number, *around), _line(game))

    def ruleset(self, ruleset: Ruleset) -> int:
        """Return what a rule set is looked up by."""
        if ruleset not in self._rulesets:
            self._rulesets.append(ruleset)
        return self._rulesets.index(ruleset)

    def get(self, key: Hashable) -> Any:
        """Return what was kept under a key, None where nothing was."""
        if key in self._values:
            self._asked[key] = self._version
        return self._values.get(key)

    def put(self, key: Hashable, value: object) -> None:
        """Keep something under a key."""
        self._asked[key] = self._version
        self._values[key] = value

    def note(self, made: object, key: GameKey) -> None:
        """Note what a value of this version was kept under."""
        self._here[id(made)] = made, key

    def noted(self, made: object) -> GameKey | None:
        """Return what a value of this version was kept under."""
        known = self._here.get(id(made))
        return known[1] if known else None

    def _number(self, game: Game) -> int:
        """The number of all games that say the same at the same places from their first line on."""
        shape = (game.number, len(game.events))
        alike = self._known.setdefault(shape, [])
        number = next((number for other, number in reversed(alike) if _same(game, other)), None)
        if number is None:
            self._numbers = number = self._numbers + 1
            alike.append((game, number))
        self._asked[number] = self._version
        self._here[id(game)] = game, number
        return number


def _line(game: Game) -> int:
    return game.span.line if game.span else 0


def _same(game: Game, other: Game) -> bool:
    lines = _line(game) - _line(other)
    if game.score != other.score or not _beside(game.span, other.span, lines):
        return False
    if game.score and other.score and not _beside(game.score.span, other.score.span, lines):
        return False
    return all(
        mine == its
        and _beside(mine.span, its.span, lines)
        # What was written is not part of what was said, but is told in findings.
        and (not isinstance(mine, Turn | Ruling) or mine.text == its.text)  # type: ignore[union-attr]
        for mine, its in zip(game.events, other.events, strict=True)
    )


def _beside(span: Span | None, other: Span | None, lines: int) -> bool:
    """Return whether two places are the same but for so many lines."""
    if span is None or other is None:
        return span is other
    return span[1:] == other[1:] and span.line - other.line == lines


def moved(value: Value, lines: int) -> Value:
    """A value of the model, or of repair, with all its places so many lines further down."""
    return _moved(value, lines) if lines else value


def _moved(value: Any, lines: int) -> Any:
    if isinstance(value, Span):
        return value._replace(line=value.line + lines)
    if type(value) is tuple:
        return tuple([_moved(one, lines) for one in value])
    if isinstance(value, Finding):
        return value if value.span is None else value.at(span=_moved(value.span, lines))
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: _moved(getattr(value, field.name), lines) for field in fields(value) if field.init
        }
        return replace(value, **changed)
    return value
