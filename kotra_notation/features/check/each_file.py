"""One file of those that `kotra check` goes through: opened, proved or judged, here or in another process."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kotra_notation.features.check.job import Checked, Judging, check_file, sound_file
from kotra_notation.findings import Finding
from kotra_notation.formats.format import Reading
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Opened, Trouble
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.paths import STDIN
from kotra_notation.jobs.sources import InputFile
from kotra_notation.values import dataclass

if TYPE_CHECKING:
    from kotra_notation.features.check.plugins import Plugin


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
