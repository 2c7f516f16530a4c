"""A record analysed on the way to something else, a page or a verdict; nothing of it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from kotra_notation.engine.results import HEADER
from kotra_notation.features.stats.match import MatchStats, match_stats
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.engine import check_known, engine_for
from kotra_notation.model import Match
from kotra_notation.replay import replay
from kotra_notation.rules import Ruleset
from kotra_notation.statistics.conventions import GNUBG

if TYPE_CHECKING:
    from kotra_notation.engine.analysing import AnalysedGame
    from kotra_notation.engine.weighing import Weigher

    EachGame = Callable[[Iterable[AnalysedGame], int], Iterable[AnalysedGame]]


def weighed_match(
    match: Match, engine: Weigher, rules: Ruleset | None = None, each: EachGame | None = None
) -> Match:
    """The match as the engine weighs it; as it is where that stands in it already.

    ValueError for games that the engine does not know. `each` is handed the games and how many there are, to
    show how far the work is.
    """
    settings = engine_for(engine, match, rules).settings
    if (HEADER, settings) in match.info:
        return match
    from kotra_notation.engine.analysing import analysed, with_header

    replayed = replay(match, rules)
    check_known(replayed.ruleset)
    number = len(replayed.games)
    done: Iterable[AnalysedGame] = analysed(replayed, engine, range(number))
    games = [game.game for game in (each(done, number) if each else done)]
    return with_header(match, settings, games)


def weighed_reading(
    reading: Reading,
    number: int,
    engine: Weigher,
    rules: Ruleset | None = None,
    each: EachGame | None = None,
) -> Reading:
    """The reading with one of its matches weighed, counted from 1."""
    matches = list(reading.matches)
    matches[number - 1] = weighed_match(matches[number - 1], engine, rules, each)
    return replace(reading, matches=tuple(matches))


def weighed_stats(
    match: Match, engine: Weigher, rules: Ruleset | None = None, each: EachGame | None = None
) -> MatchStats:
    """Return what the engine says of either player; of games that it does not know, why it says nothing."""
    try:
        made = weighed_match(match, engine, rules, each)
    except ValueError as refused:
        first, second = (player.name for player in match.players)
        return MatchStats(names=(first, second), convention=GNUBG, sheet=None, why=refused.args[0])
    return match_stats(replay(made, rules), GNUBG, engine_for(engine, match, rules).source)
