"""The forms in which `check` prints: for people, as a table, as JSON, as SARIF, as annotations of GitHub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Protocol

from kotra_notation.cli.speaking import SEVERITIES, count, output_tongue, say, user_tongue
from kotra_notation.cli.streams import echo, put, window
from kotra_notation.cli.streams import has_colours as colours
from kotra_notation.features.check.job import Checked
from kotra_notation.features.check.results import (
    SORTS,
    FileResults,
    Verdict,
    count_words,
    passed_words,
    results_of,
)
from kotra_notation.features.check.text import (
    CheckSum,
    place_words,
    render_file,
    render_ignored,
    render_proof,
    render_replay,
    render_sum,
)
from kotra_notation.findings import Finding, Severity
from kotra_notation.jobs.files import Trouble
from kotra_notation.jobs.paths import printable
from kotra_notation.jobs.rows import Rowed
from kotra_notation.words.phrases import told

if TYPE_CHECKING:
    from kotra_notation.features.day.job import Across

# The colours of terminals by their numbers: red, yellow, cyan.
COLOURS = {Severity.ERROR: 31, Severity.WARNING: 33, Severity.NOTE: 36}
# Of more files than this the table is only printed where it is asked for.
TABLE_OF = 100


class TextPrinter:
    """A line for each finding, what helps indented beneath it, a summary at the end: of several a table.

    If it is `brief`, only the table and the sum are printed. `sort` is the order of the table.
    """

    def __init__(
        self,
        echo: Callable[[str], object] = echo,
        *,
        coloured: bool | None = None,
        brief: bool = False,
        sort: str | None = None,
    ) -> None:
        self.coloured = colours() if coloured is None else coloured
        self.echo = echo
        self.brief, self.sort = brief, sort
        self.table_wanted = brief or sort is not None
        self.files = 0
        self.alone: Checked | None = None
        self.results: list[FileResults] = []
        self.found: list[Finding] = []

    def file(self, checked: Checked) -> None:
        """Print what was found in one file."""
        self.files += 1
        self.alone = checked
        self._keep(checked.path, checked)
        if self.brief:
            return
        several = len(checked.reading.matches) > 1 if checked.findings else False
        for finding in checked.findings:
            self._finding(checked.path, finding, several=several)
        for number, rowed in enumerate(checked.stats, 1):
            self._stats(checked, number, rowed)

    def _stats(self, checked: Checked, number: int, rowed: Rowed) -> None:
        """Print how well a match was played."""
        from kotra_notation.features.stats.match import MatchStats
        from kotra_notation.features.stats.text import render_named

        assert isinstance(rowed, MatchStats)
        for line in render_named(
            rowed, checked.path, user_tongue(), number if len(checked.stats) > 1 else None
        ):
            self.echo(line)

    def _finding(self, path: str, finding: Finding, *, several: bool = False) -> None:
        """Print a finding; with its match in a file that has `several`."""
        where_in_file = printable(path)
        if finding.span:
            where_in_file += f":{finding.span.line}:{finding.span.column}"
        tongue, kind = user_tongue(), finding.kind
        sign = f"{tongue.say(SEVERITIES[finding.severity])} {kind.code} {kind.name}"
        message, hint = finding.told(tongue)
        if self.coloured:
            sign = f"\x1b[{COLOURS[finding.severity]}m\x1b[1m{sign}\x1b[0m"
        self.echo(f"{where_in_file}: {sign}  {message}")
        where = place_words(finding, tongue, several=several)
        where += [tongue.say("rule {id}", id=finding.rule)] if finding.rule else []
        if where:
            self.echo(f"    {', '.join(where)}")
        if plays := " | ".join(filter(None, finding.expected)):
            self.echo(f"    {tongue.say('expected: {plays}', plays=plays)}")
        if hint:
            self.echo(f"    {hint}")
        if finding.meant:
            self.echo(f"    {told(finding.meant, tongue)}")

    def note_unchecked(self, path: str) -> None:
        """Keep that a file could not be checked."""
        self._keep(path, None)

    def _keep(self, path: str, checked: Checked | None) -> None:
        """Keep what the table says of a file, while there are few enough for one."""
        if self.table_wanted or len(self.results) <= TABLE_OF:
            self.results.append(results_of(path, checked))

    def across(self, found: Across) -> None:
        """Print what was found across the files."""
        self.found = [finding for _, finding in found.findings]
        self._add_across(found)
        self.echo(
            say("Comparing the files:") if found.findings else say("Comparing the files: nothing found.")
        )
        self.findings_across(found)

    def _add_across(self, found: Across) -> None:
        """Count what was found across files in the rows of a table; a path without a row gets one."""
        if not self.table_wanted and len(self.results) < 2:
            return
        by_path: dict[str, list[Finding]] = {}
        for path, finding in found.findings:
            by_path.setdefault(path, []).append(finding)
        self.results = [
            replace(row, verdict=row.verdict.add(by_path.pop(row.path, ()))) for row in self.results
        ]
        self.results += [FileResults(path, (), Verdict().add(more)) for path, more in by_path.items()]

    def findings_across(self, found: Across) -> None:
        """Print what was found across files, and how a table agrees."""
        for path, finding in found.findings:
            self._finding(path, finding)
        if found.results:
            lines = count("{number} line", "{number} lines", found.lines)
            sentence = say(
                "{file}: {lines}, {agree} as in the records.",
                file=printable(found.results),
                lines=lines,
                agree=found.agree,
            )
            self.echo(sentence)

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int = 0, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print the summary."""
        read = [done for done in checked if done.reading.format]
        if self.results and (self.table_wanted or 1 < len(self.results) <= TABLE_OF):
            from kotra_notation.features.check.results import table

            for line in table(sort_results(self.results, self.sort), user_tongue(), window()):
                self.echo(line)
        elif len(read) == self.files == 1 and self.alone is not None:
            self._about(self.alone)
        if not (read or passed_over):
            return
        ignored = [ignored_one for done in checked for ignored_one in done.ignored]
        for line in render_ignored(ignored, user_tongue()):
            self.echo(line)
        counts = Counter(finding.severity for done in read for finding in done.findings)
        counts.update(finding.severity for finding in self.found)
        numbers = counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.NOTE]
        total = CheckSum(
            files=len(read),
            clean=sum(not done.findings for done in read),
            passed_over=passed_over,
            unchecked=unchecked,
            findings=count_words(*numbers, user_tongue()),
            passed=passed_words(len(ignored), sum(done.unselected for done in read), user_tongue()),
        )
        self.echo(render_sum(total, user_tongue()))

    def _about(self, checked: Checked) -> None:
        reading = checked.reading
        self.echo(render_file(checked.path, reading.format, reading.dialect, reading.encoding, user_tongue()))
        if reading.positions:
            self.echo(f"    {count('{number} position', '{number} positions', len(reading.positions))}")
        if checked.proof:
            self.echo(render_proof(checked.proof, user_tongue()))
        for replayed in checked.replays:
            self.echo(render_replay(replayed, user_tongue()))


class TablePrinter:
    """The table as CSV, for spreadsheets; `sort` is the order of its rows."""

    def __init__(self, sort: str | None = None) -> None:
        self.sort = sort
        self.results: list[FileResults] = []

    def file(self, checked: Checked) -> None:
        """Keep what the table says of a file."""
        self.results.append(results_of(checked.path, checked))

    def note_unchecked(self, path: str) -> None:
        """Keep that a file could not be checked."""
        self.results.append(results_of(path, None))

    def across(self, found: Across) -> None:
        """Say on standard error what was found across files, as a table of matches has no place for it."""
        TextPrinter(partial(echo, err=True), coloured=False).across(found)

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print the table."""
        from kotra_notation.features.check.results import csv_rows
        from kotra_notation.jobs.cells import csv_line

        for row in csv_rows(sort_results(self.results, self.sort)):
            put(csv_line(row), nl=False)


class Printer(Protocol):
    """Prints each file as it comes, or everything at the end."""

    def file(self, checked: Checked) -> None:
        """Print what was found in one file, or keep it as it will be printed."""

    def note_unchecked(self, path: str) -> None:
        """Keep that a file could not be checked, which was said."""

    def across(self, found: Across) -> None:
        """Print what was found across the files, behind the last of them."""

    def end(
        self, checked: list[Checked], passed_over: int, unchecked: int, troubles: Sequence[Trouble] = ()
    ) -> None:
        """Print what is said once: a summary, or the whole."""


def sort_results(results: list[FileResults], sort: str | None) -> list[FileResults]:
    """Return the rows of the table in an order; without one as the files came."""
    return sorted(results, key=SORTS[sort]) if sort else results


def printer(form: str, *, brief: bool = False, sort: str | None = None, strict: bool = False) -> Printer:
    """Return the printer of a form."""
    if form == "text":
        return TextPrinter(brief=brief, sort=sort)
    if form == "csv":
        return TablePrinter(sort)
    if form == "junit":
        from kotra_notation.features.check.rows import JUnitPrinter

        return JUnitPrinter(output_tongue(), strict=strict)
    from kotra_notation.features.check.rows import RowsPrinter

    return RowsPrinter(form, output_tongue())
