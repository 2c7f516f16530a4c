"""`kn.best`, `kn.evaluate`: the plays of a roll by their worth, what to do with the cube, and the chances."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from kotra_notation.board import Position, ids, turned
from kotra_notation.engine.results import Rolled, WeighedCube, WeighedPlay
from kotra_notation.formats.format import Source
from kotra_notation.jobs.engine import known_position, weigher
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.legal import Asked, answers, spelled
from kotra_notation.jobs.rows import Row
from kotra_notation.jobs.tables import table
from kotra_notation.legal import Dice, dice_of
from kotra_notation.reading import read_in_full
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher

CHANCES = ("win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon")
DIGITS = 5
# A level that is no look ahead: the position is played out so many times.
ROLLOUT = re.compile(r"rollout(?:\s+(\d+))?")
GAMES, MOST_GAMES = 1296, 1_000_000
SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """What an engine says of a position: of a roll the plays, best first, without one the cube.

    `asked` is how the position was spelled. Equities are normalised to the cube as it stands, seen by the
    side on roll; `loss` of a play is what it lacks of the best. `stopped`: a rollout was stopped before its
    end; the `level` says how many games were played.
    """

    position: Position
    asked: str
    engine: str
    level: str
    plays: tuple[WeighedPlay, ...] = ()
    cube: WeighedCube | None = None
    stopped: bool = False

    @property
    def rolled(self) -> Rolled | None:
        """What the worth of the best play, or of the cube, rests on if it was played out."""
        return self.cube.rolled if self.cube else self.plays[0].rolled

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
            **(rolled_row(play.rolled) if play.rolled else {}),
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


def best(
    position: Position | str, dice: Dice | None = None, *, level: str = "quick", seed: int = SEED
) -> Best:
    """The plays of a roll, best first; without dice, none in the position either, what to do with the cube.

    The `position` may be its text or id; `dice` are (3, 1), "31" or "3-1"; the `level` is quick, normal or
    deep, or "rollout 1296": so many games are played, with throws that are the same for the same `seed`; what
    is done when it is stopped (Ctrl-C) counts. ValueError for what is no position or no dice, where the
    engine's package is missing, for the old game.
    """
    asked = position if isinstance(position, str) else position.text()
    return best_of(asked, _read(position), dice, level, seed)


def best_of(
    asked: str,
    position: Position,
    dice: Dice | None,
    level: str,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda done: None,
) -> Best:
    """The same of a position, and as it was spelled; `progress` is told how many games are done."""
    if games := rollout_games(level):
        return _rolled_out(asked, _asked_place(position, dice), games, seed, progress)
    return _best(asked, position, dice, weigher(level))


def rollout_games(level: str) -> int | None:
    """How many games a level plays; None for one that plays none."""
    if not level.startswith("rollout"):
        return None
    found = ROLLOUT.fullmatch(level)
    games = int(found[1] or GAMES) if found else 0
    if not 0 < games <= MOST_GAMES:
        raise ValueError(
            phrase(
                "A rollout plays from 1 to {most} games; the level is {example}, not {level}.",
                most=MOST_GAMES,
                example="rollout 1296",
                level=repr(level),
            )
        )
    return games


def _read(position: Position | str) -> Position:
    return ids.position(position) if isinstance(position, str) else position


def _asked_place(position: Position, dice: Dice | None) -> Position:
    place = known_position(position)
    return replace(place, dice=place.dice if dice is None else dice_of(dice), offer=None)


def _rolled_out(asked: str, place: Position, games: int, seed: int, progress: Callable[[int], None]) -> Best:
    """What comes of playing; stopped, what has come of it so far."""
    engine = weigher()
    from kotra_notation.engine.rollout import Rollout

    rollout = Rollout(engine, place, games, seed)
    stopped = False
    try:
        for done in rollout.run():
            progress(done)
    except KeyboardInterrupt:
        if not rollout.played:
            raise
        stopped = True
    return Best(
        position=place,
        asked=asked,
        engine=engine.source,
        level=f"rollout {rollout.played}",
        plays=rollout.throw().plays if place.dice else (),
        cube=None if place.dice else rollout.cube(),
        stopped=stopped,
    )


def _best(asked: str, position: Position, dice: Dice | None, engine: Weigher) -> Best:
    place = _asked_place(position, dice)
    if place.dice is None:
        (cube,) = engine.cubes([place])
        return Best(position=place, asked=asked, engine=engine.source, level=engine.level.name, cube=cube)
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


def best_answers(file: Opened, level: str, seed: int = SEED) -> Iterable[Row]:
    """The answer to each line of JSON that asks something: a position, perhaps dice.

    A file of positions in any notation asks about each of them.
    """
    positions = read_in_full(Source(file.data, file.path)).positions
    if positions:
        lines = [json.dumps({"position": one.xgid(), "dice": one.dice}) for one in positions]
    else:
        lines = file.data.decode("utf-8", "replace").splitlines()
    games = rollout_games(level)
    engine = weigher("quick" if games else level)

    def answer(question: Asked) -> Row:
        if games:
            return best_of(question.text, question.position, question.dice, level, seed).as_json()
        return _best(question.text, question.position, question.dice, engine).as_json()

    return answers(lines, answer)


def chances_row(chances: tuple[float, ...]) -> Row:
    """The five chances by their names."""
    return {name: round(share, DIGITS) for name, share in zip(CHANCES, chances, strict=True)}


def rolled_row(rolled: Rolled) -> Row:
    """How many games a worth rests on, and its standard errors."""
    return {
        "games": rolled.games,
        "standard_error": round(rolled.standard_error, DIGITS),
        "standard_error_with_luck": round(rolled.plain_error, DIGITS),
        "standard_errors_of_chances": chances_row(rolled.chances_errors),
    }


def _cube_row(cube: WeighedCube) -> Row:
    equities, rolled = cube.equities, cube.rolled
    return {
        "no_double": round(equities.no_double, DIGITS),
        "double_take": _or_none(equities.double_take),
        "double_pass": _or_none(equities.double_pass),
        "action": equities.action,
        "chances": chances_row(cube.chances),
        **(rolled_row(rolled) if rolled else {}),
        **({"standard_error_of_double_take": _or_none(rolled.double_take_error)} if rolled else {}),
    }


def _or_none(equity: float | None) -> float | None:
    return None if equity is None else round(equity, DIGITS)
