"""Findings as JSON, in the shape other programs rely on."""

from __future__ import annotations

import json
from typing import Any

import typer

from kotra_notation.cli.checking import Checked
from kotra_notation.cli.files import shown
from kotra_notation.cli.speaking import written
from kotra_notation.findings import Finding, Severity
from kotra_notation.replay import GameReplay, Replay
from kotra_notation.rules import specification
from kotra_notation.words.phrases import told

VERSION = 1


class JsonPrinter:
    """One document at the end."""

    def __init__(self) -> None:
        self.files: list[dict[str, Any]] = []

    def file(self, checked: Checked) -> None:
        """Keep what stands in the document about one file."""
        self.files.append(file_data(checked))

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the document."""
        typer.echo(json.dumps(document(self.files, checked, passed_over), ensure_ascii=False, indent=2))


def document(files: list[dict[str, Any]], checked: list[Checked], passed_over: int) -> dict[str, Any]:
    """What is known of the files, and how many findings there are in all."""
    total = {severity: sum(done.count(severity) for done in checked) for severity in Severity}
    return {
        "version": VERSION,
        "files": files,
        "summary": {
            "files": len(checked),
            "passed_over": passed_over,
            "errors": total[Severity.ERROR],
            "warnings": total[Severity.WARNING],
            "notes": total[Severity.NOTE],
        },
    }


def number(points: float) -> float:
    """A number without a fraction as a whole one."""
    return int(points) if points == int(points) else points


def file_data(checked: Checked) -> dict[str, Any]:
    """What is known of one file, as it stands in the document."""
    reading = checked.reading
    return {
        "path": shown(checked.path),
        "format": reading.format or None,
        "dialect": reading.dialect,
        "encoding": reading.encoding,
        "matches": [_match(replayed) for replayed in checked.replays],
        "positions": len(reading.positions),
        "findings": [finding_data(found) for found in checked.findings],
    }


def _match(replayed: Replay) -> dict[str, Any]:
    return {
        "players": [player.name for player in replayed.match.players],
        "length": replayed.match.length,
        "rules": specification(replayed.ruleset),
        "score": _score(replayed.score),
        "winner": replayed.winner,
        "complete": replayed.complete,
        "games": [_game(game) for game in replayed.games],
    }


def _game(game: GameReplay) -> dict[str, Any]:
    return {
        "number": game.number,
        "line": game.line,
        "winner": game.winner,
        "points": number(game.points),
        "kind": game.kind,
        "score_before": _score(game.score_before),
        "score_after": _score(game.score_after),
        "turns": game.turns,
        "awards": [
            {"seat": award.seat, "kind": award.kind, "points": number(award.points)} for award in game.awards
        ],
    }


def _score(score: tuple[float, float]) -> list[float]:
    return [number(score[0]), number(score[1])]


def finding_data(found: Finding) -> dict[str, Any]:
    """One finding as it stands in the document."""
    span = found.span
    message, hint = found.told(written())
    return {
        "code": found.code,
        "name": found.kind.name,
        "severity": found.severity.value,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
        "match": found.match,
        "game": found.game,
        "turn": found.turn,
        "seat": found.seat,
        "player": found.player,
        "message": message,
        "hint": hint,
        "meant": told(found.meant, written()),
        "written": found.written,
        "expected": list(found.expected),
        "rule": found.rule,
    }
