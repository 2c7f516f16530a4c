"""A cache for a text that is edited: what its games came to, by all that this follows from.

A game that says the same as before, wherever it stands now, at the same score and under the same rules, is
not judged again. What was not asked for in so many versions of the text is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any, NamedTuple, TypeVar

from kotra_notation.findings import Finding
from kotra_notation.model import Game, Ruling, Span, Turn
from kotra_notation.replay.begins import BegunGame, FoldedGame, GameAgain, fold_game
from kotra_notation.replay.frames import GameReplay
from kotra_notation.replay.scores import Scores, score_at_head
from kotra_notation.rules import Ruleset

VERSIONS = 20

Value = TypeVar("Value")
# What is found in the analyses of a game, with its sort.
Study = tuple[str, Finding]


class GameKey(NamedTuple):
    """All that what comes of a game follows from, and the line that the game begins in."""

    said: Hashable
    line: int


class KeptGames:
    """The results of the games of a text, kept from one of its versions to the next."""

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

    def fold(self, begun: BegunGame) -> FoldedGame:
        """Fold a game, or take what it came to before, at the lines where it stands now."""
        key = self._key(begun)
        known: tuple[FoldedGame, int, int] | None = self.get(key.said)
        if known is None:
            done = fold_game(begun)
            # What it is folded again with belongs to this version of the text, and is not kept.
            bare = GameAgain(replace(begun, match=replace(begun.match, games=())))
            game = replace(done.replay, refolding=bare)
            keeping = done._replace(replay=game, scores=_copy_scores(done.scores))
            self.put(key.said, (keeping, len(begun.opened), key.line))
        else:
            done, opened, line = known
            findings = [move_lines(fault, key.line - line) for fault in done.replay.findings[opened:]]
            here = replace(
                done.replay,
                line=begun.game.span.line if begun.game.span else None,
                findings=(*begun.with_names(begun.opened), *findings),
                refolding=GameAgain(begun),
            )
            done = done._replace(replay=here, scores=_copy_scores(done.scores))
        self._here[id(done.replay)] = done.replay, key
        return done

    def studies(self, replayed: GameReplay, make: Callable[[], Iterable[Study]]) -> Iterable[Study]:
        """Return what is found in the analyses of a game, each with its sort; made once for a game."""
        key = self.key_of(replayed)
        if key is None:
            return make()
        known: tuple[list[Study], int] | None = self.get(("studies", key.said))
        if known is None:
            known = list(make()), key.line
            self.put(("studies", key.said), known)
        return [(sort, move_lines(fault, key.line - known[1])) for sort, fault in known[0]]

    def _key(self, begun: BegunGame) -> GameKey:
        """Return what all that is found in a game, but of its head, follows from."""
        following, scores, begins = begun.following, begun.scores, begun.begins
        head = score_at_head(following) if following else None
        if begun.ruleset not in self._rulesets:
            self._rulesets.append(begun.ruleset)
        known = self._here.get(id(begun.game))
        said = (
            known[1] if known else self._number(begun.game),
            self._rulesets.index(begun.ruleset),
            (begun.place, begun.number),
            (scores.score, scores.derived, scores.after, frozenset(scores.allowed)),
            (scores.doubted, scores.known, begun.before),
            (begun.hits_marked, begun.says_results, begun.starting_cube),
            (begins.main, begins.winner, begins.began, begins.open),
            (begun.names, begun.match.length),
            (following is None, None if head is None else head.score),
        )
        return GameKey(said, _line(begun.game))

    def get(self, key: Hashable) -> Any:
        """Return what was kept under a key, None where nothing was."""
        if key in self._values:
            self._asked[key] = self._version
        return self._values.get(key)

    def put(self, key: Hashable, value: object) -> None:
        """Keep something under a key."""
        self._asked[key] = self._version
        self._values[key] = value

    def key_of(self, made: object) -> GameKey | None:
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


def _copy_scores(scores: Scores) -> Scores:
    """Scores that go on by themselves."""
    return replace(scores, allowed=set(scores.allowed))


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


def move_lines(value: Value, lines: int) -> Value:
    """A value of the model, or of repair, with all its places so many lines further down."""
    return _move_spans(value, lines) if lines else value


def _move_spans(value: Any, lines: int) -> Any:
    if isinstance(value, Span):
        return value._replace(line=value.line + lines)
    if type(value) is tuple:
        return tuple([_move_spans(one, lines) for one in value])
    if isinstance(value, Finding):
        return value if value.span is None else value.at(span=_move_spans(value.span, lines))
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: _move_spans(getattr(value, field.name), lines)
            for field in fields(value)
            if field.init
        }
        return replace(value, **changed)
    return value
