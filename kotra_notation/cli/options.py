"""The options that more than one command has: each stands here, with its help, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from kotra_notation.words.tongues import N_

# The option that chooses the form of what is printed, and the one that names the file it goes to.
FORM_OPTION, FILE_OPTION = "--output-format", "--output"
FILE_HELP = N_("Write there, and not to standard output.")


def form_option(*forms: str) -> Any:
    """The form of what a command prints: one of these."""
    return typer.Option(
        FORM_OPTION, metavar="|".join(forms), help="The form of what is printed; --json is short for json."
    )


def file_option(metavar: str = "FILE", help: str = FILE_HELP) -> Any:
    """The file that what a command makes goes to."""
    return typer.Option("-o", FILE_OPTION, metavar=metavar, help=help)


Form = Annotated[str, form_option("text", "json")]
Out = Annotated[str | None, file_option()]
OutOrPage = Annotated[str | None, file_option(help="Write there; a name in .html gets a page.")]
Paths = Annotated[
    list[str], typer.Argument(metavar="PATH...", help="Files, folders, or - for standard input.")
]
From = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="The format, whatever it looks like.")
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="RULES",
        help="Rules to use in place of the record's own, such as modern,texas=on.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings count as errors in the exit status.")]
Select = Annotated[
    list[str] | None,
    typer.Option("--select", metavar="CODE", help="Only findings whose code begins so: P, P2, P203."),
]
Ignore = Annotated[
    list[str] | None, typer.Option("--ignore", metavar="CODE", help="No findings whose code begins so.")
]
MatchNumber = Annotated[
    int | None, typer.Option("--match", metavar="N", help="Which match, where the file holds several.")
]
MaxSize = Annotated[float, typer.Option("--max-size", metavar="MB", help="Refuse larger files.")]
TimeLimit = Annotated[
    float,
    typer.Option(
        "--time-limit", metavar="SECONDS", help="How long a file may take, and as much again a megabyte."
    ),
]
Side = Annotated[
    str | None,
    typer.Option("--side", metavar="W|B", help="Who is to play, where the text does not say."),
]
