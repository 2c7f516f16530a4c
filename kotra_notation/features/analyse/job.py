"""`kn.analyse`: a match with what the engine says of each of its throws and cubes.

Games are analysed one by one. Where the work is stopped, what is done can be written: the header of the
record says how many games that are, and a later run goes on behind them if nothing in them has changed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.api import supplied
from kotra_notation.engine.results import HEADER
from kotra_notation.errors import KotraError, SeveralMatches
from kotra_notation.features.stats.match import ErrorsWanted, MatchStats, match_stats
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import find_format, write_matches
from kotra_notation.formats.format import Reading
from kotra_notation.formats.holding import Thing
from kotra_notation.jobs.engine import check_level, check_rules, engine_for, learned_elsewhere, open_engine
from kotra_notation.jobs.files import Given
from kotra_notation.jobs.notations import ConvertOptions, read_for
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import open_source
from kotra_notation.model import Match
from kotra_notation.replay import replay
from kotra_notation.rules import Ruleset, specification
from kotra_notation.statistics.conventions import XG
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.analysing import AnalysedGame
    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.features.analyse.gnubg import Gnubg
    from kotra_notation.model import Game
    from kotra_notation.replay import Replay

    EachGame = Callable[[Iterable[AnalysedGame], int], Iterable[AnalysedGame]]


def analyse_match(
    match: Match, engine: Weigher, rules: Ruleset | None = None, each: EachGame | None = None
) -> Match:
    """The match as the engine weighs it; as it is where that stands in it already.

    ValueError for games that the engine does not know. `each` is handed the games and how many there are, to
    show how far the work is.
    """
    settings = engine_for(engine, match, rules).settings
    if (HEADER, settings) in match.info:
        return match
    from kotra_notation.engine.analysing import analyse_games, with_header

    replayed = replay(match, rules)
    check_rules(replayed.ruleset)
    number = len(replayed.games)
    done: Iterable[AnalysedGame] = analyse_games(replayed, engine, range(number))
    games = [game.game for game in (each(done, number) if each else done)]
    return with_header(match, settings, games)


def weighed_reading(
    reading: Reading, number: int, engine: Weigher, rules: Ruleset | None = None, each: EachGame | None = None
) -> Reading:
    """The reading with one of its matches weighed, counted from 1."""
    matches = list(reading.matches)
    matches[number - 1] = analyse_match(matches[number - 1], engine, rules, each)
    return replace(reading, matches=tuple(matches))


def stats_by_engine(
    match: Match, engine: Weigher, rules: Ruleset | None = None, each: EachGame | None = None
) -> MatchStats:
    """Return what the engine says of either player; of games that it does not know, why it says nothing."""
    try:
        made = analyse_match(match, engine, rules, each)
    except ValueError as refused:
        first, second = (player.name for player in match.players)
        return MatchStats(names=(first, second), convention=XG, sheet=None, why=refused.args[0])
    return match_stats(replay(made, rules), XG, engine_for(engine, match, rules).source)


ENGINES = ("kotra", "gnubg")
# How many errors an analysis ends with.
WORST = 5
STOPPED = re.compile(
    r"(?P<settings>.+); stopped behind game (?P<games>[0-9]{1,4}) \((?P<digest>[0-9a-f]{12})\)"
)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Analysed(Tabular):
    """Matches with an engine's evaluations, and the findings of the reader.

    `weighed` of `throws` rolls were evaluated. `errors` counts the errors of the record. `warnings` name
    answers of another engine that do not fit the record, and rules our nets were not trained for. `sources`
    has the engine name for each match, `engine` all of them.
    """

    matches: tuple[Match, ...]
    findings: tuple[Finding, ...]
    engine: str
    level: str
    weighed: int
    throws: int
    games: int
    analysed_games: int
    warnings: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    errors: int = 0

    @property
    def match(self) -> Match:
        """Return the one match; raise SeveralMatches if there are several."""
        if len(self.matches) != 1:
            raise SeveralMatches("It holds {count} matches.", count=len(self.matches))
        return self.matches[0]

    @property
    def stats(self) -> tuple[MatchStats, ...]:
        """Return the statistics of each match, as `kn.stats` has them."""
        heard = zip(self.matches, self.sources, strict=True)
        return tuple(
            [match_stats(replay(match), XG, source, ErrorsWanted(most=WORST)) for match, source in heard]
        )

    def __repr__(self) -> str:
        matches = f"{len(self.matches)} match{'es' * (len(self.matches) != 1)}"
        rolls = f"{self.weighed} of {self.throws} rolls"
        return f"<Analysed {matches}: {rolls} by {self.engine}, level {self.level}>"

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the summary and the players' numbers, without the evaluations."""
        done = row(self, "engine level games analysed_games throws weighed findings warnings", tongue)
        return done | {"matches": [stats.as_json(tongue) for stats in self.stats]}

    def _table(self) -> Table:
        return Table(
            ("engine", "level", "games", "throws"), [(self.engine, self.level, self.games, self.throws)]
        )


def analyst(engine: str, level: str, nets: str | None = None) -> Weigher | Gnubg:
    """Return what analyses matches at a level; ValueError where it is unknown or not installed."""
    if engine not in ENGINES:
        raise KotraError(
            "There is no engine {engine}; known: {engines}.", engine=repr(engine), engines=", ".join(ENGINES)
        )
    if engine == ENGINES[0]:
        return open_engine(level, nets)
    if nets:
        raise KotraError("Your own nets work only with kotra's engine.")
    check_level(level)
    from kotra_notation.features.analyse.gnubg import Gnubg

    return Gnubg(level)


def analyse(
    source: Match | Given,
    *,
    level: str = "quick",
    every: bool = False,
    format: str | None = None,
    engine: str = "kotra",
    nets: str | None = None,
) -> Analysed:
    """Analyse a match, or the matches of a file; return them with evaluations of every roll and cube.

    `source` is a match, or a path, text or bytes in the given or recognised `format`. `level` is quick,
    normal or deep. The five best plays and the play made are kept; `every` keeps all plays. `engine` is
    kotra, or gnubg for an installed GNU Backgammon. `nets` is a file of nets to use instead of the built-in
    ones. Equities of the old game are points. Raise ValueError if the engine or its package is missing, or
    does not know the game.
    """
    chosen = analyst(engine, level, nets)
    if isinstance(source, Match):
        reading = Reading(matches=(source,))
    else:
        reading = read_for(open_source(source), ConvertOptions("kotra", from_=format))
    work = Analysing(reading, chosen, every=every)
    for _ in work.run():
        pass
    return work.result()


class Analysing:
    """The analysis of a reading, game by game; it may be stopped behind any."""

    def __init__(
        self,
        reading: Reading,
        engine: Weigher | Gnubg,
        *,
        every: bool = False,
        earlier: Iterable[Match] = (),
        workers: int = 1,
    ) -> None:
        self.reading = reading
        self.engine = engine
        self.every = every
        self.workers = workers
        self.earlier = list(earlier)
        self.done: list[list[Game]] = []
        self.games = sum(len(match.games) for match in reading.matches)
        self.throws = self.weighed = 0
        self.warnings: list[str] = []
        self.errors = count_errors(reading.findings)

    def run(self) -> Iterator[int]:
        """Analyse game by game; after each the number of games done."""
        done = 0
        for at, match in enumerate(self.reading.matches):
            replayed = replay(match)
            self.errors += count_errors(replayed.findings)
            engine = engine_for(self.engine, match)
            games = list(_taken_over(match, self.earlier[at : at + 1], engine.settings, engine.name))
            self.done.append(games)
            done += len(games)
            for game in self._analyse_games(replayed, len(games)):
                games.append(game.game)
                self.throws += game.throws
                self.weighed += game.weighed
                self.warnings += game.warnings
                done += 1
                yield done

    def _analyse_games(self, replayed: Replay, begin: int) -> Iterator[AnalysedGame]:
        """The games of a match from one on; several at once where that is wanted."""
        from kotra_notation.engine.analysing import analyse_games
        from kotra_notation.features.analyse.gnubg import Gnubg

        if isinstance(self.engine, Gnubg):
            yield from self.engine.analyse(replayed, every=self.every, begin=begin)
            return
        check_rules(replayed.ruleset)
        elsewhere = (
            learned_elsewhere(specification(replayed.ruleset)) if replayed.ruleset.facts.forms else None
        )
        if elsewhere and elsewhere not in self.warnings:
            self.warnings.append(elsewhere)
        if min(self.workers, len(replayed.games) - begin) < 2:
            yield from analyse_games(
                replayed, self.engine, range(begin, len(replayed.games)), every=self.every
            )
            return
        from kotra_notation.jobs.engine import pool

        asked = [
            GameTask(replayed.match, at, self.engine.level.name, self.engine.game.nets.file, self.every)
            for at in range(begin, len(replayed.games))
        ]
        with pool(self.workers) as workers:
            yield from workers.map(_analysed_game, asked)

    def result(self) -> Analysed:
        """The matches as far as they are analysed."""
        from kotra_notation.engine.analysing import with_header

        matches = []
        engines = [engine_for(self.engine, match) for match in self.reading.matches]
        for match, games, engine in zip(self.reading.matches, self.done, engines, strict=False):
            settings = engine.settings
            if len(games) < len(match.games):
                digest = _digest(match, len(games), engine.name)
                settings += f"; stopped behind game {len(games)} ({digest})"
            matches.append(with_header(match, settings, games, engine.name))
        sources = tuple([engine.source for engine in engines])
        rest = self.reading.matches[len(matches) :]
        return Analysed(
            matches=(*matches, *rest),
            findings=self.reading.findings,
            engine=", ".join(dict.fromkeys(sources)) or self.engine.source,
            sources=sources,
            level=self.engine.level.name,
            throws=self.throws,
            weighed=self.weighed,
            games=self.games,
            analysed_games=sum(map(len, self.done)),
            warnings=tuple(self.warnings),
            errors=self.errors,
        )


def count_errors(findings: Iterable[Finding]) -> int:
    """Return how many findings are errors."""
    return sum(finding.severity is Severity.ERROR for finding in findings)


class GameTask(NamedTuple):
    """A game of a match to be analysed in another process."""

    match: Match
    game: int
    level: str
    nets: str
    every: bool


def _analysed_game(task: GameTask) -> AnalysedGame:
    from kotra_notation.engine.analysing import analyse_games

    only_game = range(task.game, task.game + 1)
    return next(
        analyse_games(replay(task.match), open_engine(task.level, task.nets), only_game, every=task.every)
    )


def written_before(path: str) -> tuple[Match, ...]:
    """The matches that a file holds which an earlier run has written; none where it cannot be read."""
    try:
        return read_for(open_source(path), ConvertOptions("kotra")).matches
    except ValueError:
        return ()


def continues(matches: Sequence[Match], earlier: Sequence[Match], engine: Weigher | Gnubg) -> bool:
    """Return whether a file holds an analysis by this engine of the same matches, and nothing beside it."""
    return len(matches) == len(earlier) and all(
        {key for key, _ in before.info if (key, _) not in match.info} == {HEADER}
        and _digest(before, len(before.games), name) == _digest(match, len(match.games), name)
        for match, before in zip(matches, earlier, strict=True)
        for name in [engine_for(engine, match).name]
    )


def can_hold(name: str) -> bool:
    """Return whether a notation has a place for what an engine says."""
    return Thing.ANALYSIS in find_format(name).holds


def _taken_over(match: Match, earlier: list[Match], settings: str, name: str) -> tuple[Game, ...]:
    """The games that an engine has analysed in an earlier run with the same settings, which was stopped."""
    for earlier_match in earlier:
        for header in (value for key, value in earlier_match.info if key == HEADER):
            stopped = STOPPED.fullmatch(header)
            if stopped and stopped["settings"] == settings:
                count = min(int(stopped["games"]), len(match.games), len(earlier_match.games))
                if stopped["digest"] == _digest(match, count, name) == _digest(earlier_match, count, name):
                    return earlier_match.games[:count]
    return ()


def _digest(match: Match, count: int, name: str) -> str:
    """Return what tells the first games of a match, without what the engine of a name says, from others."""
    from kotra_notation.engine.analysing import without_own

    bare = replace(match, info=(), games=tuple(without_own(game, name) for game in match.games[:count]))
    content = write_matches([supplied(bare, "kotra", resigned=True)], "kotra", None).content
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:12]
