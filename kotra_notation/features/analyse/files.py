"""Files and folders of records analysed, each into a file of its own."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.engine.results import HEADER
from kotra_notation.features.analyse.job import Analysing, analyst, continues, count_errors, written_before
from kotra_notation.features.convert.job import ConvertTask
from kotra_notation.findings import Finding, phrase, reason
from kotra_notation.jobs.contents import read_for, write_contents
from kotra_notation.jobs.engine import engine_for
from kotra_notation.jobs.files import Trouble, check_free, printable, write_or_refuse
from kotra_notation.jobs.guarding import NotDoneError, guard, is_fault
from kotra_notation.jobs.rows import Row, row
from kotra_notation.replay import replay
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

if TYPE_CHECKING:
    from kotra_notation.engine.weighing import Weigher
    from kotra_notation.features.analyse.gnubg import Gnubg


class AnalyseChoice(NamedTuple):
    """The engine to ask, its level and nets, and whether every evaluated play is kept."""

    engine: str
    level: str
    nets: str | None
    every: bool


class AnalyseTask(NamedTuple):
    """A source and the file that its analysis goes to."""

    convert: ConvertTask
    asking: AnalyseChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysedFile:
    """The result of analysing a source: decisions evaluated, losses in writing, or why it was refused.

    `errors` counts the errors of the record.
    `before`: it has been analysed before, with the same settings, and has not changed since.
    """

    source: str
    target: str
    throws: int = 0
    weighed: int = 0
    findings: tuple[Finding, ...] = ()
    refused: str = ""
    unknown: bool = False
    before: bool = False
    errors: int = 0

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row of a source in the document of a folder."""
        return {
            "path": printable(self.source),
            "target": printable(self.target),
            "refused": told(self.refused, tongue) or None,
            **row(self, "throws weighed errors before findings", tongue),
        }


def analyse_file(task: AnalyseTask) -> AnalysedFile:
    """Read a source, analyse it and write its target; nothing is written where a part of it is refused."""
    source, target, options = task.convert.source.path, task.convert.target, task.convert.options
    file = task.convert.source.open(options.max_size)
    if isinstance(file, Trouble):
        return AnalysedFile(source=source, target=target, refused=phrase("{why}.", why=file.why))
    engine = analyst(task.asking.engine, task.asking.level, task.asking.nets)
    try:
        with guard(None):
            try:
                reading = read_for(file, options)
            except ValueError as refused:
                if is_fault(refused):
                    raise
                unknown = task.convert.source.searched
                return AnalysedFile(source=source, target=target, refused=reason(refused), unknown=unknown)
            if _done_before(task.convert.source.packed or source, target, engine):
                replayed = [replay(match).findings for match in reading.matches]
                errors = count_errors(chain(reading.findings, *replayed))
                return AnalysedFile(source=source, target=target, before=True, errors=errors)
            if not continues(reading.matches, written_before(target), engine):
                check_free(target, force=task.convert.force)
            work = Analysing(reading, engine, every=task.asking.every)
            for _ in work.run():
                pass
            done = work.result()
            files, lost = write_contents(replace(reading, matches=done.matches), options)
            write_or_refuse(target, files[0], folders=True)
    except (NotDoneError, ValueError) as error:
        return AnalysedFile(source=source, target=target, refused=reason(error))
    findings = (*reading.findings, *lost)
    return AnalysedFile(
        source=source,
        target=target,
        throws=done.throws,
        weighed=done.weighed,
        findings=findings,
        errors=done.errors,
    )


def _done_before(source: str, target: str, engine: Weigher | Gnubg) -> bool:
    """Return whether a target holds the analysis of its source as it stands."""
    try:
        if os.stat(target).st_mtime_ns < os.stat(source).st_mtime_ns:
            return False
    except OSError:
        return False
    matches = written_before(target)
    return bool(matches) and all(
        (HEADER, engine_for(engine, match).settings) in match.info for match in matches
    )
