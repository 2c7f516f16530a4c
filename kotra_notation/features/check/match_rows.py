"""Rows of matches in `kotra check --json`: of a match that was replayed, and of one that was proved sound."""

from __future__ import annotations

from kotra_notation.fast.proof import Proof
from kotra_notation.jobs.rows import Row, row
from kotra_notation.replay import GameReplay, Replay
from kotra_notation.rules import specification


def match_row(replayed: Replay) -> Row:
    """Return the row of a match that was replayed."""
    return {
        "players": [player.name for player in replayed.match.players],
        "length": replayed.match.length,
        "rules": specification(replayed.ruleset),
        **row(replayed, "score winner complete"),
        "games": [_game_row(game) for game in replayed.games],
    }


def _game_row(game: GameReplay) -> Row:
    fields = "number line winner points counted kind score_before score_after turns"
    return row(game, fields, awards=[row(award, "seat kind points") for award in game.awards])


def proved_row(proof: Proof) -> Row:
    """Return the row of a match that was proved sound: what `match_row` says of its replay."""
    games: list[Row] = []
    score = [0, 0]
    for number, game in enumerate(proof.games, 1):
        before, score = score, [*score]
        score[game.winner] += game.points
        result: Row = {"number": number, "line": game.line, "winner": game.winner, "points": game.points}
        result |= {"counted": game.points, "kind": game.kind, "score_before": before, "score_after": score}
        award = {"seat": game.winner, "kind": game.kind, "points": game.points}
        games.append({**result, "turns": game.turns, "awards": [award]})
    return {
        "players": [*proof.players],
        "length": proof.length,
        "rules": "modern",
        "score": score,
        "winner": proof.winner,
        "complete": True,
        "games": games,
    }
