"""`kn.best`, `kn.evaluate`: the plays of a roll by their worth, what to do with the cube, and the chances."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING

from kotra_notation.board import Position, Turning, flip_points
from kotra_notation.board import position as position_of
from kotra_notation.engine.results import Rolled, WeighedCube, WeighedPlay, WeighedPosition, names_of
from kotra_notation.errors import KotraError
from kotra_notation.features.best.effective_pips import effective_pips
from kotra_notation.features.best.plays import (
    DIGITS,
    best_table,
    chances_row,
    choose_plays,
    cube_row,
    look_deeper,
    play_made,
    positions_behind,
    rolled_row,
    shares_table,
    weigh_plays,
    worth_row,
)
from kotra_notation.formats.format import Source
from kotra_notation.jobs.engine import MODERN, check_position, open_engine, rules_for_engine
from kotra_notation.jobs.files import Opened
from kotra_notation.jobs.rows import Row, Table, Tabular
from kotra_notation.legal import Asked, Dice, answers, dice_of, spell_as
from kotra_notation.reading import read_in_full
from kotra_notation.rules import specification
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.board.position import AskedTurn
    from kotra_notation.engine.weighing import Weigher

# A level that is no look ahead: the position is played out so many times.
ROLLOUT = re.compile(r"rollout(?:\s+(\d+))?")
GAMES, MOST_GAMES = 1296, 1_000_000
SEED = 1


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Best(Tabular):
    """The result of `best`: `plays`, best first, or the `cube` decision.

    At a turn of a match there are both if there was a double, or should have been one.

    Equities are normalised to the current cube and seen by the side on roll. In the old game they are points
    under `rules`, there is no cube, and `worth` is the value of the position. `asked` is the position as you
    wrote it. `stopped`: a rollout ended early, and `level` has the number of games.
    """

    position: Position
    asked: str
    engine: str
    level: str
    plays: tuple[WeighedPlay, ...] = ()
    cube: WeighedCube | None = None
    stopped: bool = False
    rules: str = MODERN
    worth: WeighedPosition | None = None
    made: WeighedPlay | None = None

    @property
    def rolled(self) -> Rolled | None:
        """Return the rollout of the best play, the cube or the position, or None."""
        worths = (*self.plays[:1], self.cube, self.worth)
        return next((worth.rolled for worth in worths if worth), None)

    @property
    def is_old(self) -> bool:
        """Return whether the position is of the old game."""
        return self.position.turning is not Turning.MIRRORED

    def after(self, play: WeighedPlay) -> Position:
        """Return the position after a play, with the other side on roll."""
        position = self.position
        if self.is_old:
            return positions_behind(position, self.rules)[play.points, play.half]
        return replace(
            position,
            points=flip_points(play.points, position.turning),
            seat=1 - position.seat,
            dice=None,
            offer=None,
        )

    def loss(self, play: WeighedPlay) -> float:
        """Return the equity a play loses to the best one."""
        return self.plays[0].equity - play.equity

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the data of `kotra best --json`."""
        row: Row = {"engine": self.engine, "level": self.level, "position": self.asked}
        if self.is_old:
            row["rules"] = self.rules
        if pips := effective_pips(self.position):
            row["effective_pips"] = [side.as_json() for side in pips]
        if self.cube:
            row["cube"] = cube_row(self.cube)
        if self.worth:
            return row | worth_row(self.worth)
        if self.position.dice is None:
            return row
        return row | {
            "dice": list(self.position.dice),
            "plays": [self._play_row(play) for play in self.plays],
        }

    def _play_row(self, play: WeighedPlay) -> Row:
        return {
            "play": play.text,
            "position": spell_as(self.after(play), self.asked),
            "points" if self.is_old else "equity": round(play.equity, DIGITS),
            "loss": round(self.loss(play), DIGITS),
            "chances": chances_row(play.chances),
            "plies": play.plies,
            **({"played": True} if self.made and play.key == self.made.key else {}),
            **(rolled_row(play.rolled) if play.rolled else {}),
        }

    def _table(self) -> Table:
        return best_table(self.plays, self.cube, self.worth, old=self.is_old)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Evaluated(Tabular):
    """The value of a position before the roll: winning `chances`, `cubeless` and cubeful `equity`.

    In the old game both equities are points under `rules`, and `shares` has what can happen by name.
    """

    position: Position
    engine: str
    level: str
    chances: tuple[float, ...]
    cubeless: float
    equity: float
    rules: str = MODERN

    @property
    def shares(self) -> dict[str, float]:
        """Return the chances by name."""
        return dict(zip(names_of(self.chances), self.chances, strict=True))

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the numbers by name."""
        row: Row = {"engine": self.engine, "level": self.level}
        chances, equity = chances_row(self.chances), round(self.equity, DIGITS)
        if self.position.turning is not Turning.MIRRORED:
            return row | {"rules": self.rules, "points": equity, "chances": chances}
        return row | {"chances": chances, "cubeless": round(self.cubeless, DIGITS), "equity": equity}

    def _table(self) -> Table:
        return shares_table(self.chances)


def best(
    position: Position | str | PathLike[str],
    dice: Dice | None = None,
    *,
    at: str | None = None,
    match: int | None = None,
    level: str = "quick",
    seed: int = SEED,
    rules: str | None = None,
    nets: str | None = None,
    plays: Sequence[str] = (),
) -> Best:
    """Return the plays of a roll, best first; without dice, the cube decision.

    At a turn of a match the cube decision is there too, if there was a double or should have been one.
    `position` is a position, its text or its id, and may include dice; or a match file, with `at` for a turn
    such as "3.12", and `match` for the number of the match if the file holds several. `dice` are (3, 1), 31,
    "31" or "3-1". `level` is quick, normal, deep, or a rollout such as "rollout 1296": that many games with
    the dice of `seed`. Ctrl-C ends a rollout and keeps the games played. `rules` apply to the old game
    (default forn-1977), such as "forn-de,stack.latch=while". `nets` is a file of nets for the modern game.
    With `plays`, such as ["24/20"], only these and the best one are compared, also in a rollout.
    Raise ValueError for an invalid position, dice or rules, or if the engine's package is missing.
    """
    if at is not None and not isinstance(position, Position):
        from kotra_notation.features.show.job import as_source, turn_at

        return best_at(turn_at(as_source(position), at, rules, match), level, seed, nets=nets, named=plays)
    if at is not None or isinstance(position, PathLike):
        example = 'best("match.mat", at="3.12")'
        raise KotraError("To ask about a turn, give a match file and the turn: {example}.", example=example)
    if not isinstance(position, Position | str):
        position = position_of(position)
    asked = position if isinstance(position, str) else position.text()
    return best_of(asked, _read(position), dice, level, seed, rules=rules, nets=nets, named=plays)


def best_of(
    asked: str,
    position: Position,
    dice: Dice | None,
    level: str,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda done: None,
    rules: str | None = None,
    nets: str | None = None,
    named: Sequence[str] = (),
) -> Best:
    """Return the verdict on a position spelled as `asked`; `progress` is told how many games are done."""
    if games := rollout_games(level):
        return _rolled_out(asked, position, dice, rules, games, seed, progress, nets, named)
    return _best(asked, position, dice, rules, open_engine(level, nets), named)


def best_at(
    turn: AskedTurn,
    level: str,
    seed: int = SEED,
    dice: Dice | None = None,
    progress: Callable[[int], None] = lambda done: None,
    nets: str | None = None,
    named: Sequence[str] = (),
) -> Best:
    """Return the verdict on a turn: its plays, and the cube if there was a double or should have been one.

    A rollout is of the plays only.
    """
    position, asked = turn.position, spell_plainly(turn.position)
    verdict = best_of(asked, position, dice, level, seed, progress, turn.rules, nets, named)
    made = play_made(position, turn.made, verdict.plays) if dice is None else None
    if made and made.plies < verdict.plays[0].plies and not made.rolled:
        engine = open_engine(level, nets).knowing(rules_for_engine(position, turn.rules))
        made, plays = look_deeper(engine, position, made, verdict.plays)
        verdict = replace(verdict, plays=plays)
    verdict = replace(verdict, made=made)
    if not verdict.plays or verdict.is_old or rollout_games(level):
        return verdict
    before_roll = turn.doubled or replace(position, dice=None)
    before = _best(asked, before_roll, None, turn.rules, open_engine(level, nets))
    asked_for = turn.doubled or (before.cube and before.cube.equities.action.startswith("double"))
    return replace(verdict, cube=before.cube) if asked_for else verdict


def best_with(engine: Weigher, position: Position, dice: Dice | None, rules: str) -> Best:
    """Return the verdict of an engine that is open already."""
    return _best("", position, dice, rules, engine)


def rollout_games(level: str) -> int | None:
    """Return how many games a level plays; None for one that plays none."""
    if not level.startswith("rollout"):
        return None
    written = ROLLOUT.fullmatch(level)
    games = int(written[1] or GAMES) if written else 0
    if not 0 < games <= MOST_GAMES:
        raise KotraError(
            "A rollout must have 1 to {most} games; for example {example}, not {level}.",
            most=MOST_GAMES,
            example="rollout 1296",
            level=repr(level),
        )
    return games


def _read(position: Position | str) -> Position:
    return position if isinstance(position, Position) else position_of(position)


def _asked_place(position: Position, dice: Dice | None) -> Position:
    checked = check_position(position)
    return replace(checked, dice=checked.dice if dice is None else dice_of(dice), offer=None)


def _rolled_out(
    asked: str,
    position: Position,
    dice: Dice | None,
    rules: str | None,
    games: int,
    seed: int,
    progress: Callable[[int], None],
    nets: str | None,
    named: Sequence[str],
) -> Best:
    """Return what comes of playing; stopped, what has come of it so far."""
    ruleset = rules_for_engine(position, rules)
    asked_position = _asked_place(position, dice)
    engine = open_engine(nets=nets).knowing(ruleset)
    from kotra_notation.engine.rollout import Rollout

    choose = partial(choose_plays, asked_position, named) if named else None
    rollout = Rollout(engine, asked_position, games, seed, choose)
    stopped = False
    try:
        for done in rollout.run():
            progress(done)
    except KeyboardInterrupt:
        if not rollout.games_played:
            raise
        stopped = True
    return Best(
        position=asked_position,
        asked=asked,
        engine=engine.source,
        level=f"rollout {rollout.games_played}",
        plays=rollout.throw().plays if asked_position.dice else (),
        cube=None if asked_position.dice or ruleset.facts.forms else rollout.cube(),
        worth=None if asked_position.dice or not ruleset.facts.forms else rollout.value(),
        stopped=stopped,
        rules=specification(ruleset),
    )


def _best(
    asked: str,
    position: Position,
    dice: Dice | None,
    rules: str | None,
    engine: Weigher,
    named: Sequence[str] = (),
) -> Best:
    ruleset = rules_for_engine(position, rules)
    asked_position = _asked_place(position, dice)
    engine = engine.knowing(ruleset)
    verdict = Best(
        position=asked_position,
        asked=asked,
        engine=engine.source,
        level=engine.level.name,
        rules=specification(ruleset),
    )
    if asked_position.dice is not None:
        return replace(verdict, plays=weigh_plays(engine, asked_position, named))
    if named:
        raise KotraError("A play needs its dice, such as: {example}", example="31 24/20")
    if ruleset.facts.forms:
        return replace(verdict, worth=engine.position(asked_position))
    (cube,) = engine.cubes([asked_position])
    return replace(verdict, cube=cube)


def evaluate(position: Position | str, *, level: str = "quick", rules: str | None = None) -> Evaluated:
    """Evaluate a `position` for the side on roll before the roll; `level` and `rules` are as in `best`."""
    before_roll = replace(_read(position), dice=None)
    verdict = _best("", before_roll, None, rules, open_engine(level))
    worth, cube = verdict.worth, verdict.cube
    if worth:
        chances, cubeless, equity = worth.chances, worth.points, worth.points
    else:
        assert cube
        chances, cubeless, equity = cube.chances, cube.cubeless, cube.equities.no_double
    return Evaluated(
        position=verdict.position,
        engine=verdict.engine,
        level=level,
        chances=chances,
        cubeless=cubeless,
        equity=equity,
        rules=verdict.rules if worth else MODERN,
    )


def best_answers(
    file: Opened, level: str, seed: int = SEED, rules: str | None = None, nets: str | None = None
) -> Iterable[Row]:
    """The answer to each line of JSON that asks something: a position, perhaps dice, perhaps rules.

    A file of positions in any notation asks about each of them. `rules` hold where a line names none.
    """
    positions = read_in_full(Source(file.data, file.path)).positions
    if positions:
        lines = [
            json.dumps({"position": spell_plainly(position), "dice": position.dice}) for position in positions
        ]
    else:
        lines = file.data.decode("utf-8", "replace").splitlines()
    games = rollout_games(level)
    engine = open_engine("quick" if games else level, nets)

    def answer(question: Asked) -> Row:
        text, position, dice = question.text, question.position, question.dice
        named_rules = question.rules or rules
        if games:
            return best_of(text, position, dice, level, seed, rules=named_rules, nets=nets).as_json()
        return _best(text, position, dice, named_rules, engine).as_json()

    return answers(lines, answer)


def spell_plainly(position: Position) -> str:
    """A position as a line asks about it."""
    return position.xgid() if position.turning is Turning.MIRRORED else position.text()
