"""`kn.selfplay`: games of the old game that the engine plays against itself, under any options, counted.

The figures tell how the game goes between two equal players who know it well. They bear on how a text is to
be read, and decide no reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kotra_notation.errors import KotraError
from kotra_notation.features.rules.job import Rules, ruleset_of
from kotra_notation.features.selfplay.learned import PlayTable
from kotra_notation.jobs.engine import check_rules, learned_under, open_engine
from kotra_notation.jobs.rows import Row, row, table
from kotra_notation.rules import RULESETS, Ruleset, specification
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher

VERSION = 1
RULES, GAMES, MOST_GAMES, SEED = "forn-1977", 1_080, 1_000_000, 1
COLUMNS = ("rules", "learned", "engine", "games", "section", "name", "unit", "value", "low", "high", "method")


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlayed:
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

    def _repr_html_(self) -> str:
        return table(COLUMNS, self.rows())


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
    from kotra_notation.features.selfplay.figures import PlayCount

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
