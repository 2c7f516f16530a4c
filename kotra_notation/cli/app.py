"""The commands of `kotra` by name."""

from __future__ import annotations

import typer

from kotra_notation.cli.anonymize import anonymize
from kotra_notation.cli.archive import archive
from kotra_notation.cli.board import board
from kotra_notation.cli.check import check
from kotra_notation.cli.command import SpokenCommand
from kotra_notation.cli.convert import convert
from kotra_notation.cli.diff import diff
from kotra_notation.cli.explain import explain
from kotra_notation.cli.fix import fix
from kotra_notation.cli.formats import formats
from kotra_notation.cli.helping import SpokenCommands
from kotra_notation.cli.legal import legal
from kotra_notation.cli.merge import merge
from kotra_notation.cli.options import Language
from kotra_notation.cli.report import report
from kotra_notation.cli.roundtrip import roundtrip
from kotra_notation.cli.rules import rules
from kotra_notation.cli.same import same
from kotra_notation.cli.watch import watch

app = typer.Typer(
    name="kotra",
    cls=SpokenCommands,
    help="Reads recorded matches of kotra (backgammon), checks every play, converts and publishes them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

for command in (
    check,
    watch,
    fix,
    convert,
    roundtrip,
    diff,
    merge,
    same,
    anonymize,
    report,
    board,
    legal,
    explain,
    formats,
    rules,
):
    app.command(cls=SpokenCommand)(command)
app.add_typer(archive)


@app.callback(invoke_without_command=True)
def version(
    show: bool = typer.Option(False, "--version", help="Print the version and leave."),
    language: Language = None,
) -> None:
    """Options before the command; the language is chosen as it is read."""
    if show:
        from kotra_notation.version import VERSION, kernel_is_compiled

        typer.echo(f"kotra {VERSION} ({'compiled' if kernel_is_compiled() else 'plain Python'})")
        raise typer.Exit
