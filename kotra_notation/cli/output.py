"""The forms in which `check` prints: for people, as JSON, as SARIF, and as annotations of GitHub."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import PurePath
from typing import Any, Protocol
from urllib.parse import quote

import typer

from kotra_notation.cli.speaking import SEVERITIES, count, say, spoken, written
from kotra_notation.findings import KINDS, Finding, Kind, Severity
from kotra_notation.jobs.check import Checked, document
from kotra_notation.jobs.files import printable
from kotra_notation.jobs.rows import document as printed
from kotra_notation.jobs.verdict import counted
from kotra_notation.replay import Replay
from kotra_notation.version import VERSION
from kotra_notation.words import WordedFacts, hint
from kotra_notation.words.phrases import told


def sentences(found: Finding) -> str:
    """What was found, and what was probably meant where somebody knows."""
    return f"{found.told(written()).message} {told(found.meant, written())}".rstrip()


COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}


class TextPrinter:
    """A line for each finding, what helps indented beneath it, a summary at the end."""

    def __init__(self, echo: Callable[[str], object] = typer.echo, *, coloured: bool | None = None) -> None:
        on_terminal = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.coloured = on_terminal if coloured is None else coloured
        self.echo = echo
        self.files = 0
        self.alone: Checked | None = None

    def file(self, checked: Checked) -> None:
        """Print what was found in one file."""
        self.files += 1
        self.alone = checked
        for found in checked.findings:
            self._finding(checked.path, found)

    def _finding(self, path: str, found: Finding) -> None:
        place = printable(path)
        if found.span:
            place += f":{found.span.line}:{found.span.column}"
        tongue, kind = spoken(), found.kind
        sign = f"{tongue.say(SEVERITIES[found.severity])} {kind.code} {kind.name}"
        message, hint = found.told(tongue)
        self.echo(f"{place}: {self._styled(sign, COLOURS[found.severity])}  {message}")
        where = [tongue.say("game {number}", number=found.game)] if found.game else []
        where += [tongue.say("turn {number}", number=found.turn)] if found.turn else []
        where += [tongue.say("rule {id}", id=found.rule)] if found.rule else []
        if where:
            self.echo(f"    {', '.join(where)}")
        if plays := " | ".join(filter(None, found.expected)):
            self.echo(f"    {tongue.say('expected: {plays}', plays=plays)}")
        if hint:
            self.echo(f"    {hint}")
        if found.meant:
            self.echo(f"    {told(found.meant, tongue)}")

    def end(self, checked: list[Checked], passed_over: int, unchecked: int = 0) -> None:
        """Print the summary."""
        if self.files == 1 and self.alone is not None and self.alone.reading.format:
            self._about(self.alone)
        if not self.files and not passed_over:
            return
        files = count("{number} file", "{number} files", self.files)
        if passed_over:
            files = say("{files}, {number} of no known format passed over", files=files, number=passed_over)
        nothing = say("no problems found") if self.files else say("nothing to check")
        self.echo(f"{files}: {_counted(checked) or nothing}.")
        if unchecked:
            self.echo(count("{number} file was not checked.", "{number} files were not checked.", unchecked))

    def _about(self, checked: Checked) -> None:
        reading = checked.reading
        how = [reading.format]
        how += [say("dialect {name}", name=reading.dialect)] if reading.dialect else []
        self.echo(f"{printable(checked.path)}: {', '.join([*how, *filter(None, [reading.encoding])])}")
        if reading.positions:
            self.echo(f"    {count('{number} position', '{number} positions', len(reading.positions))}")
        for replayed in checked.replays:
            self.echo(f"    {_result(replayed)}")

    def _styled(self, text: str, colour: str) -> str:
        return typer.style(text, fg=colour, bold=True) if self.coloured else text


def _counted(checked: list[Checked]) -> str:
    """How many findings of each weight there are."""
    counts = Counter(found.severity for done in checked for found in done.findings)
    return counted(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.NOTE], spoken())


def _result(replayed: Replay) -> str:
    match = replayed.match
    colours = say("White"), say("Black")
    first, second = (player.name or colour for player, colour in zip(match.players, colours, strict=True))
    unlimited = say("money session") if replayed.ruleset.facts.cube else say("sitting")
    length = say("{length}-point match", length=match.length) if match.length else unlimited
    score = "–".join(spoken().number(points) for points in replayed.score)
    games = count("{number} game", "{number} games", len(replayed.games))
    open_end = "" if replayed.complete else f", {say('not played to the end')}"
    line = f"{first} – {second}, {length}, {games}: {score}{open_end}"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)


class JsonPrinter:
    """One document at the end."""

    def __init__(self) -> None:
        self.files: list[dict[str, Any]] = []

    def file(self, checked: Checked) -> None:
        """Keep what stands in the document about one file."""
        self.files.append(checked.as_json(written()))

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the document."""
        typer.echo(printed(document(self.files, checked, passed_over)))


LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


class GithubPrinter:
    """A line for each finding at the end."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def file(self, checked: Checked) -> None:
        """Keep the lines of one file."""
        self.lines += [_line(checked.path, found) for found in checked.findings]

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the lines."""
        for line in self.lines:
            typer.echo(line)


def _line(path: str, found: Finding) -> str:
    place = f"file={_property(printable(path))}"
    if found.span:
        place += f",line={found.span.line},col={found.span.column},endColumn={found.span.end_column}"
    title = _property(f"{found.code} {found.kind.name}")
    return f"::{LEVELS[found.severity]} {place},title={title}::{_data(sentences(found))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class SarifPrinter:
    """One log with one run."""

    def __init__(self) -> None:
        self.results: list[dict[str, Any]] = []

    def file(self, checked: Checked) -> None:
        """Keep the results of one file."""
        self.results += [_sarif_result(checked.path, found) for found in checked.findings]

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
        typer.echo(printed(log))


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


def _sarif_result(path: str, found: Finding) -> dict[str, Any]:
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


class Printer(Protocol):
    """Prints each file as it comes, or everything at the end."""

    def file(self, checked: Checked) -> None:
        """Print what was found in one file, or keep it as it will be printed."""

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print what is said once: a summary, or the whole."""


def printer(form: str) -> Printer:
    """The printer of a form."""
    printers: dict[str, Printer] = {
        "text": TextPrinter(),
        "json": JsonPrinter(),
        "sarif": SarifPrinter(),
        "github": GithubPrinter(),
    }
    return printers[form]
