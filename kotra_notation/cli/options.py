"""The options that more than one command has: each stands here, with its help, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kotra_notation.cli import speaking
from kotra_notation.cli.helping import translate
from kotra_notation.cli.names import one_of
from kotra_notation.words.tongues import N_

# The option that chooses the form of what is printed, and the one that names the file it goes to.
FORM_OPTION, FILE_OPTION = "--output-format", "--output"
FILE_HELP = N_("Write there, and not to standard output.")


def option(name: str, help: str, metavar: str | None = None) -> Any:
    """An option by its name, with its help and what its value is called."""
    return typer.Option(name, metavar=metavar, help=help)


def argument(metavar: str, help: str) -> Any:
    """An argument by what it is called, with its help."""
    return typer.Argument(metavar=metavar, help=help)


def form_option(*forms: str) -> Any:
    """The form of what a command prints: one of these."""
    return typer.Option(
        FORM_OPTION, metavar="|".join(forms), help="The form of what is printed; --json is short for json."
    )


def file_option(metavar: str = "FILE", help: str = FILE_HELP) -> Any:
    """The file that what a command makes goes to."""
    return typer.Option("-o", FILE_OPTION, metavar=metavar, help=help)


def _chosen(context: typer.Context, language: str | None) -> str | None:
    """Go on in the language that was asked for."""
    if language is None or one_of("--language", language, speaking.languages()) == speaking.AUTO:
        return None
    speaking.speak(language)
    translate(context.find_root().command)
    return language


Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        help="The language to speak: en, is, de, da, sv; auto, the system's, unless told otherwise.",
        is_eager=True,
        callback=_chosen,
    ),
]

Form = Annotated[str, form_option("text", "json")]
OutOrPage = Annotated[str | None, file_option(help="Write there; a name in .html gets a page.")]
Paths = Annotated[list[str], argument("PATH...", "Files, folders, or - for standard input.")]
From = Annotated[str | None, option("--from", "The format, whatever it looks like.", "FORMAT")]
Rules = Annotated[
    str | None,
    option("--rules", "Rules to use in place of the record's own, such as modern,texas=on.", "RULES"),
]
Strict = Annotated[bool, option("--strict", "Warnings count as errors in the exit status.")]
Select = Annotated[
    list[str] | None, option("--select", "Only findings whose code begins so: P, P2, P203.", "CODE")
]
Ignore = Annotated[list[str] | None, option("--ignore", "No findings whose code begins so.", "CODE")]
MatchNumber = Annotated[int | None, option("--match", "Which match, where the file holds several.", "N")]
MaxSize = Annotated[float, option("--max-size", "Refuse larger files.", "MB")]
TimeLimit = Annotated[
    float, option("--time-limit", "How long a file may take, and as much again a megabyte.", "SECONDS")
]
Side = Annotated[str | None, option("--side", "Who is to play, where the text does not say.", "W|B")]
