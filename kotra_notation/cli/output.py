"""The forms in which `check` prints: for people, as JSON, as SARIF, and as annotations of GitHub."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from typing import Protocol

from kotra_notation.cli.speaking import SEVERITIES, count, spoken, written
from kotra_notation.cli.streams import echo
from kotra_notation.findings import Finding, Severity
from kotra_notation.jobs.check import Checked
from kotra_notation.jobs.check_words import render_file, render_replay, render_sum
from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.rows import Rowed
from kotra_notation.jobs.verdict import counted
from kotra_notation.words.phrases import told

# The colours of terminals by their numbers: red, yellow, cyan.
COLOURS = {Severity.ERROR: 31, Severity.WARNING: 33, Severity.NOTE: 36}


class TextPrinter:
    """A line for each finding, what helps indented beneath it, a summary at the end."""

    def __init__(self, echo: Callable[[str], object] = echo, *, coloured: bool | None = None) -> None:
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
        for number, one in enumerate(checked.stats, 1):
            self._stats(checked, number, one)

    def _stats(self, checked: Checked, number: int, one: Rowed) -> None:
        """Print how well a match was played."""
        from kotra_notation.jobs.match_stats import MatchStats
        from kotra_notation.jobs.stats_words import render_named

        assert isinstance(one, MatchStats)
        for line in render_named(one, checked.path, spoken(), number if len(checked.stats) > 1 else None):
            self.echo(line)

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
        self.echo(render_sum(self.files, spoken(), passed_over, _counted(checked)))
        if unchecked:
            self.echo(count("{number} file was not checked.", "{number} files were not checked.", unchecked))

    def _about(self, checked: Checked) -> None:
        reading = checked.reading
        self.echo(render_file(checked.path, reading.format, reading.dialect, reading.encoding, spoken()))
        if reading.positions:
            self.echo(f"    {count('{number} position', '{number} positions', len(reading.positions))}")
        for replayed in checked.replays:
            self.echo(render_replay(replayed, spoken()))

    def _styled(self, text: str, colour: int) -> str:
        return f"\x1b[{colour}m\x1b[1m{text}\x1b[0m" if self.coloured else text


def _counted(checked: list[Checked]) -> str:
    """How many findings of each weight there are."""
    counts = Counter(found.severity for done in checked for found in done.findings)
    return counted(counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.NOTE], spoken())


class GatheringPrinter:
    """What is for programs: one text at the end."""

    def __init__(self, form: str) -> None:
        from kotra_notation.jobs.check_rows import CheckRows

        self.rows = CheckRows(form, written())
        self.file = self.rows.add

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print the text."""
        if text := self.rows.text(checked, passed_over):
            echo(text)


class Printer(Protocol):
    """Prints each file as it comes, or everything at the end."""

    def file(self, checked: Checked) -> None:
        """Print what was found in one file, or keep it as it will be printed."""

    def end(self, checked: list[Checked], passed_over: int, unchecked: int) -> None:
        """Print what is said once: a summary, or the whole."""


def printer(form: str) -> Printer:
    """The printer of a form."""
    return TextPrinter() if form == "text" else GatheringPrinter(form)
