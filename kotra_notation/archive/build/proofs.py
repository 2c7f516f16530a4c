"""A match that is proved sound, out of the log of the proof: it is not replayed, no turn becomes an event.

What stands before its first row is read as in any file; what it comes to is asked where replay asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kotra_notation.archive.build.games import CubeRow, GameOpening, GameSummary, opened
from kotra_notation.archive.build.logged import DICE, REMEMBERED, SEATS, hops_of
from kotra_notation.compare.same.sketches import CODES, UNKNOWN, Sketch, play_number, sketch
from kotra_notation.fast.proof import CubeOrResult, Log, LoggedGame, Proof, prove
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat.read import Reader
from kotra_notation.model import (
    CannotMove,
    Double,
    Drop,
    Event,
    Game,
    Match,
    Play,
    ResultClaim,
    Take,
    Turn,
)
from kotra_notation.replay import MODERN
from kotra_notation.replay.folding import decided, goal
from kotra_notation.replay.results import award_of
from kotra_notation.rules import Ruleset, named
from kotra_notation.rules.ruleset import Ending
from kotra_notation.signs import Signs

# The numbers that throws have in a sketch by those they have in a log.
THROWS = bytes([CODES.get(dice, UNKNOWN) for dice in DICE])


@dataclass(frozen=True, slots=True)
class ProvedMatch:
    """A file that holds one sound match; of its games the `reading` has all but their turns."""

    reading: Reading
    ruleset: Ruleset
    score: tuple[float, float]
    winner: int | None
    complete: bool
    games: tuple[GameSummary, ...]
    log: Log
    sketch: Sketch


def proved_match(data: bytes) -> ProvedMatch | None:
    """Return what is in a file if it is proved sound; None says nothing of it."""
    log = Log()
    proof = prove(data, log)
    return _match(data, proof, log) if proof else None


def _match(data: bytes, proof: Proof, log: Log) -> ProvedMatch:
    head, dialect, encoding = _head(data, log)
    rules = head.rules or MODERN
    ruleset = _ruleset(rules)
    match = replace(head, games=tuple([Game(events=tuple(_events(game.acts))) for game in log.games]))
    winner, complete = decided(goal(head, ruleset), proof.score, finished=True)
    return ProvedMatch(
        reading=Reading(format="mat", dialect=dialect, encoding=encoding, matches=(match,)),
        ruleset=ruleset,
        score=proof.score,
        winner=winner,
        complete=complete,
        games=tuple(_games(rules, proof, log)),
        log=log,
        sketch=_sketch(match, log),
    )


def _head(data: bytes, log: Log) -> tuple[Match, str, str]:
    """The match as it is told before its first row, with the dialect and the encoding of the file."""
    source = Source(data)
    reader = Reader(Signs(source.text))
    (match,) = reader.read(Source(log.data[: log.head]).lines)
    return match, reader.signs.dialect, source.encoding


def _games(rules: str, proof: Proof, log: Log) -> Iterator[GameSummary]:
    score = (0, 0)
    for number, (made, game) in enumerate(zip(proof.games, log.games, strict=True), 1):
        before = score
        score = score[0] + made.points * (made.winner == 0), score[1] + made.points * (made.winner == 1)
        ending = Ending(winner=made.winner, kind=made.kind, points=made.points)
        yield GameSummary(
            number=number,
            line=log.data.count(b"\n", 0, game.at) + 1,
            score_before=before,
            score_after=score,
            crawford=made.crawford,
            ending=ending,
            points=made.points,
            turns=made.turns,
            cube=game.cube,
            certain=True,
            awards=award_of(ending),
            actions=[_cube_row(act) for act in game.acts if act.word != "wins"],
            opening=_opening(rules, *_first_turns(game)),
        )


def _cube_row(act: CubeOrResult) -> CubeRow:
    return CubeRow(act.turns + 1, act.seat, act.word, act.value or None)


def _first_turns(game: LoggedGame) -> Iterator[tuple[int, int]]:
    """The first two turns of a game as they are logged: throw and play."""
    return zip(game.rows.thrown[:2], game.rows.plays[:2], strict=True)


@lru_cache(REMEMBERED)
def _opening(rules: str, *turns: tuple[int, int]) -> GameOpening:
    """Return how a game with these first turns was opened; most of them are like others."""
    events = [
        Turn(seat=SEATS[thrown], dice=DICE[thrown], deed=Play(hops=hops_of(play)) if play else CannotMove())
        for thrown, play in turns
    ]
    return opened(Game(events=tuple(events)), _ruleset(rules))


@lru_cache
def _ruleset(rules: str) -> Ruleset:
    return named(rules).ruleset


def _events(acts: list[CubeOrResult]) -> Iterator[Event]:
    """Yield what was done in a game beside its turns."""
    for act in acts:
        match act.word:
            case "double":
                yield Double(seat=act.seat, value=act.value)
            case "take":
                yield Take(seat=act.seat)
            case "drop":
                yield Drop(seat=act.seat)
            case "wins":
                yield ResultClaim(seat=act.seat, points=act.value)


def _sketch(match: Match, log: Log) -> Sketch:
    """The sketch of a match, of which all but the turns is there."""
    rows = [game.rows for game in log.games]
    thrown = b"".join([row.thrown for row in rows])
    return replace(
        sketch(match),
        throws=thrown.translate(THROWS),
        seats=thrown.translate(SEATS),
        plays=tuple([_moved(play) for row in rows for play in row.plays]),
        games=tuple([len(row.plays) for row in rows]),
    )


@lru_cache(REMEMBERED)
def _moved(play: int) -> int:
    """Return what a play is known again by, by its number in the log."""
    return play_number(hops_of(play)) if play else 0
