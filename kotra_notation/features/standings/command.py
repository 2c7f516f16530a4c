"""`kotra standings`: the standings and the cross table of a tournament, from its records."""

from __future__ import annotations

from typing import Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain_at, nothing_done, or_fail
from kotra_notation.cli.files import in_bytes, in_seconds
from kotra_notation.cli.names import check_code, check_notations, ruleset_named
from kotra_notation.cli.options import (
    HERE,
    From,
    Ignore,
    MaxSize,
    PathsOrHere,
    Rules,
    TimeLimit,
    flag,
    form_option,
)
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.settings import by_folder
from kotra_notation.cli.speaking import output_tongue, say, user_tongue
from kotra_notation.cli.streams import echo, echo_lines, put, stdin_is_piped, window
from kotra_notation.jobs.files import MAX_SIZE, Opened
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.paths import STDIN
from kotra_notation.jobs.sources import file_count, open_paths

# The endings of tables of results.
TABLES = (".csv", ".tsv")


def standings(
    context: typer.Context,
    paths: PathsOrHere = None,
    from_: From = None,
    rules: Rules = None,
    ignore: Ignore = None,
    all_: bool = flag("--all", "Also count matches whose records have errors."),
    output: Annotated[str, form_option("text", "csv", "json", "html")] = "text",
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
) -> None:
    """Show the standings and the cross table of a tournament.

    Every match is replayed for its result and counted once, even if there are several records of it. Matches
    that are not finished are listed and do not count, nor do matches whose records have errors, except with
    --all. The PR is shown if the matches have been analysed.

    Matches won decide the order. If tied players have all met, the matches between them decide; then points
    won minus points lost. Players who are level in everything share the place, as in “3=”. A money session or
    a sitting of old kotra counts as a match; a level one is half a win.

    Matches without a record can be added as a table of results: a .csv file with columns such as player_1,
    player_2, score_1 and score_2. A line counts if no record of its match does.

    A table as CSV has the cross table in its last columns. With -o standings.html all is one page.

    If nearly all players of a group have met, those who have not are named. A score counts up to the match
    length.

    Status 0: done. 1: done, with errors in a record. 2: something could not be read.

    Example: kotra standings day/ -o standings.csv
    """  # fmt: skip
    from kotra_notation.features.check.job import Judging
    from kotra_notation.features.day.results_file import results_at
    from kotra_notation.features.standings.job import COPY, ERRORS, DayResults
    from kotra_notation.features.standings.text import csv_rows, render_standings, standings_page
    from kotra_notation.jobs.cells import csv_line
    from kotra_notation.jobs.rows import document

    asked = Judging(ruleset_named(rules), (), ignore or ())
    for code in asked.ignore:
        check_code(code)
    check_notations(from_)
    folders, gathered, troubled = by_folder(context, asked), DayResults(), False

    def add(file: Opened) -> None:
        judging = folders.of(file.path) if folders else asked
        gathered.add(file, from_, judging.rules, judging.ignore)

    tables = [path for path in paths or () if path.lower().endswith(TABLES)]
    with or_fail():
        gathered.tables += [results_at(path, in_bytes(max_size)) for path in tables]
    wanted = [path for path in paths or [STDIN if stdin_is_piped() else HERE] if path not in tables]
    files = track_files(open_paths(wanted, in_bytes(max_size)), lambda: file_count(wanted))
    for trouble in work_on_each(files, in_seconds(time_limit), add):
        if trouble:
            complain_at(trouble.path, trouble.why)
            troubled = True
    done = gathered.standings(faulty=all_)
    if output == "json":
        put(document(done.as_json(output_tongue())))
    elif output == "csv":
        for row in csv_rows(done):
            put(csv_line(row), nl=False)
    elif not (done.matches or done.left_out):
        pass
    elif output == "html":
        put(standings_page(done, output_tongue()), nl=False)
    else:
        echo_lines(render_standings(done, user_tongue(), window()))
        if any(line.why == ERRORS for line in done.left_out):
            echo(say("kotra fix repairs records; --all also counts matches with errors."))
    if not (done.matches or done.left_out or troubled):
        raise typer.Exit(nothing_done(done.passed_over))
    faulty = any(line.errors for line in (*done.matches, *done.left_out) if line.why != COPY)
    raise typer.Exit(FAILED if troubled else FOUND if faulty else DONE)
