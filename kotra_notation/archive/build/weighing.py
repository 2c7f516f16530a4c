"""The analyses of a match: by the engines that speak in the record, and by ours, which weighs it here.

A game is weighed at a time, so that no more than one waits in memory. What the engine cannot do costs the
numbers of that match and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

from kotra_notation import model
from kotra_notation.alarm import OutOfTime, at_most
from kotra_notation.engine.analysing import analyse_games, with_header, without_own
from kotra_notation.engine.evaluator import Evaluator
from kotra_notation.engine.modern_arrays import ModernArrays
from kotra_notation.engine.nets import shipped_nets
from kotra_notation.engine.results import HEADER, MOST_MEN, NAME, knows
from kotra_notation.engine.weighing import LEVELS, Weigher
from kotra_notation.replay import Replay, replay
from kotra_notation.rules import Ruleset, named
from kotra_notation.statistics.analysis import analysis
from kotra_notation.statistics.decisions import Fortune, WeighedDecision
from kotra_notation.values import dataclass
from kotra_notation.words import phrase

# The seconds that a game may take at each level.
GAME_SECONDS = {"quick": 60.0, "normal": 600.0, "deep": 3600.0}
TOO_SLOW = phrase("Not analysed: one game took the engine too long.")
NO_MEMORY = phrase("Not analysed: the engine ran out of memory.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sayings:
    """The decisions and luck in a match as engines see them, with our `settings`, or why none: `trouble`."""

    decisions: tuple[WeighedDecision, ...] = ()
    fortunes: tuple[Fortune, ...] = ()
    settings: str | None = None
    trouble: str | None = None


@cache
def engine_at(level: str) -> Weigher:
    """The engine at a level; its nets are read once."""
    return Weigher(Evaluator(ModernArrays(shipped_nets())), LEVELS[level])


def engine_for(level: str, ruleset: Ruleset) -> Weigher:
    """Return the engine with the nets for a game; as it is for rules that it does not know."""
    engine = engine_at(level)
    return engine.knowing(ruleset) if knows(ruleset) else engine


@cache
def settings_for(level: str, rules: str) -> str:
    """Return the settings for a match under rules as the table of matches has them."""
    return engine_for(level, named(rules).ruleset).settings


def sayings_of(made: Replay) -> Sayings:
    """Return what the engines in a record say: each by itself, where several are named."""
    sources = dict.fromkeys(
        event.source
        for game in made.match.games
        for event in game.events
        if isinstance(event, model.Evaluation)
    )
    if not sources:
        return Sayings()
    wanted: Iterable[str | None] = [None] if len(sources) == 1 or "" in sources else sources
    analyses = [analysis(made, by=source) for source in wanted]
    return Sayings(
        decisions=tuple(decision for found in analyses for decision in found.decisions),
        fortunes=tuple(luck for found in analyses for luck in found.fortunes),
    )


def analyse_replay(made: Replay, level: str, alive: Callable[[], None]) -> Sayings:
    """Return what engines say of a match, ours too; `alive` is called before each game."""
    match, engine = made.match, engine_for(level, made.ruleset)
    before = replace(sayings_of(made), settings=engine.settings)
    known = next((text for key, text in match.info if key == HEADER and text.startswith(NAME)), None)
    if known == engine.settings:
        return before
    if not knows(made.ruleset) or made.ruleset.facts.men != MOST_MEN:
        why = phrase("The engine does not know these rules: {rules}.", rules=made.ruleset.title)
        return replace(before, trouble=why)
    others = tuple([without_own(game) for game in match.games])
    if any(game is not whole for game, whole in zip(others, match.games, strict=True)):
        before = sayings_of(replay(replace(match, games=others), made.ruleset))
        before = replace(before, settings=engine.settings)
    try:
        games = []
        for number in range(len(made.games)):
            alive()
            with at_most(GAME_SECONDS[level]):
                games.append(next(analyse_games(made, engine_at(level), (number,))).game)
        whole_match = with_header(match, engine.settings, games)
        found = analysis(replay(whole_match, made.ruleset), by=engine.source)
    except OutOfTime:
        return replace(before, trouble=TOO_SLOW)
    except MemoryError:
        return replace(before, trouble=NO_MEMORY)
    except Exception as fault:
        why = phrase("Not analysed: internal error in kotra ({fault}).", fault=type(fault).__name__)
        return replace(before, trouble=why)
    return replace(
        before, decisions=(*before.decisions, *found.decisions), fortunes=(*before.fortunes, *found.fortunes)
    )


def trouble_of(sayings: Sequence[Sayings]) -> str | None:
    """Return why a match of a file could not be weighed, the first of several."""
    return next((saying.trouble for saying in sayings if saying.trouble), None)
