"""The options that more than one command has: each stands here, with its help, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

import typer

from kotra_notation.cli import speaking
from kotra_notation.cli.names import check_choice
from kotra_notation.jobs.paths import STDIN
from kotra_notation.words.tongues import N_

# The option that chooses the form of what is printed, what is short for one of them, and the option that
# names the file it goes to.
FORM_OPTION, JSON, FILE_OPTION = "--output-format", "--json", "--output"
STDIN_NAME = "--stdin-filename"
# What every command takes that has `-o`, and says there.
FORCE = "--force"
FILE_HELP = N_("Write to this file; --force overwrites it.")
EXCLUDE_HELP = N_("Skip matching paths; may be repeated.")


def option(
    name: str,
    help: str,
    metavar: str | None = None,
    *,
    default: Any = None,
    rare: bool = False,
    show_default: bool = True,
) -> Any:
    """An option by its name, with its help, what its value is called, and its default.

    `--help` leaves out what is rare; `--help-all` shows it.
    """
    return typer.Option(default, name, metavar=metavar, help=help, hidden=rare, show_default=show_default)


def shared_option(name: str, help: str, metavar: str | None = None, *, rare: bool = False) -> Any:
    """An option of several commands, each of which says what holds where it is not given."""
    return typer.Option(name, metavar=metavar, help=help, hidden=rare)


def flag(name: str, help: str, *, rare: bool = False) -> Any:
    """An option that is given or not."""
    return typer.Option(False, name, help=help, hidden=rare)


def argument(metavar: str, help: str, *, default: Any = ...) -> Any:
    """An argument by what it is called, with its help; one without a default must be given."""
    return typer.Argument(default, metavar=metavar, help=help)


LANGUAGE_HELP = "Output language: en, is, de, da, sv or auto."


def form_option(*forms: str) -> Any:
    """The form of what a command prints: one of these."""
    return typer.Option(FORM_OPTION, metavar="|".join(forms), help="Output format; --json for json.")


def file_option(metavar: str = "FILE", help: str = FILE_HELP) -> Any:
    """The file that what a command makes goes to."""
    return typer.Option("-o", FILE_OPTION, metavar=metavar, help=help)


def choose_language(language: str | None) -> str | None:
    """Go on in the language that was asked for."""
    if language is None or check_choice("--language", language, speaking.languages()) == speaking.AUTO:
        return None
    speaking.speak(language)
    return language


Language = Annotated[
    str | None,
    typer.Option("--language", metavar="CODE", help=LANGUAGE_HELP, is_eager=True, callback=choose_language),
]


def _check_jobs(jobs: int | None) -> int | None:
    """Complain of a number of processes that is none."""
    from kotra_notation.cli.failing import fail

    if jobs is not None and jobs < 1:
        fail("--jobs must be 1 or more, not {jobs}.", jobs=jobs)
    return jobs


Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        metavar="N",
        help="Number of processes (default: all cores).",
        hidden=True,
        callback=_check_jobs,
    ),
]
Form = Annotated[str, form_option("text", "json")]
FormOrPage = Annotated[str, form_option("text", "json", "html")]
OutOrPage = Annotated[str | None, file_option(help="Write to this file; .html makes a page.")]
Paths = Annotated[
    list[str], typer.Argument(metavar="PATH...", help="Files, folders, or - for standard input.")
]
SourcesAndTarget = Annotated[
    list[str], typer.Argument(metavar="PATH...", help="Files, folders or -, and the target behind them.")
]
HERE = "."
PathsOrHere = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH]...", help="Files, folders or - (default: a pipe, or this folder)."),
]
From = Annotated[str | None, shared_option("--from", "Read the file as this format.", "FORMAT", rare=True)]
LevelName = Annotated[str, shared_option("--level", "quick, normal or deep.", "LEVEL")]
NetsFile = Annotated[
    str | None, shared_option("--nets", "Use the neural nets in FILE (.npz).", "FILE", rare=True)
]
Analyse = Annotated[bool, shared_option("--analyse", "Analyse each match first; records do not change.")]
AnalyseLevel = Annotated[
    str | None, shared_option("--level", "Analysis level: quick (default), normal or deep.", "LEVEL")
]
Rules = Annotated[str | None, shared_option("--rules", "Rules to use, such as modern,jacoby=on.", "RULES")]
Strict = Annotated[bool, shared_option("--strict", "Treat warnings as errors in the exit status.")]
Select = Annotated[
    list[str] | None, shared_option("--select", "Only findings with this code or prefix: P, P203.", "CODE")
]
Ignore = Annotated[
    list[str] | None, shared_option("--ignore", "Skip findings with this code or prefix.", "CODE")
]
MatchNumber = Annotated[int | None, shared_option("--match", "Which match, if the file holds several.", "N")]
StdinFilename = Annotated[
    str | None,
    shared_option(STDIN_NAME, "File name for standard input, for use in editors.", "FILE", rare=True),
]
MaxSize = Annotated[float, shared_option("--max-size", "Refuse larger files.", "MB", rare=True)]
TimeLimit = Annotated[
    float,
    shared_option(
        "--time-limit", "Time limit for a file, plus the same for each megabyte.", "SECONDS", rare=True
    ),
]
Side = Annotated[str | None, shared_option("--side", "The side on roll, if the text does not say.", "W|B")]


def name_of_stdin(name: str | None, paths: Iterable[str]) -> str:
    """Return what standard input is called; a complaint where it is named and not read."""
    from kotra_notation.cli.failing import fail

    if name is not None and STDIN not in paths:
        fail("--stdin-filename is for standard input; give - as the path.")
    return name or STDIN


def level_to_analyse(level: str | None, *, analyse: bool) -> str | None:
    """The level at which the engine is to look, None for not at all; a complaint where it cannot be had."""
    from kotra_notation.cli.failing import fail, or_fail
    from kotra_notation.jobs.engine import open_engine, use_one_thread

    if not analyse:
        if level is not None:
            fail("--level needs --analyse.")
        return None
    use_one_thread()
    with or_fail():
        open_engine(level or "quick")
    return level or "quick"
