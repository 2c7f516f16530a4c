"""`kn.selfplay`: games of the old game that the engine plays against itself, under any options, counted.

The figures tell how the game goes between two equal players who know it well. They bear on how a text is to
be read, and decide no reading.

The luck of the throws is nothing on average, whatever the nets know. Where it is known for what is counted,
and that varies less without it, it is taken out of each game: the mean stays what it was. Lengths,
after-throws and the spread of points are counted as they are; so is what was seen in few games, whose share
may lie far to one side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kotra_notation.engine.lockstep import PlayedGames
from kotra_notation.engine.many_plays import THROWS
from kotra_notation.engine.old_rows import SIDE
from kotra_notation.engine.results import OUTCOMES
from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.jobs.engine import check_rules, learned_elsewhere, learned_under, open_engine
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.rules import RULESETS, Ruleset, specification
from kotra_notation.rules.named import Rules, ruleset_of
from kotra_notation.rules.old_outcome import forms_counted
from kotra_notation.statistics.uncertainty import share_bound
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from kotra_notation.engine.nets import Floats
    from kotra_notation.engine.weighing import Weigher

    Values = NDArray[np.float64]


# How a figure was found: with the luck of the throws taken out, or as it was counted.
LUCK_FREE, COUNTED = "luck-free", "counted"
DIGITS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayFigure:
    """A `value` between the bounds `low` and `high`, by section and name, `seen` in that many games."""

    section: str
    name: str
    unit: str
    value: float
    low: float
    high: float
    method: str
    seen: int

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the figure, rounded to its precision."""
        rounded = {name: round(getattr(self, name), DIGITS) for name in ("value", "low", "high")}
        return row(self, "section name unit value low high method seen", tongue) | rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTable:
    """The figures of games under one rule set.

    `engine` names the nets, `learned` the rules they were trained under. `unfinished` games were given up,
    and no figure counts them.
    """

    rules: str
    learned: str
    engine: str
    games: int
    unfinished: int
    figures: tuple[PlayFigure, ...]

    @property
    def learned_elsewhere(self) -> bool:
        """Return whether the nets were trained under other rules."""
        return learned_elsewhere(self.rules) is not None

    def figure(self, section: str, name: str) -> PlayFigure | None:
        """Return a figure, or None if it is not counted under these rules."""
        return next(
            (
                play_figure
                for play_figure in self.figures
                if (play_figure.section, play_figure.name) == (section, name)
            ),
            None,
        )

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the table as JSON."""
        return row(self, "rules learned engine games unfinished figures", tongue)


# Of the normal distribution, for 95 of 100; and in how many games at least a thing must be seen for it.
WIDE = 1.959963984540054
FEW = 10
MAIN = ("jan", "stor_jan", "uttekt")
DRAW = OUTCOMES.index("draw")


class PlayCount:
    """The games of one rule set, and every figure that is counted of them."""

    def __init__(self, games: PlayedGames, ruleset: Ruleset, points: Floats, possible: Floats) -> None:
        self.unfinished = int((~games.over).sum())
        self.games = PlayedGames._make(part[games.over] for part in games)
        self.count = len(self.games.turns)
        self.options = ruleset.options
        self.points = points.astype(np.float64)
        self.possible = possible
        self.forms = [formation.name for formation in forms_counted(self.options)]
        self.halves = [f"half_{form}" for form in self.forms if self._may_come(f"half_{form}")]

    def figures(self) -> Iterator[PlayFigure]:
        """Yield all figures, section by section."""
        if self.count < 2:
            return
        yield from self._endings()
        yield from self._lengths()
        yield from self._first()
        yield from self._forms()
        yield from self._spread()
        yield from self._first_throws()

    def _endings(self) -> Iterator[PlayFigure]:
        """Shares of the games that end so; what is won in after-throws ends none."""
        in_play = self.games.results - self.games.late
        names = [name for name in (*MAIN, *self._forms_that_end(), "draw") if self._may_come(name)]
        shares = [self._figure("endings", name, "share", *self._either(name, in_play)) for name in names]
        yield from _summing(shares, self.count)
        if self.options["after"]:
            followed = (self.games.after_throws > 0).astype(np.float64)
            yield self._figure("endings", "after_throws", "share", followed)

    def _lengths(self) -> Iterator[PlayFigure]:
        turns = np.sort(self.games.turns)
        for name, share in (("median", 0.5), ("nine_in_ten", 0.9)):
            spread = WIDE * (share * (1 - share) * len(turns)) ** 0.5
            low, value, high = (
                float(turns[min(max(round(index), 0), len(turns) - 1)])
                for index in (
                    share * len(turns) - spread,
                    share * len(turns) - 0.5,
                    share * len(turns) + spread,
                )
            )
            yield PlayFigure(
                section="length",
                name=name,
                unit="turns",
                value=value,
                low=low,
                high=high,
                method=COUNTED,
                seen=self.count,
            )
        followed = self.games.after_throws[self.games.after_throws > 0].astype(np.float64)
        if len(followed) > 1:
            yield self._figure("length", "after_throws", "throws", followed)

    def _first(self) -> Iterator[PlayFigure]:
        """Yield what the one has who throws first: games won, half of those drawn, and points."""
        ends = [OUTCOMES.index(name) for name in (*MAIN, *self._forms_that_end())]
        in_play = (self.games.results - self.games.late)[:, ends].any(axis=1)
        won = in_play + self.games.results[:, DRAW] / 2
        lucks = self.games.lucks[:, ends].sum(axis=1) + self.games.lucks[:, DRAW] / 2
        yield self._figure("first", "wins", "share", won, lucks)
        yield self._figure(
            "first", "points", "points", self.games.results @ self.points, self.games.lucks @ self.points
        )

    def _forms(self) -> Iterator[PlayFigure]:
        for name in (*self.forms, *self.halves):
            yield self._figure("forms", name, "share", *self._either(name, self.games.results))
        if self._may_come("mor"):
            often = self._figure("mor", "games", "share", *self._either("mor", self.games.results))
            worth = float(self.points[OUTCOMES.index("mor")])
            value, low, high = (worth * bound for bound in (often.value, often.low, often.high))
            yield often
            yield replace(often, name="points", unit="points", value=value, low=low, high=high)

    def _spread(self) -> Iterator[PlayFigure]:
        """The standard deviation of a game's points, and what is left of it without luck."""
        points = self.games.results @ self.points
        free = points - self.games.lucks @ self.points
        for name, values, method in (("points", points, COUNTED), ("without_luck", free, LUCK_FREE)):
            away = values - values.mean()
            square = float((away**2).mean())
            deviation = square**0.5
            error = (max(float((away**4).mean()) - square**2, 0) / len(values)) ** 0.5 / (2 * deviation or 1)
            yield PlayFigure(
                section="spread",
                name=name,
                unit="points",
                value=deviation,
                low=max(deviation - WIDE * error, 0),
                high=deviation + WIDE * error,
                method=method,
                seen=self.count,
            )

    def _first_throws(self) -> Iterator[PlayFigure]:
        """Yield the value of each first throw to its player, without the luck of the throws that follow."""
        points = self.games.results @ self.points
        lucks = (self.games.lucks - self.games.first_lucks) @ self.points
        for index, (high, low) in enumerate(THROWS):
            at = self.games.throws == index
            if at.sum() >= FEW:
                yield self._figure("first_throws", f"{high}{low}", "points", points[at], lucks[at])

    def _forms_that_end(self) -> tuple[str, ...]:
        """The forms that end a game: by half they always do."""
        return (*(self.forms if self.options["forms.end_game"] else ()), *self.halves)

    def _may_come(self, name: str) -> bool:
        return bool(self.possible[OUTCOMES.index(name)])

    def _either(self, name: str, results: Floats) -> tuple[Values, Values]:
        """Return how often an outcome came, to either side, in each game; and the luck of it."""
        own = OUTCOMES.index(name)
        places = [own] if own == DRAW else [own, own + SIDE]
        often = results[:, places].sum(axis=1, dtype=np.float64)
        return often, self.games.lucks[:, places].sum(axis=1, dtype=np.float64)

    def _figure(
        self, section: str, name: str, unit: str, values: Values, lucks: Values | None = None
    ) -> PlayFigure:
        """The mean of values, without their luck where they have one and vary less without it."""
        if lucks is not None and not float((values - lucks).std()) < float(values.std()):
            lucks = None
        seen, count = int((values != 0).sum()), len(values)
        free = values if lucks is None else values - lucks
        mean = float(free.mean())
        error = WIDE * float(free.std(ddof=1)) / count**0.5
        low, high, method = mean - error, mean + error, COUNTED if lucks is None else LUCK_FREE
        if unit == "share":
            low, high = max(low, 0.0), min(high, 1.0)
            if lucks is None or not FEW <= seen <= count - FEW:
                mean, method = seen / count, COUNTED
                low, high = share_bound(seen, count, -1), share_bound(seen, count, 1)
        return PlayFigure(
            section=section,
            name=name,
            unit=unit,
            value=min(max(mean, 0.0), 1.0) if unit == "share" else mean,
            low=low,
            high=high,
            method=method,
            seen=seen,
        )


def _summing(shares: Sequence[PlayFigure], games: int) -> list[PlayFigure]:
    """Return the shares, those without luck changed in proportion to sum to what was counted of them.

    In every game the luck of all endings is nothing together; of those seen too seldom it is not taken out.
    """
    free = [share for share in shares if share.method == LUCK_FREE]
    whole, counted = sum(figure.value for figure in free), sum(figure.seen for figure in free) / games
    factor = counted / whole if whole else 1.0
    return [
        replace(share, value=share.value * factor, low=share.low * factor, high=min(share.high * factor, 1.0))
        if share.method == LUCK_FREE
        else share
        for share in shares
    ]


VERSION = 1
RULES, GAMES, MOST_GAMES, SEED = "forn-1977", 72, 1_000_000, 1
COLUMNS = ("rules", "learned", "engine", "games", "section", "name", "unit", "value", "low", "high", "method")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SelfPlayed(Tabular):
    """A table of figures for each rule set; `stopped` if it ended early."""

    seed: int
    tables: tuple[PlayTable, ...]
    stopped: bool = False

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra selfplay --json` prints."""
        return {"version": VERSION, **row(self, "seed stopped tables", tongue)}

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the figures of all tables, one row each."""
        for play_table in self.tables:
            for figure in play_table.as_json()["figures"]:
                yield tuple([(play_table.as_json() | figure)[column] for column in COLUMNS])

    def _table(self) -> Table:
        return Table(COLUMNS, self.rows())


def selfplay(
    rules: Rules = RULES,
    *,
    compare: Iterable[str] = (),
    games: int = GAMES,
    seed: int = SEED,
    progress: Callable[[float], None] = lambda done: None,
) -> SelfPlayed:
    """Play the old game against itself under `rules`; return statistics of the games.

    `compare` adds rule sets, or options that change `rules` (`jan.enemy_points=open`); each plays as many
    `games`. The same `seed` gives the same games. `progress` receives the share done. Ctrl-C ends early and
    keeps the finished games. Raise ValueError for the modern game, unknown rules or an invalid number of
    games, and if the engine's package is missing.
    """
    chosen = rulesets(rules, compare)
    if not 2 <= games <= MOST_GAMES:
        raise KotraError("Choose 2 to {most} games, not {games}.", most=MOST_GAMES, games=games)
    engine = open_engine()
    tables: list[PlayTable] = []
    stopped = False
    for number, ruleset in enumerate(chosen):

        def share(done: float, number: int = number) -> None:
            progress((number + done / games) / len(chosen))

        play_table, stopped = play_games(ruleset, engine.knowing(ruleset), games, seed, share)
        if play_table:
            tables.append(play_table)
        if stopped:
            break
    if not tables:
        raise KeyboardInterrupt
    return SelfPlayed(seed=seed, tables=tuple(tables), stopped=stopped)


def play_games(
    ruleset: Ruleset, engine: Weigher, games: int, seed: int, progress: Callable[[float], None]
) -> tuple[PlayTable | None, bool]:
    """The table of one rule set, None where no game is over; and whether it was stopped."""
    from kotra_notation.engine.lockstep import SelfPlay
    from kotra_notation.engine.old_arrays import OldArrays

    arrays = engine.game
    assert isinstance(arrays, OldArrays)
    play, stopped = SelfPlay(ruleset, engine.evaluator, games, seed), False
    try:
        for done in play.run():
            progress(done)
    except KeyboardInterrupt:
        stopped = True
    over = play.played_games()
    if over is None:
        return None, stopped
    count = PlayCount(over, ruleset, arrays.rows.points, arrays.rows.comes)
    rules = specification(ruleset)
    play_table = PlayTable(
        rules=rules,
        learned=learned_under(rules),
        engine=engine.source,
        games=count.count,
        unfinished=count.unfinished,
        figures=tuple(count.figures()),
    )
    return play_table, stopped


def rulesets(rules: Rules, compare: Iterable[str] = ()) -> list[Ruleset]:
    """The rule sets that are played, each once; ValueError for one that the engine does not know."""
    if not isinstance(rules, str | Ruleset):
        raise wrong_type(rules, phrase("a rule set or its name"))
    base = ruleset_of(rules)
    assert base is not None
    chosen = [base, *(_rules_to_compare(base, text) for text in compare)]
    for ruleset in chosen:
        if not ruleset.facts.forms:
            raise KotraError("Only old kotra can be simulated, not {rules}.", rules=ruleset.name)
        check_rules(ruleset)
    return list({specification(ruleset): ruleset for ruleset in chosen}.values())


def _rules_to_compare(base: Ruleset, text: str) -> Ruleset:
    """The rules with other options, or the rule set that a text names."""
    name = text.partition(",")[0]
    changed = ruleset_of(text if name in RULESETS else f"{specification(base)},{text}")
    assert changed is not None
    return changed
