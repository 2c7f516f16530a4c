"""What is proposed for a record, as JSON."""

from __future__ import annotations

import json
from typing import Any

import typer

from kotra_notation.cli.fixing import Decision, Fixing, Place, difference
from kotra_notation.cli.speaking import written as language
from kotra_notation.repair import Choice, meant, why, written
from kotra_notation.rules import Ruleset
from kotra_notation.words.phrases import told

VERSION = 1


def print_document(fixed: Fixing, decide: Decision, data: bytes | None, target: str, *, err: bool) -> None:
    """Print what is proposed for a file."""
    typer.echo(json.dumps(document(fixed, decide, data, target), ensure_ascii=False, indent=2), err=err)


def document(fixed: Fixing, decide: Decision, data: bytes | None, target: str) -> dict[str, Any]:
    """Every proposal, whether it is made, and the difference it makes in the file."""
    return {
        "version": VERSION,
        "path": fixed.name,
        "format": fixed.reading.format,
        "dialect": fixed.reading.dialect,
        "proposals": [_proposal(fixed, place, decide) for place in fixed.places],
        "searched_less": {"hurried": fixed.hurried, "passed_over": fixed.passed_over},
        "diff": None if data is None else difference(fixed, data, target),
    }


def _proposal(fixed: Fixing, place: Place, decide: Decision) -> dict[str, Any]:
    one = place.proposal
    ruleset = fixed.repairs[place.match].replayed.ruleset
    span = one.span
    return {
        "match": place.match + 1,
        "game": one.game,
        "turn": one.turn,
        "seat": one.seat,
        "line": span.line if span else None,
        "column": span.column if span else None,
        "end_column": span.end_column if span else None,
        "confidence": one.confidence,
        "made": decide(place) is not None,
        "written": told(written(one.edit, ruleset), language()),
        "choices": [_choice(choice, ruleset) for choice in one.choices],
        "explains": [
            {"code": found.code, "line": found.span.line if found.span else None} for found in one.explains
        ],
    }


def _choice(choice: Choice, ruleset: Ruleset) -> dict[str, Any]:
    return {
        "kind": choice.edit.kind,
        "meant": told(meant(choice.edit, ruleset), language()),
        "why": told(why(choice.edit.kind), language()),
        "share": round(choice.share, 4),
        "changes": choice.edit.changes,
    }
