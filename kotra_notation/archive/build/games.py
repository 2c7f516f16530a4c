"""The row of a game: what is known of it without its boards, whether it was replayed or is proved sound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from kotra_notation import model
from kotra_notation.archive.build.logged import DICE, REMEMBERED, SEATS, hops_of
from kotra_notation.archive.build.turns import FROM_BOARDS, GameRow
from kotra_notation.board import Cube
from kotra_notation.board.points import Points, flip_points
from kotra_notation.compare.same.sketches import CODES, UNKNOWN, Sketch, play_number, sketch
from kotra_notation.fast.proof import CubeOrResult, Log, Proof, prove
from kotra_notation.formats.format import Reading, Source
from kotra_notation.formats.mat.read import Reader
from kotra_notation.replay import MODERN, GameReplay
from kotra_notation.replay.folding import goal, match_winner
from kotra_notation.replay.results import award_of
from kotra_notation.replay.turns import put_men
from kotra_notation.rules import Facts, Node, Ruleset, Step, named
from kotra_notation.rules.ruleset import Award, Ending
from kotra_notation.rules.spelling import play_text
from kotra_notation.signs import Signs
from kotra_notation.values import dataclass

CUBE: dict[type, str] = {
    model.Double: "double",
    model.Beaver: "beaver",
    model.Take: "take",
    model.Drop: "drop",
}
NO_SECONDS: Mapping[str, float | None] = {"seconds0": None, "seconds1": None}


class GameOpening(NamedTuple):
    """The first two turns of a game: who began, rolls and plays; nothing where men were set up otherwise."""

    began: int | None = None
    opening: str | None = None
    opening_play: str | None = None
    reply: str | None = None
    reply_play: str | None = None


def game_opening(game: model.Game, ruleset: Ruleset) -> GameOpening:
    """The opening of a game."""
    turns = list(islice(_turns(game.events), 2))
    if not turns:
        return GameOpening()
    first = turns[0]
    begun = GameOpening(first.seat, _throw(first), _spell_play(ruleset, ruleset.facts.start, first))
    if len(turns) < 2 or turns[1].seat == first.seat:
        return begun
    second = turns[1]
    board = _after(ruleset, first)
    return begun._replace(
        reply=_throw(second), reply_play=_spell_play(ruleset, board, second) if board else None
    )


def _turns(events: tuple[model.Event, ...]) -> Iterator[model.Turn]:
    for event in events:
        if isinstance(event, model.SetPosition):
            return
        if isinstance(event, model.Turn):
            yield event


def _throw(turn: model.Turn) -> str:
    return "".join(str(die) for die in sorted(turn.dice, reverse=True))


def _after(ruleset: Ruleset, turn: model.Turn) -> Points | None:
    if not isinstance(turn.deed, model.Play):
        return None
    node = put_men(Node(ruleset.facts.start), turn.deed.hops)
    return flip_points(tuple(node.points), ruleset.facts.turning) if node else None


def _spell_play(ruleset: Ruleset, board: Points, turn: model.Turn) -> str | None:
    if not isinstance(turn.deed, model.Play):
        return None
    return _text(ruleset.facts, board, turn.deed.hops, turn.seat)


@lru_cache(4_096)
def _text(facts: Facts, board: Points, hops: tuple[model.Hop, ...], seat: int) -> str:
    return play_text(facts, board, [Step(hop.source, hop.target, 0) for hop in hops], seat)


class CubeRow(NamedTuple):
    """An action with the cube: the number of the turn behind it, whose it is, and what a double says."""

    turn: int
    seat: int
    kind: str
    value: int | None = None


def cube_rows(events: Sequence[model.Event]) -> list[CubeRow]:
    """All that is done with the cube in a game."""
    turn, rows = 1, []
    for event in events:
        if isinstance(event, model.Turn):
            turn += 1
        elif isinstance(event, model.Double | model.Beaver | model.Take | model.Drop):
            value = event.value if isinstance(event, model.Double | model.Beaver) else None
            rows.append(CubeRow(turn, event.seat, CUBE[type(event)], value))
    return rows


class GameSummary(NamedTuple):
    """A game that is proved sound, told as a replay of it would; with its opening and cube actions."""

    number: int
    line: int | None
    score_before: tuple[float, float]
    score_after: tuple[float, float]
    crawford: bool
    ending: Ending
    points: float
    turns: int
    cube: Cube
    awards: tuple[Award, ...]
    actions: Sequence[CubeRow]
    opening: GameOpening
    certain: bool = True


def game_row(
    match: int,
    made: GameReplay | GameSummary,
    actions: Sequence[CubeRow],
    opening: GameOpening,
    seconds: Mapping[str, float | None] = NO_SECONDS,
    lost: int = 0,
    errors: int = 0,
) -> GameRow:
    """Return what is known of a game without its boards, by column."""
    kinds = [action.kind for action in actions]
    double = next((action for action in actions if action.kind == CUBE[model.Double]), None)
    return {
        "match": match,
        "game": made.number,
        "line": made.line,
        "before0": made.score_before[0],
        "before1": made.score_before[1],
        "after0": made.score_after[0],
        "after1": made.score_after[1],
        "crawford": made.crawford,
        "kind": made.ending.kind,
        "winner": made.ending.winner,
        "points": made.points,
        "turns": made.turns,
        "cube": made.cube.value,
        **{f"{kind}s": kinds.count(kind) for kind in ("double", "take", "drop")},
        "doubled_at": double.turn if double else None,
        "doubled_by": double.seat if double else None,
        "certain": made.certain,
        "lost": lost,
        "errors": errors,
        **opening._asdict(),
        **seconds,
        **dict.fromkeys(FROM_BOARDS),
    }


# The numbers that throws have in a sketch by those they have in a log.
THROWS = bytes([CODES.get(dice, UNKNOWN) for dice in DICE])


@dataclass(frozen=True, slots=True)
class ProvedMatch:
    """A file of one sound match, made of the log of its proof; its `reading` has all but the turns."""

    reading: Reading
    ruleset: Ruleset
    score: tuple[float, float]
    winner: int | None
    complete: bool
    games: tuple[GameSummary, ...]
    log: Log
    sketch: Sketch


def prove_match(data: bytes) -> ProvedMatch | None:
    """Return what is in a file if it is proved sound; None says nothing of it."""
    log = Log()
    proof = prove(data, log)
    return _match(data, proof, log) if proof else None


def _match(data: bytes, proof: Proof, log: Log) -> ProvedMatch:
    head, dialect, encoding = _head(data, log)
    rules = head.rules or MODERN
    ruleset = _ruleset(rules)
    match = replace(head, games=tuple([model.Game(events=tuple(_events(game.acts))) for game in log.games]))
    winner, complete = match_winner(goal(head, ruleset), proof.score, finished=True)
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


def _head(data: bytes, log: Log) -> tuple[model.Match, str, str]:
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
            cube=Cube(value=game.cube),
            awards=award_of(ending),
            actions=[
                CubeRow(act.turns + 1, act.seat, act.word, act.value or None)
                for act in game.acts
                if act.word != "wins"
            ],
            opening=_opening(rules, *zip(game.rows.thrown[:2], game.rows.plays[:2], strict=True)),
        )


@lru_cache(REMEMBERED)
def _opening(rules: str, *turns: tuple[int, int]) -> GameOpening:
    """Return how a game with these first turns was opened; most of them are like others."""
    events = [
        model.Turn(
            seat=SEATS[thrown],
            dice=DICE[thrown],
            deed=model.Play(hops=hops_of(play)) if play else model.CannotMove(),
        )
        for thrown, play in turns
    ]
    return game_opening(model.Game(events=tuple(events)), _ruleset(rules))


@lru_cache
def _ruleset(rules: str) -> Ruleset:
    return named(rules).ruleset


def _events(acts: list[CubeOrResult]) -> Iterator[model.Event]:
    for act in acts:
        match act.word:
            case "double":
                yield model.Double(seat=act.seat, value=act.value)
            case "take":
                yield model.Take(seat=act.seat)
            case "drop":
                yield model.Drop(seat=act.seat)
            case "wins":
                yield model.ResultClaim(seat=act.seat, points=act.value)


def _sketch(match: model.Match, log: Log) -> Sketch:
    """The sketch of a match, of which all but the turns is there."""
    rows = [game.rows for game in log.games]
    thrown = b"".join([row.thrown for row in rows])
    return replace(
        sketch(match),
        throws=thrown.translate(THROWS),
        seats=thrown.translate(SEATS),
        plays=tuple([_play_number(play) for row in rows for play in row.plays]),
        games=tuple([len(row.plays) for row in rows]),
    )


@lru_cache(REMEMBERED)
def _play_number(play: int) -> int:
    return play_number(hops_of(play)) if play else 0
