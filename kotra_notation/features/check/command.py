"""`kotra check`: read, replay, say what is wrong."""

from __future__ import annotations

from typing import Annotated

import typer

from kotra_notation.cli.failing import complain, or_fail
from kotra_notation.cli.files import in_bytes, in_seconds
from kotra_notation.cli.names import check_code, check_notations, ruleset_named
from kotra_notation.cli.options import (
    HERE,
    Analyse,
    AnalyseLevel,
    From,
    Ignore,
    Language,
    MaxSize,
    PathsOrHere,
    Rules,
    Select,
    StdinFilename,
    Strict,
    Table,
    TimeLimit,
    flag,
    form_option,
    level_to_analyse,
    name_of_stdin,
    option,
    shared_option,
)
from kotra_notation.cli.settings import by_folder
from kotra_notation.cli.settings_place import PLUGINS
from kotra_notation.cli.streams import stdin_is_piped
from kotra_notation.jobs.files import MAX_SIZE
from kotra_notation.jobs.guarding import LIMIT
from kotra_notation.jobs.paths import STDIN


def check(
    context: typer.Context,
    paths: PathsOrHere = None,
    from_: From = None,
    rules: Rules = None,
    strict: Strict = False,
    select: Select = None,
    ignore: Ignore = None,
    output: Annotated[str, form_option("text", "csv", "json", "sarif", "github")] = "text",
    summary: Annotated[
        bool, shared_option("--summary", "Only the table of files: players, length, score, verdict.")
    ] = False,
    across: bool = flag("--across", "Say also what shows across files only: matches and names twice."),
    results: str | None = option(
        "--results", "Say what a table of results has otherwise: CSV or JSON, columns by name.", "FILE"
    ),
    table: Table = None,
    analyse: Analyse = False,
    level: AnalyseLevel = None,
    plugin: Annotated[
        list[str] | None,
        typer.Option(
            "--plugin",
            metavar="NAME",
            help="Findings of an installed plug-in too, by its name; may be given again.",
            envvar=PLUGINS,
            show_envvar=False,
        ),
    ] = None,
    stdin_filename: StdinFilename = None,
    max_size: MaxSize = MAX_SIZE,
    time_limit: TimeLimit = LIMIT,
    language: Language = None,
) -> None:
    """Read and replay records, and say what is wrong: where, by which rule, and what was probably meant.

    With --analyse the engine weighs each match, and the numbers of kotra stats stand behind the verdict; the
    verdict, the status and the record stay as they are.

    --across says which records are of one match, who meets twice, and which names may be one person's.
    --results does so too, and holds the records against a table with columns such as player_1, player_2,
    score_1, score_2, round: what it says otherwise, what has no record, and which record it does not have.

    Of several files a table stands at the end, of more than a hundred where --summary asks for it; as CSV it
    has a row for each match.

    A comment in a record, kotra: ignore P203 reason, has that finding not counted: at the head of the match
    anywhere in it, behind a row in that row, on a line of its own in the next. The summary says so.

    Status 0: no error. 1: at least one. 2: something could not be read.

    Example: kotra check match.mat tournament/ --ignore N1
    """  # fmt: skip
    from kotra_notation.features.check.checking import print_checked
    from kotra_notation.features.check.job import Judging, plugins_of

    chosen = ruleset_named(rules)
    source = context.get_parameter_source("plugin")
    if source is not None and source.name == "ENVIRONMENT":
        complain("{variable} names plug-ins: {names}.", variable=PLUGINS, names=", ".join(plugin or ()))
    with or_fail():
        asked = plugins_of(plugin or ())
    for word in (*(select or ()), *(ignore or ())):
        if not word.startswith(tuple(asked_plugin.name for asked_plugin in asked)):
            check_code(word)
    check_notations(from_)
    weighed = level_to_analyse(level, analyse=analyse)
    largest, limit = in_bytes(max_size), in_seconds(time_limit)
    wanted = paths or [HERE if stdin_filename is None and not stdin_is_piped() else STDIN]
    status = print_checked(
        wanted,
        format=from_,
        rules=chosen,
        select=select or (),
        ignore=ignore or (),
        strict=strict,
        output=output,
        brief=summary,
        max_size=largest,
        limit=limit,
        level=weighed,
        plugins=asked,
        across=across,
        results=results,
        table=table,
        folders=by_folder(context, Judging(chosen, select or (), ignore or ())),
        stdin_name=name_of_stdin(stdin_filename, wanted),
    )
    raise typer.Exit(status)
