"""What is done with files as they arrive: checked once, the results written, told, and given to a command."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from hashlib import sha256

import typer

from kotra_notation.cli.arriving import Arrivals
from kotra_notation.cli.checking import Checked, check_file
from kotra_notation.cli.failing import DONE, FAILED, complain_at
from kotra_notation.cli.files import Opened, Trouble, opened, shown, why_unwritten
from kotra_notation.cli.guarding import NotDoneError, guarded
from kotra_notation.cli.output.text import counted
from kotra_notation.cli.results import Mark, Outcome, Results, is_result, way
from kotra_notation.cli.running import Command
from kotra_notation.cli.speaking import count, say, written
from kotra_notation.cli.verdict import Verdict
from kotra_notation.rules import Ruleset, specification
from kotra_notation.words import phrase
from kotra_notation.words.phrases import reason, told


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """How files are checked and where what came of it goes; sizes in bytes, times in seconds."""

    form: str
    results: Results | None
    command: Command | None
    from_: str | None
    rules: Ruleset | None
    strict: bool
    max_size: int
    limit: float

    @property
    def way(self) -> str:
        """What a result follows from beside the content of the file."""
        return way(self.form, self.from_, specification(self.rules) if self.rules else None)


@dataclass(slots=True)
class Desk:
    """The files that arrived so far, and what came of each."""

    order: Order
    arrivals: Arrivals
    checked: int = 0
    known: int = 0
    troubled: bool = False
    passed_over: set[str] = field(default_factory=set)
    marks: dict[str, Mark] = field(default_factory=dict)
    _closed: dict[str, str] = field(default_factory=dict)

    def tend(self) -> None:
        """Look at the folder, and take every file that has come to rest."""
        for path in self.arrivals.look():
            self._take(path)

    def leave(self) -> None:
        """Say which files did not come to rest."""
        for path in self.arrivals.restless:
            complain_at(path, phrase("it is still being written; it is left for the next time"))

    @property
    def status(self) -> int:
        """The status that `kotra check` would end with."""
        if self.troubled or self.arrivals.troubled:
            return FAILED
        strict = self.order.strict
        return max((mark.verdict.status(strict=strict) for mark in self.marks.values()), default=DONE)

    def end(self) -> None:
        """Print how many files there were, and how many findings in them."""
        verdicts = [mark.verdict for mark in self.marks.values()]
        errors = sum(one.errors for one in verdicts)
        warnings = sum(one.warnings for one in verdicts)
        notes = sum(one.notes for one in verdicts)
        failed = sum(one.failed for one in verdicts)
        if self.order.form == "json":
            numbers = {"checked": self.checked, "known": self.known, "passed_over": len(self.passed_over)}
            numbers |= {"failed": failed, "errors": errors, "warnings": warnings, "notes": notes}
            _print({"summary": numbers})
            return
        parts = [count("{number} file checked", "{number} files checked", self.checked)]
        parts += [say("{number} known from before", number=self.known)] if self.known else []
        if passed_over := len(self.passed_over):
            parts.append(say("{number} of no known format passed over", number=passed_over))
        parts += [say("{number} that could not be checked", number=failed)] if failed else []
        nothing = say("nothing is wrong") if len(verdicts) > failed else say("nothing to check")
        typer.echo(f"{', '.join(parts)}: {counted(errors, warnings, notes) or nothing}.")

    def _take(self, path: str) -> None:
        file = next(opened([path], self.order.max_size), None)
        if file is None or not self.arrivals.unchanged(path):
            return
        if isinstance(file, Trouble):
            self._not_opened(file)
            return
        if self._closed.pop(path, None):
            del self.marks[path]
        self.arrivals.done(path)
        if is_result(path, file.data):
            return
        self.passed_over.discard(path)
        content = sha256(file.data).hexdigest()
        if mark := self._earlier(path, content):
            self.known += path not in self.marks
            self.marks[path] = mark
        elif checked := self._checked(file):
            self._tell(path, checked, content)
        else:
            self.passed_over.add(path)

    def _not_opened(self, file: Trouble) -> None:
        """Say once why a file cannot be opened; it is tried again at every look."""
        if self._closed.get(file.path) == file.why:
            return
        self._closed[file.path] = file.why
        if self._has_result(file.path):
            self._tell(file.path, file, None)
            return
        self.marks[file.path] = Mark(content=None, way=self.order.way, verdict=Verdict(failed=True))
        complain_at(file.path, file.why)

    def _earlier(self, path: str, content: str) -> Mark | None:
        """The mark of an earlier check of the same content in the same way."""
        results = self.order.results
        mark = results.mark(self._name(path)) if results else self.marks.get(path)
        asked = content, self.order.way, False
        return mark if mark and (mark.content, mark.way, mark.verdict.failed) == asked else None

    def _checked(self, file: Opened) -> Checked | Trouble | None:
        """What came of a file; None where it is no record and never was one."""
        named = replace(file, path=self._name(file.path))
        try:
            with guarded(self.order.limit, len(file.data)):
                checked = check_file(named, format=self.order.from_, rules=self.order.rules)
        except NotDoneError as error:
            return Trouble(file.path, reason(error))
        if checked.reading.format:
            return checked
        if file.path in self.marks or self._has_result(file.path):
            return Trouble(file.path, phrase("it is no record of a known format any more"))
        return None

    def _has_result(self, path: str) -> bool:
        results = self.order.results
        return results is not None and results.mark(self._name(path)) is not None

    def _tell(self, path: str, checked: Checked | Trouble, content: str | None) -> None:
        """Write what came of a file, say it, and run the command."""
        failed = isinstance(checked, Trouble)
        verdict = Verdict(failed=True) if isinstance(checked, Trouble) else Verdict.of(checked)
        mark = Mark(content=content, way=self.order.way, verdict=verdict)
        outcome = Outcome(name=self._name(path), checked=checked, mark=mark)
        self.marks[path] = mark
        self.checked += not failed
        place = self._written(outcome)
        self._say(path, outcome, place)
        self._run(path, outcome, place)

    def _written(self, outcome: Outcome) -> str:
        """The path of the result; nothing where none was to be written or could be."""
        if self.order.results is None:
            return ""
        place = self.order.results.place(outcome.name)
        try:
            self.order.results.write(outcome)
        except (OSError, ValueError) as error:
            why = why_unwritten(error) if isinstance(error, OSError) else reason(error)
            complain_at(place, phrase("not written: {why}", why=why))
            self.troubled = True
            return ""
        return place

    def _say(self, path: str, outcome: Outcome, place: str) -> None:
        trouble = outcome.checked.why if isinstance(outcome.checked, Trouble) else None
        if trouble:
            complain_at(path, trouble)
        if self.order.form == "json":
            one = outcome.verdict
            line = {"path": shown(path), "status": one.status(strict=self.order.strict)}
            line |= {"errors": one.errors, "warnings": one.warnings, "notes": one.notes}
            said = told(trouble, written()) if trouble else None
            _print({**line, "trouble": said, "result": shown(place) if place else None})
        elif not trouble:
            typer.echo(f"{shown(path)}: {outcome.verdict.said}")

    def _run(self, path: str, outcome: Outcome, place: str) -> None:
        if self.order.command is None:
            return
        one = outcome.verdict
        facts = {
            "file": path,
            "result": place,
            "status": str(one.status(strict=self.order.strict)),
            "verdict": one.said,
            "errors": str(one.errors),
            "warnings": str(one.warnings),
            "notes": str(one.notes),
        }
        if why := self.order.command.run(facts, outcome.spelled("json")):
            complain_at(path, why)
            self.troubled = True

    def _name(self, path: str) -> str:
        return os.path.relpath(path, self.arrivals.folder)


def _print(line: dict[str, object]) -> None:
    typer.echo(json.dumps(line, ensure_ascii=False))
