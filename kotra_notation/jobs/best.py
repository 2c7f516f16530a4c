"""`kn.best`, `kn.evaluate`: the plays of a roll by their worth, what to do with the cube, and the chances."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from kotra_notation.board import Position, ids, turned
from kotra_notation.engine.results import WeighedCube, WeighedPlay
from kotra_notation.jobs.engine import known_position, weigher
from kotra_notation.jobs.legal import Asked, answers, spelled
from kotra_notation.jobs.rows import Row
from kotra_notation.jobs.tables import table
from kotra_notation.legal import Dice, dice_of
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher

CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
DIGITS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """What an engine says of a position: of a roll the plays, best first, without one the cube.

    `asked` is how the position was spelled. Equities are normalised to the cube as it stands, seen by the
    side on roll; `loss` of a play is what it lacks of the best.
    """

    position: Position
    asked: str
    engine: str
    level: str
    plays: tuple[WeighedPlay, ...] = ()
    cube: WeighedCube | None = None

    def after(self, play: WeighedPlay) -> Position:
        """The position behind a play, the other side on roll."""
        position = self.position
        return replace(
            position,
            points=turned(play.points, position.turning),
            seat=1 - position.seat,
            dice=None,
            offer=None,
        )

    def loss(self, play: WeighedPlay) -> float:
        """What a play lacks of the best."""
        return self.plays[0].equity - play.equity

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """What `kotra best --json` prints."""
        row: Row = {"engine": self.engine, "level": self.level, "position": self.asked}
        if self.cube:
            return row | {"cube": _cube_row(self.cube)}
        assert self.position.dice is not None
        return row | {
            "dice": list(self.position.dice),
            "plays": [self._play_row(play) for play in self.plays],
        }

    def _play_row(self, play: WeighedPlay) -> Row:
        return {
            "play": play.text,
            "position": spelled(self.after(play), self.asked),
            "equity": round(play.equity, DIGITS),
            "loss": round(self.loss(play), DIGITS),
            "chances": chances_row(play.chances),
            "plies": play.plies,
        }

    def _repr_html_(self) -> str:
        if self.cube:
            return table(("action", "equity"), list(_cube_row(self.cube).items())[:4])
        return table(
            ("play", "equity", "win"),
            [(play.text, f"{play.equity:+.3f}", f"{play.chances[0]:.1%}") for play in self.plays],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """What a position is worth to the side on roll before its throw, without the cube and with it."""

    position: Position
    engine: str
    level: str
    chances: tuple[float, ...]
    cubeless: float
    equity: float

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The numbers by their names."""
        return {
            "engine": self.engine,
            "level": self.level,
            "chances": chances_row(self.chances),
            "cubeless": round(self.cubeless, DIGITS),
            "equity": round(self.equity, DIGITS),
        }

    def _repr_html_(self) -> str:
        return table(
            ("", ""), [(name, f"{share:.1%}") for name, share in zip(CHANCES, self.chances, strict=True)]
        )


def best(position: Position | str, dice: Dice | None = None, *, level: str = "quick") -> Best:
    """The plays of a roll, best first; without dice, none in the position either, what to do with the cube.

    The `position` may be its text or id; `dice` are (3, 1), "31" or "3-1"; the `level` is quick, normal or
    deep. ValueError for what is no position or no dice, where the engine's package is missing, for the old
    game.
    """
    asked = position if isinstance(position, str) else position.text()
    return best_of(asked, _read(position), dice, level)


def best_of(asked: str, position: Position, dice: Dice | None, level: str) -> Best:
    """The same of a position, and as it was spelled."""
    return _best(asked, position, dice, weigher(level))


def _read(position: Position | str) -> Position:
    return ids.position(position) if isinstance(position, str) else position


def _best(asked: str, position: Position, dice: Dice | None, engine: Weigher) -> Best:
    place = known_position(position)
    thrown = place.dice if dice is None else dice_of(dice)
    if thrown is None:
        place = replace(place, offer=None)
        (cube,) = engine.cubes([place])
        return Best(position=place, asked=asked, engine=engine.source, level=engine.level.name, cube=cube)
    place = replace(place, dice=thrown, offer=None)
    (throw,) = engine.throws([place], [None])
    found = throw.plays
    return Best(position=place, asked=asked, engine=engine.source, level=engine.level.name, plays=found)


def evaluate(position: Position | str, *, level: str = "quick") -> Evaluated:
    """What a `position` is worth to the side on roll before its throw, at a `level`; ValueError as `best`."""
    engine = weigher(level)
    place = known_position(_read(position))
    (cube,) = engine.cubes([place])
    return Evaluated(
        position=place,
        engine=engine.source,
        level=level,
        chances=cube.chances,
        cubeless=cube.cubeless,
        equity=cube.equities.no_double,
    )


def best_answers(lines: Iterable[str], level: str) -> Iterable[Row]:
    """The answer to each line of JSON that asks something: a position, perhaps dice."""
    engine = weigher(level)

    def answer(question: Asked) -> Row:
        return _best(question.text, question.position, question.dice, engine).as_json()

    return answers(lines, answer)


def chances_row(chances: tuple[float, ...]) -> Row:
    """The five chances by their names."""
    return {name: round(share, DIGITS) for name, share in zip(CHANCES, chances, strict=True)}


def _cube_row(cube: WeighedCube) -> Row:
    equities = cube.equities
    return {
        "no_double": round(equities.no_double, DIGITS),
        "double_take": _or_none(equities.double_take),
        "double_pass": _or_none(equities.double_pass),
        "action": equities.action,
        "chances": chances_row(cube.chances),
    }


def _or_none(equity: float | None) -> float | None:
    return None if equity is None else round(equity, DIGITS)
