"""The loop of `kotra check` over its files, for which no parser is loaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

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
    without_replays,
)
from kotra_notation.features.check.output import printer as printer_of
from kotra_notation.findings import finding
from kotra_notation.jobs.files import MAX_SIZE, MEGABYTE, Trouble, nothing_to_check
from kotra_notation.jobs.guarding import LIMIT, NotDoneError, guard
from kotra_notation.jobs.paths import STDIN, printable
from kotra_notation.jobs.sources import file_count, open_paths
from kotra_notation.reading import why_unread

if TYPE_CHECKING:
    from kotra_notation.cli.settings_folders import JudgedByFolder
    from kotra_notation.features.check.plugins import Plugin
    from kotra_notation.features.day.printing import DayPrinter
    from kotra_notation.rules import Ruleset


# So many faulty files are searched for what was meant; behind them one finding says that no more are.
MOST_SEARCHED = 100


def without_hints(done: Checked) -> Checked:
    """Return a file with the finding that there are no suggestions from here on."""
    first = done.findings[0]
    left_out = finding("hints-left-out", span=first.span).at(match=first.match, game=first.game)
    return replace(done, findings=(left_out, *done.findings))


def print_checked(
    paths: list[str],
    *,
    format: str | None = None,
    rules: Ruleset | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    strict: bool = False,
    output: str = "text",
    brief: bool = False,
    errors_only: bool = False,
    sort: str | None = None,
    max_size: int = MAX_SIZE * MEGABYTE,
    limit: float = LIMIT,
    level: str | None = None,
    plugins: Sequence[Plugin] = (),
    across: bool = False,
    results: str | None = None,
    folders: JudgedByFolder | None = None,
    stdin_name: str = STDIN,
) -> int:
    """Print what is found in files, and in those of folders; the status."""
    checked: list[Checked] = []
    troubles: list[Trouble] = []
    unchecked = passed_over = faulty = 0
    printer = printer_of(output, brief=brief, sort=sort, strict=strict)
    day: DayPrinter | None = None
    if across or results is not None:
        from kotra_notation.features.day.printing import DayPrinter

        chosen = partial(errors_among, strict=strict) if errors_only else tuple
        printer = day = DayPrinter(printer, results, max_size, (select, ignore), chosen)
    engine = engine_if_asked(level)
    # A text tells more of a file that is alone; of others that are sound only what the table says.
    tabular = output in ("text", "csv")
    in_full = format is not None or rules is not None or engine is not None or bool(plugins)
    in_full |= sort == "date"
    alone = True
    for file in track_files(open_paths(paths, max_size, stdin_name), lambda: file_count(paths)):
        if isinstance(file, Trouble):
            complain_at(file.path, file.why)
            printer.note_unchecked(file.path)
            troubles.append(file)
            unchecked += 1
            continue
        if day and day.is_own(file):
            continue
        own = folders.of(file.path) if folders else Judging(rules, select, ignore)
        try:
            with guard(limit, len(file.data)):
                proved = None
                if not (in_full or own.rules or (alone and not brief and output == "text")):
                    proved = sound_file(file, how_written=output == "json")
                hints = faulty < MOST_SEARCHED
                done = proved or check_file(
                    file, format=format, plugins=plugins, hints=hints, **own._asdict()
                )
                if done.reading.matches and errors_among(done.findings, strict=True):
                    faulty += 1
                    done = without_hints(done) if faulty == MOST_SEARCHED + 1 else done
                if day:
                    day.add(file, done)
            if errors_only:
                done = replace(done, findings=errors_among(done.findings, strict=strict))
            if engine:
                with guard(None):
                    alone_named = len(paths) == 1 and not file.searched
                    done = with_stats(done, engine, own.rules, track_parts if alone_named else None)
            if done.reading.format or not (tabular or file.searched):
                alone = False
                if done.findings or not errors_only:
                    with guard(None):
                        printer.file(done)
        except NotDoneError as error:
            complain(error_text(error), about=printable(file.path))
            unchecked += 1
            if tabular:
                printer.note_unchecked(file.path)
            else:
                checked.append(unjudged_file(file, error.found))
                printer.file(checked[-1])
            continue
        if not done.reading.format:
            if file.searched:
                passed_over += 1
                continue
            complain(tell(why_unread(done.reading)), about=printable(file.path))
            if tabular:
                printer.note_unchecked(file.path)
            unchecked += 1
        checked.append(without_replays(done))
    if not (checked or unchecked):
        troubles.append(nothing_to_check(passed_over))
        complain_at("", troubles[0].why)
    printer.end(checked, passed_over, unchecked, troubles)
    findings = [*(finding for done in checked for finding in done.findings), *(day.found if day else ())]
    return FAILED if unchecked or troubles else status_of(findings, strict=strict)
