"""Files checked once as they arrive in a folder, the results written and given to a command."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from hashlib import sha256

from kotra_notation.features.check.job import Checked, check_file, sound_file, status_of
from kotra_notation.features.check.results import FileResults, Verdict, results_of, sheet
from kotra_notation.features.day.job import Across, across_day
from kotra_notation.features.day.results_against import DayRecords
from kotra_notation.features.day.results_file import results_at
from kotra_notation.features.watch.files import (
    Arrivals,
    Command,
    Outcome,
    ResultMark,
    Results,
    is_result,
    way,
)
from kotra_notation.findings import Finding, Severity
from kotra_notation.jobs import DONE, FAILED
from kotra_notation.jobs.files import Opened, Trouble, why_unwritten, write_whole
from kotra_notation.jobs.guarding import NotDoneError, guard
from kotra_notation.jobs.sources import named_source
from kotra_notation.rules import Ruleset, specification
from kotra_notation.values import dataclass
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason
from kotra_notation.words.tongues import ENGLISH, Tongue


@dataclass(slots=True)
class WatchedTable:
    """The table of results of a watched folder, `rows` by file; written anew whenever it changes."""

    rows: dict[str, FileResults] = field(default_factory=dict)
    _written: str | None = None
    _why: str = ""
    _looks: int = 0

    def write(self, target: str, is_there: Callable[[str], bool]) -> Trouble | None:
        """Write the rows of the files there, but not at the first look; return why not, if that is new."""
        self._looks += 1
        self.rows = {path: row for path, row in self.rows.items() if is_there(path)}
        if self._looks == 1:
            return None
        text = sheet([row for _, row in sorted(self.rows.items())], target)
        if text == self._written:
            return None
        try:
            write_whole(target, text)
        except OSError as error:
            new, self._why = why_unwritten(error) != self._why, why_unwritten(error)
            return Trouble(target, phrase("not written: {why}", why=self._why)) if new else None
        self._written, self._why = text, ""
        return None


Known = tuple[str, str, str]


@dataclass(slots=True)
class WatchedDay:
    """The records of a watched folder, held against each other and a table of results at every change.

    `files` by their paths were checked; `results` is the path of the table, read anew where it changed;
    `found` is what was found last.
    """

    results: str
    files: dict[str, tuple[Opened, Checked]] = field(default_factory=dict)
    _seen: object = None
    _told: frozenset[Known] = frozenset()
    _looks: int = 0
    _why: str = ""
    found: tuple[Finding, ...] = ()

    def look(self, is_there: Callable[[str], bool], max_size: int) -> Across | Trouble | None:
        """Return what is new among what was found, where anything changed; not at the first look."""
        self._looks += 1
        self.files = {path: entry for path, entry in self.files.items() if is_there(path)}
        seen = self._stamp(), [(path, id(entry)) for path, entry in sorted(self.files.items())]
        if self._looks == 1 or seen == self._seen:
            return None
        self._seen = seen
        try:
            table = results_at(self.results, max_size)
        except ValueError as error:
            new, self._why = reason(error) != self._why, reason(error)
            return Trouble(self.results, self._why) if new else None
        self._why = ""
        day = DayRecords()
        for _, (file, checked) in sorted(self.files.items()):
            day.add(file, checked)
        found = across_day(day, table)
        self.found = tuple(finding for _, finding in found.findings)
        known = {(path, finding.code, finding.message): (path, finding) for path, finding in found.findings}
        new_ones = tuple(known[key] for key in known if key not in self._told)
        self._told = frozenset(known)
        return replace(found, findings=new_ones)

    def _stamp(self) -> object:
        try:
            status = os.stat(self.results)
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOptions:
    """Options for checking files and writing the results; sizes in bytes, times in seconds.

    `table` is the file that the results of all are written to, `against` a table they are held against.
    `by_folder` says by which rules the file of a path is judged, where that depends on its folder.
    `spoken` is the language of what people read, `written` that of JSON.
    """

    form: str
    results: Results | None
    command: Command | None
    from_: str | None
    rules: Ruleset | None
    strict: bool
    max_size: int
    limit: float
    table: str | None = None
    against: str | None = None
    by_folder: Callable[[str], Ruleset | None] | None = None
    spoken: Tongue = ENGLISH
    written: Tongue = ENGLISH

    def rules_of(self, path: str) -> Ruleset | None:
        """The rules that a file is judged by, if not by its own."""
        return self.by_folder(path) if self.by_folder else self.rules

    def way(self, path: str) -> str:
        """Return what the result of a file follows from beside its content."""
        rules = self.rules_of(path)
        language = (self.spoken if self.form == "text" else self.written).language
        return way(self.form, language, self.from_, specification(rules) if rules else None)


@dataclass(frozen=True, slots=True)
class Arrived:
    """A file that was checked, what came of it, and the path of its result, where one was written."""

    path: str
    outcome: Outcome
    place: str


@dataclass(slots=True)
class Watch:
    """The files that arrived so far, and what came of each."""

    options: WatchOptions
    arrivals: Arrivals
    checked: int = 0
    known: int = 0
    troubled: bool = False
    passed_over: set[str] = field(default_factory=set)
    marks: dict[str, ResultMark] = field(default_factory=dict)
    _closed: dict[str, str] = field(default_factory=dict)
    _table: WatchedTable = field(default_factory=WatchedTable)
    _day: WatchedDay | None = None

    def __post_init__(self) -> None:
        if self.options.against is not None:
            self._day = WatchedDay(self.options.against)

    def look(self) -> Iterator[Arrived | Across | Trouble]:
        """Look at the folder, and take every file that has come to rest; what is to be said of each."""
        rested = self.arrivals.look()
        yield from self.arrivals.said
        for path in rested:
            yield from self._take(path)
        if (table := self.options.table) and (trouble := self._table.write(table, self.arrivals.is_there)):
            self.troubled = True
            yield trouble
        if self._day and (found := self._day.look(self.arrivals.is_there, self.options.max_size)):
            self.troubled = self.troubled or isinstance(found, Trouble)
            yield found

    def leave(self) -> Iterator[Trouble]:
        """The files that did not come to rest."""
        for path in self.arrivals.restless:
            yield Trouble(path, phrase("it is still being written; skipped this time"))

    @property
    def status(self) -> int:
        """The status that `kotra check` would end with."""
        if self.troubled or self.arrivals.has_trouble:
            return FAILED
        strict = self.options.strict
        statuses = [mark.verdict.status(strict=strict) for mark in self.marks.values()]
        if self._day:
            statuses.append(status_of(self._day.found, strict=strict))
        return max(statuses, default=DONE)

    @property
    def total(self) -> Verdict:
        """Return how many findings there are in all."""
        verdicts = [mark.verdict for mark in self.marks.values()]
        across = Counter(finding.severity for finding in self._day.found) if self._day else Counter()
        return Verdict(
            errors=sum(verdict.errors for verdict in verdicts) + across[Severity.ERROR],
            warnings=sum(verdict.warnings for verdict in verdicts) + across[Severity.WARNING],
            notes=sum(verdict.notes for verdict in verdicts) + across[Severity.NOTE],
        )

    @property
    def failures(self) -> int:
        """Return how many files could not be checked."""
        return sum(mark.verdict.failed for mark in self.marks.values())

    def _take(self, path: str) -> Iterator[Arrived | Trouble]:
        file = named_source(path, searched=True).open(self.options.max_size)
        if not self.arrivals.is_unchanged(path):
            return
        if isinstance(file, Trouble):
            yield from self._not_opened(file)
            return
        if self._closed.pop(path, None):
            del self.marks[path]
        self.arrivals.dismiss(path)
        if is_result(path, file.data) or self._is_table(path):
            return
        self.passed_over.discard(path)
        content = sha256(file.data).hexdigest()
        if mark := self._earlier(path, content):
            self.known += path not in self.marks
            self.marks[path] = mark
            self._know(path, file)
        elif checked := self._check_file(file):
            yield from self._came(path, checked, content)
        else:
            self.passed_over.add(path)
            self._table.rows.pop(path, None)
            if self._day:
                self._day.files.pop(path, None)

    def _is_table(self, path: str) -> bool:
        own = (self.options.table, self.options.against)
        return any(table is not None and os.path.realpath(path) == os.path.realpath(table) for table in own)

    def _know(self, path: str, file: Opened) -> None:
        """Have what a table and the day want of a file that was checked before."""
        has_row = self.options.table is None or path in self._table.rows
        if has_row and (self._day is None or path in self._day.files):
            return
        checked = self._check_file(file)
        name = self._name(path)
        self._table.rows[path] = results_of(name, checked if isinstance(checked, Checked) else None)

    def _not_opened(self, file: Trouble) -> Iterator[Arrived | Trouble]:
        """Say once why a file cannot be opened; it is tried again at every look."""
        if self._closed.get(file.path) == file.why:
            return
        self._closed[file.path] = file.why
        if self._has_result(file.path):
            yield from self._came(file.path, file, None)
            return
        way = self.options.way(file.path)
        self.marks[file.path] = ResultMark(content=None, way=way, verdict=Verdict(failed=True))
        self._table.rows[file.path] = results_of(self._name(file.path), None)
        yield file

    def _earlier(self, path: str, content: str) -> ResultMark | None:
        """The mark of an earlier check of the same content in the same way."""
        results = self.options.results
        mark = results.mark(self._name(path)) if results else self.marks.get(path)
        asked = content, self.options.way(path), False
        return mark if mark and (mark.content, mark.way, mark.verdict.failed) == asked else None

    def _check_file(self, file: Opened) -> Checked | Trouble | None:
        """Return what came of a file; None where it is no record and never was one."""
        named, rules = replace(file, path=self._name(file.path)), self.options.rules_of(file.path)
        try:
            with guard(self.options.limit, len(file.data)):
                proved = None if self.options.from_ or rules else sound_file(named)
                checked = proved or check_file(named, format=self.options.from_, rules=rules)
        except NotDoneError as error:
            return Trouble(file.path, reason(error))
        if checked.reading.format:
            if self._day:
                self._day.files[file.path] = named, checked
            return checked
        if file.path in self.marks or self._has_result(file.path):
            return Trouble(file.path, phrase("it is no longer a record of a known format"))
        return None

    def _has_result(self, path: str) -> bool:
        results = self.options.results
        return results is not None and results.mark(self._name(path)) is not None

    def _came(
        self, path: str, checked: Checked | Trouble, content: str | None
    ) -> Iterator[Arrived | Trouble]:
        """Note and write what came of a file, and run the command."""
        whole = checked if isinstance(checked, Checked) else None
        verdict = Verdict.of(whole) if whole else Verdict(failed=True)
        mark = ResultMark(content=content, way=self.options.way(path), verdict=verdict)
        outcome = Outcome(name=self._name(path), checked=checked, mark=mark, tongue=self.options.written)
        self.marks[path] = mark
        self._table.rows[path] = results_of(outcome.name, whole)
        self.checked += whole is not None
        result_path = ""
        if self.options.results is not None:
            result_path = self.options.results.place(outcome.name)
            if why := self._write_result(self.options.results, outcome):
                yield Trouble(result_path, why)
                result_path = ""
        yield Arrived(path, outcome, result_path)
        if why := self._run(path, outcome, result_path):
            self.troubled = True
            yield Trouble(path, why)

    def _write_result(self, results: Results, outcome: Outcome) -> str:
        """Write a result; return why it could not be written, nothing where it was."""
        try:
            results.write(outcome)
        except (OSError, ValueError) as error:
            why = why_unwritten(error) if isinstance(error, OSError) else reason(error)
            self.troubled = True
            return phrase("not written: {why}", why=why)
        return ""

    def _run(self, path: str, outcome: Outcome, place: str) -> str:
        """Return what went wrong with the command, or nothing."""
        if self.options.command is None:
            return ""
        verdict = outcome.verdict
        facts = {
            "file": path,
            "result": place,
            "status": str(verdict.status(strict=self.options.strict)),
            "verdict": verdict.words(self.options.spoken),
            "errors": str(verdict.errors),
            "warnings": str(verdict.warnings),
            "notes": str(verdict.notes),
        }
        return self.options.command.run(facts, outcome.as_json().encode("utf-8", "backslashreplace"))

    def _name(self, path: str) -> str:
        return os.path.relpath(path, self.arrivals.folder)
