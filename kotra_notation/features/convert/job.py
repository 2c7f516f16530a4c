"""`kn.convert`: records in another notation, and what it could not hold; files and folders of them too."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from kotra_notation.errors import KotraError, wrong_type
from kotra_notation.findings import Finding, Severity, finding, phrase, reason
from kotra_notation.formats import A_FORMAT, find_format, split_name
from kotra_notation.formats.format import Content, Reading, Source
from kotra_notation.jobs.files import STDIN, Given, Opened, Trouble, check_free, printable, write_or_refuse
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard, is_fault
from kotra_notation.jobs.notations import (
    ConvertOptions,
    check_encoding,
    check_newline,
    fill_from_source,
    notation_of_file,
    read_for,
    write_contents,
)
from kotra_notation.jobs.rows import Row, Table, Tabular, row
from kotra_notation.jobs.sources import InputFile, named_source, open_paths, open_source, plan_targets
from kotra_notation.model import Match
from kotra_notation.reading import read_in_full
from kotra_notation.values import dataclass
from kotra_notation.words.phrases import told
from kotra_notation.words.tongues import ENGLISH, Tongue

# What is wrong in a source, as its reader says, and is not seen in what was written from it.


def hidden_faults(reading: Reading, files: Sequence[Content], options: ConvertOptions) -> list[Finding]:
    """Return the finding that names the errors and warnings of a reading that its files do not show."""
    wrong = _codes(reading.findings)
    if not wrong:
        return []
    options = fill_from_source(reading, options)
    for content in files:
        data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
        source = Source(data, stated_encoding=options.to_encoding, shorthand=options.shorthand)
        wrong -= _codes(read_in_full(source, options.name).findings)
    return [finding("fault-hidden", codes=", ".join(sorted(wrong)))] if wrong else []


def _codes(findings: Iterable[Finding]) -> Counter[str]:
    """Count the errors and warnings by their codes."""
    return Counter(finding.code for finding in findings if finding.severity is not Severity.NOTE)


@dataclass(frozen=True, slots=True)
class ConvertTask:
    """A source and the file it goes to; `force` allows to overwrite it, `folders` to make folders for it."""

    source: InputFile
    target: str
    options: ConvertOptions
    force: bool = False
    folders: bool = False


@dataclass(frozen=True, slots=True)
class Converted:
    """The result of converting a source: files written, findings, and why it was refused, if it was.

    `printed` is what goes to standard output in place of a file, `places` the file that each finding is in,
    where several are joined.
    """

    source: str
    written: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    refused: str = ""
    unknown: bool = False
    passed_over: tuple[str, ...] = ()
    printed: tuple[Content, ...] = ()
    places: tuple[str, ...] = ()

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """The row of a source in the document of a folder."""
        return {
            "path": printable(self.source),
            "written": [printable(name) for name in self.written],
            "refused": told(self.refused, tongue) or None,
            **row(self, "findings", tongue),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Conversion(Tabular):
    """A converted record: its files (one unless split), and `findings` of the reader and for each loss.

    `written` are the paths of the files, if a target was named.
    """

    contents: tuple[Content, ...]
    findings: tuple[Finding, ...]
    written: tuple[str, ...] = ()

    @property
    def content(self) -> Content:
        """Return the one file; raise ValueError if there are several."""
        (content,) = self.contents
        return content

    def as_json(self, tongue: Tongue = ENGLISH) -> Row:
        """Return the data of `kotra convert --json`."""
        return row(self, "findings", tongue)

    def _table(self) -> Table:
        rows = [(finding.code, finding.severity, finding.message) for finding in self.findings]
        return Table(("code", "severity", "finding"), rows)


def convert(
    source: Given,
    to: str | os.PathLike[str],
    *,
    format: str | None = None,
    strict: bool = False,
    split: bool = False,
    encoding: str | None = None,
    newline: str | None = None,
    force: bool = False,
) -> Conversion:
    """Convert a record to another notation (`sgf`, `mat:xg`); raise ValueError if that is impossible.

    If `to` is a path, such as "b.sgf", its extension names the notation, and the file is written; raise
    FileExists if it is there, unless `force` allows to overwrite it. `strict` raises LossRefused if anything
    would be lost. `split` writes a file for each match, or for each game if the notation needs that. With an
    `encoding`, or a `newline` (lf, crlf, cr), text is returned as bytes.
    """
    target = _target(to)
    name, dialect = split_name(notation_of_file(target) if target else os.fspath(to))
    options = ConvertOptions(
        name,
        dialect,
        format,
        strict=strict,
        split=split,
        to_encoding=check_encoding(encoding),
        newline=check_newline(newline),
    )
    file = open_source(source)
    with guard(LIMIT, len(file.data)):
        reading = read_for(file, options)
        files, lost = write_contents(reading, options)
        hidden = hidden_faults(reading, files, options)
    findings = (*reading.findings, *lost, *hidden)
    if not target:
        return Conversion(tuple(files), findings)
    names = targets(target, len(files), split)
    for written in names:
        check_free(written, force=force)
    for written, content in zip(names, files, strict=True):
        write_or_refuse(written, content)
    return Conversion(tuple(files), findings, tuple(names))


def _target(to: str | os.PathLike[str]) -> str | None:
    """Return the path of a target; None for the name of a notation, which has no dot and no separator."""
    if not isinstance(to, str | os.PathLike):
        raise wrong_type(to, A_FORMAT)
    text = os.fspath(to)
    return text if not isinstance(to, str) or "." in text or "/" in text or os.sep in text else None


Files = Iterator[Opened | Trouble]
Parts = tuple[list[Content], tuple[Finding, ...]]


def convert_file(task: ConvertTask) -> Converted:
    """Read a source and write its target, or several; nothing is written where a part of it is refused."""
    source = task.source.path
    file = task.source.open(task.options.max_size)
    if isinstance(file, Trouble):
        return Converted(source, refused=phrase("{why}.", why=file.why))
    try:
        with guard(task.options.limit, len(file.data)):
            made = _convert_file(task, file)
        return made if isinstance(made, Converted) else _write_files(source, task, *made)
    except NotDoneError as error:
        return Converted(source, refused=reason(error))


def _convert_file(task: ConvertTask, file: Opened) -> Converted | Parts:
    """The files a source makes and what was found; why there are none, where it is refused."""
    try:
        reading = read_for(file, task.options)
    except ValueError as refused:
        if is_fault(refused):
            raise
        unknown = task.source.optional
        return Converted(task.source.path, refused=reason(refused), unknown=unknown)
    return _contents(task.source.path, task.options, reading)


def _contents(source: str, options: ConvertOptions, reading: Reading) -> Converted | Parts:
    try:
        files, lost = write_contents(reading, options)
    except ValueError as refused:
        if is_fault(refused):
            raise
        return Converted(source, findings=reading.findings, refused=reason(refused))
    return files, (*reading.findings, *lost, *hidden_faults(reading, files, options))


def _write_files(
    source: str, task: ConvertTask, files: list[Content], findings: tuple[Finding, ...]
) -> Converted:
    """Write the files of a source; nothing where one of them may not be."""
    if task.target == STDIN:
        return Converted(source, (STDIN,) * len(files), findings, printed=tuple(files))
    names = targets(task.target, len(files), task.options.split)
    done = Converted(source, findings=findings)
    try:
        for name in names:
            check_free(name, force=task.force)
        for name, content in zip(names, files, strict=True):
            write_or_refuse(name, content, folders=task.folders)
    except KotraError as refused:
        return replace(done, refused=reason(refused))
    return replace(done, written=tuple(names))


def targets(target: str, count: int, split: bool) -> list[str]:
    """The names of the files one target is split into: `day-1.mat`, `day-2.mat`."""
    if not split:
        return [target]
    path = Path(target)
    width = len(str(count))
    return [str(path.with_name(f"{path.stem}-{at:0{width}}{path.suffix}")) for at in range(1, count + 1)]


def tasks(
    sources: Sequence[str], target: str, options: ConvertOptions, *, force: bool = False
) -> tuple[list[ConvertTask], list[Trouble]]:
    """Return the tasks of several sources, and what could not be listed; KotraError as `plan_targets`."""
    plan, troubles = plan_targets(sources, target, find_format(options.name).suffixes[0])
    work = [ConvertTask(file.source, file.target, options, force=force, folders=True) for file in plan]
    return work, troubles


def join(
    sources: Sequence[str],
    target: str,
    options: ConvertOptions,
    each: Callable[[Files], Files] = iter,
    *,
    force: bool = False,
) -> Converted:
    """Write all matches of the sources into one file; `each` is handed the files."""
    source = sources[0]
    matches: list[Match] = []
    findings: list[Finding] = []
    places: list[str] = []
    passed_over: list[str] = []
    for file in each(open_paths(sources, options.max_size)):
        if isinstance(file, Trouble):
            return Converted(file.path, refused=phrase("{why}.", why=file.why))
        if file.path not in sources and os.path.exists(target) and os.path.samefile(file.path, target):
            continue
        try:
            with guard(options.limit, len(file.data)):
                reading = read_for(file, options)
        except NotDoneError as error:
            return Converted(file.path, refused=reason(error))
        except ValueError as refused:
            if file.searched:
                passed_over.append(file.path)
                continue
            return Converted(file.path, refused=reason(refused))
        if not reading.matches:
            passed_over.append(file.path)
        matches += reading.matches
        findings += reading.findings
        places += [file.path] * len(reading.findings)
    if not matches:
        return Converted(source, refused=phrase("there is no match in it, so there is nothing to convert."))
    whole = Reading(matches=tuple(matches), findings=tuple(findings))
    task = ConvertTask(named_source(source), target, options, force=force)
    try:
        with guard(None):
            made = _contents(source, options, whole)
        done = made if isinstance(made, Converted) else _write_files(source, task, *made)
    except NotDoneError as error:
        done = Converted(source, refused=reason(error))
    return replace(done, passed_over=tuple(passed_over), places=tuple(places))
