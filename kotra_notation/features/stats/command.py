"""`kotra stats`: errors, luck and rates of the players, from the evaluations that stand in records."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from kotra_notation.cli.failing import DONE, FAILED, FOUND, complain, complain_at, fail, nothing_done
from kotra_notation.cli.files import in_bytes
from kotra_notation.cli.names import check_choice, check_notations
from kotra_notation.cli.options import From, MaxSize, Paths, flag, form_option, option
from kotra_notation.cli.progress import track_files
from kotra_notation.cli.speaking import count, output_tongue, say, user_tongue
from kotra_notation.cli.streams import echo, echo_lines, put, window
from kotra_notation.jobs.files import MAX_SIZE, Trouble, printable
from kotra_notation.jobs.guarding import LIMIT, work_on_each
from kotra_notation.jobs.sources import file_count, is_single, open_paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from kotra_notation.features.stats.job import FileStats
    from kotra_notation.features.stats.study import StudyPlan

# How many errors are listed where only a player is named.
WORST = 10


def stats(
    paths: Paths,
    convention: str = option("--convention", "Count as gnubg or xg does.", "NAME", default="xg"),
    errors: float = option(
        "--errors", "The N worst errors; below 1: all that lose N.", "N", default=0, show_default=False
    ),
    player: str = option(
        "--player", "Only matches and errors of this player.", "NAME", default="", show_default=False
    ),
    study: bool = flag("--study", "Show where the player lost most, as a study plan."),
    by: str | None = option("--by", "Use this engine's analysis, if there are several.", "NAME"),
    from_: From = None,
    output: Annotated[str, form_option("text", "csv", "json")] = "text",
    max_size: MaxSize = MAX_SIZE,
) -> None:
    """Show error rates and luck of an analysed match.

    This shows an existing analysis and does not run one. Numbers are calculated as in eXtreme Gammon, or
    with --convention gnubg as in GNU Backgammon's statistics. With fewer than twenty decisions no rate is
    shown. After several matches a table adds them up for each player; a match in several records counts once.

    --errors 10 lists only the ten worst errors, --errors 0.1 every error that loses 0.100 or more.

    --study divides what the player lost by phase of the game, kind of decision and score, over all matches.

    In the old game all numbers are points, and there is only one convention.

    Status 0: done. 1: done, with errors in a record. 2: something could not be read.

    Example: kotra stats match.kotra --errors 10 --player Anna
    """  # fmt: skip
    from kotra_notation.features.same.job import SketchedFiles
    from kotra_notation.features.same.text import render_left_out
    from kotra_notation.features.stats.job import (
        KEYS,
        Stats,
        by_player,
        convention_named,
        copies_left_out,
        file_stats,
        matches_that_count,
        study_plans,
    )
    from kotra_notation.features.stats.match import ErrorsWanted
    from kotra_notation.features.stats.text import csv_rows, render_players, render_worst
    from kotra_notation.jobs.cells import csv_line
    from kotra_notation.jobs.rows import document

    check_notations(from_)
    custom = convention_named(check_choice("--convention", convention, KEYS))
    if errors < 0:
        fail("--errors must be 0 or more, not {number}.", number=f"{errors:g}")
    if errors > 1 and errors != int(errors):
        fail(
            "--errors must be a number of errors, or a loss below 1 such as 0.1, not {number}.",
            number=f"{errors:g}",
        )
    if study and not player:
        fail("--study needs --player.")
    most = None if 0 < errors < 1 else int(errors) or (WORST if player and not study else 0)
    wanted = ErrorsWanted(most=most, least=errors if most is None else 0.0, player=player, study=study)
    several, troubled, passed_over = not is_single(paths), False, 0
    done: list[FileStats] = []
    sketched = SketchedFiles()
    files = track_files(open_paths(paths, in_bytes(max_size)), lambda: file_count(paths))
    files = sketched.new_files(files)
    for result in work_on_each(
        files, LIMIT, lambda file: file_stats(file, custom, by, from_, wanted, sketched)
    ):
        if isinstance(result, Trouble):
            complain_at(result.path, result.why)
            troubled = True
        elif result is None:
            passed_over += 1
        else:
            done.append(result)
            if output == "text" and not study:
                _print(result, player, several=several, errors=bool(errors))
    names = dict.fromkeys(name for file in done for match in file.matches for name in match.names if name)
    if names and not _is_among(player, names):
        listed = ", ".join(repr(printable(name)) for name in names)
        fail("there is no player {name}; the players are {names}.", name=repr(player), names=listed)
    left_out = copies_left_out(done, sketched)
    if study:
        _print_plans(study_plans(done, player, left_out), player, output)
    elif output != "text":
        shown = (
            replace(file, matches=tuple(match for match in file.matches if _is_among(player, match.names)))
            for file in done
        )
        if output == "csv":
            for line in csv_rows(shown):
                put(csv_line(line), nl=False)
        else:
            typer.echo(document(Stats(tuple(shown)).as_json(output_tongue())))
    else:
        matches = (entry for entry in matches_that_count(done, left_out) if _is_among(player, entry[2].names))
        echo_lines(render_worst(matches, wanted.most, user_tongue()) if several else ())
        players = [total for total in by_player(done, left_out) if _is_among(player, [total.name])]
        if any(player_sum.matches > 1 for player_sum in players):
            echo_lines(render_players(players, custom, user_tongue(), window()))
            echo("")
    if output == "text":
        echo_lines(render_left_out(left_out, sketched.records, user_tongue()))
    if passed_over and output == "text":
        text = ("{number} file skipped (unknown format).", "{number} files skipped (unknown format).")
        echo(count(*text, passed_over))
    if not (done or troubled):
        raise typer.Exit(nothing_done(passed_over))
    raise typer.Exit(
        FAILED if troubled else FOUND if any(file_result.errors for file_result in done) else DONE
    )


def _print_plans(plans: Sequence[StudyPlan], player: str, output: str) -> None:
    from kotra_notation.features.stats.text import render_study
    from kotra_notation.jobs.rows import document

    if output == "json":
        typer.echo(document({"version": 1, "plans": [plan.as_json(output_tongue()) for plan in plans]}))
        return
    for plan in plans:
        echo_lines(render_study(plan, user_tongue()))
    if not plans:
        complain("no match of {name} is analysed; run kotra analyse first.", name=repr(player))


def _is_among(player: str, names: Iterable[str]) -> bool:
    return any(player.casefold() in name.casefold() for name in names)


def _print(file_stats: FileStats, player: str, *, several: bool, errors: bool) -> None:
    """Print a file's matches, of a player only those with that name; with `errors` only the worst errors.

    The errors of several files are printed after the last file.
    """
    from kotra_notation.features.stats.text import errors_line, render_named

    name = printable(file_stats.path)
    shown = [
        (number, replace(match, worst=None) if several else match)
        for number, match in enumerate(file_stats.matches, 1)
        if _is_among(player, match.names) and not (errors and several and match.sheet)
    ]
    if file_stats.matches and not shown:
        return
    if not shown:
        echo(f"{name}: {say('There is no match in this file.')}")
    for number, match in shown:
        for line in render_named(
            match, file_stats.path, user_tongue(), number if len(file_stats.matches) > 1 else None, errors
        ):
            echo(line)
    if file_stats.errors:
        echo(f"    {errors_line(file_stats.errors)}")
    echo("")
