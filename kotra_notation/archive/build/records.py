"""The rows of one file: proved sound, or read and replayed, as `kotra check` does, and taken apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, replace
from hashlib import blake2b
from math import isfinite

from kotra_notation import model
from kotra_notation.archive.build.games import (
    CUBE,
    NO_SECONDS,
    CubeRow,
    GameSummary,
    ProvedMatch,
    cube_rows,
    game_opening,
    game_row,
    prove_match,
)
from kotra_notation.archive.build.turns import TurnRows, lost_plays, seconds_used
from kotra_notation.archive.build.weighing import Sayings, analyse_replay, sayings_of, trouble_of
from kotra_notation.archive.rows import TableRows, row_of
from kotra_notation.board.points import Turning
from kotra_notation.compare.naming import other_names
from kotra_notation.compare.same.sketches import sketch
from kotra_notation.findings import Finding, Severity
from kotra_notation.formats.format import Reading, Source
from kotra_notation.ignores import apply_ignores
from kotra_notation.reading import read_in_full, unexplained_wins
from kotra_notation.replay import GameReplay, Replay, replay
from kotra_notation.rules import Ruleset, specification
from kotra_notation.statistics.conventions import XG
from kotra_notation.statistics.decisions import WeighedDecision
from kotra_notation.statistics.quality import counts
from kotra_notation.values import dataclass

# The boards of a larger file are not kept while it is judged: they are made again game by game.
MOST_TRACKED = 2_000_000

# What is recorded otherwise in so many ways; the first header that is there is taken.
HEADERS = {
    "event": ("event",),
    "round": ("round",),
    "date": ("date",),
    "place": ("place",),
    "transcriber": ("transcriber",),
    "site": ("site", "ogxm:site", "sgf:AP", "program"),
}


@dataclass(frozen=True, slots=True)
class Replayed:
    """A file read and replayed: everything that can take long, or longer than anybody waits."""

    reading: Reading
    replays: tuple[Replay, ...]
    sayings: tuple[Sayings, ...]

    @property
    def findings(self) -> list[Finding]:
        """Return everything that counts, with the numbers of matches, as `kotra check` has and orders it."""
        found = list(self.reading.findings)
        for number, made in enumerate(self.replays, 1):
            found += [finding.at(match=number) for finding in made.findings]
        found += unexplained_wins(self.reading, self.replays)
        counting, _ = apply_ignores(found, self.reading.matches)
        return sorted(
            counting, key=lambda finding: (finding.match or 0, finding.span.line if finding.span else 0)
        )


def replay_file(data: bytes, name: str, *, deep: bool, proving: bool = True) -> Replayed | ProvedMatch:
    """Return what is in a file; `deep`: its boards will be asked for; `proving`: its games will not."""
    if proving and (sound := prove_match(data)):
        return sound
    reading = read_in_full(Source(data, name))
    tracked = deep and len(data) < MOST_TRACKED
    replays = tuple([replay(match, tracked=tracked) for match in reading.matches])
    return Replayed(reading, replays, tuple(map(sayings_of, replays)))


@dataclass(frozen=True, slots=True)
class FileSummary:
    """The row of a file in the table of files, but for its path and digest."""

    status: str
    format: str | None = None
    dialect: str | None = None
    encoding: str | None = None
    matches: int = 0
    positions: int = 0
    games: int = 0
    turns: int = 0
    lost: int = 0
    errors: int = 0
    warnings: int = 0
    notes: int = 0
    trouble: str | None = None

    def row(self, trouble: str | None) -> tuple[object, ...]:
        """Return the columns behind the digest of the file, with what is wrong with this copy of it."""
        status, *columns, _ = astuple(self)
        return status, trouble, *columns


def digest(data: bytes) -> str:
    """Return what a file is known by."""
    return blake2b(data, digest_size=16).hexdigest()


def match_id(file: str, number: int) -> int:
    """Return the number of a match, made of its place in a file of these bytes."""
    name = f"{file}/{number}".encode()
    return int.from_bytes(blake2b(name, digest_size=8).digest(), "big") >> 1


def with_engine(made: Replayed, level: str, alive: Callable[[], None]) -> Replayed:
    """Return what is in a file, with what our engine says of it; `alive` is called before each game."""
    return replace(made, sayings=tuple([analyse_replay(replay, level, alive) for replay in made.replays]))


class FileRows:
    """Files taken apart into rows, one behind the other."""

    def __init__(self, tables: Sequence[str]) -> None:
        self._rows = TableRows(tables)
        self._deep = "turns" in self._rows
        self._turns: dict[Turning, TurnRows] = {}

    def add(self, file: str, made: Replayed | ProvedMatch) -> FileSummary:
        """Put what is in a file into the rows."""
        if isinstance(made, ProvedMatch):
            return self._add_proved(file, made)
        reading, findings = made.reading, made.findings
        if not reading.format:
            return FileSummary(status="unknown")
        by_match: dict[int, list[Finding]] = {}
        for finding in findings:
            by_match.setdefault(finding.match or 0, []).append(finding)
            self._finding(file, finding)
        gone = 0
        for number, (match, sayings) in enumerate(zip(made.replays, made.sayings, strict=True), 1):
            gone += self._match(file, number, match, by_match.get(number, []), sayings)
        grave = Counter(finding.severity for finding in findings)
        games = [game for replay in made.replays for game in replay.games]
        numbers = {"games": len(games), "turns": sum(game.turns for game in games), "lost": gone}
        numbers |= {f"{severity}s": grave[severity] for severity in Severity}
        return _summary(reading, trouble_of(made.sayings), **numbers)

    def _add_proved(self, file: str, made: ProvedMatch) -> FileSummary:
        (match,) = made.reading.matches
        id = self._match_row(file, 1, match, made, made.games)
        rows = [game_row(id, game, game.actions, game.opening) for game in made.games]
        for game in made.games:
            self._game_parts(id, game, game.actions)
        if self._deep:
            self._turn_rows(made.ruleset).add_proved(rows, made.log)
        else:
            for row in rows:
                self._rows.add("games", *row.values())
        self._rows.add("sketches", id, *row_of(made.sketch))
        return _summary(made.reading, games=len(rows), turns=sum([game.turns for game in made.games]))

    def finish(self) -> TableRows:
        """Return all rows."""
        for waiting in self._turns.values():
            waiting.pack()
        return self._rows

    def _match(
        self, file: str, number: int, made: Replay, findings: Sequence[Finding], sayings: Sayings
    ) -> int:
        by_game: dict[int, list[Finding]] = {}
        for finding in findings:
            by_game.setdefault(finding.game or 0, []).append(finding)
        id = match_id(file, number)
        plays_lost = sum(
            self._game(id, made.ruleset, game, replayed, by_game.get(replayed.number, []))
            for game, replayed in zip(made.match.games, made.games, strict=True)
        )
        weighed = sum([[*map(type, game.events)].count(model.Evaluation) for game in made.match.games])
        settings = sayings.settings
        self._match_row(file, number, made.match, made, made.games, findings, plays_lost, weighed, settings)
        for decision in sayings.decisions:
            if not decision.again:
                self._decision(id, made.games[decision.game].number, decision)
        for luck in sayings.fortunes:
            place = (made.games[luck.game].number, luck.turn, luck.seat)
            self._rows.add("luck", id, *place, luck.luck, luck.mwc, luck.played, luck.engine or None)
        self._rows.add("sketches", id, *row_of(sketch(made.match)))
        return plays_lost

    def _match_row(
        self,
        file: str,
        number: int,
        match: model.Match,
        made: Replay | ProvedMatch,
        games: Sequence[GameReplay] | Sequence[GameSummary],
        findings: Iterable[Finding] = (),
        plays_lost: int = 0,
        weighed: int = 0,
        settings: str | None = None,
    ) -> int:
        id, rules = match_id(file, number), specification(made.ruleset)
        grave = Counter(finding.severity for finding in findings)
        info = dict(reversed(match.info))
        self._rows.add(
            "matches",
            *(id, file, number, match.span.line if match.span else None),
            *[player.name or None for player in match.players],
            *other_names(match),
            *(rules.partition(",")[0], rules, match.length, *made.score, made.winner, made.complete),
            *(len(games), sum([game.turns for game in games])),
            *[next((info[key] for key in keys if info.get(key)), None) for keys in HEADERS.values()],
            *(plays_lost, grave[Severity.ERROR], grave[Severity.WARNING], weighed, settings),
        )
        self._comments(id, None, match.remarks)
        return id

    def _game(
        self, match: int, ruleset: Ruleset, game: model.Game, made: GameReplay, findings: Sequence[Finding]
    ) -> int:
        kinds = Counter(map(type, game.events))
        track = made.track if self._deep or not made.certain else ()
        gone = lost_plays(game.events, track) if track else _unread(game.events)
        actions = cube_rows(game.events) if kinds.keys() & CUBE.keys() else ()
        seconds = seconds_used(game.events) if kinds[model.Clock] else NO_SECONDS
        errors = sum(finding.severity is Severity.ERROR for finding in findings)
        row = game_row(match, made, actions, game_opening(game, ruleset), seconds, gone, errors)
        self._game_parts(match, made, actions)
        if kinds[model.Comment]:
            self._comments(match, made.number, game.events)
        if self._deep:
            self._turn_rows(ruleset).add(row, game.events, track, _faults(findings))
        else:
            self._rows.add("games", *row.values())
        return gone

    def _game_parts(self, match: int, game: GameReplay | GameSummary, actions: Sequence[CubeRow]) -> None:
        """Put what was scored in a game, and done with its cube, into the rows."""
        for award in game.awards:
            self._rows.add("awards", match, game.number, award.seat, award.kind, award.points)
        for action in actions:
            self._rows.add("decisions", match, game.number, *action, *[None] * 10)

    def _turn_rows(self, ruleset: Ruleset) -> TurnRows:
        turning = ruleset.facts.turning
        if turning not in self._turns:
            self._turns[turning] = TurnRows(self._rows, ruleset)
        return self._turns[turning]

    def _comments(self, match: int, game: int | None, events: Iterable[object]) -> None:
        turn = 0
        for event in events:
            if isinstance(event, model.Turn):
                turn += 1
            elif isinstance(event, model.Comment):
                line = event.span.line if event.span else None
                self._rows.add("comments", match, game, turn or None, line, event.author, event.text)

    def _decision(self, match: int, game: int, decision: WeighedDecision) -> None:
        best, played = decision.best, decision.choice_made
        # What can come of the game behind the best choice, without numbers that JSON does not have.
        shares = {name: share for name, share in best.shares.items() if isfinite(share)}
        self._rows.add(
            "decisions",
            *(match, game, decision.turn, decision.seat, decision.aspect, None),
            *(played.text if played else None, best.text, best.equity, decision.loss, decision.mwc_loss),
            decision.cube.answer_loss if decision.cube else None,
            *(decision.engine or None, decision.level or None, counts(decision, XG)),
            json.dumps(shares) if shares else None,
        )

    def _finding(self, file: str, finding: Finding) -> None:
        match = match_id(file, finding.match) if finding.match else None
        line, column = (finding.span.line, finding.span.column) if finding.span else (None, None)
        fate = finding.facts.get("fate", "none")
        self._rows.add(
            "findings",
            *(file, match, finding.game, finding.turn, finding.seat, line, column),
            *(finding.code, finding.kind.name, str(finding.severity), finding.rule),
            *(None if fate == "none" else fate, finding.written or None, finding.message),
        )


def _summary(reading: Reading, trouble: str | None = None, **counts: int) -> FileSummary:
    return FileSummary(
        status="read",
        format=reading.format,
        dialect=reading.dialect,
        encoding=reading.encoding,
        matches=len(reading.matches),
        positions=len(reading.positions),
        trouble=trouble,
        **counts,
    )


def _faults(findings: Iterable[Finding]) -> dict[int, str]:
    """Return the codes of what is wrong with turns, by their numbers: of several the first."""
    faults: dict[int, str] = {}
    for finding in findings:
        if finding.turn and finding.severity is Severity.ERROR and finding.code.startswith("P"):
            faults.setdefault(finding.turn, finding.code)
    return faults


def _unread(events: Sequence[model.Event]) -> int:
    return sum(
        isinstance(event, model.Turn) and isinstance(event.deed, model.Unread | model.NotRecorded)
        for event in events
    )
