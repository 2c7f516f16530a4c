"""`kotra check`: read, replay, say what is wrong."""

from __future__ import annotations

from typing import Annotated

import typer

from kotra_notation.cli.failing import complain, fail, or_fail
from kotra_notation.cli.files import in_bytes, in_seconds
from kotra_notation.cli.names import check_choice, check_code, check_notations, ruleset_named
from kotra_notation.cli.options import (
    HERE,
    Analyse,
    From,
    Ignore,
    Jobs,
    MaxSize,
    PathsOrHere,
    Rules,
    Select,
    StdinFilename,
    Strict,
    TimeLimit,
    flag,
    form_option,
    level_to_analyse,
    name_of_stdin,
    option,
    shared_option,
)
from kotra_notation.cli.settings import by_folder
from kotra_notation.cli.streams import stdin_is_piped
from kotra_notation.jobs.files import MAX_SIZE
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.paths import PLUGINS, STDIN


def check(
    context: typer.Context,
    paths: PathsOrHere = None,
    from_: From = None,
    rules: Rules = None,
    strict: Strict = False,
    select: Select = None,
    ignore: Ignore = None,
    output: Annotated[str, form_option("text", "csv", "json", "junit", "sarif", "github")] = "text",
    errors_only: Annotated[
        bool, typer.Option("-q", "--errors-only", help="Show only errors and the files that have some.")
    ] = False,
    summary: Annotated[
        bool, shared_option("--summary", "Show only a table: file, players, score, verdict.")
    ] = False,
    sort: str | None = option("--sort", "Sort the table: errors, players or date.", "NAME"),
    across: bool = flag("--across", "Also find duplicate matches and names.", rare=True),
    results: str | None = option("--results", "Compare with a table of results (CSV or JSON).", "FILE"),
    analyse: Analyse = False,
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="NAME",
            help="Also use an installed plug-in; may be repeated.",
            envvar=PLUGINS,
            show_envvar=False,
            hidden=True,
        ),
    ] = None,
    stdin_filename: StdinFilename = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
    jobs: Jobs = None,
) -> None:
    """Check match files for illegal plays, cube and score errors.

    With --analyse the engine evaluates each match at level quick, and the numbers of kotra stats are shown
    after the verdict; verdict, status and record do not change.

    --across reports records of the same match, players who meet twice, and names that may belong to one
    person. --results also does this, and compares the records with a table (columns such as player_1,
    player_2, score_1, score_2, round): different results, results without a record, and records without a
    result.

    With several files a table follows at the end; with more than a hundred, only with --summary or --sort.
    With -o FILE.csv it is written as CSV, with one row per match. JUnit output has a test case for each file.

    To leave a finding out of the count, add the comment `kotra: ignore P203 reason` to the record: in the
    header for the whole match, after a row for that row, or on its own line for the next row. The summary
    lists these findings.

    Status 0: no errors. 1: errors. 2: something could not be read.

    Example: kotra check match.mat tournament/ --ignore N1
    """  # fmt: skip
    from kotra_notation.features.check.checking import CheckOptions, print_checked
    from kotra_notation.features.check.job import Judging, plugins_of
    from kotra_notation.features.check.results import SORTS

    judging = Judging(ruleset_named(rules), select or (), ignore or ())
    source = context.get_parameter_source("plugin")
    if source is not None and source.name == "ENVIRONMENT":
        complain("Plug-ins from {variable}: {names}.", variable=PLUGINS, names=", ".join(plugin or ()))
    with or_fail():
        asked = plugins_of(plugin or ())
    for word in (*judging.select, *judging.ignore):
        if not word.startswith(tuple(asked_plugin.name for asked_plugin in asked)):
            check_code(word)
    check_notations(from_)
    if sort is not None:
        check_choice("--sort", sort, SORTS)
        if output not in ("text", "csv"):
            fail("--sort is for the table, as text or csv.")
    weighed = level_to_analyse(None, analyse=analyse)
    wanted = paths or [HERE if stdin_filename is None and not stdin_is_piped() else STDIN]
    options = CheckOptions(
        format=from_,
        plugins=asked,
        max_size=in_bytes(max_size),
        limit=in_seconds(time_limit),
        stdin_name=name_of_stdin(stdin_filename, wanted),
    )
    status = print_checked(
        wanted,
        judging,
        options,
        folders=by_folder(context, judging),
        strict=strict,
        output=output,
        brief=summary,
        errors_only=errors_only,
        sort=sort,
        level=weighed,
        across=across,
        results=results,
        jobs=jobs,
    )
    raise typer.Exit(status)
