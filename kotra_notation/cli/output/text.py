"""Findings for people on a terminal."""

from __future__ import annotations

import os
import sys
from collections import Counter

import typer

from kotra_notation.cli.checking import Checked
from kotra_notation.cli.files import shown
from kotra_notation.findings import Finding, Severity
from kotra_notation.replay import Replay

COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
KINDS = ("error", "warning", "note")


class TextPrinter:
    """A line for each finding, what helps indented beneath it, a summary at the end."""

    def __init__(self) -> None:
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ
        self.files = 0
        self.alone: Checked | None = None

    def file(self, checked: Checked) -> None:
        """Print what was found in one file."""
        self.files += 1
        self.alone = checked
        for found in checked.findings:
            self._finding(checked.path, found)

    def _finding(self, path: str, found: Finding) -> None:
        place = shown(path)
        if found.span:
            place += f":{found.span.line}:{found.span.column}"
        sign = f"{found.severity} {found.code} {found.kind.name}"
        typer.echo(f"{place}: {self._styled(sign, COLOURS[found.severity])}  {found.message}")
        where = [
            f"{what} {number}" for what, number in (("game", found.game), ("turn", found.turn)) if number
        ]
        if found.rule:
            where.append(f"rule {found.rule}")
        if where:
            typer.echo(f"    {', '.join(where)}")
        if plays := [play for play in found.expected if play]:
            typer.echo(f"    expected: {' | '.join(plays)}")
        if found.hint:
            typer.echo(f"    {found.hint}")

    def end(self, checked: list[Checked], passed_over: int) -> None:
        """Print the summary."""
        if self.files == 1 and self.alone is not None and self.alone.reading.format:
            self._about(self.alone)
        counts = Counter(found.severity.value for done in checked for found in done.findings)
        said = ", ".join(
            f"{counts[kind]} {kind}{'s' * (counts[kind] != 1)}" for kind in KINDS if counts[kind]
        )
        files = f"{self.files} file{'s' * (self.files != 1)}"
        if not self.files and not passed_over:
            return
        over = f", {passed_over} of no known format passed over" if passed_over else ""
        typer.echo(f"{files}{over}: {said or ('nothing is wrong' if self.files else 'nothing to check')}.")

    def _about(self, checked: Checked) -> None:
        reading = checked.reading
        how = [reading.format, *([f"dialect {reading.dialect}"] if reading.dialect else [])]
        typer.echo(f"{shown(checked.path)}: {', '.join([*how, *filter(None, [reading.encoding])])}")
        if reading.positions:
            typer.echo(f"    {len(reading.positions)} positions")
        for replayed in checked.replays:
            typer.echo(f"    {_result(replayed)}")

    def _styled(self, text: str, colour: str) -> str:
        return typer.style(text, fg=colour, bold=True) if self.coloured else text


def _result(replayed: Replay) -> str:
    match = replayed.match
    first, second = (
        player.name or colour for player, colour in zip(match.players, ("White", "Black"), strict=True)
    )
    unlimited = "money session" if replayed.ruleset.facts.cube else "sitting"
    length = f"match to {match.length}" if match.length else unlimited
    score = f"{replayed.score[0]:g}–{replayed.score[1]:g}"
    games = len(replayed.games)
    open_end = "" if replayed.complete else ", not played to the end"
    line = f"{first} – {second}, {length}, {games} game{'s' * (games != 1)}: {score}{open_end}"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in line)
