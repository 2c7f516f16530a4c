"""`kn.standings`: who won how many matches of a day, ranked, with the cross table and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import combinations

from kotra_notation.compare.same import UnionFind
from kotra_notation.features.check.job import Checked, check_file, sound_file
from kotra_notation.features.day.job import similar_spellings, with_one_spelling
from kotra_notation.features.day.results_against import (
    DayRecord,
    DayRecords,
    as_record,
    cap_score,
    lines_without_record,
)
from kotra_notation.features.day.results_file import ResultsTable, results_table
from kotra_notation.features.stats.job import FileStats, by_player
from kotra_notation.features.stats.match import MatchStats, match_stats
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats import find_format
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Given, Opened, Trouble, printable
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.rows import Row, Table, Tabular, finding_row, row
from kotra_notation.jobs.sources import open_sources
from kotra_notation.model import Evaluation
from kotra_notation.reading import unread_error
from kotra_notation.rules import Ruleset
from kotra_notation.rules.named import Rules, ruleset_of
from kotra_notation.values import dataclass
from kotra_notation.words.tongues import ENGLISH, Tongue

VERSION = 1
# How a tie was broken: by the matches between the tied, by points won minus lost, or not at all.
BETWEEN, POINTS, SHARED = "between", "points", "shared"
# Why a record is not counted.
COPY, UNFINISHED, ERRORS, UNNAMED = "copy", "unfinished", "errors", "unnamed"
# So many players, of whom so many pairs have met, are taken for a round robin.
ROBIN_PLAYERS, ROBIN_SHARE = 4, 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStanding:
    """One line of the standings; `shared`: others have the same place. `pr` is None without an analysis."""

    rank: int
    shared: bool
    name: str
    matches: int
    won: int
    drawn: int
    lost: int
    points_for: float
    points_against: float
    pr: float | None = None

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the line as JSON."""
        return row(self, "rank shared name matches won drawn lost points_for points_against pr")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A record and its result; `why` is empty for a match that counts.

    Of a copy, `other` is the record of the same match, `other_players` the names there if they differ.
    """

    path: str
    number: int
    players: tuple[str, str]
    score: tuple[float, float]
    winner: int | None
    why: str = ""
    errors: int = 0
    other: str = ""
    other_players: tuple[str, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the record as JSON."""
        names = "number players score winner" + (" why errors" if self.why else "")
        return {
            "path": printable(self.path),
            **row(self, names),
            **({"other": self.other} if self.other else {}),
            **(row(self, "other_players") if self.other_players else {}),
        }


@dataclass(frozen=True, slots=True)
class Tie:
    """Players with the same number of wins, and how they were ranked: `between`, `points` or `shared`."""

    players: tuple[str, ...]
    by: str

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the tie as JSON."""
        return row(self, "players by")


@dataclass(frozen=True, slots=True, repr=False)
class Standings(Tabular):
    """The standings: players in order, `ties`, and the `matches` that count.

    `missing` are pairs that have not met in what looks like a round robin. `left_out` are records that do not
    count. `merged` are spellings that count as one player, `spellings` findings about names that may.
    """

    players: tuple[PlayerStanding, ...] = ()
    ties: tuple[Tie, ...] = ()
    matches: tuple[MatchLine, ...] = ()
    missing: tuple[tuple[str, str], ...] = ()
    left_out: tuple[MatchLine, ...] = ()
    merged: tuple[tuple[str, ...], ...] = ()
    spellings: tuple[tuple[str, Finding], ...] = ()
    troubles: tuple[Trouble, ...] = ()
    passed_over: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return what `kotra standings --json` prints."""
        return {
            "version": VERSION,
            **row(self, "players ties matches missing left_out merged"),
            "spellings": [
                {"path": printable(path), **finding_row(each, tongue)} for path, each in self.spellings
            ],
        }

    def _table(self) -> Table:
        names = ("rank", "name", "matches", "won", "drawn", "lost", "points_for", "points_against")
        return Table(names, [[getattr(player, name) for name in names] for player in self.players])


def standings(
    source: Given | Iterable[Given],
    *,
    format: str | None = None,
    rules: Rules = None,
    ignore: Iterable[str] = (),
    faulty: bool = False,
    results: Given | None = None,
) -> Standings:
    """Return the standings of a tournament from its records: files, folders, texts or bytes.

    Each match counts once, however many records there are. Unfinished matches do not count, nor do matches
    whose records have errors, unless `faulty`. `ignore` drops errors as in `check`. Matches won decide; then,
    if the tied players all met, the matches between them; then points won minus points lost. Matches of a
    table of `results` that have no record count too.
    """
    if format is not None:
        find_format(format)
    gathered, unwanted, ruleset = DayResults(), tuple(ignore), ruleset_of(rules)
    gathered.tables += [] if results is None else [results_table(results)]
    troubles: list[Trouble] = []
    files = open_sources(source, MAX_SIZE * MEGABYTE)
    for trouble in work_on_each(files, LIMIT, lambda file: gathered.add(file, format, ruleset, unwanted)):
        if trouble:
            troubles.append(trouble)
    return replace(gathered.standings(faulty=faulty), troubles=tuple(troubles))


Place = tuple[str, int]


@dataclass(slots=True)
class DayResults:
    """What is known of the records read so far: results, errors, and the analysis if there is one."""

    day: DayRecords = field(default_factory=DayRecords)
    errors: Counter[Place] = field(default_factory=Counter)
    analysed: dict[Place, MatchStats] = field(default_factory=dict)
    tables: list[ResultsTable] = field(default_factory=list)
    passed_over: int = 0

    def add(
        self,
        file: Opened,
        format: str | None = None,
        rules: Ruleset | None = None,
        ignore: Sequence[str] = (),
    ) -> None:
        """Read and replay a file; raise ValueError for a file that was named and is not a record."""
        plain = format is None and rules is None
        done = (sound_file(file) if plain else None) or check_file(
            file, format=format, rules=rules, ignore=ignore, hints=False
        )
        if not done.reading.format:
            if not file.searched:
                raise unread_error(done.reading)
            self.passed_over += 1
            return
        self.day.add(file, done)
        for number, replayed in enumerate(done.replays, 1):
            self.errors[file.path, number] = _errors_of(done, number)
            if any(isinstance(event, Evaluation) for game in replayed.match.games for event in game.events):
                self.analysed[file.path, number] = match_stats(replayed)

    def standings(self, *, faulty: bool = False) -> Standings:
        """Return the standings of what was added."""
        lines = [as_record(table, line) for table in self.tables for line in table.lines]
        records, merged = with_one_spelling([*self.day.records, *lines])
        known = {(record.path, record.number): record for record in records}
        counted: list[DayRecord] = []
        left_out: list[MatchLine] = []
        for group in self.day.by_match():
            of_match = [known[record.path, record.number] for record in group]
            chosen = next((record for record in of_match if not self._why_not(record, faulty)), of_match[0])
            if why := self._why_not(chosen, faulty):
                left_out.append(self._line(chosen, why))
            else:
                counted.append(chosen)
            copies = [record for record in of_match if record is not chosen]
            left_out += [
                replace(
                    self._line(copy, COPY),
                    other=chosen.place,
                    other_players=() if copy.pair == chosen.pair else chosen.result.players,
                )
                for copy in copies
            ]
        for table in self.tables:
            counted += [known[table.path, line.number] for line in lines_without_record(table, counted)]
        tables = _Tables(counted)
        players = tables.rank()
        return Standings(
            tuple(self._with_pr(players, counted)),
            tuple(tables.ties),
            tuple([self._line(record) for record in counted]),
            tuple(_missing(records)),
            tuple(left_out),
            merged,
            tuple(similar_spellings(records)),
            passed_over=self.passed_over,
        )

    def _why_not(self, record: DayRecord, faulty: bool) -> str:
        """Return why a record does not count; nothing if it does."""
        if not all(record.names) or record.names[0] == record.names[1]:
            return UNNAMED
        if self.errors[record.path, record.number] and not faulty:
            return ERRORS
        return "" if record.result.complete else UNFINISHED

    def _line(self, record: DayRecord, why: str = "") -> MatchLine:
        result, errors = record.result, self.errors[record.path, record.number]
        return MatchLine(
            path=record.path,
            number=record.number,
            players=result.players,
            score=cap_score(result.score, result.length),
            winner=result.winner,
            why=why,
            errors=errors,
        )

    def _with_pr(
        self, players: Sequence[PlayerStanding], counted: Sequence[DayRecord]
    ) -> Iterator[PlayerStanding]:
        """Yield the lines with the PR of each player over the matches that count."""
        sheets = [
            replace(self.analysed[record.path, record.number], names=record.result.players)
            for record in counted
            if (record.path, record.number) in self.analysed
        ]
        rates = {player.name: player.rate for player in by_player([FileStats("", tuple(sheets))])}
        for player in players:
            rate = rates.get(player.name)
            yield replace(player, pr=None if rate is None else round(rate, 4))


def _errors_of(done: Checked, number: int) -> int:
    """Return how many errors a match of a file has; those of the file belong to each of its matches."""
    errors = [finding for finding in done.findings if finding.severity is Severity.ERROR]
    return sum(finding.match in (None, number) for finding in errors)


class _Tables:
    """Results of each player and between any two; ranks the players and keeps how ties were broken."""

    def __init__(self, records: Iterable[DayRecord]) -> None:
        # Of each match the player's points, the opponent's, and the share of the win: 1, ½ or 0.
        self.results: dict[str, list[tuple[float, float, float]]] = {}
        self.met: Counter[frozenset[str]] = Counter()
        self.shares: dict[tuple[str, str], float] = {}
        self.ties: list[Tie] = []
        for record in records:
            players = record.result.players
            score = cap_score(record.result.score, record.result.length)
            self.met[frozenset(players)] += 1
            for seat, name in enumerate(players):
                other, winner = 1 - seat, record.result.winner
                share = 0.5 if winner is None else float(winner == seat)
                self.results.setdefault(name, []).append((score[seat], score[other], share))
                pair = name, players[other]
                self.shares[pair] = self.shares.get(pair, 0) + share

    def rank(self) -> list[PlayerStanding]:
        """Return the players in order."""
        lines: list[PlayerStanding] = []
        for level in _split(sorted(self.results, key=str.casefold), self._wins):
            for group in self._settle(level):
                rank = len(lines) + 1
                lines += [self._standing(name, rank, shared=len(group) > 1) for name in group]
        return lines

    def _settle(self, tied: list[str]) -> list[list[str]]:
        """Return players with the same number of wins in order; those in one list share a place."""
        if len(tied) == 1:
            return [tied]
        ways: list[tuple[str, Callable[[str], float]]] = [(POINTS, self._difference)]
        if self._all_met(tied):
            ways.insert(0, (BETWEEN, lambda name: sum(self.shares.get((name, other), 0) for other in tied)))
        for by, key in ways:
            parts = _split(tied, key)
            if len(parts) > 1:
                self.ties.append(Tie(tuple(tied), by))
                return [group for part in parts for group in self._settle(part)]
        self.ties.append(Tie(tuple(tied), SHARED))
        return [tied]

    def _all_met(self, names: Sequence[str]) -> bool:
        """Return whether each of some players met each of the others, and equally often."""
        times = self.met[frozenset(names[:2])]
        return times > 0 and all(self.met[frozenset(pair)] == times for pair in combinations(names, 2))

    def _wins(self, name: str) -> float:
        return sum(share for _, _, share in self.results[name])

    def _difference(self, name: str) -> float:
        return sum(mine - other for mine, other, _ in self.results[name])

    def _standing(self, name: str, rank: int, *, shared: bool) -> PlayerStanding:
        points, given, shares = zip(*self.results[name], strict=True)
        return PlayerStanding(
            rank=rank,
            shared=shared,
            name=name,
            matches=len(shares),
            won=shares.count(1),
            drawn=shares.count(0.5),
            lost=shares.count(0),
            points_for=sum(points),
            points_against=sum(given),
        )


def _split(names: Iterable[str], key: Callable[[str], float]) -> list[list[str]]:
    """Return the players in groups with the same value, the highest first."""
    groups: dict[float, list[str]] = {}
    for name in names:
        groups.setdefault(key(name), []).append(name)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _missing(records: Iterable[DayRecord]) -> Iterator[tuple[str, str]]:
    """Yield who has not met whom where nearly all of a group have: a round robin that is not complete."""
    groups: UnionFind[str] = UnionFind()
    met: dict[str, set[str]] = {}
    for record in records:
        first, second = record.result.players
        if all(record.names) and first != second:
            groups.join((first, second))
            met.setdefault(first, set()).add(second)
            met.setdefault(second, set()).add(first)
    members: dict[str, list[str]] = {}
    for name in met:
        members.setdefault(groups.root(name), []).append(name)
    for names in members.values():
        pairs = len(names) * (len(names) - 1) / 2
        played = sum(len(met[name]) for name in names) / 2
        if len(names) >= ROBIN_PLAYERS and ROBIN_SHARE * pairs <= played < pairs:
            yield from (
                (first, second) for first, second in combinations(names, 2) if second not in met[first]
            )
