"""Findings as SARIF 2.1.0, for programs that collect the results of checkers."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

import typer

from kotra_notation.cli.output.message import sentences
from kotra_notation.cli.speaking import written
from kotra_notation.findings import KINDS, Finding, Kind
from kotra_notation.jobs.check import Checked
from kotra_notation.jobs.files import printable
from kotra_notation.version import VERSION
from kotra_notation.words import WordedFacts, hint

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class SarifPrinter:
    """One log with one run."""

    def __init__(self) -> None:
        self.results: list[dict[str, Any]] = []

    def file(self, checked: Checked) -> None:
        """Keep the results of one file."""
        self.results += [_result(checked.path, found) for found in checked.findings]

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the log."""
        used = {result["ruleId"] for result in self.results}
        kinds = [kind for kind in KINDS.values() if kind.code in used]
        places = {kind.code: place for place, kind in enumerate(kinds)}
        run = {
            "tool": {
                "driver": {
                    "name": "kotra-notation",
                    "version": VERSION,
                    "rules": [_rule(kind) for kind in kinds],
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": [{**one, "ruleIndex": places[one["ruleId"]]} for one in self.results],
        }
        log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
        typer.echo(json.dumps(log, ensure_ascii=False, indent=2))


def _rule(kind: Kind) -> dict[str, Any]:
    described = {
        "id": kind.code,
        "name": kind.name,
        "shortDescription": {"text": kind.name.replace("-", " ")},
        "defaultConfiguration": {"level": kind.severity.value},
    }
    if text := hint(kind.hint, WordedFacts({}, written())):
        described["help"] = {"text": text}
    return described


def _result(path: str, found: Finding) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": quote(PurePath(printable(path)).as_posix())}}
    if found.span:
        location["region"] = {
            "startLine": found.span.line,
            "startColumn": found.span.column,
            "endColumn": max(found.span.end_column, found.span.column),
        }
    return {
        "ruleId": found.code,
        "level": found.severity.value,
        "message": {"text": sentences(found)},
        "locations": [{"physicalLocation": location}],
    }
