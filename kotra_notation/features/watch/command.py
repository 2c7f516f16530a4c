"""`kotra watch`: check files as they arrive in a folder."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from kotra_notation.cli.failing import DONE, complain, fail, fail_at, or_fail
from kotra_notation.cli.files import DAY, in_bytes, writable
from kotra_notation.cli.names import check_notations, ruleset_named
from kotra_notation.cli.options import Form, From, MaxSize, Rules, Strict, argument, flag, option
from kotra_notation.cli.settings import by_folder
from kotra_notation.cli.speaking import output_tongue, user_tongue
from kotra_notation.jobs.files import MAX_SIZE, STDIN, printable
from kotra_notation.jobs.sources import BUILT_ARCHIVE, is_archive
from kotra_notation.words import phrase

if TYPE_CHECKING:
    from kotra_notation.features.watch.files import Results
    from kotra_notation.features.watch.job import Watch
    from kotra_notation.rules import Ruleset


def watch(
    context: typer.Context,
    folder: str = argument("FOLDER", "The folder to watch."),
    flat: bool = flag("--no-recursive", "Do not look into subfolders.", rare=True),
    output: Form = "text",
    to_folder: str | None = option(
        "--to-folder", "Write the results here, not beside the files.", "DIR", rare=True
    ),
    no_results: bool = flag("--no-results", "Write no results.", rare=True),
    run: str | None = option("--run", "Run this command for each checked file.", "COMMAND"),
    table: str | None = option(
        "--table", "Write the table of results here (.csv or .json).", "FILE", rare=True
    ),
    results: str | None = option("--results", "Compare with this table at every change.", "FILE"),
    once: bool = flag("--once", "Check the files in the folder once, then exit."),
    every: float = option(
        "--every", "How long to wait between checks of the folder.", "SECONDS", default=1, rare=True
    ),
    time_limit: float = option(
        "--time-limit", "Time limit for a check or a command.", "SECONDS", default=60, rare=True
    ),
    from_: From = None,
    rules: Rules = None,
    strict: Strict = False,
    max_size: MaxSize = MAX_SIZE,
) -> None:
    """Check files as they arrive in a folder.

    Each file gets a result beside it, or a command is run for it.

    Files that are still being written are left until they are complete; files that change are checked
    again. Press Ctrl-C to stop. With --table all results are in one file, which is rewritten at every
    change.

    With --results the records are compared with a table as in kotra check, and new findings are reported.

    With --once, status as in check; otherwise 0.

    Example: kotra watch inbox/ --run "notify-send {verdict} {file}"
    """  # fmt: skip
    for name, value in (("--every", every), ("--time-limit", time_limit)):
        if not 0 < value <= DAY:
            fail("{option} must be a number of seconds, more than 0 and at most a day.", option=name)
    if not os.path.isdir(folder):
        no_folder = phrase("it is not a folder; kotra check checks a file")
        fail_at(folder, no_folder if os.path.exists(folder) else phrase("there is no such folder"))
    if is_archive(folder):
        fail_at(folder, phrase(BUILT_ARCHIVE, folder=printable(folder)))
    chosen = ruleset_named(rules)
    from kotra_notation.features.check.results import sheet
    from kotra_notation.features.day.results_file import results_at
    from kotra_notation.features.watch import files
    from kotra_notation.features.watch.files import Arrivals, parse_command
    from kotra_notation.features.watch.job import Watch, WatchOptions
    from kotra_notation.features.watch.text import print_arrived, print_sum

    check_notations(from_)
    if table is not None:
        if table == STDIN:
            fail("--table: name a file; standard output is used for the normal output.")
        with or_fail():
            sheet([], table)
        writable(table, [])
    if results is not None:
        with or_fail():
            results_at(results, in_bytes(max_size))
    with or_fail():
        command = None if run is None else parse_command(run, time_limit)
    options = WatchOptions(
        form=output,
        results=_results(folder, output, to_folder, no_results=no_results),
        command=command,
        from_=from_,
        rules=chosen,
        strict=strict,
        max_size=in_bytes(max_size),
        limit=time_limit,
        table=table,
        against=results,
        by_folder=_rules_by_folder(context, chosen),
        spoken=user_tongue(),
        written=output_tongue(),
    )
    work = Watch(options, Arrivals(folder, deep=not flat))
    if once:
        # Two looks, so that it is seen which files are still being written.
        print_arrived(work.look(), options)
        files.pause(every)
        print_arrived(work.look(), options)
        print_arrived(work.leave(), options)
        print_sum(work)
        raise typer.Exit(work.status)
    complain("watching {file}; press Ctrl-C to stop.", file=printable(folder))
    _follow(work, every)
    raise typer.Exit(DONE)


def _follow(work: Watch, every: float) -> None:
    """Look again and again, until somebody or the system ends it."""
    from kotra_notation.features.watch import files
    from kotra_notation.features.watch.text import print_arrived, print_sum

    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        while True:
            print_arrived(work.look(), work.options)
            files.pause(every)
    except KeyboardInterrupt:
        print_sum(work)
    finally:
        signal.signal(signal.SIGTERM, before)


def _rules_by_folder(context: typer.Context, asked: Ruleset | None) -> Callable[[str], Ruleset | None] | None:
    """Return what says of each file by which rules it is judged, where folders have settings."""
    from kotra_notation.features.check.job import Judging

    folders = by_folder(context, Judging(asked, (), ()))
    return None if folders is None else lambda path: folders.of(path).rules


def _results(folder: str, form: str, to_folder: str | None, *, no_results: bool) -> Results | None:
    from kotra_notation.features.watch.files import Results
    from kotra_notation.features.watch.text import spelling

    if no_results and to_folder is not None:
        fail("--no-results and --to-folder cannot be combined.")
    if to_folder is not None and os.path.lexists(to_folder) and not os.path.isdir(to_folder):
        fail("--to-folder: {file} is not a folder.", file=printable(to_folder))
    where = folder if to_folder is None else to_folder
    return None if no_results else Results(form=form, folder=where, spell=spelling(form))
