"""The loop of `kotra check` over its files, for which no parser is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.cli.failing import FAILED, complain, complain_at
from kotra_notation.cli.progress import track_files, track_parts
from kotra_notation.cli.speaking import error_text, tell
from kotra_notation.features.check.job import (
    Checked,
    Judging,
    check_file,
    engine_if_asked,
    errors_among,
    sound_file,
    status_of,
    unjudged_file,
    with_stats,
)
from kotra_notation.features.check.output import printer as printer_of
from kotra_notation.findings import Finding, finding
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Opened, Trouble, nothing_to_check
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.parallel import map_in_order
from kotra_notation.jobs.paths import STDIN, printable
from kotra_notation.jobs.sources import InputFile, file_count, list_sources
from kotra_notation.reading import why_unread
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.cli.settings_folders import JudgedByFolder
    from kotra_notation.features.check.plugins import Plugin
    from kotra_notation.features.day.printing import DayPrinter


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """Options for every file; `in_full`: nothing is proved, `entire`: the content of matches is needed."""

    format: str | None = None
    plugins: Sequence[Plugin] = ()
    max_size: int = MAX_SIZE * MEGABYTE
    limit: float = LIMIT
    stdin_name: str = STDIN
    in_full: bool = False
    entire: bool = False


AS_USUAL, JUDGED_ALIKE = CheckOptions(), Judging(None, (), ())


class CheckTask(NamedTuple):
    """A file to check, or why there is none, what it is judged by, and whether to find what was meant."""

    source: InputFile | Trouble
    judging: Judging
    hints: bool = True


class FileOutcome(NamedTuple):
    """The outcome of one file: checked, or the reason why not; `fault` is ours, or a limit was passed.

    `again` is the task of a file for which it was searched what was meant.
    """

    path: str
    searched: bool = False
    trouble: Trouble | None = None
    checked: Checked | None = None
    fault: Finding | None = None
    file: Opened | None = None
    again: CheckTask | None = None


def check_source(task: CheckTask, options: CheckOptions) -> FileOutcome:
    """Open and check one file; without its content, unless options want it `entire`."""
    source, judging, hints = task
    file = source if isinstance(source, Trouble) else source.open(options.max_size, options.stdin_name)
    if isinstance(file, Trouble):
        return FileOutcome(file.path, trouble=file)
    known = FileOutcome(file.path, file.searched, file=file if options.entire else None)
    if not (options.in_full or judging.rules) and (proved := sound_file(file)):
        return known._replace(checked=proved)
    try:
        with guard(options.limit, len(file.data)):
            checked = check_file(
                file, format=options.format, plugins=options.plugins, hints=hints, **judging._asdict()
            )
    except NotDoneError as error:
        return known._replace(fault=error.found)
    again = task if hints and checked.findings else None
    return known._replace(checked=checked if options.entire else without_content(checked), again=again)


def without_content(checked: Checked) -> Checked:
    """Return a checked file with the outcome of its matches, and nothing of what was played."""
    replays = tuple([replay.outline() for replay in checked.replays])
    return replace(checked, reading=checked.reading.outline(), replays=replays)


def without_replays(done: Checked) -> Checked:
    """Return what a summary needs of a file that has been told of; an archive does not fit into memory."""
    reading = done.reading if done.findings else Reading(format=done.reading.format)
    return Checked(done.path, reading, (), done.findings, ignored=done.ignored, unselected=done.unselected)


# So many faulty files are searched for what was meant; behind them one finding says that no more are.
MOST_SEARCHED = 100


def without_hints(done: Checked) -> Checked:
    """Return a file with the finding that there are no suggestions from here on."""
    first = done.findings[0]
    left_out = finding("hints-left-out", span=first.span).at(match=first.match, game=first.game)
    return replace(done, findings=(left_out, *done.findings))


def print_checked(
    paths: list[str],
    judging: Judging = JUDGED_ALIKE,
    options: CheckOptions = AS_USUAL,
    *,
    folders: JudgedByFolder | None = None,
    strict: bool = False,
    output: str = "text",
    brief: bool = False,
    errors_only: bool = False,
    sort: str | None = None,
    level: str | None = None,
    across: bool = False,
    results: str | None = None,
    jobs: int | None = None,
) -> int:
    """Print what is found in files, and in those of folders; the status."""
    checked: list[Checked] = []
    troubles: list[Trouble] = []
    unchecked = passed_over = 0
    printer = printer_of(output, brief=brief, sort=sort, strict=strict)
    day: DayPrinter | None = None
    if across or results is not None:
        from kotra_notation.features.day.printing import DayPrinter

        chosen = partial(errors_among, strict=strict) if errors_only else tuple
        printer = day = DayPrinter(printer, results, options.max_size, judging[1:], chosen)
    engine = engine_if_asked(level)
    tabular = output in ("text", "csv")
    entire = day is not None or engine is not None
    in_full = bool(options.format or judging.rules or engine or options.plugins or sort == "date")
    options = replace(options, in_full=in_full, entire=entire)
    # An engine shows its progress; plug-ins and standard input stay with this process.
    work = partial(check_source, options=options)
    faulty: list[str] = []
    tasks = _tasks(paths, options.stdin_name, judging, folders, day, faulty)
    jobs = 1 if entire or options.plugins or STDIN in paths else jobs
    for outcome in track_files(map_in_order(work, tasks, jobs), lambda: file_count(paths)):
        if outcome.again and len(faulty) >= MOST_SEARCHED:
            outcome = check_source(outcome.again._replace(hints=False), options)
        path, searched, trouble, done, fault, file, _ = outcome
        if trouble:
            complain_at(path, trouble.why)
            printer.note_unchecked(path)
            troubles.append(trouble)
            unchecked += 1
            continue
        try:
            if fault is not None:
                raise NotDoneError(fault)
            assert done is not None
            if done.reading.matches and errors_among(done.findings, strict=True):
                faulty.append(path)
                done = without_hints(done) if len(faulty) == MOST_SEARCHED + 1 else done
            if file and day:
                with guard(options.limit, len(file.data)):
                    day.add(file, done)
            if errors_only and done.findings:
                done = replace(done, findings=errors_among(done.findings, strict=strict))
            if engine:
                with guard(None):
                    alone_named = len(paths) == 1 and not searched
                    own = folders.of(path).rules if folders else judging.rules
                    done = with_stats(done, engine, own, track_parts if alone_named else None)
            if (done.reading.format or not (tabular or searched)) and (done.findings or not errors_only):
                with guard(None):
                    printer.file(done)
        except NotDoneError as error:
            complain(error_text(error), about=printable(path))
            unchecked += 1
            if tabular:
                printer.note_unchecked(path)
            else:
                checked.append(unjudged_file(path, error.found))
                printer.file(checked[-1])
            continue
        if not done.reading.format:
            if searched:
                passed_over += 1
                continue
            complain(tell(why_unread(done.reading)), about=printable(path))
            if tabular:
                printer.note_unchecked(path)
            unchecked += 1
        checked.append(without_replays(done))
    if not (checked or unchecked):
        troubles.append(nothing_to_check(passed_over))
        complain_at("", troubles[0].why)
    printer.end(checked, passed_over, unchecked, troubles)
    findings = [*(finding for done in checked for finding in done.findings), *(day.found if day else ())]
    return FAILED if unchecked or troubles else status_of(findings, strict=strict)


def _tasks(
    paths: Sequence[str],
    stdin_name: str,
    judging: Judging,
    folders: JudgedByFolder | None,
    day: DayPrinter | None,
    faulty: Sequence[str],
) -> Iterator[CheckTask]:
    """Yield the files that are named, and those in folders, but the table of results.

    `faulty` are the files with errors so far: behind many of them nobody searches for what was meant.
    """
    for source in list_sources(paths):
        if isinstance(source, Trouble):
            yield CheckTask(source, judging)
        elif not (day and day.is_own(source)):
            path = stdin_name if source.path == STDIN else source.path
            yield CheckTask(source, folders.of(path) if folders else judging, len(faulty) < MOST_SEARCHED)
